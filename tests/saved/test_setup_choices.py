"""What was chosen the last time: kept, read again, and never in the way."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.seating import check_seats
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.saved.setup_choices import FILE, SetupChoices, recall, remember
from tests.tui.seated import ANA, BEN, GAME, TICK

SPADES = SpadesGame()
STEADY = Seat("", "bot:steady")
"""The best bot, which the deal gives a name."""
DEFAULTS: dict[str, OptionValue] = {"rules": "pagat", "first": 0}


@pytest.fixture
def file(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOGNAME", "carla")
    home.mkdir()
    return home / FILE


def write(file: Path, **chosen: Any) -> None:
    file.write_text(json.dumps({GAME.name: chosen}))


def test_at_first_the_best_bot_sits_across(file: Path) -> None:
    assert recall(GAME) == SetupChoices((Seat("Carla"), STEADY), DEFAULTS)
    assert not file.exists()


@pytest.mark.parametrize(
    "choices",
    [
        SetupChoices((ANA, TICK), {"rules": "gamerules", "first": 1}),
        SetupChoices((ANA, BEN), DEFAULTS, frozenset({"first"})),
        SetupChoices((Seat("Łucja ♠"), Seat("[red]'\"", "bot:random")), DEFAULTS),
    ],
)
def test_what_was_chosen_is_there_the_next_time(file: Path, choices: SetupChoices) -> None:
    remember(GAME, choices)
    assert recall(GAME) == choices
    assert list(file.parent.iterdir()) == [file]


def test_what_was_chosen_for_another_game_stays(file: Path) -> None:
    file.write_text('{"chess": {"options": {"clock": 5}}}')
    remember(GAME, SetupChoices((ANA, TICK), DEFAULTS))
    assert json.loads(file.read_text())["chess"] == {"options": {"clock": 5}}


@pytest.mark.parametrize(
    "content",
    [b"", b"nonsense", b"[]", b"null", b'{"clockwork-spades": []}', b"\xff\xfe", b"[" * 100_000, b'{"clockwork-spades'],
)
def test_a_broken_file_is_as_none(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert recall(GAME) == SetupChoices((Seat("Carla"), STEADY), DEFAULTS)
    remember(GAME, SetupChoices((ANA, TICK), DEFAULTS))
    assert recall(GAME).seats == (ANA, TICK)


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({"rules": "gamerules"}, {"rules": "gamerules", "first": 0}),
        ({"rules": "chess", "first": 1}, {"rules": "pagat", "first": 1}),
        ({"first": True}, DEFAULTS),
        ({"first": 2, "colour": "red"}, DEFAULTS),
        ([1, 2], DEFAULTS),
        (None, DEFAULTS),
    ],
)
def test_an_option_that_cannot_be_is_as_none(file: Path, options: Any, kept: dict[str, Any]) -> None:
    write(file, options=options)
    assert recall(GAME).options == kept


@pytest.mark.parametrize(
    ("seats", "kept"),
    [
        ([{"name": "Ana", "kind": "human"}, {"name": "Hora", "kind": "bot:steady"}], (ANA, STEADY)),
        ([{"name": "Ana", "kind": "human"}, {"name": "Hora II", "kind": "bot:steady"}], (ANA, STEADY)),
        ([{"name": "Ana", "kind": "human"}, {"name": "Pip", "kind": "bot:steady"}], (ANA, Seat("Pip", "bot:steady"))),
        ([{"name": "Ana", "kind": "human"}], (ANA, STEADY)),
        ([{"name": "Ana", "kind": "bot:steady"}, {"name": "Ben", "kind": "human"}], (Seat("Carla"), BEN)),
        ([{"name": "Ana", "kind": "human"}, {"name": "ana", "kind": "bot:random"}], (ANA, Seat("", "bot:random"))),
        ([{"name": "", "kind": "human"}, {"name": "\x1b[31m", "kind": "human"}], (Seat("Carla"), Seat("Friend"))),
        ([{"name": "Ana", "kind": "human"}, {"name": "Argus", "kind": "bot:open"}], (ANA, STEADY)),
        ([{"name": "x" * 41, "kind": "human"}, {"name": "Ben", "kind": "bot:"}], None),
        ([7, {"name": 7, "kind": 7}, 7, 7], None),
        ({"name": "Ana"}, None),
    ],
)
def test_a_seat_that_cannot_be_is_as_at_first(file: Path, seats: Any, kept: tuple[Seat, ...] | None) -> None:
    write(file, seats=seats)
    recalled = recall(GAME).seats
    assert recalled == (kept or (Seat("Carla"), STEADY))
    check_seats(GAME, recalled)


@pytest.mark.parametrize(
    ("lots", "kept"), [(["first"], {"first"}), (["rules", 3, ["first"]], set()), ("first", set()), (None, set())]
)
def test_lots_are_drawn_for_seats_alone(file: Path, lots: Any, kept: set[str]) -> None:
    write(file, by_lot=lots)
    assert recall(GAME).by_lot == kept


def test_at_first_lots_are_drawn_where_the_rules_draw_them(file: Path) -> None:
    assert recall(SPADES).by_lot == {"dealer"}
    remember(SPADES, SetupChoices((ANA, TICK), SPADES.configure({})))
    assert recall(SPADES).by_lot == set(), "what was chosen stays chosen"


def test_a_lot_falls_on_each_seat(file: Path) -> None:
    choices = SetupChoices((ANA, TICK), DEFAULTS, frozenset({"first"}))
    drawn = [choices.draw_lots(GAME, Random(seed)) for seed in range(20)]
    assert {options["first"] for options in drawn} == {0, 1}
    assert {options["rules"] for options in drawn} == {"pagat"}
    assert SetupChoices((ANA, TICK), DEFAULTS).draw_lots(GAME, Random(0)) == DEFAULTS


def test_a_directory_in_the_place_of_the_file_is_left_alone(file: Path) -> None:
    file.mkdir()
    remember(GAME, SetupChoices((ANA, BEN), DEFAULTS))
    assert recall(GAME).seats[1] == STEADY
    assert list(file.parent.iterdir()) == [file]
