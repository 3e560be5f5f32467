"""What a player saw of a game of tricks at each of its points, for the notes of its lesson."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from clockspades.cards import Card, Rank, Suit
from clockspades.games import tricks
from clockspades.games.tricks import Play
from clockspades.table.model import Target, TargetKind
from clockspades.table.parts import InPart

HAND: Final = InPart("near-hand")
"""The whole hand, for a note."""


class Seen(NamedTuple):
    """One point of the first deal, as the player saw it."""

    seat: int
    """The player's."""
    players: int
    events: Sequence[Any] = ()
    """Those that led here."""
    hand: tuple[Card, ...] = ()
    played: tuple[Card, ...] = ()
    """The cards that the player has played from it."""
    turn: int | None = None
    """Whose card comes next; None before the first lead, and after the deal."""
    trick: tuple[Play, ...] = ()
    taken: tuple[int, ...] = ()
    """Who has taken the tricks so far, in order."""
    gone: frozenset[Suit] = frozenset()
    """The suits of all cards that were played."""

    @property
    def is_mine(self) -> bool:
        """Whether the player plays a card now."""
        return self.turn == self.seat

    @property
    def led(self) -> Suit | None:
        """The suit led; None before the lead."""
        return tricks.led_suit(self.trick)

    def held(self, suit: Suit | None) -> tuple[Card, ...]:
        """The player's cards of a suit."""
        return tuple(card for card in self.hand if card.suit is suit)

    def tricks_of(self, seat: int) -> int:
        """How many tricks a seat has taken."""
        return self.taken.count(seat)

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

    def after(self, event: Any) -> "Seen":
        """The same once an event has happened."""
        match event:
            case tricks.Dealt(seat, cards) if seat == self.seat:
                return self._replace(hand=cards)
            case tricks.TrickBegan(_, leader):
                return self._replace(turn=leader, trick=())
            case tricks.CardPlayed(seat, card):
                seen = self.with_play(Play(seat, card))
                if seat != self.seat:
                    return seen
                hand = tuple(mine for mine in self.hand if mine is not card)
                return seen._replace(hand=hand, played=(*self.played, card))
            case tricks.TrickTaken(winner):
                return self._replace(taken=(*self.taken, winner), turn=None)
        return self

    def with_play(self, play: Play) -> "Seen":
        """The same with a card on the trick."""
        turn, gone = tricks.left_of(play.seat, self.players), self.gone | {play.card.suit}
        return self._replace(trick=(*self.trick, play), turn=turn, gone=gone)


def first_deal(seen: Seen, history: Sequence[Sequence[Any]]) -> Iterator[Seen]:
    """What a player saw at each point of the first deal, from ``seen`` on."""
    for events in history:
        for event in events:
            seen = seen.after(event)
        yield seen._replace(events=events)
