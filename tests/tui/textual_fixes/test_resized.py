"""Sizes that the terminal no longer has, and clicks outside of it."""

import pytest
from textual import events
from textual.app import App
from textual.errors import NoWidget
from textual.geometry import Size
from textual.screen import Screen

from clockspades.engine.session import AnySession
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.tui.textual_fixes.fixed_screens import ResizedScreen
from tests.tui.idle import wait_for_idle
from tests.tui.seated import opened

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


@pytest.mark.parametrize(("kind", "is_fixed"), [(Plain, False), (Fixed, True)], ids=["textual", "fixed"])
async def test_only_in_textual_two_sizes_answer_each_other_for_ever(kind: type[Plain], is_fixed: bool) -> None:
    """Neither of them is the terminal's, and so neither is to be drawn."""
    screen = kind()
    async with OneScreen(screen).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen.laid_out = 0
        for columns in (60, 100):
            screen.post_message(events.Resize(Size(columns, 24), Size(columns, 24)))
            screen.post_message(events.Blur())
        await pilot.pause()
        assert screen.laid_out == 0 if is_fixed else screen.laid_out >= MANY


async def test_outside_of_the_screen_is_its_background_and_in_textual_there_is_no_widget() -> None:
    async with OneScreen(screen := Fixed()).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert screen.get_widget_at(90, 5)[0] is screen
        with pytest.raises(NoWidget):
            Screen.get_widget_at(screen, 90, 5)


# -- in the application ------------------------------------------------------------------------------------


async def test_a_click_outside_of_a_terminal_that_has_shrunk_is_beside_the_panel(
    archive: Archive, saved_session: AnySession
) -> None:
    async with opened(archive, TableRoute(saved_session)) as me:
        for key in ("l", "f3"):
            await me.press(key)
            assert me.app.screen is not me.screen
            me.app.screen.post_message(events.Click(me.app.screen, 90, 5, 0, 0, 1, False, False, False, 90, 5))
            await wait_for_idle()
            assert me.app.screen is me.screen
