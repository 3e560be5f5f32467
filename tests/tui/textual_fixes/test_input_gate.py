"""Input is handled one event at a time, and never by a screen that comes or goes."""

import asyncio
from collections import deque
from contextlib import suppress
from random import Random

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from clockspades.engine.session import AnySession
from clockspades.routes import TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.tui.app import LEAVING
from clockspades.tui.screens.log import LogScreen
from clockspades.tui.textual_fixes.input_gate import LIMIT, InputGate, Waiting, queue
from clockspades.tui.textual_fixes.mounted import MountedOnly
from tests.tui.idle import wait_for_idle
from tests.tui.seated import Seated, Watched, rest


def key(name: str) -> events.Key:
    return events.Key(name, None)


def move(x: int) -> events.MouseMove:
    return events.MouseMove(None, x, 0, 0, 0, 0, False, False, False)


def queued(*new: events.Event) -> list[events.Event]:
    waiting: deque[Waiting[str]] = deque()
    for event in new:
        queue(waiting, Waiting(event, "table"))
    return [each.event for each in waiting]


def test_only_the_last_place_of_a_moving_pointer_waits() -> None:
    first, down, last = move(1), key("down"), move(3)
    assert queued(first, down, move(2), last) == [first, down, last]


def test_too_many_events_are_dropped() -> None:
    keys = [key("down") for _ in range(LIMIT + 5)]
    assert queued(*keys) == keys[:LIMIT]


class Gated:
    """A gate before nothing but a list."""

    def __init__(self) -> None:
        self.shown: str | None = "table"
        self.admitted: list[str] = []
        self.gate: InputGate[str] = InputGate(self._admit, lambda: self.shown)

    def _admit(self, event: events.Event) -> None:
        assert isinstance(event, events.Key)
        self.admitted.append(event.key)
        if event.key == "l":
            self.shown = "log"

    def press(self, *names: str) -> list[bool]:
        return [self.gate.holds(key(name)) for name in names]

    async def answered(self) -> None:
        """Wait until every key was admitted or dropped."""
        while self.gate.holds_any:
            await asyncio.sleep(0.001)  # nothing is admitted before this waits for time


async def test_keys_are_admitted_in_order() -> None:
    gated = Gated()
    assert gated.press("1", "2", "3") == [True, True, True]
    assert gated.admitted == []
    await gated.answered()
    assert gated.admitted == ["1", "2", "3"]
    assert not gated.gate.holds_any


async def test_nothing_is_admitted_while_anything_runs() -> None:
    gated = Gated()
    gated.press("1")
    for _ in range(20):  # a task that never waits for time, as one that mounts a screen
        await asyncio.sleep(0)
        assert gated.admitted == []
    await gated.answered()
    assert gated.admitted == ["1"]


async def test_a_key_meant_for_a_screen_that_has_gone_is_dropped() -> None:
    gated = Gated()
    gated.press("1", "l", "2", "3")
    await gated.answered()
    assert gated.admitted == ["1", "l"]
    gated.press("4")
    await gated.answered()
    assert gated.admitted == ["1", "l", "4"]


async def test_nothing_is_admitted_when_the_program_ends() -> None:
    gated = Gated()
    gated.press("1")
    gated.shown = None
    gated.press("2")
    await gated.answered()
    assert gated.admitted == []


@pytest.mark.parametrize("event", [events.Resize(Size(80, 24), Size(80, 24)), events.Blur()])
async def test_what_is_no_input_never_waits(event: events.Event) -> None:
    assert not Gated().gate.holds(event)


# -- in the application ------------------------------------------------------------------------------------


async def test_a_second_key_does_not_reach_the_screen_that_the_first_one_opens(
    archive: Archive, saved_session: AnySession
) -> None:
    app = Watched(archive, Random(1), TableRoute(saved_session))
    async with app.run_test(size=(80, 24)) as pilot:
        person = Seated(pilot)
        person.type("l")
        person.type("l")
        await wait_for_idle()
        assert isinstance(app.screen, LogScreen)
        await person.press("l")
        assert not isinstance(app.screen, LogScreen)
        app.action_leave()  # closes the game that is open


