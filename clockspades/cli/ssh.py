"""``ssh``: the games, or a table, over SSH, for people who install nothing."""

import asyncio
import sys
from typing import Final

from clockspades.cli.arguments import UsageError
from clockspades.cli.browser import piped_invitation
from clockspades.cli.output import complain, explain, flush, say
from clockspades.engine.seating import LONGEST_NAME, NAMELESS, SeatError, check_name, shortened
from clockspades.guests.program import GuestOrder
from clockspades.network.meeting.invitation import Invitation, read_address
from clockspades.packages import needed
from clockspades.pasting import read_as

FOR_FRIENDS: Final = "friends type this into a terminal. {works}"
FINGERPRINT: Final = "The fingerprint of its key is {}."


def ssh(invitation: str | None, *, listen: str | None, guests: int, insecure: bool) -> int:
    """Let people in over SSH until a signal ends it; the exit status."""
    if sys.platform == "win32":
        raise UsageError("people can't be let in over SSH on Windows: use Linux, or WSL")
    if invitation is None and sys.stdin is not None and not sys.stdin.isatty():
        invitation = piped_invitation()
    table = ""
    if invitation:
        where = read_as(invitation, Invitation)
        where.require_encryption(allow_open=insecure)
        table = str(where)
    try:
        from clockspades.guests.ssh.door import LIMITS, PORT, SshDoor, host_key
    except ImportError as error:
        raise UsageError(needed("asyncssh", "the door for SSH", error)) from error
    from clockspades.network.client.ways_in import what_works
    from clockspades.network.club.club_log import ClubLog
    from clockspades.network.own_process import own_command
    from clockspades.network.server.listening import open_door, reachable_host
    from clockspades.network.server.server_process import stopped_by_signals

    key = host_key()
    host, port = ("", PORT) if listen is None else read_address(listen, PORT)
    door = open_door((host, port), LIMITS)
    command = own_command("clockspades.cli.guest")
    log = ClubLog("text" if sys.stderr.isatty() else "json")
    house = SshDoor(door, command, lambda user: GuestOrder(table, name_of(user)), most=guests, tell=log.write)

    near, at = reachable_host(host), door.getsockname()[1]

    async def run() -> None:
        stop = stopped_by_signals()
        say(f"ssh -p {at} {near}")
        explain(FOR_FRIENDS.format(works=what_works(near, at)))
        say(FINGERPRINT.format(key.get_fingerprint()))
        flush()
        await house.serve_until(key, stop)

    try:
        asyncio.run(run())
    except OSError as error:
        complain(f"clockspades: {error.strerror or error}")
        return 1
    return 0


def name_of(user: str) -> str:
    """The name at the table of somebody with this user name, which says what they like."""
    name = shortened(user.strip(), LONGEST_NAME)
    try:
        check_name(name)
    except SeatError:
        return NAMELESS
    return name[0].upper() + name[1:]
