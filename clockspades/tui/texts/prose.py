"""The rules as they are read on the screen: headings, paragraphs, list items and pictures of cards.

They are written in so much of Markdown: ``## A heading``, paragraphs, ``-`` and ``1.`` before the items of a list,
an empty line between any two of these, and the pictures of :mod:`clockspades.tui.texts.prose`.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from clockspades.cards import PACK, RANK, Card, rank_of
from clockspades.table.widget_models import Face, Light

_CARD: Final = re.compile(rf"(?P<open>[\[(]?)(?P<card>{RANK}[♠♥♦♣])(?:\+(?P<covers>[♠♥♦♣]+))?(?P<close>[\])]?)")
_SUITS: Final = {card.suit.symbol: card.suit for card in PACK}
_LIGHTS: Final = {"": Light.PLAIN, "[": Light.LIVE, "(": Light.DIM}


class Picture(NamedTuple):
    """A row of cards."""

    cards: tuple[Face, ...]


def parse_picture(paragraph: str) -> Picture | None:
    """The cards that a paragraph is made of, or None where it has anything else."""
    faces: list[Face] = []
    for word in paragraph.split():
        match = _CARD.fullmatch(word)
        if match is None or match["open"] + match["close"] not in ("", "[]", "()"):
            return None
        covers = tuple(_SUITS[suit] for suit in match["covers"] or "")
        rank = rank_of(match["card"][:-1])
        assert rank is not None, "the pattern has only ranks"
        faces.append(Face(Card(rank, _SUITS[match["card"][-1]]), _LIGHTS[match["open"]], covers=covers))
    return Picture(tuple(faces)) if faces else None


_ITEM: Final = re.compile(r"(-|\d+\.) +")


class PassageKind(Enum):
    """What a passage is; the value is its class in the stylesheet."""

    HEADING = "-heading"
    PARAGRAPH = "-paragraph"
    ITEM = "-item"
    LAST_ITEM = "-last-item"


class Passage(NamedTuple):
    """Words that stand together, on one line however they are written."""

    kind: PassageKind
    words: str
    mark: str = ""
    """What an item of a list begins with: ``-`` or its number with a full stop."""


Block: TypeAlias = Passage | Picture


def blocks(markdown: str) -> Iterator[Block]:
    for block in filter(None, (block.strip() for block in markdown.split("\n\n"))):
        picture = parse_picture(block)
        if picture is not None:
            yield picture
        elif block.startswith("#"):
            yield Passage(PassageKind.HEADING, _on_one_line(block.lstrip("#")))
        elif _ITEM.match(block):
            yield from _items(block)
        else:
            yield Passage(PassageKind.PARAGRAPH, _on_one_line(block))


def _items(block: str) -> Iterator[Passage]:
    """The items of a list, each of which may be written on several lines."""
    items: list[tuple[str, list[str]]] = []
    for line in block.split("\n"):
        mark = _ITEM.match(line)
        if mark:
            items.append((mark[1], [line[mark.end() :]]))
        else:
            items[-1][1].append(line)
    for number, (sign, lines) in enumerate(items, 1):
        kind = PassageKind.ITEM if number < len(items) else PassageKind.LAST_ITEM
        yield Passage(kind, _on_one_line(" ".join(lines)), sign)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
