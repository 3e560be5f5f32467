"""``play --code``: the cards of a share code, and what is refused beside one."""

from pathlib import Path

import pytest

from clockspades.cli.arguments import UsageError, parse_code, parse_game, parse_number
from clockspades.engine.share import EXAMPLE, KEY, write_code
from clockspades.engine.standing import REPEAT
from clockspades.engine.text import UserError
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from tests.cli.conftest import Run

GAME = GAMES[0]
CODE = write_code(GAME, GAME.configure({"rules": "gamerules", "first": 1}), 42)


def test_a_code_says_all_that_is_needed() -> None:
    assert parse_code(CODE, None, []) == (GAME, {"rules": "gamerules", "first": 1}, 42)


def test_a_contradicting_option_is_refused() -> None:
    with pytest.raises(UsageError) as caught:
        parse_code(CODE, None, ["rules=gamerules", "first=0"])
    assert str(caught.value) == f"--option first=0 contradicts the share code {CODE}, which has first=1"


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("--seed", "7", "--code", CODE), "--seed and --code"),
        (("--deal", "7", "--code", CODE), "--code and --deal"),
        (("--seed", "7", "--deal", "7", "--code", CODE), "--seed, --code and --deal"),
    ],
)
def test_only_one_of_them_sets_the_deal(run: Run, arguments: tuple[str, ...], names: str) -> None:
    ran = run("play", "--plain", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"clockspades: {names} set the deal: use only one of them\n"


def test_a_number_deals_the_same_cards_to_everyone(run: Run) -> None:
    for typed in ("12345", "#12,345"):
        ran = run("play", "clogs", "--plain", "--deal", typed, "--option", "players=3")
        assert (ran.status, ran.err) == (0, "")
    games = [load(entry.path, find_game) for entry in Archive(find_game).entries()]
    options = {"players": 3, "target": 50, "dealer": 0}
    assert [game.header.options for game in games] == [options] * 2, "no lot is drawn"
    assert {game.header.extra[KEY] for game in games} == {write_code(GAMES[3], options, 12345)}
    assert len({game.session.positions[1] for game in games}) == 1


@pytest.mark.parametrize("typed", ["", "five", "1.5", "12 34x", "0x10", "٣", CODE])
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_number(typed)
    assert str(caught.value) == f"--deal needs the number of a deal, from 0 to 1,099,511,627,775, not {typed!r}"


@pytest.mark.parametrize("arguments", [("--code", CODE), ("--deal", "42"), ("--seed", "42")])
def test_a_deal_that_was_played_before_is_announced(run: Run, arguments: tuple[str, str]) -> None:
    told = "You have already played this deal today: it does not count.\n"
    first, second = (run("play", "--plain", *arguments) for _ in range(2))
    assert told not in first.out
    assert REPEAT not in first.out
    assert second.out.startswith(told) == ("--seed" not in arguments), "a seed begins at once"
    assert REPEAT in second.out
    games = [load(entry.path, find_game) for entry in Archive(find_game).entries()]
    assert [game.session.standing.is_repeat for game in games] == [True, False]


@pytest.mark.parametrize(
    ("name", "options", "fits"),
    [
        ("clock", {"variant": "watch"}, True),
        ("watch", {"variant": "watch"}, True),
        ("watch", {"variant": "clock"}, False),
        ("spades", {"mode": "cutthroat"}, True),
        ("cutthroat", {"mode": "partners"}, False),
    ],
)
def test_the_name_of_a_preset_must_fit_the_code(name: str, options: dict[str, str], fits: bool) -> None:
    game = parse_game(name).game
    code = write_code(game, game.configure({**options}), 42)
    if fits:
        assert parse_code(code, name, []).number == 42
    else:
        with pytest.raises(UsageError, match=f"^the share code {code} is for [a-z]+, not {name}$"):
            parse_code(code, name, [])


def test_a_wrong_code_is_one_sentence(run: Run, home: Path) -> None:
    ran = run("play", "--plain", "--code", EXAMPLE[:-1] + "7")
    assert (ran.status, ran.out) == (2, "")
    wrong = f"the share code {EXAMPLE[:-1]}7 has a typo: a character is wrong, missing or swapped"
    assert ran.err == f"clockspades: {wrong}\n"
    assert not home.exists()
    with pytest.raises(UserError, match=r"^this is empty"):
        parse_code("", None, [])
