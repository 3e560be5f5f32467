"""The commands that open a screen, up to where it would open: what is refused, and that nothing is left behind."""

import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from clockspades.cli import screens
from clockspades.cli.arguments import UsageError
from clockspades.engine import seating
from clockspades.routes import TitleRoute
from clockspades.saved.log import LogError
from clockspades.saved.settings import LoadedSettings
from tests.cli.conftest import ANA, BEN, MakeFaulty, Run, logged, played
from tests.cli.test_arguments import NAMES

OPENING: Sequence[tuple[str, ...]] = ((), ("play",), ("play", "clockwork-spades", "--seed", "1"))


@pytest.mark.parametrize("arguments", OPENING)
def test_without_a_terminal_show_is_named_and_no_log_is_begun(run: Run, home: Path, arguments: tuple[str, ...]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "clockspades: the full screen needs a terminal, but standard input is not one:"
        " `clockspades play --plain` plays as lines of text, and `clockspades show FILE` prints a saved game as text\n"
    )
    assert not home.exists()


def test_a_game_for_one_has_no_series(run: Run, home: Path) -> None:
    ran = run("play", "clock", "--plain", "--best-of", "3")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "clockspades: --best-of needs at least two players, and clock is for one\n"
    assert not home.exists()


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_without_a_terminal_show_is_named_with_the_game(run: Run, unfinished: Path, command: str) -> None:
    before = unfinished.read_bytes()
    ran = run(command, unfinished)
    assert ran.status == 2
    assert f"`clockspades show {unfinished}` prints a saved game as text" in ran.err
    assert ("--plain" in ran.err) == (command == "resume")
    assert unfinished.read_bytes() == before


@pytest.mark.parametrize(
    ("stream", "name"), [("stdin", "standard input"), ("stdout", "standard output"), ("stderr", "standard error")]
)
def test_each_stream_must_be_a_terminal(home: Path, stream: str, name: str) -> None:
    assert f"{name} is not one" in in_terminal({"TERM": "xterm"}, without=stream)
    assert not home.exists()


@pytest.mark.parametrize(("terminal", "words"), [("dumb", "TERM is 'dumb'"), ("", "TERM is not set")])
def test_a_terminal_that_is_none_by_name(home: Path, terminal: str, words: str) -> None:
    said = in_terminal({"TERM": terminal})
    assert f"the full screen needs a terminal, but {words}: `clockspades play --plain` plays as lines of text" in said
    assert not home.exists()


def in_terminal(variables: dict[str, str], without: str | None = None) -> str:
    """What ``play`` says in a terminal, one of its streams not being it; it is refused."""
    screen, terminal = pty.openpty()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), terminal)
    if without is not None:
        streams[without] = subprocess.PIPE
    process = subprocess.Popen(
        [sys.executable, "-m", "clockspades", "play"],
        stdin=streams["stdin"],
        stdout=streams["stdout"],
        stderr=streams["stderr"],
        env={**os.environ, **variables},
    )
    os.close(terminal)
    _, piped = process.communicate(timeout=300)
    said = piped.decode() if piped else os.read(screen, 10_000).decode()
    os.close(screen)
    assert process.returncode == 2
    assert said.count("\n") == 1
    return said


def test_nothing_to_resume(run: Run, home: Path) -> None:
    ran = run("resume")
    assert ran.status == 2
    assert ran.err == (f"clockspades: there is no unfinished game in {home}/games: start one with `clockspades play`\n")
    assert not home.exists()


def test_a_game_played_on_from_a_replay_is_resumed_only_by_its_name(run: Run, home: Path) -> None:
    header, *lines = logged(played([ANA, BEN], decisions=3)).splitlines(keepends=True)
    branch = keep(home, "branch", "".join([json.dumps({**json.loads(header), "branch": True}) + "\n", *lines]))
    ran = run("resume")
    assert ran.status == 2
    assert ran.err == (
        "clockspades: every unfinished game was played on from a replay: "
        f"continue the last one with `clockspades resume {branch}`\n"
    )


