"""The games: adding one is a folder beside this file and an entry here.

An entry names each part of its game as ``module:name``. A part is imported when it is first needed, so that a table
waits for no other game, and what needs no screen loads none.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, overload

from clockspades.engine.game import AnyGame, Offer
from clockspades.engine.text import UserError
from clockspades.language import N_, _

if TYPE_CHECKING:
    from clockspades.engine.numbers import GameNumbers
    from clockspades.table.lesson import AnyLesson
    from clockspades.table.table_rules import AnyTableRules


class UnknownGameError(UserError, ValueError):
    """A name that no game or preset has; the message says which there are."""


class GameEntry(NamedTuple):
    """Where the parts of one game are."""

    name: str
    """What the game is called in a log and on the command line: its :attr:`Game.name`."""
    game: str
    table_rules: str
    lesson: str = ""
    """What teaches a new player, a subclass of :class:`Lesson`; empty if there is none."""
    numbers: str = ""
    """The game for programs that learn, its :class:`GameNumbers`; empty if there is none."""


def _entry(name: str, folder: str, prefix: str, game: str) -> GameEntry:
    """The entry of a game of this package, whose modules and classes are named alike."""
    module = f"clockspades.games.{folder}.{folder}"
    return GameEntry(
        name, f"{module}_game:{game}", f"{module}_table:{prefix}TableRules", f"{module}_lesson:{prefix}Lesson",
        f"{module}_numbers:NUMBERS",
    )  # fmt: skip


ENTRIES: Final = {
    entry.name: entry
    for entry in (
        _entry("clockwork-spades", "clockwork", "Clockwork", "ClockworkSpades"),
        _entry("clock", "clock", "Clock", "Clock"),
        _entry("german-clock", "german_clock", "GermanClock", "GermanClock"),
        _entry("clogs", "clogs", "Clogs", "ClogsGame"),
        _entry("spades", "spades", "Spades", "SpadesGame"),
    )
}
"""The entry of every game by its name, in the order shown. A game from elsewhere is added before the screens start."""


@cache
def load(reference: str) -> Any:
    """What ``module:name`` refers to."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


def game_names() -> tuple[str, ...]:
    return tuple(ENTRIES)


class Catalogue(Sequence[AnyGame]):
    """Every game in the order shown, each made when it is reached; the first is played when none is named."""

    def __len__(self) -> int:
        return len(ENTRIES)

    @overload
    def __getitem__(self, at: int) -> AnyGame: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[AnyGame, ...]: ...

    def __getitem__(self, at: int | slice) -> AnyGame | tuple[AnyGame, ...]:
        entries = tuple(ENTRIES.values())
        return _made(entries[at].game) if isinstance(at, int) else tuple(_made(entry.game) for entry in entries[at])


GAMES: Final = Catalogue()


def offers() -> tuple[Offer, ...]:
    return tuple(offer for game in GAMES for offer in game.offers)


def listed_offers() -> tuple[Offer, ...]:
    """The offers that lists of games have: of a game that opens to its presets the first stands for all."""
    return tuple(offer for offer in offers() if offer == offer.listed)


def find_game(name: str) -> AnyGame | None:
    """The game with this name, as logs have it; None if there is none."""
    return _made(ENTRIES[name].game) if name in ENTRIES else None


def find_offer(typed: str) -> Offer | None:
    """The game and preset with this name or title, typed in any case, with blanks or hyphens; None if there is none.

    The name of a game is that of its first preset. Others need not repeat it: ``whiz`` is ``spades-whiz``.
    """
    name = _as_name(typed)
    game = find_game(name)  # no other game is imported for it
    return _offers_by_name().get(name) if game is None else Offer(game, game.presets[0])


def named_offer(typed: str) -> Offer:
    """What :func:`find_offer` finds; UnknownGameError if it finds none."""
    offer = find_offer(typed)
    if offer is not None:
        return offer
    near = near_offer(typed)
    if near is not None:
        raise UnknownGameError(
            _("there is no game {name}: did you mean {near}?", name=repr(typed), near=near.preset.name)
        )
    names = ", ".join(offer.preset.name for offer in listed_offers())
    complaint = N_("there is no game {name}; the games are {names}; 'clockspades games' lists their other presets")
    raise UnknownGameError(_(complaint, name=repr(typed), names=names))


def near_offer(typed: str) -> Offer | None:
    """The game and preset whose name or title is close to a mistyped one; None if none is."""
    from difflib import get_close_matches

    found = _offers_by_name()
    return next((found[name] for name in get_close_matches(_as_name(typed), found, 1)), None)


def _offers_by_name() -> Mapping[str, Offer]:
    """Every offer by its name without that of its game, by its title, and by its name, which comes first."""
    short = {offer.preset.name.removeprefix(f"{offer.game.name}-"): offer for offer in offers()}
    titles = {_as_name(title): offer for offer in offers() for title in (offer.preset.called, offer.preset.title)}
    return {**short, **titles, **{offer.preset.name: offer for offer in offers()}}


def _as_name(typed: str) -> str:
    """A name or title in the form of a name: ``Spades for two`` is ``spades-for-two``."""
    return "-".join(typed.casefold().replace("-", " ").replace("_", " ").split())


def table_rules(name: str) -> "AnyTableRules":
    rules: AnyTableRules = _made(ENTRIES[name].table_rules)
    return rules


def lesson(name: str) -> "AnyLesson | None":
    entry = ENTRIES[name]
    return _made(entry.lesson) if entry.lesson else None


def numbers(name: str) -> "GameNumbers[Any, Any]":
    found: GameNumbers[Any, Any] = load(ENTRIES[name].numbers)
    return found


@cache
def _made(reference: str) -> Any:
    return load(reference)()
