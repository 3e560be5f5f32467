"""Who sits at a table, and under which names."""

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.seating import (
    bot_label,
    describe_player,
    fill_seats,
    is_usual_name,
    play_on_seats,
    someone_sees_all,
    usual_name,
)
from clockspades.games.clogs.clogs_game import ClogsGame

GAME = ClogsGame()
ANA = Seat("Ana")
HORA, PIP, ARGUS = Seat("Hora", "bot:steady"), Seat("Pip", "bot:random"), Seat("Argus", "bot:open")


def test_bots_of_one_level_are_told_apart() -> None:
    names = [seat.name for seat in fill_seats(GAME, GAME.configure({"players": 6}), [ANA])]
    assert names == ["Ana", "Hora", "Hora II", "Hora III", "Hora IV", "Hora V"]


@pytest.mark.parametrize(
    ("kind", "taken", "name"),
    [
        ("bot:random", ("Ana",), "Pip"),
        ("bot:random", ("pip",), "Pip II"),
        ("bot:quick", ("Fob II",), "Fob"),
        ("human", ("Friend", "Friend II"), "Friend III"),
    ],
)
def test_a_usual_name_is_that_of_the_level_with_a_numeral_if_need_be(
    kind: str, taken: tuple[str, ...], name: str
) -> None:
    assert usual_name(GAME, kind, [Seat(other) for other in taken]) == name
    assert is_usual_name(GAME, Seat(name, kind))


@pytest.mark.parametrize(
    ("seat", "label", "described"),
    [
        (ANA, "", "human"),
        (HORA, "", "bot"),
        (Seat("Hora III", "bot:steady"), "", "bot"),
        (Seat("Tick", "bot:steady"), "Hora", "bot: Hora"),
        (Seat("Hora", "bot:random"), "Pip", "bot: Pip"),
        (ARGUS, "sees all cards", "bot: sees all cards"),
        (Seat("Tick", "bot:open"), "sees all cards", "bot: sees all cards"),
        (Seat("Hal", "bot:hal"), "hal", "bot: hal"),
    ],
)
def test_a_player_in_words(seat: Seat, label: str, described: str) -> None:
    assert bot_label(GAME, seat) == label
    assert describe_player(GAME, seat) == described


def test_a_game_is_practice_if_one_player_sees_all_cards() -> None:
    assert not someone_sees_all(GAME, [ANA, HORA, PIP])
    assert someone_sees_all(GAME, [ANA, HORA, ARGUS])


@pytest.mark.parametrize(
    ("seats", "person", "found"),
    [
        ((ANA, PIP), 0, (ANA, HORA)),
        ((ANA, Seat("Tick", "bot:random")), 0, (ANA, Seat("Tick", "bot:steady"))),
        ((ANA, ARGUS, PIP), 0, (ANA, HORA, Seat("Hora II", "bot:steady"))),
        ((ANA, PIP, HORA), 0, (ANA, Seat("Hora II", "bot:steady"), HORA)),
        ((ANA, PIP), 1, (Seat("Ana", "bot:steady"), Seat("Pip"))),
    ],
)
def test_the_best_bot_plays_on_under_its_own_name(
    seats: tuple[Seat, ...], person: int, found: tuple[Seat, ...]
) -> None:
    assert play_on_seats(GAME, seats, person) == found
