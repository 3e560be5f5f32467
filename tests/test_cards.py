"""Cards: one object each, their text, and the unknown card that has nothing to tell."""

import copy
import pickle
import re
from random import Random, getstate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.cards import PACK, UNKNOWN, Card, Rank, Suit, format_cards, parse_card, parse_cards, shuffled


def test_a_pack_has_each_card_once_clubs_first_and_aces_low() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    assert format_cards(PACK[:14]) == "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"
    assert PACK[-1] is parse_card("KS")


def test_ranks_are_the_hours_of_the_clock() -> None:
    assert [rank.letter for rank in Rank] == list("A23456789TJQK")
    assert (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING) == (1, 11, 12, 13)


def test_suits_have_a_letter_a_sign_and_a_colour() -> None:
    assert [suit.letter for suit in Suit] == list("CDHS")
    assert [suit.symbol for suit in Suit] == list("♣♦♥♠")
    assert [suit for suit in Suit if suit.is_red] == [Suit.DIAMONDS, Suit.HEARTS]


def test_there_is_one_object_a_card() -> None:
    for card in PACK:
        assert Card(card.rank, card.suit) is card
        assert parse_card(card.text) is parse_card(card.text.lower()) is card
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is copy.copy(card) is card
    assert pickle.loads(pickle.dumps(UNKNOWN)) is copy.deepcopy(UNKNOWN) is UNKNOWN


def test_a_card_as_text() -> None:
    ten = parse_card("TS")
    assert (str(ten), ten.text, ten.symbol, repr(ten)) == ("TS", "TS", "10♠", "<TS>")
    assert (str(UNKNOWN), UNKNOWN.symbol, repr(UNKNOWN)) == ("??", "??", "<??>")


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
    if text.isascii() and text.upper() in {card.text for card in PACK}:
        assert parse_card(text).text == text.upper()
    else:
        with pytest.raises(ValueError, match=re.escape(repr(text))):
            parse_card(text)


@given(st.lists(st.sampled_from(PACK)))
def test_cards_in_text_read_back(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


def test_shuffling_draws_from_its_generator_alone() -> None:
    before = getstate()
    once, again, other = shuffled(PACK, Random(1)), shuffled(PACK, Random(1)), shuffled(PACK, Random(2))
    assert once == again
    assert once != other
    assert set(once) == set(other) == set(PACK)
    assert len(once) == 52
    assert getstate() == before


def test_shuffling_leaves_no_place_and_no_card_out() -> None:
    """Each card comes to each place about as often: with 5,200 shuffles 100 times, ten being the standard error."""
    rng = Random(3)
    counts = {card: [0] * 52 for card in PACK}
    for _ in range(5200):
        for place, card in enumerate(shuffled(PACK, rng)):
            counts[card][place] += 1
    assert all(50 < count < 150 for places in counts.values() for count in places)
