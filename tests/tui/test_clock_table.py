"""The table of Clock and Watch as people play at it: by keys, by mouse, and with cards that turn by themselves."""

import pytest

from clockspades.cards import Rank
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.games.clock.clock_rules import Exchange
from clockspades.games.clock.clock_table import ClockTableRules
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.table.model import Target, TargetKind
from clockspades.table.state import Running
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.widgets.card_row import CardRow
from tests.tui.patience import CLOCK, at_exchange, dealt
from tests.tui.seated import ANA, Seated, at_table, begun, opened

WON, LOST = 3, 0
"""Seeds of a game of Clock that is won, and of one that is lost."""


def runs(me: Seated) -> bool:
    """Whether cards turn by themselves."""
    return isinstance(me.screen.state.phase, Running)


def row(me: Seated, name: str) -> CardRow:
    return me.screen.query_one(f"#{name}", CardRow)


def finished(archive: Archive) -> AnySession:
    """The only game that is kept, which must be true and finished."""
    (entry,) = archive.entries()
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.finished
    return loaded.session


# -- whole games -------------------------------------------------------------------------------------------


async def test_a_whole_game_of_watch_by_mouse_alone(archive: Archive) -> None:
    session = begun(archive, CLOCK, (ANA,), 12, variant="watch")
    async with opened(archive, TableRoute(session)) as me:
        await me.click_key("finish")
        await me.until(lambda: at_exchange(session), "the fourth king")
        point, down = session.at, session.state.face_down
        (deepest,) = {max(range(1, 13), key=lambda pile: len(down[pile - 1]))}
        await me.click(row(me, "in-hand").place(0))
        assert me.prompt == f"The {session.state.in_hand.symbol} is the fourth king."
        empty = next(pile for pile in range(1, 13) if not down[pile - 1])
        await me.click(me.dial.places[empty])
        assert "is complete" in me.prompt
        await me.click(me.dial.places[deepest])
        assert me.selection.cursor == Target(TargetKind.PILE, deepest, 1)
        assert session.at == point
        await me.click(row(me, "lower").place(len(down[deepest - 1]) - 1))
        await me.moved_on(point)
        assert session.positions[point + 1].action == Exchange(deepest, len(down[deepest - 1]))
        await me.click_key("finish")
        await me.until(lambda: session.outcome is not None, "the end")
        await me.click_key("result")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
    assert finished(archive).state == session.state


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
