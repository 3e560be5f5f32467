"""Branches of a replay and notes in it, driven as people drive it."""

from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input
from textual.widgets._toast import Toast

from clockspades.branches.branch_words import LineInWords, assists, line_in_words
from clockspades.branches.branches import GameAndBranches, Line, begin_branch, game_log
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.replay import View
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.table.glyphs import glyphs
from clockspades.table.state import Cause
from clockspades.tui.app import Clockspades
from clockspades.tui.screens import replay
from clockspades.tui.screens.ask import AskScreen
from clockspades.tui.screens.branches_screen import PAGE, BranchesScreen
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.rows import Rows
from tests.tui.short_games import play_out
from tests.tui.test_replay import caption, note, opened, played, saved, shown, step_on, with_note
from tests.tui.test_review import come_to_review

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
    while ends and session.outcome is None:
        session.act(Random(1).choice(rules.legal_actions(session.state)))
    session.close()
    assert session.journal is not None
    return session.journal.path


async def settled(pilot: Pilot[str]) -> None:
    for _ in range(3):
        await pilot.pause(0)
    while isinstance(pilot.app.screen, BranchesScreen) and pilot.app.screen.is_reading:
        await pilot.pause(0)


async def press(pilot: Pilot[str], *keys: str) -> None:
    """Press keys, and wait until all that they began is there."""
    await pilot.press(*keys)
    await settled(pilot)


def top(app: Clockspades) -> object:
    """The screen shown, whatever it was before."""
    return app.screen


def panel(app: Clockspades) -> BranchesScreen:
    assert isinstance(app.screen, BranchesScreen)
    return app.screen


def rows(app: Clockspades) -> list[str]:
    listed = panel(app).query_one(Rows)
    return [" ".join(str(listed.marked(number)).split()) for number in range(listed.number)]


def about(app: Clockspades) -> str:
    return str(panel(app).query_one("#about").render())


def forks(screen: ReplayScreen) -> list[int]:
    return [mark.point for mark in screen.timeline.marks if mark.sign == glyphs().fork]


def play_to_the_end(screen: TableScreen) -> AnySession:
    session = screen.session
    play_out(session, Random(1))
    screen.session_moved(Cause.ADVANCED)
    return session


# -- playing on ----------------------------------------------------------------------------------------


async def test_escape_leads_from_a_branch_to_the_very_point_and_the_branch_is_there(game: Path) -> None:
    async with opened(game) as (app, screen, pilot):
        await pilot.press("right", "c", "o")
        assert (top(app), screen.session.at) == (screen, 1), "there is nothing to compare with"
        assert {"compare", "branches"}.isdisjoint(key.words for key in screen.query_one(KeyLine).keys)
        await press(pilot, "v", "v", *["right"] * 5, "b")
        assert isinstance(app.screen, TableScreen)
        assert "replay" in [key.words for key in app.screen.query_one(KeyLine).keys]
        await press(pilot, "escape")
        assert top(app) is screen
        assert (screen.session.at, screen.view.words, screen.loaded.path) == (6, "Ana's view", game)
        assert [line.name for line in screen.branches.lines] == ["", "Branch 1"]
        assert forks(screen) == [6]
        assert "Branch 1 leaves here." in caption(screen)
        assert app.archive.newest_unfinished() is None
        await press(pilot, "b")
        await press(pilot, "escape")
        assert [line.name for line in screen.branches.lines] == ["", "Branch 1", "Branch 2"]
        assert "Branch 1 and Branch 2 leave here." in caption(screen)
        await press(pilot, "escape")
        assert isinstance(app.screen, TitleScreen)


async def test_the_end_of_a_branch_is_compared_with_the_end_of_the_game(game: Path) -> None:
    async with opened(game) as (app, screen, pilot):
        await press(pilot, *["right"] * FORK, "b")
        assert isinstance(app.screen, TableScreen)
        session = play_to_the_end(app.screen)
        await press(pilot, "enter")
        words = session.game.words
        assert f"Branch 1: {words.verdict(session.state, session.names)}" in about(app)
        over = load(game, find_game).session
        assert f"The game: {words.verdict(over.state, over.names)}" in about(app)
        assert panel(app).cursor == 1
        await press(pilot, "escape")
        assert top(app) is screen
        assert screen.session.at == FORK


