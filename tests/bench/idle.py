"""How many bytes an idle table writes to its terminal: there should be none.

    python tests/bench/idle.py --seconds 3

It needs a POSIX system, and pyte, which ``pip install -e '.[test]'`` installs.
"""

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.saved.archive import HOME_VARIABLE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0)
    asked = parser.parse_args()
    try:
        from tests.pty.terminal import Terminal
    except ModuleNotFoundError as error:
        parser.error(f"{error.name} is not installed here: `pip install -e '.[test]'` installs what this needs")
    with TemporaryDirectory() as home:
        os.environ[HOME_VARIABLE] = home
        for what, keys in (("untouched", ""), ("after a cursor move", "\x1b[C"), ("after a turn and the bot's", "1\r")):
            with Terminal("play", "--seed", "7", columns=120, rows=40) as terminal:
                terminal.wait_for("quit")
                terminal.settle(0.5)
                terminal.press(keys)
                terminal.settle(2.0)
                before, end = len(terminal.written), monotonic() + asked.seconds
                while monotonic() < end:
                    terminal.settle(0.1)
                print(f"{what}: {len(terminal.written) - before} bytes in {asked.seconds:.1f} s")


if __name__ == "__main__":
    main()
