"""From the first launch to a game carried on, all from the title screen."""

import os
from pathlib import Path

from tests.cli.conftest import ANA, TICK, logged, played
from tests.pty.terminal import Terminal


def test_a_first_game_is_begun_and_carried_on_from_the_title(home: Path) -> None:
    with Terminal(LOGNAME="carla") as terminal:
        first = terminal.wait_for("▸ Learn as you play", "Play", "Saved games", "Rules", "Quit")
        assert "Continue" not in first
        terminal.press("p")
        terminal.wait_for("1  Clockwork Spades", "⏎ choose  ↑↓ game")
        terminal.press("\r")
        terminal.wait_for("▸ Learn as you play", "Skip the lesson")
        terminal.press("s")
        terminal.wait_for("Carla", "Strong")
        terminal.press("\r")
        terminal.wait_for("turn 1", "▸ You")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert "clockspades resume" in terminal.text
    with Terminal() as terminal:
        terminal.wait_for("▸ Continue")
        terminal.press("\r")
        terminal.wait_for("turn 1", "▸ You")
    assert len(list((home / "games").iterdir())) == 1


def test_it_opens_in_a_hostile_place(home: Path) -> None:
    (home / "games").mkdir(parents=True)
    path = home / "games" / "odd.cslog"
    path.write_text(logged(played([ANA, TICK], decisions=6)), encoding="utf-8")
    os.utime(path, (2**63 - 1, 2**63 - 1))  # as late as the file system lets it be
    (home / "games" / "loop.cslog").symlink_to("loop.cslog")
    os.mkfifo(home / "games" / "pipe.cslog")
    (home / "settings.toml").write_text(".".join(["a"] * 3000) + " = 1")
    (home / "choices.json").write_text('{"clockwork-spades": ' + '{"a": ' * 900 + "1" + "}" * 901)
    with Terminal(TZ="XXX-99:99:99", COLUMNS="²", LINES="99999999", LC_ALL="\x1b[31m") as terminal:
        terminal.wait_for("▸ Continue", "Quit")
        terminal.press("g")
        terminal.wait_for("⏎ replay", "Ana and Tick")
        terminal.press("\x1b")
        terminal.wait_for("▸ Continue")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
