"""What changes together is painted once, and what the terminal shows after that is what a full paint shows."""

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar, Final

import pyte
import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Label

from clockspades.engine.header import Seat
from clockspades.games.catalogue import find_game
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.tui.drawing.themes import THEMES
from clockspades.tui.textual_fixes.painting import PaintedApp, PaintedOnce
from tests.tui.seated import GAME, TICK, Seated, begun, opened

KEYS: Final = ("right", "left", "enter", "1", "u", "h", "l", "d", "question_mark", "f2", "f3", "escape", "escape")
SIZES: Final = ((80, 24), (100, 30), (60, 18), (40, 10))
WIDE: Final = Seat("林 Анна")
STEPS: Final = st.one_of(
    st.sampled_from(KEYS),
    st.sampled_from(SIZES),
    st.sampled_from([{"theme": name} for name in THEMES] + [{"four_colour": True}, {"card_size": "small"}]),
    st.just("notify"),
    st.just("another program"),
)


class Emulated:
    """A terminal that shows what the application writes to it."""

    def __init__(self, me: Seated) -> None:
        self._me = me
        self._screen = pyte.Screen(*me.app.size)
        self._stream = pyte.Stream(self._screen)
        me.app.see_frame = self._stream.feed

    async def take(self, step: Any) -> None:
        """Do one thing, and compare what is shown with all that there is to show."""
        me, app = self._me, self._me.app
        match step:
            case (int(columns), int(rows)):
                self._screen.resize(rows, columns)
                await me.pilot.resize_terminal(columns, rows)
            case dict():
                app.change_settings(**step)
            case "notify":
                app.notify("A message from 林, with ♠ and 🂡")
            case "another program":
                self._stream.feed("\x1b[2J\x1b[5;3Hsegmentation fault")
                await me.press("ctrl+l")
            case str():
                await me.press(step)
        await me.pilot.pause()
        whole = pyte.Screen(*app.size)
        frame = app.screen._compositor.render_full_update()
        pyte.Stream(whole).feed(frame.render_segments(app.console).replace("\n", ""))
        for row in range(app.size.height):
            assert dict(self._screen.buffer[row]) == dict(whole.buffer[row]), (step, row)


async def play(steps: Sequence[Any]) -> None:
    archive = Archive(find_game)
    async with opened(archive, TableRoute(begun(archive, GAME, (WIDE, TICK), seed=7))) as me:
        terminal = Emulated(me)
        await terminal.take("another program")  # nothing is known of what it showed before
        for step in steps:
            await terminal.take(step)


QUICKLY: Final = settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # to shrink an example takes minutes
)


@example([{"theme": "contrast"}, (60, 18), (40, 10)])
@example([(40, 10), "another program"])
@QUICKLY
@given(st.lists(STEPS, min_size=6, max_size=10))
def test_the_terminal_shows_what_a_full_paint_shows(steps: list[Any]) -> None:
    asyncio.run(play(steps))


@pytest.mark.thorough
@settings(QUICKLY, max_examples=100, phases=list(Phase))
@given(st.lists(STEPS, min_size=6, max_size=25))
def test_the_terminal_shows_what_a_full_paint_shows_after_long_games(steps: list[Any]) -> None:
    asyncio.run(play(steps))


# -- what is asked for and written -------------------------------------------------------------------------


class Asked(Label):
    """A text that keeps which of its lines it was asked for."""

    def __init__(self, text: str, *, id: str) -> None:
        super().__init__(text, id=id)
        self.asked: list[int] = []

    def render_lines(self, crop: Region) -> list[Strip]:
        self.asked += crop.line_range
        return super().render_lines(crop)


class Plain(Screen[None]):
    def compose(self) -> ComposeResult:
        yield Asked("one\nand a half", id="one")
        yield Asked("two", id="two")


class Sparing(PaintedOnce, Plain):
    pass


class Texts(PaintedApp[None]):
    SCREENS: ClassVar = {"plain": Plain, "sparing": Sparing}


@pytest.mark.parametrize(("screen", "lines"), [("plain", ([0, 1], [0])), ("sparing", ([1], []))])
async def test_only_textual_asks_for_lines_that_did_not_change(screen: str, lines: tuple[list[int], list[int]]) -> None:
    app = Texts()
    async with app.run_test() as pilot:
        await app.push_screen(screen)
        await pilot.pause()
        one, two = app.screen.query(Asked)
        one.asked, two.asked = [], []
        one.refresh(Region(0, 1, 3, 1))
        await pilot.pause()
        assert (one.asked, two.asked) == lines


@pytest.mark.parametrize(("screen", "is_once"), [("plain", False), ("sparing", True)])
async def test_only_textual_paints_a_new_screen_more_than_once(screen: str, is_once: bool) -> None:
    app = Texts()
    async with app.run_test() as pilot:
        await app.push_screen(screen)
        await pilot.pause()
        assert (app.screen.query_one("#one", Asked).asked == [0, 1]) is is_once


def test_text_is_not_wrapped_at_a_blank_that_must_not_break() -> None:
    assert [str(line) for line in Content("sure 39\xa0% or\u202f?").wrap(8)] == ["sure", "39\xa0%", "or\u202f?"]
