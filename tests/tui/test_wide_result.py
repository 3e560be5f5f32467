"""The result on a wide terminal: the clock at the end and the review beside it; and scores that count up."""

from random import Random

import pytest

from clockspades.review.kept_reviews import kept_review
from clockspades.review.review_words import what_happened
from clockspades.routes import ResultRoute
from clockspades.saved.archive import Archive
from clockspades.saved.settings import Settings
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.review_screen import ReviewScreen
from clockspades.tui.widgets import standings
from clockspades.tui.widgets.charts import WinCurve
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.standings import Standings
from tests.table.test_moments import lost_or_won
from tests.tui.layout import faults
from tests.tui.seated import opened
from tests.tui.short_games import begin, play_out
from tests.tui.test_result import at_result, played

WIDE = (200, 60)


async def test_the_clock_stands_beside_the_result_as_the_game_left_it(archive: Archive) -> None:
    async with at_result(archive, lost_or_won("clock", wins=True), (120, 40)) as seated:
        screen = seated.app.screen
        assert not screen.query_one("#clock").display
        await seated.pilot.resize_terminal(*WIDE)
        await seated.until(lambda: screen.query_one("#clock").display, "the clock")
        await seated.rest()
        dial = screen.query_one(Dial)
        assert dial.model.angle == 0
        assert "52 of 52" in dial.model.caption
        assert dial.region.height > 40
        assert faults(screen) == []


@pytest.mark.usefixtures("looking_back")
@pytest.mark.parametrize("size", [(100, 30), WIDE])
async def test_the_review_stands_in_it_in_short_once_it_is_made(archive: Archive, size: tuple[int, int]) -> None:
    session = played(archive)
    async with at_result(archive, session, size) as seated:
        curve = seated.app.screen.query_one(WinCurve)
        await seated.until(lambda: len(curve.model.values) == session.last + 1, "the review")
        await seated.rest()
        review = kept_review(archive, session, session.journal.path, 0) if session.journal else None
        assert review is not None
        assert what_happened(session, review) in " ".join(seated.text.split())
        assert faults(seated.app.screen) == []
        await seated.click(curve.region)
        await seated.until(lambda: isinstance(seated.app.screen, ReplayScreen), "the replay")


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
