"""What a player saw of a game of tricks at each of its points, for the notes of its lesson."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, NamedTuple

from clockspades.cards import Card, Rank, Suit
from clockspades.games import tricks
from clockspades.games.tricks import TrickT
from clockspades.table.glyphs import Terminal
from clockspades.table.lesson import Course
from clockspades.table.model import Target, TargetKind
from clockspades.table.parts import InPart

HAND: Final = InPart("near-hand")
"""The whole hand, for a note."""


class Seen(NamedTuple, Generic[TrickT]):
    """One point of a deal, as the player saw it."""

    seat: int
    """The player's."""
    view: TrickT
    events: Sequence[Any]
    """Those that led here."""
    played: tuple[Card, ...]
    """The cards that the player has played from the hand."""
    terminal: Terminal

    @property
    def players(self) -> int:
        return len(self.view.hands)

    @property
    def hand(self) -> tuple[Card, ...]:
        return self.view.hands[self.seat]

    @property
    def led(self) -> Suit | None:
        """The suit led; None before the lead."""
        return tricks.led_suit(self.view.trick)

    def held(self, suit: Suit | None) -> tuple[Card, ...]:
        return tuple(card for card in self.hand if card.suit is suit)

    def place(self, seat: int) -> int:
        """How many places clockwise from the player a seat is."""
        return (seat - self.seat) % self.players

    def played_by(self, seat: int) -> Target:
        """Where the card of a seat lies on the trick."""
        return Target(TargetKind.PLAY, self.place(seat))

    def badge(self, seat: int) -> Target:
        """Where a player's name stands."""
        return Target(TargetKind.BADGE, self.place(seat))

    def card(self, card: Card, ranks: Sequence[Rank]) -> Target:
        """Where a card of the hand lies in the fan."""
        return Target(TargetKind.HAND, tricks.sorted_hand(self.hand, ranks, self.played).index(card))


def seen_points(seen: Course[TrickT, Any]) -> Iterator[Seen[TrickT]]:
    """What a player saw at each point of the first deal."""
    played: tuple[Card, ...] = ()
    views, history, seat, _, terminal = seen
    for view, events in zip(views[1:], history, strict=True):
        cards = (event for event in events if isinstance(event, tricks.CardPlayed) and event.seat == seat)
        played = (*played, *(event.card for event in cards))
        yield Seen(seat, view, events, played, terminal)
