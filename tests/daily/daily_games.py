"""Games of deals of the day, played at random, for tests."""

from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Final

from clockspades.daily.daily import DailyDeal, deal_of
from clockspades.engine import share
from clockspades.engine.header import Header, Seat
from clockspades.engine.options import Json
from clockspades.engine.players import generator
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game, offers
from clockspades.saved.log import LoadedLog, format_log, load

DAY: Final = date(2026, 11, 22)
OFFERS: Final = offers()


def deal(name: str = "clock", day: date = DAY) -> DailyDeal:
    """The deal of a day, by the name of a preset."""
    return next(deal_of(day, game, preset) for game, preset in OFFERS if preset.name == name)


def header(of: DailyDeal, started: str = "", **extra: Json) -> Header:
    """The header of a game that Ana began at ten on that day, or at another time."""
    code = share.write_code(of.game, of.options, of.number)
    told: Mapping[str, Json] = {"deal": code, "daily": str(of.day), **extra}
    return Header(of.game.name, of.options, of.seats(Seat("Ana")), started or f"{of.day}T10:00:00Z", told)


def play(of: DailyDeal, seed: int = 1, decisions: int | None = None) -> AnySession:
    """The deal played by a weak bot in every seat, to the end or for so many decisions."""
    session: AnySession = Session(of.game, of.options, header(of).seats)
    bot, made = of.game.make_bot([*of.game.bots][of.game.name == "spades"], Random(seed)), 0
    while session.outcome is None and (not session.last or decisions is None or made < decisions):
        if session.to_act is None:
            dealt = sum(isinstance(at.action, Deal) for at in session.positions)
            session.act(of.game.rules.deal(session.state, share.generator(of.number, dealt)))
        else:
            session.act(bot.choose(session.view(session.to_act)))
            made += 1
    return session


def against_bots(of: DailyDeal, *, first_differs: bool = False) -> AnySession:
    """The deal played as on a table: the person's choices at random, the bots' own ones in every other seat.

    If the first differs, the first bot with a choice makes another one.
    """
    session: AnySession = Session(of.game, of.options, header(of).seats)
    rules, rng = of.game.rules, Random(1)
    while session.outcome is None:
        seat = session.to_act
        if seat is None:
            dealt = sum(isinstance(at.action, Deal) for at in session.positions)
            session.act(rules.deal(session.state, share.generator(of.number, dealt)))
            continue
        legal = rules.legal_actions(session.state)
        if not seat:
            session.act(rng.choice(legal))
            continue
        bot = of.game.make_bot(of.game.best_bot, generator(of.number, seat, session.at))
        chosen = bot.choose(session.sight(seat))
        if first_differs and len(legal) > 1:
            first_differs, chosen = False, next(action for action in legal if action != chosen)
        session.act(chosen)
    return session


def kept(folder: Path, of: DailyDeal, session: AnySession) -> Path:
    """A log of a session of this deal in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "kept.cslog"
    path.write_text(format_log(header(of), session), encoding="utf-8")
    return path


def saved(
    folder: Path, of: DailyDeal, started: str = "", seed: int = 1, decisions: int | None = None, **extra: Json
) -> Path:
    """A log of such a game in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{len([*folder.iterdir()])}-{of.day}-{of.preset.name}.cslog"
    path.write_text(format_log(header(of, started, **extra), play(of, seed, decisions)), encoding="utf-8")
    return path


def read(path: Path) -> LoadedLog:
    """A log that has no fault."""
    loaded = load(path, find_game)
    assert loaded.fault is None
    return loaded


def after(days: int) -> date:
    """A day before or after :data:`DAY`."""
    return DAY + timedelta(days)
