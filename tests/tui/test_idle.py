"""What the tests of the screens wait for: that nothing happens any more by itself."""

from threading import Event

import pytest
from textual.app import App

from tests.tui.idle import only_input_can_change
from tests.tui.seated import rest, until


async def test_an_application_rests_once_its_last_timer_and_thread_have_ended() -> None:
    app, goes_on, ticked = App[None](), Event(), Event()
    async with app.run_test() as pilot:
        await rest(pilot)
        app.set_timer(0.01, ticked.set)
        await pilot.pause(0)
        assert not only_input_can_change(app)
        await rest(pilot)
        assert ticked.is_set()
        app.run_worker(goes_on.wait, thread=True)
        await pilot.pause(0)
        assert not only_input_can_change(app)
        goes_on.set()
        await rest(pilot)


async def test_an_application_that_ticks_for_ever_never_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    app, ticks = App[None](), list[int]()
    async with app.run_test() as pilot:
        app.set_interval(0.01, lambda: ticks.append(0))
        await until(pilot, lambda: bool(ticks))
        monkeypatch.setattr("tests.tui.seated.PATIENCE", 0.1)
        with pytest.raises(AssertionError, match="in vain for the end of all timers"):
            await rest(pilot)
