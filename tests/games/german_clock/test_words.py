"""Every sentence of German Clock; none in play tells whether the card on the waste can be placed."""

from random import Random
from typing import Final

import pytest

from clockspades.cards import PACK, shuffled
from clockspades.engine.game import RandomBot
from clockspades.engine.rules import Deal, Outcome
from clockspades.engine.wording import Remark, Survey
from clockspades.games.german_clock.german_clock_rules import (
    RULES,
    GermanClockReason,
    GermanClockState,
    PlaceCard,
    Redeal,
    TurnStock,
    can_place,
)
from clockspades.games.german_clock.german_clock_words import GermanClockWords, missed
from tests.games.german_clock.tables import initial, table

WORDS: Final = GermanClockWords()
NAMES = ("Ana",)


def all_said(survey: Survey) -> list[str]:
    return [*survey.hand, *survey.table]


@pytest.mark.parametrize("stock", ["9H", ""])
def test_what_is_said_in_play_is_the_same_whether_a_card_can_be_placed_or_not(stock: str) -> None:
    fits, waits = table("7C", stock, "C"), table("7D", stock, "C")
    assert can_place(fits)
    assert not can_place(waits)
    assert RULES.offered(fits) == RULES.offered(waits)
    assert WORDS.prompt(fits, NAMES).replace("7♣", "7♦") == WORDS.prompt(waits, NAMES)
    said = [line.replace("7♣", "7♦") for line in all_said(WORDS.survey(fits, 0, NAMES))]
    assert said == all_said(WORDS.survey(waits, 0, NAMES))


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (table("", "7C 8C"), {TurnStock(): "Turn up the next card, 1 of 2 in the stock."}),
        (
            table("7C", "8D", "S"),
            {
                TurnStock(): "Turn up the next card, 1 of 1 in the stock."
                " The 7♣ doesn't fit yet: 7 o'clock needs the 7♠."
            },
        ),
        (
            table("7C", "8D", "C"),
            {
                PlaceCard(): "Place the 7♣ at 7 o'clock. It fits, and placing it at once is never worse.",
                TurnStock(): "Turn up the next card, 1 of 1 in the stock. You miss the 7♣, which fits.",
            },
        ),
        (
            table("7C", "8D 9H"),
            {
                PlaceCard(): "Place the 7♣ at 7 o'clock. Then ♣ comes first at every hour.",
                TurnStock(): "Turn up the next card, 1 of 2 in the stock."
                " You leave the 7♣, so its suit is not set yet.",
            },
        ),
        (
            table("7H", "", "C", {"7": "7C"}),
            {
                PlaceCard(): "Place the 7♥ at 7 o'clock. Then the order at every hour is ♣ ♥ ♠ ♦."
                " This is the one choice of the game.",
                Redeal(): "Turn the waste over. Then no redeals are left."
                " You leave the 7♥, so its suit is not set yet.",
            },
        ),
    ],
)
def test_hints_say_what_is_asked_for(state: GermanClockState, told: dict[object, str]) -> None:
    assert {hint.action: hint.words for hint in WORDS.hints(state, NAMES)} == told


def test_a_choice_is_named_and_may_have_a_reason() -> None:
    named = [WORDS.chosen(action) for action in (TurnStock(), PlaceCard(), Redeal())]
    assert named == ["to turn up the next card", "to place the top card", "to turn the waste over"]
    fits = table("2C", "8D", "CDHS")
    assert (WORDS.reason(fits, PlaceCard()), WORDS.reason(fits, TurnStock())) == (
        "The 2♣ fits, and to place it at once is never worse.",
        "",
    )
    assert WORDS.reason(table("7C", "8D"), PlaceCard()) == "", "it settles a suit"


def test_a_survey_of_the_whole_table() -> None:
    state = table("2C 3D 7C", "8D", "C", {"A": "AC", "K": "KC"}, redeals=1)
    survey = WORDS.survey(RULES.observe(state, 0), 0, NAMES)
    assert (survey.hand, survey.table) == (
        ("Top of the waste: the 7♣.",),
        (
            "At 1 o'clock: A♣.",
            *(f"At {hour} o'clock: empty." for hour in range(2, 13)),
            "In the centre: K♣.",
            "Cards on the clock: 2 of 52.",
            "The order of suits begins with ♣, then comes ♦ or ♥.",
            "Waste, from the top: 7♣ 3♦ 2♣.",
            "The stock has 1 card, and 1 redeal is left.",
        ),
    )
    onlooker = WORDS.survey(RULES.observe(state, 0), None, NAMES)
    assert onlooker.hand == ()
    assert onlooker.table == survey.table
    assert onlooker.parts["waste"] == ("Waste, from the top: 7♣ 3♦ 2♣.",)


