"""Sizes that the terminal no longer has, and clicks outside of it."""

from random import Random

import pytest
from textual import events
from textual.app import App
from textual.errors import NoWidget
from textual.geometry import Size
from textual.screen import Screen

from clockspades.engine.session import AnySession
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.tui.textual_fixes.screens import ResizedScreen
from tests.tui.idle import wait_for_idle
from tests.tui.seated import Seated, Watched

MANY = 30
"""Layouts that no two sizes need."""


class Plain(Screen[None]):
    """A screen that sends itself a message at each new size: else Textual makes one of two sizes that wait."""

    laid_out = 0

    def on_resize(self) -> None:
        self.laid_out += 1
        if self.laid_out < MANY:  # else the test would not end either
            self.post_message(events.Blur())


class Fixed(ResizedScreen, Plain):
    pass


class OneScreen(App[None]):
    def __init__(self, screen: Screen[None]) -> None:
        super().__init__()
        self._first = screen

    def get_default_screen(self) -> Screen[None]:
        return self._first


async def layouts_of(screen: Plain) -> int:
    """How often a screen is laid out when two sizes wait, neither of them the terminal's."""
    async with OneScreen(screen).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen.laid_out = 0
        for columns in (60, 100):
            screen.post_message(events.Resize(Size(columns, 24), Size(columns, 24)))
            screen.post_message(events.Blur())
        await pilot.pause()
        return screen.laid_out


async def test_in_textual_two_sizes_answer_each_other_for_ever() -> None:
    assert await layouts_of(Plain()) >= MANY


async def test_a_size_that_the_terminal_does_not_have_is_not_drawn() -> None:
    assert await layouts_of(Fixed()) == 0


async def test_in_textual_there_is_no_widget_outside_of_the_screen() -> None:
    async with OneScreen(screen := Plain()).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        with pytest.raises(NoWidget):
            screen.get_widget_at(90, 5)


async def test_outside_of_the_screen_is_its_background() -> None:
    async with OneScreen(screen := Fixed()).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert screen.get_widget_at(90, 5)[0] is screen


# -- in the application ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["l", "f3"])
async def test_a_click_outside_of_a_terminal_that_has_shrunk_is_beside_the_panel(
    archive: Archive, saved_session: AnySession, key: str
) -> None:
    app = Watched(archive, Random(1), TableRoute(saved_session))
    async with app.run_test(size=(80, 24)) as pilot:
        person = Seated(pilot)
        await person.press(key)
        assert app.screen is not person.screen
        app.screen.post_message(events.Click(app.screen, 90, 5, 0, 0, 1, False, False, False, 90, 5))
        await wait_for_idle()
        assert app.screen is person.screen
        app.action_leave()
