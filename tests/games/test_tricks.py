"""What games of tricks share: seats, following, winning, hiding, sorting, and the action that plays a card."""

from itertools import pairwise
from random import Random

import pytest

from clockspades.cards import PACK, UNKNOWN, Card, Rank, Suit, parse_card, parse_cards
from clockspades.engine.phrases import suit_singular
from clockspades.engine.rules import IllegalActionError
from clockspades.games.tricks import (
    Play,
    Trick,
    cards_following,
    check_follows,
    clockwise,
    finished_trick,
    hands_seen,
    led_suit,
    left_of,
    must_follow,
    sorted_hand,
    tricks_taken,
    winning_play,
)

DOWN = tuple(sorted(Rank, reverse=True))
"""The king high."""


def higher(card: Card, winning: Card, led: Suit) -> bool:
    return card.suit is led and card.rank > winning.rank


def plays(text: str, leader: int = 0, seats: int = 4) -> tuple[Play, ...]:
    return tuple(map(Play, clockwise(leader, seats), parse_cards(text)))


def test_seats_go_clockwise_from_any_of_them() -> None:
    assert clockwise(0, 4) == (0, 1, 2, 3)
    assert clockwise(2, 4) == (2, 3, 0, 1)
    assert clockwise(1, 2) == (1, 0)
    assert [left_of(seat, 3) for seat in range(3)] == [1, 2, 0]


def test_who_has_the_suit_led_follows_and_who_has_not_plays_anything() -> None:
    hand = parse_cards("7C 2H KH 3S")
    assert cards_following(hand, Suit.HEARTS) == parse_cards("2H KH")
    assert cards_following(hand, Suit.DIAMONDS) == hand
    assert cards_following(hand, None) == hand
    assert cards_following((), Suit.HEARTS) == ()


@pytest.mark.parametrize(("led", "card"), [(None, "7C"), (Suit.HEARTS, "2H"), (Suit.DIAMONDS, "7C")])
def test_a_card_that_may_be_played_is_not_refused(led: Suit | None, card: str) -> None:
    check_follows(parse_cards("7C 2H KH"), parse_card(card), led)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("7C", "You must follow suit: hearts were led and you hold 2♥ K♥."),
        ("3D", "The 3♦ is not in your hand."),
    ],
)
def test_a_card_that_may_not_is_refused_with_the_rule(card: str, words: str) -> None:
    with pytest.raises(IllegalActionError) as refused:
        check_follows(parse_cards("7C 2H KH"), parse_card(card), Suit.HEARTS)
    assert str(refused.value) == words


def test_whether_a_suit_must_be_followed_is_told_by_the_cards_that_oblige() -> None:
    hand = parse_cards("7C 2H KH")
    assert must_follow(hand, Suit.CLUBS) == "You must follow suit: clubs were led and you hold 7♣"
    assert must_follow(hand, Suit.SPADES) == ""
    assert [suit_singular(suit) for suit in Suit] == ["club", "diamond", "heart", "spade"]


def test_a_trick_to_which_all_have_played_goes_to_who_wins_it() -> None:
    played = plays("9H TH KC 3H", leader=2)
    assert finished_trick(played, higher) == Trick(played, 3)


@pytest.mark.parametrize(("trick", "seat"), [("9H", 0), ("9H TH", 1), ("9H KC TH 3H", 2), ("9H 2H AS QC", 0)])
def test_the_play_that_nobody_beats_wins(trick: str, seat: int) -> None:
    winning = winning_play(plays(trick), higher)
    assert winning is not None
    assert winning.seat == seat


def test_nobody_wins_before_the_lead() -> None:
    assert winning_play((), higher) is None
    assert led_suit(()) is None
    assert led_suit(plays("9H KC", leader=2)) is Suit.HEARTS


def test_tricks_are_counted_by_seat() -> None:
    tricks = [Trick(plays("9H KC TH 3H"), winner) for winner in (2, 0, 2)]
    assert tricks_taken(tricks, 4) == (1, 0, 2, 0)
    assert tricks_taken([], 2) == (0, 0)


def test_a_seat_sees_its_own_hand_and_how_many_cards_others_have() -> None:
    hands = (parse_cards("7C 2H"), parse_cards("3D"), ())
    assert hands_seen(hands, 0) == (hands[0], (UNKNOWN,), ())
    assert hands_seen(hands, None) == ((UNKNOWN, UNKNOWN), (UNKNOWN,), ())


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


def test_unknown_cards_stand_last() -> None:
    assert sorted_hand((UNKNOWN, parse_card("7C"), UNKNOWN), DOWN) == (parse_card("7C"), UNKNOWN, UNKNOWN)
