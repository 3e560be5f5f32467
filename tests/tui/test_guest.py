"""A guest: their program runs on the host's machine, so it shows nothing of that, and changes nothing there."""

import sys
from collections.abc import Callable
from itertools import product
from random import Random
from time import monotonic
from typing import Any, get_args

import pytest
from textual.widgets import Input

from clockspades.games.catalogue import GAMES, find_game
from clockspades.guests.bounds import may_do
from clockspades.network.client.client import Want
from clockspades.network.wire import messages as say
from clockspades.routes import (
    FriendsRoute,
    HelpRoute,
    LobbyRoute,
    PickerRoute,
    ReplayRoute,
    ResultRoute,
    Route,
    RulesRoute,
    SavedRoute,
    StatisticsRoute,
    TitleRoute,
)
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.tui import navigator
from clockspades.tui.app import IDLE, ROUND, STILL_THERE, Clockspades
from clockspades.tui.bindings import LEAVE
from clockspades.tui.navigator import FOR_GUESTS
from clockspades.tui.screens.command_palette import Entries
from clockspades.tui.screens.lobby import LobbyScreen
from clockspades.tui.screens.remote_result import NOT_FOR_GUESTS
from clockspades.tui.screens.remote_table import RemoteTableScreen
from clockspades.tui.widgets.banner import Banner
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.notice import Notice
from tests.tui.away import QUICK, Away, at_table_elsewhere
from tests.tui.layout import SIZES
from tests.tui.seated import opened
from tests.tui.test_every_screen import WAYS, finished

OTHERS = [route for route in get_args(Route) if route not in FOR_GUESTS[LobbyRoute]]


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
        await me.press("question_mark", to="HelpScreen")
        assert "Draw the screen again" in me.text
        assert "Suspend" not in me.text
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
        me.machines["Ben"].connection.give(Want(say.Again(0)))
        await me.until(lambda: "Another game? Ben agreed, waiting for you. r agrees, too." in me.text)
        assert result.query_one(Notice).region.bottom <= result.query_one(Banner).region.y, "it is under no notice"
        await me.press("escape")
        await me.until(lambda: me.app.is_leaving, "the end")


# -- without an invitation: games against bots -----------------------------------------------------------------

NAMES = ("/etc/passwd", "~root/.ssh/id_rsa", "../../games")
ELSEWHERE = {
    way.screen for way in WAYS.values() if way.opens in ("lobby", "elsewhere") or isinstance(way.opens, FriendsRoute)
}
OTHERWISE = {
    "BranchesScreen", "CompareScreen", "CurtainScreen", "DuelScreen", "LessonEndScreen", "LessonOfferScreen",
    "QuestionScreen",
}  # fmt: skip
"""Screens that come only after moves, or with a second person or game."""
asked: list[str] = []
"""What a guest may not do, and did."""
watch: list[Callable[[str, tuple[Any, ...]], bool]] = []


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if watch and not watch[0](event, arguments):
        asked.append(f"{event} {arguments}")


@pytest.fixture(scope="module", autouse=True)
def _audited() -> None:
    sys.addaudithook(_audit)  # which can't be removed


@pytest.mark.thorough
async def test_no_command_and_no_field_leads_out_of_the_folder_of_a_guest(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    asked.clear()
    over = finished(archive, 4)
    over.close()
    seen: dict[str, set[str]] = {}
    async with opened(archive, TitleRoute(), settings=QUICK, is_guest=True) as guest:
        watch[:] = [may_do(archive.directory.parent, goes_out=False)]
        starts: list[Route] = [ReplayRoute(load(archive.entries()[0].path, find_game)), ResultRoute(over)]
        try:
            while True:
                here, name = guest.here, type(guest.here).__name__
                if name not in seen:
                    seen[name] = {LEAVE.action}
                    for field, typed in product(here.query(Input), NAMES):
                        field.value = typed
                        await guest.pilot.pause()
                actions = [each.action for each in here.there if each.action not in seen[name]]
                if actions and len(guest.app.screen_stack) < 5:
                    seen[name].add(actions[0])
                    await here.run_action(actions[0])
                elif len(guest.app.screen_stack) > 1:
                    guest.app.pop_screen()
                elif name != "TitleScreen":
                    guest.app.open(TitleRoute())
                elif starts:
                    guest.app.open(starts.pop())
                else:
                    break
                await guest.pilot.pause()
            await guest.app.workers.wait_for_complete()
        finally:
            watch.clear()
    assert not asked
    assert {*seen} & ELSEWHERE == set()
    assert {*seen} >= {way.screen for way in WAYS.values()} - ELSEWHERE - OTHERWISE


def test_a_guest_has_none_of_the_actions_that_textual_gives_every_application(archive: Archive) -> None:
    app = Clockspades(archive, Random(1), TitleRoute(), is_guest=True)
    actions = {name.removeprefix("action_") for name in dir(app) if name.startswith("action_")}
    assert {"screenshot", "suspend_process", "simulate_key"} <= actions, "there are some"
    given = {name for name in actions if app.check_action(name, ())}
    assert given == {"focus_next", "focus_previous", "leave", "settings", "redraw", "command_palette", "four_colours"}
    assert not app.may_open(PickerRoute(hosts="elsewhere"))


async def test_screens_are_not_laid_over_one_another_without_end(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(navigator, "MOST_LAID", 3)
    async with opened(archive, TitleRoute()) as seated:
        for _ in range(5):
            seated.app.lay(RulesRoute("spades"))
        await seated.pilot.pause()
        assert len(seated.app.screen_stack) == 3


async def test_a_guest_who_does_nothing_is_warned_and_then_parted_from(archive: Archive) -> None:
    async with opened(archive, TitleRoute(), is_guest=True) as guest:
        for seconds, words in ((IDLE - 5, ""), (IDLE + 5, STILL_THERE)):
            guest.app.gate.last_input = monotonic() - seconds
            guest.app._look_at_guest()
            await guest.pilot.pause()
            assert [each.message for each in guest.app._notifications] == ([words] if words else [])
            assert not guest.app.is_leaving
        await guest.press("x")
        guest.app._look_at_guest()
        assert not guest.app.is_leaving, "a key was pressed"
        guest.app.gate.last_input = monotonic() - IDLE - 2 * ROUND
        guest.app._look_at_guest()
        assert guest.app.is_leaving


@pytest.mark.parametrize("route", [SavedRoute(), StatisticsRoute()])
async def test_a_guest_is_not_told_of_a_folder(archive: Archive, route: Route) -> None:
    async with opened(archive, TitleRoute(), is_guest=True) as guest:
        guest.app.lay(route)
        await guest.until(lambda: "games yet." in guest.text, "that there are none")
