"""How well two bots of a game play against each other, over paired deals.

    python tests/bench/strength.py --bots steady,random --games 4000 --jobs 2
    python tests/bench/strength.py clogs --option players=4 --pairs 20 --jobs 2
    python tests/bench/strength.py clock --option variant=watch --pairs 10000
    python tests/bench/strength.py clogs --option players=4 --chances 0.1 --games 100 --jobs 2

Every other seat is one bot's, and the rest the other's. Each deal is played twice, the second time with the seats
swapped. In a patience each bot plays it once. The two games of a pair are not independent, so the standard errors are
those of the pairs.

The share of a bot is what its seats won; a draw counts half. Elo is the difference in rating that gives this share.
Scores are those of the log: by seat, or by side in a game of partners. Clockwork Spades counts penalties, so fewer are
better. A choice is timed if there is more than one.

With `--chances` the best bot of Spades or Clogs plays games against itself with so much of its effort, or the bot
`quick` if that is 0. At some choices of each it tells a win chance with its whole effort, as a hint does. If the
chances come true, the slope of the results on them is 1; below that they are too sure. The chances at the end of the
deal, which depend on less, say the same of what is told in it. Noise of the chances does not flatten a slope, as each
is estimated twice, with independent errors. The standard error is that of the games.
"""

import argparse
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.bots.evaluation import evaluating_bot
from clockspades.cli.arguments import parse_game
from clockspades.engine.game import Bot
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import Deal, Rules
from clockspades.engine.session import AnySession
from clockspades.games.clogs.clogs_bots import SAMPLES, ClogsSteadyBot
from clockspades.games.spades.spades_bots import SpadesSteadyBot
from clockspades.games.tricks import TrickTaken
from clockspades.simulation.simulate import Simulation
from tests.bench import pairs
from tests.bench.pairs import Estimate, estimate


class Timed:
    """A bot with a stopwatch."""

    def __init__(self, bot: Bot[Any, Any], rules: Rules[Any, Any, Any], seconds: list[float]) -> None:
        self._bot, self._rules, self._seconds = bot, rules, seconds

    def choose(self, view: Any) -> Any:
        start = perf_counter()
        action = self._bot.choose(view)
        seconds = perf_counter() - start
        if len(self._rules.legal_actions(view)) > 1:
            self._seconds.append(seconds)
        return action


@dataclass(frozen=True)
class TimedSimulation(Simulation):
    """A simulation that times the bots of the even seats and those of the odd ones."""

    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    def player(self, index: int, seat: int) -> Timed:
        return Timed(super().player(index, seat), self.game.rules, self.seconds[seat % 2])


class Gains(NamedTuple):
    """What a bot brought home from a pair of games."""

    won: float
    """Games, a draw counting half."""
    score: float
    """The mean score of its seats, the sum over its games."""
    tricks: int
    seconds: float
    """All that its choices took."""
    longest: float
    choices: int


class Pair(NamedTuple):
    """A deal, played twice."""

    gains: tuple[Gains, Gains]
    """By bot."""
    draws: int
    deals: int


POINTS: Final = 12
"""Choices of a game at which a chance is told."""
LIGHT: Final[Mapping[str, Callable[[Random, float], Bot[Any, Any]]]] = {
    "spades": SpadesSteadyBot,
    "clogs": lambda rng, effort: ClogsSteadyBot(rng, round(SAMPLES * effort)),
}


@dataclass(frozen=True)
class LightSimulation(Simulation):
    """A simulation whose bots make less effort."""

    effort: float = 1.0

    def player(self, index: int, seat: int) -> Bot[Any, Any]:
        rng = Random(f"{self.seed}:{index}:{seat}")
        return LIGHT[self.game.name](rng, self.effort) if self.effort else self.game.make_bot("quick", rng)


class Told(NamedTuple):
    """The chance to win that a player was told, and what came of it: the result, or a later chance."""

    one: float
    other: float
    """The same, by other samples."""
    won: float

    @property
    def chance(self) -> float:
        return (self.one + self.other) / 2


