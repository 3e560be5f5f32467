"""The rules of every game as blocks, and passages as they are drawn."""

import pytest

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES
from clockspades.tui.texts.prose import Kind, Passage, Picture, blocks

TEXT = """\
A paragraph on
two lines.

## A  heading

A♠ [2♠]

- One
  item.
- Another.

1. First.
12. Last,
    and long.
"""


def test_each_part_is_a_block_in_order() -> None:
    first, heading, picture, *items = blocks(TEXT)
    assert first == Passage(Kind.PARAGRAPH, "A paragraph on two lines.")
    assert heading == Passage(Kind.HEADING, "A heading")
    assert isinstance(picture, Picture)
    assert len(picture.cards) == 2
    assert items == [
        Passage(Kind.ITEM, "One item.", "-"),
        Passage(Kind.LAST_ITEM, "Another.", "-"),
        Passage(Kind.ITEM, "First.", "1."),
        Passage(Kind.LAST_ITEM, "Last, and long.", "12."),
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_of_every_game_are_written_in_what_can_be_shown(game: AnyGame) -> None:
    rules = game.rules_text()
    found = list(blocks(rules))
    words = [block.words for block in found if isinstance(block, Passage)]
    assert sum(isinstance(block, Picture) for block in found) >= 3, "it has pictures"
    assert not [text for text in words if any(sign in text for sign in ("**", "`", "|", "](", "<", "_"))]
    said = " ".join(words).split()
    pictures = {word for block in rules.split("\n\n") if block.split() and _is_picture(block) for word in block.split()}
    marks = {"#", "##", "###", "-", *(f"{number}." for number in range(30))}
    assert [word for word in rules.split() if word not in pictures | marks] == [
        word for word in said if word not in pictures | marks
    ]


def _is_picture(block: str) -> bool:
    return all(isinstance(part, Picture) for part in blocks(block))
