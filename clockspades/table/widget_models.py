"""What the widgets of any table draw: frozen values, made by selectors and compared to see what changed."""

from enum import Enum, StrEnum, auto
from typing import NamedTuple, TypeAlias

from clockspades.cards import Card, Suit

StyledPart: TypeAlias = tuple[str, str]
"""Text and its role, which gives it its colours."""
Tints: TypeAlias = tuple[tuple[str, int], ...]
"""Names that have a colour of their own, and the number of each one's tint, from 1."""


class Light(Enum):
    """How a card stands out: by its frame and by its colours."""

    PLAIN = "plain"
    LIVE = "live"
    """It can be played, taken or played on now."""
    DIM = "dim"
    """It plays no part now."""


class Face(NamedTuple):
    """One card or pile as it is drawn."""

    card: Card | None
    """The unknown card shows its back; None is a place for a card."""
    light: Light = Light.PLAIN
    pointed: bool = False
    picked: bool = False
    """It was chosen and waits for its place."""
    covers: tuple[Suit, ...] = ()
    """The suits of the cards of the same rank that lie on it."""
    label: str = ""
    """A few characters: on a back how many cards it stands for, on a front the key that chooses it or their number, in
    an empty place what belongs there."""
    strip: int = 0
    """The visible columns at the left when other cards overlap it; 0 means all. Rank and suit then stand at the left,
    on the edge itself if the strip has no room beside it."""


class Tone(StrEnum):
    """What advice says of a choice; the screen has a colour for each."""

    BEST = "best"
    PLAIN = "plain"
    PLAYED = "played"
    """It was chosen, and another was better."""


class DialModel(NamedTuple):
    """The cards on the dial, and its hand."""

    hours: tuple[Face | None, ...] = (None,) * 12
    """The stations, one o'clock first; None where an hour is empty."""
    centre: Face | None = None
    """The card or pile in the middle."""
    window: tuple[int, ...] = ()
    """The hours that are played on."""
    angle: float | None = None
    """Where the hand points, in degrees clockwise from twelve; None without a hand."""
    caption: str = ""
    """A few words below the middle."""
    above: tuple[StyledPart, ...] = ()
    """A row of signs above the middle."""
    below: tuple[StyledPart, ...] = ()
    """A row of signs between the middle and the caption."""
    is_large: bool = False
    """Whether the card in the middle is as large as has room."""
    is_led: bool = False
    """Whether the hand is led step by step: it stands at its angle at once."""


class CardRowModel(NamedTuple):
    """The cards of a row from the left, and whether each has its key below it."""

    cards: tuple[Face | None, ...] = ()
    """None leaves a card's place empty."""
    numbered: bool = False
    apart: frozenset[int] = frozenset()
    """The numbers of the cards that begin a group, a little apart from the cards before them."""
    fanned: bool = False
    """Whether each card but the last is covered up to its rank and suit, even where there is room."""


class LineModel(NamedTuple):
    """Text, whether it stands out, and the quieter text after it."""

    text: str = ""
    bright: bool = False
    quiet: tuple[str, ...] = ()
    """Parts that follow; those that no longer fit on the line are left out."""
    tints: Tints = ()
    glows: bool = False
    """Whether it says what matters most now."""
    foot: "LineModel | None" = None
    """What stands on the last row, where the text leaves it free."""


class TallyModel(NamedTuple):
    """The groups of cards in a tally, each as short texts."""

    groups: tuple[tuple[str, ...], ...] = ()


class CountModel(NamedTuple):
    """A number and the lines of words beside it, the most important first."""

    number: int
    words: tuple[str, ...] = ()


class SmallRoundModel(NamedTuple):
    """A very small table for tricks, by place: the near side first, then clockwise."""

    held: tuple[int, ...]
    """How many cards each player holds."""
    plays: tuple[Face | None, ...]
    """The cards on the trick; None for a player who has not played."""
    hand: tuple[Card, ...]
    """The hand on the near side."""


MiniatureModel: TypeAlias = DialModel | SmallRoundModel | CardRowModel
"""What a very small table shows."""


class LogLine(NamedTuple):
    """One event in the log: the text in the margin, and the words."""

    margin: str
    words: str
    style: str = ""
    point: int = 0
    """The point that an action led to, on the line that tells of the action; 0 on other lines."""
    tints: Tints = ()


class Mark(NamedTuple):
    """A moment on the timeline that people look for: the point it leads to, a sign of one cell, and its seat."""

    point: int
    sign: str
    seat: int | None = None
    """None for an event of no seat: its mark is on the bar itself."""


class SideScore(NamedTuple):
    """The score of a side: one player, or partners."""

    seats: tuple[int, ...]
    score: int
    gained: int = 0
    """What the last deal brought; the score counts up by it."""


class Trophy(Enum):
    """What makes a win rare; the result shows a picture of it."""

    FOUR_KINGS = auto()
    BLIND_NIL = auto()
    CLOCK = auto()


class ResultModel(NamedTuple):
    """The cards of a result, or if points decide, the scores."""

    deciding: tuple[Card, ...] = ()
    """The cards that decided the game, if any did."""
    counts: tuple[str, ...] = ()
    """By seat the score in words."""
    piles: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    """By seat the groups of cards in front of the player."""
    hands: tuple[tuple[Card, ...], ...] = ()
    """By seat the cards left in hand, open now that the game is over."""
    sides: tuple[SideScore, ...] = ()
    """If points decide, the scores from best to worst."""
    trophy: Trophy | None = None
    """What makes the win rare, if it is."""
