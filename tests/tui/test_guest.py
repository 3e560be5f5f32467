"""A guest in a browser: their program runs on the host's machine, so it opens the table and nothing else."""

from random import Random
from typing import Any, get_args

import pytest

from clockspades.games.catalogue import GAMES
from clockspades.network.client.client import Want
from clockspades.network.wire import messages as say
from clockspades.routes import HelpRoute, Route, RulesRoute
from clockspades.tui.navigator import FOR_GUESTS
from clockspades.tui.screens.command_palette import Entries
from clockspades.tui.screens.lobby import LobbyScreen
from clockspades.tui.screens.remote_result import NOT_FOR_GUESTS
from clockspades.tui.screens.remote_table import RemoteTableScreen
from clockspades.tui.widgets.menu_item import MenuItem
from tests.tui.away import Away, at_table_elsewhere
from tests.tui.layout import SIZES

OTHERS = [route for route in get_args(Route) if route not in FOR_GUESTS]


async def begin(me: Away) -> None:
    """Let the host start the game."""
    me.machines["Ben"].connection.give(Want(say.Start()))
    await me.shown()


async def test_a_guest_opens_and_sees_only_what_is_not_the_host_s(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_table_elsewhere("clockwork-spades", "Ben", hosts=False, is_guest=True) as me:
        left: list[type[Any]] = []
        with monkeypatch.context() as patched:
            for route in OTHERS:
                opened: Any = route.__new__(route, *[None] * len(route._fields))
                me.app.lay(opened)
                await me.pilot.pause()
                assert isinstance(me.here, LobbyScreen | RemoteTableScreen)
                patched.setattr(me.app, "leave", lambda route=route: left.append(route))
                me.app.open(opened)
        assert left == OTHERS, "there is nowhere else to go"
        await me.press("f2", to="SettingsScreen")
        assert "settings.toml" not in me.text
        assert "Theme" in me.text
        await me.press("escape")
        await begin(me)
        await me.turn()
        entries = Entries(me.here)
        assert [entry.words for entry in entries._screens()] == [f"Rules: {game.title}" for game in GAMES]
        me.app.lay(RulesRoute("spades"))
        me.app.lay(HelpRoute("spades"))
        await me.shows("HelpScreen")


async def test_the_result_offers_another_game_and_escape_leaves_the_program() -> None:
    async with at_table_elsewhere("clockwork-spades", "Ben", hosts=False, is_guest=True) as me:
        await begin(me)
        rng = Random(3)
        while not me.client.has_log:
            await me.play_on(rng)
            await me.turn()
        result = await me.press("enter", to="GuestResultScreen")
        for size in (SIZES[0], (100, 30)):
            await me.pilot.resize_terminal(*size)
            assert not {*NOT_FOR_GUESTS} & {command.does for command in result.there}
            assert [item._words for item in result.query(MenuItem)] == ["Rematch", "Leave the table"]
        for action in NOT_FOR_GUESTS:
            await result.run_action(action)
            assert me.here is result
        await me.press("w", "n", "a", "o", "d", "v", "x", "p", "e")
        await me.pilot.pause()
        assert me.here is result
        assert me.here._reviewing is None, "nothing takes the host's processor"
        await me.press("r")
        await me.until(lambda: "You agreed" in me.text)
        await me.press("escape")
        await me.until(lambda: me.app.is_leaving, "the end")
