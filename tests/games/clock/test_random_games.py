"""Random games of Clock and Watch, card by card against a second telling, and how often they are won."""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.cards import PACK, Card, format_cards, shuffled
from clockspades.engine.rules import Deal
from clockspades.games.clock.clock_bots import chance_before_the_deal
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clock.clock_rules import (
    RULES,
    ClockState,
    Exchanged,
    ExchangeKing,
    PlacedUnderPile,
    TurnedUp,
    TurnUp,
    Variant,
    cards_down,
    cards_up,
    kings_up,
)
from clockspades.simulation.simulate import simulate
from tests.games.clock.retold import RetoldGame
from tests.games.clock.tables import initial

GAMES = 120
SIMULATED = 2000
LONGEST_GAME = 52 + 1
"""Each turn puts a card away for good but the one that the exchange puts back."""

Choose = Callable[[Sequence[TurnUp | ExchangeKing]], TurnUp | ExchangeKing]

both_variants = pytest.mark.parametrize("variant", list(Variant), ids=[variant.value for variant in Variant])


def check_game(variant: Variant, deal: tuple[Card, ...], choose: Choose) -> ClockState:
    """Play a game, comparing every state; its last one."""
    state = RULES.reduce(initial(variant), Deal(deal)).state
    retold = RetoldGame([card.text for card in deal], variant is Variant.WATCH)
    for _ in range(LONGEST_GAME):
        assert_same(state, retold)
        if state.outcome is not None:
            return state
        action = choose(RULES.legal_actions(state))
        state, events = RULES.reduce(state, action)
        if isinstance(action, TurnUp):
            held = retold.hand
            retold.turn()
            placed, turned, *_ = events
            assert isinstance(placed, PlacedUnderPile)
            assert isinstance(turned, TurnedUp)
            assert (placed.card.text, turned.card.text) == (held, retold.hand)
            assert turned.pile == placed.card.rank
            assert turned.kings == kings_up(state)
        else:
            retold.exchange(action.pile, action.depth)
            (exchanged,) = events
            assert isinstance(exchanged, Exchanged)
            assert exchanged.card.text == retold.hand
    raise AssertionError("the game has no end")


def assert_same(state: ClockState, retold: RetoldGame) -> None:
    assert state.in_hand is not None
    assert state.in_hand.text == retold.hand
    assert [format_cards(cards).split() for cards in state.face_down] == retold.face_down
    assert [format_cards(cards).split() for cards in state.face_up] == [
        [card for card, up in heap if up] for heap in retold.heaps
    ]
    assert (cards_down(state), cards_up(state)) == (retold.left, 52 - retold.left)
    assert len({state.in_hand, *sum(state.face_down, ()), *sum(state.face_up, ())}) == 52
    assert (state.outcome is not None) == retold.over
    assert state.exchanged == retold.exchanged
    if state.outcome is not None:
        assert state.outcome.winners == (() if retold.left else (0,))
        assert state.outcome.reason == ("fourth-king" if retold.left else "clock-complete")
        assert state.outcome.scores == (52 - retold.left,)
    else:
        places = [
            ExchangeKing(pile, depth)
            for pile, cards in enumerate(retold.face_down, 1)
            for depth in range(1, len(cards) + 1)
        ]  # fmt: skip
        assert RULES.legal_actions(state) == (tuple(places) if retold.must_exchange else (TurnUp(),))


@both_variants
def test_random_games_keep_to_the_rules_in_every_state(variant: Variant) -> None:
    ends = set()
    for number in range(GAMES):
        rng = Random(f"{variant.value} {number}")
        last = check_game(variant, shuffled(PACK, rng), rng.choice)
        assert last.outcome is not None
        ends.add((last.outcome.reason, last.exchanged))
    watch = {("clock-complete", True), ("fourth-king", True), ("clock-complete", False)}
    assert ends == (watch if variant is Variant.WATCH else {("clock-complete", False), ("fourth-king", False)})


@settings(max_examples=70)
@given(st.sampled_from(Variant), st.permutations(PACK), st.integers(0, 47))
def test_games_thought_up_keep_to_the_rules_in_every_state(variant: Variant, deal: list[Card], choice: int) -> None:
    check_game(variant, tuple(deal), lambda actions: actions[choice % len(actions)])


@settings(max_examples=70)
@given(st.permutations(PACK))
def test_a_game_of_clock_is_won_where_the_bottom_cards_lead_to_the_centre(deal: list[Card]) -> None:
    """The bottom card of each pile points at the pile of its rank: won if from every hour that comes to the centre."""
    last = check_game(Variant.CLOCK, tuple(deal), lambda actions: actions[0])
    bottom = {pile: card.rank.value for pile, card in enumerate(deal[:12], 1)}

    def leads_to_the_centre(pile: int) -> bool:
        for _ in range(12):
            pile = bottom.get(pile, 13)
        return pile == 13

    assert last.outcome is not None
    assert bool(last.outcome.winners) == all(map(leads_to_the_centre, bottom))


@pytest.mark.parametrize(
    ("variant", "bot", "share"),
    [
        ("clock", "random", 1 / 13),
        ("watch", "random", 0.28350),
        ("watch", "steady", float(chance_before_the_deal(Variant.WATCH))),
    ],
)
def test_the_share_of_games_won_is_within_three_standard_errors(variant: str, bot: str, share: float) -> None:
    report = simulate(Clock(), {"variant": variant}, [bot], SIMULATED, 1)
    error = sqrt(share * (1 - share) / SIMULATED)
    assert abs(report.wins[0] / SIMULATED - share) < 3 * error
