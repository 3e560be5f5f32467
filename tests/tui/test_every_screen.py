"""Every screen: whole at each size, something to read at the cursor, and never overwhelmed by input."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

import pytest
from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Offset
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from clockspades.compare import compare
from clockspades.engine.game import Offer
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game, game_names, offers
from clockspades.network.client.client import Started, Want
from clockspades.network.wire.messages import Start
from clockspades.routes import (
    CompareRoute,
    DailyRoute,
    DealRoute,
    FriendsRoute,
    LessonOfferRoute,
    LobbyRoute,
    MilestonesRoute,
    PickerRoute,
    PracticeRoute,
    ReplayRoute,
    ReviewRoute,
    Route,
    SetupRoute,
    StatisticsRoute,
    TableRoute,
    TitleRoute,
)  # fmt: skip
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.series import Series
from clockspades.table.model import TargetKind
from clockspades.tui.screens.game_screen import GameScreen
from clockspades.tui.screens.stepping import SteppingScreen
from clockspades.tui.textual_fixes.bindings_map import bindings_of
from clockspades.tui.textual_fixes.input_gate import LEFT, LIMIT
from clockspades.tui.widgets.form_row import LONGEST, TextField
from clockspades.tui.widgets.rows import Rows
from tests.compare.same_deal import kept, played
from tests.network.memory import Machine, MemoryElsewhere, MemoryHost
from tests.tui.layout import whole_at
from tests.tui.seated import ANA, BEN, GAME, TICK, Seated, at_table, game_where, opened
from tests.tui.short_games import begin, play_out
from tests.tui.test_sizes import full_table


class Way(NamedTuple):
    """How to come to a screen: what opens, and the keys from there."""

    screen: str
    opens: str | Route
    keys: tuple[str, ...] = ()


WAYS: Final = {
    "title": Way("TitleScreen", "title"),
    "picker": Way("PickerScreen", PickerRoute()),
    "lesson offer": Way("LessonOfferScreen", LessonOfferRoute(Offer(*offers()[1]))),
    "setup": Way("SetupScreen", SetupRoute(GAME.name)),
    "daily": Way("DailyScreen", DailyRoute()),
    "deal": Way("DealScreen", DealRoute()),
    "practice": Way("PracticeScreen", PracticeRoute()),
    "saved games": Way("SavedScreen", "title", ("g",)),
    "first game": Way("FirstGameScreen", "title", ("l",)),
    "end of a lesson": Way("LessonEndScreen", "title", ("l", "escape")),
    "table": Way("TableScreen", "table"),
    "log": Way("LogScreen", "table", ("l",)),
    "meaning": Way("MeaningScreen", "table", ("x",)),
    "rule of a puzzle": Way("RuleScreen", PracticeRoute(), ("1",)),
    "help": Way("HelpScreen", "table", ("question_mark",)),
    "rules": Way("RulesScreen", "title", ("r",)),
    "settings": Way("SettingsScreen", "title", ("f2",)),
    "palette": Way("ActionPalette", "table", ("f3",)),
    "curtain": Way("CurtainScreen", "friends"),
    "question": Way("QuestionScreen", "friends", ("u",)),
    "replay": Way("ReplayScreen", "replay"),
    "compare": Way("CompareScreen", "compare"),
    "same deal": Way("SameDealScreen", "replay", ("d",)),
    "note": Way("AskScreen", "replay", ("n",)),
    "branches": Way("BranchesScreen", "replay", ("right", "b", "escape", "o")),
    "result": Way("ResultScreen", "result"),
    "duel": Way("DuelScreen", "first result", ("v",)),
    "statistics": Way("StatisticsScreen", StatisticsRoute()),
    "milestones": Way("MilestonesScreen", MilestonesRoute()),
    "review": Way("ReviewScreen", "review"),
    "friends elsewhere": Way("FriendsScreen", FriendsRoute()),
    "join": Way("JoinScreen", FriendsRoute(), ("o",)),
    "club": Way("ClubScreen", FriendsRoute(), ("c",)),
    "lobby": Way("LobbyScreen", "lobby"),
    "how it is dealt": Way("FairScreen", "lobby", ("p",)),
    "say": Way("SayScreen", "lobby", ("slash",)),
    "table elsewhere": Way("RemoteTableScreen", "elsewhere"),
}
RESULTS: Final = {"result": 3, "first result": 4}
"""The seeds of the games whose results are shown: the first is that of a repeat."""
UNGUARDED: Final = ("palette", "curtain")
"""The screens that close where the terminal is too small, or can be read there too."""
LIVELY: Final = {"picker", "palette"}
"""The screens that go on by themselves: a small table on which a game is played, and a cursor that blinks."""
ABUSED: Final = ("setup", "table", "curtain", "replay")
"""Screens that get any input: a form, a table, a question, a list of points. Thorough tests give it to all screens."""
USUAL: Final = ((60, 18), (80, 24))
EVERY: Final = ((60, 40), (80, 18), (100, 24), (200, 18), (100, 30), (60, 18), (120, 40), (80, 24))
"""The smallest size of each class, and sizes whose width and height are not of one class."""


def opening(archive: Archive, opens: str | Route) -> Route:
    """What the application opens with, from games that are kept: one that goes on, and one that is over."""
    if opens == "friends":
        return TableRoute(archive.fork(game_where(full_table, (ANA, BEN)), (ANA, BEN)))
    if opens == "compare":
        paths = [kept(archive.directory, played(GAME, name, way)) for way, name in enumerate(("Ana", "Ben"))]
        return CompareRoute(compare(*(load(path, find_game) for path in paths)))
    if opens in ("lobby", "elsewhere"):
        return table_elsewhere(begins=opens == "elsewhere")
    going_on = archive.fork(game_where(full_table), (ANA, TICK))
    if opens == "table":
        return TableRoute(going_on)
    going_on.close()
    over = finished(archive)
    over.close()
    if opens in ("replay", "review"):
        loaded = load(archive.entries()[0].path, find_game)
        return ReplayRoute(loaded) if opens == "replay" else ReviewRoute(loaded, 0)
    return TitleRoute() if isinstance(opens, str) else opens


def table_elsewhere(*, begins: bool) -> Route:
    """The lobby of a table in memory, which leads to the table once the game has begun."""
    host = MemoryHost(GAME)
    if begins:
        before = host.seat("Ana", hosts=True)
        before.give(Started())
        Machine(host.seat("Ben"))
        before.give(Want(Start()))
        host.cut(before)
    return LobbyRoute(MemoryElsewhere(host.seat("Ana", hosts=True)))


def finished(archive: Archive, seed: int = 3) -> AnySession:
    """A game of a series, played to its end."""
    session = archive.begin(GAME, GAME.configure({}), (ANA, TICK), Random(seed), series=Series((2, 1), best_of=5))
    play_out(session, Random(seed))
    return session


@asynccontextmanager
async def come_to(archive: Archive, name: str, size: tuple[int, int], *, moving: bool = False) -> AsyncIterator[Seated]:
    """Somebody who has opened a screen."""
    way = WAYS[name]
    async with opened(archive, opening(archive, way.opens), size, moving=moving) as seated:
        if isinstance(way.opens, str) and way.opens in RESULTS:
            over = finished(archive, RESULTS[way.opens])
            over.close()
            seated.app.show_result(over)
            await seated.shows("ResultScreen")
        for key in way.keys:
            await seated.press(key)
        await seated.shows(way.screen)
        await seated.app.workers.wait_for_complete()
        yield seated


def read_at_cursor(seated: Seated) -> str:
    """The line of the screen from the cursor on."""
    column, row = seated.app.cursor_position
    return seated.text.splitlines()[row][column:]


async def reads(seated: Seated) -> str:
    """The line from the cursor on, once there is something to read."""

    def is_readable() -> bool:
        return bool(read_at_cursor(seated)[:1].strip()) or isinstance(seated.here.focused, TextField)  # may be empty

    await seated.until(is_readable, f"words at {seated.app.cursor_position}")
    return read_at_cursor(seated)


@pytest.mark.parametrize("sizes", [USUAL, pytest.param(EVERY, marks=pytest.mark.thorough)], ids=["usual", "every"])
@pytest.mark.parametrize("name", WAYS)
async def test_each_screen_is_whole_and_read_at_its_cursor_at_every_size(
    archive: Archive, name: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    async with come_to(archive, name, sizes[0]) as seated:
        screen = seated.app.screen
        for size in sizes:
            await whole_at(seated, [size])
            await reads(seated)
            if screen.focused is not None and name not in ("palette", "log"):
                assert screen.focused.region.contains_point(seated.app.cursor_position)
        assert strange_keys(screen) == []
        for key in ("down", "right"):
            await seated.press(key)
            await reads(seated)


@pytest.mark.parametrize(
    "name", [name if name in ABUSED else pytest.param(name, marks=pytest.mark.thorough) for name in WAYS]
)
async def test_a_screen_takes_any_input_and_none_where_the_terminal_is_too_small(archive: Archive, name: str) -> None:
    async with come_to(archive, name, USUAL[1], moving=True) as seated:
        if name not in LIVELY:
            await seated.rest()
        before = remembered(seated)
        await click_everywhere(seated, 2, 3)
        assert remembered(seated) == before, "other buttons do nothing"
        await take_any_input(seated)
        if name not in UNGUARDED:
            before = remembered(seated)
            await seated.pilot.resize_terminal(59, 17)
            said = "This window is 59x17. The game needs 60x18: make the window larger. Ctrl+Q leaves."
            await seated.until(lambda: " ".join(seated.text.split()) == said, said)
            await seated.press(*EVERY_KEY)
            await paste(seated, "5\n")
            await click_everywhere(seated, LEFT)
            assert " ".join(seated.text.split()) == said
            await seated.pilot.resize_terminal(*USUAL[1])
            assert remembered(seated) == before
        elif name != "palette":
            await seated.pilot.resize_terminal(30, 10)
            assert "make the window larger" not in seated.text


def strange_keys(screen: Screen[Any]) -> list[str]:
    """The keys that something which scrolls takes from its screen, for no command."""
    return [
        f"{key} of {pane}"
        for pane in screen.query(VerticalScroll)
        for key, bound in bindings_of(pane).key_to_bindings.items()
        if any(binding.id is None for binding in bound)
    ]


EVERY_KEY: Final = (
    *(chr(code) for code in range(ord("a"), ord("z") + 1)), *map(str, range(10)), "plus", "minus", "question_mark",
    "enter", "space", "escape", "tab", "backspace", "delete", "left", "right", "up", "down", "home", "end",
    "pageup", "pagedown", "left_square_bracket", "right_square_bracket", *(f"f{number}" for number in range(1, 13)),
    "ctrl+p", "shift+tab",
)  # fmt: skip


def remembered(seated: Seated) -> tuple[object, ...]:
    """All that a key or a click could change: the screens, what a table, a timeline, a list or a form is at."""
    app, screen = seated.app, seated.here
    selection = screen.state.selection if isinstance(screen, GameScreen) else None
    point = len(screen.player.history) if isinstance(screen, GameScreen) and screen.player is not None else None
    at = (screen.at, screen.playing) if isinstance(screen, SteppingScreen) else None
    rows = [rows.pointed for rows in screen.query(Rows)]
    fields = [(field.value, field.cursor_position) for field in screen.query(Input)]
    scrolled = [widget.scroll_offset for widget in screen.query(Widget) if widget.is_scrollable]
    return (tuple(app.screen_stack), app.settings, screen.focused, selection, point, at, rows, fields, scrolled)


async def click_everywhere(seated: Seated, *buttons: int) -> None:
    """Click in every row, and turn the wheel if it is the left button that clicks."""
    width, height = seated.app.size
    for y in range(height):
        for x in range(y % 9, width, 9):
            for button in buttons:
                for kind in (events.MouseDown, events.MouseUp):
                    seated.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
            if buttons == (LEFT,):
                seated.app.post_message(events.MouseScrollDown(None, x, y, 0, 0, 0, False, False, False, x, y))
            assert len(buttons) * 4 < LIMIT
            await seated.pilot.pause()


# -- where the terminal's cursor stands, for braille displays --------------------------------------------


ARROWS: Final = ("right", "right", "left", "down", "right", "up")


@pytest.mark.parametrize("name", game_names())
async def test_it_follows_the_cursor_of_the_table(archive: Archive, name: str) -> None:
    seen: set[Offset] = set()
    async with at_table(begin(archive, name)) as seated:
        await seated.turn()
        for size in USUAL[::-1]:
            await seated.pilot.resize_terminal(*size)
            for key in ARROWS:
                await seated.press(key)
                cursor, places = seated.selection.cursor, seated.table.places()
                here = seated.app.cursor_position
                assert cursor is None or places[cursor].contains_point(here)
                if cursor is not None and cursor.kind is TargetKind.HAND:
                    assert re.match("[0-9AJQK]", read_at_cursor(seated)), f"{cursor}, {here}:\n{seated.text}"
                seen.add(here)
    assert len(seen) > len(USUAL), "it moves"


# -- more input than a person makes ----------------------------------------------------------------------


MEGABYTE: Final = "Ana \x1b[31m" + 25_000 * "0123456789 0123456789 0123456789 012345\n"
"""About a million characters in lines, the first of them with an escape sequence."""
ONE_LINE: Final = 1_000_000 * "x"


async def paste(seated: Seated, text: str) -> None:
    """Paste a text as a terminal does."""
    seated.app.post_message(events.Paste(text))
    await seated.pilot.pause()


async def take_any_input(seated: Seated) -> None:
    """Paste large texts and send many mouse events; they are cut, and taken in short time."""
    screen = seated.here
    fields = [field for field in screen.query(Input) if field.display][:1]
    started = process_time()
    for target in (None, *fields):
        if target is not None:
            target.focus()
            await seated.pilot.pause()
        for text in (MEGABYTE, ONE_LINE, "", "\n", "\x1b[31m"):
            await paste(seated, text)
    assert all(len(field.value) <= (field.max_length or LONGEST) for field in screen.query(Input))
    assert type(seated.here) is type(screen)
    assert process_time() - started < 10.0
    for field in fields:
        field.value = ""
    await flood(seated, Random(5), 100)
    started = process_time()
    await seated.pilot.pause()
    assert process_time() - started < 10.0
    assert all(node._message_queue.empty() for node in seated.app.walk_children())
    assert seated.app.failure is None


async def flood(seated: Seated, rng: Random, number: int) -> None:
    """Move the mouse, press, drag, let go and turn the wheel, a hundred events at a time; no key is clicked."""
    kinds = (events.MouseMove, events.MouseDown, events.MouseUp, events.MouseScrollDown, events.MouseScrollUp)
    for count in range(number):
        kind = rng.choices(kinds, (10, 2, 2, 1, 1))[0]
        at = rng.randrange(seated.app.size.width), rng.randrange(seated.app.size.height - 1)
        button = 0 if kind is events.MouseMove and rng.random() < 0.7 else 1
        seated.app.post_message(kind(None, *at, 0, 0, button, False, False, False, *at))
        if count % 100 == 99:
            await seated.pilot.pause()
