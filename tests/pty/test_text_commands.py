"""The commands that print text, on a terminal: a person watches, so there are colours, a pager, and a little more."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from clockspades.games.catalogue import GAMES
from clockspades.saved.settings import FILE
from tests.cli.conftest import ANA, TICK, logged, played
from tests.programs import installed
from tests.pty.terminal import Terminal


def test_simulate_shows_how_far_it_is_and_leaves_only_the_report() -> None:
    with Terminal("simulate", GAMES[0].name, "--games", "3000", "--seed", "1", "--bots", "random") as terminal:
        assert terminal.wait_for_end() == 0
    assert b"/3000" in terminal.written
    assert "━" not in terminal.text
    assert terminal.text.startswith("3,000 games of Clockwork Spades, seed 1\n")


COLOUR = b"\x1b[33m"


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
@pytest.mark.parametrize("arguments", [("games",), ("rules", "clogs"), ("--help",), ("review", "--help")])
def test_reports_are_in_colour_unless_it_is_not_wanted(
    arguments: tuple[str, ...], variables: dict[str, Any], coloured: bool
) -> None:
    with Terminal(*arguments, rows=500, **variables) as terminal:
        assert terminal.wait_for_end() == 0
    assert (COLOUR in terminal.written, b"\x1b" in terminal.written) == (coloured, coloured)


def test_a_saved_game_has_red_suits_and_four_colours_if_the_settings_say_so(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "finished.cslog"
    path.write_text(logged(played([ANA, TICK])), encoding="utf-8")
    with Terminal("show", path, rows=500) as terminal:
        assert terminal.wait_for_end() == 0
    assert "\x1b[31m" in terminal.written.decode()
    assert "\x1b[32m" not in terminal.written.decode()
    home.mkdir(exist_ok=True)
    (home / FILE).write_text("four_colour = true\n")
    with Terminal("show", path, rows=500) as terminal:
        assert terminal.wait_for_end() == 0
    assert {"\x1b[31m", "\x1b[32m", "\x1b[36m"} <= {*re.findall(r"\x1b\[\d+m", terminal.written.decode())}


def test_who_has_cards_in_words_gets_neither_colours_nor_a_pager(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "finished.cslog"
    path.write_text(logged(played([ANA, TICK])), encoding="utf-8")
    home.mkdir(exist_ok=True)
    (home / FILE).write_text('line_cards = "words"\n')
    with Terminal("show", path, PAGER="echo paged") as terminal:
        assert terminal.wait_for_end() == 0
    assert b" of hearts" in terminal.written
    assert b"paged" not in terminal.written
    assert b"\x1b" not in terminal.written


def test_what_is_longer_than_the_window_goes_to_the_pager(tmp_path: Path) -> None:
    page = tmp_path / "page"
    with Terminal("rules", rows=24, PAGER=f"cat > {shlex.quote(str(page))}; echo $LESS") as terminal:
        assert terminal.wait_for_end() == 0
    assert terminal.text.strip() == "FRX"
    text = re.sub(r"\x1b\[\d+m", "", page.read_text(encoding="utf-8"))
    assert text.split() == re.sub(r"^#+ ", "", GAMES[0].rules_text(), flags=re.MULTILINE).split()
    page.unlink()
    for arguments, rows in (("rules", 500), ("--help", 24)):
        with Terminal(arguments, rows=rows, PAGER=f"cat > {shlex.quote(str(page))}") as terminal:
            assert terminal.wait_for_end() == 0
        assert not page.exists(), "what fits needs no pager"


@pytest.mark.parametrize("pager", ["true", "head -n 1", "exec false"])
def test_a_pager_that_is_left_early_is_no_error(pager: str) -> None:
    with Terminal("games", PAGER=pager) as terminal:
        assert terminal.wait_for_end() == 0
    assert "clockspades:" not in terminal.text
    assert "Traceback" not in terminal.text


@pytest.mark.parametrize("pager", ["no-such-pager", "/"])
def test_where_the_pager_cannot_be_run_the_text_is_printed(pager: str) -> None:
    with Terminal("rules", PAGER=pager) as terminal:
        assert terminal.wait_for_end() == 0
    assert "Traceback" not in terminal.text
    assert terminal.text.split()[-3:] == GAMES[0].rules_text().split()[-3:]


def test_less_shows_the_first_page_in_colour_and_ends_with_q() -> None:
    installed("less")
    with Terminal("rules") as terminal:
        terminal.wait_for("Clockwork Spades", "Setup")
        assert terminal.process.poll() is None
        assert COLOUR in terminal.written
        terminal.wait_for("\n:")  # the page is whole
        terminal.press("\x03")  # which is for less alone: it rings
        terminal.wait_until("the bell", lambda: b"\a" in terminal.written)
        terminal.settle()
        assert terminal.process.poll() is None
        terminal.press_until_end("q")  # less drops a key if the interrupt came just before it read one
        assert terminal.wait_for_end() == 0
    assert "Traceback" not in terminal.text


@pytest.mark.parametrize(
    ("pager", "options", "coloured"),
    [("less", "-x4 -Pstm Rules", True), ("head -n 9", "iM", False), ("less", "-+R", False)],
)
def test_a_pager_gets_colours_if_it_shows_them(pager: str, options: str, coloured: bool) -> None:
    if "less" in pager:
        installed("less")
    with Terminal("rules", PAGER=pager, LESS=options) as terminal:
        terminal.wait_for("Clockwork Spades")
        assert (COLOUR in terminal.written) is coloured
        assert "ESC" not in terminal.text
        terminal.press_until_end("q")


def test_the_fault_of_a_game_comes_after_its_pages(tmp_path: Path) -> None:
    path = tmp_path / "faulty.cslog"
    path.write_text(logged(played([ANA, TICK])) + "no JSON\n", encoding="utf-8")
    with Terminal("show", path, PAGER="echo paged; cat > /dev/null") as terminal:
        assert terminal.wait_for_end() == 2
    assert terminal.text.split("\n")[0] == "paged"
    assert terminal.text.split("\n")[1].startswith(f"clockspades: {path}"[:80])
