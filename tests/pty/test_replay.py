"""``replay`` in a real terminal."""

from pathlib import Path

from tests.cli.conftest import ANA, TICK, logged, played
from tests.pty.terminal import Terminal

RIGHT, HOME, END = "\x1b[C", "\x1b[H", "\x1b[F"


def write(path: Path, log: str) -> Path:
    path.write_text(log, encoding="utf-8")
    return path


def test_a_game_is_stepped_through_and_left_as_it_is(tmp_path: Path) -> None:
    session = played([ANA, TICK])
    path = write(tmp_path / "finished.cslog", logged(session))
    with Terminal("replay", path) as terminal:
        terminal.wait_for(f"0 of {session.last}")
        terminal.press(RIGHT)
        terminal.wait_for(f"1 of {session.last}", "turn 1")
        terminal.press(END)
        terminal.wait_for(f"{session.last} of {session.last}", "Tick wins")
        terminal.press(HOME)
        terminal.wait_for(f"0 of {session.last}")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert terminal.text.strip() == ""
    assert path.read_text(encoding="utf-8") == logged(session)


def test_an_unfinished_game_is_replayed_while_it_is_played(home: Path) -> None:
    with Terminal("play", "--seed", "1", "--seat", "Ana", "--seat", "Tick=bot:random") as table:
        table.wait_for("▸ You")
        (path,) = (home / "games").iterdir()
        with Terminal("replay", path) as replay:
            replay.wait_for("0 of 1")
        table.press("1\r")
        table.wait_for("turn 3")
