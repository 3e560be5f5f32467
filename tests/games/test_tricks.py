"""What games of tricks share: seats, following, winning, hiding, sorting, and the action that plays a card."""

from itertools import pairwise
from random import Random

import pytest

from clockspades.cards import PACK, Card, Rank, Suit, parse_cards
from clockspades.games.tricks import (
    Play,
    Trick,
    cards_following,
    clockwise,
    finished_trick,
    sorted_hand,
    winning_play,
)

DOWN = tuple(sorted(Rank, reverse=True))
"""The king high."""


def higher(card: Card, winning: Card, led: Suit) -> bool:
    return card.suit is led and card.rank > winning.rank


def plays(text: str, leader: int = 0, seats: int = 4) -> tuple[Play, ...]:
    return tuple(map(Play, clockwise(leader, seats), parse_cards(text)))


def test_who_has_the_suit_led_follows_and_who_has_not_plays_anything() -> None:
    hand = parse_cards("7C 2H KH 3S")
    assert cards_following(hand, Suit.HEARTS) == parse_cards("2H KH")
    assert cards_following(hand, Suit.DIAMONDS) == hand
    assert cards_following(hand, None) == hand
    assert cards_following((), Suit.HEARTS) == ()


def test_a_trick_to_which_all_have_played_goes_to_who_wins_it() -> None:
    played = plays("9H TH KC 3H", leader=2)
    assert finished_trick(played, higher) == Trick(played, 3)


@pytest.mark.parametrize(("trick", "seat"), [("9H", 0), ("9H TH", 1), ("9H KC TH 3H", 2), ("9H 2H AS QC", 0)])
def test_the_play_that_nobody_beats_wins(trick: str, seat: int) -> None:
    winning = winning_play(plays(trick), higher)
    assert winning is not None
    assert winning.seat == seat


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("2C 3D 4H 5S KC KD KH KS", "KS 5S KH 4H KC 2C KD 3D"),
        ("2C 3D 5S KC KS", "KS 5S 3D KC 2C"),
        ("2C 3D 4H", "4H 2C 3D"),
        ("4H 5S 2C", "5S 4H 2C"),
        ("3D 4H 5S", "4H 5S 3D"),
        ("3D 4H", "4H 3D"),
        ("7C TC 9C", "TC 9C 7C"),
        ("", ""),
    ],
)
def test_a_hand_is_sorted_by_suits_of_alternating_colours_from_high_to_low(hand: str, shown: str) -> None:
    assert sorted_hand(parse_cards(hand), DOWN) == parse_cards(shown)


def test_colours_alternate_in_every_hand_in_which_they_can() -> None:
    rng = Random("hands")
    for size in range(1, 18):
        for _ in range(40):
            hand = sorted_hand(rng.sample(PACK, size), DOWN)
            suits = [card.suit for place, card in enumerate(hand) if not place or hand[place - 1].suit is not card.suit]
            assert len(suits) == len(set(suits))
            red = sum(suit.is_red for suit in suits)
            if abs(2 * red - len(suits)) <= 1:
                assert all(one.is_red != two.is_red for one, two in pairwise(suits))


def test_suits_stand_as_they_did_with_the_cards_that_were_played() -> None:
    assert sorted_hand(parse_cards("4H KS 3D"), DOWN) == parse_cards("4H KS 3D")
    assert sorted_hand(parse_cards("4H KS 3D"), DOWN, parse_cards("2C")) == parse_cards("KS 4H 3D")
