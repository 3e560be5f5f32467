"""What the vectors of trick-taking games share."""

from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Final

from clockspades.cards import Card
from clockspades.engine.numbers import Floats, VectorPart, each_seat, flags, held
from clockspades.engine.rules import LARGEST_SCORE
from clockspades.games.tricks import Play, TrickView

MOST_TRICKS: Final = 17
"""Tricks in the longest deal, and cards in the largest hand."""


def of_sides(name: str, meaning: str, seats: int, least: int = 0) -> VectorPart:
    """A part with what a field of the view has for the side of each seat, such as its score."""

    def of(view: Any) -> list[int]:
        by_side = getattr(view, name)
        return [by_side[side] for side in view.sides]

    return each_seat(name, meaning, seats, LARGEST_SCORE, of, least)


def shared_parts(seats: int, pack: Sequence[Card]) -> tuple[VectorPart, ...]:
    """The parts of every game of tricks, with so many seats and all cards that one of its packs has."""
    place = {card: at for at, card in enumerate(pack)}

    def is_one(name: str, meaning: str) -> VectorPart:
        return each_seat(name, meaning, seats, 1, lambda view: [at == getattr(view, name) for at in range(seats)])

    def played(plays: Iterable[Play], seat: int) -> Floats:
        row = array("f", bytes(4 * seats * len(pack)))
        for at, card in plays:
            row[(at - seat) % seats * len(pack) + place[card]] = 1
        return row

    def trick(view: TrickView, seat: int) -> Floats:
        return played(view.trick, seat)

    def deal(view: TrickView, seat: int) -> Floats:
        return played(chain(view.trick, *[each.plays for each in view.tricks]), seat)

    each_card = (seats, len(pack))
    return (
        is_one("seat", "By seat whether it is its turn."),
        is_one("leader", "By seat whether it led, or leads, the trick."),
        is_one("dealer", "By seat whether it dealt."),
        flags("hand", "The cards in the seat's hand.", pack, lambda view, seat: view.hands[seat]),
        each_seat("held", "By seat how many cards it has in hand.", seats, MOST_TRICKS, held),
        VectorPart("trick", "By seat the card that it played to the trick so far.", each_card, 1, trick),
        VectorPart("played", "By seat the cards that it played in this deal.", each_card, 1, deal),
        each_seat("taken", "By seat the tricks that it took in this deal.", seats, MOST_TRICKS, attrgetter("taken")),
        of_sides("scores", "By seat the score of its side.", seats, -LARGEST_SCORE),
    )