def keep(home: Path, name: str, log: str, age: float = 0) -> Path:
    """Put a log among the saved games, last played ``age`` seconds ago."""
    path = home / "games" / f"{name}.cslog"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(log, encoding="utf-8")
    os.utime(path, (time.time() - age,) * 2)
    return path


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the checks for a terminal pass, so that what comes after them can be seen."""
    monkeypatch.setattr(screens, "require_terminal", lambda *otherwise: None)


@pytest.mark.usefixtures("terminal")
def test_a_faulty_newest_game_is_named_with_what_can_be_done(home: Path, faulty: MakeFaulty) -> None:
    log = faulty(4).read_text(encoding="utf-8").rpartition('{"result"')[0]
    newest = keep(home, "newest", log)
    keep(home, "as faulty", log, age=10)
    whole = keep(home, "whole", logged(played([ANA, BEN], decisions=3)), age=20)
    with pytest.raises(LogError) as caught:
        screens.resume(None, [], bot_limit=10)
    assert str(caught.value) == (
        f"{newest}:4: the line is not JSON: it goes wrong at character 1;"
        f" `clockspades replay {newest}` shows it up to the error;"
        f" `clockspades resume {whole}` continues the unfinished game before it"
    )
    assert newest.read_text(encoding="utf-8") == log


@pytest.mark.usefixtures("terminal")
def test_a_finished_game_is_not_resumed_by_name(monkeypatch: pytest.MonkeyPatch, home: Path, finished: Path) -> None:
    before = finished.read_bytes()
    with pytest.raises(UsageError, match="is finished: look at it with `clockspades replay"):
        screens.resume(finished, [], bot_limit=10)
    assert finished.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], f"there is no game 'chess'; the games are {NAMES}"),
        (["--option", "first=2"], "first cannot be '2': use 0 or 1"),
        (["--seat", "Ana=robot"], "--seat needs NAME, NAME=human or NAME=bot:BOT, not 'Ana=robot'"),
        (["--seat", "Hal=bot:hal"], "Clockwork Spades has no bot 'hal'; its bots are random, steady, open"),
        (["--seat", "=bot:steady"], "a name cannot be empty"),
        (["--seat", "Ana", "--seat", "ana"], "two players are called ana: give each player a different name"),
        (["--seat", "A", "--seat", "B", "--seat", "C"], "Clockwork Spades has 2 seats, but you named 3 players"),
    ],
)
def test_what_is_typed_wrong_is_said_before_anything_else(
    run: Run, home: Path, arguments: Sequence[str], sentence: str
) -> None:
    ran = run("play", *arguments)
    assert (ran.status, ran.out, ran.err) == (2, "", f"clockspades: {sentence}\n")
    assert not home.exists()


@pytest.mark.parametrize(
    ("login", "name"),
    [("ana", "Ana"), ("", "Player"), ("x" * 41, "Player"), ("\x1b[31m", "Player"), ("émile", "Émile")],
)
def test_a_person_is_called_by_their_login_name(monkeypatch: pytest.MonkeyPatch, login: str, name: str) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: login)
    assert seating.person() == name


def test_a_browser_brings_its_own_terminal() -> None:
    """``textual serve`` runs the program on pipes, with a driver that speaks to the browser."""
    driver = "textual.drivers.web_driver:WebDriver"
    environment = {**os.environ, "TEXTUAL_DRIVER": driver, "COLUMNS": "80", "ROWS": "24"}
    with subprocess.Popen(
        [sys.executable, "-m", "clockspades"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as served:
        assert served.stdout is not None
        assert served.stdout.read(13) == b"__GANGLION__\n"
        assert b"\x1b[?1049h" in served.stdout.read(200)
        served.kill()


@pytest.mark.parametrize(("file", "stakes"), [("", "off"), ('stakes = "choices"', "choices")])
def test_choices_of_a_guest_are_compared_beside_play_only_if_they_want_that(
    file: str, stakes: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir()
    (home / "settings.toml").write_text(file)
    opened: list[LoadedSettings] = []

    def note(archive: object, rng: object, route: object, loaded: LoadedSettings, *, is_guest: bool) -> int:
        assert is_guest
        opened.append(loaded)
        return 0

    monkeypatch.setattr(screens, "_open", note)
    assert screens.open_for_guest(TitleRoute()) == 0
    assert opened[0].settings.stakes == stakes
