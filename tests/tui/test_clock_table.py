"""The table of Clock and Watch as people play at it: by keys, by mouse, and with cards that turn by themselves."""

import pytest

from clockspades.cards import Rank
from clockspades.games.clock.clock_table import ClockTableRules
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.table.state import Running
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from tests.tui.patience import CLOCK, dealt
from tests.tui.seated import ANA, Seated, at_table, begun, opened

LOST = 0
"""The seed of a game of Clock that is lost."""


def runs(me: Seated) -> bool:
    """Whether cards turn by themselves."""
    return isinstance(me.screen.state.phase, Running)


# -- cards that turn by themselves -------------------------------------------------------------------------


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that turn by themselves turn at once."""
    monkeypatch.setattr(ClockTableRules, "paces", (0.02, 0.02, 0.01))


@pytest.mark.usefixtures("hasty")
async def test_cards_turn_by_themselves_to_the_end_and_the_timer_stops_there() -> None:
    session = dealt(CLOCK, 5)
    async with at_table(session) as me:
        assert not runs(me)
        await me.press("3", "minus")
        await me.until(lambda: session.outcome is not None, "the end")
        await me.until(lambda: not runs(me), "rest")


# -- around it ---------------------------------------------------------------------------------------------


async def test_the_replay_shows_the_same_table_and_its_keys_do_nothing_there(archive: Archive) -> None:
    session = begun(archive, CLOCK, (ANA,), LOST)
    async with opened(archive, TableRoute(session)) as me:
        await me.press("f", "enter")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
        await me.press("w")
        await me.until(lambda: isinstance(me.app.screen, ReplayScreen), "the replay")
        screen = me.app.screen
        assert isinstance(screen, ReplayScreen)
        await me.press("down", "down")
        at = screen.session.at
        kings = [mark.point for mark in screen.timeline.marks if mark.sign == Rank.KING.letter]
        assert at in kings
        await me.pilot.click("#in-hand")
        await me.press("f", "right")
        assert screen.session.at == at + 1
        assert screen.focused is None
