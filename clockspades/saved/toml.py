"""TOML: values as they are written, and the lines on which keys begin, which :mod:`tomllib` doesn't tell."""

import re
from contextlib import suppress
from datetime import date, datetime, time
from typing import Final, TypeAlias

from clockspades.engine.codec import json_text
from clockspades.language import wrong

MOST_DOTS: Final = 200
"""The most dots in a line: :mod:`tomllib` takes gigabytes for a dotted key of many thousands of parts."""

Toml: TypeAlias = "bool | int | float | str | date | time | datetime | list[Toml] | dict[str, Toml]"


class TomlError(ValueError):
    """Text that is not TOML, or has too many dots in a line. The message says why, as the end of a sentence."""


def read(text: str) -> dict[str, Toml]:
    """The content of TOML; TomlError if it is none, or a line has too many dots.

    Another ValueError if a number has too many digits, and RecursionError if tables are nested too deeply.
    """
    import tomllib  # only where there is something to be read with it

    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise TomlError(wrong("a line has more than {number} dots", number=MOST_DOTS))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(wrong("it is not valid TOML: {fault}", fault=error)) from error


def written(value: Toml) -> str:
    """A value as TOML, on one line; a list of so many numbers that it could not be read again, on several."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():  # JSON escapes what TOML does, but for one character
            return json_text(value).replace("\x7f", "\\u007f")
        case int() | float():
            return repr(value)
        case date() | time():
            return value.isoformat()
        case list():
            items = [written(item) for item in value]
            is_long = sum(item.count(".") for item in items) > MOST_DOTS // 2
            return "[\n{}\n]".format(",\n".join(items)) if is_long else f"[{', '.join(items)}]"
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
    parts: list[str] = []
    inner: Toml = 0
    with suppress(ValueError):
        inner = read(f"{key} = 0")
    while isinstance(inner, dict):
        ((part, inner),) = inner.items()
        parts.append(part)
    return tuple(parts)
