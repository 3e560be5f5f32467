"""A frame draws the widgets that changed, and no other."""

from typing import ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Label

from clockspades.tui.textual_fixes.fixed_screens import SparingScreen


class Asked(Label):
    """A text that counts how often it was asked for its lines."""

    times = 0

    def render_lines(self, crop: Region) -> list[Strip]:
        self.times += 1
        return super().render_lines(crop)


class Plain(Screen[None]):
    def compose(self) -> ComposeResult:
        yield Asked("one", id="one")
        yield Asked("two", id="two")


class Sparing(SparingScreen, Plain):
    pass


class Texts(App[None]):
    SCREENS: ClassVar = {"plain": Plain, "sparing": Sparing}


@pytest.mark.parametrize(("screen", "others"), [("plain", 1), ("sparing", 0)])
async def test_only_textual_draws_what_did_not_change(screen: str, others: int) -> None:
    app = Texts()
    async with app.run_test() as pilot:
        await app.push_screen(screen)
        await pilot.pause()
        one, two = app.screen.query(Asked)
        one.times = two.times = 0
        one.update("ONE", layout=False)
        for _ in range(500):  # the frame comes with the next tick of a timer
            if one.times:
                break
            await pilot.pause(0.01)
        assert (one.times, two.times) == (1, others)
        assert "ONE" in app.export_screenshot()
        assert "two" in app.export_screenshot()


async def test_a_widget_that_asks_for_places_while_a_frame_is_drawn_does_not_bring_old_ones_back() -> None:
    class Asking(Asked):
        def render_lines(self, crop: Region) -> list[Strip]:
            compositor = self.screen._compositor
            compositor._full_map_invalidated = True  # as a new widget does
            assert self in compositor.full_map
            return super().render_lines(crop)

    class Asks(SparingScreen, Screen[None]):
        def compose(self) -> ComposeResult:
            yield Asking("one", id="one")
            yield Asked("two", id="two")

    app = Texts()
    async with app.run_test() as pilot:
        await app.push_screen(Asks())
        await pilot.pause()
        compositor, (one, two) = app.screen._compositor, app.screen.query(Asked)
        compositor._visible_widgets = {one: compositor.visible_widgets[one]}  # before the other one was there
        for _ in compositor._get_renders(one.region):
            pass
        assert two in compositor.visible_widgets
