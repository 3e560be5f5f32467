"""Games of tricks at the point that a test wants."""

from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any, Final

from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.games.spades.spades_state import SpadesPhase
from clockspades.games.tricks import PlayCard

CLOGS: Final = ClogsGame()
SPADES: Final = SpadesGame()
NAMES: Final = ("Ana", "Ben", "Cyd", "Dot", "Eve", "Fox")
MOST_ACTIONS: Final = 4000
"""Actions after which a game of random choices is given up: some go on for ever."""


def seated_at(game: ClogsGame | SpadesGame, people: Sequence[int] = (0,), **options: Any) -> tuple[Seat, ...]:
    """Who sits at a table with these options: people in the seats named, and random bots."""
    players = game.seats(game.configure(options))
    return tuple(Seat(NAMES[seat], "human" if seat in people else "bot:random") for seat in range(players))


def game_where(
    game: ClogsGame | SpadesGame, holds: Callable[[AnySession], bool], people: Sequence[int] = (0,), **options: Any
) -> AnySession:
    """The first of the seeded games of random choices that comes to a point where something holds, at that point."""
    for seed in count():
        session: AnySession = Session(game, game.configure(options), seated_at(game, people, **options))
        rng = Random(seed)
        for _ in range(MOST_ACTIONS):
            if not holds(session):
                session.deal(rng)
            if holds(session) or session.outcome is not None:
                break
            session.act(rng.choice(session.game.rules.legal_actions(session.state)))
        if holds(session):
            return session
    raise AssertionError("there is always another seed")


def plays(session: AnySession) -> set[Any]:
    """The cards that Ana may play now."""
    return {action.card for action in session.game.rules.legal_actions(session.state) if isinstance(action, PlayCard)}


def follows(session: AnySession) -> bool:
    """Whether Ana is to follow and has both cards that she can play and cards that she cannot."""
    hand = session.state.hands[0]
    return session.to_act == 0 and bool(session.state.trick) and 0 < len(plays(session)) < len(hand)


def may_turn(session: AnySession) -> bool:
    """Whether Ana may turn a clog up on a trick, and others play after her."""
    return (
        session.to_act == 0
        and 0 < len(session.state.trick) < len(session.seats) - 1
        and any(isinstance(action, TurnClog) for action in session.game.rules.legal_actions(session.state))
    )


def in_phase(phase: SpadesPhase) -> Callable[[AnySession], bool]:
    return lambda session: session.to_act == 0 and session.state.phase is phase
