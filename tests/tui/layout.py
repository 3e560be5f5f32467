"""What is wrong with how a screen is laid out: anything cut off, out of sight, or over something else."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from textual.actions import parse
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from clockspades.cards import Card
from clockspades.table.commands import Command
from clockspades.table.keys import keys_of, terminal
from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.screens.command_palette import by_usefulness
from clockspades.tui.screens.rules_screen import Prose
from clockspades.tui.screens.sized import SizeGuard
from clockspades.tui.textual_fixes.bindings_map import bindings_of
from clockspades.tui.widgets.banner import Banner
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.menu_item import MenuItem
from tests.tui.seated import Seated

LARGE: Final = 99
"""Columns from which on cards can be so large that their suit does not stand beside their rank."""


def written(cards: Iterable[Card], columns: int) -> list[str]:
    """What stands on cards in a terminal of so many columns."""
    return [card.rank.symbol if columns >= LARGE else card.symbol for card in cards]


SIZES: Final = ((60, 18), (80, 24), (100, 30), (120, 40), (200, 60))
"""Columns and rows that every screen is looked at in."""
TEXTS: Final = (Static, Banner, MenuItem, Prose)
"""What says something that must be read whole."""


async def whole_at(seated: Seated, sizes: Iterable[tuple[int, int]]) -> None:
    """Nothing is wrong with the screen at each of these sizes, one after the other."""
    for size in sizes:
        await seated.pilot.resize_terminal(*size)
        found = [*faults(seated.here), *wrong_keys(seated.here)]
        if found:  # some parts take their place only after a frame or two
            await seated.rest()
            found = [*faults(seated.here), *wrong_keys(seated.here)]
        assert found == [], (size, found)


def wrong_keys(screen: Screen[Any]) -> list[str]:
    """Where a click, a letter, the help, the palette or the keys differ from the commands, and what should be there."""
    assert isinstance(screen, CommandScreen)
    found = []
    for line in (line for line in screen.query(KeyLine).results(KeyLine) if line.display):
        shown = {key for _, _, key in line._places()}
        found += [f"{key.words} is not what its key does" for key in line.keys if not _does_the_same(screen, key)]
        found += [f"no {key.words} on the line of keys" for key in line.keys if key.stays and key not in shown]
    letters = (
        (item, item._hot.lower()) for item in screen.query(MenuItem).results(MenuItem) if item._hot and item.display
    )
    found += [f"{item} is not what {key} does" for item, key in letters if _action(screen, key) != item.action]
    return [*found, *_disagreements(screen)]


def _disagreements(screen: CommandScreen) -> Iterator[str]:
    """Where the line of keys, the help, the palette and what keys can do are not the same."""
    there = screen.there
    for command in screen.commands:
        _, action, parameters = parse(command.action)
        if bool(screen.check_action(action, parameters)) != (command in there):
            yield f"the keys and the help differ on {command}"
    if any(line.keys != screen.keys_now for line in screen.query(KeyLine)):
        yield "the line of keys is not what can be done now"
    for shown in screen.keys_now:
        if shown.keys and shown.action not in {command.action for command in there}:
            yield f"the line of keys has {shown.words}, and the help does not"
    if not {command.action for command in by_usefulness(screen)} <= {command.action for command in there}:
        yield "the palette has what the help does not"
    for key, (first, *_) in bindings_of(screen).key_to_bindings.items():
        own = next((command for command in screen.commands if key in keys_of(terminal(), command)), None)
        if own is not None and own.action != first.action:
            yield f"{key} does not do what the help says"


def _does_the_same(screen: CommandScreen, key: Command) -> bool:
    """Whether a key on the line of keys, if it is one, does what a click on it does, and stands in the help."""
    first = key.keys.partition(",")[0]
    return not first or _action(screen, first) == key.action


def _action(screen: CommandScreen, key: str) -> str:
    """What a key does on a screen."""
    return next((each.action for each in screen.there if key in keys_of(terminal(), each)), "")


def faults(screen: Screen[Any]) -> list[str]:
    """Each fault in a few words; none where all is well."""
    leaves = list(_leaves(screen))
    return [*_cut(screen, leaves), *_overlapping(leaves), *_cut_dials(leaves)]


def _leaves(widget: Widget) -> Iterator[Widget]:
    """The widgets that draw something themselves and are shown."""
    shown = [child for child in widget.children if child.display and not isinstance(child, SizeGuard)]
    if not shown and widget.visible:
        yield widget
    for child in shown:
        yield from _leaves(child)


def _is_scrolled(leaf: Widget) -> bool:
    """Whether it can be out of sight because what it stands in scrolls."""
    for over in _over(leaf):
        if over.max_scroll_y and over.styles.overflow_y != "hidden":
            return True
        if over.styles.dock != "none":
            return False  # it stays where it is while what it stands in scrolls
    return False


def _over(leaf: Widget) -> Iterator[Widget]:
    """What a widget stands in."""
    return (over for over in leaf.ancestors if isinstance(over, Widget))


def _cut(screen: Screen[Any], leaves: list[Widget]) -> Iterator[str]:
    for leaf in leaves:
        inner = leaf.content_region.size
        if not leaf.region.area:
            yield f"{leaf} has no room"
        elif not _is_scrolled(leaf) and (out := [over for over in _over(leaf) if not _holds(over, leaf)]):
            yield f"{leaf} at {leaf.region} is not in {out[-1].region} of {out[-1]}"
        elif isinstance(leaf, TEXTS) and leaf.get_content_height(inner, inner, inner.width) > inner.height:
            yield f"{leaf} is cut below its {inner.height} rows"
        elif isinstance(leaf, MenuItem | Choice) and _width(leaf) > inner.width:
            yield f"{leaf} is cut behind its {inner.width} columns"


def _holds(over: Widget, leaf: Widget) -> bool:
    """Whether a widget lies in another as a whole, if that one has any room."""
    return not over.region.area or over.region.contains_region(leaf.region)


def _overlapping(leaves: list[Widget]) -> Iterator[str]:
    for number, leaf in enumerate(leaves):
        for other in leaves[number + 1 :]:
            if _layer(leaf) != _layer(other):
                continue  # one is meant to lie over the other, as a note or a curtain does
            if leaf.region.overlaps(other.region) and _is_scrolled(leaf) == _is_scrolled(other):
                yield f"{leaf} at {leaf.region} lies over {other} at {other.region}"


def _cut_dials(leaves: list[Widget]) -> Iterator[str]:
    """Each card on a clock that does not lie in it as a whole."""
    for dial in (leaf for leaf in leaves if isinstance(leaf, Dial)):
        cut = [hour for hour in range(13) if not dial.region.contains_region(dial.places[hour])]
        if cut:
            yield f"{dial} cuts the hours {cut}"


def _layer(leaf: Widget) -> str:
    """The layer that a widget is drawn in, its own or that of what it stands in."""
    return next((over.layer for over in leaf.ancestors_with_self if isinstance(over, Widget) and over.layer), "")


def _width(leaf: MenuItem | Choice) -> int:
    return max(line.cell_length for line in leaf.render().split("\n"))
