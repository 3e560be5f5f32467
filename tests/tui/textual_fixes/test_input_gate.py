"""Input is handled one event at a time, and never by a screen that comes or goes."""

import asyncio
from collections import deque
from contextvars import Context
from functools import cached_property
from typing import Final

import pytest
from textual import events
from textual.app import App
from textual.binding import Binding
from textual.geometry import Size
from textual.screen import Screen

from clockspades.engine.session import AnySession
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.tui.bindings import LEAVING
from clockspades.tui.screens.log_screen import LogScreen
from clockspades.tui.textual_fixes.input_gate import ALIKE, LIMIT, InputGate, Waiting, queue
from tests.tui.idle import wait_for_idle
from tests.tui.seated import opened


def key(name: str) -> events.Key:
    return events.Key(name, None)


def move(x: int) -> events.MouseMove:
    return events.MouseMove(None, x, 0, 0, 0, 0, False, False, False)


def queued(*new: events.Event) -> list[events.Event]:
    waiting: deque[Waiting] = deque()
    for event in new:
        queue(waiting, Waiting(event, "table"))
    return [each.event for each in waiting]


def test_only_the_last_place_of_a_moving_pointer_waits() -> None:
    first, down, last = move(1), key("down"), move(3)
    assert queued(first, down, move(2), last) == [first, down, last]


def test_too_many_events_are_dropped() -> None:
    keys = [key("down") for _ in range(LIMIT + 5)]
    assert queued(*keys) == keys[:LIMIT]


def test_a_text_that_a_terminal_sends_as_keys_is_whole() -> None:
    line = "clockspades join wss://192.0.2.7:7420/#K7M2QX9RTA.0000000WHZ0W656FBPX2XCB0JGT4BPA6"
    keys = [key(name) for name in (*line, "enter")]
    assert queued(*keys) == keys
    held = [key("n") for _ in range(2 * LIMIT)]
    assert queued(*keys, *held) == [*keys, *held[:ALIKE]]


class Gated:
    """A gate before nothing but a list."""

    def __init__(self) -> None:
        self.shown: str | None = "table"
        self.admitted: list[str] = []
        self.gate: InputGate = InputGate(self._admit, lambda: self.shown)

    def _admit(self, event: events.Event) -> None:
        assert isinstance(event, events.Key)
        self.admitted.append(event.key)
        if event.key == "l":
            self.shown = "log"

    def press(self, *names: str) -> list[bool]:
        return [self.gate.holds(key(name)) for name in names]

    async def answered(self) -> None:
        """Wait until every key was admitted or dropped."""
        while self.gate._waiting:
            await asyncio.sleep(0.001)  # nothing is admitted before this waits for time


async def test_keys_are_admitted_in_order_once_nothing_else_runs() -> None:
    gated = Gated()
    assert gated.press("1", "2", "3") == [True, True, True]
    for _ in range(20):  # a task that never waits for time, as one that mounts a screen
        await asyncio.sleep(0)
        assert gated.admitted == []
    await gated.answered()
    assert gated.admitted == ["1", "2", "3"]
    assert not gated.gate._waiting


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


def button(kind: type[events.MouseEvent], number: int) -> events.MouseEvent:
    return kind(None, 3, 0, 0, 0, number, False, False, False, 3, 0)


PRESS, RELEASE = events.MouseDown, events.MouseUp
PRESSES: Final = {
    "left": ([(PRESS, 1), (RELEASE, 1)], [0, 1]),
    "middle": ([(PRESS, 2), (RELEASE, 2)], []),
    "right": ([(PRESS, 3), (RELEASE, 3)], []),
    "a left press and a right release": ([(PRESS, 1), (RELEASE, 3)], [0]),
    "a right press and a left release": ([(PRESS, 3), (RELEASE, 1)], []),
    "the left button while the right one is down": ([(PRESS, 3), (PRESS, 1), (RELEASE, 3), (RELEASE, 1)], [1, 3]),
    "the right button while the left one is down": ([(PRESS, 1), (PRESS, 3), (RELEASE, 1), (RELEASE, 3)], [0, 2]),
    "a release alone, after a click": ([(PRESS, 1), (RELEASE, 1), (RELEASE, 1)], [0, 1]),
    "the wheel": ([(events.MouseScrollUp, 0), (events.MouseScrollDown, 0)], [0, 1]),
}


async def counted(gate: InputGate, admitted: list[events.Event], *given: events.Event) -> list[int]:
    """The numbers of those events that a gate admits."""
    for event in given:
        assert gate.holds(event)
    while gate._waiting:
        await asyncio.sleep(0.001)
    return [given.index(event) for event in admitted]


