"""Taking back at Spades: what was looked at, drawn or got from a partner stays known, and so it is not taken back."""

from collections.abc import Callable
from random import Random

import pytest

from clockspades.cards import shuffled
from clockspades.engine.actions import Deal
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.session import AnySession, Session, UndoRefusedError
from clockspades.games.spades.spades_state import PACKS, DrawCard, LookAtCards, MakeBid, PassCards, SpadesPhase
from tests.games.spades.tables import GAME, NAMES


def seated(**options: OptionValue) -> AnySession:
    """Ana in seat 0 against three bots or one, the cards dealt by the last, so that she is the first to do anything."""
    chosen = GAME.configure(options)
    players = GAME.seats(chosen)
    chosen = GAME.configure({**options, "dealer": players - 1})
    seats = [Seat(name, "bot:random" if at else "human") for at, name in enumerate(NAMES[:players])]
    session: AnySession = Session(GAME, chosen, seats)
    session.act(Deal(shuffled(PACKS[players], Random(3))))
    return session


def looked() -> AnySession:
    session = seated(blind_nil="always")
    session.act(LookAtCards())
    return session


def bid_blind() -> AnySession:
    session = seated(blind_nil="always")
    session.act(MakeBid(0, blind=True))
    return session


def drawn() -> AnySession:
    session = seated(players=2)
    session.act(DrawCard(False))
    session.act(DrawCard(True))
    return session


def passed() -> AnySession:
    session = bid_blind()
    for _ in range(3):
        session.act(LookAtCards())
        session.act(MakeBid(4))
    for _ in range(2):
        session.act(PassCards(session.state.hands[session.state.seat][:3]))
    assert session.state.phase is SpadesPhase.PLAY
    return session


@pytest.mark.parametrize("make", [looked, bid_blind, drawn, passed])
def test_spades_5_and_17_what_its_player_has_seen_is_not_taken_back(make: Callable[[], AnySession]) -> None:
    session = make()
    at = session.at
    with pytest.raises(UndoRefusedError, match="You can't undo a revealed card"):
        session.undo()
    assert session.at == at
    session.may_peek = True
    session.undo()
    assert session.at < at
    undone = session.positions[session.at + 1].action
    session.act(next(action for action in GAME.rules.legal_actions(session.state) if action != undone))
    assert session.standing.is_assisted


def test_a_bid_is_taken_back_though_others_have_looked_at_their_own_cards_since() -> None:
    session = looked()
    session.act(MakeBid(4))
    for _ in range(3):
        session.act(LookAtCards())
        session.act(MakeBid(3))
    session.undo()
    assert (session.to_act, session.state.bids) == (0, (None,) * 4)
    assert session.would_be_assisted
    session.act(MakeBid(5))
    assert session.standing.is_assisted, "it is known what the others bid"
