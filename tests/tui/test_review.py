"""The review of a finished game: how it is opened, what it shows, and the way into the replay and back."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.practice.exercise import Solution
from clockspades.review.review import Review
from clockspades.review.review_words import finding, sum_words
from clockspades.routes import ReplayRoute, ResultRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.table.widget_models import Tone
from clockspades.tui.app import Clockspades
from clockspades.tui.screens import replay as replay_module
from clockspades.tui.screens import review_screen as module
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.review_screen import ReviewScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.widgets.bound_widget import Line
from clockspades.tui.widgets.charts import WinCurve
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.rows import Rows
from tests.tui.layout import SIZES, faults
from tests.tui.reviews import made_up
from tests.tui.seated import Seated
from tests.tui.seated import opened as opened_at
from tests.tui.test_replay import opened, played, saved, shown
from tests.tui.test_result import played as finished_game

LOGS = Path(__file__).parents[1] / "logs"


def found(app: Clockspades) -> Review:
    """The review that is shown."""
    assert isinstance(app.screen, ReviewScreen)
    review = app.screen._shown
    assert review is not None
    return review


async def come_to_review(app: Clockspades, pilot: Pilot[str]) -> ReviewScreen:
    await pilot.press("e")
    await Seated(pilot).until(
        lambda: isinstance(app.screen, ReviewScreen) and app.screen.has_class("-found"), "a review"
    )
    await pilot.pause(0)
    assert isinstance(app.screen, ReviewScreen)
    return app.screen


def mistakes_of(screen: ReviewScreen) -> list[int]:
    """The numbers of the rows that show a mistake."""
    return [number for number, point in enumerate(screen._points) if point is not None]


async def test_a_replay_opens_it_and_a_mistake_opens_its_position(tmp_path: Path) -> None:
    session = played(seed=7)
    async with opened(saved(tmp_path, session), (120, 40)) as (app, replay, pilot):
        await pilot.press("right", "right", "right")
        screen = await come_to_review(app, pilot)
        review = found(app)
        assert sum_words(review) in shown(app)
        assert finding(session, review) in shown(app)
        mistakes = [turn.point for turn in review.mistakes]
        assert [point for point in screen._points if point is not None] == mistakes
        assert screen.point == mistakes[0]
        await pilot.press("down")
        assert screen.point == mistakes[1]
        assert f"Step {mistakes[1]}: " in shown(app)
        await pilot.press("enter")
        seen = app.screen
        assert isinstance(seen, ReplayScreen)
        assert (seen.session.at, seen.view.words) == (mistakes[1] - 1, "Ana's view")
        assert seen.session.to_act == 0
        await pilot.press("right", "right", "escape")
        assert app.screen is screen
        assert screen.point == mistakes[1]
        await pilot.press("escape")
        assert app.screen_stack == [replay]
        assert (replay.session.at, replay.view.words) == (3, "all open")


@pytest.mark.parametrize(
    "log",
    ["clockwork-spades/defaults-four-kings", "clogs/players-6-target-12-target", "spades/defaults-target",
     "clock/variant-watch-fourth-king"],
)  # fmt: skip
async def test_a_mistake_is_said_over_its_position(archive: Archive, monkeypatch: pytest.MonkeyPatch, log: str) -> None:
    monkeypatch.setattr(module, "kept_review", made_up)
    loaded = load(LOGS / f"{log}.cslog", find_game)
    monkeypatch.setattr(replay_module, "solve", solved)
    async with opened_at(archive, ReplayRoute(loaded)) as seated:
        await seated.press("e")
        await seated.until(lambda: seated.app.screen.has_class("-found"), "the review")
        await seated.press("enter")
        replay = seated.app.screen
        assert isinstance(replay, ReplayScreen)
        await seated.until(lambda: replay.state.advice is not None, "the verdict")
        advice = replay.state.advice
        assert advice is not None
        words = advice.words
        assert {badge.tone for badge in advice.badges} == {Tone.BEST, Tone.PLAYED}
        prompt = replay.query_one(replay.table.words, Line)
        for size in (SIZES[0], SIZES[1], SIZES[3], (160, 45)):
            await seated.pilot.resize_terminal(*size)
            await seated.until(lambda: " ".join(text_in(seated, prompt.content_region).split()) == words, words)
            assert faults(replay) == [], size
        await seated.press("right")
        assert words not in " ".join(text_in(seated, prompt.content_region).split())
        await seated.press("left")
        assert " ".join(text_in(seated, prompt.content_region).split()) == words


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


async def test_the_other_move_is_tried_from_there_and_leaving_that_leads_back_to_the_replay(tmp_path: Path) -> None:
    async with opened(saved(tmp_path, played(seed=7))) as (app, _, pilot):
        screen = await come_to_review(app, pilot)
        point = screen.point
        await pilot.press("enter", "e")
        assert app.screen is screen, "the key that opens it leads back too"
        await pilot.press("enter", "b")
        me = Seated(pilot)
        await me.until(lambda: isinstance(app.screen, TableScreen), "the table")
        assert me.session.at == point - 1
        await pilot.press("escape")
        await me.until(lambda: isinstance(app.screen, ReplayScreen), "the replay")
        await pilot.press("escape")
        await me.until(lambda: isinstance(app.screen, ReviewScreen), "the review")


async def test_the_result_opens_it_and_a_click_on_a_mistake_opens_its_position(archive: Archive) -> None:
    async with opened_at(archive, ResultRoute(finished_game(archive))) as me:
        await me.shows(ResultScreen)
        screen = await come_to_review(me.app, me.pilot)
        last = mistakes_of(screen)[-1]
        await me.click(screen.query_one(Rows).region_of(last))
        await me.shows(ReplayScreen)
        assert screen._points[last] == screen.point
        await me.press("escape", "escape")
        assert isinstance(me.app.screen, ResultScreen)


async def test_the_cursor_goes_along_the_curve_with_keys_and_clicks(tmp_path: Path) -> None:
    async with opened(saved(tmp_path, played(seed=7))) as (app, _, pilot):
        screen = await come_to_review(app, pilot)
        last = screen.query_one(WinCurve).model.values
        await pilot.press("home", "left")
        assert screen.point == 0
        await pilot.press("right", "right")
        assert screen.point == 2
        await pilot.press("end", "right")
        assert screen.point == len(last) - 1
        curve = screen.query_one(WinCurve)
        await pilot.click(WinCurve, offset=(curve.size.width - 1, 2))
        assert screen.point == len(last) - 1
        await pilot.click(WinCurve, offset=(5, 2))
        assert screen.point == 0
        await pilot.press("right", "enter")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.session.at == 1, "the deal is nobody's choice"


async def test_each_player_is_reviewed_by_what_they_saw(tmp_path: Path) -> None:
    session = played(seed=7)
    async with opened(saved(tmp_path, session), (120, 40)) as (app, _, pilot):
        screen = await come_to_review(app, pilot)
        for seat in (0, 1, 0):
            me = Seated(pilot)
            await me.until(lambda seat=seat: screen.seat == seat and screen._shown is not None, "the player")  # type: ignore[misc]
            assert found(app).seat == seat
            assert (f"Review: {session.names[1]}" if seat else "Review of your game") in shown(app)
            for point in range(session.last):
                screen.point = point
                await pilot.pause(0)
                told = screen.query_one(Line).model.text
                hidden = set(session.position(point).state.hands[1 - seat])
                events = session.events(point, seat)
                public = {card.symbol for card in hidden if card.symbol in repr(events)}
                assert [card for card in hidden if card.symbol in told and card.symbol not in public] == []
            await pilot.press("v")


async def test_it_tells_how_far_it_is_and_leaving_cancels_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, cancelled = Event(), Event()

    def slow(archive: Archive, session: AnySession, log: Path, seat: int, tell: Callable[[int], bool]) -> Review | None:
        tell(3)
        assert left.wait(60)
        while tell(4):
            pass
        cancelled.set()
        return None

    monkeypatch.setattr(module, "kept_review", slow)
    session = played(seed=7)
    async with opened(saved(tmp_path, session)) as (app, replay, pilot):
        await pilot.press("e")
        me = Seated(pilot)
        await me.until(lambda: f"step 3 of {session.last}" in shown(app), "how far it is")
        await pilot.press("enter", "down", "right")
        assert isinstance(app.screen, ReviewScreen), "nothing to open yet"
        await pilot.press("escape")
        assert app.screen_stack == [replay]
        left.set()
        await me.until(cancelled.is_set, "the end of the thread")
        await pilot.press("right")
        assert replay.session.at == 1


async def test_while_another_player_is_reviewed_nothing_of_the_first_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = Event()

    def slow(archive: Archive, session: AnySession, log: Path, seat: int, tell: Callable[[int], bool]) -> Review | None:
        assert seat == 0 or left.wait(60)
        return made_up(archive, session, log, seat, tell)

    monkeypatch.setattr(module, "kept_review", slow)
    async with opened(saved(tmp_path, played(seed=7)), (120, 40)) as (app, _, pilot):
        screen = await come_to_review(app, pilot)
        assert screen.query_one(Rows).region
        await pilot.press("v")
        assert [part.id for part in screen.query(".panel > *") if part.display] == ["progress"]
        left.set()
        await Seated(pilot).until(lambda: screen.has_class("-found"), "the review of the second player")


@pytest.mark.parametrize("until", [6, None])
async def test_only_a_finished_game_is_reviewed(tmp_path: Path, until: int | None) -> None:
    session = played(until=until, seats=(Seat("Ana"), Seat("Tick", "bot:random")))
    async with opened(saved(tmp_path, session), (120, 40)) as (app, _, pilot):
        words = [key.words for key in app.screen.query_one(KeyLine).keys]
        assert ("review" in words) == (until is None)
        await pilot.press("e")
        assert isinstance(app.screen, ReviewScreen if until is None else ReplayScreen)
