"""Pictures of cards within the rules: a paragraph that is nothing but cards is drawn as a row of them.

In Markdown it reads ``A♠ [2♠+♥] [3♠] (9♣)``: what is in square brackets stands out, what is in round ones
stands back, and the suits after ``+`` lie on the card.
"""

import re
from typing import Final, NamedTuple

from clockspades.cards import PACK
from clockspades.table.faces import Face, Light

_CARD: Final = re.compile(
    r"(?P<open>[\[(]?)(?P<card>(?:10|[A2-9JQK])[♠♥♦♣])(?:\+(?P<covers>[♠♥♦♣]+))?(?P<close>[\])]?)"
)
_BY_SYMBOL: Final = {card.symbol: card for card in PACK}
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
        faces.append(Face(_BY_SYMBOL[match["card"]], _LIGHTS[match["open"]], covers=covers))
    return Picture(tuple(faces)) if faces else None
