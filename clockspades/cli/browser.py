"""``browser``: a table in a web page, for friends who install nothing."""

import asyncio
import os
import sys
from contextlib import ExitStack, suppress
from io import FileIO
from shutil import get_terminal_size
from stat import S_ISFIFO
from threading import Thread
from typing import Final

from clockspades.cli.arguments import UsageError
from clockspades.cli.output import OutputError, complain, explain, flush, on_terminal, say
from clockspades.cli.painting import DARK_ON_LIGHT, PLAIN, has_colours
from clockspades.engine.text import reason_of, shows_signs
from clockspades.language import N_, _, pgettext
from clockspades.network.meeting.invitation import Invitation, is_loopback, read_address
from clockspades.network.meeting.page_link import qr_code
from clockspades.packages import needed
from clockspades.pasting import read_as
from clockspades.plain.typed_lines import LineError, Lines

PORT: Final = 7480
"""The port that the page is at unless another one is chosen."""
ROWS_BELOW: Final = 4
"""Rows of a terminal that are left for what is said below a QR code."""
NOT_ENCRYPTED: Final = N_(
    "the page would not be encrypted, so everyone on the way could read the code and the cards:"
    " give --url https://… if a proxy or a tunnel encrypts it, or add --insecure"
)


def browser(
    invitation: str | None, *, here: bool, listen: str | None, url: str | None, guests: int, insecure: bool
) -> int:
    """Serve the page of a table until a signal ends it; the exit status."""
    if sys.platform == "win32":
        raise UsageError(_("a page for browsers can't be served on Windows: use Linux, or WSL"))
    if invitation is None and (sys.stdin is None or sys.stdin.isatty()):
        from clockspades.network.client.kept_seats import last_invitation

        invitation = last_invitation()
        if not invitation:
            raise UsageError(_("paste the invitation after `clockspades browser`, or pipe it in"))
    elif invitation is None:
        invitation = piped_invitation()
    where = read_as(invitation, Invitation)
    where.require_encryption(allow_open=insecure)
    insecure = insecure or here
    host, port = ("" if here else "127.0.0.1", PORT) if listen is None else read_address(listen, PORT)
    try:
        from clockspades.guests.browser.page import LIMITS, PageServer, read_url
    except ImportError as error:
        what = pgettext("after 'is needed for'", "tables in a browser")
        raise UsageError(needed("textual-serve", what, error)) from error
    public = None if url is None else read_url(url)
    if not insecure and not is_loopback(host) and not (public or "").startswith("https:"):
        raise UsageError(_(NOT_ENCRYPTED))
    from clockspades.network.client.ways_in import page_needs
    from clockspades.network.meeting.page_link import publish
    from clockspades.network.own_process import own_command
    from clockspades.network.server.listening import open_door, reachable_host
    from clockspades.network.server.server_process import stopped_by_signals

    door = open_door((host, port), LIMITS)
    near = reachable_host(host)
    found = f"http://{f'[{near}]' if ':' in near else near}:{door.getsockname()[1]}"
    link = f"{public or found}/#{where.code}"
    page = PageServer(where, own_command("clockspades.cli.guest"), most=guests, url=public, door=door)

    async def run() -> None:
        stop = stopped_by_signals()
        say(link)
        _show_code(link)
        explain(f"{_('friends open this address in a browser.')} {page_needs(link)}")
        flush()
        await page.serve_until(stop)

    try:
        with ExitStack() as told:
            with suppress(OSError):  # else the lobby does not hear of it
                told.enter_context(publish(link))
            asyncio.run(run())
    except OSError as error:
        complain(f"clockspades: {reason_of(error)}")
        return 1
    return 0


def piped_invitation() -> str:
    """The first line of standard input. What comes after it is printed; UsageError if it can't be read."""
    pipe = FileIO(sys.stdin.fileno(), closefd=False)  # Python can't end while a thread waits for sys.stdin.buffer
    try:
        invitation = Lines(pipe).read() or ""
    except LineError as error:
        complaint = _("the invitation can't be read")
        raise UsageError(f"{complaint}: {error}") from error
    if not invitation and S_ISFIFO(os.fstat(pipe.fileno()).st_mode):
        raise UsageError(_("the command before the pipe printed no invitation"))
    Thread(target=_pass_on, args=(pipe,), daemon=True).start()
    return invitation


def _show_code(link: str) -> None:
    """Print the QR code of a link, on a terminal that has the characters, the colours and the room for it."""
    rows, size = qr_code(link) if on_terminal() else (), get_terminal_size()
    fits = rows and len(rows[0]) < size.columns and len(rows) + ROWS_BELOW < size.lines
    if fits and has_colours(os.environ) and shows_signs(os.environ):
        say("\n".join(f"{DARK_ON_LIGHT}{row}{PLAIN}" for row in rows))


def _pass_on(pipe: FileIO) -> None:
    """Print what `clockspades host --headless` says after the invitation: each game that ends."""
    with suppress(OSError, OutputError):  # nobody reads it
        for line in pipe:
            say(line.decode(errors="replace").rstrip("\n"))
            flush()
