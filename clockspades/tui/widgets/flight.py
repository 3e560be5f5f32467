"""What lies over the table for a while: cards on their way across it, and badges of advice."""

from functools import partial
from math import cos, pi
from typing import Final, NamedTuple

from rich.segment import Segment
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.strip import Strip

from clockspades.cards import PACK, Suit
from clockspades.table.glyphs import glyphs
from clockspades.table.model import Badge
from clockspades.table.moments import SECONDS, TURN, WAIT
from clockspades.table.parts import Move
from clockspades.table.widget_models import Face, Tone
from clockspades.tui.drawing.drawn_cards import draw_turning
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.widgets.canvas import CardCanvas

FALLING: Final = [card for card in PACK if card.suit is Suit.SPADES][:4:-1]
"""The cards of a cascade, which are only for show."""
IN_AIR: Final = 0.6
"""The share of a cascade that each of its cards is in the air."""
FRAMES: Final = 15
"""How often a cascade is drawn in a second."""
ROWS_OF_CARDS: Final = 6
"""How many cards of a cascade have room above each other."""
SLOW: Final = 2 * SECONDS
"""The seconds from which on a flight is a slow one."""


class Flight(NamedTuple):
    """A card's way: its face and size, and the places of its upper left corner, on the screen."""

    face: Face
    size: Size
    start: Offset
    end: Offset
    delay: float = 0.0
    """Seconds until it leaves at the full tempo."""
    turns: bool = False
    """Whether it goes with its back up, and is turned up where it arrives."""
    seconds: float = SECONDS
    """How long it is in the air at the full tempo."""
    bounces: bool = False
    """Whether it falls to the height of its end, and bounces there until it has come to it."""

    @property
    def over(self) -> float:
        """Seconds at the full tempo until it has landed, from before its delay."""
        return self.delay + self.seconds + (WAIT + TURN if self.turns else 0.0)

    def place(self, elapsed: float) -> Offset:
        """Where it is some seconds after it left, at the full tempo: slower at the end, a slow one at both ends."""
        share = min(elapsed / self.seconds, 1.0)
        if self.bounces:
            height = (self.end.y - self.start.y) * (1 - share) * abs(cos(2.5 * pi * share))
            return Offset(self.start.blend(self.end, share).x, self.end.y - round(height))
        way = (1 - cos(pi * share)) / 2 if self.seconds > SLOW else 1 - (1 - share) ** 3
        return self.start.blend(self.end, way)

    def turned(self, elapsed: float) -> float:
        """How far the card is turned up by then, from 0 to 1: slower at both ends."""
        share = min(max((elapsed - self.seconds - WAIT) / TURN, 0.0), 1.0)
        return (1 - cos(pi * share)) / 2

    @classmethod
    def between(cls, start: Region, end: Region, size: Size, move: Move) -> "Flight":
        """A move from one place to another, the middle of a card of a size on the middle of each."""
        corners = corner(start, size), corner(end, size)
        return cls(move.face, size, *corners, move.delay, move.turns, move.seconds)


