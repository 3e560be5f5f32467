"""TOML: values as they are written, and the lines on which keys begin, which :mod:`tomllib` doesn't tell."""

import json
import re
from contextlib import suppress
from datetime import date, datetime, time
from typing import TypeAlias

Toml: TypeAlias = "bool | int | float | str | date | time | datetime | list[Toml] | dict[str, Toml]"


def written(value: Toml) -> str:
    """A value as TOML, on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():  # JSON escapes what TOML does, but for one character
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case int() | float():
            return repr(value)
        case date() | time():
            return value.isoformat()
        case list():
            return f"[{', '.join(map(written, value))}]"
        case dict():
            return "{" + ", ".join(f"{written_key(key)} = {written(inner)}" for key, inner in value.items()) + "}"


def written_key(key: str) -> str:
    """A key as TOML, in quotes if it needs them."""
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else written(key)


def lines_of_keys(text: str) -> dict[tuple[str, ...], int]:
    """The line on which each key and table begins, by the parts of its whole name.

    A key within braces has no line of its own: it is on that of its table.
    """
    lines: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if found := re.match(r"\[([^\[\]]+)\]\s*(#|$)", line):
            table = _parts(found[1])
            lines.setdefault(table, number)
        elif found := re.match(r"""((?:"(?:\\.|[^"\\])*"|'[^']*'|[\w\s.-])+)=""", line):
            lines.setdefault((*table, *_parts(found[1])), number)
    return lines


def _parts(key: str) -> tuple[str, ...]:
    """The parts of a dotted key; none for other text."""
    import tomllib

    parts, inner = [], None
    with suppress(tomllib.TOMLDecodeError):
        inner = tomllib.loads(f"{key} = 0")
    while isinstance(inner, dict):
        ((part, inner),) = inner.items()
        parts.append(part)
    return tuple(parts)
