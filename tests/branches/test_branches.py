"""Branches: games played on from another one, and kept with it."""

from pathlib import Path
from random import Random

import pytest

from clockspades.branches.branches import (
    BranchLine,
    begin_branch,
    delete_branch,
    game_log,
    lines_of,
    rename_branch,
)
from clockspades.engine.session import AnySession
from clockspades.engine.standing import Origin, origin_of
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import LoadedLog, LogError, load
from clockspades.statistics.records import record_of, records
from tests.saved.logs import GAME, SEATS, kept_game, whole_log, written


@pytest.fixture
def archive() -> Archive:
    return Archive(find_game)


@pytest.fixture
def game(archive: Archive) -> Path:
    return kept_game(archive)


def at(path: Path, point: int) -> LoadedLog:
    loaded = load(path, find_game)
    loaded.session.go_to(point)
    return loaded


def branched(archive: Archive, path: Path, point: int, *, differs: bool = True) -> Path:
    """A branch of the game or branch in a log, from a point; one action on, another one than there if there is one."""
    shown = at(path, point)
    branch = begin_branch(archive, game_log(archive, path), shown, SEATS)
    assert branch.journal is not None
    if differs:
        made = shown.session.position(point + 1).action
        others = [action for action in GAME.rules.legal_actions(branch.state) if action != made]
        branch.act(others[0])
    branch.close()
    return branch.journal.path


def fork_points(path: Path) -> list[int]:
    """The points of a game at which there is a choice."""
    session = load(path, find_game).session
    states = [position.state for position in session.positions[:-1]]
    return [point for point, state in enumerate(states) if len(GAME.rules.legal_actions(state)) > 1]


def finish(path: Path, archive: Archive) -> AnySession:
    session, rng = archive.resume(path).session, Random(1)
    while session.outcome is None:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    session.close()
    return session


def test_a_branch_is_kept_in_the_folder_of_its_game_and_says_where_it_comes_from(archive: Archive, game: Path) -> None:
    point = fork_points(game)[0]
    path = branched(archive, game, point)
    assert path.parent == archive.directory / "game.branches"
    loaded = load(path, find_game)
    assert loaded.fault is None
    assert origin_of(loaded.header) == Origin("game.cslog", point, "Branch 1")
    assert loaded.session.positions[: point + 1] == load(game, find_game).session.positions[: point + 1]
    assert loaded.session.last == point + 1
    assert game.read_bytes() == b"".join(whole_log())


def test_branches_are_found_with_the_point_where_they_leave_what_is_shown(archive: Archive, game: Path) -> None:
    first, second = fork_points(game)[:2]
    one, two = branched(archive, game, second), branched(archive, game, first)
    inner = branched(archive, two, first, differs=False)
    last = load(game, find_game).session.last
    assert lines_of(archive, game, at(game, 0)) == (
        BranchLine(game, "", last),
        BranchLine(one, "Branch 1", second),
        BranchLine(two, "Branch 2", first),
        BranchLine(inner, "Branch 3", first),
    )
    assert [line.left for line in lines_of(archive, game, at(one, 0))] == [second, second + 1, first, first]
    assert {game_log(archive, path) for path in (game, one, two, inner)} == {game}
    assert origin_of(load(inner, find_game).header) == Origin(two.name, first, "Branch 3")


def test_a_branch_is_never_continued_listed_or_counted(archive: Archive, game: Path) -> None:
    path = branched(archive, game, fork_points(game)[0])
    assert archive.newest_unfinished() is None
    assert [entry.path for entry in archive.entries()] == [game]
    before = records(archive)
    session = finish(path, archive)
    assert record_of(archive, session) is None
    assert records(archive) == before
    assert [entry.path for entry in archive.entries()] == [game]
    path.rename(archive.directory / path.name)
    assert [entry.path for entry in archive.entries("NOT branch")] == [game], "nor if somebody moves it"
    assert records(archive) == before
    assert load(archive.directory / path.name, find_game).session.standing.is_apart


def test_branches_go_where_their_game_and_its_folder_go(archive: Archive, game: Path) -> None:
    path = branched(archive, game, fork_points(game)[0])
    moved = Archive(find_game, archive.directory.with_name("elsewhere"))
    archive.directory.rename(moved.directory)
    (_, line) = lines_of(moved, moved.directory / game.name, at(moved.directory / game.name, 0))
    assert (line.path, line.name) == (moved.directory / "game.branches" / path.name, "Branch 1")
    assert game_log(moved, line.path) == moved.directory / game.name


def test_a_game_outside_the_archive_has_its_branches_in_the_archive(archive: Archive, tmp_path: Path) -> None:
    log = written(tmp_path / "mine.cslog", *whole_log())
    path = branched(archive, log, fork_points(log)[0])
    assert path.parent == archive.directory / "mine.branches"
    assert [line.path for line in lines_of(archive, log, at(log, 0))] == [log, path]
    (tmp_path / "other").mkdir()
    other = written(tmp_path / "other" / "mine.cslog", *whole_log(2))
    assert [line.path for line in lines_of(archive, other, at(other, 0))] == [other], "another game of that name"


def test_a_branch_is_renamed(archive: Archive, game: Path) -> None:
    point = fork_points(game)[0]
    path = branched(archive, game, point)
    rest = path.read_bytes().splitlines(keepends=True)[1:]
    rename_branch(path, "With the \x1b[31m[b]queen[/b]")
    assert path.read_bytes().splitlines(keepends=True)[1:] == rest
    assert lines_of(archive, game, at(game, 0))[1].name == "With the ▯[31m[b]queen[/b]"
    assert origin_of(load(path, find_game).header) == Origin("game.cslog", point, "With the \x1b[31m[b]queen[/b]")
    assert branched(archive, game, point) != path
    assert [line.name for line in lines_of(archive, game, at(game, 0))][2] == "Branch 1", "that name is free again"


def test_a_branch_is_deleted_and_then_the_empty_folder(archive: Archive, game: Path) -> None:
    one, two = (branched(archive, game, point) for point in fork_points(game)[:2])
    delete_branch(one)
    assert [line.path for line in lines_of(archive, game, at(game, 0))] == [game, two]
    delete_branch(two)
    assert not two.parent.exists()
    with pytest.raises(LogError, match="cannot be changed: No such file"):
        delete_branch(two)


def test_a_branch_in_play_is_neither_renamed_nor_deleted(archive: Archive, game: Path) -> None:
    session = begin_branch(archive, game, at(game, fork_points(game)[0]), SEATS)
    assert session.journal is not None
    for change in (lambda path: rename_branch(path, "Mine"), delete_branch):
        with pytest.raises(LogError, match="another clockspades is playing this game"):
            change(session.journal.path)
    session.close()
