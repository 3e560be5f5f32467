"""Moments on the screen: what is drawn while they last, and that a key or a click ends them and does its thing."""

from pathlib import Path
from typing import Any, Final

import pytest

from clockspades.engine.session import AnySession
from clockspades.games import trick_selectors as trick_moments
from clockspades.games.catalogue import find_game
from clockspades.games.clock import clock_selectors as clock
from clockspades.games.clockwork import clockwork_selectors as clockwork
from clockspades.games.german_clock import german_clock_selectors as german_clock
from clockspades.routes import ReplayRoute, TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.settings import Settings
from clockspades.table.model import TableModel
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.flight import Flyer
from tests.table.test_moments import ended, lost_or_won
from tests.tui.layout import SIZES
from tests.tui.seated import Seated, opened

LOGS: Final = Path(__file__).parents[1] / "logs"


def at_point(session: AnySession, point: int) -> tuple[AnySession, Any]:
    """A session of its own before the action that led to a point, and that action."""
    at = session.at
    session.go_to(point - 1)
    branch = session.fork(session.seats)
    session.go_to(at)
    return branch, session.position(point).action


def before_the_end(session: AnySession) -> tuple[AnySession, Any]:
    """The session before its last action, and that action."""
    return at_point(session, session.last)


def moment_of(me: Seated) -> Any:
    model: TableModel[Any, Any] | None = me.table.model
    return None if model is None else model.moment


async def act(me: Seated, action: Any) -> None:
    me.act(action)
    await me.pilot.pause()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """No moment ends by itself during a test."""
    for module in (clockwork, trick_moments):
        for name in ("KINGS_SECONDS", "KING_SECONDS", "COUNT_SECONDS"):
            monkeypatch.setattr(module, name, 60.0, raising=False)
    for module in (clock, german_clock):
        monkeypatch.setattr(module, "STRIKE_SECONDS", 60.0)


async def test_a_moment_ends_by_itself_and_nothing_moves_after_it(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, action = before_the_end(lost_or_won("german-clock", wins=True))
    shares, draw = list[float](), Table._draw_moment

    def noted(table: Table) -> None:
        draw(table)
        shares.extend([] if table.shown.moment is None else [table.shown.moment.share])

    monkeypatch.setattr(Table, "_draw_moment", noted)
    async with opened(archive, TableRoute(session), moving=True, settings=Settings(animation="quick")) as me:
        await me.pilot.pause()
        await act(me, action)
        await me.rest()
        assert shares[0] == 0.0
        assert len(shares) > 1
        assert moment_of(me) is None
        assert not me.app.animator._animations
        assert all(flyer.is_free for flyer in me.table.query(Flyer))


@pytest.mark.parametrize("size", SIZES)
async def test_a_moment_changes_nothing_but_what_it_draws(archive: Archive, size: tuple[int, int]) -> None:
    """Every line is as wide, and what can be read beside the dial stays."""
    session, action = before_the_end(ended("four-kings"))
    async with opened(archive, TableRoute(session), size, settings=Settings(animation="off")) as me:
        await me.pilot.pause()
        await act(me, action)
        still, side = me.text, me.line("prompt")
        moment = me.table.rules.moment(me.table.shown.player)
        assert moment is not None
        for share in (0.0, 0.5, 0.9):
            me.table._moment = moment._replace(share=share)
            me.table._draw_moment()
            await me.pilot.pause()
            assert me.line("prompt") == side
            assert [len(line) for line in me.text.splitlines()] == [len(line) for line in still.splitlines()]


@pytest.mark.usefixtures("slow")
async def test_a_replay_celebrates_a_single_step_forward(archive: Archive) -> None:
    loaded = load(LOGS / "clockwork-spades" / "defaults-four-kings.cslog", find_game)
    async with opened(archive, ReplayRoute(loaded, loaded.session.last - 1), moving=True) as me:
        await me.pilot.pause()
        screen = me.app.screen
        assert isinstance(screen, ReplayScreen)
        table = screen.table

        def moment() -> Any:
            return None if table.model is None else table.model.moment

        me.type("right")
        await me.until(lambda: moment() is not None, "a moment")
        me.type("v")
        await me.until(lambda: moment() is None, "the end of it")
        for key in ("home", "end"):
            me.type(key)
            await me.pilot.pause()
        assert screen.session.at == screen.session.last
        assert moment() is None
