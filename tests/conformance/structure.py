"""Looking into states and events of any game: frozen dataclasses, tuples, cards and plain values inside one another."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any, TypeAlias

from clockspades.cards import UNKNOWN, Card

Path: TypeAlias = tuple[str | int, ...]
"""Which field, then which place in it, and so on."""


def parts(value: Any) -> Iterator[tuple[str | int, Any]]:
    """The fields or places of a value, none for a card or a plain value."""
    if is_dataclass(value):
        yield from ((field.name, getattr(value, field.name)) for field in fields(value))
    elif isinstance(value, tuple):
        yield from enumerate(value)


@lru_cache(maxsize=1 << 12)
def cards_in(value: Hashable) -> frozenset[Card]:
    """Every card in a value that is not unknown. Most of a state is as it was before: it is looked up."""
    if isinstance(value, Card):
        return frozenset({value} - {UNKNOWN})
    return frozenset().union(*(cards_in(part) for _, part in parts(value)))


def hidden(whole: Any, view: Any, path: Path = ()) -> dict[Path, Card]:
    """Where ``view`` has an unknown card, and the card there; AssertionError if they differ in anything else."""
    if view is whole:
        return {}
    if isinstance(whole, Card):
        if view is UNKNOWN and whole is not UNKNOWN:
            return {path: whole}
        raise AssertionError(f"{path}: the {whole} is seen as {view}")
    assert type(view) is type(whole), f"{path}: {whole!r} is seen as {view!r}"
    whole_parts, view_parts = dict(parts(whole)), dict(parts(view))
    assert whole_parts.keys() == view_parts.keys(), f"{path}: {whole!r} is seen as {view!r}"
    if not whole_parts:
        assert view == whole, f"{path}: {whole!r} is seen as {view!r}"
    found: dict[Path, Card] = {}
    for key, part in whole_parts.items():
        found |= hidden(part, view_parts[key], (*path, key))
    return found


def with_cards(value: Any, cards: Mapping[Path, Card]) -> Any:
    """The same value with other cards in these places."""
    if () in cards:
        return cards[()]
    changed: dict[str | int, dict[Path, Card]] = {}
    for (first, *rest), card in cards.items():
        changed.setdefault(first, {})[tuple(rest)] = card
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{str(key): with_cards(getattr(value, str(key)), inner) for key, inner in changed.items()}
        )
    items = [with_cards(part, changed[place]) if place in changed else part for place, part in enumerate(value)]
    return type(value)(*items) if hasattr(value, "_fields") else tuple(items)


def assert_frozen(value: Any) -> None:
    """AssertionError if anything in a value can be changed."""
    if is_dataclass(value) and not isinstance(value, type):
        assert value.__dataclass_params__.frozen, f"{type(value).__name__} is not frozen"  # type: ignore[attr-defined]
        assert not hasattr(value, "__dict__"), f"{type(value).__name__} has no slots"
    else:
        plain = isinstance(value, (tuple, Card, Enum, bool, int, float, str, type(None)))
        assert plain, f"a {type(value).__name__} can be changed"
    for _, part in parts(value):
        assert_frozen(part)
