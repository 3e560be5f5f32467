"""Frames: JSON text of a bounded size, as it goes over the wire and comes from somebody who may be hostile."""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Final, NoReturn

from clockspades.engine.options import Json

MOST_BYTES: Final = 64 * 1024
"""The size of the largest frame."""
MOST_ITEMS: Final = 1024
"""The most items in a list: more than any game has deals, or any seat legal actions."""
MOST_CHARACTERS: Final = 1000
"""The length of the longest text."""
HIGHEST: Final = 2**53 - 1
"""The highest number, and the lowest below 0: every language has whole numbers up to it."""


class WireError(ValueError):
    """Something that came over the wire and is not what the protocol says; the message is one sentence."""


def write_frame(message: Mapping[str, Json]) -> str:
    """The text of a message; WireError if it is larger than a frame."""
    text = _ENCODER.encode(message)
    if len(text) > MOST_BYTES // 4 and len(text.encode()) > MOST_BYTES:
        raise WireError(f"A message has more than {MOST_BYTES} bytes.")
    return text


def read_frame(frame: str | bytes) -> dict[str, Json]:
    """The message in a frame; WireError if it is no JSON object, too large, or has what not every language can read."""
    try:
        text = frame.decode() if isinstance(frame, bytes) else frame
        if len(text) > MOST_BYTES or (not text.isascii() and len(text.encode()) > MOST_BYTES):
            raise WireError(f"A message has more than {MOST_BYTES} bytes.")
        message = _DECODER.decode(text)
        if "\\" in text:
            _ENCODER.encode(message).encode()  # an escape can stand for half a character
    except WireError:
        raise
    except (ValueError, RecursionError):  # not UTF-8, no JSON, or half a character; nested too deep
        raise WireError("A message is not JSON that can be read.") from None
    if not isinstance(message, dict):
        raise WireError("A message is not a JSON object.")
    return message


def read_list(value: Json) -> list[Json]:
    """The items of a list; WireError if it is none, or has more items than any has."""
    if not isinstance(value, list) or len(value) > MOST_ITEMS:
        raise WireError(f"A message needs a list of at most {MOST_ITEMS} items in some place.")
    return value


def read_object(value: Json) -> dict[str, Json]:
    """The keys and values of an object; WireError if it is none."""
    if not isinstance(value, dict):
        raise WireError("A message needs an object in some place.")
    return value


def read_number(value: Json, most: int = HIGHEST, least: int = 0) -> int:
    """A whole number in these bounds; WireError if it is none."""
    if type(value) is not int or not least <= value <= most:
        raise WireError(f"A message needs a whole number from {least} to {most} in some place.")
    return value


def read_text(value: Json) -> str:
    """A short text; WireError if it is none."""
    if not isinstance(value, str) or len(value) > MOST_CHARACTERS:
        raise WireError(f"A message needs a text of at most {MOST_CHARACTERS} characters in some place.")
    return value


def _whole(digits: str) -> int:
    number = int(digits) if len(digits) <= len(str(HIGHEST)) + 1 else HIGHEST + 1
    if abs(number) > HIGHEST:
        _refuse(digits)
    return number


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _refuse(digits)


def _refuse(text: str) -> NoReturn:
    raise WireError(f"A message has a number that cannot be read: {text[:20]}.")


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))
_DECODER: Final = json.JSONDecoder(parse_int=_whole, parse_float=_finite, parse_constant=_refuse)
