"""Every action that a game's kinds of action can express, legal or not."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import product
from random import Random
from typing import Any, get_type_hints

from clockspades.cards import PACK, Card, Rank
from clockspades.engine.game import Action, Deal, Game

NUMBERS = range(20)
"""Numbers that an action may hold: piles, depths, places and tricks."""
SETS_OF_CARDS = 40
"""How many sets of three cards are tried where an action holds cards."""


def action_space(game: Game[Any, Any, Any], deals: Iterable[Deal]) -> list[Action]:
    """Each action that can be written in a log and read from it, with these deals for the deal."""
    space: list[Action] = list(deals)
    for kind in game.actions:
        if kind is not Deal:
            space += [action for action in _of_kind(kind) if _can_be_read(game, action)]
    return space


def _of_kind(kind: type[Action]) -> Iterator[Action]:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for values in product(*(_values(hints[name]) for name in names)):
        yield kind(*values)


def _values(hint: Any) -> Iterable[Any]:
    if hint is Rank:
        return list(Rank)
    if hint is Card:
        return PACK
    if hint is bool:
        return (False, True)
    if hint is int:
        return NUMBERS
    if hint == tuple[Card, ...]:
        rng = Random("sets of three cards")
        return [tuple(rng.sample(PACK, 3)) for _ in range(SETS_OF_CARDS)]
    raise TypeError(f"the action space has no values for {hint}: name some here")


def _can_be_read(game: Game[Any, Any, Any], action: Action) -> bool:
    try:
        return game.parse_action(action.do, action.arguments()) == action
    except ValueError:
        return False
