"""Every screen at every size: nothing cut, nothing over anything else, and the ways out on the line of keys."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from textual.command import CommandPalette
from textual.screen import Screen

from clockspades.compare.comparison import compare
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.routes import CompareRoute, ReplayRoute, Route, TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.series import Series
from clockspades.tui.screens.ask import AskScreen
from clockspades.tui.screens.branches_screen import BranchesScreen
from clockspades.tui.screens.compare import CompareScreen
from clockspades.tui.screens.curtain import CurtainScreen, QuestionScreen
from clockspades.tui.screens.daily_screen import DailyScreen
from clockspades.tui.screens.deal import DealScreen
from clockspades.tui.screens.first_game import FirstGameScreen
from clockspades.tui.screens.help import HelpScreen
from clockspades.tui.screens.lesson_offer import LessonOfferScreen
from clockspades.tui.screens.log import LogScreen
from clockspades.tui.screens.milestones import MilestonesScreen
from clockspades.tui.screens.picker import PickerScreen
from clockspades.tui.screens.practice_screen import PracticeScreen
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.review_screen import ReviewScreen
from clockspades.tui.screens.rules_screen import RulesScreen
from clockspades.tui.screens.same_deal import SameDealScreen
from clockspades.tui.screens.saved import SavedScreen
from clockspades.tui.screens.settings import SettingsScreen
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.screens.statistics import StatisticsScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from tests.compare.same_deal import kept, played
from tests.tui.layout import SIZES, whole_at
from tests.tui.seated import ANA, BEN, GAME, TICK, Seated, game_where, opened
from tests.tui.test_sizes import full_table


class Way(NamedTuple):
    """How to come to a screen: what opens, and the keys from there."""

    screen: type[Screen[Any]]
    opens: str
    keys: tuple[str, ...] = ()


WAYS: Final = {
    "title": Way(TitleScreen, "title"),
    "picker": Way(PickerScreen, "title", ("p",)),
    "lesson offer": Way(LessonOfferScreen, "title", ("p", "2")),
    "setup": Way(SetupScreen, "title", ("p", "enter")),
    "daily": Way(DailyScreen, "title", ("d",)),
    "deal": Way(DealScreen, "title", ("e",)),
    "practice": Way(PracticeScreen, "title", ("a",)),
    "saved games": Way(SavedScreen, "title", ("g",)),
    "settings over the title": Way(SettingsScreen, "title", ("s",)),
    "first game": Way(FirstGameScreen, "title", ("l",)),
    "table": Way(TableScreen, "table"),
    "log": Way(LogScreen, "table", ("l",)),
    "help": Way(HelpScreen, "table", ("question_mark",)),
    "rules": Way(RulesScreen, "table", ("question_mark", "r")),
    "settings": Way(SettingsScreen, "table", ("f2",)),
    "palette": Way(CommandPalette, "table", ("f3",)),
    "curtain": Way(CurtainScreen, "friends"),
    "question": Way(QuestionScreen, "friends", ("u",)),
    "replay": Way(ReplayScreen, "replay"),
    "compare": Way(CompareScreen, "compare"),
    "same deal": Way(SameDealScreen, "replay", ("d",)),
    "note": Way(AskScreen, "replay", ("n",)),
    "branches": Way(BranchesScreen, "replay", ("right", "b", "escape", "o")),
    "result": Way(ResultScreen, "result"),
    "statistics": Way(StatisticsScreen, "title", ("t",)),
    "milestones": Way(MilestonesScreen, "title", ("t", "m")),
    "review": Way(ReviewScreen, "replay", ("e",)),
}
SEEN_ALREADY: Final = {"title", "picker", "setup", "saved games", "settings over the title", "result"}
"""The screens that the tests of their own look at in the five sizes."""
SMALL: Final = (CommandPalette, CurtainScreen, QuestionScreen)
"""The screens that close where the terminal is too small, or can be read there too."""
WALKED: Final = {
    "title": 5,
    "picker": 10,
    "setup": 10,
    "replay": 10,
    "compare": 20,
    "result": 10,
    "review": 28,
    "statistics": 28,
    "rules": 28,
    "settings": 28,
}
"""The screens that are tried at widths from 60 to 200, and how far these are apart; the table has its own test."""


def opening(archive: Archive, opens: str) -> Route:
    """What the application opens with, from games that are kept: one that goes on, and one that is over."""
    if opens == "friends":
        return TableRoute(archive.fork(game_where(full_table, (ANA, BEN)), (ANA, BEN)))
    if opens == "compare":
        paths = [kept(archive.directory, played(GAME, name, way)) for way, name in enumerate(("Ana", "Ben"))]
        return CompareRoute(compare(*(load(path, find_game) for path in paths)))
    going_on = archive.fork(game_where(full_table), (ANA, TICK))
    if opens == "table":
        return TableRoute(going_on)
    going_on.close()
    over = finished(archive)
    over.close()
    return ReplayRoute(load(archive.entries()[0].path, find_game)) if opens == "replay" else TitleRoute()


def finished(archive: Archive) -> AnySession:
    """A game of a series, played to its end."""
    session = archive.begin(GAME, GAME.configure({}), (ANA, TICK), Random(3), series=Series((2, 1), best_of=5))
    rng = Random(3)
    while session.outcome is None:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    return session


@asynccontextmanager
async def come_to(archive: Archive, name: str, size: tuple[int, int]) -> AsyncIterator[Seated]:
    """Somebody who has opened a screen."""
    way = WAYS[name]
    async with opened(archive, opening(archive, way.opens), size) as seated:
        if way.opens == "result":
            over = finished(archive)
            over.close()
            seated.app.show_result(over)
        for key in way.keys:
            await seated.press(key)
        await seated.until(lambda: isinstance(seated.app.screen, way.screen), name)
        await seated.app.workers.wait_for_complete()
        yield seated


def sizes_between(step: int) -> list[tuple[int, int]]:
    """Widths so far apart, each with some height."""
    rng = Random(step)
    return [(width, rng.randrange(18, 61)) for width in range(60, 201, step)]


def says_only(seated: Seated, words: str) -> bool:
    """Whether nothing else is on the screen."""
    return " ".join(seated.text.split()) == words


@pytest.mark.parametrize("name", WAYS)
async def test_each_screen_is_whole_at_the_five_sizes_and_says_if_it_does_not_fit(archive: Archive, name: str) -> None:
    async with come_to(archive, name, SIZES[0]) as seated:
        if name not in SEEN_ALREADY:
            await whole_at(seated, SIZES)
        screen = seated.app.screen
        if isinstance(screen, SMALL):
            return
        for width, height in ((59, 24), (80, 17), (30, 10)):
            await seated.pilot.resize_terminal(width, height)
            said = f"This window is {width}x{height}. The game needs 60x18: make the window larger."
            await seated.until(partial(says_only, seated, said), said)
        await seated.pilot.resize_terminal(80, 24)
        await seated.until(lambda: "make the window larger" not in seated.text, "the screen")
        assert seated.app.screen is screen


@pytest.mark.parametrize(("name", "step"), WALKED.items())
async def test_a_screen_is_whole_at_any_width(archive: Archive, name: str, step: int) -> None:
    async with come_to(archive, name, (80, 24)) as seated:
        await whole_at(seated, sizes_between(step))
