"""A click on a notification is none on the screen under it."""

import pytest
from textual.app import App
from textual.screen import Screen
from textual.widgets._toast import Toast

from clockspades.tui.textual_fixes.fixed_screens import UnderNotifications
from tests.tui.seated import until


class Clicked(Screen[None]):
    clicks = 0

    def on_click(self) -> None:
        self.clicks += 1


class Fixed(UnderNotifications, Clicked):
    pass


@pytest.mark.parametrize(("kind", "clicks"), [(Clicked, 2), (Fixed, 1)], ids=["textual", "fixed"])
async def test_a_click_on_a_notification_is_one_on_the_screen_only_in_textual(kind: type[Clicked], clicks: int) -> None:
    async with App[None]().run_test(notifications=True) as pilot:
        screen = kind()
        await pilot.app.push_screen(screen)
        await pilot.click(offset=(1, 1))
        pilot.app.notify("Saved elsewhere.")
        await until(pilot, lambda: any(toast.region for toast in screen.query(Toast)), "the notification")
        await pilot.click(Toast)
        assert screen.clicks == clicks
        assert not screen.query(Toast)
        assert isinstance(pilot.app.screen, kind)
