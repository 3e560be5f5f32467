"""Games of the same deal, as friends play them against the same bots."""

from pathlib import Path
from random import Random
from typing import Any, Final

from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT, Header, Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.share import generator
from clockspades.games.catalogue import find_game
from clockspades.saved.log import LoadedLog, format_log, load
from tests.conformance.playing import NAMES

SHORT: Final = {"clogs": {"target": 12}, "spades": {"target": 100, "floor": -200}}
"""By game the options that let random players come to an end soon."""
STARTED: Final = "2026-11-22T10:00:00Z"


def played(
    game: AnyGame, name: str = "Ana", way: int = 0, *, apart: int = 0, deal: int = 1, seat: int = 0, **options: Any
) -> AnySession:
    """A finished game of a person against bots, by its deal's number.

    Games of two ways differ at the person's choice number ``apart`` if there is one, and not before.
    """
    configured = game.configure({**SHORT.get(game.name, {}), **options})
    bots = [Seat(other, BOT + game.best_bot) for other in NAMES[1 : game.seats(configured)]]
    session: AnySession = Session(game, configured, [*bots[:seat], Seat(name), *bots[seat:]])
    made = dealt = 0
    while session.outcome is None:
        if session.to_act is None:
            session.act(game.rules.deal(session.state, generator(deal, dealt)))
            dealt += 1
            continue
        legal = game.rules.legal_actions(session.state)
        is_choice = session.to_act == seat and len(legal) > 1
        if is_choice and made == apart:
            session.act(legal[way % len(legal)])
        else:
            mood = f"{session.at} {way if is_choice and made > apart else ''}"
            session.act(game.make_bot(game.quickest_bot, Random(mood)).choose(session.view(session.to_act)))
        made += is_choice
    return session


def kept(directory: Path, session: AnySession, name: str = "") -> Path:
    """The log of a game, called after its first person."""
    name = name or session.names[next(iter(session.humans), 0)]
    path = directory / f"{name}.cslog"
    directory.mkdir(parents=True, exist_ok=True)
    path.write_text(format_log(Header(session.game.name, session.options, session.seats, STARTED), session))
    return path


def logged(directory: Path, session: AnySession, name: str = "") -> LoadedLog:
    """A game as its log has it."""
    return load(kept(directory, session, name), find_game)
