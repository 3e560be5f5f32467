"""``host``: a table for friends elsewhere, at which the host sits, or which runs by itself."""

import asyncio
import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom
from secrets import token_hex
from typing import Final

from clockspades.cli.arguments import UsageError, parse_game, parse_options, settle
from clockspades.cli.output import complain, explain, flush, say, say_json
from clockspades.cli.screens import open_elsewhere, require_terminal
from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT
from clockspades.engine.options import Json, Options
from clockspades.language import N_, _
from clockspades.network.meeting import invitation
from clockspades.network.server.hosted_server import Answer, GameEnded, NewTable, Noticed, OldTable, Ready
from clockspades.network.wire.messages import OPEN
from clockspades.network.wire.secrecy import digest
from clockspades.saved.settings import load as load_settings

WHERE: Final = N_("Where are your friends? Press Enter for this home, or type e for elsewhere.")
INSECURE: Final = N_(
    "the table is not encrypted: everyone on the way between you and your friends can read all cards and the code"
)
"""The warning to a host whose table others can reach without TLS."""


def host(
    game_name: str | None,
    options: Sequence[str],
    seats: Sequence[str],
    *,
    best_of: int,
    limit: int | None,
    listen: str | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    insecure: bool,
    no_hints: bool,
    here: bool,
    code: bool,
    headless: bool,
    at: str | None,
) -> int:
    """Open a table, or bring back the one that was hosted last, and sit down at it unless it is ``headless``.

    With ``at`` the table is opened at a club, that of last time if it is empty, and nothing runs here.
    """
    if not headless:
        require_terminal(_("`clockspades host --headless` hosts a table without sitting at it"))
    if game_name is None:
        if any((options, seats, listen, tls_cert, tls_key, limit, insecure, no_hints, best_of > 1, at is not None)):
            raise UsageError(_("to open a new table, say which game: `clockspades host GAME`"))
        database, host_key = _last_table(headless=headless)
        old = OldTable(str(database))
        return _serve(old, code=code) if headless else _sit_down(old, host_key, code=code)
    offer = parse_game(game_name)
    game, configured = offer.game, parse_options(offer, options)
    if game.seats(configured) < 2:
        complaint = N_("{game} is for one player: choose a game for two or more")
        raise UsageError(_(complaint, game=game.title_of(configured)))
    check_certificate(tls_cert, tls_key, insecure=insecure)
    if at is not None and (headless or code or listen is not None or tls_cert is not None):
        raise UsageError(
            _("--at opens the table at a club: --headless, --code, --listen and --tls-cert are for a table here")
        )
    club = None if at is None else _club(at, allow_open=insecure)
    if not any((here, code, headless, insecure)) and at is None and listen is None and tls_cert is None:
        code = _are_elsewhere()
    address, port = (None, None) if listen is None else invitation.read_address(listen)
    host_key = "" if headless else token_hex(16)
    certificate, key = (None if path is None else str(path.absolute()) for path in (tls_cert, tls_key))
    plan = NewTable(
        game.name, settle(game, configured, options, SystemRandom()), parse_kinds(game, configured, seats),
        game.best_bot, digest(host_key) if host_key else None,
        host_name=load_settings(sets_aside=False).settings.own_name, address=address, port=port,
        certificate=certificate, key=key, insecure=insecure, best_of=best_of if best_of > 1 else None, limit=limit,
        no_hints=no_hints,
    )  # fmt: skip
    if club is not None:
        from clockspades.network.client.elsewhere import host_at_club

        return open_elsewhere(host_at_club(club, plan, plan.host_name, host_key))
    return _serve(plan, code=code) if headless else _sit_down(plan, host_key, code=code)


def check_certificate(certificate: Path | None, key: Path | None, *, insecure: bool) -> None:
    """UsageError if only one half of a certificate is named, or both for a table that is not encrypted."""
    if (certificate is None) != (key is None):
        raise UsageError(_("--tls-cert and --tls-key go together: each names a PEM file"))
    if insecure and certificate is not None:
        raise UsageError(_("--insecure does not encrypt, so --tls-cert has no effect: use only one of them"))


