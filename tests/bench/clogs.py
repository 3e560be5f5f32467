"""How well two bots play Clogs against each other, over paired deals: the share of the tricks, and of the games.

    python tests/bench/clogs.py --bots steady,greedy --pairs 300 --jobs 2
    python tests/bench/clogs.py --bots quick,greedy-high --pairs 4000
    python tests/bench/clogs.py --bots steady,greedy --target 50 --pairs 20

Every other seat is one bot's. Each deal is played twice, the second time with the seats swapped. By default a pair is
one deal of a game that is far from its end. With `--target` it is a whole game, and the report has the share of the
games too.

`greedy` and `greedy-high` are the players of players/clogs_greedy.py. `open-hands` is `steady` with all hands open; it
shows what knowing them is worth. With an odd number of players, the first bot has one seat more in
one of the two games.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, NamedTuple, Protocol

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.bots.evaluation import RandomBot
from clockspades.cards import shuffled
from clockspades.games.clogs.clogs_bots import ClogsQuickBot, ClogsSteadyBot
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.clogs.clogs_rules import LAYOUTS, RULES, ClogsAction, ClogsState
from tests.bench import pairs
from tests.bench.pairs import estimate
from tests.bench.players.clogs_greedy import GreedyPlayer, Lead

GAME: Final = ClogsGame()
FAR: Final = 500
"""A target that no deal reaches."""


class Player(Protocol):
    def choose(self, view: ClogsState) -> ClogsAction: ...


class OpenHandsBot(ClogsSteadyBot):
    """`steady`, but it sees all hands, and only the clogs are hidden. It shows what knowing the hands is worth."""

    def sampler(self, view: ClogsState, seat: int | None = None) -> Callable[[Random], ClogsState]:
        hidden = [clog for row in view.clogs for clog in row if clog is not None]

        def sample(rng: Random) -> ClogsState:
            cards = iter(shuffled(hidden, rng))
            clogs = tuple(tuple(None if clog is None else next(cards) for clog in row) for row in view.clogs)
            return view._replace(clogs=clogs)

        return sample


CHEAT: Final = "open-hands"
PLAYERS: Final[dict[str, Callable[[Random], Player]]] = {
    "random": partial(RandomBot, RULES.legal_actions),
    "greedy": lambda rng: GreedyPlayer(),
    "greedy-high": lambda rng: GreedyPlayer(Lead.HIGH),
    "quick": ClogsQuickBot,
    "steady": ClogsSteadyBot,
    CHEAT: OpenHandsBot,
}


class Game(NamedTuple):
    """A game, or a deal, from the view of the first bot."""

    tricks: float
    """Its share of the tricks."""
    won: float
    """Whether one of its seats won the game; 0 after a single deal."""
    seconds: tuple[float, ...]
    """What each of its choices took of the processor, where there was more than one."""


class Setting(NamedTuple):
    """What is played."""

    bots: tuple[str, str]
    players: int
    target: int | None
    """The points that win; None for a single deal."""
    seed: int

    def pair(self, index: int) -> tuple[Game, Game]:
        """The first bot in the even seats, then in the odd ones."""
        return self.play(index, 0), self.play(index, 1)

    def play(self, index: int, first: int) -> Game:
        options = {"players": self.players, "target": self.target or FAR, "dealer": index % self.players}
        state = RULES.initial(GAME.configure(options))
        bots = [
            PLAYERS[self.bots[(seat + first) % 2]](Random(f"{self.seed} {index} {seat}"))
            for seat in range(self.players)
        ]
        seconds = []
        while state.outcome is None and not (state.number and not self.target and RULES.deal_due(state)):
            if RULES.deal_due(state):
                state = RULES.reduce(state, RULES.deal(state, Random(f"{self.seed} {index} {state.number}"))).state
                continue
            cheats = self.bots[(state.seat + first) % 2] == CHEAT
            view = state if cheats else RULES.observe(state, state.seat)
            start = process_time()
            action = bots[state.seat].choose(view)
            if state.seat % 2 == first and len(RULES.legal_actions(view)) > 1:
                seconds.append(process_time() - start)
            state = RULES.reduce(state, action).state
        won = state.outcome is not None and state.outcome.winners[0] % 2 == first
        return Game(sum(state.scores[first::2]) / sum(state.scores), won, tuple(seconds))


def report(setting: Setting, played: list[tuple[Game, Game]]) -> None:
    """Print what came of the pairs."""
    first, second = setting.bots
    print(f"{first} against {second}, {setting.players} players, {len(played)} pairs, seed {setting.seed}")
    tricks = estimate([(one.tricks + other.tricks) / 2 for one, other in played])
    print(f"  tricks    {first} {tricks:.2%}")
    if setting.target:
        print(f"  games     {first} {estimate([(one.won + other.won) / 2 for one, other in played]):.2%}")
    seconds = sorted(one for pair in played for game in pair for one in game.seconds)
    mean, most = sum(seconds) / len(seconds), seconds[int(len(seconds) * 0.99)]
    print(f"  a choice  {first} {1000 * mean:.3g} ms, 99 of 100 under {1000 * most:.3g} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", metavar="A,B", default="steady,greedy", help="(default: steady,greedy)")
    parser.add_argument("--players", type=int, choices=tuple(LAYOUTS), default=4, help="(default: 4)")
    parser.add_argument("--target", type=int, help="play whole games to this many points")
    pairs.add_arguments(parser, 300)
    args = parser.parse_args()

    bots = args.bots.split(",")
    if len(bots) != 2 or not {*bots} <= {*PLAYERS}:
        parser.error(f"--bots: name two of {', '.join(PLAYERS)}, with a comma between them")
    setting = Setting((bots[0], bots[1]), args.players, args.target, args.seed)
    report(setting, pairs.play(setting.pair, args))


if __name__ == "__main__":
    main()
