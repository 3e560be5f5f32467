"""Keys as people write them in the settings."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Final

from textual.binding import Binding
from textual.keys import Keys

from clockspades.language import _
from clockspades.saved.settings import KeyChange
from clockspades.saved.toml import Toml
from clockspades.table.keys import key_name, terminal

OTHER_NAMES: Final = {
    "esc": "escape", "return": "enter", "del": "delete", "ins": "insert", "pgup": "pageup", "pgdn": "pagedown",
    "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+left_square_bracket": "escape",
}  # fmt: skip
"""Other names of keys, and keys that terminals can't tell from another one."""
MODIFIERS: Final = ("ctrl", "alt", "shift", "super", "hyper", "meta")
NAMED: Final = frozenset(key.value for key in Keys if "+" not in key.value and not key.value.startswith("<"))
"""The keys that have a name, such as ``f5`` and ``home``."""


def readable(changes: Iterable[KeyChange], reserved: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The keys of each command that has some, whether or not there is such a command and others have these keys."""
    found = {}
    for change in changes:
        with suppress(ValueError):
            found[change.command] = read_keys(change, reserved)
    return found


def read_keys(change: KeyChange, reserved: Sequence[str]) -> tuple[str, ...]:
    """The keys that the settings give a command; ValueError, in words, if it cannot have them."""
    keys = tuple(dict.fromkeys(_read(change.keys, change.command)))
    for key in keys:
        if key in reserved:
            words = _("{name} can't have {key}, which always quits", name=change.command, key=key_name(terminal(), key))
            raise ValueError(words)
    return keys


def _read(written: Toml, name: str) -> Iterator[str]:
    """Keys as Textual names them, from text with commas or a list; ValueError, in words, if they are none."""
    parts = written if isinstance(written, list) else [written]
    if not parts or not all(isinstance(part, str) for part in parts):
        raise ValueError(_('{name} needs keys in quotes, such as "z" or "z, backspace"', name=name))
    for text in chain.from_iterable(_split(str(part)) for part in parts):
        key = read_key(text)
        if not key:
            no_key = _("{name} can't have {text}, which is no key", name=name, text=repr(text))
            raise ValueError(no_key if text else _("{name} needs a key", name=name))
        yield key


def _split(text: str) -> list[str]:
    """The keys in a text; a lone comma is the key."""
    return [","] if text.strip() == "," else [part if part == " " else part.strip() for part in text.split(",")]


def read_key(text: str) -> str:
    """A key as Textual names it, from its name or character, as ``Ctrl+P``, ``esc`` or ``?``; empty if it is none."""
    if len(text) == 1:
        return _named(text)
    *modifiers, last = text.lower().replace(" ", "_").split("+")
    if text.endswith("++"):
        modifiers, last = modifiers[:-1], "+"
    if not last or not all(modifier in MODIFIERS for modifier in modifiers):
        return ""
    last = _named(last) if len(last) == 1 else OTHER_NAMES.get(last, last)
    if modifiers == ["shift"] and len(last) == 1 and last.isalpha():
        return last.upper()
    if len(last) > 1 and last not in NAMED and key_name(terminal(), last) == last.replace("_", " ").capitalize():
        return ""
    key = "+".join([*modifiers, last])
    return OTHER_NAMES.get(key, key)


def _named(character: str) -> str:
    """The key of a character, as Textual names it; empty if it has none."""
    if character == " ":
        return "space"
    if not character.isprintable():
        return ""
    return next(iter(Binding.make_bindings([Binding(character if character != "," else "comma", "")]))).key
