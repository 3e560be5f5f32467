"""Rollouts of Spades on the compact core of the bots, against OpenSpiel's Spades in C++, in decisions a second.

    python tests/bench/rollouts.py

It needs OpenSpiel, which ``pip install -e '.[test]'`` installs. A rollout plays a deal of four partners from the first
lead to its end: 52 decisions, the deal and the bids being made before. Ours are played by the rollout policy, as the
bots play them, and at random. OpenSpiel's are all at random: wholly in C++, by its own bots and its own loop; and from
Python, which asks for the legal actions and applies one. A whole game of OpenSpiel's from Python also deals, which
takes time and does not count, and bids: 56 decisions.

Short slices of each take turns on one core, so that a slow moment of the machine hits all of them.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.games.spades.core import SUITS, Core, each
from clockspades.games.spades.hand_evaluation import usual_bid
from clockspades.games.spades.policy import contracts_of, play_out
from clockspades.games.spades.spades_game import SpadesGame
from tests.bench.speeds import add_slices, middle_half, open_spiel, speeds

SEED: Final = 20240229
DEALS: Final = 50
"""Deals that are played in turn."""
PACK: Final = 52
"""Cards of a deal, and OpenSpiel's number of the lowest bid."""
TRICKS: Final = 13
_HOLDINGS: Final = tuple(tuple(each(cards)) for cards in range(1 << 13))
"""The cards of each holding of a suit, by its 13 bits."""
_COUNTS: Final = tuple(map(len, _HOLDINGS))


def play_out_at_random(hands: Sequence[int], leader: int, random: Callable[[], float], cards: list[int]) -> list[int]:
    """Play a deal from its first lead to its end, every legal card equally likely; by seat the tricks taken.

    Appends each card to ``cards``, in the order of play. Hands and cards are bits as in the compact core.
    """
    held = [[hand >> 13 * suit & 0x1FFF for suit in range(4)] for hand in hands]
    seats = range(len(hands))
    turns = [[(first + turn) % len(hands) for turn in seats[1:]] for first in seats]
    taken = [0] * len(hands)
    broken, seat = False, leader
    for left in range(hands[0].bit_count(), 0, -1):
        hand = held[seat]
        free = left if broken else left - _COUNTS[hand[3]] or left
        led, at = 0, int(random() * free)
        while at >= (length := _COUNTS[hand[led]]):
            at -= length
            led += 1
        best = _HOLDINGS[hand[led]][at]
        hand[led] ^= best
        cards.append(best << 13 * led)
        winner, trumped = seat, led == 3
        broken = broken or trumped
        for follower in turns[seat]:
            hand = held[follower]
            options = _HOLDINGS[hand[led]]
            if options:
                length = len(options)
                card = options[int(random() * length) if length > 1 else 0]
                hand[led] ^= card
                cards.append(card << 13 * led)
                if card > best and (not trumped or led == 3):
                    best, winner = card, follower
            else:
                suit, at = 0, int(random() * left) if left > 1 else 0
                while at >= (length := _COUNTS[hand[suit]]):
                    at -= length
                    suit += 1
                card = _HOLDINGS[hand[suit]][at]
                hand[suit] ^= card
                cards.append(card << 13 * suit)
                if suit == 3:
                    broken = True
                    if not trumped or card > best:
                        best, winner, trumped = card, follower, True
        taken[winner] += 1
        seat = winner
    return taken


def deal(rng: Random) -> tuple[int, ...]:
    """A random deal, by seat the cards in hand."""
    cards = each(sum(SUITS))
    rng.shuffle(cards)
    return tuple(sum(cards[seat::4]) for seat in range(4))


def their_deal(game: Any, rng: Random) -> Any:
    """A random deal of OpenSpiel's after random bids."""
    state = game.new_initial_state()
    while state.is_chance_node() or min(state.legal_actions()) >= PACK:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def play_theirs(state: Any, rng: Random) -> int:
    """Play a game of OpenSpiel's to its end from Python; how many decisions it took."""
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return decisions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_slices(parser, 0.2)
    args = parser.parse_args()
    pyspiel = open_spiel(parser)

    rng, game = Random(SEED), pyspiel.load_game("spades")
    rules = SpadesGame()
    settings = rules.rules.initial(rules.configure({})).settings
    deals = [deal(rng) for _ in range(DEALS)]
    contracts = [contracts_of([usual_bid(hand, 4) for hand in hands], settings) for hands in deals]
    ours, theirs = cycle(zip(deals, contracts)), cycle([their_deal(game, rng) for _ in range(DEALS)])
    bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(4)]

    def by_policy() -> int:
        hands, contract = next(ours)
        play_out(Core(hands, 0, (0,) * 4, TRICKS, broken=False), contract)
        return PACK

    def at_random() -> int:
        cards: list[int] = []
        play_out_at_random(next(ours)[0], 0, rng.random, cards)
        return len(cards)

    def in_their_loop() -> int:
        pyspiel.evaluate_bots(next(theirs).clone(), bots, rng.randrange(1 << 30))
        return PACK

    plays: dict[str, Callable[[], int]] = {
        "ours, by the policy": by_policy,
        "ours, at random": at_random,
        "OpenSpiel, wholly in C++": in_their_loop,
        "OpenSpiel, from Python": lambda: play_theirs(next(theirs).clone(), rng),
        "OpenSpiel, whole games from Python": lambda: play_theirs(game.new_initial_state(), rng),
    }
    rounds = speeds([*plays.values()], args.rounds, args.seconds)
    print(f"{'':<36}{'decisions/s':>12}{'policy ÷ it':>20}{'random ÷ it':>20}")
    for name, reached in zip(plays, zip(*rounds)):
        ratios = [told([ours[place] / speed for ours, speed in zip(rounds, reached)]) for place in (0, 1)]
        print(f"{name:<36}{median(reached):>12,.0f}{ratios[0]:>20}{ratios[1]:>20}")
    print(f"ratios: median and middle half of {len(rounds)} rounds")


def told(ratios: list[float]) -> str:
    """Their median, and the bounds between which half of them lie."""
    low, high = middle_half(ratios)
    return f"{median(ratios):.2f} ({low:.2f}-{high:.2f})"


if __name__ == "__main__":
    main()
