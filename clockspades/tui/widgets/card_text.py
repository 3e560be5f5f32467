"""Cards within text: each in the colour of its suit."""

import re
from typing import Final

from textual.content import Content

from clockspades.tui.glyphs import glyphs

_CARD: Final = re.compile(r"(?:[A2-9TJQK]|(?<= )|(?<=^))([♣♦♥♠])")


def card_text(words: str, style: str = "") -> Content:
    """The words as data, never as markup, with the cards in them coloured."""
    content = Content.styled(glyphs().words(words), style)
    for match in _CARD.finditer(words):
        red = match[1] in "♦♥"
        content = content.stylize("bold $text-red" if red else "bold $text-black", match.start(), match.end())
    return content
