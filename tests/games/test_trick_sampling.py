"""Hidden hands that lack suits are dealt evenly, and never wrongly."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from clockspades.cards import PACK, Card, Suit, parse_cards
from clockspades.games.trick_sampling import HiddenHand, deal_hidden


def lacking(*suits: Suit) -> int:
    return sum(1 << suit for suit in suits)


def test_every_card_is_dealt_once_and_no_hand_has_a_suit_that_it_lacks() -> None:
    rng = Random(1)
    hands = (
        HiddenHand(8, lacking(Suit.HEARTS)),
        HiddenHand(7, 0),
        HiddenHand(0, lacking(Suit.CLUBS)),
        HiddenHand(9, lacking(Suit.HEARTS, Suit.SPADES)),
        HiddenHand(6, lacking(Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)),
    )
    for _ in range(300):
        dealt, rest = deal_hidden(PACK, hands, rng)
        assert [len(cards) for cards in dealt] == [hand.size for hand in hands]
        assert sorted([*rest, *(card for cards in dealt for card in cards)], key=PACK.index) == list(PACK)
        for hand, cards in zip(hands, dealt):
            assert not any(hand.lacking >> card.suit & 1 for card in cards)


@pytest.mark.parametrize(
    ("cards", "hands"),
    [
        ("2C 3C 4D 5H 6S", [HiddenHand(2, lacking(Suit.CLUBS)), HiddenHand(2, lacking(Suit.DIAMONDS, Suit.HEARTS))]),
        ("2C 3C 4D 5D 6H", [HiddenHand(1, 0), HiddenHand(2, lacking(Suit.CLUBS)), HiddenHand(1, lacking(Suit.HEARTS))]),
        ("2C 3D 4D 5H", [HiddenHand(2, lacking(Suit.CLUBS)), HiddenHand(1, lacking(Suit.DIAMONDS))]),
        ("2C 3D 4H 5S", [HiddenHand(2, 0)]),
    ],
)
def test_each_deal_that_fits_is_as_likely(cards: str, hands: list[HiddenHand]) -> None:
    """Chi-square over every deal that fits, the cards left over in their order among them."""
    pack = parse_cards(cards)

    def split(order: tuple[Card, ...]) -> tuple[tuple[frozenset[Card], ...], tuple[Card, ...]]:
        start, dealt = 0, []
        for hand in hands:
            dealt.append(frozenset(order[start : start + hand.size]))
            start += hand.size
        return tuple(dealt), order[start:]

    fitting = {
        (dealt, rest)
        for dealt, rest in map(split, permutations(pack))
        if not any(hand.lacking >> card.suit & 1 for hand, cards in zip(hands, dealt) for card in cards)
    }
    rng = Random(2)
    found: Counter[object] = Counter()
    for _ in range(200 * len(fitting)):
        dealt, rest = deal_hidden(pack, hands, rng)
        found[tuple(map(frozenset, dealt)), rest] += 1
    assert set(found) == fitting
    square = sum((count - 200) ** 2 / 200 for count in found.values())
    degrees = len(fitting) - 1
    assert square < degrees + 4 * (2 * degrees) ** 0.5, "beyond four standard deviations of chi-square"


def test_where_no_deal_fits_that_is_said() -> None:
    with pytest.raises(ValueError, match="no deal fits"):
        deal_hidden(parse_cards("2C 3C"), [HiddenHand(1, lacking(Suit.CLUBS))], Random(1))
