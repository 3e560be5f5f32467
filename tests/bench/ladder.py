"""How well each named player plays, and the table of players in docs/strength.md.

    python tests/bench/ladder.py --jobs 2
    python tests/bench/ladder.py spades --jobs 2
    python tests/bench/ladder.py --table

Each measurement is a command of another program here; it is printed, run, and what it prints follows. The figures
belong into `bots` in clockspades/games/GAME/game.py, rounded to the digits that their standard error leaves. Of two
players who meet, each has the figure of the other, the other way round. Who wins all of `n` games gets the share
(n + 1) / (n + 2). `--table` prints the rows of that table.
"""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.cli.parser import count
from clockspades.engine.game import Strength
from clockspades.games.catalogue import GAMES, game_names

HERE: Final = Path(__file__).parent
COMMANDS: Final[Mapping[str, Sequence[str]]] = {
    "clockwork-spades": (
        "strength.py clockwork-spades --bots steady,random --pairs 20000",
        "strength.py clockwork-spades --bots open,steady --pairs 400",
    ),
    "clock": ("strength.py clock --option variant=watch --bots steady,random --pairs 10000",),
    "german-clock": (
        "strength.py german-clock --bots watchful,random --pairs 20000",
        "strength.py german-clock --bots steady,watchful --pairs 5000",
    ),
    "clogs": (
        "strength.py clogs --bots quick,random --pairs 200",
        "strength.py clogs --bots steady,quick --pairs 200",
        "strength.py clogs --bots open,steady --pairs 40",
    ),
    "spades": (
        "spades.py --bots policy,random --pairs 2000",
        "spades.py --bots steady,policy --pairs 300",
        "spades.py --bots open,steady --pairs 100",
    ),
}
"""By game what is measured. In Spades `policy` is the bot `quick`."""


def table() -> Iterator[str]:
    """The rows of the table: each game's players, how they play and how well."""
    for game in GAMES:
        for bot, known in game.bots.items():
            strength = "" if known.strength is None else measured(known.strength)
            yield f"| {game.title} | **{known.name}** `bot:{bot}` | {known.manner} | {strength} |"


def measured(strength: Strength) -> str:
    """A strength with its standard error: ``wins 55.8 ± 0.2% against Pip``."""
    figure = f"{abs(strength.figure):g}{f' ± {strength.error:g}' if strength.error else ''}"
    if strength.in_points:
        return f"scores {figure} points a deal {'less' if strength.figure < 0 else 'more'} than {strength.rival}"
    against = f" against {strength.rival}" if strength.rival else ""
    where = f" in {strength.where}" if strength.where else ""
    return f"wins {figure}%{against}{where}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=game_names(), help="only this game")
    parser.add_argument("--jobs", type=count, default=1)
    parser.add_argument("--table", action="store_true", help="print the rows of docs/strength.md instead")
    args = parser.parse_args()
    if args.table:
        print("\n".join(table()))
        return
    for game, commands in COMMANDS.items():
        for command in commands if args.game in (None, game) else ():
            print(f"python tests/bench/{command}", flush=True)
            program, *arguments = shlex.split(command)
            subprocess.run([sys.executable, HERE / program, *arguments, "--jobs", str(args.jobs)], check=True)


if __name__ == "__main__":
    main()
