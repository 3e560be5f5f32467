"""The games by name: adding one is a folder beside this file and a line here.

A game is imported when it is first asked for, so that a table waits for no other game than its own.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Final, overload

from clockspades.engine.game import AnyGame

_WHERE: Final = {
    "clockwork-spades": "clockwork.game:ClockworkSpades",
    "clock": "clock.game:Clock",
    "german-clock": "german_clock.game:GermanClock",
    "clogs": "clogs.game:ClogsGame",
    "spades": "spades.game:SpadesGame",
}
"""For each name the module in this package and the class in it."""

NAMES: Final = tuple(_WHERE)
"""The name of every game, in the order shown."""

_made: Final[dict[str, AnyGame]] = {}


class Catalogue(Sequence[AnyGame]):
    """Every game in the order shown, each made when it is reached; the first is played when none is named."""

    def __len__(self) -> int:
        return len(NAMES)

    @overload
    def __getitem__(self, at: int) -> AnyGame: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[AnyGame, ...]: ...

    def __getitem__(self, at: int | slice) -> AnyGame | tuple[AnyGame, ...]:
        return _game(NAMES[at]) if isinstance(at, int) else tuple(map(_game, NAMES[at]))


GAMES: Final = Catalogue()
"""Every game."""


def find_game(name: str) -> AnyGame | None:
    """The game with this name, or None."""
    return _game(name) if name in _WHERE else None


def _game(name: str) -> AnyGame:
    """The one object for this game."""
    if name not in _made:
        module, _, game = _WHERE[name].partition(":")
        _made[name] = getattr(import_module(f"{__package__}.{module}"), game)()
    return _made[name]