@pytest.mark.parametrize("name", PRESSES)
async def test_only_the_left_button_counts_and_a_release_only_after_its_press(name: str) -> None:
    admitted: list[events.Event] = []
    given, counts = PRESSES[name]
    gate: InputGate = InputGate(admitted.append, lambda: "table")
    assert await counted(gate, admitted, *(button(kind, number) for kind, number in given)) == counts


async def test_a_covered_screen_gets_nothing_but_the_end_of_a_press() -> None:
    admitted: list[events.Event] = []
    covered = False
    gate: InputGate = InputGate(admitted.append, lambda: "table", lambda screen, event: covered)
    press, release = button(PRESS, 1), button(RELEASE, 1)
    assert await counted(gate, admitted, press) == [0]
    covered = True
    admitted.clear()
    others = (key("5"), events.Paste("5"), move(3), button(events.MouseScrollUp, 0))
    assert await counted(gate, admitted, *others, release, button(PRESS, 1)) == [len(others)]
    covered = False
    admitted.clear()
    assert await counted(gate, admitted, button(RELEASE, 1)) == []  # its press was dropped


# -- against plain Textual ---------------------------------------------------------------------------------


class Panel(Screen[None]):
    BINDINGS = [Binding("escape", "app.pop_screen")]  # noqa: RUF012 (Textual declares it)


class Plain(App[None]):
    pass


class WithGate(Plain):
    @cached_property
    def gate(self) -> InputGate:
        return InputGate(lambda event: self.call_next(super(WithGate, self).on_event, event), lambda: self.screen)

    async def on_event(self, event: events.Event) -> None:
        if not self.gate.holds(event):
            await super().on_event(event)


@pytest.mark.parametrize(("kind", "left"), [(Plain, 1), (WithGate, 2)], ids=["textual", "fixed"])
async def test_the_second_of_two_keys_closes_one_more_screen_only_in_textual(kind: type[Plain], left: int) -> None:
    app = kind()
    async with app.run_test() as pilot:
        for _ in range(2):
            await app.push_screen(Panel())
        for _ in range(2):
            app.post_message(key("escape"))
        for _ in range(100):  # both reach the application before either can do anything else
            await asyncio.sleep(0)
        while isinstance(app, WithGate) and app.gate._waiting:
            await asyncio.sleep(0.001)  # the gate opens only while nothing else runs
        await pilot.pause()
        assert len(app.screen_stack) == left


class Clicked(App[None]):
    """Counts the clicks on all that it shows."""

    clicks = 0

    def on_click(self) -> None:
        self.clicks += 1


class ClickedAtTheGate(Clicked, WithGate):
    pass


@pytest.mark.parametrize(("kind", "is_fixed"), [(Clicked, False), (ClickedAtTheGate, True)], ids=["textual", "fixed"])
async def test_each_release_is_a_click_only_in_textual(kind: type[Clicked], is_fixed: bool) -> None:
    for given, counts in PRESSES.values():
        app = kind()
        async with app.run_test() as pilot:
            for each in given:
                app.post_message(button(*each))
                await asyncio.sleep(0.001)
                while isinstance(app, WithGate) and app.gate._waiting:
                    await asyncio.sleep(0.001)
                await pilot.pause()
            releases = {at for at, (event, _) in enumerate(given) if event is RELEASE}
            assert app.clicks == len(releases.intersection(counts)) if is_fixed else app.clicks > 0 or not releases


# -- in the application ------------------------------------------------------------------------------------


async def test_a_second_key_does_not_reach_the_screen_that_the_first_one_opens(
    archive: Archive, saved_session: AnySession
) -> None:
    async with opened(archive, TableRoute(saved_session)) as me:
        me.type("l")
        me.type("l")
        await wait_for_idle()
        assert isinstance(me.app.screen, LogScreen)
        await me.press("l")
        assert not isinstance(me.app.screen, LogScreen)


@pytest.mark.parametrize("name", LEAVING)
async def test_the_keys_that_leave_do_so_whatever_the_application_waits_for(
    archive: Archive, saved_session: AnySession, name: str
) -> None:
    async with opened(archive, TableRoute(saved_session)) as me:
        busy = asyncio.Event()
        me.app.call_later(busy.wait)
        for _ in range(100):
            me.type("x")
        await asyncio.sleep(0.01)
        from_a_thread = Context()  # it does not know the application, like the thread that reads the keyboard
        assert from_a_thread.run(me.app.post_message, key(name))
        assert me.app.is_leaving
        busy.set()
