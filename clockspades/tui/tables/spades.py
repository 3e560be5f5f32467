"""The table of Spades: bids, the pass and the draw on a panel in the middle, then tricks."""

from clockspades.games.spades import spades_selectors as selectors
from clockspades.games.spades.events import SpadesEvent
from clockspades.games.spades.spades_selectors import SpadesTableModel
from clockspades.games.spades.spades_table import SpadesTableRules
from clockspades.games.spades.state import State
from clockspades.table.trick_widget_models import RoundTableModel
from clockspades.tui.tables.tricks import TrickTable


class SpadesTable(TrickTable[State, SpadesEvent]):
    """A game of Spades on the screen."""

    rules = SpadesTableRules()
    log_style = selectors.LOG_STYLE

    badge = staticmethod(selectors.badge)
    heading = staticmethod(selectors.heading)
    sheet = staticmethod(selectors.sheet)
    marks = staticmethod(selectors.marks)

    def round_model(self, model: SpadesTableModel) -> RoundTableModel:
        return super().round_model(model)._replace(sign=selectors.sign(model))
