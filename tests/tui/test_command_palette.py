"""The command palette names every action of the screen below it, in its own words, and does them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from rich.style import Style
from textual.command import CommandPalette
from textual.events import Click
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from clockspades.engine.archive import Archive
from clockspades.games.catalogue import find_game
from clockspades.routes import TableRoute
from clockspades.table.keys import label
from clockspades.tui.app import Clockspades
from clockspades.tui.screens.command_palette import by_usefulness
from clockspades.tui.screens.help import bindings
from clockspades.tui.screens.log import LogScreen
from clockspades.tui.widgets.key_line import KeyLine
from tests.tui.seated import ANA, GAME, TICK, begun


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Clockspades]:
    """The program with a game on the table, whose log is closed in the end."""
    archive = Archive(find_game, tmp_path)
    session = begun(archive, GAME, (ANA, TICK), seed=3)
    yield Clockspades(archive, Random(1), TableRoute(session))
    session.close()


async def listed(pilot: Pilot[str], is_found: Callable[[list[str]], bool]) -> list[str]:
    """The commands that the palette lists, once they are those that are waited for."""
    for _ in range(50):
        await pilot.pause(0.05)
        found = [str(option.prompt) for option in pilot.app.screen.query_one(OptionList).options]
        if is_found(found):
            break
    return found


async def test_every_action_of_the_table_is_in_the_palette_in_its_own_words(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        words = {binding.description for binding in by_usefulness(app.screen)}
        assert {"Undo", "Show a hint", "Help", "Save and quit"} <= words
        await pilot.press("f3")
        assert isinstance(app.screen, CommandPalette)
        commands = "\n".join(await listed(pilot, lambda found: len(found) >= len(words)))
        assert [word for word in words if word not in commands] == []
        assert "Theme: paper" in commands


async def test_a_command_is_found_by_typing_and_done(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("f3", *"the log")
        await listed(pilot, lambda found: found == ["The log\nKey: l"])
        await pilot.press("enter")
        for _ in range(50):
            await pilot.pause(0.05)
            if isinstance(app.screen, LogScreen):
                break
        assert isinstance(app.screen, LogScreen)


async def test_a_theme_is_chosen_by_its_name(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("f3", *"claret")
        await listed(pilot, lambda found: found == ["Theme: claret\nChange all colours"])
        await pilot.press("enter")
        for _ in range(50):
            await pilot.pause(0.05)
            if app.theme == "claret":
                break
        assert app.theme == "claret"


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


@pytest.mark.parametrize("key", ["f3", "ctrl+p"])
async def test_what_can_be_done_now_comes_first_and_themes_last(app: Clockspades, key: str) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press(key)
        commands = [words.splitlines()[0] for words in await listed(pilot, lambda found: len(found) > 5)]
        acts = next(binding for binding in bindings(app.screen_stack[-2]) if binding.action == "confirm")
        assert commands[0] == acts.description
        assert not [words for words in commands if words.startswith("Move")]
        order = ["Undo", "Settings", "Help", "Save and quit", "Theme: baize"]
        assert [words for words in commands if words in order] == order


async def test_the_help_and_the_key_line_name_the_palette(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "F3" in [label(key) for key in app.screen.query_one(KeyLine).keys]
        await pilot.press("question_mark")
        said = " ".join(str(row.render()) for row in app.screen.query(Static).results(Static))
        assert "F3 Ctrl+P All commands" in said
        assert "F3 or Ctrl+P lists all commands" in said


async def test_paging_in_a_list_that_is_not_shown_does_nothing(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("f3")
        await listed(pilot, bool)
        commands = app.screen.query_one(OptionList)
        commands.display = False
        await pilot.pause()
        commands.set_options(["Undo", "Redo"])
        commands.highlighted = 0
        await pilot.press("pageup", "pagedown")
        assert app.failure is None


async def test_a_palette_that_is_open_survives_a_window_of_a_few_columns(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        for columns in range(1, 9):
            await pilot.resize_terminal(100, 30)
            await pilot.press("f3")
            await listed(pilot, lambda found: len(found) > 1)
            await pilot.resize_terminal(columns, 5)
            await pilot.pause()
            assert not isinstance(app.screen, CommandPalette), columns


async def test_a_click_on_an_entry_that_is_gone_does_nothing(app: Clockspades) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("f3")
        await listed(pilot, lambda found: len(found) > 5)
        entries = app.screen.query_one(OptionList)
        at = Offset(entries.region.x + 2, entries.region.y + 2)
        for option in (10_000, entries.option_count):
            entries.post_message(_click(entries, at, option))
        await pilot.pause()
        assert isinstance(app.screen, CommandPalette)
        entries.post_message(_click(entries, at, 0))
        await pilot.pause()
        assert not isinstance(app.screen, CommandPalette)


def _click(entries: OptionList, at: Offset, option: int) -> Click:
    """A click on a place where this entry was drawn."""
    return Click(entries, 2, 2, 0, 0, 1, False, False, False, *at, style=Style.from_meta({"option": option}))