@pytest.mark.parametrize(
    ("state", "lines"),
    [
        (initial(2), {"The order of suits is open. The first card you place sets the first suit.",
                      "The stock has no cards, and 2 redeals are left."}),
        (table("7C", "8D 9D", "CHSD", {"A": "AC AH"}, redeals=0), {"At 1 o'clock: A♣ A♥.",
                                                                  "The order of suits is ♣ ♥ ♠ ♦.",
                                                                  "The stock has 2 cards, and no redeals are left."}),
    ],
)  # fmt: skip
def test_what_a_survey_counts(state: GermanClockState, lines: set[str]) -> None:
    assert lines <= set(WORDS.survey(state, 0, NAMES).table)


@pytest.mark.parametrize(
    ("redeals", "passes", "words"),
    [(0, 1, "won"), (2, 1, "won"), (1, 2, "won after 1 redeal"), (2, 3, "won after 2 redeals")],
)
def test_a_recap_of_a_win(redeals: int, passes: int, words: str) -> None:
    state = table(redeals=redeals, passes=passes)
    assert WORDS.recap((), state._replace(outcome=Outcome((0,), (52,), GermanClockReason.CLOCK_COMPLETE)), 0) == words


@pytest.mark.parametrize(
    ("state", "made", "best", "words"),
    [
        (
            table("7C", "8D 9D", "C"), TurnStock(), PlaceCard(),
            "first time through, with 2 cards left in the stock, Ana missed the 7♣, which was next at 7 o'clock",
        ),
        (
            table("7D", "8D", "C", {"7": "7C"}, passes=2), PlaceCard(), TurnStock(),
            "second time through, with 1 card left in the stock, Ana placed the 7♦ and so made ♦ the second suit;"
            " to leave it was better",
        ),
        (
            table("7D", "8D 9D"), TurnStock(), PlaceCard(),
            "first time through, with 2 cards left in the stock, Ana left the 7♦,"
            " which would have made ♦ the first suit",
        ),
    ],
)  # fmt: skip
def test_a_choice_and_a_better_one(
    state: GermanClockState, made: TurnStock | PlaceCard | Redeal, best: TurnStock | PlaceCard | Redeal, words: str
) -> None:
    assert WORDS.regret(state, made, best, NAMES) == words


def test_the_review_names_each_card_that_was_missed_and_when() -> None:
    turn, place = TurnStock(), PlaceCard()
    states = states_of(table("", "7C 7D 8C KC 9H"), turn, place, turn, turn, turn, turn)
    assert WORDS.review(states, NAMES) == (
        Remark(
            3,
            "First time through, with 3 cards left in the stock,"
            " Ana left the 7♦, which would have made ♦ the second suit.",
        ),
        Remark(
            4, "First time through, with 2 cards left in the stock, Ana missed the 8♣, which was next at 8 o'clock."
        ),
        Remark(
            5, "First time through, with 1 card left in the stock, Ana missed the K♣, which was next in the centre."
        ),
    )


def test_the_review_says_so_if_no_card_was_missed() -> None:
    states = states_of(table("8D", "7C", redeals=0), TurnStock(), PlaceCard())
    assert WORDS.review(states[1:], NAMES) == (Remark(1, "No card was missed."),)


def states_of(state: GermanClockState, *actions: TurnStock | PlaceCard | Redeal) -> list[GermanClockState]:
    """The states that actions lead through."""
    found = [state]
    for action in actions:
        found.append(RULES.reduce(found[-1], action).state)
    return found


def test_to_leave_a_card_that_would_settle_a_suit_is_a_choice() -> None:
    states = states_of(table("", "7C 7D 8H", clock={}), TurnStock(), PlaceCard(), TurnStock(), TurnStock())
    assert missed(states) == (3,)
    states = states_of(table("", "7C 7D 8H"), TurnStock(), TurnStock())
    assert missed(states) == (1,)


def test_what_is_missed_is_what_another_player_would_have_placed() -> None:
    for number in range(50):
        rng = Random(number)
        states, expected = [RULES.reduce(initial(1), Deal(shuffled(PACK, rng))).state], []
        while states[-1].outcome is None:
            action = RandomBot(RULES.legal_actions, rng).choose(states[-1])
            if PlaceCard() in RULES.legal_actions(states[-1]) and action != PlaceCard():
                expected.append(len(states) - 1)
            states.append(RULES.reduce(states[-1], action).state)
        assert [*missed(states)] == expected
        assert expected
