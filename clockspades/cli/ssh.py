"""``ssh``: the games, or a table, over SSH, for people who install nothing."""

import asyncio
import sys
from typing import TYPE_CHECKING, Final

from clockspades.cli.arguments import UsageError
from clockspades.cli.browser import piped_invitation
from clockspades.cli.output import complain, explain, flush, say
from clockspades.engine.text import reason_of
from clockspades.guests.program import GuestOrder, name_of
from clockspades.language import N_, _, pgettext
from clockspades.network.meeting.invitation import Invitation, read_address
from clockspades.packages import needed
from clockspades.pasting import read_as

if TYPE_CHECKING:
    from asyncssh import SSHKey

    from clockspades.network.server.listening import Door

GUEST: Final = "clockspades.cli.guest"
"""The module of the program of a guest."""
FINGERPRINT: Final = N_("Fingerprint: {fingerprint}")


def ssh(invitation: str | None, *, listen: str | None, guests: int, insecure: bool) -> int:
    """Let people in over SSH until a signal ends it; the exit status."""
    if invitation is None and sys.stdin is not None and not sys.stdin.isatty():
        invitation = piped_invitation()
    table = ""
    if invitation:
        where = read_as(invitation, Invitation)
        where.require_encryption(allow_open=insecure)
        table = str(where)
    door, key = open_ssh(listen)
    from clockspades.guests.ssh.door import SshDoor
    from clockspades.network.client.ways_in import what_works
    from clockspades.network.own_process import own_command
    from clockspades.network.server.listening import reachable_host
    from clockspades.network.server.notices import ServerLog
    from clockspades.network.server.server_process import stopped_by_signals

    async def seat(user: str, _: str) -> GuestOrder:
        return GuestOrder(table, name_of(user))

    log = ServerLog("text" if sys.stderr.isatty() else "json")
    house = SshDoor(door, own_command(GUEST), seat, most=guests, log=log)
    near, at = reachable_host(read_address(listen)[0] if listen else ""), door.getsockname()[1]

    async def run() -> None:
        stop = stopped_by_signals()
        say(f"ssh -p {at} {near}")
        explain(f"{_('friends type this into a terminal.')} {what_works(near, at)}")
        say(_(FINGERPRINT, fingerprint=key.get_fingerprint()))
        flush()
        await house.serve_until(key, stop)

    try:
        asyncio.run(run())
    except OSError as error:
        complain(f"clockspades: {reason_of(error)}")
        return 1
    return 0


def open_ssh(listen: str | None, option: str = "--listen") -> tuple["Door", "SSHKey"]:
    """Where people come in, and the key of this machine; UserError if that can't be. ``option`` gave ``listen``."""
    if sys.platform == "win32":
        raise UsageError(_("people can't be let in over SSH on Windows: use Linux, or WSL"))
    try:
        from clockspades.guests.ssh.door import LIMITS, PORT, host_key
    except ImportError as error:
        what = pgettext("after 'is needed for'", "the door for SSH")
        raise UsageError(needed("asyncssh", what, error)) from error
    from clockspades.network.server.listening import open_door

    key = host_key()
    return open_door(read_address(listen, PORT, option) if listen else ("", PORT), LIMITS, option), key
