"""Branches of a replay and notes in it, driven as people drive it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.widgets import Input

from clockspades.branches.branch_words import LineInWords, assists, line_in_words
from clockspades.branches.branches import BranchLine, GameAndBranches, begin_branch, game_log
from clockspades.engine.header import Seat
from clockspades.games.catalogue import find_game
from clockspades.replay import View
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import terminal
from clockspades.table.state import Cause
from clockspades.tui.screens import branches_screen, replay_screen
from clockspades.tui.screens.replay_screen import ReplayScreen
from clockspades.tui.widgets.rows import Rows
from tests.tui.seated import ANA, BEN, Seated
from tests.tui.short_games import play_out
from tests.tui.test_replay import caption, note, played, replaying, saved, with_note

SEATS = (Seat("Ana"), Seat("Tick", "bot:steady"))
FORK, LATER = 8, 13
"""Points of the game at which there is a choice: Tick's, and Ana's."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return saved(tmp_path, played())


def branch(game: Path, point: int = FORK, *, ends: bool = True) -> Path:
    """A branch of the game that goes another way at a point, to its end or for one action."""
    archive = Archive(find_game)
    loaded = load(game, find_game)
    loaded.session.go_to(point)
    session = begin_branch(archive, game_log(archive, game), loaded, SEATS)
    rules, made = session.game.rules, loaded.session.position(point + 1).action
    session.act(next(action for action in rules.legal_actions(session.state) if action != made))
    if ends:
        play_out(session, Random(1))
    session.close()
    assert session.journal is not None
    return session.journal.path


async def press(me: Seated, *keys: str) -> None:
    """Press keys, and wait until all that they began is there."""
    await me.press(*keys)
    await me.until(lambda: not me.is_at("BranchesScreen") or me.here._reading is None, "the logs")


def panel(me: Seated) -> Any:
    assert me.is_at("BranchesScreen")
    return me.here


def rows(me: Seated) -> list[str]:
    listed = panel(me).query_one(Rows)
    return [" ".join(str(listed.marked(number)).split()) for number in range(listed.number)]


def about(me: Seated) -> str:
    return str(panel(me).query_one("#about").render())


def forks(screen: ReplayScreen) -> list[int]:
    return [mark.point for mark in screen.timeline.marks if mark.sign == glyphs().fork]


def where(screen: ReplayScreen) -> tuple[str, int]:
    """What is shown, and its point."""
    return screen.branches.name, screen.session.at


# -- playing on ----------------------------------------------------------------------------------------


async def test_escape_leads_from_a_branch_to_the_very_point_and_the_branch_is_there(game: Path) -> None:
    async with replaying(game) as (me, screen):
        await me.press("right", "c", "o")
        assert (me.here, screen.session.at) == (screen, 1), "there is nothing to compare with"
        assert {"compare", "branches"}.isdisjoint(me.keys_here)
        await press(me, "v", "v", *["right"] * 5, "b")
        await me.shows("TableScreen")
        assert "replay" in me.keys_here
        await press(me, "escape")
        assert me.here is screen
        assert (*where(screen), screen.view.words, screen.loaded.path) == ("", 6, "Ana's view", game)
        assert [line.name for line in screen.branches.lines] == ["", "Branch 1"]
        assert forks(screen) == [6]
        assert "Branch 1 leaves here." in caption(screen)
        assert me.app.archive.newest_unfinished() is None
        await press(me, "b")
        await press(me, "escape")
        assert [line.name for line in screen.branches.lines] == ["", "Branch 1", "Branch 2"]
        assert "Branch 1 and Branch 2 leave here." in caption(screen)
        await press(me, "escape")
        await me.shows("TitleScreen")


async def test_a_branch_of_an_unfinished_game_is_begun_when_b_is_pressed_twice_unless_several_people_play_it(
    tmp_path: Path,
) -> None:
    game = saved(tmp_path, played(until=10))
    before = game.read_bytes()
    async with replaying(game) as (me, screen):
        for keys in (("right", "right", "b"), ("right", "b")):
            await me.press(*keys)
            assert note(screen) == assists(terminal()), "a step takes it back"
        assert (me.here, game.read_bytes()) == (screen, before)
        await press(me, "b")
        await me.shows("TableScreen")
        assert load(game, find_game).session.standing.is_assisted
        await press(me, "escape")
        await press(me, "left", "b")
        await me.shows("TableScreen")  # it is marked already
    async with replaying(saved(tmp_path, played(seats=(ANA, BEN), until=10))) as (me, screen):
        await me.press("end")
        assert "play on" not in me.keys_here
        await press(me, "b", "b")
        assert me.here is screen
        assert note(screen) == "A branch would show the hands of a game that several people still play."


# -- looking at it -------------------------------------------------------------------------------------


async def test_c_shows_the_same_step_of_the_branch_and_of_the_game(game: Path) -> None:
    branch(game)
    async with replaying(game) as (me, screen):
        screen.travel(FORK + 1)
        theirs = caption(screen)
        await me.press("c")
        assert where(screen) == ("Branch 1", FORK + 1)
        assert caption(screen).startswith("Branch 1: ")
        assert f"In the game: {theirs.partition('.')[0]}" in caption(screen)
        assert forks(screen) == [FORK], "where it left the game"
        await me.press("right", "c")
        assert where(screen) == ("", FORK + 2)
        assert caption(screen)


