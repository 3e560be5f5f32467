"""Sentences that one program tells the person at another, who may read another language.

The words go over the wire in English, and beside them what they were made of, if they have arguments. Whoever finds the
message in the catalogue of their language shows that. Nobody formats what came: a template of a stranger is only a key.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple

from clockspades.engine.codec import OMITTED, Must
from clockspades.engine.text import printable
from clockspades.language import _, plural

LONGEST: Final = 500
"""Characters of a message, or of an argument, at most."""
MOST_ARGUMENTS: Final = 8
_PLACE: Final = re.compile("{([a-z_]+)}")


def _is_bounded(arguments: Mapping[str, str | int]) -> bool:
    return len(arguments) <= MOST_ARGUMENTS and all(len(str(each)) <= LONGEST for each in arguments.values())


_SHORT: Final = Must(lambda text: len(text) <= LONGEST, f"{LONGEST} characters at most")


class Says(NamedTuple):
    """What some words were made of."""

    message: Annotated[str, _SHORT]
    """The English template, with ``{name}`` where an argument stands."""
    arguments: Annotated[Mapping[str, str | int], Must(_is_bounded, f"{MOST_ARGUMENTS} short arguments at most")] = {}
    several: Annotated[str, _SHORT, OMITTED] = ""
    """The template for several things, if ``number`` is among the arguments."""


class Worded(str):
    """An English sentence, which knows its template and its arguments."""

    says: Says

    def __new__(cls, template: str, says: Says) -> "Worded":
        words = super().__new__(cls, template.format_map(says.arguments))
        words.says = says
        return words


def worded(message: str, /, **arguments: str | int) -> Worded:
    """The English words of a message for somebody elsewhere, with its arguments in place."""
    return Worded(message, Says(message, arguments))


def nworded(one: str, several: str, number: int, /, **arguments: str | int) -> Worded:
    """As :func:`worded`, for one thing or for several, with ``number`` among the arguments."""
    return Worded(one if number == 1 else several, Says(one, {"number": number, **arguments}, several))


def says_of(words: str) -> Says | None:
    """What goes over the wire beside words; None if they have no arguments, and so are a message themselves."""
    return words.says if isinstance(words, Worded) else None


def heard(words: str, says: Says | None = None) -> str:
    """Words that came, in the language that is spoken here if its catalogue has their message; else as they came."""
    message, arguments, several = says or says_of(words) or Says(words)
    number = arguments.get("number", 0)
    text = plural(message, several, number) if several and isinstance(number, int) else _(message)
    if text not in (message, several) and {*_PLACE.findall(text)} <= {*arguments}:
        words = _PLACE.sub(lambda place: str(arguments[place[1]]), text)
    return printable(words)
