"""The command palette names every action of the screen below it, in its own words, and does them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList

from clockspades.engine.days import local_now
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.routes import TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.saved_games import when
from clockspades.table.inputs import Confirm
from clockspades.tui.app import Clockspades
from clockspades.tui.screens.command_palette import Entries, by_usefulness
from clockspades.tui.screens.daily_screen import DailyScreen
from clockspades.tui.screens.first_game import FirstGameScreen
from clockspades.tui.screens.lesson_offer import LessonOfferScreen
from clockspades.tui.screens.milestones import MilestonesScreen
from clockspades.tui.screens.picker import PickerScreen
from clockspades.tui.screens.practice_screen import PracticeScreen
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.review_screen import ReviewScreen
from clockspades.tui.screens.rules_screen import RulesScreen
from clockspades.tui.screens.saved import SavedScreen
from clockspades.tui.screens.settings import SettingsScreen
from clockspades.tui.screens.statistics import StatisticsScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from tests.tui.seated import ANA, GAME, TICK, begun, opened, until

CLOGS: Final = ClogsGame()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Clockspades]:
    """The program with a game on the table; its log is closed in the end, and that of another game that was opened."""
    archive = Archive(find_game, tmp_path)
    session = begun(archive, GAME, (ANA, TICK), seed=3)
    app = Clockspades(archive, Random(1), TableRoute(session))
    yield app
    app.close_game()
    session.close()


async def listed(pilot: Pilot[str], is_found: Callable[[list[str]], bool]) -> list[str]:
    """The commands that the palette lists, once they are those that are waited for."""

    def found() -> list[str]:
        return [str(option.prompt) for option in pilot.app.screen.query_one(OptionList).options]

    await until(pilot, lambda: is_found(found()), "the commands")
    return found()


async def test_every_action_of_the_table_is_in_the_palette_in_its_own_words(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        words = {command.description for command in by_usefulness(app.screen)}
        assert {"Undo", "Show a hint", "Help", "Save and quit"} <= words
        await pilot.press("f3")
        assert isinstance(app.screen, CommandPalette)
        commands = "\n".join(await listed(pilot, lambda found: len(found) >= len(words)))
        assert [word for word in words if word not in commands] == []
        assert "Theme: paper" in commands


async def test_a_theme_is_chosen_by_its_name(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("f3", *"claret")
        await listed(pilot, lambda found: found == ["Theme: claret"])
        await pilot.press("enter")
        await until(pilot, lambda: app.theme == "claret", "the theme")


async def test_a_command_of_the_screen_counts_more_than_what_leads_elsewhere(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        entries = Entries(app.screen)
        await entries.startup()
        scores = {str(hit.text): hit.score async for hit in entries.search("sa")}
        await entries.shutdown()
    assert scores["Save and quit"] > scores["Saved games: replay or continue one"]


@pytest.fixture
def saved(app: Clockspades) -> AnySession:
    """Another game in the archive, not finished."""
    session = begun(app.archive, CLOGS, (ANA, TICK, TICK, TICK), seed=4)
    session.close()
    return session


async def search(pilot: Pilot[str], text: str, first: str) -> None:
    """Search for a text until an entry comes first."""
    await pilot.press("ctrl+p")
    for character in text:
        await pilot.press("space" if character == " " else character)
    await listed(pilot, lambda found: found[:1] == [first])


async def shows(pilot: Pilot[str], kind: type[Screen[Any]]) -> None:
    """Wait until a screen of this kind is shown."""
    await until(pilot, lambda: type(pilot.app.screen) is kind, kind.__name__)


SCREENS: Final[tuple[tuple[str, str, type[Screen[Any]]], ...]] = (
    ("rules: clogs", "Rules: Clogs", RulesScreen),
    ("settings", "Settings  F2", SettingsScreen),
    ("milestones", "Milestones", MilestonesScreen),
    ("deal of the day", "Deal of the day: the same cards for everyone", DailyScreen),
    ("mistakes", "Practice: your mistakes, and puzzles", PracticeScreen),
    ("statis", "Statistics: wins, luck and skill", StatisticsScreen),
    ("saved games", "Saved games: replay or continue one", SavedScreen),
    ("learn", "Learn Clockwork Spades in a minute", FirstGameScreen),
    ("new game", "Start a new game", PickerScreen),
    ("play clogs", f"Play Clogs\n{CLOGS.presets[0].summary}", LessonOfferScreen),
    ("title screen", "Title screen", TitleScreen),
)
"""What is searched for from the table on, what is found, and where it leads; the first three lie over the table."""


async def test_every_screen_is_found_from_the_table(app: Clockspades) -> None:
    assert isinstance(app.route, TableRoute)
    session = app.route.session
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for number, (text, first, kind) in enumerate(SCREENS):
            await search(pilot, text, first)
            await pilot.press("enter")
            await shows(pilot, kind)
            assert app.has_open(session) is (number < 3), "what lies over the table leaves it open, all else closes it"
    assert load(log_of(session), find_game).fault is None


@pytest.mark.parametrize("keys", ["", "e", "p 1", "r", "t m", "f2" + 9 * " down"])
async def test_ctrl_p_opens_it_on_every_screen_and_over_a_field_and_leads_away_from_there(
    archive: Archive, keys: str
) -> None:
    async with opened(archive, TitleRoute()) as seated:
        for key in keys.split():
            await seated.press(key)
            await seated.until(lambda: seated.app.screen.is_mounted, "the screen")
        before = seated.app.screen
        await seated.press("ctrl+p")
        assert isinstance(seated.app.screen, CommandPalette)
        await search(seated.pilot, "play clogs", f"Play Clogs\n{CLOGS.presets[0].summary}")
        await seated.press("enter")
        await shows(seated.pilot, LessonOfferScreen)
        assert seated.app.screen is not before
        assert seated.app.failure is None


async def test_a_saved_game_is_found_and_continued_by_keys(app: Clockspades, saved: AnySession) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        words = f"Clogs against Tick, Tick and Tick, {when(log_of(saved).stat().st_mtime, local_now())}"
        await search(pilot, "continue clogs", f"Continue {words}")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.session.game.name == CLOGS.name)
        assert isinstance(app.route, TableRoute)
        assert not app.has_open(app.route.session)
        assert app.is_open(log_of(saved))


async def test_a_saved_game_is_found_and_replayed_by_the_mouse(app: Clockspades, saved: AnySession) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        words = f"Clogs against Tick, Tick and Tick, {when(log_of(saved).stat().st_mtime, local_now())}"
        await search(pilot, "replay clogs", f"Replay {words}")
        entries = app.screen.query_one(OptionList)
        await pilot.click(OptionList, offset=(entries.region.width // 2, 1))
        await shows(pilot, ReplayScreen)
        assert isinstance(app.route, TableRoute)
        assert not app.has_open(app.route.session)


async def test_a_finished_game_can_be_reviewed_and_an_unreadable_one_is_left_out(
    app: Clockspades, saved: AnySession
) -> None:
    (app.archive.directory / "a.cslog").write_text("no log\n")
    finished = begun(app.archive, GAME, (ANA, TICK), seed=9)
    while finished.outcome is None:
        finished.act(GAME.rules.legal_actions(finished.state)[0])
    finished.close()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        words = f"Clockwork Spades against Tick, {when(log_of(finished).stat().st_mtime, local_now())}"
        await search(pilot, "review clockw", f"Review {words}")
        await pilot.press("enter")
        await shows(pilot, ReviewScreen)


async def test_what_is_searched_for_is_no_markup(app: Clockspades) -> None:
    names = ("[b]Tock", "[/b]Tock", "[$gold]Tock", "Tock\\[b]")
    for name in names:
        begun(app.archive, GAME, (ANA, Seat(name, "bot:random")), seed=5).close()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f3", *"tock")
        found = await listed(pilot, lambda found: bool(found) and all("Tock" in words for words in found))
        assert [name for name in names if not any(f"against {name}, " in words for words in found)] == [], found


def log_of(session: AnySession) -> Path:
    """Where a game is kept."""
    assert session.journal is not None
    return session.journal.path


async def test_in_a_terminal_that_is_too_small_there_is_no_palette(app: Clockspades) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f3")
        await listed(pilot, lambda found: len(found) > 5)
        await pilot.resize_terminal(20, 5)
        await pilot.press("pagedown", "pageup")
        assert not isinstance(app.screen, CommandPalette)
        await pilot.press("f3", "pagedown")
        assert not isinstance(app.screen, CommandPalette)
        await pilot.resize_terminal(80, 24)
        await pilot.press("f3")
        assert isinstance(app.screen, CommandPalette)


async def test_what_can_be_done_now_comes_first_and_themes_last(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+p")
        commands = [words.split("  ")[0] for words in await listed(pilot, lambda found: len(found) > 5)]
        below = app.screen_stack[-2]
        assert isinstance(below, TableScreen)
        assert commands[0] == next(each.description for each in below.there if isinstance(each.does, Confirm))
        assert not [words for words in commands if words.startswith("Move")]
        order = ["Undo", "Settings", "Help", "Save and quit", "Theme: baize"]
        assert [words for words in commands if words in order] == order