def parse_kinds(game: AnyGame, options: Options, typed: Sequence[str]) -> tuple[str, ...]:
    """For each seat ``open`` or its bot, from texts such as ``2=bot:steady``; UsageError if one is wrong."""
    kinds = [OPEN] * game.seats(options)
    for text in typed:
        number, equals, kind = text.partition("=")
        if not equals or not number.isdecimal() or not kind.startswith(BOT):
            complaint = N_("--seat needs N=bot:BOT, as in --seat 1=bot:{bot}, not {text}")
            raise UsageError(_(complaint, bot=game.best_bot, text=repr(text)))
        if int(number[:4]) >= len(kinds):
            complaint = N_("there is no seat {seat}: {game} has the seats 0 to {last}")
            raise UsageError(_(complaint, seat=number, game=game.title_of(options), last=len(kinds) - 1))
        if kind.removeprefix(BOT) not in game.bots:
            bot, bots = repr(kind.removeprefix(BOT)), ", ".join(game.bots)
            raise UsageError(_("{game} has no bot {bot}; its bots are {bots}", game=game.title, bot=bot, bots=bots))
        kinds[int(number)] = kind
    if OPEN not in kinds:
        raise UsageError(_("all {number} seats have bots: leave one for a friend", number=len(kinds)))
    return tuple(kinds)


def _are_elsewhere() -> bool:
    """Ask the person at the terminal where their friends are; elsewhere counts only if short codes can lead there."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    from clockspades.network.meeting import short_codes
    from clockspades.plain.typed_lines import standard_input

    say(where := _(WHERE))
    answer = (standard_input().ask(where.rstrip("."), say) or "").strip().casefold()
    return answer.startswith("e") and short_codes.is_available()


def _club(address: str, *, allow_open: bool) -> invitation.Invitation:
    """The club at an address, or that of last time if it is empty; UserError if there is none."""
    from clockspades.network.client.club_client import last_club
    from clockspades.pasting import read_club

    club = read_club(address, allow_open=allow_open) if address else last_club()
    if club is None:
        complaint = N_("no club is known yet: give its address once, as in --at {address}")
        raise UsageError(_(complaint, address=invitation.EXAMPLE_CLUB))
    return club


def _last_table(*, headless: bool) -> tuple[Path, str]:
    """The database of the table that was hosted last, and the host's key; UsageError if there is none."""
    from clockspades.network.client.kept_seats import free_seats
    from clockspades.network.server.databases import kept_tables, sweep_databases
    from clockspades.network.table.kept import TablePhase

    sweep_databases()
    for kept in sorted(kept_tables(), key=lambda each: each.is_over):  # else one where friends wait for a rematch
        terms = kept.kept.terms
        if kept.kept.phase is TablePhase.STOPPED or headless is not (terms.host is None):
            continue
        keys = [ticket.key for _, ticket, _ in free_seats() if digest(ticket.key) == terms.host]
        if headless or keys:
            return kept.database, "" if headless else keys[0]
    raise UsageError(_("there is no table to bring back: open one with `clockspades host GAME`"))


def _sit_down(plan: NewTable | OldTable, host_key: str, *, code: bool) -> int:
    from clockspades.network.client.elsewhere import host_table

    name = load_settings(sets_aside=False).settings.own_name
    return open_elsewhere(host_table(plan, name, host_key, with_code=code))


def _serve(plan: NewTable | OldTable, *, code: bool) -> int:
    """Serve a table in this process until a signal ends it; print the invitation, and each game that ends.

    With ``code``, print a line for each short code, too.
    """
    gc.enable()
    from clockspades.network.client.ways_in import NEARBY_TOO, what_works
    from clockspades.network.meeting.short_codes import Codes, code_line, read_exchange
    from clockspades.network.server.server_process import run_server, stopped_by_signals

    exchange = read_exchange() if code else None
    databases: list[Path] = []
    codes: list[Codes] = []

    def tell_code() -> None:
        shown = codes[0].shown if codes else None
        if shown is not None and shown.code:
            say(code_line(shown.code))
            explain(_("a friend elsewhere types this line into a terminal. It lets one in, then there is a new one."))
        elif shown is not None and not shown.is_awaited:
            complain(f"clockspades: {shown.words}")
        flush()

    def answer(line: Answer) -> None:
        match line:
            case Ready():
                databases.append(Path(line.database))
                if line.is_readable:
                    complain(f"clockspades: {_(INSECURE)}")
                near, local = (invitation.read(each, allow_open=True) for each in (line.invitation, line.local))
                say(near.line)
                explain(f"{_('friends paste this line into a terminal.')} {what_works(near.host, near.port)}")
                if line.is_announced:
                    explain(_(NEARBY_TOO, code=near.code))
                if exchange is not None:
                    codes.append(Codes(local, line.way_back, exchange, tell_code))
            case Noticed(words):
                complain(f"clockspades: {words}")
            case GameEnded():
                seats: list[Json] = [seat._asdict() for seat in line.seats]
                say_json({"game": line.game, "number": line.number, "seats": seats, **line.result})
        flush()

    async def run() -> None:
        await run_server(plan, answer, stopped_by_signals())

    try:
        asyncio.run(run())
    finally:
        for each in codes:
            each.close()
    if any(database.exists() for database in databases):
        complain(f"clockspades: {_('the table is kept: bring it back with `clockspades host --headless`')}")
    return 0
