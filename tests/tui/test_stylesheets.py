"""Games and screens do not know each other in their stylesheets either: they meet in classes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from textual.css.model import SelectorType
from textual.css.stylesheet import Stylesheet

from clockspades import tui
from clockspades.games.catalogue import game_names, table_rules
from clockspades.table.parts import Box, Parts

FOLDER: Final = Path(tui.__file__).parent
VARIABLE: Final = re.compile(r"\$[\w-]+")


def selectors(css: str, kind: SelectorType) -> set[str]:
    """What the rules of a stylesheet name: types, classes or ids."""
    sheet = Stylesheet()
    sheet.add_source(VARIABLE.sub("red", css))
    sets = (selector_set for rule in sheet.rules for selector_set in rule.selector_set)
    return {selector.name for each in sets for selector in each.selectors if selector.type is kind}


def names(parts: Parts) -> Iterator[str]:
    """Of every part and box."""
    for part in parts:
        yield part.id
        if isinstance(part, Box):
            yield from names(part.parts)


@pytest.mark.parametrize("game", game_names())
def test_a_game_names_itself_and_its_own_parts_but_no_screen(game: str) -> None:
    rules = table_rules(game)
    assert selectors(rules.layout, SelectorType.TYPE) == set()
    assert selectors(rules.layout, SelectorType.ID) <= set(names(rules.parts))
    assert selectors(rules.layout, SelectorType.CLASS) & {*game_names()} <= {game}
