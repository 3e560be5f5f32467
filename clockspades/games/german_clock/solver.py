"""Whether a game of German Clock is won, with all cards open, once the order of suits is chosen.

Then there is nothing more to decide: a card has one place on the clock, and placing it as soon as it fits never
keeps another card off. So one way to play on is as good as any. The test compares this with the rules.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from clockspades.cards import Card, Suit
from clockspades.games.german_clock.german_clock_rules import GermanClockState

SuitOrder: TypeAlias = tuple[Suit, Suit, Suit, Suit]

ORDERS: Final[tuple[SuitOrder, ...]] = tuple(
    (first, second, third, fourth)
    for first in Suit
    for second in Suit
    if first.is_red is not second.is_red
    for third in Suit
    if third is not first and third.is_red is first.is_red
    for fourth in Suit
    if fourth is not second and fourth.is_red is second.is_red
)
"""Every order of alternating colours."""


_LEVELS: Final = {order: tuple(order.index(suit) for suit in Suit) for order in ORDERS}
"""By order how high each suit lies in it."""


def orders(suits: Sequence[Suit]) -> tuple[SuitOrder, ...]:
    """The orders that begin with the suits that are settled."""
    return tuple(order for order in ORDERS if order[: len(suits)] == tuple(suits))


def wins(state: GermanClockState, order: SuitOrder) -> bool:
    """Whether all cards come on the clock if each is placed in this order as soon as it fits."""
    level = _LEVELS[order]
    heights = [0, *map(len, state.clock)]
    stock, waste = state.stock, list(state.waste)
    _place(waste, heights, level)
    for _ in range(1 + state.redeals_left):
        for card in stock:
            waste.append(card)
            _place(waste, heights, level)
        stock, waste = tuple(waste), []
    return not stock


def wins_somehow(state: GermanClockState) -> bool:
    """Whether all cards come on the clock in the best order of suits."""
    return any(wins(state, order) for order in orders(state.suits))


def wins_watchfully(state: GermanClockState) -> bool:
    """Whether all cards come on the clock if each is placed as soon as it fits, and so settles the order of suits."""
    fitting = orders(state.suits)
    heights = [0, *map(len, state.clock)]
    stock, waste = state.stock, list(state.waste)
    fitting = _settle(waste, heights, fitting)
    for _ in range(1 + state.redeals_left):
        for card in stock:
            waste.append(card)
            fitting = _settle(waste, heights, fitting)
        stock, waste = tuple(waste), []
    return not stock


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
