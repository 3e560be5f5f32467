"""Clicks and keys in a list of commands that has just changed."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.command import Command, CommandList, CommandPalette, DiscoveryHit, Hits, Provider
from textual.widgets import OptionList

from clockspades.tui.textual_fixes.lists_and_fields import FoundList, FoundPalette, row_of


class Lists(App[None]):
    def __init__(self, options: OptionList) -> None:
        super().__init__()
        self._options = options

    def compose(self) -> ComposeResult:
        yield self._options


def commands() -> list[Command]:
    return [Command(name, DiscoveryHit(name, str)) for name in ("deal", "undo", "redo")]


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [(CommandList, pytest.raises(IndexError)), (FoundList, nullcontext())],
    ids=["textual", "fixed"],
)
async def test_only_in_textual_a_click_on_an_option_that_has_gone_is_an_error(
    kind: type[CommandList], outcome: AbstractContextManager[Any]
) -> None:
    options = kind(*commands())
    with outcome:
        async with Lists(options).run_test() as pilot:
            here = Style(meta={"option": 5})
            options.post_message(events.Click(options, 1, 1, 0, 0, 1, False, False, False, 1, 1, here))
            await pilot.pause()


class Three(Provider):
    async def discover(self) -> Hits:
        for name in ("deal", "undo", "redo"):
            yield DiscoveryHit(name, str)

    async def search(self, query: str) -> Hits:
        return
        yield


class Palettes(App[None]):
    COMMANDS = {Three}  # noqa: RUF012 (Textual declares it)


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [(CommandPalette, pytest.raises(KeyError)), (FoundPalette, nullcontext())],
    ids=["textual", "fixed"],
)
async def test_only_in_textual_to_page_in_a_hidden_list_is_an_error(
    kind: type[CommandPalette], outcome: AbstractContextManager[Any]
) -> None:
    palette = kind()
    with outcome:
        async with Palettes().run_test() as pilot:
            app: App[Any] = pilot.app
            await app.push_screen(palette)
            await app.workers.wait_for_complete()
            await pilot.pause()
            options = palette.query_one(CommandList)
            options.display = False
            await pilot.pause()
            options.clear_options().add_options(commands())
            options.highlighted = 0
            await pilot.press("pagedown")


async def test_the_row_of_an_option_is_where_it_is_drawn() -> None:
    options = OptionList("one\nand a half", "two", "three", "four")
    options.styles.height = 4
    async with Lists(options).run_test() as pilot:
        for number in (1, 3, 0):
            options.highlighted = number
            await pilot.pause()
            drawn = options.render_line(row_of(options, number)).text
            assert drawn.split()[0] == ("one", "two", "three", "four")[number]
