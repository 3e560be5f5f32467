"""The characters that the table is drawn with: a set for most terminals, and one of plain letters.

Every character is one cell wide. Only terminals for East Asian text draw some two cells wide: those whose width Unicode
leaves open. The plain set is for such terminals, and for locales and terminals that have no more.
"""

import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from clockspades.cards import Card, Suit
from clockspades.engine.text import shows_signs


class Border(NamedTuple):
    """A border: its corners from the top left clockwise, then the horizontal and the vertical."""

    top_left: str
    top_right: str
    bottom_right: str
    bottom_left: str
    across: str
    down: str


class Glyphs(NamedTuple):
    """One set of characters."""

    suits: str
    """By suit: clubs, diamonds, hearts, spades."""
    thin: Border
    """An ordinary card."""
    heavy: Border
    """A card that can be played or taken now."""
    double: Border
    """The card pointed at."""
    back: str
    """The pattern on the back of a card, repeated."""
    gone: str
    """An hour whose spade is gone."""
    points_right: str
    points_left: str
    points_up: str
    points_down: str
    tees: str
    """Where a line leaves a border: to the left, to the right, up and down."""
    rule: str
    bullet: str
    enter: str
    left_right: str
    up_down: str
    paused: str
    thumb: str
    """The place on a timeline."""
    fork: str
    """Where a branch leaves a game."""
    ended: str
    """The end of a finished game."""
    full: str
    """Something of a number that was taken."""
    hollow: str
    """Something of it that is still wanted."""
    levels: str
    """A cell filled from below, from empty to full."""
    upper: str
    lower: str
    """A cell whose upper half is filled, and one whose lower half is."""
    braille: bool
    """Whether something can be drawn within a cell: dots, and figures in halves of cells."""
    is_narrow: bool = False
    """Whether nothing is drawn that may be two cells wide, in names and words either."""
    note: str = "*"
    """Someone's note in a log."""
    remark: str = "?"
    """What the game has to say of a moment."""
    open: str = "~"
    """The end of a game that can go on."""
    wrong: str = "!"
    """The end of a log that is wrong there."""

    def suit(self, suit: Suit) -> str:
        """The suit's sign, one cell."""
        return self.suits[suit]

    def words(self, text: str) -> str:
        """Text in which suits are signs, in this set."""
        return text if self.suits == _SIGNS else text.translate(_TO_LETTERS)

    def drawn(self, text: str) -> str:
        """What is written to the terminal, in this set: Textual draws frames, scroll bars and the mark of a cut."""
        return text if self.suits == _SIGNS else text.translate(_TO_NARROW if self.is_narrow else _TO_PLAIN)

    def keys(self, label: str) -> str:
        """The label of a command, as ``⏎`` or ``←→``, in this set."""
        return {FULL.enter: self.enter, FULL.left_right: self.left_right, FULL.up_down: self.up_down}.get(label, label)

    def card(self, card: Card) -> str:
        """A card in two cells, the ten in three: ``Q♠``, ``10♠``."""
        return self.words(card.symbol)


_SIGNS: Final = "♣♦♥♠"
_TO_LETTERS: Final = str.maketrans(
    {**dict(zip(_SIGNS, "CDHS", strict=True)), "–": "-", "−": "-", "…": "~", "·": "-", "★": "*", "±": "+-"}
    | {"■": "X", "□": "o"}
)

FULL: Final = Glyphs(
    suits=_SIGNS,
    thin=Border("╭", "╮", "╯", "╰", "─", "│"),
    heavy=Border("┏", "┓", "┛", "┗", "━", "┃"),
    double=Border("╔", "╗", "╝", "╚", "═", "║"),
    back="╱╲", gone="·", rule="─", tees="┤├┴┬", bullet="·", thumb="●", fork="┬", ended="■", paused="‖",
    points_right="▸", points_left="◂", points_up="▴", points_down="▾",
    enter="⏎", left_right="←→", up_down="↑↓",
    full="●", hollow="○", levels=" ▁▂▃▄▅▆▇█", upper="▀", lower="▄", braille=True,
)  # fmt: skip

PLAIN: Final = Glyphs(
    suits="CDHS",
    thin=Border(".", ".", "'", "'", "-", "|"),
    heavy=Border("#", "#", "#", "#", "=", "#"),
    double=Border("*", "*", "*", "*", "*", "*"),
    back="/\\", gone=".", rule="-", tees="||--", bullet="-", thumb="O", fork="Y", ended="#", paused="|",
    points_right=">", points_left="<", points_up="^", points_down="v",
    enter="Enter", left_right="arrows", up_down="up/down",
    full="o", hollow=".", levels=" .:#", upper="'", lower=".", braille=False,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Terminal:
    """What a table is drawn with, and played with, where it is shown."""

    glyphs: Glyphs = FULL
    keymap: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The keys of the commands that have others than their own, by their full names."""


USUAL: Final = Terminal()
_TO_PLAIN: Final = _TO_LETTERS | str.maketrans(
    {**dict(zip(FULL.thin, PLAIN.thin)), **dict.fromkeys("▁▂▃▄▅▆▇▉▊▋▌▍▎▏", " ")}
)


class _Narrow(dict[int, str]):
    """By code point, the characters that are one cell wide everywhere: each found when it is first drawn."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if unicodedata.east_asian_width(character) == "A":
            base = unicodedata.normalize("NFKD", character)[:1]
            character = base if base.isascii() else "?"
        self[code] = character
        return character


_ALIKE: Final = (
    zip(before, after)
    for before, after in zip(FULL, PLAIN)
    if isinstance(before, str | Border) and isinstance(after, str | Border) and len(before) == len(after)
)
_TO_NARROW: Final = _Narrow(
    {ord(full): plain for alike in _ALIKE for full, plain in alike}
    | {code: plain for code, plain in _TO_PLAIN.items() if len(plain) == 1}
    | {ord(full): plain for full, plain in zip("←→↑↓±×÷“”‘’▀▄▁▂▃▄▅▆▇█", '<>^v~x/""\'\'".___.::##')}
)

_measured: list[str] = []
"""What was found out about the terminal besides its variables: nothing, or that it is wide."""


def draw_narrow() -> None:
    """Draw in plain letters from now on, for this terminal draws others two cells wide."""
    _measured.append("wide")
    glyphs.cache_clear()


@cache
def glyphs() -> Glyphs:
    """The set that this terminal and locale can show."""
    return PLAIN._replace(is_narrow=True) if _measured else FULL if shows_signs(os.environ) else PLAIN
