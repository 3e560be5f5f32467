"""Clock and Watch in words."""

from typing import Final

import pytest

from clockspades.games.clock.clock_rules import (
    RULES,
    ClockState,
    ExchangeKing,
    TurnUp,
    Variant,
)
from clockspades.games.clock.clock_words import ClockWords
from tests.games.clock.tables import initial, table

WORDS: Final = ClockWords()
CLOCK, WATCH = Variant.CLOCK, Variant.WATCH
NAMES = ("Ana",)
TO_TURN = table(CLOCK, "7D", {7: "KS 9H", 9: "KD", 13: "7S"})
TO_EXCHANGE = table(WATCH, "KS", {7: "9H 2C", 9: "7S", 2: "7H 2H"})


def test_a_hint_at_a_turn_tells_the_odds() -> None:
    (hint,) = WORDS.hints(RULES.observe(TO_TURN, 0), NAMES)
    assert hint.action == TurnUp()
    assert hint.words == (
        "Put the 7♦ at 7 o'clock and turn up the next card there. There is no choice. Win chance: 50% (1 in 2)."
    )


def test_hints_at_the_exchange_begin_with_the_best_and_say_why() -> None:
    found = WORDS.hints(RULES.observe(TO_EXCHANGE, 0), NAMES)
    assert [hint.action for hint in found] == [
        ExchangeKing(2, 2), ExchangeKing(7, 2), ExchangeKing(9, 1), ExchangeKing(2, 1), ExchangeKing(7, 1),
    ]  # fmt: skip
    assert found[0].words == (
        "Exchange the K♠ for the second card at 2 o'clock, the deepest of 2."
        " You win if the last card to turn up is one of the 2s. Win chance: 40% (2 in 5)."
    )
    assert found[2].words == (
        "Exchange the K♠ for the top card at 9 o'clock, the only one there."
        " You win if the last card to turn up is one of the 9s. Win chance: 20% (1 in 5)."
    )
    assert found[3].words == (
        "Exchange the K♠ for the top card at 2 o'clock. You lose: the king comes back before the card under it."
    )


def test_what_there_is_to_see() -> None:
    seen = WORDS.survey(RULES.observe(TO_TURN, 0), 0, NAMES)
    assert seen.hand == ("In hand: the 7♦.",)
    assert len(seen.table) == 16
    assert seen.table[6] == "7 o'clock: 2 face down, 7♣ 7♥ face up."
    assert seen.table[0] == "1 o'clock: none face down, A♣ A♦ A♥ A♠ face up."
    assert seen.table[12] == "The centre: 1 face down, K♣ K♥ face up."
    assert seen.table[13:15] == ("Kings: 2 of 4.", "Cards face up: 48 of 52.")
    assert seen.table[15].startswith("Win chance: ")
    watching = WORDS.survey(RULES.observe(TO_TURN, 0), None, NAMES)
    assert (watching.hand, watching.table) == ((), (*seen.hand, *seen.table))
    assert WORDS.survey(initial(CLOCK), 0, NAMES).hand == ("In hand: no card.",)


@pytest.mark.parametrize(
    ("state", "told", "in_short"),
    [
        (
            RULES.reduce(table(CLOCK, "7D", {7: "KS"}), TurnUp()).state,
            "Won: all 52 cards are face up.",
            "won",
        ),
        (
            RULES.reduce(table(CLOCK, "7D", {7: "KS 9H", 9: "7S"}), TurnUp()).state,
            "Lost: the fourth king turned up with 50 of 52 cards face up.",
            "lost, 50 of 52 face up",
        ),
        (
            RULES.reduce(table(CLOCK, "7D", {7: "KS 9H", 9: "7S"}), TurnUp()).state._replace(exchanged=True),
            "Lost: the fourth king turned up again with 50 of 52 cards face up.",
            "lost after the exchange, 50 of 52 face up",
        ),
    ],
)
def test_how_it_ended(state: ClockState, told: str, in_short: str) -> None:
    assert WORDS.verdict(state, NAMES) == told
    assert WORDS.recap((), state, 0) == in_short


def test_an_exchange_that_was_not_the_best_is_named() -> None:
    assert WORDS.regret(TO_EXCHANGE, ExchangeKing(7, 1), ExchangeKing(2, 2), NAMES) == (
        "Ana exchanged the king for the top card at 7 o'clock and not for the second card at 2 o'clock"
    )


def test_how_far_a_game_has_come_is_how_many_cards_are_face_up() -> None:
    assert WORDS.progress(initial(CLOCK)) == "not dealt yet"
    assert WORDS.progress(TO_TURN) == "48 of 52 face up"
