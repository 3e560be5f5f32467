"""Pieces of sentences: cards, lists and numbers of things."""

from clockspades.cards import UNKNOWN, parse_card
from clockspades.engine.phrases import count, listed, sentence, span, symbols


def test_cards_stand_with_their_signs() -> None:
    assert symbols([parse_card("8D"), UNKNOWN, parse_card("TS")]) == "8♦ ?? 10♠"
    assert symbols([]) == ""


def test_words_become_a_sentence() -> None:
    assert sentence("no such card: 9K") == "No such card: 9K."
    assert sentence("it is over.") == "It is over."


def test_a_list_has_its_word_before_the_last_part() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"], "or") == "a or b"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_one_thing_is_singular() -> None:
    assert [count(number, "card") for number in (0, 1, 2)] == ["no cards", "1 card", "2 cards"]
    assert [count(number, "penalty", "penalties") for number in (0, 1, 2)] == [
        "no penalties",
        "1 penalty",
        "2 penalties",
    ]


def test_a_span_of_one_number_is_that_number() -> None:
    assert [span(numbers, "player") for numbers in ((1,), (2,), (2, 3, 6))] == [
        "1 player",
        "2 players",
        "2 to 6 players",
    ]
