"""A card on its way across the table: decoration over a state that stands already."""

from typing import NamedTuple

from textual.geometry import Offset, Size
from textual.strip import Strip

from clockspades.tui.faces import Face
from clockspades.tui.widgets.canvas import CardCanvas

SECONDS = 0.22
"""How long a card is in the air."""


class Flight(NamedTuple):
    """A card's way: its face and size, and the places of its upper left corner, on the screen."""

    face: Face
    size: Size
    start: Offset
    end: Offset
    delay: float = 0.0
    """Seconds until it leaves."""


class Flyer(CardCanvas):
    """A card in the air; between flights it is not shown, and waits to be used again."""

    def __init__(self) -> None:
        super().__init__()
        self._flight: Flight | None = None
        self.display = False

    @property
    def is_free(self) -> bool:
        """Whether it waits for its next flight."""
        return self._flight is None

    def fly(self, flight: Flight, origin: Offset) -> None:
        """Show the flight; ``origin`` is the corner of the table on the screen."""
        self._flight = flight
        self.styles.width, self.styles.height = flight.size
        self.offset = flight.start - origin
        self.animate(
            "offset",
            flight.end - origin,
            duration=SECONDS,
            delay=flight.delay,
            easing="out_cubic",
            on_complete=self.land,
            level="basic",
        )
        self.display = not flight.delay
        if flight.delay:
            self.set_timer(flight.delay, self._leave)

    def _leave(self) -> None:
        self.display = self._flight is not None

    def land(self) -> None:
        """End the flight at once."""
        if self._flight is not None:
            self._flight = None
            self.display = False

    def render_line(self, y: int) -> Strip:
        """One line of the card."""
        if self._flight is None:
            return Strip.blank(self.size.width, self.role(""))
        return Strip(self.card(self._flight.face, self._flight.size)[y])
