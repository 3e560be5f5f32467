"""Which cards were missed: those that could be placed while something else was done instead."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from clockspades.cards import Card
from clockspades.games.german_clock.german_clock_rules import State, can_place, is_choice


class Miss(NamedTuple):
    """A card that was left on the waste."""

    point: int
    """The point of the game at which it lay there and could be placed."""
    card: Card
    is_choice: bool
    """Whether it would have settled a suit, so that to leave it may have been wise."""


def missed(states: Sequence[State]) -> tuple[Miss, ...]:
    """Every such card of a game, from its states in order."""
    return tuple(
        Miss(point, before.waste[-1], is_choice(before))
        for point, (before, after) in enumerate(pairwise(states))
        if can_place(before) and after.placed == before.placed
    )
