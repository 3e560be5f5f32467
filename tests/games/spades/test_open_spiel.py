"""The rules compared with another program, OpenSpiel's ``spades``: 200 random deals, bid by bid and card by card.

Where its rules are not ours it is fenced off, exactly there and nowhere else:

- It never sets spades as broken, so a spade is led only from a hand of nothing else.
- Partners bid 13 together at most.
- The tricks of a failed nil count towards the partner's contract, as they do here by choice (spades 13).
- It has no blind nil.
"""

from random import Random
from typing import Any

import pytest

from clockspades.cards import PACK, Card, Suit, shuffled
from clockspades.engine.rules import Deal
from clockspades.games.spades.core import bit_of, card_of
from clockspades.games.spades.spades_rules import RULES, playable
from clockspades.games.spades.spades_state import MakeBid, SpadesPhase, SpadesState
from clockspades.games.tricks import PlayCard
from tests.games.spades.tables import start

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no package for this platform")

DEALS = 200
FIRST_BID = 52
"""Where its bids begin, nil first; below are the cards, clubs first and each suit from the two up."""


def number_of(card: Card) -> int:
    """A card in its numbering."""
    return bit_of(card).bit_length() - 1


def both_deal(rng: Random, helps: bool) -> tuple[SpadesState, Any]:
    """The same deal here and there; its first player sits left of our dealer."""
    deal = Deal(shuffled(PACK, rng))
    state = RULES.reduce(start(blind_nil="off", failed_nil="help" if helps else "bags", dealer=3), deal).state
    other = pyspiel.load_game("spades").new_initial_state()
    for card in deal.cards:
        other.apply_action(number_of(card))
    return state, other


def both_bid(state: SpadesState, other: Any, rng: Random) -> SpadesState:
    while state.phase is SpadesPhase.BID:
        assert other.current_player() == state.seat
        mine = {action.tricks for action in RULES.legal_actions(state) if isinstance(action, MakeBid)}
        theirs = {number - FIRST_BID for number in other.legal_actions()}
        partner = state.bids[(state.seat + 2) % 4]
        assert theirs == {tricks for tricks in mine if partner is None or tricks + partner.tricks <= 13}
        tricks = rng.choice(sorted(tricks for tricks in theirs if tricks <= 5))  # so that contracts are made, too
        other.apply_action(FIRST_BID + tricks)
        state = RULES.reduce(state, MakeBid(tricks)).state
    return state


def both_play(state: SpadesState, other: Any, rng: Random) -> tuple[SpadesState, int]:
    """The end of the deal, and how often spades could be led here and not there."""
    fenced = 0
    while state.phase is SpadesPhase.PLAY:
        assert other.current_player() == state.seat
        mine, hand = playable(state), state.hands[state.seat]
        theirs = tuple(card_of(1 << number) for number in other.legal_actions())
        if not state.trick and state.broken and any(card.suit is not Suit.SPADES for card in hand):
            fenced += any(card.suit is Suit.SPADES for card in mine)
            mine = tuple(card for card in mine if card.suit is not Suit.SPADES)
        assert {*theirs} == {*mine}
        card = rng.choice(theirs)
        other.apply_action(number_of(card))
        state = RULES.reduce(state, PlayCard(card)).state
    return state, fenced


def test_another_program_agrees_on_turns_legal_cards_trick_winners_and_points() -> None:
    rng = Random("OpenSpiel")
    fenced = failed_nils = made_nils = 0
    for number in range(DEALS):
        state, other = both_deal(rng, helps=number % 2 == 0)
        state = both_bid(state, other, rng)
        state, here_only = both_play(state, other, rng)
        fenced += here_only
        assert other.is_terminal()
        (sheet,) = state.sheets
        nils = [taken for bid, taken in zip(sheet.bids, sheet.taken) if bid is not None and bid.is_nil]
        made_nils += nils.count(0)
        failed = len(nils) - nils.count(0)
        failed_nils += failed
        if state.settings.scoring.failed_nil_helps or not failed:
            assert other.returns() == [sheet.lines[side].points for side in state.sides]
    assert fenced > DEALS
    assert failed_nils > DEALS / 10
    assert made_nils > 0
