"""How soon the table stands on the screen, and how soon it answers a key, against a bare Textual application.

    python tests/bench/latency.py --script ../shared/bench/pty_bench.py

The bare application shows one label, which a key changes. Both run in a pseudo-terminal of the same size, and the
script times them there. They take turns, and each round gives a ratio of the medians in it; the least of all
rounds, which a busy machine disturbs least, gives one too. As in an installed program every module is compiled
before: the first start of each is not measured.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

BARE = """\
from textual.app import App, ComposeResult
from textual.widgets import Label


class Bare(App[None]):
    pressed = 0

    def compose(self) -> ComposeResult:
        yield Label("Pressed 0000 times")

    def on_key(self) -> None:
        self.pressed += 1
        self.query_one(Label).update(f"Pressed {self.pressed:04} times")


Bare().run()
"""


class Figures(NamedTuple):
    """One program's figures in one round: the median and the least milliseconds, and the most that a key writes."""

    launch: tuple[float, float]
    key: tuple[float, float]
    frames: int
    bytes: int


def measure(script: Path, size: str, starts: int, presses: int, home: Path, command: list[str]) -> Figures:
    """What the script tells of a program: a few launches, each followed by a few keys."""
    columns, rows = size.split("x")
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(home / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    options = ["--cols", columns, "--rows", rows, "-n", str(starts), "-k", str(presses)]
    options += ["--key", "right", "--key", "left", "--env", f"CLOCKSPADES_HOME={home}"]
    told = subprocess.run(
        [sys.executable, str(script), *options, "--", *command], env=environment, check=True, capture_output=True
    ).stdout
    report = json.loads(told)
    if report["missed"]:
        sys.exit(f"{report['missed']} keys changed nothing in {command}")
    launch, key = report["spawn"]["full_frame"], report["key"]
    end = key["frame_end"]
    return Figures(
        (launch["median"], launch["min"]), (end["median"], end["min"]), key["frames"]["max"], key["bytes"]["max"]
    )


def compare(what: str, table: list[tuple[float, float]], bare: list[tuple[float, float]]) -> str:
    """The medians of both and their ratio; of each round there is the median and the least time."""
    ours, theirs = (median(middle for middle, _ in rounds) for rounds in (table, bare))
    each = sorted(one / other for (one, _), (other, _) in zip(table, bare))
    least = min(low for _, low in table) / min(low for _, low in bare)
    return (
        f"{what:7} table {ours:6.1f} ms   bare {theirs:6.1f} ms   ratio {median(each):.2f}"
        f" (rounds {each[0]:.2f} to {each[-1]:.2f}, least to least {least:.2f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--script", type=Path, default=Path("../shared/bench/pty_bench.py"), help="pty_bench.py")
    parser.add_argument("--size", default="120x40", metavar="COLUMNSxROWS")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--starts", type=int, default=2, help="launches of each program in a round")
    parser.add_argument("--presses", type=int, default=20, help="keys after each launch")
    asked = parser.parse_args()
    table: list[Figures] = []
    bare: list[Figures] = []
    with TemporaryDirectory() as directory:
        home = Path(directory)
        program = home / "bare.py"
        program.write_text(BARE, encoding="utf-8")
        ours = [sys.executable, "-m", "clockspades", "play", "--seed", "7"]
        theirs = [sys.executable, str(program)]
        for command in (theirs, ours):
            measure(asked.script, asked.size, 1, 1, home, command)
        for _ in range(asked.rounds):
            bare.append(measure(asked.script, asked.size, asked.starts, asked.presses, home, theirs))
            table.append(measure(asked.script, asked.size, asked.starts, asked.presses, home, ours))
    print(compare("launch", [one.launch for one in table], [one.launch for one in bare]))
    print(compare("key", [one.key for one in table], [one.key for one in bare]))
    print(f"a key writes {max(one.frames for one in table)} frame(s), at most {max(one.bytes for one in table)} bytes")


if __name__ == "__main__":
    main()
