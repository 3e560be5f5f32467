"""The table of Clock and Watch: the dial of piles, and beside it the card in hand, the kings and the log."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on
from textual.geometry import Region

from clockspades.games.clock import clock_selectors as selectors
from clockspades.games.clock.clock_rules import CENTRE, ClockEvent, Exchanged, Placed, State, TurnedUp
from clockspades.games.clock.clock_table import ClockTableRules
from clockspades.table.faces import Face
from clockspades.table.model import AnyPlayerView, Target, TargetKind
from clockspades.table.selectors import prompt
from clockspades.tui.tables.dial_table import DialTable
from clockspades.tui.widgets.bound_text import Count, Line
from clockspades.tui.widgets.bound_widget import BoundWidget
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import Flight
from clockspades.tui.widgets.game_log import GameLog

if TYPE_CHECKING:
    from clockspades.table.widget_models import ResultModel

LATER: Final = 0.14
"""Seconds after the card in hand that the one that is turned up sets off."""


class ClockTable(DialTable[State, ClockEvent]):
    """A game of Clock or Watch on the screen."""

    rules = ClockTableRules()
    station = TargetKind.PILE
    centre = CENTRE
    rows: ClassVar = {TargetKind.HAND: "in-hand", TargetKind.LOWER: "lower"}

    SCOPED_CSS = False
    DEFAULT_CSS = """
    ClockTable #side {
        min-width: 29;
        padding: 0 1;
        grid-columns: 10 1fr;
        grid-rows: 2 1 5 1 4 1fr 5;
    }
    ClockTable #lower { column-span: 2; }
    ClockTable #in-hand { row-span: 3; }
    ClockTable #name, ClockTable #outlook { padding: 0 0 0 1; }
    ClockTable #count { padding: 1 0 0 2; }
    ClockTable #lower { padding: 1 0 0 0; }

    .-short ClockTable #side, .-compact ClockTable #side { grid-rows: 1 5 1 3 1fr 4; }
    .-short ClockTable #lower { padding: 0; }
    .-compact ClockTable #side { min-width: 25; grid-columns: 8 1fr; grid-rows: 1 3 1 3 1fr 6; }
    .-compact.-short ClockTable #side { grid-rows: 1 3 1 3 1fr 5; }
    .-compact ClockTable #count, .-compact ClockTable #lower { padding: 0; }

    .-roomy.-tall ClockTable #side, .-large.-tall ClockTable #side, .-roomy.-high ClockTable #side {
        min-width: 36;
        grid-rows: 2 1 5 1 6 1fr 5;
    }
    .-large.-high ClockTable #side {
        min-width: 40;
        grid-columns: 14 1fr;
        grid-rows: 2 1 7 1 6 1fr 5;
    }
    .-large.-high ClockTable #count { padding: 1 0 0 0; }
    .-cards-medium .-large.-high ClockTable #side { grid-columns: 8 1fr; grid-rows: 2 1 5 1 6 1fr 5; }
    .-cards-small .-roomy ClockTable #side, .-cards-small .-large ClockTable #side {
        grid-columns: 6 1fr;
        grid-rows: 2 1 5 1 4 1fr 5;
    }
    .-cards-small .-roomy.-short ClockTable #side, .-cards-small .-large.-short ClockTable #side {
        grid-rows: 1 5 1 3 1fr 4;
    }
    SteppingScreen.-medium ClockTable #side { grid-columns: 8 1fr; grid-rows: 1 1 3 1 4 1fr 5; }
    SteppingScreen.-medium ClockTable #count { padding: 0 0 0 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._chain = 0
        """Which of several quick clicks on the same station the last one was, from 1."""

    def parts(self) -> Iterator[BoundWidget[Any]]:
        """The dial, then the card in hand, the kings, what happened and what to do."""
        yield Dial(selectors.dial_model, id="dial")
        yield Line(selectors.heading, id="heading")
        yield CardRow(selectors.hand_row, id="in-hand")
        yield Line(selectors.name_line, id="name")
        yield Count(selectors.count, id="count")
        yield Line(selectors.outlook, id="outlook")
        yield CardRow(selectors.lower_row, id="lower")
        yield GameLog(selectors.log_lines, id="log")
        yield Line(prompt, id="prompt")

    def places(self) -> dict[Target, Region]:
        """As on every dial; when the king is exchanged, the cards of a pile lie in the lower row."""
        found, cursor = super().places(), self.shown.cursor
        if cursor is not None and cursor.depth:
            found[cursor] = self.row("lower").place(cursor.depth - 1)
        return found

    # -- the pointer -----------------------------------------------------------------------------------

    def counts(self, event: Dial.Pressed) -> bool:
        """Each of several quick clicks counts, unless the one before it was on something that lay over the table."""
        counts = event.chain in (1, self._chain + 1)
        self._chain = event.chain
        return counts

    @on(Dial.Pointed)
    def _chain_broken(self) -> None:
        """The pointer came to another station, or something came between it and the dial."""
        self._chain = 0

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: AnyPlayerView, after: AnyPlayerView) -> list[Flight]:
        """The card in hand on its way to its pile, then the one that turns up there on its way to the hand."""
        ways: list[Flight] = []
        stations = self.stations
        hand, size = self.row("in-hand").place(0), self.query_one(Dial).layout_now.card
        for event in after.happened:
            match event:
                case Placed(card):
                    ways.append(Flight.between(hand, stations[card.rank], Face(card), size))
                case TurnedUp(card, pile):
                    ways.append(Flight.between(stations[pile], hand, Face(card), size, delay=LATER))
                case Exchanged(king, pile, _, card):
                    ways.append(Flight.between(hand, stations[pile], Face(king), size))
                    ways.append(Flight.between(stations[pile], hand, Face(card), size, delay=LATER))
        return ways

    # -- what else the screens show ----------------------------------------------------------------------

    dial_model = staticmethod(selectors.dial_model)
    marks = staticmethod(selectors.marks)
    log_lines = staticmethod(selectors.log_lines)

    @staticmethod
    def result(state: State, happened: Sequence[ClockEvent]) -> "ResultModel":
        from clockspades.games.clock.clock_selectors import clock_result

        return clock_result(state)
