"""``browser``: a table in a web page, for friends who install nothing."""

import asyncio
import sys
from contextlib import ExitStack, suppress
from threading import Thread
from typing import Final

from clockspades.cli.arguments import UsageError
from clockspades.cli.output import complain, explain, flush, say
from clockspades.network.meeting.invitation import Invitation, is_loopback, read_address
from clockspades.packages import needed
from clockspades.pasting import read_as
from clockspades.plain.typed_lines import LineError, standard_input

PORT: Final = 7480
"""The port that the page is at unless another one is chosen."""
FOR_FRIENDS: Final = "friends open this address in a browser. {works}"
NOT_ENCRYPTED: Final = (
    "the page would not be encrypted, so everyone on the way could read the code and the cards:"
    " give --url https://… if a proxy or a tunnel encrypts it, or add --insecure"
)


def browser(
    invitation: str | None, *, here: bool, listen: str | None, url: str | None, guests: int, insecure: bool
) -> int:
    """Serve the page of a table until a signal ends it; the exit status."""
    if sys.platform == "win32":
        raise UsageError("a page for browsers can't be served on Windows: use Linux, or WSL")
    if invitation is None and (sys.stdin is None or sys.stdin.isatty()):
        from clockspades.network.client.kept_seats import last_invitation

        invitation = last_invitation()
        if not invitation:
            raise UsageError("paste the invitation after `clockspades browser`, or pipe it in")
    elif invitation is None:
        invitation = piped_invitation()
    where = read_as(invitation, Invitation)
    where.require_encryption(allow_open=insecure)
    insecure = insecure or here
    host, port = ("" if here else "127.0.0.1", PORT) if listen is None else read_address(listen, PORT)
    try:
        from clockspades.guests.browser.page import LIMITS, PageServer, read_url
    except ImportError as error:
        raise UsageError(needed("textual-serve", "tables in a browser", error)) from error
    public = None if url is None else read_url(url)
    if not insecure and not is_loopback(host) and not (public or "").startswith("https:"):
        raise UsageError(NOT_ENCRYPTED)
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
        explain(FOR_FRIENDS.format(works=page_needs(link)))
        flush()
        await page.serve_until(stop)

    try:
        with ExitStack() as told:
            with suppress(OSError):  # else the lobby does not hear of it
                told.enter_context(publish(link))
            asyncio.run(run())
    except OSError as error:
        complain(f"clockspades: {error.strerror or error}")
        return 1
    return 0


def piped_invitation() -> str:
    """The first line of standard input. What comes after it is printed; UsageError if it can't be read."""
    try:
        invitation = standard_input().read() or ""
    except LineError as error:
        raise UsageError(f"the invitation can't be read: {error}") from error
    Thread(target=_pass_on, daemon=True).start()
    return invitation


def _pass_on() -> None:
    """Print what `clockspades host --headless` says after the invitation: each game that ends."""
    for line in sys.stdin.buffer:
        say(line.decode(errors="replace").rstrip("\n"))
        flush()
