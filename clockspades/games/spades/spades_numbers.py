"""Spades in numbers."""

from operator import attrgetter
from typing import Final

from clockspades.cards import ALL_CARDS
from clockspades.engine.numbers import Floats, GameNumbers, VectorPart, by_seat, each_seat, flags, joined, number
from clockspades.games.spades import spades_state as spades
from clockspades.games.spades.spades_state import PassCards, SpadesAction, SpadesPhase, SpadesState
from clockspades.games.trick_numbers import of_sides, shared_parts
from clockspades.games.tricks import PLAYS

_PHASES: Final = tuple(SpadesPhase)


def _bids(view: SpadesState, seat: int) -> Floats:
    bids = by_seat(view.bids, seat)
    return joined((0, 0, 0) if bid is None else (1, bid.tricks, bid.blind) for bid in bids)


def _parts(seats: int) -> tuple[VectorPart, ...]:
    return (
        *shared_parts(seats, ALL_CARDS),
        of_sides("bags", "By seat the bags of its side.", seats),
        VectorPart("bids", "By seat whether it bid, its tricks, if blind.", (seats, 3), spades.MOST_TRICKS, _bids),
        each_seat("looked", "By seat whether it may see its hand.", seats, 1, attrgetter("looked")),
        flags("phase", "What is done: deal, draw, bid, pass, play, no more.", _PHASES, lambda view, _: (view.phase,)),
        number("broken", "Whether spades may be led.", 1, lambda view, _: view.broken),
        flags("given", "The cards that the seat passes.", ALL_CARDS, lambda view, seat: view.given[seat]),
        flags("received", "The cards that the seat was passed.", ALL_CARDS, lambda view, seat: view.received[seat]),
        flags("top", "With two, the card that the seat looks at.", ALL_CARDS, lambda view, _: view.stock[:1]),
        number("stock", "With two, how many cards the stock has.", 52, lambda view, _: len(view.stock)),
        flags("discards", "With two, cards that it did not keep.", ALL_CARDS, lambda view, seat: view.discards[seat]),
    )


_BIDS: Final[tuple[SpadesAction, ...]] = (
    *map(spades.MakeBid, range(spades.MOST_TRICKS + 1)),
    spades.MakeBid(0, blind=True),
)
_ONE: Final[tuple[SpadesAction, ...]] = (
    *(PLAYS[card] for card in ALL_CARDS),
    *_BIDS,
    spades.LookAtCards(),
    *map(spades.DrawCard, (True, False)),
)
_PASSES: Final = tuple(PassCards((card,)) for card in ALL_CARDS)
_PASS: Final = {card: len(_ONE) + place for place, card in enumerate(ALL_CARDS)}


def _steps(action: PassCards) -> frozenset[int]:
    return frozenset([_PASS[card] for card in action.cards])


NUMBERS: Final = GameNumbers[SpadesState, SpadesAction](
    (*_ONE, *_PASSES), _parts, range(len(_ONE), len(_ONE) + len(_PASSES)), _steps
)
