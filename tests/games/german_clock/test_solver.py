"""The solver against the rules: the orders there are, and whether an order wins with all cards open."""

from collections.abc import Iterator
from random import Random

import pytest

from clockspades.cards import PACK, Rank, shuffled
from clockspades.engine.rules import Deal
from clockspades.games.german_clock.german_clock_rules import RULES, GermanClockState, PlaceCard, can_place
from clockspades.games.german_clock.solver import ORDERS, SuitOrder, orders, wins, wins_somehow
from tests.games.german_clock.tables import initial, suits, table


def small_states(games: int) -> Iterator[GermanClockState]:
    """States with twelve cards still to place, shuffled, and all else on the clock; no suit or one is settled."""
    for number in range(games):
        rng = Random(f"small {number}")
        order = rng.choice(ORDERS)
        ranks = rng.sample(list(Rank), 3)
        complete = {rank.letter: " ".join(rank.letter + suit.letter for suit in order) for rank in Rank}
        cards = shuffled([card for card in PACK if card.rank in ranks], rng)
        cut = rng.randrange(5)
        texts = [str(card) for card in cards]
        yield table(
            " ".join(texts[:cut]),
            " ".join(texts[cut:]),
            "".join(suit.letter for suit in order),
            {letter: pile for letter, pile in complete.items() if letter not in [rank.letter for rank in ranks]},
            redeals=rng.randrange(3),
        )


def best(state: GermanClockState, seen: dict[GermanClockState, bool]) -> bool:
    """Whether any sequence of actions wins, all of them tried."""
    if state.outcome is not None:
        return bool(state.outcome.winners)
    if state not in seen:
        seen[state] = any(best(RULES.reduce(state, action).state, seen) for action in RULES.legal_actions(state))
    return seen[state]


def test_the_orders_are_the_eight_of_alternating_colours() -> None:
    letters = {"".join(suit.letter for suit in order) for order in ORDERS}
    assert letters == {"CDSH", "CHSD", "SDCH", "SHCD", "DCHS", "DSHC", "HCDS", "HSDC"}
    assert len(ORDERS) == 8


@pytest.mark.parametrize(("settled", "count"), [("", 8), ("C", 2), ("CDSH", 1)])
def test_the_orders_that_are_left_begin_with_what_is_settled(settled: str, count: int) -> None:
    left = orders(suits(settled))
    assert len(left) == count
    assert all(order[: len(settled)] == suits(settled) for order in left)


def test_only_the_top_of_the_waste_can_be_placed() -> None:
    complete = {rank.letter: " ".join(rank.letter + suit for suit in "CDSH") for rank in Rank}
    order = ORDERS[0]
    assert order == suits("CDSH")
    cards = {**complete, "7": "7C 7D 7S", "8": "8C 8D 8S"}
    assert wins(table("7H 8H", "", "CDSH", cards, redeals=0), order)
    below = {**complete, "7": "7C 7D", "8": "8C 8D 8S"}
    assert not wins(table("7S 7H", "8H", "CDSH", below, redeals=0), order)
    assert wins(table("7S 7H", "8H", "CDSH", below, redeals=1), order)


def test_with_the_order_settled_no_way_to_play_is_better_than_placing_at_once() -> None:
    """Every sequence of actions is tried, misses included."""
    found = set()
    for state in small_states(150):
        won = best(state, {})
        assert wins(state, orders(state.suits)[0]) == won
        found.add((state.redeals, won))
    assert found >= {(0, True), (0, False), (1, True), (1, False), (2, True)}


def test_whole_games_are_won_as_the_rules_say() -> None:
    """The cards of an order are placed as soon as they fit, and others left, as an order that is chosen means."""
    outcomes = set()
    for number in range(120):
        rng = Random(f"whole {number}")
        order, redeals = rng.choice(ORDERS), number % 3
        state = RULES.reduce(initial(redeals), Deal(shuffled(PACK, rng))).state
        told = wins(state, order)
        while state.outcome is None:
            placing = can_place(state) and fits(state, order)
            legal = RULES.legal_actions(state)
            if not placing and legal == (PlaceCard(),):
                break  # the player is stuck with a card of another order
            state = RULES.reduce(state, PlaceCard() if placing else legal[0]).state
        won = state.outcome is not None and bool(state.outcome.winners)
        assert told == won
        outcomes.add((redeals, won))
    assert outcomes >= {(0, False), (1, True), (1, False), (2, True)}


def fits(state: GermanClockState, order: SuitOrder) -> bool:
    """Whether the top card of the waste is next in this order."""
    card = state.waste[-1]
    return card.suit is order[len(state.clock[card.rank - 1])]


def test_placing_every_card_as_soon_as_it_fits_wins_as_the_rules_say() -> None:
    """From the first card on, and from states in which some cards were missed."""
    outcomes = set()
    for number in range(150):
        rng, redeals = Random(f"watchful {number}"), number % 3
        state = RULES.reduce(initial(redeals), Deal(shuffled(PACK, rng))).state
        for _ in range(rng.choice((0, 0, 8, 40))):
            state = RULES.reduce(state, rng.choice(RULES.legal_actions(state))).state
        told = wins(state)
        assert told <= wins_somehow(state)
        while state.outcome is None:
            state = RULES.reduce(state, RULES.legal_actions(state)[-1]).state
        assert told == bool(state.outcome.winners)
        outcomes.add((redeals, told))
    assert outcomes >= {(0, False), (1, True), (1, False), (2, True)}
