"""What opponents are called on the command line."""

from pathlib import Path

from clockspades.engine.characters import BEST_ONES
from clockspades.games.catalogue import find_game
from clockspades.saved.log import load
from tests.cli.conftest import Run

SIX = ("play", "clogs", "--plain", "--option", "players=6")


def names(path: Path) -> list[str]:
    return [seat.name for seat in load(path, find_game).header.seats]


def saved(home: Path) -> list[list[str]]:
    return [names(path) for path in sorted((home / "games").iterdir())]


def test_five_bots_are_five_characters_and_the_same_in_the_same_deal(run: Run, home: Path) -> None:
    out = run(*SIX, "--deal", "12345", "--seat", "Ana").out
    assert out.startswith("Clogs\n  Ana (human)\n  Verge (bot: steady)\n  Crown (bot: steady)\n")
    run(*SIX, "--deal", "12345", "--seat", "Ben")
    run(*SIX, "--deal", "12346", "--seat", "Ana")
    (one, same, other) = saved(home)
    assert one == ["Ana", "Verge", "Crown", "Fusee", "Arbor", "Pivot"]
    assert same == ["Ben", *one[1:]]
    assert other != one
    assert {*other[1:]} < {*BEST_ONES}


def test_a_bot_keeps_the_name_that_is_typed(run: Run, home: Path) -> None:
    seats = ("--seat", "Ana", "--seat", "Tick=bot:quick", "--seat", "Hora II=bot:steady", "--seat", "Hora=bot:random")
    out = run("play", "clogs", "--plain", *seats).out
    assert saved(home) == [["Ana", "Tick", "Hora II", "Hora"]]
    assert "  Tick (bot: quick)\n  Hora II (bot: steady)\n  Hora (bot: random)\n" in out
