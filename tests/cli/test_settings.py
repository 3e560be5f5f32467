"""What the commands make of the file of settings."""

import re
from pathlib import Path

import pytest

from clockspades.engine.characters import BEST_ONES
from clockspades.games.catalogue import find_game
from clockspades.saved.log import load
from clockspades.saved.settings import FILE, Settings, save
from clockspades.saved.writing import BROKEN
from tests.cli.conftest import Run


def names(home: Path) -> list[str]:
    """The names in the only saved game."""
    (path,) = (home / "games").iterdir()
    return [seat.name for seat in load(path, find_game).header.seats]


@pytest.mark.parametrize(("name", "first"), [("Dorothea", "Dorothea"), ("", "Carla"), ("Hora", "Hora")])
def test_a_game_is_begun_under_the_name_that_is_set(run: Run, home: Path, name: str, first: str) -> None:
    save(Settings(name=name), Settings())
    assert run("play", "--plain", LOGNAME="carla").err == ""
    found = names(home)
    assert found[0] == first
    assert found[1] in {*BEST_ONES} - {first}


def test_a_broken_file_is_reported_and_the_game_is_played(run: Run, home: Path) -> None:
    home.mkdir()
    (home / FILE).write_text("name = Dorothea\n")
    ran = run("play", "--plain", LOGNAME="carla")
    assert ran.status == 0
    assert ran.err.startswith(f"clockspades: Can't read {home / FILE}, so defaults are used: it is not valid TOML: ")
    assert ran.err.count("\n") == 1
    assert names(home)[0] == "Carla"
    assert (home / (FILE + BROKEN)).read_text() == "name = Dorothea\n"
    assert run("resume", "--plain").err == ""


def test_saved_games_are_read_with_cards_in_words_if_the_settings_say_so(run: Run, home: Path, finished: Path) -> None:
    home.mkdir()
    (home / FILE).write_text('line_cards = "words"\n')
    for ran in (run("show", finished), run("review", finished), run("compare", finished, finished)):
        assert not re.search("[0-9AJQK][♣♦♥♠]", ran.out)
        assert (ran.status, ran.err) == (0, "")
    assert " of spades" in run("show", finished).out
    assert "♠" not in run("show", "--json", finished).out