class Telling(NamedTuple):
    """What is played, and the effort of the players."""

    game: str
    options: Mapping[str, OptionValue]
    effort: float
    seed: int

    def told(self, index: int) -> tuple[list[Told], list[Told], list[Told]]:
        """What is told in a game: between deals to everyone; and in a deal, as its end shows, and that of the game."""
        game = parse_game(self.game).game
        seats = game.seats(self.options)
        session = LightSimulation(game, self.options, (game.best_bot,) * seats, self.seed, self.effort).play(index)
        rng, rules = Random(f"{self.seed}:{index}"), game.rules
        bot = evaluating_bot(game, rng)
        assert bot is not None
        assert session.outcome is not None
        shares = [session.outcome.share(seat, seats) for seat in range(seats)]
        between, deals, choices = list[Told](), list[Told](), list[Told]()
        ends: list[tuple[int, list[float]]] = []
        for point, position in enumerate(session.positions[1:], 1):
            if rules.deal_due(position.state):
                ends.append((point, [fmean(bot.expect(position.state, seat)) for seat in range(seats)]))
                between += [Told(chance, chance, won) for chance, won in zip(ends[-1][1], shares)]
        ends.append((session.last, shares))
        points = [point for point, seat in enumerate(session.choosers()) if seat is not None]
        for point in rng.sample(points, min(POINTS, len(points))):
            state = session.position(point).state
            view = rules.observe(state, state.seat)
            one, other = bot.evaluate(view, 0.5), bot.evaluate(view, 0.5)
            together = (one + other).shares
            best = max(together, key=together.__getitem__)
            told = (one.shares[best], other.shares[best])
            choices.append(Told(*told, shares[state.seat]))
            deals.append(Told(*told, next(chances for end, chances in ends if end > point)[state.seat]))
        return between, deals, choices


def slope(games: Sequence[Sequence[Told]]) -> Estimate:
    """The slope of the results on the chances told, and its standard error by games."""
    told = [told for game in games for told in game]
    chance, won = fmean(one.chance for one in told), fmean(one.won for one in told)
    spread = sum((one.one - chance) * (one.other - chance) for one in told)
    found = sum((one.chance - chance) * (one.won - won) for one in told) / spread
    off = [
        sum((one.chance - chance) * (one.won - won) - found * (one.one - chance) * (one.other - chance) for one in game)
        for game in games
    ]
    return Estimate(found, math.sqrt(sum(each**2 for each in off)) / spread)


def report_chances(found: Sequence[tuple[Sequence[Told], ...]]) -> None:
    """Print how the chances came true: slopes, and what came of each tenth."""
    for kind, games in zip(("between deals", "in a deal, by its end", "in a deal"), zip(*found)):
        told = [one for game in games for one in game]
        print(f"  {kind:<21} slope {slope(games):.3f} of {len(told):,} chances in {len(games):,} games")
        for tenth in range(10):
            some = [one for one in told if min(int(10 * one.chance), 9) == tenth]
            if some:
                said, made = fmean(one.chance for one in some), fmean(one.won for one in some)
                print(f"    said {said:4.0%}, made {made:4.0%} of {len(some):,}")


class Setting(NamedTuple):
    """What is played."""

    game: str
    options: Mapping[str, OptionValue]
    bots: tuple[str, str]
    seed: int

    def pair(self, index: int) -> Pair:
        """The pair of this number: first the first bot has the even seats, then the other."""
        game = parse_game(self.game).game
        seats = game.seats(self.options)
        found: tuple[list[Gains], list[Gains]] = ([], [])
        draws = deals = 0
        for first in (0, 1):
            bots = tuple(self.bots[(seat + first) % 2] for seat in range(seats))
            simulation = TimedSimulation(game, self.options, bots, self.seed)
            session = simulation.play(index)
            for parity in range(min(seats, 2)):
                found[(parity + first) % 2].append(gains(session, parity, simulation.seconds[parity]))
            draws += is_drawn(session)
            deals += sum(isinstance(position.action, Deal) for position in session.positions)
        return Pair((total(found[0]), total(found[1])), draws, deals)


def is_drawn(session: AnySession) -> bool:
    """Whether nobody won a finished game; a patience is lost then."""
    return session.outcome is not None and not session.outcome.winners and len(session.seats) > 1


def gains(session: AnySession, parity: int, seconds: Sequence[float]) -> Gains:
    """What the even seats brought home from a finished game, or the odd ones."""
    outcome, seats = session.outcome, len(session.seats)
    assert outcome is not None
    mine = range(parity, seats, 2)
    won = sum(seat in mine for seat in outcome.winners) / max(1, len(outcome.winners))
    sides = session.state.sides if len(outcome.scores) < seats else range(seats)
    tricks = sum(
        isinstance(event, TrickTaken) and event.winner in mine
        for position in session.positions
        for event in position.events
    )
    score = sum(outcome.scores[sides[seat]] for seat in mine) / len(mine)
    return Gains(0.5 if is_drawn(session) else won, score, tricks, sum(seconds), max(seconds, default=0), len(seconds))


