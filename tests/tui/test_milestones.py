"""The milestones: opened from the statistics with a key or a click, and the way into a replay and back."""

import pytest

from clockspades.routes import TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.statistics.milestones import all_milestones
from clockspades.tui.screens.milestones import MilestonesScreen
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.statistics import StatisticsScreen
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.rows import Rows
from tests.tui.seated import ANA, GAME, TICK, Seated, begun, opened
from tests.tui.test_result import at_result
from tests.tui.test_statistics import CLOCK, come_to_statistics, keep

WON = 3
"""The seed of a game of Clock that comes out."""


def rows(screen: MilestonesScreen) -> list[str]:
    listed = screen.query_one(Rows)
    return [str(listed.marked(number)) for number in range(listed.number)]


def words(me: Seated) -> list[str]:
    """The words in the key line of the screen shown."""
    return [key.words for key in me.app.screen.query_one(KeyLine).keys]


async def milestones_of(me: Seated) -> MilestonesScreen:
    """The milestones, once they have been found."""
    await me.until(lambda: isinstance(me.app.screen, MilestonesScreen) and me.app.screen.has_class("-found"), "them")
    assert isinstance(me.app.screen, MilestonesScreen)
    return me.app.screen


async def test_keys_lead_through_the_milestones_and_to_the_game_that_reached_one(archive: Archive) -> None:
    keep(archive, WON, CLOCK)
    async with opened(archive, TitleRoute()) as me:
        await come_to_statistics(me)
        assert "milestones" in words(me)
        await me.press("m")
        screen = await milestones_of(me)
        assert f"1 of {len(all_milestones())} reached" in me.text
        heading, first, second, *_ = rows(screen)
        assert heading == "  Clock: 1 of 2 reached"
        assert "Win Clock" in first
        assert "not yet" not in first
        assert "not yet" in second
        assert "replay" in words(me)
        await me.press("down")
        assert "replay" not in words(me)
        await me.press("enter")
        assert me.app.screen is screen, "there is no game to see"
        await me.press("pagedown", "pagedown", "pagedown", "pagedown")
        assert screen.query_one(Rows).pointed == screen.query_one(Rows).number - 1
        assert all_milestones()[-1].title in me.text
        await me.press("pageup", "pageup", "pageup", "pageup", "enter")
        await me.until(lambda: isinstance(me.app.screen, ReplayScreen), "the replay")
        await me.press("escape")
        await me.until(lambda: me.app.screen is screen, "the milestones")
        await me.press("m")
        await me.until(lambda: isinstance(me.app.screen, StatisticsScreen), "the statistics")


async def test_the_mouse_alone_opens_them_and_a_replay(archive: Archive) -> None:
    keep(archive, WON, CLOCK)
    async with opened(archive, TitleRoute(), (120, 40)) as me:
        await come_to_statistics(me)
        await me.click_key("milestones")
        screen = await milestones_of(me)
        await me.click(screen.query_one(Rows).region_of(2))
        assert screen.query_one(Rows).pointed == 2
        await me.click(screen.query_one(Rows).region_of(1))
        await me.until(lambda: isinstance(me.app.screen, ReplayScreen), "the replay")


async def test_before_the_first_game_none_is_reached(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as me:
        await come_to_statistics(me)
        await me.press("m")
        screen = await milestones_of(me)
        assert all("not yet" in row or ": 0 of " in row for row in rows(screen))


async def test_a_new_milestone_is_told_on_the_result(archive: Archive) -> None:
    session = begun(archive, CLOCK, (ANA,), WON)
    async with opened(archive, TableRoute(session)) as me:
        await me.press("f")
        await me.until(lambda: session.outcome is not None, "the end")
        await me.press("enter")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
        await me.until(lambda: " Win Clock " in me.text, "the badge")


async def test_milestones_are_looked_for_again_when_the_review_is_done(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = iter([(), tuple(each for each in all_milestones() if each.title == "No mistake")])
    monkeypatch.setattr("clockspades.tui.texts.result.newly_reached", lambda *_: next(found))
    session = begun(archive, GAME, (ANA, TICK), 7)
    while session.outcome is None:
        session.act(GAME.rules.legal_actions(session.state)[0])
    session.close()
    async with at_result(archive, session) as me:
        await me.until(lambda: " No mistake " in me.text, "the badge")
