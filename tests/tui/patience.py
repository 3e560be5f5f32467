"""Games of one player at a point that a test is about."""

from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any, Final

from textual.geometry import Region

from clockspades.engine.game import AnyGame
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession, Session
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clock.clock_rules import ClockState, is_exchange_due
from clockspades.games.german_clock.german_clock_game import GermanClock
from clockspades.table.model import Direction, Selection, TableModel, Target, player_view
from clockspades.tui.layout.cells import nearest
from tests.tui.seated import ANA

CLOCK: Final = Clock()
GERMAN: Final = GermanClock()
DIRECTIONS: Final[tuple[Direction, ...]] = ("left", "right", "up", "down")


def dealt(game: AnyGame, seed: int, **options: Json) -> AnySession:
    """A seeded game in which nothing was done yet."""
    session: AnySession = Session(game, game.configure(options), (ANA,))
    session.deal(Random(seed))
    return session


def where(
    holds: Callable[[AnySession], bool], game: AnyGame, *, bot: str = "random", first: int = 0, **options: Json
) -> AnySession:
    """The first of the seeded games of a bot that comes to a point where something holds, at that point."""
    for seed in count(first):
        session = dealt(game, seed, **options)
        player = game.make_bot(bot, Random(seed))
        while not holds(session) and session.outcome is None:
            session.act(player.choose(session.view(0)))
        if holds(session):
            return session
    raise AssertionError("there is always another seed")


def at_exchange(session: AnySession) -> bool:
    """Whether the fourth king is to be exchanged now."""
    state: ClockState = session.state
    return is_exchange_due(state)


def won(session: AnySession) -> bool:
    return session.outcome is not None and bool(session.outcome.winners)


def lost(session: AnySession) -> bool:
    return session.outcome is not None and not session.outcome.winners


def model(session: AnySession, selection: Selection = Selection(), *, all_open: bool = False) -> TableModel[Any, Any]:  # noqa: B008
    """What the table shows at the point of a session."""
    player = player_view(session, 0, 0, active=session.to_act == 0, all_open=all_open)
    return TableModel(player, selection)


def reached(places: Mapping[Target, Region], start: Target) -> set[Target]:
    """Everything that the arrows lead to from a place."""
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        found = {nearest(places, here, direction) for direction in DIRECTIONS} - seen
        todo += [target for target in found if target is not None]
        seen |= {target for target in found if target is not None}
    return seen