def cascade(room: Region, delay: float, seconds: float) -> list[Flight]:
    """Cards that fall from the middle of a room to both sides, bouncing, within some seconds after a delay."""
    size = next((card for card in CARDS[1:] if card.height * ROWS_OF_CARDS <= room.height), CARDS[-1])
    flights: list[Flight] = []
    for number, card in enumerate(FALLING):
        left = 1 - number / len(FALLING)  # the first fall farthest to the sides
        start = Offset(room.x + (room.width - size.width) // 2, room.y)
        end = start + Offset(round((-1) ** number * left * (start.x - room.x)), room.height - size.height)
        leaves = delay + seconds * (1 - IN_AIR) * (1 - left)
        flights.append(Flight(Face(card), size, start, end, leaves, seconds=seconds * IN_AIR, bounces=True))
    return flights


def corner(place: Region, size: Size) -> Offset:
    """The upper left corner of something of a size in the middle of a place."""
    return place.offset + Offset((place.width - size.width) // 2, (place.height - size.height) // 2)


class Flyer(CardCanvas):
    """A card in the air; between flights it is not shown, and waits to be used again."""

    elapsed: var[float] = var(0.0)
    """The seconds since its flight and the delay before that began, at the full tempo."""
    turned: reactive[float] = reactive(0.0)
    """How far a card that is turned up is on its way from its back (0) to its front (1)."""

    class Landed(Message):
        """A card came to where it goes."""

    def __init__(self) -> None:
        super().__init__()
        self._flight: Flight | None = None
        self._origin = Offset()
        self._vanish()

    @property
    def is_free(self) -> bool:
        return self._flight is None

    def fly(self, flight: Flight, origin: Offset) -> None:
        """Show the flight; ``origin`` is the corner of the table on the screen."""
        self._flight, self._origin = flight, origin
        self.set_reactive(Flyer.elapsed, 0.0)
        self.watch_elapsed()
        seconds = flight.over * self.app.settings.tempo
        arrive = partial(self._arrive, flight)
        self.animate("elapsed", flight.over, duration=seconds, easing="linear", on_complete=arrive, level="basic")

    def watch_elapsed(self) -> None:
        """Show the card where it is by now, once it has left."""
        flight = self._flight
        if flight is None:
            return
        # all cards of a cascade move at once, and not often: a slow line keeps up
        elapsed = int(self.elapsed * FRAMES) / FRAMES if flight.bounces else self.elapsed
        if elapsed >= flight.delay:
            since = elapsed - flight.delay
            self.offset, self.turned = flight.place(since) - self._origin, flight.turned(since)
            self.styles.width, self.styles.height = flight.size

    def _arrive(self, flight: Flight) -> None:
        """End the flight, unless it was ended: Textual tells that later, and the card may be on its next one."""
        if self._flight is flight:
            self.land()

    def carry(self, face: Face, size: Size) -> None:
        """Show a card that goes where :attr:`offset` is set, until it lands."""
        self._flight = Flight(face, size, Offset(), Offset())
        self.styles.width, self.styles.height = size

    def land(self) -> None:
        if self._flight is not None:
            self._flight = None
            self._vanish()
            self.app.animator.force_stop_animation(self, "elapsed")
            self.post_message(self.Landed())

    def _vanish(self) -> None:
        """Take no cells. To be hidden would have everything on the table painted anew, and to be shown again."""
        self.styles.width = self.styles.height = 0

    def render_line(self, y: int) -> Strip:
        """One line of the card; blank where the card before it was taller, until it is laid out anew."""
        if self._flight is None or y >= self._flight.size.height:
            return Strip.blank(self.size.width, self.role(""))
        return self._line(self._flight, self.turned, y)

    def drawn(self, flight: Flight, elapsed: float) -> list[Strip]:
        """The lines of the card of a flight, some seconds after it left at the full tempo. Nothing is shown."""
        return [self._line(flight, flight.turned(elapsed), y) for y in range(flight.size.height)]

    def _line(self, flight: Flight, turned: float, y: int) -> Strip:
        if not flight.turns:
            return self.card(flight.face, flight.size)[y]
        row = draw_turning(flight.face, flight.size, turned, glyphs())[y]
        return Strip([Segment(text, self.role(role)) for text, role in row if text])


class AdviceBadge(CardCanvas):
    """Words over a card, above its rank and suit; while it has none it takes no cells, and waits to be used again."""

    words: reactive[str] = reactive("")
    tone: reactive[Tone] = reactive(Tone.PLAIN)

    def put_on(self, badge: Badge, card: Region, origin: Offset) -> None:
        """Stand on a card, as far as that has room; ``origin`` is the corner of the table on the screen."""
        words = badge.text(card.width)
        self.words, self.tone = f" {words}" if card.width > len(words) + 3 else words, badge.tone  # apart from a digit
        self.offset = Offset(card.x + (card.width - len(self.words)) // 2, card.y) - origin
        self.styles.width, self.styles.height = len(self.words), 1

    def take_away(self) -> None:
        self.words = ""
        self.styles.width = self.styles.height = 0

    def render_line(self, y: int) -> Strip:
        return Strip([Segment(self.words, self.role(f"advice--{self.tone}"))])
