"""What holds in every state of every game, in each mode and with each option that changes play."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from clockspades.cards import Suit
from clockspades.engine.options import OptionValue
from clockspades.games.spades.spades_bots import SpadesRandomBot
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import SpadesEvent, SpadesPhase, SpadesState, in_order
from tests.games.spades.tables import GAME, start

GAMES = 2
MODES: list[dict[str, OptionValue]] = [
    {},
    {"blind_nil": "always"},
    {"mode": "cutthroat", "blind_nil": "always"},
    {"players": 3},
    {"players": 2},
    {"bags": 5, "failed_nil": "help", "floor": -200},
]
every_mode = pytest.mark.parametrize("options", MODES, ids=[str(options) for options in MODES])


def played(options: dict[str, OptionValue], seed: int) -> Iterator[tuple[SpadesState, tuple[SpadesEvent, ...]]]:
    """Each state of a game of random bots, with the events that led there."""
    rng = Random(f"{options} {seed}")
    bots = [SpadesRandomBot(Random(rng.random())) for _ in range(4)]
    state = start(**{"target": 150, **options})
    while state.outcome is None:
        view = RULES.observe(state, state.seat)
        state, events = RULES.reduce(
            state, GAME.rules.deal(state, rng) if GAME.rules.deal_due(state) else bots[state.seat].choose(view)
        )
        yield state, events


@every_mode
def test_every_card_is_in_one_place_and_hands_are_sorted(options: dict[str, OptionValue]) -> None:
    for seed in range(GAMES):
        for state, _ in played(options, seed):
            trick = [card for _, card in state.trick]
            tricks = [card for trick in state.tricks for _, card in trick.plays]
            places = [card for cards in (*state.hands, *state.discards, state.stock) for card in cards]
            assert Counter([*trick, *tricks, *places]) == Counter(state.settings.pack)
            assert all(hand == in_order(hand) for hand in state.hands)


@every_mode
def test_hands_are_as_long_as_the_tricks_to_come(options: dict[str, OptionValue]) -> None:
    for seed in range(GAMES):
        for state, _ in played(options, seed):
            if state.phase in (SpadesPhase.BID, SpadesPhase.PASS, SpadesPhase.PLAY):
                left = state.settings.hand - len(state.tricks)
                out = {play.seat for play in state.trick}
                assert [len(hand) for hand in state.hands] == [
                    left - (seat in out) for seat in range(state.settings.players)
                ]


@every_mode
def test_the_scores_are_the_sums_of_the_sheets_lines(options: dict[str, OptionValue]) -> None:
    for seed in range(GAMES):
        *_, (state, _) = played(options, seed)
        sides = range(len(state.scores))
        assert state.scores == tuple(sum(sheet.lines[side].points for sheet in state.sheets) for side in sides)
        assert state.bags == tuple(sum(sheet.lines[side].bags for sheet in state.sheets) for side in sides)
        for sheet in state.sheets:
            assert sum(sheet.taken) == state.settings.hand
            assert sheet.dealer == (sheet.number - 1) % state.settings.players
        scoring = state.settings.scoring
        for side in sides:
            penalties = sum(sheet.lines[side].penalty for sheet in state.sheets)
            assert penalties == scoring.bag_penalty * (state.bags[side] // scoring.bags)


def test_a_spade_is_led_only_when_broken_or_nothing_else_is_held() -> None:
    leads = 0
    for seed in range(6 * GAMES):
        for state, _ in played({}, seed):
            if state.phase is SpadesPhase.PLAY and not state.trick:
                hand = state.hands[state.seat]
                was_played = any(card.suit is Suit.SPADES for trick in state.tricks for _, card in trick.plays)
                assert state.broken == was_played
                free = state.broken or all(card.suit is Suit.SPADES for card in hand)
                allowed = [card for card in hand if free or card.suit is not Suit.SPADES]
                assert len(RULES.legal_actions(state)) == len(allowed)
                leads += len(allowed) < len(hand)
    assert leads > 50
