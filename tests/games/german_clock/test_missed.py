"""Which cards a game names as missed."""

from random import Random

from clockspades.cards import PACK, parse_card, shuffled
from clockspades.engine.actions import Deal
from clockspades.engine.game import RandomBot
from clockspades.games.german_clock.german_clock_rules import RULES, GermanClockState, PlaceCard, Redeal, TurnStock
from clockspades.games.german_clock.german_clock_words import Miss, missed
from tests.games.german_clock.tables import initial, table


def states_of(state: GermanClockState, *actions: TurnStock | PlaceCard | Redeal) -> list[GermanClockState]:
    """The states that actions lead through."""
    found = [state]
    for action in actions:
        found.append(RULES.reduce(found[-1], action).state)
    return found


def test_a_card_that_is_turned_over_is_missed() -> None:
    states = states_of(table("", "7C 8D 9C", "C"), TurnStock(), TurnStock(), TurnStock())
    assert missed(states) == (Miss(1, parse_card("7C"), is_choice=False),)


def test_a_card_that_is_turned_with_the_waste_is_missed() -> None:
    states = states_of(table("7C", "9C", "C"), TurnStock(), Redeal(), TurnStock(), PlaceCard())
    assert missed(states) == (
        Miss(0, parse_card("7C"), is_choice=False),
        Miss(1, parse_card("9C"), is_choice=False),
    )


def test_a_card_is_missed_each_time_that_it_lies_on_top_and_is_left() -> None:
    states = states_of(table("7C", "8C 9D", "C"), TurnStock(), PlaceCard(), TurnStock())
    assert missed(states) == (
        Miss(0, parse_card("7C"), is_choice=False),
        Miss(2, parse_card("7C"), is_choice=False),
    )


def test_a_card_that_was_placed_or_did_not_fit_is_not_missed() -> None:
    states = states_of(table("7D", "8C 9H", "C"), TurnStock(), PlaceCard(), TurnStock())
    assert missed(states) == ()


def test_where_the_game_stands_nothing_is_missed_yet() -> None:
    assert missed([table("7C", "8D", "C")]) == ()


def test_to_leave_a_card_that_would_settle_a_suit_is_a_choice() -> None:
    states = states_of(table("", "7C 7D 8H", clock={}), TurnStock(), PlaceCard(), TurnStock(), TurnStock())
    assert missed(states) == (Miss(3, parse_card("7D"), is_choice=True),)
    states = states_of(table("", "7C 7D 8H"), TurnStock(), TurnStock())
    assert missed(states) == (Miss(1, parse_card("7C"), is_choice=True),)


def test_what_is_missed_is_what_another_player_would_have_placed() -> None:
    for number in range(50):
        rng = Random(number)
        states, expected = [RULES.reduce(initial(1), Deal(shuffled(PACK, rng))).state], []
        while states[-1].outcome is None:
            action = RandomBot(RULES.legal_actions, rng).choose(states[-1])
            if PlaceCard() in RULES.legal_actions(states[-1]) and action != PlaceCard():
                expected.append((len(states) - 1, states[-1].waste[-1]))
            states.append(RULES.reduce(states[-1], action).state)
        assert [(miss.point, miss.card) for miss in missed(states)] == expected
        assert expected
