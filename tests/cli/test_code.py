"""``play --code``: the cards of a share code, and what is refused beside one."""

from pathlib import Path

import pytest

from clockspades.cli.arguments import UsageError, parse_code
from clockspades.engine.archive import Archive
from clockspades.engine.log import load
from clockspades.engine.share import EXAMPLE, KEY, CodeError, code_of, write_code
from clockspades.games.catalogue import GAMES, find_game
from tests.cli.conftest import Run

GAME = GAMES[0]
CODE = write_code(GAME, GAME.configure({"rules": "gamerules", "first": 1}), 42)


def test_a_code_says_all_that_is_needed() -> None:
    assert parse_code(CODE, None, [], None) == (GAME, {"rules": "gamerules", "first": 1}, 42)


def test_the_same_may_be_said_twice() -> None:
    assert parse_code(CODE, GAME.name, ["first=1", "rules=gamerules"], None).number == 42


def test_a_contradicting_option_is_refused() -> None:
    with pytest.raises(UsageError) as caught:
        parse_code(CODE, None, ["rules=gamerules", "first=0"], None)
    assert str(caught.value) == f"--option first=0 contradicts the share code {CODE}, which has first=1"


def test_a_seed_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^--seed and --code both set"):
        parse_code(CODE, None, [], 7)


def test_another_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(type(GAME)):  # type: ignore[misc]
        name, letter = "other", "0"

    monkeypatch.setattr("clockspades.cli.arguments.find_game", lambda _: Other())
    with pytest.raises(UsageError, match=f"^the share code {CODE} is for clockwork-spades, not other$"):
        parse_code(CODE, "other", [], None)


def test_a_wrong_code_is_one_sentence(run: Run, home: Path) -> None:
    ran = run("play", "--plain", "--code", EXAMPLE[:-1] + "7")
    assert (ran.status, ran.out) == (2, "")
    wrong = f"the share code {EXAMPLE[:-1]}7 has a typo: a character is wrong, missing or swapped"
    assert ran.err == f"clockspades: {wrong}\n"
    assert not home.exists()
    with pytest.raises(CodeError):
        parse_code("", None, [], None)


def test_two_who_type_the_same_code_are_dealt_the_same_cards(run: Run) -> None:
    for name in ("Ana", "Ben"):
        assert run("play", "--plain", "--code", CODE.lower(), "--seat", name).status == 0
    games = [load(entry.path, find_game) for entry in Archive(find_game).entries()]
    assert {game.header.extra[KEY] for game in games} == {CODE}
    assert {code_of(game.header, game.session) for game in games} == {CODE}
    assert len({game.session.positions[1] for game in games}) == 1
    assert [game.header.options for game in games] == [{"rules": "gamerules", "first": 1}] * 2
