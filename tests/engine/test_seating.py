"""Who sits at a table, and under which names."""

from collections.abc import Sequence

import pytest

from clockspades.engine.characters import BEST_ONES, LEVELS, TINTS, characters, tint_of
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.seating import (
    bot_label,
    bots_in_words,
    describe_player,
    fill_seats,
    is_usual_name,
    likely_names,
    name_bots,
    play_on_seats,
    seat_tint,
    usual_name,
)
from clockspades.games.catalogue import GAMES
from clockspades.games.clogs.clogs_game import ClogsGame

GAME = ClogsGame()
ANA, STEADY = Seat("Ana"), Seat("", "bot:steady")
HORA, PIP, ARGUS = Seat("Hora", "bot:steady"), Seat("Pip", "bot:random"), Seat("Argus", "bot:open")


def named(people: Sequence[str], players: int, number: int) -> list[str]:
    """The names at a table of Clogs in the deal of a number, the best bots on the seats that are left."""
    seats = fill_seats(GAME, GAME.configure({"players": players}), [Seat(name) for name in people])
    return [seat.name for seat in name_bots(GAME, seats, number)]


def test_a_seat_of_a_deal_always_has_the_same_character() -> None:
    assert named(["Ana"], 6, 12345) == ["Ana", "Verge", "Crown", "Fusee", "Arbor", "Pivot"]
    assert named(["Ana", "Ben"], 4, 12345) == ["Ana", "Ben", "Crown", "Fusee"]
    assert len({tuple(named(["Ana"], 6, number)) for number in range(20)}) > 10


@pytest.mark.parametrize("number", range(50))
def test_characters_at_one_table_have_different_names_and_tints(number: int) -> None:
    kinds = ["bot:steady", "bot:random", "bot:quick", "bot:steady", "bot:open"]
    for bots in ([*kinds], ["bot:steady"] * 5):
        seats = name_bots(GAME, [ANA, *(Seat("", kind) for kind in bots)], number)
        assert len({seat.name for seat in seats}) == 6
        assert len({seat_tint(seat) for seat in seats}) == 6
        assert all(seat.name in characters(GAME.bot_name(seat.bot)) for seat in seats[1:])
        assert [seat.kind for seat in seats[1:]] == bots


@pytest.mark.parametrize("person", [*BEST_ONES, "hora", "FUSEE"])
def test_a_character_makes_way_for_a_person_who_is_called_like_it_and_nobody_else_moves(person: str) -> None:
    for number in range(20):
        usual, found = named(["Ana"], 6, number), named([person], 6, number)
        assert len({name.casefold() for name in found}) == 6
        changed = [one for one, other in zip(usual[1:], found[1:]) if one != other]
        assert [name.casefold() for name in changed] in ([], [person.casefold()])
        assert {*found[1:]} <= {*BEST_ONES}


def test_a_character_makes_way_for_a_part_of_a_name_too() -> None:
    for number in range(20):
        assert not {"Hora", "Verge"} & {*named(["Hora Verge"], 5, number)[1:]}
        assert "Hora" not in named(["Hora II"], 6, number)


def test_a_name_that_was_given_stays() -> None:
    tick = Seat("Tick", "bot:steady")
    assert name_bots(GAME, [ANA, tick, Seat("Hora II", "bot:steady")], 3) == (ANA, tick, Seat("Hora II", "bot:steady"))
    assert name_bots(GAME, [Seat("")], 3) == (Seat(""),), "a person is named by nobody else"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_level_has_a_character_for_each_seat_of_the_largest_table(game: AnyGame) -> None:
    for character in game.bots.values():
        assert len(characters(character.name)) >= max(game.player_counts())


def test_characters_have_short_names_of_their_own() -> None:
    names = [name for level in LEVELS.values() for name in level]
    assert len({*names}) == len(names)
    assert max(map(len, names)) <= 6
    assert all({tint_of(name) for name in level} == {*range(1, TINTS + 1)} for level in LEVELS.values())
    assert (tint_of("Ana"), tint_of("Hora II")) == (0, 0)


def test_before_the_deal_is_known_a_character_is_an_example() -> None:
    seats = (ANA, Seat("", "bot:steady"), Seat("", "bot:random"), Seat("Tick", "bot:steady"), Seat(""))
    assert likely_names(GAME, seats, None) == ("", "like Hora", "like Pip", "", "")
    told = likely_names(GAME, seats, 7)
    assert told == ("", *(seat.name for seat in name_bots(GAME, seats, 7)[1:3]), "", "")


@pytest.mark.parametrize(
    ("kind", "taken", "name"),
    [
        ("bot:random", ("Ana",), ""),
        ("human", (), "Friend"),
        ("human", ("Friend", "Friend II"), "Friend III"),
    ],
)
def test_only_people_have_a_usual_name(kind: str, taken: tuple[str, ...], name: str) -> None:
    assert usual_name(GAME, kind, [Seat(other) for other in taken]) == name
    assert is_usual_name(GAME, Seat(name, kind))


@pytest.mark.parametrize(
    ("seat", "is_usual"),
    [
        (HORA, True),
        (Seat("Fusee", "bot:steady"), True),
        (Seat("Hora III", "bot:steady"), True),
        (Seat("Fusee", "bot:random"), False),
        (Seat("Tick", "bot:steady"), False),
        (Seat("Hora"), False),
    ],
)
def test_a_usual_name_is_that_of_a_character_also_as_older_logs_have_it(seat: Seat, is_usual: bool) -> None:
    assert is_usual_name(GAME, seat) is is_usual


@pytest.mark.parametrize(
    ("seat", "label", "described"),
    [
        (ANA, "", "human"),
        (HORA, "strong", "bot: strong"),
        (Seat("Hora III", "bot:steady"), "strong", "bot: strong"),
        (Seat("Tick", "bot:random"), "easy", "bot: easy"),
        (ARGUS, "X-ray", "bot: X-ray"),
        (Seat("Tick", "bot:open"), "X-ray", "bot: X-ray"),
        (Seat("Hal", "bot:hal"), "hal", "bot: hal"),
    ],
)
def test_a_player_in_words(seat: Seat, label: str, described: str) -> None:
    assert bot_label(GAME, seat) == label
    assert describe_player(GAME, seat) == described


@pytest.mark.parametrize(
    ("bot", "number", "words"),
    [
        ("steady", 1, "a strong bot"),
        ("steady", 3, "3 strong bots"),
        ("hal", 1, "a hal bot"),
        ("open", 1, "an X-ray bot"),
        ("open", 2, "2 X-ray bots"),
    ],
)
def test_bots_in_words(bot: str, number: int, words: str) -> None:
    assert bots_in_words(GAME, bot, number) == words


@pytest.mark.parametrize(
    ("seats", "person", "found"),
    [
        ((ANA, PIP), 0, (ANA, STEADY)),
        ((ANA, Seat("Tick", "bot:random")), 0, (ANA, Seat("Tick", "bot:steady"))),
        ((ANA, ARGUS, PIP), 0, (ANA, STEADY, STEADY)),
        ((ANA, PIP, HORA), 0, (ANA, STEADY, HORA)),
        ((ANA, PIP), 1, (Seat("Ana", "bot:steady"), Seat("Pip"))),
    ],
)
def test_a_best_bot_that_plays_on_is_named_anew(seats: tuple[Seat, ...], person: int, found: tuple[Seat, ...]) -> None:
    assert play_on_seats(GAME, seats, person) == found
