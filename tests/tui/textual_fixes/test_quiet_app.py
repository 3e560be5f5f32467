"""Errors end the program without a traceback, and some end nothing."""

import asyncio
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

import pytest
from textual.app import App
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.worker import WorkerFailed

from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.tui.textual_fixes.quiet_app import QuietApp
from tests.tui.seated import opened


class Loud(App[str]):
    def on_mount(self) -> None:
        raise ValueError("this fails")


class Quiet(QuietApp[str], Loud):
    pass


async def test_textual_prints_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    await Loud().run_async(headless=True)
    assert "Traceback" in capsys.readouterr().err


async def test_an_error_is_kept_and_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    app = Quiet()
    await app.run_async(headless=True)
    assert isinstance(app.failure, ValueError)
    assert app.return_code == 1
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [(App, pytest.raises(WorkerFailed, match="#gone")), (QuietApp, nullcontext())],
    ids=["textual", "fixed"],
)
async def test_only_in_textual_a_worker_of_a_removed_screen_ends_the_program(
    kind: type[App[Any]], outcome: AbstractContextManager[Any]
) -> None:
    """The worker misses a widget as it is cancelled."""
    app, screen = kind(), Screen[None]()

    async def misses_a_widget() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        screen.query_one("#gone")

    with outcome:
        async with app.run_test() as pilot:
            await app.push_screen(screen)
            screen.call_later(lambda: screen.run_worker(misses_a_widget()))
            await pilot.pause()
            app.pop_screen()
            await pilot.pause()
    assert not isinstance(app, QuietApp) or app.failure is None


async def test_in_textual_an_application_that_is_told_to_exit_says_that_it_is_running() -> None:
    app = QuietApp[str]()
    async with app.run_test():
        assert not app.is_leaving
        app.exit("farewell")
        assert app.is_running
        assert app.is_leaving
    assert app.return_value == "farewell"
    assert app.take_return_value() == "farewell"
    assert app.take_return_value() is None


# -- in the application ------------------------------------------------------------------------------------


async def test_an_error_is_none_once_the_program_is_left(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as me:
        me.app.call_later(me.app.query_one, "#gone")
        me.app.action_leave()
    assert me.app.failure is None


async def test_an_error_of_a_screen_that_is_shown_is_reported(archive: Archive) -> None:
    async def cause_an_error() -> None:
        async with opened(archive, TitleRoute()) as me:
            me.app.screen.call_later(me.app.screen.query_one, "#gone")
            await me.pilot.pause()

    with pytest.raises(NoMatches):
        await cause_an_error()
