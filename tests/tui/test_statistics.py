"""The statistics and the milestones: how they are opened, what they show, and the way into a replay and back."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from textual.screen import Screen

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.games.clock.clock_game import Clock
from clockspades.language import _, offered, speaking
from clockspades.review.review import Review
from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.statistics.milestones import all_milestones
from clockspades.statistics.progress import Feat
from clockspades.statistics.records import OwnGame
from clockspades.tui.screens import statistics as module
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.rows import Rows
from tests.tui.reviews import made_up_own
from tests.tui.seated import ANA, GAME, TICK, Seated, begun, opened
from tests.tui.short_games import play_out

CLOCK = Clock()


def keep(archive: Archive, seed: int, game: AnyGame = GAME, *others: Seat) -> Path:
    """A finished game of Ana."""
    session = begun(archive, game, [ANA, *others], seed)
    play_out(session, Random(seed))
    session.close()
    journal: Any = session.journal
    return Path(journal.path)


async def come_to_statistics(me: Seated) -> Any:
    """Open the statistics, and wait until all games are reviewed."""
    await me.press("t", to="StatisticsScreen")
    await me.app.workers.wait_for_complete()
    await me.pilot.pause()
    return me.here


def feats(screen: Screen[Any]) -> list[str]:
    """The rows of a list; a mark is where the cursor is."""
    listed = screen.query_one(Rows)
    return [str(listed.marked(number)) for number in range(listed.number)]


async def test_keys_and_the_mouse_lead_to_another_game_and_into_a_replay_and_back(archive: Archive) -> None:
    path = keep(archive, 1, CLOCK)
    won = [keep(archive, seed, GAME, TICK) for seed in range(12)]
    async with opened(archive, TitleRoute(), (80, 30)) as me:
        screen = await come_to_statistics(me)
        assert "Clockwork Spades, against an easy bot" in me.text
        assert " of 12 (" in me.text
        assert "games reviewed" not in me.text, "all are"
        await me.pilot.resize_terminal(60, 18)
        await me.press(*30 * ["down"])
        assert feats(screen)[-1].startswith("▸ unluckiest loss")
        assert feats(screen)[-1] in me.text.replace("│", ""), "the cursor is in view"
        assert "Wins above expected       Skill over the last 10" in me.text
        await me.press(*30 * ["up"])
        assert "Clockwork Spades, against an easy bot" in me.text
        await me.pilot.resize_terminal(80, 30)
        first, second, *_ = feats(screen)
        assert (first[:12], second[:15]) == ("▸ best game ", "  closest game ")
        await me.press("down")
        assert [line[0] for line in feats(screen)][:2] == [" ", "▸"]
        await me.press("enter")
        assert (await me.shows("ReplayScreen")).loaded.path in won
        await me.press("e", to="ReviewScreen")
        await me.press("escape", "escape")
        assert me.here is screen
        await me.rest()
        assert [line[0] for line in feats(screen)][:2] == [" ", "▸"], "the cursor stays"
        await me.press("right")
        assert "won 0 of 1 (" in me.text
        assert "Clockwork Spades, against an easy bot" not in me.text
        await me.press("left")
        assert "Clockwork Spades, against an easy bot" in me.text
        await me.click(screen.query_one("#clock").region)
        assert "won 0 of 1 (" in me.text
        best = next(number for number, feat in enumerate(feats(screen)) if "best score" in feat)
        await me.click(screen.query_one(Rows).region_of(best))
        assert (await me.shows("ReplayScreen")).loaded.path == path
        await me.press("escape")
        await me.until(lambda: me.here is screen, "the statistics")
        assert feats(screen)[best].startswith("▸ best score")
        path.unlink()
        await me.press("enter")
        assert me.here is screen
        assert any("cannot be read" in said for said in me.said)
        await me.press("escape", to="TitleScreen")


class SlowReviews:
    """Reviews of which each but the first few goes on until it may end, or is cancelled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, quick: int) -> None:
        self.may_end, self.cancelled, self.quick = Event(), Event(), quick
        self.asked: list[OwnGame] = []
        monkeypatch.setattr(module, "review_own", self)

    def __call__(self, archive: Archive, own: OwnGame, tell: Callable[[float], bool]) -> Review | None:
        self.asked.append(own)
        while len(self.asked) > self.quick and not self.may_end.wait(0.05):
            if not tell(0.5):
                self.cancelled.set()
                return None
        return made_up_own(archive, own, tell)


