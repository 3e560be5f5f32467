"""What the application makes of a keyboard: letters of other layouts, and how long Escape waits."""

import pytest

from clockspades.routes import DealRoute, SetupRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.table.update import COMPARING
from clockspades.tui.app import ESCAPE_LEAVES
from clockspades.tui.screens.deal import DealScreen
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.screens.title import TitleScreen
from tests.tui.seated import GAME, at_table, game_where, opened
from tests.tui.test_table import to_take


async def test_a_letter_of_another_layout_that_does_nothing_is_named_once(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as me:
        await me.shows("TitleScreen")
        await me.press("x", "ö", "£")
        assert me.said == []
        await me.press("й", "ц", "λ")
        assert me.said == [
            "Nothing has the key “й”. Keys are plain Latin letters and digits: switch your keyboard to them."
        ]


async def test_escape_waits_where_it_leaves_a_table() -> None:
    async with at_table(game_where(to_take)) as me:
        await me.turn()
        assert me.app.escape_waits == ESCAPE_LEAVES
        await me.press("question_mark", to="HelpScreen")
        assert me.app.escape_waits == 0.0
        await me.press("escape")
        me.screen.state = me.screen.state._replace(advice=COMPARING)
        assert me.app.escape_waits == 0.0


async def test_escape_waits_where_answers_are_lost_and_not_in_a_menu(archive: Archive) -> None:
    for route, kind, waits in (
        (SetupRoute(GAME.name), SetupScreen, ESCAPE_LEAVES),
        (DealRoute(), DealScreen, ESCAPE_LEAVES),
        (TitleRoute(), TitleScreen, 0.0),
    ):
        async with opened(archive, route) as me:
            await me.shows(kind)
            assert me.app.escape_waits == pytest.approx(waits)
