"""How soon the program ends after more keys than it can handle, when Ctrl+Q is pressed or its terminal is closed.

    python tests/bench/backlog.py --seconds 20 --rate 1000

Each of these is tried on several screens. It needs a POSIX system.
"""

import argparse
import os
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.saved.archive import HOME_VARIABLE
from tests.pty.program import PATIENCE, Program

STARTS = (("play", "clockwork-spades"), ("play", "spades"), ("play", "german-clock"), ())
KEYS = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", *"\r 123456789ur")


def time_to_end(arguments: tuple[str, ...], seconds: float, rate: int, *, closes: bool, home: str) -> float:
    """Seconds from the last key to the end of the process."""
    program = Program(arguments, {**os.environ, HOME_VARIABLE: home, "TERM": "xterm-256color"})
    try:
        while not program.read(0.1):
            pass
        rng, began, sent = Random(1), monotonic(), 0
        while (passed := monotonic() - began) < seconds:
            count = int(passed * rate) - sent
            program.send("".join(rng.choices(KEYS, k=count)))
            sent += count
            program.read(0.002)
        asked = monotonic()
        if closes:
            program.hang_up()
        else:
            program.send("\x11")
        if not program.ends_within(2 * PATIENCE):
            return float("inf")
        return monotonic() - asked
    finally:
        program.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=int, default=1000, help="keys a second")
    asked = parser.parse_args()
    with TemporaryDirectory() as home:
        for arguments in STARTS:
            for closes in (False, True):
                took = time_to_end(arguments, asked.seconds, asked.rate, closes=closes, home=home)
                what = "closed" if closes else "Ctrl+Q"
                print(f"{' '.join(arguments) or 'title':24} {what:8} {took:.2f} s", flush=True)


if __name__ == "__main__":
    main()