async def test_the_games_that_are_shown_are_reviewed_first_and_none_while_a_replay_lies_over_them(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews = SlowReviews(monkeypatch, quick=0)
    for seed in (1, 2):
        keep(archive, seed, CLOCK)
    for seed in (1, 2):
        keep(archive, seed, GAME, TICK)
    async with opened(archive, TitleRoute()) as me:
        await me.press("t")
        await me.until(lambda: "0 of 4 games reviewed  " in me.text, "the games")
        await me.press("right", "enter", to="ReplayScreen")
        await me.until(reviews.cancelled.is_set, "the end of the thread")
        await me.app.workers.wait_for_complete()
        assert len(reviews.asked) == 1
        await me.press("escape")
        await me.until(lambda: len(reviews.asked) == 2, "the next review")
        await me.press("left")
        reviews.may_end.set()
        await me.app.workers.wait_for_complete()
        assert [own.game.name for own in reviews.asked[1:]] == [CLOCK.name, GAME.name, GAME.name, CLOCK.name]
        await me.press("right")
        assert "All luck: there was nothing to decide." in me.text


async def test_without_a_finished_game_it_says_so(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as me:
        assert not any("Statistics" in item.render().plain for item in me.here.query(MenuItem))
        screen = await come_to_statistics(me)
        assert "No finished games yet in " in me.text
        await me.press("down", "right", "pagedown", "enter")
        assert me.here is screen
        await me.press("t", to="TitleScreen")


# -- milestones ------------------------------------------------------------------------------------------


WON = 3
"""The seed of a game of Clock that comes out."""


async def milestones_of(me: Seated) -> Any:
    """The milestones, once they have been found."""
    await me.until(lambda: me.is_at("MilestonesScreen") and me.here.has_class("-found"), "them")
    return me.here


async def test_keys_lead_through_the_milestones_and_to_the_game_that_reached_one(archive: Archive) -> None:
    keep(archive, WON, CLOCK)
    async with opened(archive, TitleRoute()) as me:
        await come_to_statistics(me)

        def words() -> list[str]:
            return [key.words for key in me.here.query_one(KeyLine).keys]

        assert "milestones" in words()
        await me.press("m")
        screen = await milestones_of(me)
        assert f"1 of {len(all_milestones())} reached" in me.text
        heading, first, second, *_ = feats(screen)
        assert heading == "  Clock: 1 of 2 reached"
        assert "Win Clock" in first
        assert "not yet" not in first
        assert "not yet" in second
        assert "replay" in words()
        await me.press("down")
        assert "replay" not in words()
        await me.press("enter")
        assert me.here is screen, "there is no game to see"
        await me.press("pagedown", "pagedown", "pagedown", "pagedown")
        assert screen.query_one(Rows).pointed == screen.query_one(Rows).number - 1
        assert all_milestones()[-1].title in me.text
        await me.press("pageup", "pageup", "pageup", "pageup", "enter", to="ReplayScreen")
        await me.press("escape")
        await me.until(lambda: me.here is screen, "the milestones")
        await me.press("m", to="StatisticsScreen")


@pytest.mark.parametrize("code", offered())
def test_why_a_game_is_worth_seeing_again_stands_apart_from_the_game_in_every_language(code: str) -> None:
    with speaking(code):
        assert [_(feat.value) for feat in Feat if len(_(feat.value)) >= module.LABEL] == []
