"""The table of German Clock: the dial of foundations, and beside it the stock, the waste, the order and the log."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.geometry import Offset, Region

from clockspades.cards import UNKNOWN, Card, Rank
from clockspades.games.german_clock import german_clock_selectors as selectors
from clockspades.games.german_clock.german_clock_rules import GermanClockEvent, PassBegan, Placed, State, Turned
from clockspades.games.german_clock.german_clock_selectors import WASTE
from clockspades.games.german_clock.german_clock_table import GermanClockTableRules
from clockspades.table.faces import Face
from clockspades.table.inputs import Carried, Dropped
from clockspades.table.model import AnyPlayerView, AnyTableModel, Target, TargetKind
from clockspades.table.selectors import prompt
from clockspades.tui.tables.dial_table import DialTable
from clockspades.tui.widgets.bound_text import Count, Line
from clockspades.tui.widgets.bound_widget import BoundWidget
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import Flight, Flyer
from clockspades.tui.widgets.game_log import GameLog

if TYPE_CHECKING:
    from clockspades.table.widget_models import ResultModel


class GermanClockTable(DialTable[State, GermanClockEvent]):
    """A game of German Clock on the screen. What it says and shows is the same whether a card can be placed or not."""

    rules = GermanClockTableRules()
    centre = int(Rank.KING)
    rows: ClassVar = {TargetKind.STOCK: "stock", TargetKind.WASTE: "waste"}

    SCOPED_CSS = False
    DEFAULT_CSS = """
    GermanClockTable #side {
        min-width: 30;
        padding: 0 1;
        grid-columns: 10 1fr;
        grid-rows: 2 7 1 4 1fr 5;
    }
    GermanClockTable #order, GermanClockTable #count { column-span: 2; }
    GermanClockTable #count { padding: 1 0 0 0; }

    .-short GermanClockTable #side { grid-columns: 8 1fr; grid-rows: 5 1 3 1fr 5; }
    .-short GermanClockTable #count { padding: 0; }
    .-compact GermanClockTable #side { min-width: 25; padding: 0 0 0 1; grid-columns: 8 1fr; grid-rows: 5 1 3 1fr 6; }
    .-compact.-short GermanClockTable #side { grid-rows: 5 1 3 1fr 5; }
    .-compact GermanClockTable #count { padding: 0; }

    .-large.-high GermanClockTable #side {
        min-width: 40;
        grid-columns: 14 1fr;
        grid-rows: 2 9 1 7 1fr 5;
    }
    .-cards-medium .-normal GermanClockTable #side, .-cards-medium .-roomy GermanClockTable #side,
    .-cards-medium .-large GermanClockTable #side {
        grid-columns: 8 1fr;
        grid-rows: 2 5 1 4 1fr 5;
    }
    .-cards-small GermanClockTable #side { grid-columns: 6 1fr; grid-rows: 2 3 1 4 1fr 5; }
    .-cards-medium .-normal.-short GermanClockTable #side, .-cards-medium .-roomy.-short GermanClockTable #side,
    .-cards-medium .-large.-short GermanClockTable #side {
        grid-rows: 5 1 3 1fr 5;
    }
    .-cards-small .-short GermanClockTable #side { grid-rows: 3 1 3 1fr 5; }
    .-cards-small .-compact GermanClockTable #side { grid-rows: 3 1 3 1fr 5; }
    SteppingScreen.-medium GermanClockTable #side { grid-columns: 8 1fr; grid-rows: 1 5 1 4 1fr 5; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._grabbed = False
        """Whether the button of the mouse went down on the top card of the waste."""
        self._pointer = Offset()
        """Where the pointer drags it, on the screen."""
        self._carried: Flyer | None = None
        """The card as it follows the pointer."""
        self._dropped: tuple[Card, Region] | None = None
        """The card that was let go on its hour, and where: it flies on from there."""

    def parts(self) -> Iterator[BoundWidget[Any]]:
        """The dial, then the stock, the waste, the order of suits, the log and what to do."""
        yield Dial(selectors.dial_model, id="dial")
        yield Line(selectors.heading, id="heading")
        yield CardRow(selectors.stock_row, id="stock")
        yield CardRow(selectors.waste_row, id="waste")
        yield Line(selectors.order, id="order")
        yield Count(selectors.count, id="count")
        yield GameLog(selectors.log_lines, id="log")
        yield Line(prompt, id="prompt")

    def places(self) -> dict[Target, Region]:
        """As on every dial; the waste is where its top card lies."""
        return {**super().places(), Target(TargetKind.WASTE, 0): self._top}

    @property
    def _top(self) -> Region:
        """Where the top card of the waste lies."""
        return self.row("waste").place(WASTE - 1)

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: AnyPlayerView, after: AnyPlayerView) -> list[Flight]:
        """A card from the stock to the waste, from there to its foundation, or the waste back to the stock."""
        dropped, self._dropped = self._dropped, None
        stock = self.row("stock").place(0)
        for event in after.happened:
            match event:
                case Turned(card):
                    return [Flight.between(stock, self._top, Face(card), stock.size)]
                case Placed(card):
                    start = dropped[1] if dropped is not None and dropped[0] is card else self._top
                    size = self.query_one(Dial).layout_now.card
                    return [Flight.between(start, self.stations[card.rank], Face(card), size)]
                case PassBegan(number) if number > 1:
                    return [Flight.between(self._top, stock, Face(UNKNOWN), stock.size)]
        return []

    # -- a card that is dragged to the dial ------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of the top card of the waste."""
        self._grabbed = self._top.contains_point(event.screen_offset)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag it along with the pointer."""
        if self._grabbed and event.button:
            self._pointer = event.screen_offset
            if self._carried is None:
                self.did(Carried(Target(TargetKind.WASTE, WASTE - 1)))
            else:
                self._follow(self._carried)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let it go."""
        if not self._grabbed:
            return
        self._grabbed = False
        self._pointer = event.screen_offset
        stations = self.stations
        hour = next((rank for rank in Rank if stations[rank].contains_point(event.screen_offset)), None)
        card = self.shown.selection.picked
        self._dropped = (card, self._under_pointer) if card is not None and card.rank is hour else None
        self.did(Dropped(None if hour is None else Target(TargetKind.HOUR, int(hour))))

    def watch_model(self, before: AnyTableModel | None, after: AnyTableModel | None) -> None:
        """Show the card that is carried, until it is let go."""
        was_carried, is_carried = (model is not None and model.selection.carried for model in (before, after))
        if is_carried and not was_carried:
            self.call_next(self._lift)
        elif was_carried and not is_carried:
            self._grabbed = False
            self.row("waste").release_mouse()
            if self._carried is not None:
                self._carried.land()
                self._carried = None

    async def _lift(self) -> None:
        """Take the card up, if it was not let go meanwhile."""
        flyer = next((flyer for flyer in self.query(Flyer) if flyer.is_free), None)
        if flyer is None:
            await self.mount(flyer := Flyer())
        card = self.shown.selection.picked
        if card is not None and self._carried is None:
            self._carried = flyer
            flyer.carry(Face(card), self._top.size)
            self._follow(flyer)
            self.row("waste").capture_mouse()

    def _follow(self, flyer: Flyer) -> None:
        flyer.offset = self._under_pointer.offset - self.region.offset

    @property
    def _under_pointer(self) -> Region:
        """Where a card is with its middle at the pointer."""
        size = self._top.size
        return Region.from_offset(self._pointer - Offset(size.width // 2, size.height // 2), size)

    # -- what else the screens show ----------------------------------------------------------------------

    dial_model = staticmethod(selectors.dial_model)
    marks = staticmethod(selectors.marks)
    log_lines = staticmethod(selectors.log_lines)

    @staticmethod
    def result(state: State, happened: Sequence[GermanClockEvent]) -> "ResultModel":
        from clockspades.games.german_clock.german_clock_selectors import german_clock_result

        return german_clock_result(state)
