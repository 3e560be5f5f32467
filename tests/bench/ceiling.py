"""How much a player of Clockwork Spades can gain over random play, and at which choices.

    python tests/bench/ceiling.py --games 4000 --jobs 2
    python tests/bench/ceiling.py --option rules=gamerules --games 4000 --jobs 2

One seat plays each game with one of these ways to choose, the other at random:

- `flat`: what wins most often when both then play at random, as `steady` chooses, at any number of cards in the stock
- `thrifty`: the same, but in the playouts it takes the hour with the fewest cards still to come, as it could later on
- `hand`: as `flat`, knowing the other hand
- `open`: as `flat`, knowing all cards

For every choice, one half of the deals says which action is best, and the other what it is worth above the mean of all
actions. The sum of these over a game is what the way to choose wins above random play (the performance difference
lemma), and has a far smaller error than the results of the games. It is told by the cards in the stock. `thrifty` goes
on otherwise than at random, so that its sum is not that, and only its results count.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.cards import shuffled
from clockspades.cli.arguments import parse_game, parse_options
from clockspades.cli.parser import count
from clockspades.engine.options import OptionValue
from clockspades.games.clockwork.clockwork_bots import deal_sampler
from clockspades.games.clockwork.clockwork_playouts import HOURS, OpenGame, OpenPosition
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkAction, ClockworkState, TakeSpade
from tests.bench.pairs import add_workers, spread

WAYS: Final = ("flat", "thrifty", "hand", "open")
STOCKS: Final = (30, 25, 18, 12, 6, 0)
"""The fewest cards in the stock of each group of choices."""


class Game(NamedTuple):
    """What came of a game."""

    result: float
    """1 for a win, a half for a draw, 0 for a loss."""
    gains: tuple[float, ...]
    """What choices gained over random ones, by :data:`STOCKS`."""
    choices: tuple[int, ...]
    """How many there were."""


class ThriftyGame(OpenGame):
    """Playouts in which one side takes the hour with the fewest cards still to come, and the other any."""

    def play_out_thriftily(self, position: OpenPosition, rng: Random, is_mine: bool) -> int:
        """What play from here leads to, for the seat whose turn it is; ``is_mine`` says whether that is the thrifty."""
        sign, last = 1, self._cards[-1]
        while True:
            _, window, drawn, mine, yours, _, _ = position
            if mine & window.cards:
                after = self.play(position)
            elif is_mine:
                live = (last ^ self._cards[drawn]) | yours
                after = self.take(position, min(window.hours, key=lambda hour: (live & hour).bit_count()))
            else:
                after = self.take(position, rng.choice(window.hours))
            if isinstance(after, int):
                return sign * after
            position, sign, is_mine = after, -sign, not is_mine


def samples(way: str, state: ClockworkState, deals: int, rng: Random) -> Mapping[ClockworkAction, Sequence[float]]:
    """What each legal action wins in the same deals, as this way to choose sees them."""
    view = RULES.observe(state, state.seat)
    sample = deal_sampler(view)
    legal = RULES.legal_actions(state)
    found: dict[ClockworkAction, list[float]] = {action: [] for action in legal}
    for _ in range(deals):
        match way:
            case "hand":
                deal = state._replace(stock=shuffled(state.stock, rng))
            case "open":
                deal = state
            case _:
                deal = sample(rng)
        game = ThriftyGame(deal)
        for action in legal:
            if way != "thrifty" or not isinstance(action, TakeSpade):
                value = game.play_out_after(action, rng.random)
            else:
                after = game.take(game.start, HOURS[action.rank - 1])
                value = after if isinstance(after, int) else -game.play_out_thriftily(after, rng, False)
            found[action].append((value + 1) / 2)
    return found


def play(way: str, deals: int, options: Mapping[str, OptionValue], seed: int, index: int) -> Game:
    """A game in which one seat chooses in this way, each seat in turn."""
    rng, me = Random(f"{seed} {index}"), index % 2
    cards = Random(f"{seed} {index // 2}")
    state = RULES.initial(options)
    state = RULES.reduce(state, RULES.deal(state, cards)).state
    gains, choices = [0.0] * len(STOCKS), [0] * len(STOCKS)
    while state.outcome is None:
        legal = RULES.legal_actions(state)
        action = legal[0] if len(legal) == 1 else rng.choice(legal)
        if state.seat == me and len(legal) > 1:
            found = samples(way, state, deals, rng)
            half = deals // 2
            action = max(legal, key=lambda one: fmean(found[one][:half]))
            group = next(number for number, least in enumerate(STOCKS) if len(state.stock) >= least)
            gains[group] += fmean(found[action][half:]) - fmean(fmean(found[one][half:]) for one in legal)
            choices[group] += 1
        state = RULES.reduce(state, action).state
    winners = state.outcome.winners
    return Game(float(me in winners) if winners else 0.5, tuple(gains), tuple(choices))


def told(values: Sequence[float]) -> str:
    return f"{100 * fmean(values):+.2f} ± {100 * stdev(values) / sqrt(len(values)):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--option", action="append", default=[], help="KEY=VALUE")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--deals", type=count, default=200, help="deals that are imagined for a choice")
    parser.add_argument("--games", type=count, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    add_workers(parser)
    args = parser.parse_args()

    options = parse_options(parse_game("clockwork-spades"), args.option)
    for way in args.ways:
        run = partial(play, way, args.deals, options, args.seed)
        games = spread(run, args.games, args)
        pairs = [fmean((one.result, other.result)) - 0.5 for one, other in zip(games[::2], games[1::2])]
        print(f"{way}: {told(pairs)} points of 100 above random by results, {args.games} games", flush=True)
        if way != "thrifty":
            print(f"  by choices: {told([sum(game.gains) for game in games])}")
            for number, least in enumerate(STOCKS):
                made = fmean(game.choices[number] for game in games)
                gains = told([game.gains[number] for game in games])
                print(f"    {least:>2} or more in the stock: {gains} from {made:.2f} choices a game", flush=True)


if __name__ == "__main__":
    main()
