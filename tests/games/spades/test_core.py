"""The compact core of the bots plays as the rules do, action by action, and its policy is legal."""

from dataclasses import replace
from inspect import isdatadescriptor
from random import Random

import pytest

from clockspades.cards import ALL_CARDS, Suit
from clockspades.engine.options import OptionValue
from clockspades.games.spades.core import LOWEST_SPADE, OTHERS, SPADES, SUITS, Core, bit_of, bits_of, card_of, each
from clockspades.games.spades.policy import contracts_of, play_out, policy_card
from clockspades.games.spades.spades_rules import RULES, playable, suits_lacking
from clockspades.games.spades.spades_state import MakeBid, SpadesPhase, SpadesState
from clockspades.games.tricks import PlayCard
from tests.games.spades.tables import GAME, start

MODES: list[dict[str, OptionValue]] = [
    {}, {"mode": "cutthroat"}, {"players": 3}, {"players": 2}, {"deck": "jokers"}, {"deck": "deuces"},
    {"first_trick": "clubs", "lead_spades": "any"}, {"bags": "off"},
]  # fmt: skip
DEALS = 20


def dealt_and_bid(options: dict[str, OptionValue], rng: Random) -> SpadesState:
    """A deal of which every card is to be played."""
    state = start(**options)
    state = RULES.reduce(state, GAME.rules.deal(state, rng)).state
    while state.phase is SpadesPhase.DRAW:
        state = RULES.reduce(state, rng.choice(GAME.rules.legal_actions(state))).state
    while state.phase is SpadesPhase.BID:
        state = RULES.reduce(state, MakeBid(rng.randrange(5))).state
    return state


def core_of(state: SpadesState) -> Core:
    hands = [bits_of(hand) for hand in state.hands]
    clubs_first = state.settings.clubs_first
    return Core(hands, state.leader, state.taken, state.settings.hand, state.broken, clubs_first=clubs_first)


def assert_same(core: Core, state: SpadesState) -> None:
    assert core.seat == state.seat
    assert core.taken == list(state.taken)
    assert core.broken == state.broken
    assert core.left == state.settings.hand - len(state.tricks)
    assert core.played == len(state.trick)
    assert [bits_of(hand) for hand in state.hands] == core.hands
    assert core.rest == sum(core.hands)
    lacking = [sum(cards for suit, cards in enumerate(SUITS) if bits >> suit & 1) for bits in suits_lacking(state)]
    assert core.lacking == lacking
    if state.phase is SpadesPhase.PLAY:
        assert core.legal() == bits_of(playable(state))
    if state.winning is not None:
        assert (core.winner, card_of(core.best)) == state.winning


@pytest.mark.parametrize("options", MODES, ids=[str(options) for options in MODES])
def test_the_core_plays_as_the_rules_do(options: dict[str, OptionValue]) -> None:
    for seed in range(DEALS):
        rng = Random(f"{options} {seed}")
        state = dealt_and_bid(options, rng)
        core = core_of(state)
        while state.phase is SpadesPhase.PLAY:
            assert_same(core, state)
            card = rng.choice(playable(state))
            copy = core.copy()
            core.play(bit_of(card))
            assert_same(copy, state)
            state = RULES.reduce(state, PlayCard(card)).state
        assert core.left == 0
        assert core.taken == list(state.taken)


@pytest.mark.parametrize("options", MODES, ids=[str(options) for options in MODES])
def test_the_policy_plays_out_a_deal_card_by_card_as_the_rules_do(options: dict[str, OptionValue]) -> None:
    for seed in range(DEALS):
        rng = Random(f"{options} {seed}")
        state = dealt_and_bid(options, rng)
        core = core_of(state)
        tricks = [bid.tricks for bid in state.bids if bid is not None]
        helps = replace(state.settings.scoring, failed_nil_helps=seed % 2 == 0)
        contracts = contracts_of(tricks, replace(state.settings, scoring=helps), state.bags)
        ends = []
        while state.phase is SpadesPhase.PLAY:
            assert_same(core, state)
            whole = core.copy()
            ends.append((play_out(whole, contracts), contents(whole)))
            card = policy_card(core, contracts)
            assert card_of(card) in playable(state)
            state = RULES.reduce(state, PlayCard(card_of(card))).state
            core.play(card)
        assert core.taken == list(state.taken)
        assert ends == [(core.taken, contents(core))] * len(ends), "what it knows in passing is what it finds anew"


def contents(core: Core) -> list[object]:
    return [getattr(core, name) for name, part in vars(Core).items() if isdatadescriptor(part)]


def test_a_card_is_one_bit_and_higher_cards_are_greater() -> None:
    assert len({bit_of(card) for card in ALL_CARDS}) == 56
    assert all(card_of(bit_of(card)) is card for card in ALL_CARDS)
    assert sum(SUITS) == bits_of(ALL_CARDS) == SPADES | OTHERS
    assert each(bits_of(ALL_CARDS)) == [1 << number for number in range(56)]
    assert bit_of(card_of(1 << 39)) == LOWEST_SPADE
    assert str(card_of(LOWEST_SPADE)) == "2S"
    assert str(card_of(1 << 51)) == "AS"
    assert all(bit_of(card) & SUITS[card.suit] for card in ALL_CARDS)
    assert max(bit_of(card) for card in ALL_CARDS if card.suit is not Suit.SPADES) < LOWEST_SPADE
