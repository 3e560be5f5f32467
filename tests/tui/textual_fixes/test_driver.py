"""A terminal that is closed, stopped and continued, as Textual's driver takes it and as ours does."""

import asyncio
import os
import pty
import signal
import sys
from collections.abc import Iterator
from selectors import EVENT_READ
from threading import Thread
from typing import Any, Final, Self, cast
from unittest.mock import Mock

import pytest
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from clockspades.table.glyphs import FULL, PLAIN
from clockspades.tui.textual_fixes.driver import MOST_WAITING, TerminalDriver
from clockspades.tui.textual_fixes.terminal_parser import TerminalParser

pytestmark = pytest.mark.usefixtures("master")

SIGNALS: Final = (signal.SIGTSTP, signal.SIGCONT)
"""What a driver handles as soon as it is made."""
MANY: Final = 100
"""Reads that a closed terminal does not need."""


class Owner(App[None]):
    """An application that keeps what its driver asks of it."""

    shows_cursor = True

    def __init__(self) -> None:
        self.left, self.drawn = asyncio.Event(), asyncio.Event()
        super().__init__()
        self.drawn.clear()

    def leave(self) -> None:
        self.left.set()

    def refresh(self, *, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        self.drawn.set()
        return self


class Pretending(LinuxDriver):
    """Keeps what a driver would do with its terminal."""

    did: tuple[str, ...] = ()

    def start_application_mode(self) -> None:
        self.did += ("start",)

    def stop_application_mode(self) -> None:
        self.did += ("stop",)

    def close(self) -> None:
        self.did += ("close",)


class OurPretending(Pretending, TerminalDriver):
    _writer = cast(Any, object())  # it has begun to write


@pytest.fixture
def master(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other end of the terminal whose keyboard a driver reads. Signals are handled as before after the test."""
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    other_end, terminal = pty.openpty()
    with open(other_end, "rb", buffering=0) as held, open(terminal, "rb", buffering=0) as keyboard:
        monkeypatch.setattr(sys, "__stdin__", keyboard)
        yield held.fileno()
        for number, handler in handlers.items():
            signal.signal(number, handler)


def hang_up(master: int) -> None:
    """Close a terminal; its descriptor stays in use, so that no other file gets it."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, master)
    os.close(nothing)


async def test_textual_reads_on_at_full_speed_when_the_terminal_is_closed(
    master: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, read, reads = LinuxDriver(Owner()), os.read, list[bytes]()

    def counted(descriptor: int, most: int) -> bytes:
        reads.append(read(descriptor, most))
        if len(reads) == MANY:
            driver.exit_event.set()  # else the test would not end either
        return reads[-1]

    hang_up(master)
    monkeypatch.setattr(os, "read", counted)
    await asyncio.to_thread(driver.run_input_thread)
    assert len(reads) >= MANY
    assert not any(reads)


async def test_only_textual_fails_at_a_terminal_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise OSError("Input/output error")

    owner = Owner()
    plain, ours = LinuxDriver(owner), TerminalDriver(owner)
    for driver in (plain, ours):
        driver.exit_event.set()  # it reads once more
    monkeypatch.setattr("selectors.SelectSelector.select", lambda *_: [(None, EVENT_READ)])
    monkeypatch.setattr(os, "read", fail)
    with pytest.raises(OSError, match="Input/output error"):
        plain.run_input_thread()
    assert not owner.left.is_set()
    ours.run_input_thread()
    await owner.left.wait()


async def test_an_error_in_the_thread_that_reads_ends_the_program_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    error, failures = ValueError("a fault of ours"), asyncio.Queue[Exception]()
    driver = TerminalDriver(owner := Owner())
    driver.exit_event.set()
    monkeypatch.setattr("selectors.SelectSelector.select", lambda *_: [(None, EVENT_READ)])
    monkeypatch.setattr(os, "read", lambda *_: b"q")
    monkeypatch.setattr(driver, "process_message", Mock(side_effect=error))
    monkeypatch.setattr(owner, "_handle_exception", failures.put_nowait)
    driver.run_input_thread()
    assert await failures.get() is error


async def test_bytes_at_which_the_parser_fails_are_dropped_and_the_next_ones_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver, read = TerminalDriver(Owner()), TerminalParser.feed
    coming = [b"?", b"q"]

    def next_bytes(*_: object) -> bytes:
        if len(coming) == 1:
            driver.exit_event.set()
        return coming.pop(0)

    def fail_once(parser: TerminalParser, data: str) -> Iterator[Message]:
        if data == "?":
            raise ValueError("a fault of ours")
        return read(parser, data)

    monkeypatch.setattr("selectors.SelectSelector.select", lambda *_: [(None, EVENT_READ)] if coming else [])
    monkeypatch.setattr(os, "read", next_bytes)
    monkeypatch.setattr(TerminalParser, "feed", fail_once)
    monkeypatch.setattr(driver, "process_message", said := Mock())
    await asyncio.to_thread(driver.run_input_thread)
    assert [call.args[0].key for call in said.call_args_list] == ["q"]


async def test_textual_reads_on_however_many_keys_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("selectors.SelectSelector.select", lambda *_: [(None, EVENT_READ)])
    for kind in (LinuxDriver, TerminalDriver):
        driver, reads = kind(owner := Owner()), list[int]()

        def counted(*_: object, driver: LinuxDriver = driver, reads: list[int] = reads) -> bytes:
            reads.append(1)
            if len(reads) == MANY:
                driver.exit_event.set()
            return b"h" * 100

        monkeypatch.setattr(os, "read", counted)
        reader = asyncio.create_task(asyncio.to_thread(driver.run_input_thread))
        while owner._message_queue.qsize() < MOST_WAITING:
            await asyncio.sleep(0)
        if kind is TerminalDriver:
            driver.exit_event.set()
        await reader
        assert (len(reads) < MOST_WAITING // 100 + 5) is (kind is TerminalDriver)


async def test_the_end_of_the_input_is_the_end_of_the_program(master: int) -> None:
    driver = TerminalDriver(owner := Owner())
    hang_up(master)
    await asyncio.to_thread(driver.run_input_thread)
    await owner.left.wait()


async def test_only_textual_believes_sizes_that_come_between_the_keys() -> None:
    plain, ours = Mock(), Mock()
    LinuxDriver._query_in_band_window_resize(plain)
    TerminalDriver._query_in_band_window_resize(ours)
    plain.write.assert_called_once_with("\x1b[?2048$p")
    ours.write.assert_not_called()


async def test_a_closed_terminal_is_left_though_nobody_reads(master: int) -> None:
    driver = TerminalDriver(owner := Owner())
    watch = Thread(target=driver._wait_for_hangup, daemon=True)
    watch.start()
    assert not owner.left.is_set()
    hang_up(master)
    await owner.left.wait()
    watch.join()


async def test_textual_stops_in_the_middle_of_whatever_runs_and_draws_nothing_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "kill", lambda *_: None)
    for kind in (Pretending, OurPretending):
        is_ours = kind is OurPretending
        driver = kind(owner := Owner())
        driver._sigtstp_application()
        did = [driver.did]
        await asyncio.sleep(0)
        did.append(driver.did)
        driver._sigcont_application()
        await asyncio.sleep(0)
        did.append(driver.did)
        stopped = ("stop", "close")
        assert did == [() if is_ours else stopped, stopped, (*stopped, "start")]
        assert owner.drawn.is_set() is is_ours


async def test_textual_starts_once_more_when_it_is_continued_without_a_stop() -> None:
    plain, ours = Pretending(Owner()), OurPretending(owner := Owner())
    plain._sigcont_application()
    ours._sigcont_application()
    await owner.drawn.wait()
    assert plain.did == ("start",)
    assert ours.did == ("stop", "close", "start")


async def test_the_driver_of_an_application_is_found_if_it_is_ours() -> None:
    for kind in (LinuxDriver, TerminalDriver):
        app = Owner()
        app._driver = kind(app)
        assert (TerminalDriver.of(app) is app._driver) is (kind is TerminalDriver)


async def test_a_terminal_of_plain_letters_gets_no_frames_nor_other_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    for there, written in ((FULL, "\x1b[1m╭─╮│Search…│▅ Zoë"), (PLAIN, "\x1b[1m.-.|Search~|  Zoë")):
        monkeypatch.setattr("clockspades.tui.textual_fixes.driver.glyphs", lambda there=there: there)
        driver, writer = OurPretending(Owner()), Mock()
        driver._writer = writer
        driver.write("\x1b[1m╭─╮│Search…│▅ Zoë")
        writer.write.assert_called_once_with(written)
