"""What cards of Spades are worth: hands promise about as many tricks as there are, and never more."""

from random import Random

import pytest

from clockspades.cards import PACK, Card, Suit
from clockspades.games.spades.core import bits_of
from clockspades.games.spades.hand_evaluation import lasting, promise, sure_tricks, usual_bid
from clockspades.games.spades.spades_playouts import usual_choice
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import HAND_SIZES, PACKS, MakeBid, SpadesPhase
from clockspades.games.tricks import Hands
from tests.games.spades.tables import GAME, start, suits

DEALS = 150
every_number = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.mark.parametrize(
    ("hand", "tricks"),
    [
        ("AKQJT98765432...", 13),
        ("AKQJT9876543.A..", 13),
        ("AKQJT98765.A.A.A", 13),
        ("AQJT98765432.A..", 13),
        ("AKQJT98.AKQ.AKQ.", 13),
        ("KQJT98765432.A..", 12),
        ("AKQJT98765.K.A.A", 12),
        ("AKQJT98765.32.A.", 11),
        ("KJ98765.A2.A2.A2", 7),
    ],
)
def test_with_most_of_the_spades_sure_tricks_are_counted_exactly_and_bid(hand: str, tricks: int) -> None:
    held = bits_of(suits(hand))
    assert sure_tricks(held, bits_of(PACK) ^ held) == tricks
    assert usual_bid(held, 4) >= tricks


def test_with_fewer_spades_than_the_others_no_trick_is_sure() -> None:
    held = bits_of(suits("AKQJT9.AKQ.AKQ.A"))
    assert not sure_tricks(held, bits_of(PACK) ^ held)


def test_spades_that_outlast_all_others_in_one_hand_take_tricks() -> None:
    assert lasting(bits_of(suits("KQJT...")), bits_of(suits("A98..."))) == 3
    assert lasting(bits_of(suits("AJT9...")), bits_of(suits("KQ..."))) == 3
    assert lasting(bits_of(suits("Q32...")), bits_of(suits("AK..."))) == 1
    assert lasting(bits_of(suits("AK2...")), bits_of(suits("QJ..."))) == 3
    assert lasting(bits_of(suits("32...")), 0) == 2


def test_a_hand_promises_more_with_more_high_cards_spades_and_short_suits() -> None:
    hands = ["432.5432.432.432", "5432.5432.432.32", "6432.5432.5432.2", "A432.A432.5432.2", "AKQ2.AK32.5432.2"]
    promises = [promise(bits_of(suits(hand)), 4) for hand in hands]
    assert promises == sorted(promises)
    assert usual_bid(bits_of(suits(hands[0])), 4) == 1


@every_number
def test_hands_promise_about_as_many_tricks_as_there_are(players: int) -> None:
    rng, total = Random(3), 0.0
    for _ in range(DEALS):
        total += sum(promise(bits_of(hand), players) for hand in hands(players, rng))
    assert abs(total / DEALS - HAND_SIZES[players]) < 0.7


def hands(players: int, rng: Random) -> Hands:
    """The hands of a deal, drawn by the policy where they are drawn."""
    table = start(players=players)
    state = RULES.reduce(table, GAME.rules.deal(table, rng)).state
    while state.phase is SpadesPhase.DRAW:
        state = RULES.reduce(state, usual_choice(RULES.observe(state, state.seat))).state
    return state.hands


@every_number
def test_the_usual_bid_can_be_made_on_any_hand(players: int) -> None:
    """Hands from any at all to spades and honours alone."""
    rng, most = Random(4), HAND_SIZES[players]
    legal = {MakeBid(tricks) for tricks in range(1, most + 1)}
    bids = set()
    for number in range(2000):
        bias = number % 10

        def order(card: Card, bias: int = bias) -> float:
            return rng.random() + bias / 5 * (card.suit is Suit.SPADES) + bias / 10 * (card.rank.letter in "AKQ")

        hand = sorted(PACKS[players], key=order)[-most:]
        bids.add(MakeBid(usual_bid(bits_of(hand), players)))
    assert bids <= legal
    assert MakeBid(most) in bids
