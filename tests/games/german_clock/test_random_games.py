"""What holds in every state of every game: random games for each number of redeals, and those Hypothesis thinks up."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.cards import PACK, Card, format_cards
from clockspades.engine.rules import Deal
from clockspades.games.german_clock.german_clock_bots import place_at_once
from clockspades.games.german_clock.german_clock_rules import (
    RULES,
    GermanClockState,
    PlaceCard,
    Redeal,
    TurnStock,
    is_choice,
)
from clockspades.games.german_clock.german_clock_words import missed
from tests.games.german_clock.retold import RetoldGame
from tests.games.german_clock.tables import initial

GAMES = 60

every_option = pytest.mark.parametrize("redeals", [0, 1, 2])
Choose = Callable[[GermanClockState], TurnStock | PlaceCard | Redeal]


def played(
    redeals: int, deal: tuple[Card, ...], choose: Choose
) -> Iterator[tuple[GermanClockState, TurnStock | PlaceCard | Redeal | None]]:
    """Play a game to its end; every state after the deal with what was chosen there, None at the end."""
    state = RULES.reduce(initial(redeals), Deal(deal)).state
    while state.outcome is None:
        action = choose(state)
        yield state, action
        state = RULES.reduce(state, action).state
    yield state, None


def check(state: GermanClockState) -> None:
    """Whatever has happened, this holds."""
    on_clock = [card for pile in state.clock for card in pile]
    everything = [*state.stock, *state.waste, *on_clock]
    assert len(everything) == 52
    assert set(everything) == set(PACK)
    assert len(state.suits) in (0, 1, 4)
    assert all(one.is_red is not other.is_red for one, other in pairwise(state.suits))
    assert len(set(state.suits)) == len(state.suits)
    assert bool(state.suits) == bool(on_clock)
    for rank, pile in enumerate(state.clock, 1):
        assert all(card.rank == rank for card in pile)
        assert tuple(card.suit for card in pile) == state.suits[: len(pile)], "one order on all foundations"
    assert 0 <= state.redeals_left <= state.redeals


def check_game(redeals: int, deal: tuple[Card, ...], choose: Choose) -> GermanClockState:
    """Play one game, check each of its states, and compare each with the game told a second time; the last state."""
    retold = RetoldGame(redeals, format_cards(deal))
    for state, action in played(redeals, deal, choose):
        check(state)
        assert list(map(str, state.stock)) == retold.stock[::-1]
        assert list(map(str, state.waste)) == retold.waste
        assert ["".join(card.suit.letter for card in pile) for pile in state.clock] == [*retold.foundations.values()]
        possible = [
            *([TurnStock()] if retold.stock else []),
            *([Redeal()] if retold.can_redeal() else []),
            *([PlaceCard()] if retold.can_place() else []),
        ]
        assert list(RULES.legal_actions(state)) == possible
        assert (state.outcome is not None) == retold.is_over()
        match action:
            case TurnStock():
                retold.turn()
            case PlaceCard():
                assert is_choice(state) == (len(retold.fitting()) < len(retold.orders))
                retold.place()
            case Redeal():
                retold.redeal()
            case None:
                return state
    raise AssertionError("a game has an end")


@every_option
def test_random_games_keep_to_the_rules_in_every_state(redeals: int) -> None:
    for number in range(GAMES):
        rng = Random(f"{redeals} {number}")
        often = rng.random()

        def choose(state: GermanClockState, rng: Random = rng, often: float = often) -> TurnStock | PlaceCard | Redeal:
            legal = RULES.legal_actions(state)
            return legal[-1] if rng.random() < often else rng.choice(legal)

        last = check_game(redeals, tuple(rng.sample(PACK, len(PACK))), choose)
        assert last.outcome is not None
        assert last.outcome.scores == (sum(map(len, last.clock)),)
        assert last.outcome.winners == ((0,) if last.outcome.scores == (52,) else ())
        assert last.outcome.reason == ("clock-complete" if last.outcome.winners else "stuck")


@settings(max_examples=40)
@given(
    redeals=st.sampled_from((0, 1, 2)),
    deal=st.permutations(PACK),
    choices=st.lists(st.booleans(), min_size=210, max_size=210),
)
def test_games_thought_up_keep_to_the_rules_in_every_state(redeals: int, deal: list[Card], choices: list[bool]) -> None:
    rest = iter(choices)
    check_game(redeals, tuple(deal), lambda state: RULES.legal_actions(state)[-next(rest)])


@settings(max_examples=40)
@given(deal=st.permutations(PACK))
def test_german_clock_8_with_two_redeals_every_game_is_won_in_which_no_card_is_missed(deal: list[Card]) -> None:
    """The first time through places the whole first suit, the second time the second, and the last time the rest."""
    states = [state for state, _ in played(2, tuple(deal), lambda state: place_at_once(RULES.observe(state, 0)))]
    assert states[-1].outcome is not None
    assert states[-1].outcome.winners == (0,)
    assert missed(states) == ()
    for state in states:
        heights = [len(pile) for pile in state.clock]
        assert min(heights) >= state.passes - 1, "each time through places one suit at least"
