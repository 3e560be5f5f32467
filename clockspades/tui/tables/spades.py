"""The table of Spades: bids, the pass and the draw on a panel in the middle, then tricks."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from clockspades.games.spades import selectors
from clockspades.games.spades.events import SpadesEvent
from clockspades.games.spades.selectors import SpadesTableModel
from clockspades.games.spades.state import State
from clockspades.games.spades.table import SpadesTableRules
from clockspades.table.trick_widget_models import RoundTableModel
from clockspades.tui.tables.tricks import TrickTable


class SpadesTable(TrickTable[State, SpadesEvent]):
    """A game of Spades on the screen."""

    rules = SpadesTableRules()
    screen_actions = TrickTable.screen_actions | {"zero"}
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(digit), f"screen.choose({digit})", "Choose a card, a bid or an answer by its number")
            for digit in range(1, 10)
        ),
        Binding("0", "screen.zero", "Choose nil; also the second digit of 10"),
        Binding("left", "screen.move('left')", "Move along the cards or choices"),
        Binding("right", "screen.move('right')", "Move along the cards or choices"),
        Binding("up", "screen.move('up')", "Pick up the card; among choices, move up"),
        Binding("down", "screen.move('down')", "Put it back; among choices, move down"),
        Binding("enter", "screen.confirm", "Play, bid, answer, or pass the chosen cards"),
        Binding("space", "screen.space", "Play without asking again; when passing, choose a card or put it back"),
    ]
    log_style = selectors.LOG_STYLE

    badge = staticmethod(selectors.badge)
    heading = staticmethod(selectors.heading)
    sheet = staticmethod(selectors.sheet)
    marks = staticmethod(selectors.marks)

    def round_model(self, model: SpadesTableModel) -> RoundTableModel:
        return super().round_model(model)._replace(sign=selectors.sign(model))
