"""Press random keys, click, drag, paste, resize and send random bytes on every screen, and report crashes and hangs.

``python -m tests.pty.monkey --minutes 20`` runs longer than the test, and says which screens it has seen and what
memory the program used. The program runs in a pseudo-terminal. It is started again, on another screen, after some
seconds, and whenever a key has ended it. The exit status is 1 if it ever crashed, hung, or left a saved game that does
not verify. The same seed sends the same input, but what it meets depends on the speed of the machine.

It needs a POSIX system.
"""

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep, time
from typing import Any, Final, NamedTuple

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header
from clockspades.engine.options import Json
from clockspades.engine.share import KEY as CODE
from clockspades.engine.share import write_code
from clockspades.games.catalogue import find_game
from clockspades.network.meeting.short_codes import DIRECT_VARIABLE, MAILBOX_VARIABLE, RELAY_VARIABLE
from clockspades.saved.archive import HOME_VARIABLE
from clockspades.saved.log import format_log
from clockspades.saved.series import KEY as SERIES
from clockspades.saved.series import SERIES_JSON, new_series
from tests import commands
from tests.compare.same_deal import SHORT, STARTED, kept, played
from tests.pty.terminal import PATIENCE, Terminal, is_at_work
from tests.tui.test_every_screen import WAYS as ALL_SCREENS
from tests.tui.textual_fixes.test_terminal_parser import SEQUENCES

RATE: Final = 190
"""Events a second."""
ARROWS: Final = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D")
KEYS: Final = (
    *ARROWS, *ARROWS, *"\r\r\r\r    0123456789abcdefhlnoprstuvwxy?/[]", "\x1b", "\t", "\x1b[Z", "\x7f", "\x10",
    "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[I", "\x1b[O",
)  # fmt: skip
SIZES: Final = ((60, 18), (80, 24), (80, 24), (100, 30), (120, 40), (200, 60), (400, 120), (59, 17), (30, 8), (1, 1))
KEPT_OUT: Final = bytes.maketrans(b"q\x03\x11\x1a\x1c", b"hhhhh")
"""Bytes that leave or stop the program, which random ones would do all the time."""
SECONDS: Final = (3.0, 5.0, 5.0, 15.0, 60.0)
"""How long the program runs from one of its screens."""
QUIET: Final = 0.8
"""Seconds without output before a key that leads to a screen. Escape waits nearly as long."""
MOST_BUSY: Final = 5.0
"""Seconds after which a screen that goes on by itself counts as opened."""
SECOND_THOUGHTS: Final = 5.0
"""Seconds after which Ctrl+Q is pressed again: the first one may only say what leaving does."""
Gesture = tuple[int, str | bytes | tuple[int, int]]
"""How many events something is, and what to send, or a new size."""
GAMES: Final = (
    ("clockwork-spades",),
    ("clockwork-spades", "--option", "rules=gamerules", "--seat", "Ana", "--seat", "Ben"),
    ("clock",),
    ("clock", "--option", "variant=watch"),
    ("german-clock",),
    ("clogs", "--option", "players=6"),
    ("clogs", "--option", "players=2", "--best-of", "3"),
    ("spades",),
    ("spades", "--option", "players=2"),
    ("spades", "--seat", "Ana", "--seat", "Ben", "--seat", "Cy", "--seat", "Di"),
)

RESULTS: Final = {"clockwork-spades": "v", "clock": "e", "german-clock": "w", "clogs": "v", "spades": "v"}
"""The keys that open something from the result of a game."""
FRIENDS: Final = ("Ana", "Ben")
"""Who has played the same deal of each game."""


@dataclass
class Report:
    """What happened in one run."""

    events: int = 0
    starts: int = 0
    faults: list[str] = field(default_factory=list)
    slowest_exit: float = 0.0
    memory: list[int] = field(default_factory=list)
    """Resident kilobytes, sampled every ten seconds, and at every exit."""
    screens: set[str] = field(default_factory=set)
    """The classes of the screens that were open."""


