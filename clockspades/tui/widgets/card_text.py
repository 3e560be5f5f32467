"""Cards within text: each in the colour of its suit."""

import re
from typing import Final

from textual.content import Content

from clockspades.cards import Suit
from clockspades.table.glyphs import glyphs

_CARD: Final = re.compile(r"(?:10|[A2-9JQK]|(?<= )|(?<=^))([♣♦♥♠])")

_SUITS: Final = {suit.symbol: suit.name.lower() for suit in Suit}


def card_text(words: str, style: str = "") -> Content:
    """The words as data, never as markup, with the cards in them coloured."""
    content = Content.styled(glyphs().words(words), style)
    for match in _CARD.finditer(words):
        content = content.stylize(f"bold $text-{_SUITS[match[1]]}", match.start(), match.end())
    return content
