"""What the widgets of a game of tricks draw besides: frozen values, made by selectors."""

from typing import Final, NamedTuple, TypeAlias

from clockspades.table.widget_models import Face, StyledPart, Tone

Row: TypeAlias = tuple[StyledPart, ...]
"""Texts beside each other, each with its role."""


FEW: Final = 4
"""The most choices of a panel that stand apart from each other: any arrow key leads to the next of them."""


class FanModel(NamedTuple):
    """A hand from the left; a card that is picked up stands a row higher."""

    cards: tuple[Face, ...] = ()
    beside: tuple[Face, ...] = ()
    """The cards beside the hand, each in a place of its own, which stays when the card is gone."""


class PlayerBadgeModel(NamedTuple):
    """A player's name and standing."""

    name: str = ""
    turn: bool = False
    dealer: bool = False
    ours: bool = False
    """Whether it is of the near player's side, in a game with partners: its names have a colour of their own."""
    partner: bool = False
    """Whether it is the near player's partner."""
    details: tuple[Row, ...] = ()
    """The most important first: those that find no room are left out."""
    short: tuple[Row, ...] = ()
    """The first of the details in fewer cells, each for where it finds no room otherwise."""
    level: str = ""
    """What is said of a bot behind its name, where there is room."""
    tint: int = 0
    """The number of the name's tint, a colour of its own; 0 without one."""


class ChoicePanelModel(NamedTuple):
    """A panel with a choice or a summary, from top to bottom."""

    title: str = ""
    cards: tuple[Face, ...] = ()
    words: tuple[str, ...] = ()
    """Sentences, each on a new line."""
    choices: tuple[str, ...] = ()
    chosen: int | None = None
    """The number of the choice that the cursor is on."""
    foot: str = ""
    wide: bool = False
    """Whether it may cover badges where it finds no room between them."""
    rows: tuple[tuple[str, str], ...] = ()
    """A name and its figures for each row of a summary, below the words."""
    advice: tuple[tuple[str, Tone], ...] = ()
    """What advice says of each choice, if there is any; the text may be empty."""


class RoundTableModel(NamedTuple):
    """The players and the trick, by place: the near side first, then clockwise."""

    badges: tuple[PlayerBadgeModel, ...] = (PlayerBadgeModel(),)
    plays: tuple[Face | None, ...] = (None,)
    """The cards on the trick; None for a player who has not played."""
    panel: ChoicePanelModel | None = None
    """The panel in the middle: with one, no places of cards are marked there, and no badge that it covers is drawn."""
    sign: str = ""
    """The state of the whole table, in a word or two."""


class ScoreSheetModel(NamedTuple):
    """The rows of a score sheet, each with a text for every column."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: str = ""
    ruled: frozenset[int] = frozenset()
    """The numbers of the rows with a line above them."""
    names: frozenset[int] = frozenset()
    """The numbers of the columns that hold names: left-aligned, and broken into lines where there is no room.

    In a sheet without any, the columns themselves are named after players, and long ones are cut.
    """