class Way(NamedTuple):
    """How to come to a screen: arguments, and keys to press from there."""

    arguments: Sequence[str]
    keys: str = ""


def gestures(rng: Random) -> Iterator[Gesture]:
    """Endless input."""
    columns, rows = 80, 24

    def mouse(button: int, column: int, row: int, end: str = "M") -> str:
        return f"\x1b[<{button};{column + 1};{row + 1}{end}"

    def place() -> tuple[int, int]:
        return rng.randrange(columns), rng.randrange(rows)

    while True:
        kind = rng.random()
        if kind < 0.05:
            yield 1, rng.randbytes(rng.randint(1, 30)).translate(KEPT_OUT)
        elif kind < 0.10:
            yield 1, _mutated(rng)
        elif kind < 0.55:
            yield 1, rng.choice(KEYS)
        elif kind < 0.60:
            times = rng.randint(2, 40)
            yield times, rng.choice(KEYS) * times
        elif kind < 0.75:
            at = place()
            times = rng.choice((1, 1, 2, 3))
            yield 2 * times, (mouse(0, *at) + mouse(0, *at, "m")) * times
        elif kind < 0.85:
            yield 1, mouse(35, *place())
        elif kind < 0.90:
            path = [place() for _ in range(rng.randint(2, 8))]
            moves = "".join(mouse(32, *at) for at in path)
            yield len(path) + 2, mouse(0, *path[0]) + moves + (mouse(0, *path[-1], "m") if rng.random() < 0.9 else "")
        elif kind < 0.95:
            times = rng.randint(1, 10)
            yield times, mouse(rng.choice((64, 65)), *place()) * times
        elif kind < 0.97:
            text = "".join(rng.choices("abc ♠7\n[/]", k=rng.choice((1, 10, 10, 5000))))
            yield 1, f"\x1b[200~{text}\x1b[201~"
        elif kind < 0.9997:
            columns, rows = rng.choice(SIZES) if rng.random() < 0.8 else (rng.randint(1, 220), rng.randint(1, 70))
            yield 1, (columns, rows)
        else:
            yield 1, "q"


def _mutated(rng: Random) -> bytes:
    """What a terminal may send, with some bytes changed, left out, added, or cut off."""
    data = bytearray(b"".join(rng.choices(SEQUENCES, k=rng.randint(1, 3))))
    for _ in range(rng.randint(0, 3)):
        at = rng.randint(0, len(data))
        data[at : at + rng.randint(0, 2)] = rng.choice((b"", b"\x1b", b";", b":", b"9" * 20, rng.randbytes(1)))
    return bytes(data[: rng.choice((None, None, rng.randint(0, len(data))))]).translate(KEPT_OUT)


def ways(rng: Random, games: Path) -> Iterator[Way]:
    """Endless ways to start: every screen before one comes again."""
    host = ("host", "--listen", "127.0.0.1:0", "--option", "players=2", "--seat", "1=bot:random")
    titles = (
        "", "p", "p1", "p5", "p7", "p9", "e", "l", "d", "a", "g", "r", "s", "t", "tm", "f", "fo", "fc", "?", "\x10",
    )  # fmt: skip
    while True:
        saved = [str(path) for path in sorted(games.glob("*.cslog"))]
        over = [str(games / f"{game}-{name}.cslog") for game in RESULTS for name in FRIENDS]
        found = [
            *(Way([], keys) for keys in titles),
            *(Way(["play", *game], rng.choice(("", "l", "h", "?", "\x10"))) for game in GAMES),
            Way(["play", *GAMES[1], "--seed", "1"], " 1\ru"),
            *(Way(["replay", rng.choice(saved)], keys) for keys in ("", "n", "d", "e", "\x1b[Cb\x1bo", "\x1b[Cb")),
            *(Way(["replay", *over[at : at + 2]]) for at in rng.sample(range(0, len(over), 2), 2)),
            *(Way([], "g" + "\x1b[B" * at + "c" + keys) for at, keys in enumerate(RESULTS.values())),
            *(Way(["daily", *game]) for game in ((), ("clock",), ("clogs",))),
            *(Way([*host, game], keys) for game in ("clogs", "spades") for keys in ("", "s")),
            Way(["practice"]), Way(["practice"], "1"), Way(["resume"]),
        ]  # fmt: skip
        rng.shuffle(found)
        yield from found