async def test_what_was_added_from_the_review_is_there_in_the_replay_below_it(game: Path) -> None:
    async with opened(game) as (app, screen, pilot):
        review = await come_to_review(app, pilot)
        await press(pilot, "enter")
        at = review.point - 1
        await write(app, pilot, "Look")
        await press(pilot, "b")
        await press(pilot, "escape")
        await press(pilot, "escape", "enter")
        assert isinstance(app.screen, ReplayScreen)
        assert "Note: Look" in caption(app.screen)
        assert "Branch 1 leaves here." in caption(app.screen)
        await press(pilot, "escape", "escape")
        assert top(app) is screen
        assert [line.left for line in screen.branches.lines[1:]] == [at]
        assert at in screen._notes


async def test_a_branch_of_an_unfinished_game_is_begun_when_b_is_pressed_twice(tmp_path: Path) -> None:
    game = saved(tmp_path, played(until=10))
    before = game.read_bytes()
    async with opened(game) as (app, screen, pilot):
        await pilot.press("right", "right", "b")
        assert note(screen) == assists()
        await pilot.press("right", "b")
        assert note(screen) == assists(), "a step takes it back"
        assert top(app) is screen
        assert game.read_bytes() == before
        await press(pilot, "b")
        assert isinstance(app.screen, TableScreen)
        assert load(game, find_game).session.assisted
        await press(pilot, "escape")
        assert top(app) is screen
        await pilot.press("end")
        assert "Note: Assisted" in caption(screen)
        await press(pilot, "left", "b")
        assert isinstance(app.screen, TableScreen), "it is marked already"


async def test_a_game_that_several_people_still_play_has_no_branch_and_the_key_says_why(tmp_path: Path) -> None:
    game = saved(tmp_path, played(seats=(Seat("Ana"), Seat("Ben")), until=10))
    async with opened(game) as (app, screen, pilot):
        await pilot.press("end")
        assert "play on" not in [key.words for key in screen.query_one(KeyLine).keys]
        await press(pilot, "b", "b")
        assert top(app) is screen
        assert note(screen) == "A branch would show the hands of a game that several people still play."
        hands = [card for hand in screen.session.state.hands for card in hand]
        assert hands
        assert [card for card in hands if card.symbol in shown(app)] == []


# -- looking at it -------------------------------------------------------------------------------------


async def test_c_shows_the_same_step_of_the_branch_and_of_the_game(game: Path) -> None:
    branch(game)
    async with opened(game) as (_, screen, pilot):
        await pilot.press(*["right"] * (FORK + 1))
        theirs = caption(screen)
        await pilot.press("c")
        assert (screen.branches.name, screen.session.at) == ("Branch 1", FORK + 1)
        assert caption(screen).startswith("Branch 1: ")
        assert f"In the game: {theirs.partition('.')[0]}" in caption(screen)
        assert screen.timeline.ending == "Branch 1"
        assert forks(screen) == [FORK], "where it left the game"
        assert load(screen.loaded.path, find_game).session.positions == screen.session.positions
        await pilot.press("right", "c")
        assert (screen.branches.name, screen.session.at) == ("", FORK + 2)
        assert caption(screen)
        await pilot.press("c", "right", "escape")
        assert (screen.branches.name, screen.session.at) == ("", FORK + 2), "where the game was left"


