"""Messages as a hostile host may send them: of the right form, and changed in a place or two."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from clockspades.cards import ALL_CARDS, UNKNOWN

CARDS: Final = [card.text for card in (*ALL_CARDS, UNKNOWN)]
NUMBERS: Final = (-1, 0, 1, 2, 3, 4, 7, 12, 13, 14, 52, 10**6)


class Vocabulary:
    """What stood in each place of some messages, by the keys that lead there."""

    def __init__(self, messages: Iterable[Any]) -> None:
        self._found: dict[str, list[Any]] = defaultdict(list)
        for message in messages:
            for path, value in _values(message):
                self._found[path].append(value)

    def some(self, path: str, rng: Random) -> Any:
        """Something that stood there in another message."""
        return rng.choice(self._found[path])


def _values(written: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    yield path, written
    for key in _keys(written):
        yield from _values(written[key], _way(written, key, path))


def mutated(written: Any, rng: Random, vocabulary: Vocabulary) -> Any:
    """The message with one or two of its places changed."""
    for _ in range(rng.randint(1, 2)):
        written = _changed(written, rng, vocabulary, "")
    return written


def _changed(written: Any, rng: Random, vocabulary: Vocabulary, path: str) -> Any:
    keys = _keys(written)
    if keys and (isinstance(written, dict) or rng.random() < 0.85):
        key = rng.choice(keys)
        changed = written.copy()
        changed[key] = _changed(written[key], rng, vocabulary, _way(written, key, path))
        return changed
    if rng.random() < 0.4:
        return vocabulary.some(path, rng)
    match written:
        case list():
            return rng.choice([written[:-1], [], [*written, *written], rng.sample(written, len(written))])
        case bool():
            return not written
        case int():
            return rng.choice([*NUMBERS, written + 1, written - 1])
        case str() if written in CARDS:
            return rng.choice(CARDS)
    return vocabulary.some(path, rng)


def _keys(written: Any) -> list[Any]:
    """The keys of an object, or the places of a list."""
    return (
        list(written) if isinstance(written, dict) else list(range(len(written))) if isinstance(written, list) else []
    )


def _way(written: Any, key: Any, path: str) -> str:
    return f"{path}.{key}" if isinstance(written, dict) else f"{path}[]"
