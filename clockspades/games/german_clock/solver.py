"""Whether a game of German Clock is won, with all cards open, once the order of suits is chosen.

Then there is nothing more to decide: a card has one place on the clock, and placing it as soon as it fits never
keeps another card off. So one way to play on is as good as any. The test compares this with the rules.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import Final, TypeAlias

from clockspades.cards import Card, Suit
from clockspades.games.german_clock.german_clock_rules import GermanClockState

SuitOrder: TypeAlias = tuple[Suit, ...]

ORDERS: Final[tuple[SuitOrder, ...]] = tuple(
    order for order in permutations(Suit) if order[0].is_red is order[2].is_red is not order[1].is_red
)
"""Every order of alternating colours."""


_LEVELS: Final = {order: tuple(order.index(suit) for suit in Suit) for order in ORDERS}
"""By order how high each suit lies in it."""


def orders(suits: Sequence[Suit]) -> tuple[SuitOrder, ...]:
    """The orders that begin with the suits that are settled."""
    return tuple(order for order in ORDERS if order[: len(suits)] == tuple(suits))


def wins(state: GermanClockState, order: SuitOrder | None = None) -> bool:
    """Whether all cards come on the clock if each is placed as soon as it fits.

    They are placed in one order of suits, or if none is given in that which the first cards settle.
    """
    fitting = (order,) if order is not None else orders(state.suits)
    heights = [0, *map(len, state.clock)]
    stock, waste = state.stock, list(state.waste)
    fitting = _settle(waste, heights, fitting)
    level = _LEVELS[fitting[0]]
    for _ in range(1 + state.redeals_left):
        for card in stock:
            waste.append(card)
            if len(fitting) > 1:
                fitting = _settle(waste, heights, fitting)
                level = _LEVELS[fitting[0]]
            else:
                _place(waste, heights, level)
        stock, waste = tuple(waste), []
    return not stock


def wins_somehow(state: GermanClockState) -> bool:
    """Whether all cards come on the clock in the best order of suits."""
    return any(wins(state, order) for order in orders(state.suits))


def _settle(waste: list[Card], heights: list[int], fitting: tuple[SuitOrder, ...]) -> tuple[SuitOrder, ...]:
    """Place the top of the waste as long as it fits one of these orders; the orders that fit then."""
    while len(fitting) > 1 and waste:
        height = heights[waste[-1].rank]
        left = tuple([order for order in fitting if order[height] is waste[-1].suit]) if height < len(Suit) else ()
        if not left:
            return fitting
        fitting = left
        heights[waste.pop().rank] += 1
    _place(waste, heights, _LEVELS[fitting[0]])
    return fitting


def _place(waste: list[Card], heights: list[int], level: Sequence[int]) -> None:
    """Place the top of the waste as long as that fits; both lists are changed."""
    while waste and heights[waste[-1].rank] == level[waste[-1].suit]:
        heights[waste.pop().rank] += 1
