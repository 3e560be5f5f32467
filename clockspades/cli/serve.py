"""``serve``: a club, which is a server of many tables that clients open."""

import asyncio
import gc
import sys
from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from clockspades.cli.arguments import UsageError, parse_game
from clockspades.cli.host import INSECURE, check_certificate
from clockspades.cli.output import complain, flush, say
from clockspades.cli.ssh import FINGERPRINT, GUEST, open_ssh
from clockspades.games.catalogue import GAMES
from clockspades.language import N_, _
from clockspades.network.meeting.invitation import is_loopback, read_address
from clockspades.packages import needed
from clockspades.pasting import read_club
from clockspades.saved.archive import data_directory

FOR_FRIENDS: Final = "clockspades host GAME --at {address}"
"""The line with which somebody opens a table at the club."""
FOR_GUESTS: Final = "ssh -p {port} CODE@{host}"
"""The line with which somebody without the program sits down at a table with this code."""


def serve(**arguments: Any) -> int:
    """Serve a club until a signal ends it; the exit status."""
    typed = Namespace(**arguments)
    if sys.platform == "win32":  # which has no socket in a folder, and a loop that passes by the limits of the door
        raise UsageError(_("a server for a club can't run on Windows: use Linux, or WSL"))
    if find_spec("prometheus_client") is None:
        raise UsageError(needed("prometheus-client", "clockspades serve"))
    if typed.list or typed.remove is not None:
        return _look_after(typed)
    check_certificate(typed.tls_cert, typed.tls_key, insecure=typed.insecure)
    if typed.open and typed.key is not None:
        raise UsageError(_("--open lets everyone open tables, so --key has no effect: use only one of them"))
    if typed.inside is not None and typed.store is None:
        raise UsageError(_("--inside is for servers that share a store: say which with --store"))
    gc.enable()
    from clockspades.network.club.club import DAY, ClubTerms
    from clockspades.network.club.club_server import ClubAddresses, ClubPlan, serve_club
    from clockspades.network.club.metrics import PORT
    from clockspades.network.own_process import own_command
    from clockspades.network.server.notices import ServerLog
    from clockspades.network.server.server_process import collect_seldom, stopped_by_signals

    listen = None if typed.listen is None else read_address(typed.listen)
    status = read_address(typed.metrics, PORT, "--metrics")
    inside = ("127.0.0.1", 0) if typed.inside is None else read_address(typed.inside, 0, "--inside")
    public = None if typed.public is None else read_club(typed.public, allow_open=typed.insecure)
    ssh = None if typed.ssh is None else open_ssh(typed.ssh, "--ssh")
    plan = ClubPlan(
        folder=_folder(typed),
        games=_games(typed.games),
        listen=listen,
        status=status,
        certificate=typed.tls_cert,
        key=typed.tls_key,
        insecure=typed.insecure,
        public=public,
        access_file=typed.key,
        is_open=typed.open,
        terms=ClubTerms(
            tables=typed.tables,
            tables_per_address=typed.tables_per_address,
            tables_per_network=max(typed.tables_per_network, typed.tables_per_address),
            unfinished_for=typed.keep_unfinished * DAY,
            finished_for=typed.keep_finished * DAY,
        ),
        connections=typed.connections,
        store=typed.store or "",
        ssh=0 if ssh is None else ssh[0].getsockname()[1],
        inside=inside,
    )
    if plan.insecure and not is_loopback("" if listen is None else listen[0]):
        complain(f"clockspades: {_(INSECURE)}")

    async def run() -> None:
        log = ServerLog(typed.log, typed.log_level, addresses=typed.log_addresses)
        stop, others = stopped_by_signals(), []

        def ready(running: ClubAddresses) -> None:
            told = [FOR_FRIENDS.format(address=running.address)]
            if ssh is not None:
                from clockspades.guests.ssh.club_seats import ClubSeats
                from clockspades.guests.ssh.door import SshDoor

                (door, key), seats = ssh, ClubSeats(running.inside, running.find)
                house = SshDoor(door, own_command(GUEST), seats, most=typed.guests, log=log)
                others.append(asyncio.create_task(house.serve_until(key, stop)))
                told.append(FOR_GUESTS.format(port=plan.ssh, host=running.address.host))
                told.append(_(FINGERPRINT, fingerprint=key.get_fingerprint()))
            if sys.stdout.isatty():  # what is not a terminal may be a log
                say("\n".join(told))
                flush()

        await serve_club(plan, log, stop, ready)
        await asyncio.gather(*others)

    collect_seldom()
    asyncio.run(run())
    return 0


def _look_after(typed: Namespace) -> int:
    from clockspades.network.club.club_server import look_after
    from clockspades.network.club.upkeep import Request

    say(asyncio.run(look_after(_folder(typed), typed.store or "", Request(typed.remove))))
    return 0


def _folder(typed: Namespace) -> Path:
    folder: Path = typed.folder or data_directory() / "club-tables"
    return folder


def _games(typed: str | None) -> tuple[str, ...]:
    """The names of the games of a list such as ``spades,clogs``: all for two or more without one."""
    several = [game.name for game in GAMES if game.seats(game.configure({})) > 1]
    if typed is None:
        return tuple(several)
    found = [parse_game(name.strip()).game.name for name in typed.split(",")]
    for name in found:
        if name not in several:
            complaint = N_("--games needs games for two or more, as in --games {games}, not {name}")
            raise UsageError(_(complaint, games=",".join(several), name=name))
    return tuple(dict.fromkeys(found))
