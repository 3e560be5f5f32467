"""What the tables with a clock share: the dial, and beside it a grid with rows of cards, the log and the prompt."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.geometry import Region
from textual.widget import Widget

from clockspades.engine.rules import EventT, StateT
from clockspades.table.model import Target, TargetKind
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.bound_widget import BoundWidget
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial


class DialTable(Table[StateT, EventT]):
    """A game on the clock."""

    station: ClassVar[TargetKind] = TargetKind.HOUR
    """The kind of target that a station of the dial is."""
    centre: ClassVar[int] = 0
    """The number of the target in the middle of the dial."""
    rows: ClassVar[Mapping[TargetKind, str]]
    """The rows of cards that can be pointed at, by the kind of target that their cards are."""

    @abstractmethod
    def parts(self) -> Iterator[BoundWidget[Any]]:
        """The dial, then the widgets beside it from top to bottom."""

    def compose(self) -> ComposeResult:
        """The dial on the left, and the grid beside it."""
        dial, *beside = self.parts()
        yield dial.data_bind(table_model=Table.model)
        with Widget(id="side"):
            for part in beside:
                yield part.data_bind(table_model=Table.model)

    # -- where everything is ---------------------------------------------------------------------------

    def places(self) -> dict[Target, Region]:
        stations = self.stations

        def place(target: Target) -> Region:
            if target.kind is self.station:
                return stations[target.number]
            return self.row(self.rows[target.kind]).place(target.number)

        return {target: place(target) for target in self.rules.targets(self.shown)}

    @property
    def stations(self) -> dict[int, Region]:
        """Where the stations of the dial and its middle stand on the screen, by the numbers of their targets."""
        return {hour or self.centre: region for hour, region in enumerate(self.query_one(Dial).places)}

    def row(self, name: str) -> CardRow:
        """A row of cards."""
        return self.query_one(f"#{name}", CardRow)

    # -- the pointer -----------------------------------------------------------------------------------

    def counts(self, event: Dial.Pressed) -> bool:
        """Whether a click on the dial counts: a double click is one click."""
        return event.chain == 1

    @on(Dial.Pressed)
    def _dial_pressed(self, event: Dial.Pressed) -> None:
        if self.counts(event):
            self.press(self.station, event.hour or self.centre)

    @on(Dial.Pointed)
    def _dial_pointed(self, event: Dial.Pointed) -> None:
        self.hover(self.station, None if event.hour is None else event.hour or self.centre)

    @on(CardRow.Pressed)
    def _card_pressed(self, event: CardRow.Pressed) -> None:
        kind = self._kind_of(event.row)
        if kind is not None:
            self.press(kind, event.number)

    @on(CardRow.Pointed)
    def _card_pointed(self, event: CardRow.Pointed) -> None:
        kind = self._kind_of(event.row)
        if kind is not None:
            self.hover(kind, event.number)

    def _kind_of(self, row: CardRow) -> TargetKind | None:
        return next((kind for kind, name in self.rows.items() if name == row.id), None)