def _keep_result(games: Path, game: AnyGame, deal: int, at: int) -> None:
    """Keep a finished game of a series that goes on, at this place in the list of all games, which leads to its result.

    It counts as a game of tomorrow, so that none that is played comes before it. With a share code it fits a duel.
    """
    session = played(game, deal=deal)
    extra: dict[str, Json] = {SERIES: SERIES_JSON.write(new_series(len(session.seats), best_of=5))}
    if game.name not in SHORT:
        extra[CODE] = write_code(game, session.options, deal)
    path = games / f"{game.name}-over.cslog"
    path.write_text(format_log(Header(game.name, session.options, session.seats, STARTED, extra=extra), session))
    os.utime(path, (tomorrow := time() + 86400 - at, tomorrow))


def run(seed: int, seconds: float, told: Callable[[str], None], most: float = inf) -> Report:
    """Send input for so long, or at most so many inputs."""
    rng, report = Random(seed), Report()
    with TemporaryDirectory() as home:
        seen = Path(home) / "screens"
        variables: dict[str, Any] = {
            HOME_VARIABLE: home, "CLOCKSPADES_DEBUG": "1", "PYTHONFAULTHANDLER": "1",
            commands.SEEN_VARIABLE: str(seen), DIRECT_VARIABLE: "no", MAILBOX_VARIABLE: "ws://127.0.0.1:9/v1",
            RELAY_VARIABLE: "tcp:127.0.0.1:9",
        }  # fmt: skip
        games = Path(home) / "games"
        for at, name in enumerate(RESULTS):
            asked = f"simulate {name} --games 2 --seed {seed} --bots random --save"
            commands.run([*asked.split(), games], None, **{HOME_VARIABLE: home})
            game = find_game(name)
            assert game is not None, "these games are in the catalogue"
            for other, friend in enumerate(FRIENDS):
                kept(games, played(game, friend, other, apart=2, deal=seed), f"{name}-{friend}")
            _keep_result(games, game, seed + 1, at)
        end, starts, stream = monotonic() + seconds, ways(rng, games), gestures(rng)
        while monotonic() < end and report.events < most:
            way = next(starts)
            report.starts += 1
            with Terminal(*way.arguments, drawn=False, **variables) as program:
                _abuse(program, way, stream, rng, min(end, monotonic() + rng.choice(SECONDS)), most, report, told)
        report.screens.update(seen.read_text().split() if seen.exists() else ())
        for path in sorted(games.glob("*.cslog")):
            checked = commands.run(["verify", path], None, **{HOME_VARIABLE: home})
            if checked.status:
                _note(report, told, f"does not verify: {path.name}: {(checked.out + checked.err).strip()}")
    return report


