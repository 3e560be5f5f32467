"""Files, names and arguments made to do harm: the answer is one plain sentence and exit status 2."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from clockspades.cli import main
from clockspades.saved.log_writer import NOT_SAVED
from tests.cli.conftest import Run
from tests.commands import Ran

ESCAPE = "\x1b]0;owned\x07\x1b[31m\r\n\t\x00\u202e\u2028[bold]"
HEADER = {
    "clockspades": 1,
    "game": "clockwork-spades",
    "options": {},
    "seats": [{"name": "Ana", "kind": "human"}, {"name": "Tick", "kind": "bot:random"}],
    "started": "2026-11-21T10:00:00Z",
}
DEEP = "[" * 100_000


def header(**changes: object) -> bytes:
    return json.dumps({**HEADER, **changes}).encode() + b"\n"


HOSTILE = {
    "not text": b"\xff\xfe\x00\n",
    "a line of a megabyte": b'{"clockspades": 1, "x": "' + b"x" * (1 << 20) + b'"}\n',
    "a megabyte without a line end": b"x" * (3 << 20),
    "deep nesting": DEEP.encode() + b"\n",
    "an enormous number": header() + b'{"seat": ' + b"9" * 100_000 + b', "do": "play"}\n',
    "an escape for a game": header(game=ESCAPE),
    "an escape for a value": header(options={"rules": ESCAPE}),
    "an escape for a kind": header(seats=[{"name": "A", "kind": ESCAPE}, {"name": "B", "kind": "human"}]),
    "an escape for an action": header() + json.dumps({"do": ESCAPE}).encode() + b"\n",
    "a lone surrogate": header() + b'{"do": "\\ud800"}\n',
}


def assert_one_plain_sentence(ran: Ran) -> None:
    assert ran.status == 2
    assert ran.err.endswith("\n")
    assert 20 < len(ran.err) < 1200
    assert ran.err[:-1].isprintable(), ran.err
    assert "Traceback" not in ran.err
    assert all(char.isprintable() or char == "\n" for char in ran.out)


@pytest.mark.parametrize("command", ["verify", "show"])
@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, command: str) -> None:
    path = tmp_path / "hostile.cslog"
    path.write_bytes(content)
    ran = Ran(main([command, str(path)]), *capsys.readouterr())
    assert_one_plain_sentence(ran)
    assert str(path) in ran.err
    assert path.read_bytes() == content


def test_names_notes_and_times_cannot_reach_the_terminal(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "names.cslog"
    seats = [{"name": ESCAPE, "kind": "human"}, {"name": "Tick", "kind": f"bot:{ESCAPE}"}]
    path.write_bytes(header(seats=seats, started=ESCAPE) + json.dumps({"note": ESCAPE}).encode() + b"\n")
    shown = run("show", path)
    assert (shown.status, shown.err) == (0, "")
    assert all(line.isprintable() for line in shown.out.split("\n"))
    assert shown.out.count("[bold]") == 5, (
        "the name (who also begins), the bot, the time and the note, as they are written"
    )


Place = Callable[[Path], Path]


def _directory(tmp_path: Path) -> Path:
    return tmp_path


def _queue(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "queue")
    return tmp_path / "queue"


def _loop(tmp_path: Path) -> Path:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    return tmp_path / "loop"


def _missing(tmp_path: Path) -> Path:
    return tmp_path / "no" / "such" / "file"


def _not_utf8(tmp_path: Path) -> Path:
    return Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\x1b[31m.cslog"))


@pytest.mark.parametrize("command", ["verify", "show", "review", "replay", "resume"])
@pytest.mark.parametrize("make", [_directory, _queue, _loop, _missing, _not_utf8])
def test_what_is_not_a_readable_file(tmp_path: Path, run: Run, make: Place, command: str) -> None:
    assert_one_plain_sentence(run(command, make(tmp_path)))


HOMELESS = """
import pwd, sys
def nobody(_): raise KeyError
pwd.getpwuid = pwd.getpwnam = nobody
from clockspades.cli import main
raise SystemExit(main(sys.argv[1:]))
"""
VARIABLES = ("HOME", "CLOCKSPADES_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOGNAME", "USER", "LNAME", "USERNAME")


def homeless(tmp_path: Path, *arguments: str) -> Ran:
    """Run the program for a user who has no home."""
    done = subprocess.run(
        [sys.executable, "-c", HOMELESS, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={name: value for name, value in os.environ.items() if name not in VARIABLES},
        cwd=tmp_path,
        check=False,
    )
    assert [*tmp_path.iterdir()] == []
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("arguments", [("resume", "--plain"), ("stats",)])
def test_a_user_without_a_home_is_told_what_to_do(arguments: tuple[str, ...], tmp_path: Path) -> None:
    ran = homeless(tmp_path, *arguments)
    assert_one_plain_sentence(ran)
    assert "set CLOCKSPADES_HOME to the folder to use" in ran.err


def test_a_user_without_a_home_can_play_and_is_told_that_nothing_is_saved(tmp_path: Path) -> None:
    ran = homeless(tmp_path, "play", "clogs", "--plain")
    assert (ran.status, ran.err) == (0, "")
    said = "This game is not saved: you have no home folder: set CLOCKSPADES_HOME to the folder to use."
    assert ran.out.count(said) == 1
    assert ran.out.endswith(f"{NOT_SAVED}\n")


def test_more_jobs_than_any_machine_has_are_fewer(run: Run) -> None:
    ran = run("simulate", "clock", "--games", "3", "--jobs", "1000000000", "--seed", "1", "--json")
    assert (ran.status, json.loads(ran.out)["games"]) == (0, 3)


@pytest.mark.parametrize(
    "arguments",
    [
        (ESCAPE.replace("\0", ""),),
        ("\udcff",),
        ("play", ESCAPE.replace("\0", "")),
        ("play", "--option", f"rules={ESCAPE.replace(chr(0), '')}"),
        ("play", "--seat", ESCAPE.replace("\0", "")),
        ("play", "--seat", "\udcff"),
        ("simulate", "\udcff", "--games", "1"),
        ("rules", ESCAPE.replace("\0", "")),
    ],
)
def test_hostile_arguments(run: Run, arguments: tuple[str, ...]) -> None:
    assert_one_plain_sentence(run(*arguments))
