"""The branches of a replay in words, without a screen."""

from pathlib import Path

import pytest

from clockspades.branches.branch_words import LineInWords, line_in_words, point_caption
from clockspades.branches.branches import GameAndBranches, open_game_and_branches
from clockspades.games.catalogue import find_game
from clockspades.replay import View
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from tests.branches.test_branches import branched, finish, fork_points
from tests.saved.logs import kept_game

OPEN, CLOSED = View("all open", all_open=True), View("all closed")


@pytest.fixture
def archive() -> Archive:
    return Archive(find_game)


@pytest.fixture
def game(archive: Archive) -> Path:
    return kept_game(archive)


def opened(archive: Archive, path: Path) -> GameAndBranches:
    return open_game_and_branches(archive, load(path, find_game))


def in_words(branches: GameAndBranches) -> list[LineInWords]:
    return [line_in_words(branches, OPEN, line) for line in branches.lines]


def test_a_branch_that_is_gone_meanwhile_says_so(archive: Archive, game: Path) -> None:
    path = branched(archive, game, fork_points(game)[0])
    branches = opened(archive, game)
    path.unlink()
    _, gone = in_words(branches)
    assert (gone.status, gone.goes_on) == ("can't be read", False)
    assert gone.sentences == ("Cannot be read: No such file or directory.",)


def test_each_line_says_where_it_leaves_the_game_and_how_both_ended(archive: Archive, game: Path) -> None:
    first, second = fork_points(game)[:2]
    over, going = branched(archive, game, first), branched(archive, game, second)
    finish(over, archive)
    branches = opened(archive, game)
    whole, one, two = in_words(branches)

    def verdict(path: Path) -> str:
        session = load(path, find_game).session
        return session.game.words.verdict(session.state, session.names)

    assert (whole.left, whole.goes_on, whole.sentences) == (0, False, (f"The game: {verdict(game)}",))
    assert (one.left, one.goes_on, one.status[:4]) == (first, False, "you ")
    assert one.sentences[1:] == (f"Branch 1: {verdict(over)}", f"The game: {verdict(game)}")
    assert one.sentences[0].startswith(f"Step {first + 1}: ")
    assert " In the game: " in one.sentences[0]
    assert (two.left, two.goes_on) == (second, True)
    assert two.sentences[1].endswith(", not finished.")
    assert load(going, find_game).session.last == second + 1
    assert branches.shown.session.at == 0, "the log that is shown stays at its point"


def test_where_a_branch_leaves_is_said_in_the_game_and_in_the_branch(archive: Archive, game: Path) -> None:
    point = fork_points(game)[0]
    one, _ = branched(archive, game, point), branched(archive, game, point)
    branches = opened(archive, game)
    in_game = [
        point_caption(branches, branches.names_in(branches.shown), OPEN, each, ())
        for each in (point - 1, point, point + 1)
    ]
    assert ["leave here" in words for words in in_game] == [False, True, False]
    assert in_game[1].endswith("Branch 1 and Branch 2 leave here.")
    branch = branches.showing(one, point)
    theirs = in_game[2].partition(".")[0]
    assert point_caption(branch, branch.names_in(branch.shown), OPEN, point, ()).startswith("Branch 1: ")
    assert f"In the game: {theirs}." in point_caption(branch, branch.names_in(branch.shown), OPEN, point + 1, ())
    assert "In the game" not in point_caption(branch, branch.names_in(branch.shown), OPEN, point, ())
