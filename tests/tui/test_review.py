"""The review of a finished game: how it is opened, what it shows, and the way into the replay and back."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.geometry import Region

from clockspades.engine.session import AnySession
from clockspades.practice.exercise import Solution
from clockspades.review.review import Review
from clockspades.review.review_words import finding
from clockspades.routes import ResultRoute
from clockspades.saved.archive import Archive
from clockspades.table.widget_models import Tone
from clockspades.tui.screens import replay_screen
from clockspades.tui.screens import review_screen as module
from clockspades.tui.widgets.bound_widget import Line
from clockspades.tui.widgets.charts import WinCurve
from clockspades.tui.widgets.rows import Rows
from tests.tui.layout import SIZES, faults
from tests.tui.reviews import made_up
from tests.tui.seated import Seated, opened
from tests.tui.test_replay import LOGS, played, replaying, saved
from tests.tui.test_result import played as finished_game


async def come_to_review(me: Seated) -> Any:
    screen = await me.press("e", to="ReviewScreen")
    await me.until(lambda: screen.has_class("-found"), "a review")
    return screen


async def test_a_replay_opens_it_a_mistake_opens_its_position_and_the_other_move_is_tried_from_there(
    tmp_path: Path,
) -> None:
    session = played()
    async with replaying(saved(tmp_path, session), (120, 40)) as (me, replay):
        await me.press("right", "right", "right")
        assert "review" in me.keys_here
        screen = await come_to_review(me)
        review = screen._shown
        assert review is not None
        assert finding(review) in me.text
        mistakes = [turn.point for turn in review.mistakes]
        assert [point for point in screen._points if point is not None] == mistakes
        assert screen.point == mistakes[0]
        await me.press("down")
        assert screen.point == mistakes[1]
        assert f"Step {mistakes[1]}: " in me.text
        seen = await me.press("enter", to="ReplayScreen")
        assert (seen.session.at, seen.view.words) == (mistakes[1] - 1, "Ana's view")
        assert seen.session.to_act == 0
        await me.press("right", "right", "escape")
        assert me.here is screen
        assert screen.point == mistakes[1]
        await me.press("enter", "e")
        assert me.here is screen, "the key that opens it leads back too"
        await me.press("enter", "b", to="TableScreen")
        assert me.session.at == mistakes[1] - 1
        await me.press("escape", to="ReplayScreen")
        await me.press("escape", to="ReviewScreen")
        await me.press("escape")
        assert me.app.screen_stack == [replay]
        assert (replay.session.at, replay.view.words) == (3, "all open")


@pytest.mark.parametrize("log", ["clogs/players-6-target-12-target", "clock/variant-watch-fourth-king"])
async def test_a_mistake_is_said_over_its_position(monkeypatch: pytest.MonkeyPatch, log: str) -> None:
    monkeypatch.setattr(module, "kept_review", made_up)
    monkeypatch.setattr(replay_screen, "solve", solved)
    async with replaying(LOGS / f"{log}.cslog") as (me, _):
        await come_to_review(me)
        replay = await me.press("enter", to="ReplayScreen")
        await me.until(lambda: replay.state.advice is not None, "the verdict")
        advice = replay.state.advice
        assert advice is not None
        assert {badge.tone for badge in advice.badges} == {Tone.BEST, Tone.PLAYED}
        prompt = replay.query_one(replay.table.words, Line)

        def said() -> str:
            return " ".join(text_in(me, prompt.content_region).split())

        for size in (SIZES[0], SIZES[3]):
            await me.pilot.resize_terminal(*size)
            await me.until(lambda: said() == advice.words, advice.words)
            assert faults(replay) == [], size
        await me.press("right")
        assert advice.words not in said()
        await me.press("left")
        assert said() == advice.words


def solved(session: AnySession) -> Solution:
    """What was better at a point: the first choice that was not made."""
    played = session.position(session.at + 1).action
    assert played is not None
    best = next(one for one in session.game.rules.legal_actions(session.state) if one != played)
    return Solution((best,), "", {best: 0.5, played: 0.25}, played)


def text_in(seated: Seated, region: Region) -> str:
    """What stands in a part of the screen."""
    rows = seated.text.split("\n")[region.y : region.bottom]
    return "\n".join(row[region.x : region.right] for row in rows)


async def test_the_result_opens_it_and_a_click_on_a_mistake_opens_its_position(archive: Archive) -> None:
    async with opened(archive, ResultRoute(finished_game(archive))) as me:
        await me.shows("ResultScreen")
        screen = await come_to_review(me)
        last = max(number for number, point in enumerate(screen._points) if point is not None)
        await me.click(screen.query_one(Rows).region_of(last))
        await me.shows("ReplayScreen")
        assert screen._points[last] == screen.point
        await me.press("escape", "escape", to="ResultScreen")


async def test_the_cursor_goes_along_the_curve_with_keys_and_clicks(tmp_path: Path) -> None:
    session = played()
    async with replaying(saved(tmp_path, session)) as (me, _):
        screen = await come_to_review(me)
        for key, point in (
            ("home", 0), ("left", 0), ("right", 1), ("right", 2), ("end", session.last), ("right", session.last),
        ):  # fmt: skip
            await me.press(key)
            assert screen.point == point
        curve = screen.query_one(WinCurve)
        for column, point in ((5, 0), (curve.size.width - 1, session.last), (5, 0)):
            await me.pilot.click(WinCurve, offset=(column, 2))
            assert screen.point == point
        await me.press("right", "enter")
        assert (await me.shows("ReplayScreen")).session.at == 1, "the deal is nobody's choice"


async def test_each_player_is_reviewed_by_what_they_saw(tmp_path: Path) -> None:
    session = played()
    async with replaying(saved(tmp_path, session), (120, 40)) as (me, _):
        screen = await come_to_review(me)
        for seat in (0, 1, 0):
            await me.until(lambda seat=seat: screen.seat == seat and screen._shown is not None, "the player")  # type: ignore[misc]
            assert screen._shown is not None
            assert screen._shown.seat == seat
            assert (f"Review: {session.names[1]}" if seat else "Review of your game") in me.text
            for point in range(session.last):
                screen.point = point
                told = screen.query_one(Line).model.text
                assert told.startswith(f"Step {point}: ")
                hidden = set(session.position(point).state.hands[1 - seat])
                events = session.events(point, seat)
                public = {card.symbol for card in hidden if card.symbol in repr(events)}
                assert [card for card in hidden if card.symbol in told and card.symbol not in public] == []
            await me.press("v")


async def test_it_tells_how_far_it_is_shows_nothing_of_another_player_and_is_cancelled_when_it_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, cancelled = Event(), Event()

    def slow(archive: Archive, session: AnySession, log: Path, seat: int, tell: Callable[[int], bool]) -> Review | None:
        if seat == 0:
            return made_up(archive, session, log, seat)
        tell(3)
        assert left.wait(60)
        while tell(4):
            pass
        cancelled.set()
        return None

    monkeypatch.setattr(module, "kept_review", slow)
    session = played()
    async with replaying(saved(tmp_path, session)) as (me, replay):
        screen = await come_to_review(me)
        assert screen.query_one(Rows).region
        await me.press("v")
        await me.until(lambda: f"step 3 of {session.last}" in me.text, "how far it is")
        assert [part.id for part in screen.query(".panel > *") if part.display] == ["progress"]
        await me.press("enter", "down", "right")
        assert me.here is screen, "nothing to open yet"
        await me.press("escape")
        assert me.app.screen_stack == [replay]
        left.set()
        await me.until(cancelled.is_set, "the end of the thread")
        await me.press("right")
        assert replay.session.at == 1
