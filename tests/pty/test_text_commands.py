"""The commands that print text, on a terminal: a person watches, so a little more is said."""

from pathlib import Path

from clockspades.games.catalogue import GAMES
from tests.cli.conftest import ANA, TICK, logged, played
from tests.pty.terminal import Terminal


def test_simulate_shows_how_far_it_is_and_leaves_only_the_report() -> None:
    with Terminal("simulate", GAMES[0].name, "--games", "3000", "--seed", "1", "--bots", "random") as terminal:
        assert terminal.wait_for_end() == 0
    assert b"/3000" in terminal.written
    assert "━" not in terminal.text
    assert terminal.text.startswith("3,000 games of Clockwork Spades, seed 1\n")


def test_rules_are_set_to_a_narrow_window() -> None:
    with Terminal("rules", columns=40, rows=500) as terminal:
        assert terminal.wait_for_end() == 0
    words = GAMES[0].rules_text().split()
    assert terminal.text.split() == words, "no word is cut at the edge"


def test_verify_says_that_all_is_well(tmp_path: Path) -> None:
    path = tmp_path / "finished.cslog"
    path.write_text(logged(played([ANA, TICK])), encoding="utf-8")
    with Terminal("verify", path) as one, Terminal("verify", path, path) as two:
        assert (one.wait_for_end(), two.wait_for_end()) == (0, 0)
    assert one.text.strip() == "No errors in 1 game."
    assert two.text.strip() == "No errors in 2 games."
