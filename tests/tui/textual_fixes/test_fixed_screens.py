"""Sizes that the terminal no longer has, clicks outside of it and on notifications, and screens closed twice."""

import pytest
from textual import events
from textual.app import App
from textual.errors import NoWidget
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.widgets._toast import Toast

from clockspades.engine.session import AnySession
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.tui.textual_fixes.fixed_screens import FixedScreen
from clockspades.tui.textual_fixes.painting import PaintedApp
from tests.tui.idle import wait_for_idle
from tests.tui.seated import opened, until

MANY = 30
"""Layouts that no two sizes need."""


class Plain(ModalScreen[None]):
    """A screen that sends itself a message at each new size: else Textual makes one of two sizes that wait."""

    laid_out = clicks = 0

    def on_resize(self) -> None:
        self.laid_out += 1
        if self.laid_out < MANY:  # else the test would not end either
            self.post_message(events.Blur())

    def on_click(self) -> None:
        self.clicks += 1


class Fixed(FixedScreen, Plain):
    pass


KINDS = pytest.mark.parametrize(("kind", "is_fixed"), [(Plain, False), (Fixed, True)], ids=["textual", "fixed"])


@KINDS
async def test_only_in_textual_two_sizes_answer_each_other_for_ever(kind: type[Plain], is_fixed: bool) -> None:
    """Neither of them is the terminal's, and so neither is to be drawn."""
    async with PaintedApp[None]().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(screen := kind())
        await pilot.pause()
        screen.laid_out = 0
        for columns in (60, 100):
            screen.post_message(events.Resize(Size(columns, 24), Size(columns, 24)))
            screen.post_message(events.Blur())
        await pilot.pause()
        assert screen.laid_out == 0 if is_fixed else screen.laid_out >= MANY


async def test_outside_of_the_screen_is_its_background_and_in_textual_there_is_no_widget() -> None:
    async with PaintedApp[None]().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(screen := Fixed())
        assert screen.get_widget_at(90, 5)[0] is screen
        with pytest.raises(NoWidget):
            Screen.get_widget_at(screen, 90, 5)


@KINDS
async def test_only_in_textual_a_panel_that_is_closed_twice_takes_the_screen_under_it_away(
    kind: type[Plain], is_fixed: bool
) -> None:
    async with PaintedApp[None]().run_test() as pilot:
        await pilot.app.push_screen(under := Screen[None]())
        await pilot.app.push_screen(panel := kind())
        for _ in range(2):
            panel.dismiss()
        await pilot.pause()
        assert (pilot.app.screen is under) is is_fixed


@KINDS
async def test_only_in_textual_a_click_on_a_notification_is_on_the_screen(kind: type[Plain], is_fixed: bool) -> None:
    async with PaintedApp[None]().run_test(notifications=True) as pilot:
        app: App[None] = pilot.app
        await app.push_screen(screen := kind())
        await pilot.click(offset=(1, 1))
        app.notify("Saved elsewhere.")
        await until(pilot, lambda: any(toast.region for toast in screen.query(Toast)), "the notification")
        await pilot.click(Toast)
        assert screen.clicks == (1 if is_fixed else 2)
        assert not screen.query(Toast)


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
