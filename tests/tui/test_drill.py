"""The practice screen and the drill: by keys alone, by the mouse alone, and what each of them shows."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread, current_thread, main_thread
from typing import Any
from weakref import ref

import pytest
from textual.widgets import Static

from clockspades.engine.days import local_today
from clockspades.games.clockwork.clockwork_bots import ClockworkSteadyBot
from clockspades.games.clockwork.clockwork_rules import TakeSpade
from clockspades.practice.agenda import verdict
from clockspades.practice.exercise import Exercise, question
from clockspades.practice.schedule import keep_answer, practice_path, read_progress
from clockspades.review.review import Review
from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.index import Entry
from clockspades.statistics import progress as own_reviews
from clockspades.table.widget_models import Tone
from clockspades.tui.screens.practice_screen import PracticeScreen
from tests.practice.positions import exercise, prove
from tests.tui.layout import SIZES, whole_at
from tests.tui.reviews import made_up
from tests.tui.seated import ANA, GAME, PATIENCE, TICK, Seated, begun, opened
from tests.tui.short_games import play_out
from tests.tui.test_memory import alive, remember


@pytest.fixture(autouse=True)
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews are made up, and the choices of a position are compared in a moment."""
    monkeypatch.setattr(own_reviews, "find_review", lambda _, path, seat: None)
    monkeypatch.setattr(own_reviews, "kept_review", made_up)
    monkeypatch.setattr(ClockworkSteadyBot, "samples", lambda *_: 4)


@pytest.fixture
def log(archive: Archive) -> Path:
    """A finished game of Ana, with four mistakes as they are made up."""
    session = begun(archive, GAME, (ANA, TICK), seed=7)
    play_out(session, Random(7))
    session.close()
    return archive.entries()[0].path


@asynccontextmanager
async def practicing(
    archive: Archive, size: tuple[int, int] = (80, 24), puzzles: Iterable[Exercise] = ()
) -> AsyncIterator[Seated]:
    """Somebody on the practice screen."""
    async with opened(archive, TitleRoute(), size) as me:
        me.app.push_screen(PracticeScreen(tuple(puzzles)))
        await me.shows("PracticeScreen")
        yield me


def said_of(me: Seated, name: str = "mistakes") -> str:
    """What the practice screen says below an item."""
    return text_of(me, name) if me.is_at("PracticeScreen") else ""


def text_of(me: Seated, name: str) -> str:
    """What a line of the screen says."""
    return str(me.here.query_one(f"#{name}", Static).render())


async def found(me: Seated) -> Any:
    """Wait until the mistakes are found."""
    await me.until(lambda: said_of(me).endswith("new."), "the mistakes")
    return me.here


def mistakes(screen: PracticeScreen) -> tuple[Exercise, ...]:
    assert screen._found is not None
    return screen._found.exercises


async def position(me: Seated, number: int) -> Any:
    """Wait for a position of a drill."""
    await me.until(lambda: me.is_at("DrillScreen") and f"({number} of" in me.prompt, "a position")
    return me.here


async def answered(me: Seated) -> Any:
    """Wait for what is said of an answer."""
    await me.until(lambda: me.is_at("DrillScreen") and me.here.is_told, "the answer")
    return me.here


# -- the practice screen ---------------------------------------------------------------------------------------


async def test_the_title_leads_there_and_escape_back_and_progress_that_cannot_be_read_is_told(
    archive: Archive,
) -> None:
    practice_path().parent.mkdir(parents=True, exist_ok=True)
    practice_path().write_text("nonsense")
    async with opened(archive, TitleRoute()) as me:
        await me.press("a")
        await me.until(lambda: "No finished games yet" in said_of(me), "what there is to do")
        assert [words.startswith(f"Can't read {practice_path()}: it is not JSON:") for words in me.said] == [True]
        await me.press("m", to="PracticeScreen")
        await me.press("escape", to="TitleScreen")


