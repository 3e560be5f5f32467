"""What the vectors of trick-taking games share."""

from array import array
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Final

from clockspades.cards import Card
from clockspades.engine.numbers import Floats, VectorPart, by_seat, flags, marks
from clockspades.engine.rules import LARGEST_SCORE
from clockspades.games.tricks import Play, TrickView

MOST_TRICKS: Final = 17
"""Tricks in the longest deal, and cards in the largest hand."""


def shared_parts(seats: int, pack: Sequence[Card]) -> tuple[VectorPart, ...]:
    """The parts of every game of tricks, with so many seats and all cards that one of its packs has."""
    place, mark_seat = {card: at for at, card in enumerate(pack)}, marks(range(seats))

    def is_one(name: str, view: TrickView, seat: int) -> Floats:
        return mark_seat(((getattr(view, name) - seat) % seats,))

    def played(plays: Iterable[Play], seat: int) -> Floats:
        row = array("f", bytes(4 * seats * len(pack)))
        for at, card in plays:
            row[(at - seat) % seats * len(pack) + place[card]] = 1
        return row

    def trick(view: TrickView, seat: int) -> Floats:
        return played(view.trick, seat)

    def deal(view: TrickView, seat: int) -> Floats:
        return played(chain(view.trick, *[each.plays for each in view.tricks]), seat)

    def taken(view: TrickView, seat: int) -> tuple[int, ...]:
        return by_seat(view.taken, seat)

    def scores(view: TrickView, seat: int) -> list[int]:
        scores = view.scores
        return [scores[side] for side in by_seat(view.sides, seat)]

    def held(view: TrickView, seat: int) -> list[int]:
        return [len(hand) for hand in by_seat(view.hands, seat)]

    each_seat, each_card = (seats,), (seats, len(pack))
    return (
        VectorPart("seat", "By seat whether it is its turn.", each_seat, 1, partial(is_one, "seat")),
        VectorPart("leader", "By seat whether it led, or leads, the trick.", each_seat, 1, partial(is_one, "leader")),
        VectorPart("dealer", "By seat whether it dealt.", each_seat, 1, partial(is_one, "dealer")),
        flags("hand", "The cards in the seat's hand.", pack, lambda view, seat: view.hands[seat]),
        VectorPart("held", "By seat how many cards it has in hand.", each_seat, MOST_TRICKS, held),
        VectorPart("trick", "By seat the card that it played to the trick so far.", each_card, 1, trick),
        VectorPart("played", "By seat the cards that it played in this deal.", each_card, 1, deal),
        VectorPart("taken", "By seat the tricks that it took in this deal.", each_seat, MOST_TRICKS, taken),
        VectorPart("scores", "By seat the score of its side.", each_seat, LARGEST_SCORE, scores, -LARGEST_SCORE),
    )
