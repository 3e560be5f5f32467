"""Cards: one object each, their text, and the unknown card that has nothing to tell."""

import copy
import pickle
import re
from random import Random, getstate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.cards import ALL_CARDS, FACES, RANK, UNKNOWN, Card, Rank, parse_card, rank_of, shuffled, use_faces


def test_there_is_one_object_a_card() -> None:
    for card in ALL_CARDS:
        assert Card(card.rank, card.suit) is card
        assert parse_card(card.text) is parse_card(card.text.lower()) is card
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is copy.copy(card) is card
    assert pickle.loads(pickle.dumps(UNKNOWN)) is copy.deepcopy(UNKNOWN) is UNKNOWN


@pytest.mark.parametrize("language", FACES)
def test_the_letters_of_a_language_are_on_cards_and_all_are_read_but_logs_keep_theirs(language: str) -> None:
    use_faces(language)
    try:
        for card in ALL_CARDS:
            assert card is parse_card(card.text)
            assert re.fullmatch(f"{RANK}[♣♦♥♠]", card.symbol)
            read = {rank_of(card.symbol[:-1]), rank_of(card.text[0])}
            assert read == {card.rank} or card.rank > Rank.KING
        assert "".join(Rank(value).symbol for value in (1, 13, 12, 11)) == FACES[language]
    finally:
        use_faces("en")


def test_the_unknown_card_has_neither_rank_nor_suit() -> None:
    with pytest.raises(AttributeError, match=r"the card '\?\?' has no 'rank'"):
        _ = UNKNOWN.rank
    with pytest.raises(AttributeError, match=r"the card '\?\?' has no 'suit'"):
        _ = UNKNOWN.suit


def test_a_card_never_changes() -> None:
    ace = parse_card("AS")
    with pytest.raises(AttributeError, match="a card never changes"):
        ace.rank = Rank.TWO
    with pytest.raises(AttributeError, match="a card never changes"):
        del ace.text
    with pytest.raises(AttributeError, match="a card never changes"):
        ace.owner = 1
    assert ace is parse_card("AS")
    assert ace.rank is Rank.ACE


@pytest.mark.parametrize("text", ["", "A", "10S", "1S", "SA", "??", " AS", "AS ", "ASS", "A♠", "aſ", "Kſ", "ＡＳ"])
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write a rank of A23456789TJQK and a suit of CDHS, as in TS"):
        parse_card(text)


@given(st.text(max_size=3) | st.text("AKTkt19CDHSsſ", max_size=3))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    if text.isascii() and text.upper() in {card.text for card in ALL_CARDS}:
        assert parse_card(text).text == text.upper()
    else:
        with pytest.raises(ValueError, match=re.escape(repr(text))):
            parse_card(text)


def test_shuffling_draws_from_its_generator_alone() -> None:
    before = getstate()
    once, again, other = shuffled(ALL_CARDS, Random(1)), shuffled(ALL_CARDS, Random(1)), shuffled(ALL_CARDS, Random(2))
    assert once == again
    assert once != other
    assert set(once) == set(other) == set(ALL_CARDS)
    assert len(once) == 56
    assert getstate() == before
