"""Every screen in a language that nobody speaks: all of it is translated, no sentence holds another, and none is cut.

What is cut in English too, such as a long name, may be.
"""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import chain
from typing import Any, Final

import pytest
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from clockspades import language
from clockspades.engine.characters import LEVELS
from clockspades.engine.seating import person
from clockspades.games.catalogue import find_game
from clockspades.locale_data import LOCALES
from clockspades.saved.archive import Archive
from clockspades.tui.drawing.cell_text import cut
from clockspades.tui.widgets.game_log import GameLog
from tests import pseudo
from tests.tui.layout import SIZES, _leaves, faults
from tests.tui.seated import Seated, at_table
from tests.tui.test_every_screen import LIVELY, WAYS, come_to
from tests.tui.test_sizes import TABLES

EVERY: Final = (*WAYS, *(f"table of {name}" for name in TABLES))
QUICK: Final = ("title", "setup", "settings", "help", "table of clockwork", "table of spades")
"""What is looked at in every run, at the smallest sizes."""


@asynccontextmanager
async def shown(archive: Archive, name: str, size: tuple[int, int]) -> AsyncIterator[Seated]:
    """Somebody who has opened a screen, or sits at a table."""
    if name in WAYS:
        async with come_to(archive, name, size) as seated:
            yield seated
    else:
        async with at_table(TABLES[name.removeprefix("table of ")].game(), size) as seated:
            yield seated


def texts(screen: Screen[Any]) -> Iterator[tuple[str, str, bool]]:
    """What each widget shows, with its name, also what is scrolled out of sight; and whether it is all of it."""
    for leaf in _leaves(screen):
        if isinstance(leaf, GameLog):
            yield str(leaf), "\n".join("".join(text for text, *_ in row) for row in leaf._rows), True
        elif leaf.size.area:
            lines = leaf.render_lines(Region(0, 0, *leaf.outer_size))
            yield str(leaf), "\n".join(line.text for line in lines), not leaf.max_scroll_y
    for widget in screen.query(Widget):
        for edge in (widget.border_title, widget.border_subtitle):
            if edge and widget.display:
                yield f"edge of {widget}", cut(str(edge), max(1, widget.outer_size.width - 4)), True


DATA: Final = {
    "Ana", "Ben", "Bo", "Cyd", "Dot", "Eve", "Fox", "Tick", person(), *chain(*LEVELS.values()),
    "Clockspades", "clockspades", "English", "duel", "join", "verify", "wss", "club", "example", "org", "hemisphere",
    "crowfoot", "toml",
}  # fmt: skip
"""Words that nobody translates: names, commands, examples of addresses and codes. Files are among :func:`is_data`."""
CUT: Final = {"SavedList()", "ChoicePanel(id='panel', classes='part-panel')", "Line(id='title')"}
"""Where long words are cut: a game in a list, which is told whole below it, names beside the sum of a deal, and the
picture behind the words of a game that is compared.
"""
FILE: Final = re.compile(r"\S*/\S*")


def is_data(word: str) -> bool:
    return word in DATA or word.isupper() or any(word in locale.name for locale in LOCALES.values())


def unfinished(screen: Screen[Any]) -> set[str]:
    """The widgets whose text ends before its time: a sentence is left open, or an ellipsis stands at no end of one."""
    return {
        name
        for name, text, is_whole in texts(screen)
        if is_whole and (pseudo.is_cut(text) or re.search("…(?!⟧)", text))
    }


async def settle(seated: Seated, name: str, size: tuple[int, int]) -> None:
    await seated.pilot.resize_terminal(*size)
    if name not in LIVELY:
        await seated.rest()


def beside(archive: Archive) -> Archive:
    """Another archive, whose path is as long: the settings show theirs."""
    return Archive(find_game, archive.directory.with_name(archive.directory.name[::-1]))


async def cut_by_size(archive: Archive, name: str) -> dict[tuple[int, int], set[str]]:
    """The widgets that show an ellipsis."""
    found = {}
    async with shown(archive, name, SIZES[0]) as seated:
        for size in SIZES:
            await settle(seated, name, size)
            found[size] = {widget for widget, text, _ in texts(seated.here) if "…" in text}
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("code", language.offered()[1:])
@pytest.mark.parametrize("name", EVERY)
async def test_no_language_is_cut_where_english_is_not(archive: Archive, name: str, code: str) -> None:
    english = await cut_by_size(archive, name)
    language.use(code)
    try:
        found = await cut_by_size(beside(archive), name)
    finally:
        language.use(language.SOURCE)
    more = {size: widgets - english[size] - CUT for size, widgets in found.items()}
    assert not any(more.values()), more


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.thorough) for name in EVERY]
)
async def test_a_screen_is_translated_and_whole(archive: Archive, name: str) -> None:
    english = await cut_by_size(archive, name)
    found: list[object] = []
    other = beside(archive)
    with pseudo.spoken():
        async with shown(other, name, SIZES[0]) as seated:
            for size in SIZES:
                await settle(seated, name, size)
                told = {widget: text for widget, text, _ in texts(seated.here)}
                found += [(size, each, told[each]) for each in unfinished(seated.here) - english[size] - CUT]
                wrong = {widget: pseudo.faults(FILE.sub("", text), is_data) for widget, text in told.items()}
                found += [(size, widget, faults) for widget, faults in wrong.items() if faults]
                found += [(size, each) for each in faults(seated.here)]
    assert found == [], "\n".join(map(str, found))