async def test_it_says_how_far_the_reviews_are_and_leaves_out_a_game_that_was_deleted(
    archive: Archive, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = Event()

    def kept_review(*arguments: Any) -> Review | None:
        goes_on.wait(PATIENCE)
        return made_up(*arguments)

    monkeypatch.setattr(own_reviews, "kept_review", kept_review)
    async with practicing(archive) as me:
        await me.until(lambda: said_of(me) == "Reviewing your games: 0 of 1 done.", "how far it is")
        goes_on.set()
        practice = await found(me)
        assert said_of(me) == "4 new."
        log.unlink()
        await me.press("m")
        assert me.here is practice
        assert [words.startswith(f"{log}: cannot be read") for words in me.said] == [True]


async def test_puzzles_are_marked_and_chosen_by_grade(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [exercise(key, "win for certain", grade) for key, grade in (("a", 1), ("b", 2), ("c", 2), ("d", 2))]
    puzzles = [puzzle._replace(solve=prove) for puzzle in made]
    keep_answer(practice_path(), "b", local_today(), is_right=True)
    keep_answer(practice_path(), "c", local_today(), is_right=False)
    readers: list[Thread] = []

    def logs_of(*_: object) -> list[Entry]:
        readers.append(current_thread())
        return []

    monkeypatch.setattr(Archive, "logs_of", logs_of)
    async with practicing(archive, puzzles=puzzles) as me:
        assert said_of(me, "grade-1") == "·  0 of 1 solved."
        assert said_of(me, "grade-2") == "●○·  1 of 3 solved."
        readers.clear()
        await me.press("2", to="RuleScreen")
        assert len(readers) == 1, "what a rule depends on is read in a thread"
        assert main_thread() not in readers
        await me.press("escape")
        await position(me, 1)
        assert me.prompt == "12 d: win for certain. Which spade? (1 of 1)"
        await me.press("2")
        answer = await answered(me)
        assert me.prompt.startswith("Right: the ")
        assert me.keys_here[:2] == ["next", "choices"]
        await me.press("w")
        assert me.here is answer
        await me.press("y", to="ReasonsScreen")
        assert text_of(me, "why") == "The proof is made up."
        assert not me.here.query("#choices")
        await me.press("escape", "enter")
        await me.until(lambda: said_of(me, "grade-2") == "●○●  2 of 3 solved.", "the mark")


# -- a drill ---------------------------------------------------------------------------------------------------


async def test_a_drill_by_the_keyboard_alone(archive: Archive, log: Path) -> None:
    before = log.read_bytes()
    async with practicing(archive) as me:
        practice = await found(me)
        exercises = mistakes(practice)
        await me.press("m")
        answers = []
        for number, each in enumerate(exercises, 1):
            screen = await position(me, number)
            assert me.prompt == f"{question(each, screen.session)} ({number} of 4)"
            choice = len(screen.session.state.window)
            at = screen.session.at
            await me.press("u", "r", "h", str(choice))
            answer = await answered(me)
            await me.press("1", "2", "3")
            assert (me.here, answer.session.at) == (answer, at), "nothing is played, taken back or hinted at"
            chosen = TakeSpade(screen.session.state.window[choice - 1])
            assert answer._solution is not None
            answers.append(chosen in answer._solution.right)
            assert me.prompt.startswith(verdict(answer._solution, chosen, screen.session))
            advice = answer.state.advice
            assert advice is not None
            own = next(badge for badge in advice.badges if badge.target.number == chosen.rank)
            assert (own.texts[0][:3], own.tone) == ("you", Tone.BEST if answers[-1] else Tone.PLAYED)
            if number == 1:
                await me.press("y", to="ReasonsScreen")
                assert text_of(me, "why") == answer._solution.why
                assert "your answer" in text_of(me, "choices")
                replay = await me.press("escape", "w", to="ReplayScreen")
                assert (replay.session.at, replay.view.words) == (at, "Ana's view")
                await me.press("right", "escape")
            await me.press("enter")
        await me.until(lambda: me.here is practice, "the end of the drill")
        assert text_of(me, "last") == f"{sum(answers)} of 4 right."
        kept = read_progress(practice_path()).progress
        assert [kept[each.key].is_done for each in exercises] == answers
    assert log.read_bytes() == before


async def test_a_position_can_be_skipped_and_the_drill_left_and_nothing_stays_in_memory(
    archive: Archive, log: Path
) -> None:
    kept: list[ref[object]] = []
    async with practicing(archive) as me:
        practice = await found(me)
        for left_at in (2, 5):
            await me.press("m")
            for number in range(1, min(left_at, 4) + 1):
                if await position(me, number) and number > 1:  # the test itself keeps the first one
                    remember(me, kept)
                await me.press("escape" if number == left_at else "n")
            await me.until(lambda: me.here is practice, "the practice screen")
        assert not practice_path().exists()
        await me.rest()
        assert not any(alive(kept))
        assert len(kept) == 12


@pytest.mark.parametrize("is_small", [False, True])
async def test_the_answer_waits_for_the_comparison_and_until_nothing_covers_the_table(
    archive: Archive, log: Path, monkeypatch: pytest.MonkeyPatch, is_small: bool
) -> None:
    goes_on = Event()
    monkeypatch.setattr(ClockworkSteadyBot, "samples", lambda *_: 4 if goes_on.wait(PATIENCE) else 0)
    async with practicing(archive) as me:
        await found(me)
        await me.press("m")
        screen = await position(me, 1)
        await me.press("1")
        assert me.prompt == "Comparing the choices…"
        await me.press("2", "enter")
        assert me.here is screen
        if is_small:
            await me.pilot.resize_terminal(59, 17)
        else:
            await me.press("l", to="LogScreen")
        goes_on.set()
        await me.until(lambda: screen._solution is not None, "the solution")
        await me.pilot.pause()
        assert is_small or me.is_at("LogScreen")
        assert not screen.is_told
        if is_small:
            await me.pilot.resize_terminal(80, 24)
        else:
            await me.press("escape")
        answer = await answered(me)
        assert answer._answer == TakeSpade(screen.session.state.window[0])
        await me.press("enter")
        await position(me, 2)
        assert len(me.app.screen_stack) == 3


async def test_everything_is_whole(archive: Archive, log: Path) -> None:
    puzzles = [exercise(f"{grade} {number}", "win for certain", grade) for grade in range(1, 6) for number in range(20)]
    async with practicing(archive, SIZES[0], puzzles) as me:
        await found(me)
        await whole_at(me, SIZES[:1])
        await me.press("m")
        await position(me, 1)
        await whole_at(me, SIZES[:1])
        await me.press("1")
        await answered(me)
        await whole_at(me, SIZES[::3])
