"""What compiling brings: rollouts, choices and reviews in plain Python and compiled, in turns.

    python tests/bench/compiled.py
    python tests/bench/compiled.py --reviews spades
    python tests/bench/compiled.py --package DIR    # made by `python -m distribution.compiler DIR`

Rollouts are deals of Spades that the policy plays out. Choices are those of the best bots in the first deal of a game,
with more than one legal action. Reviews, which take long, are those of the first seat, of a game between quick bots.
Times are those of the processor; each is the least of all rounds, which a busy machine disturbs least.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FIGURES: Final = "--figures"
GAMES: Final = ("spades", "clogs", "clockwork-spades")
ROLLOUTS: Final = 1000


def taken(work: Callable[[], object]) -> float:
    """The milliseconds that something takes."""
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def rollout() -> float:
    """The milliseconds of a rollout from the first lead, on average."""
    from clockspades.cards import PACK
    from clockspades.games.spades.core import Core, bits_of
    from clockspades.games.spades.policy import contracts_of, play_out
    from clockspades.games.spades.spades_game import SpadesGame

    game, rng, pack = SpadesGame(), Random(1), [*PACK]
    contracts = contracts_of([3, 4, 2, 3], game.rules.initial(game.configure({})).settings, (0, 0))
    cores: list[Core] = []
    for _ in range(ROLLOUTS):
        rng.shuffle(pack)
        cores.append(Core([bits_of(pack[seat::4]) for seat in range(4)], 0, [0] * 4, 13, False))
    return taken(lambda: [play_out(core, contracts) for core in cores]) / ROLLOUTS


def figures(reviews: Sequence[str]) -> dict[str, float]:
    """What was measured, in milliseconds; reviews only of the games named."""
    from clockspades.cli.arguments import parse_game
    from clockspades.engine.rules import Deal
    from clockspades.review.review import review
    from clockspades.simulation.simulate import Simulation

    found = {"a rollout": rollout()}
    for name in GAMES:
        offer = parse_game(name)
        game, options = offer.game, offer.game.configure(offer.preset.options)
        bots = (*[next(bot for bot in ("quick", "random") if bot in game.bots)] * game.seats(options),)
        session = Simulation(game, options, bots, 1).play(0)
        times, deals = list[float](), 0
        for before, after in zip(session.positions, session.positions[1:]):
            deals += isinstance(after.action, Deal)
            state = before.state
            if deals == 1 and not isinstance(after.action, Deal) and len(game.rules.legal_actions(state)) > 1:
                view, bot = game.sight(state, state.seat, game.best_bot), game.make_bot(game.best_bot, Random(1))
                times.append(taken(lambda: bot.choose(view)))  # noqa: B023
        found[f"a choice in {name}"] = fmean(times)
        if name in reviews:
            found[f"a review of {name}"] = taken(lambda: review(session, 0))  # noqa: B023
    return found


def measured(package: Path, reviews: Sequence[str]) -> dict[str, float]:
    """The figures of a package, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (package, ROOT)))}
    command = [sys.executable, "-P", "-m", "tests.bench.compiled", FIGURES, *reviews]
    told = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
    found: dict[str, float] = json.loads(told)
    return found


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == [FIGURES]:
        print(json.dumps(figures(arguments[1:])))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", type=Path, metavar="DIR", help="a compiled package (default: compile one)")
    parser.add_argument("--reviews", nargs="*", choices=GAMES, default=[], help="the games to review")
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        package = args.package or Path(folder)
        if args.package is None:
            subprocess.run([sys.executable, "-m", "distribution.compiler", folder], cwd=ROOT, check=True)
        packages = (ROOT, package.absolute())
        rounds = [[measured(each, args.reviews) for each in packages] for _ in range(args.rounds)]
    print(f"{'':28}{'plain Python':>16}{'compiled':>16}{'gain':>8}")
    for name in rounds[0][0]:
        plain, fast = (min(pair[which][name] for pair in rounds) for which in (0, 1))
        print(f"{name:28}{plain:13.3f} ms{fast:13.3f} ms{plain / fast:7.2f}x")


if __name__ == "__main__":
    main(sys.argv[1:])
