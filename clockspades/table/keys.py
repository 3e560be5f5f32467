"""The keys that the commands have, and how keys are called.

A process has one keyboard, as it has one terminal: which command has which keys is set once, when the screens open.
What is pure, such as the selectors of a table, is given the terminal; only the shells ask for :func:`terminal`.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from clockspades.language import marked, pgettext
from clockspades.table.commands import DIGITS, DOWN, LEFT, RIGHT, UP, Command
from clockspades.table.glyphs import Terminal, glyphs

ARROWS: Final = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
NAMES: Final = {
    **ARROWS, "escape": "Esc", "pageup": "PgUp", "pagedown": "PgDn", "delete": "Del",
    "minus": "-", "plus": "+", "slash": "/", "backslash": "\\", "at": "@", "underscore": "_",
}  # fmt: skip
"""What keys are called that have no good name: neither their own nor the character that it stands for."""

_WORDS: Final = marked(
    "key", "Esc", "PgUp", "PgDn", "Del", "Ctrl", "Shift", "Alt", "Enter", "Space", "Tab", "Backspace", "Insert", "Home",
    "End", "Escape", "Left", "Right", "Up", "Down",
)  # fmt: skip

_keymap: dict[str, tuple[str, ...]] = {}


def use_keymap(keymap: Mapping[str, Sequence[str]]) -> None:
    """Give commands other keys from now on, by their full names; those that are not named have their own."""
    global _keymap
    _keymap = {name: tuple(keys) for name, keys in keymap.items()}


def terminal() -> Terminal:
    """The terminal of this process, as it is now."""
    return Terminal(glyphs(), _keymap)


def keys_of(on: Terminal, command: Command) -> tuple[str, ...]:
    """The keys of a command, as Textual names them."""
    return on.keymap.get(command.name) or tuple(filter(None, command.keys.split(",")))


def key_name(on: Terminal, key: str) -> str:
    """A key as people call it: ``Ctrl+Q``, ``Esc``, ``?``."""
    *modifiers, key = key.split("+")
    if key in NAMES and (key not in ARROWS or on.glyphs.braille):
        name = NAMES[key]
    elif len(key) == 1:
        name = key.upper() if modifiers else key
    else:
        name = _character(key) or key.replace("_", " ").capitalize()
    return "+".join(map(_in_words, [*map(str.capitalize, modifiers), name]))


def _in_words(name: str) -> str:
    return pgettext("key", name) if name in _WORDS else name


def _character(name: str) -> str:
    """The character that a key is named after, as ``question_mark``; empty if there is none that can be seen."""
    try:
        character = unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return ""
    return character if character.isprintable() and not character.isspace() else ""


def spoken(on: Terminal, command: Command) -> str:
    """The first key of a command with a whole name, in a sentence: ``Press Escape``."""
    assert "." in command.name, f"{command.action} has another name on each screen"
    key = keys_of(on, command)[0]
    return _in_words(key.capitalize()) if key in ("escape", *ARROWS) else key_name(on, key)


def arrow_keys(on: Terminal) -> str:
    """The keys that move the cursor at a table, in a sentence."""
    keys = [key for command in (LEFT, RIGHT, UP, DOWN) for key in keys_of(on, command)[:1]]
    return (
        pgettext("keys", "the arrow keys")
        if ARROWS.keys() >= set(keys)
        else " ".join(key_name(on, key) for key in keys)
    )


def typed(on: Terminal, number: int) -> str:
    """The keys for a number: its digits, unless those have other keys."""
    if not on.keymap:
        return str(number)
    return "".join(key_name(on, keys_of(on, DIGITS[int(digit)])[0]) for digit in str(number))


def symbol(on: Terminal, command: Command) -> str:
    """The first key of a command where there is little room, as on the line of keys: ``⏎``."""
    return _symbol(on, keys_of(on, command)[0])


def _symbol(on: Terminal, key: str) -> str:
    return on.glyphs.enter if key == "enter" else key_name(on, key)


def label(on: Terminal, command: Command) -> str:
    """How the line of keys writes the keys of a command; empty if it has none."""
    shown = command.shown or (command,)
    if command.label and not any(each.name in on.keymap for each in shown):
        return command.label
    keys = [key for each in shown for key in keys_of(on, each)[:1]]
    if len(keys) > 1 and ARROWS.keys() >= set(keys):
        return on.glyphs.keys("".join(ARROWS[key] for key in keys))
    if len(keys) > 2 and all(after == chr(ord(before) + 1) for before, after in pairwise(keys) if len(before) == 1):
        return f"{keys[0]}-{keys[-1]}"
    return " ".join(_symbol(on, key) for key in keys)
