"""The keys that the settings give to commands, checked against every screen: which are right, and what is wrong.

It imports all screens, so it is only imported if the settings change any key.
"""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from textual.binding import BindingsMap, BindingType

from clockspades.games.catalogue import GAMES, table_rules
from clockspades.language import _, listed, ngettext
from clockspades.saved.settings import FILE, KEYS, TABLE, KeyChange
from clockspades.table.commands import MEANING, SHEET, Command
from clockspades.table.keys import key_name, terminal
from clockspades.tui import screens
from clockspades.tui.bindings import bind
from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.screens.game_screen import GameScreen
from clockspades.tui.screens.replay_screen import ReplayScreen
from clockspades.tui.textual_fixes.bindings_map import bindings_of_class
from clockspades.tui.written_keys import read_keys

MOST: Final = 4
"""How many mistakes are told."""
RENAMED: Final = {"clock.finish": "table.finish"}
"""Commands that had other names in files of earlier versions."""

ScreenKeys: TypeAlias = Mapping[str, tuple[str, ...]]
"""The commands that can be given at the same time, by name, and their keys."""


class Accepted(NamedTuple):
    """Keys that a command gets, unless they clash with those of another."""

    keys: tuple[str, ...]
    line: int


class Remapping(NamedTuple):
    """What the settings make of the keys."""

    keymap: Mapping[str, tuple[str, ...]]
    """The keys of each command that has other ones."""
    complaint: str
    """What is wrong, each mistake in a line that names that of the file; empty if nothing is."""


def remap(changes: Sequence[KeyChange], everywhere: Iterable[BindingType], reserved: Sequence[str]) -> Remapping:
    """Give commands other keys.

    ``everywhere`` are the bindings that hold on every screen; no command can have the keys in ``reserved``. What is
    wrong changes no key, and the rest does.
    """
    common = _keys_by_name([BindingsMap(everywhere)])
    found = tuple({**common, **place} for place in places())
    own: dict[str, tuple[str, ...]] = {}
    for place in found:
        for name, keys in place.items():
            own[name] = tuple(dict.fromkeys((*own.get(name, ()), *keys)))
    complaints: list[tuple[int, str]] = []
    accepted: dict[str, Accepted] = {}
    for change in changes:
        change = change._replace(command=RENAMED.get(change.command, change.command))
        try:
            accepted[change.command] = Accepted(_check(change, own, reserved), change.line)
        except ValueError as error:
            complaints.append((change.line, str(error)))
    while (clash := next(_clashes(accepted, found, own), None)) is not None:
        name, other, key = clash
        keeps, key = listed([key_name(terminal(), each) for each in own[name]]), key_name(terminal(), key)
        words = _("{name} and {other} both use {key}; {name} keeps {keys}", name=name, other=other, key=key, keys=keeps)
        complaints.append((accepted.pop(name).line, words))
    told = [f"{_('{file}, line {line}:', file=FILE, line=line)} {words}." for line, words in sorted(complaints)[:MOST]]
    if more := max(0, len(complaints) - MOST):
        told.append(ngettext(
            "There is {number} more mistake in the table {table}.",
            "There are {number} more mistakes in the table {table}.", more, table=f"[{KEYS}]",
        ))  # fmt: skip
    return Remapping({name: each.keys for name, each in accepted.items()}, "\n".join(told))


def _check(change: KeyChange, names: Iterable[str], reserved: Sequence[str]) -> tuple[str, ...]:
    """The keys that the file gives a command; ValueError, in words, if they or the command are wrong."""
    name = change.command
    if name not in names:
        if any(setting.key == name for setting in TABLE):
            words = _("{name} is no command but a setting: move it above {table}", name=name, table=f"[{KEYS}]")
            raise ValueError(words)
        if near := get_close_matches(name, names, 1):
            raise ValueError(_("there is no command {name} (did you mean {near}?)", name=name, near=near[0]))
        raise ValueError(_("there is no command {name}", name=name))
    return read_keys(change, reserved)


def places() -> Iterator[ScreenKeys]:
    """Every screen, with each game on it; always in the same order, as the first clash found is the one told."""
    for module in pkgutil.iter_modules(screens.__path__):
        import_module(f"{screens.__name__}.{module.name}")
    for kind in sorted({*_kinds(CommandScreen)}, key=lambda kind: (kind.__module__, kind.__name__)):
        own = [bindings_of_class(each) for each in (kind, *kind.FOCUSED)]
        for commands in _of_games(kind):
            place = _keys_by_name([BindingsMap(bind(*commands)), *own])
            absent = {command.name for command in kind.ABSENT}
            yield {name: keys for name, keys in place.items() if name not in absent}


def _kinds(parent: type[CommandScreen]) -> Iterator[type[CommandScreen]]:
    for kind in parent.__subclasses__():
        yield kind
        yield from _kinds(kind)


def _of_games(kind: type[CommandScreen]) -> Iterator[tuple[Command, ...]]:
    if issubclass(kind, ReplayScreen):
        yield SHEET, MEANING
    elif issubclass(kind, GameScreen):
        yield from (table_rules(game.name).commands for game in GAMES)
    else:
        yield ()


def _keys_by_name(maps: Iterable[BindingsMap]) -> dict[str, tuple[str, ...]]:
    keys: dict[str, list[str]] = {}
    for key, binding in chain.from_iterable(maps):
        if binding.id:
            keys.setdefault(binding.id, []).append(key)
    return {name: tuple(found) for name, found in keys.items()}


def _clashes(
    accepted: dict[str, Accepted], found: Iterable[ScreenKeys], own: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, str, str]]:
    """Each key that two commands of one screen would have: which of them gives way, the other, and the key.

    No clash if they shared it before (Space in the rules, the arrow keys in a result that scrolls).
    """
    for place in found:
        now = {name: accepted[name].keys if name in accepted else keys for name, keys in place.items()}
        for name in reversed(accepted):  # of two that were changed, the later one gives way
            for other, keys in now.items():
                for key in now.get(name, ()) if other != name else ():
                    is_shared = other not in accepted and key in own[name]
                    if key in keys and not is_shared:
                        yield name, other, key
