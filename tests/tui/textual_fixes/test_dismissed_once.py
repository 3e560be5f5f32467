"""A screen that is closed twice closes itself only."""

import pytest
from textual.app import App
from textual.screen import ModalScreen, Screen

from clockspades.tui.textual_fixes.fixed_screens import DismissedOnce


class Once(DismissedOnce[None], ModalScreen[None]):
    pass


async def closed_twice(panel: ModalScreen[None]) -> bool:
    """Whether the screen under a panel is still shown when the panel was closed twice."""
    async with App[None]().run_test() as pilot:
        under = Screen[None]()
        await pilot.app.push_screen(under)
        await pilot.app.push_screen(panel)
        for _ in range(2):
            panel.dismiss()
        await pilot.pause()
        return pilot.app.screen is under


@pytest.mark.parametrize(("panel", "stays"), [(ModalScreen, False), (Once, True)], ids=["textual", "fixed"])
async def test_a_panel_that_is_closed_twice_takes_the_screen_under_it_away_only_in_textual(
    panel: type[ModalScreen[None]], stays: bool
) -> None:
    assert await closed_twice(panel()) is stays
