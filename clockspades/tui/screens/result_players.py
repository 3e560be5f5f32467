"""Each player in the result: name, cards and hand. Where rows are few, the cards are a line of text."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Static

from clockspades.cards import Card
from clockspades.engine.rules import Outcome
from clockspades.engine.session import AnySession
from clockspades.table.faces import Face, Light
from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import CardRowModel, ResultModel
from clockspades.tui.drawing.text import card_text
from clockspades.tui.texts.result import how_played
from clockspades.tui.widgets.card_row import CardRow

MANY: Final = 8
"""Cards beyond which half a screen of medium size is too narrow for a row of them."""


class Players(Container):
    """The players of a finished game, beside each other or one below the other."""

    def __init__(self, session: AnySession, outcome: Outcome, face: ResultModel) -> None:
        super().__init__(id="players")
        self._session, self._outcome, self._face = session, outcome, face

    def compose(self) -> ComposeResult:
        """A block for each player."""
        for seat in range(len(self._session.seats)):
            cards = tuple(chain(*self._face.piles[seat])) if self._face.piles else ()
            with Vertical(classes="player -many" if len(cards) > MANY else "player"):
                yield Static(self._name_line(seat), classes="name")
                if self._face.piles:
                    yield CardRow(id=f"piles-{seat}")
                    yield Static(card_text(_row(cards)), classes="cards")
                if any(self._face.hands[seat : seat + 1]):
                    yield Static(card_text(f"Hand: {_row(self._face.hands[seat])}"), classes="hand")

    def on_mount(self) -> None:
        """Lay the cards out."""
        for seat in range(len(self._face.piles)):
            self.query_one(f"#piles-{seat}", CardRow).model = self._laid_out(seat)

    def _name_line(self, seat: int) -> Content:
        """A player's name, score and bot."""
        won = seat in self._outcome.winners
        words = " · ".join(filter(None, [*self._face.counts[seat : seat + 1], how_played(self._session, (seat,))]))
        return Content.assemble(
            (self._session.names[seat], "bold $gold" if won else "bold"),
            ("  " + glyphs().words(words), "$quiet"),
        )

    def _laid_out(self, seat: int) -> CardRowModel:
        """A player's cards: those that decided the game are lit, the loser's others are dimmed."""
        light = Light.PLAIN if seat in self._outcome.winners or not self._outcome.winners else Light.DIM
        cards: list[Face] = []
        first: set[int] = set()
        for group in filter(None, self._face.piles[seat]):
            if cards:
                first.add(len(cards))
            cards += [Face(card, Light.LIVE if card in self._face.deciding else light) for card in group]
        return CardRowModel(tuple(cards), apart=frozenset(first))


def _row(cards: Iterable[Card]) -> str:
    """Cards in a line of text."""
    return "  ".join(card.symbol for card in cards)