def total(games: Sequence[Gains]) -> Gains:
    """What several games brought."""
    return Gains(
        won=sum(game.won for game in games),
        score=sum(game.score for game in games),
        tricks=sum(game.tricks for game in games),
        seconds=sum(game.seconds for game in games),
        longest=max(game.longest for game in games),
        choices=sum(game.choices for game in games),
    )


def elo(share: Estimate) -> str:
    """The difference in rating that a share of the games means."""
    if not 0 < share.mean < 1:
        return "beyond measure"
    difference = 400 * math.log10(share.mean / (1 - share.mean))
    slope = 400 / math.log(10) / (share.mean * (1 - share.mean))
    return f"{Estimate(difference, slope * share.error):+.0f}"


def report(setting: Setting, played: Sequence[Pair]) -> None:
    """Print what came of the pairs."""
    first, second = setting.bots
    is_patience = parse_game(setting.game).game.seats(setting.options) == 1
    each = 1 if is_patience else 2  # games of a pair that a bot plays in
    games, deals = each * len(played), sum(pair.deals for pair in played)

    def both(figure: Callable[[int], object]) -> str:
        return f"{first} {figure(0)}, {second} {figure(1)}"

    def ahead(value: Callable[[Gains], float]) -> Estimate:
        """How much more of this the first bot has in a game."""
        return estimate([(value(pair.gains[0]) - value(pair.gains[1])) / each for pair in played])

    shares = [estimate([pair.gains[bot].won / each for pair in played]) for bot in (0, 1)]
    draws = sum(pair.draws for pair in played)
    won = [round(sum(pair.gains[bot].won for pair in played) - draws / 2) for bot in (0, 1)]
    print(f"  share     {both(lambda bot: f'{shares[bot]:.2%}')}")
    print(f"  won       {both(lambda bot: f'{won[bot]:,}')} of {games:,}; {draws:,} drawn")
    if is_patience:
        print(f"  ahead     {first} {ahead(lambda gains: gains.won):+.2%}")
    else:
        print(f"  Elo       {first} {elo(shares[0])}")

    scores = [estimate([pair.gains[bot].score / each for pair in played]) for bot in (0, 1)]
    lead = ahead(lambda gains: gains.score)
    print(f"  score     {both(lambda bot: f'{scores[bot]:.2f}')} a game")
    print(f"            {first} {lead:+.2f} a game", end="")
    deals_a_game = deals / (2 * len(played))
    print(f", {Estimate(lead.mean / deals_a_game, lead.error / deals_a_game):+.2f} a deal" if deals_a_game > 1 else "")

    tricks = sum(gains.tricks for pair in played for gains in pair.gains)
    if tricks:
        taken = estimate([pair.gains[0].tricks / sum(gains.tricks for gains in pair.gains) for pair in played])
        print(f"  tricks    {first} {taken:.2%} of {tricks:,}")
    print(f"  a choice  {both(lambda bot: pace([pair.gains[bot] for pair in played]))}")


def pace(games: Sequence[Gains]) -> str:
    """How long a bot took for a choice."""
    seconds, choices = sum(game.seconds for game in games), sum(game.choices for game in games)
    if not choices:
        return "never had one"
    return f"{milliseconds(seconds / choices)} ms (longest {milliseconds(max(game.longest for game in games))})"


def milliseconds(seconds: float) -> str:
    """Three digits of a time that may be microseconds or seconds."""
    return f"{1000 * seconds:,.0f}" if seconds > 0.1 else f"{1000 * seconds:.3g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    pairs.add_game(parser)
    parser.add_argument("--bots", metavar="A,B", help="(default: the best bot and the quickest)")
    pairs.add_arguments(parser, 2000)
    parser.add_argument("--chances", metavar="EFFORT", type=float, help="instead, how well win chances come true")
    args = parser.parse_args()
    game, options = pairs.chosen_game(parser, args)
    if args.chances is not None:
        print(f"{', '.join([game.name, *args.option])}: {2 * args.pairs:,} games, seed {args.seed}", flush=True)
        telling = Telling(game.name, options, args.chances, args.seed)
        report_chances(pairs.spread(telling.told, 2 * args.pairs, args))
        return
    bots = [bot.strip() for bot in args.bots.split(",")] if args.bots else [game.best_bot, game.quickest_bot]
    if len(bots) != 2 or not {*bots} <= {*game.bots}:
        parser.error(f"--bots: name two of {', '.join(game.bots)}, with a comma between them")
    setting = Setting(game.name, options, (bots[0], bots[1]), args.seed)
    print(f"{', '.join([game.name, *args.option])}: {args.pairs:,} pairs, seed {args.seed}", flush=True)
    report(setting, pairs.play(setting.pair, args))


if __name__ == "__main__":
    main()
