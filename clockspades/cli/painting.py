"""Colours for what the commands print in a terminal: headings, suits, and what can be typed.

Text is painted when it is finished, so that a pipe gets the same words without colours. There are only a few SGR codes
of the terminal's own palette: a library for them would take longer to import than most commands take to run.
"""

import re
from collections.abc import Mapping
from itertools import zip_longest
from typing import Final

from clockspades.cards import RANK, Suit
from clockspades.engine.text import is_dumb
from clockspades.language import _

HEADING: Final = "\x1b[33m"
"""Gold, as in the screens. Not bold: many light terminals draw bold yellow so bright that it can't be read."""
TYPED: Final = "\x1b[1m"
RED: Final = "\x1b[31m"
GREEN: Final = "\x1b[32m"
BLUE: Final = "\x1b[36m"
"""Cyan, as the blue of many palettes is hard to read on black."""
PLAIN: Final = "\x1b[0m"
DARK_ON_LIGHT: Final = "\x1b[38;5;16;48;5;231m"
"""Black on white whatever the palette is: cameras look for dark ink."""

TWO_COLOURS: Final[Mapping[str, str]] = {suit.symbol: RED for suit in Suit if suit.is_red}
"""The colour of each suit by its sign. Black suits are as bright as other text."""
FOUR_COLOURS: Final[Mapping[str, str]] = {**TWO_COLOURS, Suit.CLUBS.symbol: GREEN, Suit.DIAMONDS.symbol: BLUE}

_WORDS: Final = re.compile(
    rf"(?P<card>(?:(?<!\w){RANK})?[♣♦♥♠])|`[^`\n]+`|(?<![\w-])-(?:-[a-z][\w-]*|[a-z]\b)|\bbot:[a-z]+"
)
"""Cards and suits; and what can be typed: commands in backticks, options, and bots."""
_HEADING_MARK: Final = re.compile(r"#+ ")


def has_colours(environment: Mapping[str, str]) -> bool:
    """Whether the terminal that these variables describe shows colours, and its owner wants them."""
    return not environment.get("NO_COLOR") and not is_dumb(environment)


def paint_report(text: str, suits: Mapping[str, str] = TWO_COLOURS) -> str:
    """A report in colour.

    Its headings are its first line, if more follow, and lines that stand out to the left of the line below them or end
    in a colon.
    """
    title, *others = text.split("\n")
    if not others:
        return _words(title, suits)
    title = _report_line(title, "", suits) if title.startswith(_("usage:")) else _heading(title, suits)
    rest = (_report_line(*each, suits) for each in zip_longest(others, others[1:], fillvalue=""))
    return "\n".join((title, *rest))


def paint_markdown(text: str, suits: Mapping[str, str] = TWO_COLOURS) -> str:
    """Plain Markdown in colour, its headings without their marks."""
    lines = ((_HEADING_MARK.match(line), line) for line in text.split("\n"))
    return "\n".join(
        _heading(line[mark.end() :], suits) if mark is not None else _words(line, suits) for mark, line in lines
    )


def _report_line(line: str, below: str, suits: Mapping[str, str]) -> str:
    if line.startswith(usage := _("usage:")):
        return _heading(usage, suits) + _words(line.removeprefix(usage), suits)
    is_left = bool(line) and not line[0].isspace()
    is_heading = is_left and (line.endswith(":") or below.startswith("  "))
    return _heading(line, suits) if is_heading else _words(line, suits)


def _heading(text: str, suits: Mapping[str, str]) -> str:
    return f"{HEADING}{_words(text, suits, HEADING)}{PLAIN}"


def _words(text: str, suits: Mapping[str, str], ground: str = "") -> str:
    """A line with its suits, and what can be typed, in colour; ``ground`` is the colour of the rest."""

    def paint(found: re.Match[str]) -> str:
        code = suits.get(found[0][-1], "") if found["card"] else TYPED
        return f"{code}{found[0]}{PLAIN}{ground}" if code else found[0]

    return _WORDS.sub(paint, text)