@pytest.mark.parametrize("name", LEAVING)
async def test_the_keys_that_leave_do_so_whatever_the_application_waits_for(
    archive: Archive, saved_session: AnySession, name: str
) -> None:
    app = Watched(archive, Random(1), TableRoute(saved_session))
    async with app.run_test(size=(80, 24)):
        busy = asyncio.Event()
        app.call_later(busy.wait)
        for _ in range(100):
            app.post_message(key("x"))
        await asyncio.sleep(0.01)
        app.post_message(key(name))
        assert app._exit
        busy.set()


async def test_an_error_is_none_once_the_program_is_left(archive: Archive) -> None:
    app = Watched(archive, Random(1), TitleRoute())
    async with app.run_test(size=(80, 24)):
        app.call_later(app.query_one, "#gone")
        app.action_leave()
    assert app.failure is None


class Probe(MountedOnly, Widget):
    """Keeps what reaches it."""

    class Asked(Message):
        pass

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def on_probe_asked(self) -> None:
        self.heard.append("message")

    def on_resize(self) -> None:
        self.heard.append("resize")

    def hear(self) -> None:
        self.heard.append("call")


class ProbeApp(App[None]):
    def compose(self) -> ComposeResult:
        yield Probe()


async def test_what_is_being_removed_handles_nothing_any_more() -> None:
    app = ProbeApp()
    async with app.run_test() as pilot:
        probe = app.query_one(Probe)
        await pilot.pause()
        probe.heard.clear()
        probe.call_after_refresh(probe.hear)
        while not app.screen._callbacks:
            await asyncio.sleep(0)
        probe.post_message(Probe.Asked())
        probe.call_later(probe.hear)
        removed = probe.remove()
        probe.post_message(events.Resize(app.size, app.size))
        await removed
        assert probe.heard == []
        assert not app.query(Probe)


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


async def test_a_size_that_the_terminal_no_longer_has_is_not_drawn(archive: Archive) -> None:
    app = Watched(archive, Random(1), TitleRoute())
    async with app.run_test(size=(80, 24)) as pilot:
        await rest(pilot)
        drawn: list[Size] = []
        app.screen.screen_layout_refresh_signal.subscribe(app, lambda screen: drawn.append(screen.size))
        for columns in (60, 100):
            app.screen.post_message(events.Resize(Size(columns, 24), Size(columns, 24)))
            app.screen.post_message(events.Blur())  # else the two would be one
        await pilot.pause()
        assert drawn == []


async def test_a_worker_of_a_removed_screen_may_fail(archive: Archive) -> None:
    app = Watched(archive, Random(1), TitleRoute())
    async with app.run_test(size=(80, 24)) as pilot:
        title = app.screen

        async def misses_its_widgets() -> None:
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            title.query_one("#gone")

        title.call_later(lambda: title.run_worker(misses_its_widgets()))
        await pilot.pause()
        app.open_picker()
        await wait_for_idle()
        assert app.failure is None


async def test_an_error_of_a_screen_that_is_shown_is_reported(archive: Archive) -> None:
    app = Watched(archive, Random(1), TitleRoute())

    async def cause_an_error() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            app.screen.call_later(app.screen.query_one, "#gone")
            await pilot.pause()

    with pytest.raises(NoMatches):
        await cause_an_error()


KEYS = ("up", "down", "left", "right", "enter", "space", "escape", "tab", *"0123456789abhlnprstuvw?",
        "f1", "f2", "f3", "f4", "pageup", "pagedown", "home", "end")  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
async def test_bursts_of_keys_and_clicks_on_every_screen(archive: Archive, seed: int) -> None:
    rng = Random(seed)
    app = Watched(archive, rng, TitleRoute())
    async with app.run_test(size=(80, 24)):
        screens: set[type[Screen[object]]] = set()
        for _ in range(15):
            for _ in range(rng.randint(1, 12)):
                if rng.random() < 0.7:
                    app.post_message(key(rng.choice(KEYS)))
                else:
                    at = rng.randrange(80), rng.randrange(24)
                    for kind in events.MouseDown, events.MouseUp:
                        app.post_message(kind(None, *at, 0, 0, 1, False, False, False))
                await asyncio.sleep(0)
            await wait_for_idle()
            screens.add(type(app.screen))
        await wait_for_idle()
        assert len(screens) > 2
        assert app.failure is None
        app.action_leave()
