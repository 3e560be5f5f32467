"""The result on a wide terminal: the clock at the end and the review beside it; and scores that count up."""

from random import Random

import pytest

from clockspades.routes import ResultRoute
from clockspades.saved.archive import Archive
from clockspades.saved.settings import Settings
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_beside import LEAST, Beside
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.review_screen import ReviewScreen
from clockspades.tui.widgets import standings
from clockspades.tui.widgets.charts import WinCurve
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.standings import Standings
from tests.table.test_moments import lost_or_won
from tests.tui.layout import faults
from tests.tui.seated import Seated, opened
from tests.tui.short_games import begin, play_out
from tests.tui.test_result import at_result, played

WIDE = (200, 60)


def beside(seated: Seated) -> Beside:
    return seated.app.screen.query_one(Beside)


async def test_the_clock_stands_beside_the_result_as_the_game_left_it(archive: Archive) -> None:
    async with at_result(archive, lost_or_won("clock", wins=True), WIDE) as seated:
        dial = beside(seated).query_one(Dial)
        assert dial.model.angle == 0
        assert "52 of 52" in dial.model.caption
        assert dial.region.height > 40
        assert not beside(seated).query_one(WinCurve).region
        assert faults(seated.app.screen) == []


@pytest.mark.usefixtures("looking_back")
@pytest.mark.parametrize("size", [LEAST, WIDE])
async def test_the_review_stands_beside_the_result_once_it_is_made(archive: Archive, size: tuple[int, int]) -> None:
    session = played(archive)
    async with at_result(archive, session, size) as seated:
        await seated.until(lambda: beside(seated).has_class("-found"), "the review")
        await seated.pilot.pause()
        curve = beside(seated).query_one(WinCurve)
        assert len(curve.model.values) == session.last + 1
        assert "Win chance of Ana" in seated.text
        assert faults(seated.app.screen) == []
        assert all(item.region.right <= beside(seated).region.x for item in seated.app.screen.query(MenuItem))
        await seated.click(curve.region)
        await seated.until(lambda: isinstance(seated.app.screen, ReplayScreen), "the replay")


@pytest.mark.parametrize("name", ["clogs", "spades"])
async def test_the_score_sheet_and_the_review_stand_beside_each_other(archive: Archive, name: str) -> None:
    session = begin(archive, name)
    play_out(session, Random(2))
    session.close()
    async with at_result(archive, session, WIDE) as seated:
        await seated.until(lambda: beside(seated).has_class("-found"), "the review")
        await seated.pilot.pause()
        assert not beside(seated).query(Dial)
        sheet, curve = seated.app.screen.query_one("#scores").region, beside(seated).query_one(WinCurve).region
        assert sheet.area > 0
        assert sheet.right <= curve.x
        assert faults(seated.app.screen) == []


async def test_a_terminal_that_grows_or_shrinks_gets_the_room_or_loses_it(archive: Archive) -> None:
    async with at_result(archive, lost_or_won("clock", wins=False), (120, 40)) as seated:
        assert not seated.app.screen.query(Beside)
        await seated.pilot.resize_terminal(*WIDE)
        await seated.until(lambda: bool(seated.app.screen.query(Dial)) and beside(seated).region.area > 0, "the clock")
        await seated.pilot.resize_terminal(LEAST.width - 1, LEAST.height)
        await seated.until(lambda: not beside(seated).region, "one column")
        assert faults(seated.app.screen) == []


# -- scores that count up ----------------------------------------------------------------------------------


async def test_scores_count_up_until_a_key_and_it_does_what_it_does(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "COUNT_SECONDS", 60.0)
    session = begin(archive, "clogs")
    play_out(session, Random(2))
    session.close()
    async with opened(archive, ResultRoute(session), moving=True) as seated:
        await seated.until(lambda: isinstance(seated.app.screen, ResultScreen) and bool(seated.app.focused), "it")
        shown = seated.app.screen.query_one(Standings)
        assert shown.share < 1
        seated.type("e")
        await seated.until(lambda: isinstance(seated.app.screen, ReviewScreen), "the review")
        assert shown.share == 1


async def test_scores_stand_at_once_where_nothing_moves(archive: Archive) -> None:
    session = begin(archive, "clogs")
    play_out(session, Random(2))
    session.close()
    async with opened(archive, ResultRoute(session), settings=Settings(animation="off")) as seated:
        await seated.pilot.pause()
        assert seated.app.screen.query_one(Standings).share == 1
