"""Each player in the result: name, cards and hand. Where rows are few, the cards are a line of text."""

from collections.abc import Iterable
from itertools import chain
from typing import Final, NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from clockspades.cards import Card
from clockspades.engine.rules import Outcome
from clockspades.engine.session import AnySession
from clockspades.engine.wording import label
from clockspades.table.faces import Face, Light
from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import CardRowModel, ResultModel
from clockspades.tui.drawing.text import card_text
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.texts.result import how_played
from clockspades.tui.widgets.card_row import APART, STRIP, CardRow

TEXT: Final = "-text"
"""The form in which cards are text."""
NAMES: Final = "-names"
"""The form without cards, where very long names leave no room for them."""
FORMS: Final = {f"-rows-{size.height}": size for size in CARDS[1:]}
"""The forms in which cards are drawn, the largest first, and how large they are."""


class PlayerBlock(NamedTuple):
    """What is shown of a player."""

    name: Content
    """With score and bot."""
    cards: CardRowModel | None
    """None in a game in which nobody has any."""
    text: Content
    """The same cards."""
    hand: Content | None
    """None if nothing is left in it."""

    def rows(self, form: str, width: int) -> int:
        """The rows that it takes in so many columns."""
        texts = [self.name]
        if self.cards is not None and form == TEXT:
            texts.append(self.text)
        if self.hand is not None and form != NAMES:
            texts.append(self.hand)
        drawn = FORMS[form].height if self.cards is not None and form in FORMS else 0
        return drawn + sum(text.get_height({}, width) for text in texts)

    def columns(self, form: str) -> int:
        """The columns in which each card shows its rank and its suit."""
        if self.cards is None or form not in FORMS:
            return 0
        cards = len(self.cards.cards)
        return STRIP * max(0, cards - 1) + FORMS[form].width + APART * len(self.cards.apart)


def player_blocks(session: AnySession, outcome: Outcome, face: ResultModel) -> tuple[PlayerBlock, ...]:
    """A block for each player."""
    return tuple(_block(session, outcome, face, seat) for seat in range(len(session.seats)))


def _block(session: AnySession, outcome: Outcome, face: ResultModel, seat: int) -> PlayerBlock:
    words = " · ".join(filter(None, [*face.counts[seat : seat + 1], how_played(session, (seat,))]))
    name = Content.assemble(
        (label(session.names_at_table, seat), "bold $gold" if seat in outcome.winners else "bold"),
        ("  " + glyphs().words(words), "$quiet"),
    )
    hand = face.hands[seat] if seat < len(face.hands) else ()
    return PlayerBlock(
        name,
        _laid_out(outcome, face, seat) if face.piles else None,
        card_text(_row(chain(*face.piles[seat]))) if face.piles else Content(),
        card_text(f"Hand: {_row(hand)}", "$quiet") if hand else None,
    )


def _laid_out(outcome: Outcome, face: ResultModel, seat: int) -> CardRowModel:
    """A player's cards: those that decided the game are lit, the loser's others are dimmed."""
    light = Light.PLAIN if seat in outcome.winners or not outcome.winners else Light.DIM
    cards: list[Face] = []
    first: set[int] = set()
    for group in filter(None, face.piles[seat]):
        if cards:
            first.add(len(cards))
        cards += [Face(card, Light.LIVE if card in face.deciding else light) for card in group]
    return CardRowModel(tuple(cards), apart=frozenset(first))


def _row(cards: Iterable[Card]) -> str:
    """Cards in a line of text."""
    return "  ".join(card.symbol for card in cards)


class Players(Vertical):
    """The players of a finished game, one below the other; a class says in which form."""

    def __init__(self, blocks: tuple[PlayerBlock, ...]) -> None:
        super().__init__(id="players")
        self._blocks = blocks

    def compose(self) -> ComposeResult:
        """A block for each player."""
        for seat, block in enumerate(self._blocks):
            with Vertical(classes="player"):
                yield Static(block.name, classes="name")
                if block.cards is not None:
                    yield CardRow(id=f"piles-{seat}")
                    yield Static(block.text, classes="cards")
                if block.hand is not None:
                    yield Static(block.hand, classes="hand")

    def on_mount(self) -> None:
        """Lay the cards out."""
        for seat, block in enumerate(self._blocks):
            if block.cards is not None:
                self.query_one(f"#piles-{seat}", CardRow).model = block.cards

    def take_form(self, form: str) -> None:
        """Draw the cards this large, or as text."""
        for each in (*FORMS, TEXT, NAMES):
            self.set_class(each == form, each)
