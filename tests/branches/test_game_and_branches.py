"""A game and its branches, gone through as a replay does."""

from pathlib import Path

import pytest

from clockspades.branches.branches import (
    GameAndBranches,
    branch_logs,
    check_branch,
    delete_branch,
    load_to_show,
    open_game_and_branches,
    rename_branch,
)
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, load
from clockspades.statistics.records import records
from tests.branches.test_branches import at, branched, finish, fork_points
from tests.saved.logs import SEATS, header_line, kept_game, whole_log, written


@pytest.fixture
def archive() -> Archive:
    return Archive(find_game)


@pytest.fixture
def game(archive: Archive) -> Path:
    return kept_game(archive)


def opened(archive: Archive, path: Path, point: int = 0) -> GameAndBranches:
    return open_game_and_branches(archive, load(path, find_game), point)


def names(branches: GameAndBranches) -> list[str]:
    return [line.name for line in branches.lines]


def test_each_log_stays_at_the_point_where_it_was_left(archive: Archive, game: Path) -> None:
    path = branched(archive, game, fork_points(game)[0])
    first = opened(archive, game, 5)
    branch = first.showing(path, 2)
    assert (branch.name, branch.shown.session.at, branch.opened.session.at) == ("Branch 1", 2, 5)
    assert (first.name, first.shown.session.at) == ("", 5), "the one before is as it was"
    assert branch.showing(game, branch.opened.session.at) == first
    assert branch.game is branch.opened, "the log that was opened is not read again"


def test_what_was_renamed_and_deleted_is_so_after_a_refresh(archive: Archive, game: Path) -> None:
    one, two = (branched(archive, game, point) for point in fork_points(game)[:2])
    branches = opened(archive, game, 4).showing(two, 3)
    rename_branch(two, "Mine")
    delete_branch(one)
    after = branches.refreshed()
    assert (after.name, names(after), after.shown.session.at) == ("Mine", ["", "Mine"], 3)
    delete_branch(two)
    gone = after.refreshed()
    assert (gone.name, names(gone), gone.shown.session.at) == ("", [""], 4)


def test_a_branch_opened_by_itself_knows_its_game_while_that_is_there(archive: Archive, game: Path) -> None:
    path = branched(archive, game, fork_points(game)[0])
    branches = opened(archive, path)
    assert branches.game is not None
    assert (branches.name, branches.game.path, names(branches)) == ("Branch 1", game, ["", "Branch 1"])
    game.unlink()
    alone = opened(archive, path)
    assert (alone.name, alone.game, names(alone)) == ("Branch 1", None, ["Branch 1"])


def test_a_branch_begins_at_the_point_shown_and_is_kept_with_the_game(archive: Archive, game: Path) -> None:
    first, second = fork_points(game)[:2]
    branch = opened(archive, branched(archive, game, second), first)
    session = branch.begin_branch(SEATS)
    session.close()
    assert session.last == first
    assert names(branch.refreshed()) == ["", "Branch 1", "Branch 2"]


def test_a_note_is_kept_in_the_log_and_in_every_copy_of_it(archive: Archive, game: Path) -> None:
    branches = opened(archive, game, 3)
    copies = branches.shown.notes
    for text, notes in (("One", [(3, "One")]), ("Two", [(3, "Two")]), ("", [])):
        branches.write_note(text)
        assert copies == load(game, find_game).notes == notes
    branches.shown.session.go_to(5)
    branches.write_note("Five")
    branches.shown.session.go_to(2)
    branches.write_note("Two")
    assert copies == load(game, find_game).notes == at(game, 0).notes == [(2, "Two"), (5, "Five")]


# -- branches of an unfinished game ----------------------------------------------------------------------


def unfinished(path: Path, **changes: object) -> Path:
    """A game of Ana's that goes on, with another header."""
    return written(path, header_line(**changes), *whole_log()[1:12])


def person(name: str) -> dict[str, str]:
    return {"name": name, "kind": "human"}


def bot(kind: str) -> dict[str, str]:
    return {"name": kind, "kind": f"bot:{kind}"}


@pytest.mark.parametrize(
    ("changes", "assists"),
    [
        ({}, True),
        ({"seats": [bot("random"), person("Ana")]}, True),
        ({"seats": [bot("random"), bot("steady")]}, False),
        ({"seats": [person("Ana"), bot("open")]}, False),
        ({"lesson": True}, False),
        ({"repeat": True}, False),
        ({"branch": True}, False),
    ],
)
def test_a_branch_assists_the_one_person_of_an_unfinished_game_that_counts(
    archive: Archive, game: Path, changes: dict[str, object], assists: bool
) -> None:
    assert not opened(archive, game).would_assist, "a finished game"
    branches = opened(archive, unfinished(game, **changes), 3)
    assert branches.would_assist == assists
    before = game.read_bytes()
    branches.begin_branch(SEATS).close()
    assert load(game, find_game).session.standing.is_assisted == assists
    assert (game.read_bytes() == before) == (not assists)


def test_a_game_is_marked_once_and_counts_as_assisted_when_it_is_over(archive: Archive, game: Path) -> None:
    branches = opened(archive, unfinished(game), 3)
    branch = branches.begin_branch(SEATS)
    branch.close()
    assert branch.journal is not None
    assert not branches.would_assist
    marked = game.read_bytes()
    opened(archive, game, 5).begin_branch(SEATS).close()
    opened(archive, branch.journal.path, 2).begin_branch(SEATS).close()
    assert game.read_bytes() == marked
    finish(game, archive)
    assert load(game, find_game).fault is None
    (kept,) = records(archive)
    assert (kept.assisted, kept.played) == (1, 0)


def test_no_branch_begins_where_the_game_cannot_be_marked(archive: Archive, game: Path) -> None:
    branches = opened(archive, unfinished(game), 3)
    playing = archive.resume(game).session
    with pytest.raises(LogError, match="another clockspades is playing this game"):
        branches.begin_branch(SEATS)
    playing.close()
    assert not branch_logs(archive, game)
    assert branches.would_assist


# -- several people ------------------------------------------------------------------------------------


def between_people(game: Path) -> Path:
    """The game between two people."""
    return written(
        game, header_line(seats=[person("Ana"), person("Ben")]), *game.read_bytes().splitlines(keepends=True)[1:]
    )


def test_an_unfinished_game_of_several_people_gets_no_branch(archive: Archive, game: Path) -> None:
    path = between_people(unfinished(game))
    branches = opened(archive, path, 3)
    assert branches.keeps_hands_secret
    with pytest.raises(LogError, match="would show the hands of a game that several people still play"):
        branches.begin_branch(SEATS)
    assert not branch_logs(archive, path)


def test_a_finished_game_of_several_people_gets_branches(archive: Archive, game: Path) -> None:
    branches = opened(archive, between_people(game), 3)
    assert not branches.keeps_hands_secret
    branches.begin_branch(SEATS).close()
    assert names(branches.refreshed()) == ["", "Branch 1"]


def test_branches_that_an_older_version_began_are_not_shown_while_several_people_play(
    archive: Archive, game: Path
) -> None:
    unfinished(game)
    path = branched(archive, game, 3, differs=False)
    check_branch(path, find_game)
    between_people(game)
    branches = opened(archive, game)
    assert names(branches) == [""]
    assert [line.path for line in branches.lines] == [game]
    for read in (check_branch, load_to_show):
        with pytest.raises(LogError, match="a game that several people still play"):
            read(path, find_game)
    load_to_show(game, find_game)
    game.unlink()
    load_to_show(path, find_game)
