"""Every action that a game's kinds of action can express, legal or not, and actions that no log can hold."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import product
from random import Random
from typing import Any, get_type_hints

from clockspades.cards import PACK, UNKNOWN, Card, Rank
from clockspades.engine.game import Game
from clockspades.engine.rules import Action, Deal

NUMBERS = range(20)
"""Numbers that an action may hold: piles, depths, places and tricks."""
SETS_OF_CARDS = 40
"""How many sets of three cards are tried where an action holds cards."""
STRANGE_NUMBERS = (-1, -2, 99)
"""Numbers that nothing has."""


def action_space(game: Game[Any, Any, Any], deals: Iterable[Deal]) -> list[Action]:
    """Each action that can be written in a log and read from it, with these deals for the deal."""
    space: list[Action] = list(deals)
    for kind in game.rules.actions:
        if kind is not Deal:
            space += [action for action in _of_kind(kind, _values) if _can_be_read(game, action)]
    return space


def strange_actions(game: Game[Any, Any, Any], others: Iterable[Game[Any, Any, Any]], deal: Deal) -> list[Action]:
    """Actions that code can make and no rules allow: with numbers or cards that nothing has, and of other games."""
    strange: list[Action] = [
        Deal(()),
        Deal(deal.cards[1:]),
        Deal((deal.cards[1], *deal.cards[1:])),
        Deal((UNKNOWN, *deal.cards[1:])),
    ]
    for kind in game.rules.actions:
        if kind is not Deal:
            strange += [action for action in _of_kind(kind, _strange_values) if not _can_be_read(game, action)]
    kinds = {kind for other in others for kind in other.rules.actions if kind not in game.rules.actions}
    for kind in sorted(kinds, key=lambda kind: (kind.__module__, kind.__name__)):
        strange.append(next(_of_kind(kind, _values)))
    return strange


def _of_kind(kind: type[Action], values_of: Callable[[Any], Iterable[Any]]) -> Iterator[Action]:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for values in product(*(values_of(hints[name]) for name in names)):
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


def _strange_values(hint: Any) -> Iterable[Any]:
    """Values that nothing has beside one or two that something has."""
    if hint is Card:
        return (UNKNOWN,)
    if hint is int:
        return (1, *STRANGE_NUMBERS)
    if hint == tuple[Card, ...]:
        return ((), PACK[:2], PACK[:1] * 3, (*PACK[:2], UNKNOWN), PACK[:4])
    return _values(hint)


def _can_be_read(game: Game[Any, Any, Any], action: Action) -> bool:
    try:
        return game.rules.parse_action(action.do, action.arguments()) == action
    except ValueError:
        return False