async def test_the_list_of_branches_shows_where_each_leaves_and_how_it_ended(game: Path) -> None:
    branch(game)
    branch(game, LATER, ends=False)
    async with opened(game) as (app, screen, pilot):
        await press(pilot, "o")
        over = load(game, find_game).session
        first, second, third = rows(app)
        assert first.startswith("The game ")
        assert second.startswith(f"{glyphs().points_right} Branch 1 step {FORK} ")
        assert third.startswith(f"Branch 2 step {LATER} turn ")
        assert f"Step {FORK + 1}: " in about(app)
        assert f"The game: {over.game.words.verdict(over.state, over.names)}" in about(app)
        assert "continue" not in [key.words for key in panel(app).query_one(KeyLine).keys]
        await pilot.press("down")
        assert "not finished" in about(app)
        assert "continue" in [key.words for key in panel(app).query_one(KeyLine).keys]
        await press(pilot, "enter")
        assert (screen.branches.name, screen.session.at) == ("Branch 2", LATER)
        await press(pilot, "o")
        await pilot.click(offset=panel(app).query_one(Rows).region_of(0).offset)
        await settled(pilot)
        assert (screen.branches.name, screen.session.at) == ("", LATER)


async def test_the_list_can_be_used_and_left_while_its_logs_are_read(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    branch(game)
    goes_on, real = Event(), line_in_words

    def slow(*arguments: Any) -> LineInWords:
        assert goes_on.wait(60)
        return real(*arguments)

    monkeypatch.setattr(replay, "line_in_words", slow)
    async with opened(game) as (app, screen, pilot):
        await pilot.press("o")
        assert panel(app).is_reading
        assert rows(app) == ["The game …", f"{glyphs().points_right} Branch 1 …"]
        assert [key.words for key in panel(app).query_one(KeyLine).keys].count("continue") == 0
        await pilot.press("up")
        assert panel(app).cursor == 0
        await pilot.press("escape")
        assert top(app) is screen
        goes_on.set()
        await press(pilot, "o")
        assert rows(app)[1].endswith("won")


async def test_of_many_branches_only_those_that_are_shown_are_read(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = branch(game, ends=False)
    text = path.read_text("utf-8")
    for number in range(2, 3 * PAGE):
        path.with_stem(f"{path.stem}x{number:03}").write_text(text.replace("Branch 1", f"Branch {number}"), "utf-8")
    read: list[int] = []
    real = line_in_words

    def counted(branches: GameAndBranches, view: View, line: Line) -> LineInWords:
        read.append(branches.lines.index(line))
        return real(branches, view, line)

    monkeypatch.setattr(replay, "line_in_words", counted)
    async with opened(game) as (app, _, pilot):
        await press(pilot, "o")
        assert sorted(read) == list(range(PAGE)), "each once"
        assert read[0] == 1, "the one under the cursor first"
        panel(app).cursor = PAGE - 1
        await press(pilot, "down")
        assert sorted(read) == list(range(2 * PAGE))
        assert read[PAGE] == PAGE
        assert rows(app)[0].startswith(f"{glyphs().points_right} Branch {PAGE} step {FORK} ")
        await press(pilot, "up")
        assert len(read) == 2 * PAGE
        assert rows(app)[-1].startswith(f"{glyphs().points_right} Branch {PAGE - 1} ")


async def test_a_branch_is_continued_from_the_list(game: Path) -> None:
    path = branch(game, ends=False)
    async with opened(game) as (app, screen, pilot):
        await press(pilot, "o", "c")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.session.journal is not None
        assert app.screen.session.journal.path == path
        play_to_the_end(app.screen)
        await press(pilot, "enter")
        assert rows(app)[1].endswith("won")
        await press(pilot, "enter")
        assert (screen.branches.name, screen.timeline.ending) == ("Branch 1", "Branch 1")
        assert screen.session.position(-1).state.outcome is not None


async def test_a_branch_is_renamed_and_deleted(game: Path) -> None:
    path = branch(game)
    async with opened(game) as (app, screen, pilot):
        await press(pilot, "c", "o", "r")
        assert isinstance(app.screen, AskScreen)
        field = app.screen.query_one(Input)
        assert field.value == "Branch 1"
        field.value = "The [b]queen[/b]"
        await press(pilot, "enter")
        assert "The [b]queen[/b] step" in rows(app)[1]
        await pilot.press("d")
        assert "Press d again to delete The [b]queen[/b]." in about(app)
        await pilot.press("up", "down", "d")
        assert path.exists()
        await press(pilot, "d")
        assert not path.exists()
        assert len(rows(app)) == 1
        await press(pilot, "escape")
        assert top(app) is screen
        assert (screen.branches.name, screen.loaded.path, forks(screen)) == ("", game, [])
        await pilot.press("c", "o")
        assert top(app) is screen, "there is nothing to compare with"


async def test_a_branch_opened_by_itself_is_compared_with_its_game(game: Path) -> None:
    kept = Archive(find_game).directory
    kept.mkdir(parents=True)
    game = game.rename(kept / game.name)
    path = branch(game)
    async with opened(path) as (app, screen, pilot):
        assert screen.branches.name == "Branch 1"
        await pilot.press("c")
        assert (screen.branches.name, screen.loaded.path) == ("", game)
        await pilot.press("escape")
        assert screen.branches.name == "Branch 1"
        await pilot.press("e")
        assert top(app) is screen, "a branch is not reviewed"
        await press(pilot, "o", "d", "d")
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, TitleScreen)


# -- notes ---------------------------------------------------------------------------------------------


async def write(app: Clockspades, pilot: Pilot[str], text: str, key: str = "enter") -> str:
    """Open the note of the point shown, type over it, and close it with a key; the text that was there."""
    await press(pilot, "n")
    assert isinstance(app.screen, AskScreen)
    field = app.screen.query_one(Input)
    before, field.value = field.value, text
    await press(pilot, key)
    return before


async def test_a_note_is_written_changed_left_and_removed(game: Path) -> None:
    before = game.read_bytes()
    lines = before.splitlines(keepends=True)
    async with opened(game) as (app, screen, pilot):
        await pilot.press("right", "right", "right")
        assert await write(app, pilot, "Better the queen") == ""
        assert game.read_bytes() == b"".join([*lines[:4], b'{"note": "Better the queen"}\n', *lines[4:]])
        assert caption(screen).endswith("Note: Better the queen")
        assert [mark.point for mark in screen.timeline.marks if mark.sign == glyphs().note] == [3]
        assert await write(app, pilot, "Other", "escape") == "Better the queen"
        assert await write(app, pilot, "The king") == "Better the queen"
        assert [note.text for note in load(game, find_game).notes] == ["The king"]
        await step_on(screen, pilot)
        assert "The king" not in caption(screen)
        await pilot.press("left")
        assert await write(app, pilot, " ") == "The king"
        assert game.read_bytes() == before
        assert "Note" not in caption(screen)
        await pilot.press("end")
        await write(app, pilot, "Well played")
        assert load(game, find_game).fault is None
        assert caption(screen).endswith("Note: Well played")


async def test_a_long_note_that_is_only_looked_at_stays_whole(tmp_path: Path) -> None:
    game = saved(tmp_path, played(), with_note("tick " * 1000, 2))
    before = game.read_bytes()
    async with opened(game) as (app, _, pilot):
        await press(pilot, "right", "right", "n", "enter")
        assert isinstance(app.screen, ReplayScreen)
    assert game.read_bytes() == before


async def test_a_log_in_play_takes_no_note_and_says_so(game: Path) -> None:
    going_on = saved(game.parent, played(until=6))
    async with opened(going_on) as (app, screen, pilot):
        resumed = Archive(find_game).resume(going_on)
        before = going_on.read_bytes()
        await write(app, pilot, "Here")
        assert going_on.read_bytes() == before
        messages = [str(toast._notification.message) for toast in app.screen.query(Toast)]
        assert any("another clockspades is playing this game" in message for message in messages)
        assert note(screen) == ""
        resumed.session.close()


async def test_a_game_that_is_being_played_is_not_branched_and_that_is_said(tmp_path: Path) -> None:
    game = saved(tmp_path, played(until=10))
    async with opened(game) as (app, screen, pilot):
        playing = Archive(find_game).resume(game).session
        await pilot.press("right", "right", "b", "b")
        await settled(pilot)
        messages = [str(toast._notification.message) for toast in app.screen.query(Toast)]
        assert any("another clockspades is playing this game" in message for message in messages)
        assert top(app) is screen
        assert not load(game, find_game).session.assisted
        playing.close()