async def test_the_list_shows_where_each_branch_leaves_and_how_it_ended_and_continues_one(game: Path) -> None:
    branch(game)
    path = branch(game, LATER, ends=False)
    async with replaying(game) as (me, screen):
        await press(me, "o")
        starts = ("The game ", f"{glyphs().points_right} Branch 1 step {FORK} ", f"Branch 2 step {LATER} turn ")
        assert [row.startswith(start) for row, start in zip(rows(me), starts, strict=True)] == [True] * 3
        assert f"Step {FORK + 1}: " in about(me)
        assert "continue" not in me.keys_here
        await me.press("down")
        assert "not finished" in about(me)
        assert "continue" in me.keys_here
        await press(me, "enter")
        assert where(screen) == ("Branch 2", LATER)
        await press(me, "o")
        await me.click(panel(me).query_one(Rows).region_of(0))
        assert where(screen) == ("", LATER)
        await press(me, "o", "down", "c")
        await me.shows("TableScreen")
        session = me.session
        assert session.journal is not None
        assert session.journal.path == path
        play_out(session, Random(1))
        me.screen.session_moved(Cause.ADVANCED)
        await press(me, "enter")
        assert panel(me).cursor == 2
        assert f"Branch 2: {session.game.words.verdict(session.state, session.names)}" in about(me)
        assert rows(me)[2].endswith(("you won", "you lost"))


async def test_of_many_branches_only_those_that_are_shown_are_read(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = 4
    monkeypatch.setattr(branches_screen, "PAGE", page)
    path = branch(game, ends=False)
    text = path.read_text("utf-8")
    for number in range(2, 3 * page):
        path.with_stem(f"{path.stem}x{number:03}").write_text(text.replace("Branch 1", f"Branch {number}"), "utf-8")
    read: list[int] = []
    real = line_in_words

    def counted(branches: GameAndBranches, view: View, line: BranchLine) -> LineInWords:
        read.append(branches.lines.index(line))
        return real(branches, view, line)

    monkeypatch.setattr(replay_screen, "line_in_words", counted)
    async with replaying(game) as (me, _):
        await press(me, "o")
        assert sorted(read) == list(range(page)), "each once"
        assert read[0] == 1, "the one under the cursor first"
        panel(me).cursor = page - 1
        await press(me, "down")
        assert sorted(read) == list(range(2 * page))
        assert read[page] == page
        assert rows(me)[0].startswith(f"{glyphs().points_right} Branch {page} step {FORK} ")
        await press(me, "up")
        assert len(read) == 2 * page
        assert rows(me)[-1].startswith(f"{glyphs().points_right} Branch {page - 1} ")


async def test_a_branch_is_renamed_and_deleted(game: Path) -> None:
    path = branch(game)
    async with replaying(game) as (me, screen):
        await press(me, "c", "o", "r")
        field = (await me.shows("AskScreen")).query_one(Input)
        before, field.value = field.value, "The [b]queen[/b]"
        await press(me, "enter")
        assert (before, "The [b]queen[/b] step" in rows(me)[1]) == ("Branch 1", True)
        await me.press("d")
        assert "Press d again to delete The [b]queen[/b]." in about(me)
        await me.press("up", "down", "d")
        assert path.exists()
        await press(me, "d")
        assert (path.exists(), len(rows(me))) == (False, 1)
        await press(me, "escape")
        assert (me.here, *where(screen), forks(screen)) == (screen, "", 0, [])


# -- notes ---------------------------------------------------------------------------------------------


async def write(me: Seated, text: str, key: str = "enter") -> str:
    """Open the note of the point shown, type over it, and close it with a key; the text that was there."""
    await press(me, "n")
    field = (await me.shows("AskScreen")).query_one(Input)
    before, field.value = str(field.value), text
    await press(me, key)
    return before


async def test_a_note_is_written_changed_left_and_removed(game: Path) -> None:
    before = game.read_bytes()
    async with replaying(game) as (me, screen):
        await me.press("right", "right", "right")
        assert await write(me, "Better the queen") == ""
        assert caption(screen).endswith("Note: Better the queen")
        assert [mark.point for mark in screen.timeline.marks if mark.sign == glyphs().note] == [3]
        assert await write(me, "Other", "escape") == "Better the queen"
        assert await write(me, "The king") == "Better the queen"
        assert [note.text for note in load(game, find_game).notes] == ["The king"]
        await me.press("right")
        assert "The king" not in caption(screen)
        await me.press("left")
        assert await write(me, " ") == "The king"
        assert (game.read_bytes(), "Note" in caption(screen)) == (before, False)


async def test_a_long_note_that_is_only_looked_at_stays_whole(tmp_path: Path) -> None:
    game = saved(tmp_path, played(), with_note("tick " * 1000, 2))
    before = game.read_bytes()
    async with replaying(game) as (me, _):
        await press(me, "right", "right", "n", "enter")
        await me.shows("ReplayScreen")
    assert game.read_bytes() == before


async def test_a_game_that_is_being_played_takes_no_note_and_no_branch_and_that_is_said(tmp_path: Path) -> None:
    game = saved(tmp_path, played(until=10))
    async with replaying(game) as (me, screen):
        playing = Archive(find_game).resume(game).session
        before = game.read_bytes()
        await write(me, "Here")
        await me.press("right", "right", "b", "b")
        assert ["another clockspades is playing this game" in said for said in me.said] == [True]
        assert (me.here, game.read_bytes()) == (screen, before)
        playing.close()
