"""Line mode in a terminal: one that can show lines and nothing else."""

from pathlib import Path

from tests.pty.terminal import Terminal
from tests.pty.test_people import saved_game


def test_a_plain_terminal_is_sent_lines_alone(home: Path) -> None:
    players = ("--seed", "3", "--seat", "Ana", "--seat", "Tick=bot:random")
    with Terminal("play", "--plain", *players, rows=200, TERM="dumb") as terminal:
        terminal.wait_for("1: ")
        for keys in ("help\r", "table\r", "hint\r", "\x1b[A\r", "rules\r"):
            terminal.press(keys)
        terminal.press("1\r")
        terminal.wait_for("Turn 3: you play on")
        terminal.press("\x04")  # Ctrl+D
        assert terminal.wait_for_end() == 0
    assert "Continue with: clockspades resume --plain" in terminal.text
    written = terminal.written.replace(b"^[[A", b"").decode()  # the terminal's own echo
    assert not [char for char in written if not char.isprintable() and char not in "\r\n"]
    assert saved_game(home).session.last == 3


def test_ctrl_c_leaves_with_the_game_saved(home: Path) -> None:
    with Terminal("play", "--plain", "--seed", "3", "--seat", "Ana", TERM="dumb") as terminal:
        terminal.wait_for("1: ")
        terminal.press("\x03")
        assert terminal.wait_for_end() == 130
    assert "The game is saved.\nContinue with: clockspades resume --plain\n" in terminal.text
    assert "Traceback" not in terminal.text


def test_a_hand_has_left_the_screen_before_the_keyboard_is_passed_on(home: Path) -> None:
    for rows in (24, 50):
        players = ("--seed", "3", "--seat", "Ana", "--seat", "Ben")
        with Terminal("play", "--plain", *players, rows=rows, CLOCKSPADES_HOME=str(home / str(rows))) as terminal:
            terminal.wait_for("Ana, press Enter")
            terminal.press("\r")
            terminal.wait_for("Ana holds")
            terminal.press("1\r")
            screen = terminal.wait_for("Ben, press Enter")
            assert screen.strip() == "Pass the keyboard to Ben. Everyone else, look away. Ben, press Enter when ready."
