"""What covers a table takes its input and its time: a terminal that is too small, a notification over a curtain."""

from typing import Final

import pytest
from textual import events
from textual.geometry import Offset
from textual.widgets._toast import Toast

from clockspades.engine.session import AnySession
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.table import inputs as did
from clockspades.table.commands import ENTER
from clockspades.tui.textual_fixes.input_gate import LEFT
from tests.tui.seated import ANA, BEN, Seated, game_where, opened
from tests.tui.shell import at_shell
from tests.tui.test_sizes import full_table

SMALL: Final = (59, 17)
LARGE: Final = (80, 24)


async def test_a_table_hears_that_the_terminal_is_too_small_and_large_enough_again(
    saved_session: AnySession, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_shell(saved_session, monkeypatch) as me:
        await me.pilot.resize_terminal(*SMALL)
        assert me.given == [did.Covered()]
        await me.press("5", "enter")
        assert me.given == []
        await me.pilot.resize_terminal(40, 12)
        assert me.given == []
        await me.pilot.resize_terminal(*LARGE)
        assert me.given == [did.Uncovered()]
        await me.press("enter")
        assert ENTER.does in me.given


async def test_a_key_under_a_panel_and_a_small_terminal_closes_neither(
    archive: Archive, saved_session: AnySession
) -> None:
    async with opened(archive, TableRoute(saved_session), LARGE) as me:
        await me.press("question_mark")
        await me.pilot.resize_terminal(*SMALL)
        await me.press("escape", "q", "f2", "ctrl+p")
        await me.pilot.resize_terminal(*LARGE)
        assert me.is_at("HelpScreen")
        await me.press("escape")
        assert not me.screen.state.is_covered


async def test_ctrl_z_suspends_and_ctrl_q_leaves_where_the_terminal_is_too_small(
    archive: Archive, saved_session: AnySession, monkeypatch: pytest.MonkeyPatch
) -> None:
    suspended = []
    async with opened(archive, TableRoute(saved_session), SMALL) as me:
        monkeypatch.setattr(me.app, "action_suspend_process", lambda: suspended.append(True))
        await me.press("ctrl+z", "q")
        assert suspended
        assert not me.app.is_leaving
        await me.press("ctrl+q")
        assert me.app.is_leaving


async def click(me: Seated, at: Offset, button: int) -> None:
    for kind in (events.MouseDown, events.MouseUp):
        me.app.post_message(kind(None, *at, 0, 0, button, False, False, False, *at))
    await me.pilot.pause()


async def test_a_click_on_a_notification_lifts_no_curtain(archive: Archive) -> None:
    session = archive.fork(game_where(full_table, (ANA, BEN)), (ANA, BEN))
    async with opened(archive, TableRoute(session), LARGE) as me:
        await me.until(lambda: me.is_at("CurtainScreen"), "the curtain")
        me.app.notify("The game is saved elsewhere.")
        await me.until(lambda: any(toast.region for toast in me.here.query(Toast)), "the notification")
        toast, cloth = me.here.query_one(Toast).region.offset, Offset(1, 20)
        for at, button in ((toast, 3), (toast, 1), (cloth, 3)):
            await click(me, at, button)
            assert me.is_at("CurtainScreen")
            assert bool(me.here.query(Toast)) == (button == 3 and at == toast)
        await click(me, cloth, LEFT)
        assert not me.is_at("CurtainScreen")
