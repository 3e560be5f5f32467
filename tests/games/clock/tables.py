"""Tables of Clock and Watch set up by hand, from short texts."""

from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random

from clockspades.cards import PACK, Rank, parse_card, parse_cards, shuffled
from clockspades.engine.rules import Deal
from clockspades.games.clock.clock_rules import (
    CENTRE,
    ROUNDS,
    RULES,
    ClockState,
    ExchangeKing,
    TurnUp,
    Variant,
    is_exchange_due,
)


def initial(variant: Variant) -> ClockState:
    """A game before its deal."""
    return RULES.initial({"variant": variant.value})


def table(variant: Variant, in_hand: str, down: Mapping[int, str]) -> ClockState:
    """A game with these cards face down, by pile and top first; all others but the one in hand are face up.

    AssertionError if no game comes there: each card but a king has one to turn up in its own pile.
    """
    face_down = tuple(parse_cards(down.get(pile, "")) for pile in range(1, CENTRE + 1))
    unseen = {parse_card(in_hand), *(card for cards in face_down for card in cards)}
    face_up = tuple(tuple(card for card in PACK if card.rank == rank and card not in unseen) for rank in Rank)
    for pile, (below, above) in enumerate(zip(face_down, face_up), 1):
        assert len(below) + len(above) == (ROUNDS if pile < CENTRE else ROUNDS - 1), f"pile {pile}"
    return initial(variant)._replace(face_down=face_down, face_up=face_up, in_hand=parse_card(in_hand))


def dealt(variant: Variant, rng: Random) -> ClockState:
    """A game with the first card turned up."""
    return RULES.reduce(initial(variant), Deal(shuffled(PACK, rng))).state


def turned_on(state: ClockState) -> ClockState:
    """The game turned on until it is over, or the fourth king can be exchanged."""
    while RULES.legal_actions(state) == (TurnUp(),):
        state = RULES.reduce(state, TurnUp()).state
    return state


def exchange_of(variant: Variant, rng: Random, cards: int) -> ClockState:
    """A game at the exchange with no more than so many cards face down."""
    while True:
        state = turned_on(dealt(variant, rng))
        if is_exchange_due(state) and sum(map(len, state.face_down)) <= cards:
            return state


def arrangements(state: ClockState) -> Iterator[ClockState]:
    """Every game that looks like ``state``: its face-down cards in each order, an exchanged king where it is."""
    places = [
        (pile, depth)
        for pile, cards in enumerate(state.face_down)
        for depth, card in enumerate(cards)
        if not (state.exchanged and card.rank is Rank.KING)
    ]
    for order in permutations(state.face_down[pile][depth] for pile, depth in places):
        piles = [list(cards) for cards in state.face_down]
        for (pile, depth), card in zip(places, order):
            piles[pile][depth] = card
        yield state._replace(face_down=tuple(map(tuple, piles)))


def wins(state: ClockState) -> bool:
    """Whether a game in which nothing is left to choose is won."""
    outcome = turned_on(state).outcome
    assert outcome is not None
    return bool(outcome.winners)


def wins_after(state: ClockState, exchange: ExchangeKing) -> bool:
    """Whether a game is won after this exchange."""
    return wins(RULES.reduce(state, exchange).state)
