"""Films as asciicasts, played by a terminal and by asciinema's own program."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pyte
import pytest

from clockspades.film.cast import written
from clockspades.film.film import Film, Frame, TextRun
from tests.film.cells import Cell, Cells, of_frame
from tests.film.test_svg import FILM, PLAIN, RED, WIDE, row

COLUMNS, ROWS = 19, 2


def of_terminal(screen: pyte.Screen) -> Cells:
    found = {}
    for line in range(screen.lines):
        for column in range(screen.columns):
            char = screen.buffer[line][column]
            is_blank = not char.data.strip()
            ground = f"#{char.bg}"
            found[line, column] = (
                Cell(" ", "", False, ground) if is_blank else Cell(char.data, f"#{char.fg}", char.bold, ground)
            )
    return found


def test_a_terminal_shows_each_frame_when_it_is_due() -> None:
    header, *events = map(json.loads, written(FILM).splitlines())
    assert (header["version"], header["width"], header["height"], header["title"]) == (2, COLUMNS, ROWS, "A & <B>")
    assert header["duration"] == FILM.seconds
    assert [event[:2] for event in events] == [[0, "o"], [0.5, "o"], [2.0, "o"], [4.5, "o"]]
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    for frame, (_, _, sent) in zip(FILM.frames, events):
        stream.feed(sent)
        assert of_terminal(screen) == of_frame(frame.rows)
    stream.feed(events[-1][2])
    assert not screen.cursor.hidden


def test_only_what_changes_is_sent() -> None:
    rows = [(row(("a" * 60, PLAIN)),), (row(("a" * 58, PLAIN), ("bc", RED)),)]
    *_, change, _ = map(json.loads, written(Film(tuple(Frame(each, 1.0) for each in rows), "")).splitlines())
    assert change[2] == "\x1b[1;59H\x1b[0;1;38;2;255;0;0;48;2;238;238;238mbc"


def test_a_wide_character_is_sent_as_a_whole() -> None:
    screens = [(row(("abcd", PLAIN)),), ((TextRun("a", 1, PLAIN), TextRun(WIDE, 2, PLAIN), TextRun("d", 1, PLAIN)),)]
    *_, change, _ = map(json.loads, written(Film(tuple(Frame(each, 1.0) for each in screens), "")).splitlines())
    assert change[2].endswith(f"m{WIDE}")


@pytest.mark.skipif(sys.platform == "win32", reason="asciinema does not run on Windows")
def test_asciinema_plays_it(tmp_path: Path) -> None:
    path = tmp_path / "film.cast"
    path.write_text(written(FILM), encoding="utf-8")
    asciinema = Path(sys.executable).with_name("asciinema")
    if not asciinema.exists():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("asciinema is not installed here")
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "ASCIINEMA_CONFIG_HOME": str(tmp_path), "TERM": "xterm-256color"}
    done = subprocess.run(
        [sys.executable, str(asciinema), "cat", str(path)], env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    screen = pyte.Screen(COLUMNS, ROWS)
    pyte.Stream(screen).feed(done.stdout.decode())
    assert of_terminal(screen) == of_frame(FILM.frames[-1].rows)