def _abuse(
    program: Terminal, way: Way, stream: Iterator[Gesture], rng: Random, end: float, most: float, report: Report,
    told: Callable[[str], None],
) -> None:  # fmt: skip
    """Send input to one running program until it ends, the time is up or there were as many inputs as are wanted."""
    deadline = monotonic() + PATIENCE
    while not program.read(0.1) and program.process.poll() is None and monotonic() < deadline:
        pass
    sleep(rng.choice((0.0, 0.1, 0.5)))
    for key in re.findall(r"(?s)\x1b\[.|.", way.keys):
        until = monotonic() + MOST_BUSY
        while (program.read(QUIET) or is_at_work(program.process.pid)) and monotonic() < until:
            pass
        program.press(key)
    checked, sampled, due = monotonic(), monotonic(), monotonic()
    while monotonic() < end and report.events < most and program.process.poll() is None:
        count, what = next(stream)
        if isinstance(what, tuple):
            program.resize(*what)
        else:
            program.send(what if isinstance(what, bytes) else what.encode())
        report.events += count
        due = max(due + count / RATE, monotonic() - 1.0)
        while (rest := due - monotonic()) > 0:
            program.read(rest)
        program.read(0.0)
        if monotonic() - sampled > 10.0:
            sampled = monotonic()
            report.memory.append(_memory(program))
        if monotonic() - checked > 7.0:
            if not _answers(program):
                _note(report, told, f"hung: {' '.join(way.arguments)}: {_last_words(program)}")
                return
            checked = monotonic()
    if program.process.poll() is None:
        report.memory.append(_memory(program))
        began = monotonic()
        while monotonic() - began < PATIENCE:
            program.press("\x1b[201~\x11")  # a pasted text may have no end yet
            if _ends_within(program, SECOND_THOUGHTS):
                break
        else:
            _note(report, told, f"did not quit: {' '.join(way.arguments)}: {_last_words(program)}")
            return
        report.slowest_exit = max(report.slowest_exit, monotonic() - began)
    while program.read(0.05):
        pass
    words = _last_words(program)
    if program.process.returncode not in (0, 2) or "Traceback" in words:
        _note(report, told, f"exit {program.process.returncode}: {' '.join(way.arguments)}: {words}")


def _answers(program: Terminal) -> bool:
    """Whether a new size is drawn, also after Ctrl+Z."""
    if program.process.poll() is None:
        os.killpg(program.process.pid, signal.SIGCONT)
    while program.read(0.0):
        pass
    deadline, columns = monotonic() + PATIENCE, 80
    while monotonic() < deadline:
        columns = 181 - columns
        program.resize(columns, 30)
        until = monotonic() + 1.0
        while monotonic() < until:
            if program.read(0.1) or program.process.poll() is not None:
                return True
    return False


def _ends_within(program: Terminal, seconds: float) -> bool:
    deadline = monotonic() + seconds
    while program.process.poll() is None and monotonic() < deadline:
        program.read(0.01)
    return program.process.poll() is not None


def _memory(program: Terminal) -> int:
    """Its resident kilobytes; 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{program.process.pid}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) if found else 0


def _last_words(program: Terminal) -> str:
    """What it said outside of its screen: a traceback, or the last sentence. One that hangs says where."""
    if program.process.poll() is None:
        program.process.send_signal(signal.SIGABRT)
        _ends_within(program, 2.0)
    text = program.written.rpartition(b"\x1b[?1049l")[2].decode(errors="replace")
    text = re.sub(r"\x1b(\[[^@-~]*[@-~]|.)", "", text)
    found = re.search("(Traceback|Fatal Python error).*", text, re.DOTALL)
    return found[0][-3000:] if found else text.strip()[-200:]


def _note(report: Report, told: Callable[[str], None], fault: str) -> None:
    report.faults.append(fault)
    told(fault)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1.0)
    asked = parser.parse_args()
    report = run(asked.seed, 60 * asked.minutes, lambda fault: print(fault, flush=True))
    memory = report.memory or [0]
    unseen = {way.screen for way in ALL_SCREENS.values()} - report.screens
    print(
        f"seed {asked.seed}: {report.events} events in {asked.minutes:.1f} minutes, {report.starts} starts, "
        f"{len(report.screens)} screens, not {', '.join(sorted(unseen)) or 'one missing'}, "
        f"{len(report.faults)} faults, slowest exit {report.slowest_exit:.2f} s, "
        f"memory {min(memory) // 1024} to {max(memory) // 1024} MB, at the end {memory[-1] // 1024} MB"
    )
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
