"""The keys that the commands have now, and how keys are called.

A process has one keyboard, as it has one terminal: which command has which keys is set once, when the screens open.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from clockspades.table.commands import DIGITS, DOWN, LEFT, RIGHT, UP, Command
from clockspades.table.glyphs import glyphs

ARROWS: Final = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
NAMES: Final = {
    **ARROWS, "escape": "Esc", "pageup": "PgUp", "pagedown": "PgDn", "delete": "Del",
    "minus": "-", "plus": "+", "slash": "/", "backslash": "\\", "at": "@", "underscore": "_",
}  # fmt: skip
"""What keys are called that have no good name: neither their own nor the character that it stands for."""

_keymap: dict[str, tuple[str, ...]] = {}


def use_keymap(keymap: Mapping[str, Sequence[str]]) -> None:
    """Give commands other keys from now on, by their full names; those that are not named have their own."""
    _keymap.clear()
    _keymap.update({name: tuple(keys) for name, keys in keymap.items()})


def keymap() -> Mapping[str, Sequence[str]]:
    """The keys of the commands that have others than their own, by their full names."""
    return _keymap


def keys_of(command: Command) -> tuple[str, ...]:
    """The keys of a command, as Textual names them."""
    return _keymap.get(command.name) or tuple(filter(None, command.keys.split(",")))


def key_name(key: str) -> str:
    """A key as people call it: ``Ctrl+Q``, ``Esc``, ``?``."""
    *modifiers, key = key.split("+")
    if key in NAMES and (key not in ARROWS or glyphs().braille):
        name = NAMES[key]
    elif len(key) == 1:
        name = key.upper() if modifiers else key
    else:
        name = _character(key) or key.replace("_", " ").capitalize()
    return "+".join([*map(str.capitalize, modifiers), name])


def _character(name: str) -> str:
    """The character that a key is named after, as ``question_mark``; empty if there is none that can be seen."""
    try:
        character = unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return ""
    return character if character.isprintable() and not character.isspace() else ""


def spoken(command: Command) -> str:
    """The first key of a command with a whole name, in a sentence: ``Press Escape``."""
    assert "." in command.name, f"{command.action} has another name on each screen"
    key = keys_of(command)[0]
    return key.capitalize() if key in ("escape", *ARROWS) else key_name(key)


def arrow_keys() -> str:
    """The keys that move the cursor at a table, in a sentence."""
    keys = [key for command in (LEFT, RIGHT, UP, DOWN) for key in keys_of(command)[:1]]
    return "the arrow keys" if ARROWS.keys() >= set(keys) else " ".join(map(key_name, keys))


def typed(number: int) -> str:
    """The keys for a number: its digits, unless those have other keys."""
    return "".join(key_name(keys_of(DIGITS[int(digit)])[0]) for digit in str(number)) if _keymap else str(number)


def symbol(command: Command) -> str:
    """The first key of a command where there is little room, as on the line of keys: ``⏎``."""
    return _symbol(keys_of(command)[0])


def _symbol(key: str) -> str:
    return glyphs().enter if key == "enter" else key_name(key)


def label(command: Command) -> str:
    """How the line of keys writes the keys of a command; empty if it has none."""
    shown = command.shown or (command,)
    if command.label and not any(each.name in _keymap for each in shown):
        return command.label
    keys = [keys[0] for keys in map(keys_of, shown) if keys]
    if len(keys) > 1 and ARROWS.keys() >= set(keys):
        return glyphs().keys("".join(ARROWS[key] for key in keys))
    if len(keys) > 2 and all(after == chr(ord(before) + 1) for before, after in pairwise(keys) if len(before) == 1):
        return f"{keys[0]}-{keys[-1]}"
    return " ".join(map(_symbol, keys))
