"""A language that nobody speaks, in which words that were not translated are seen: ``⟦Šħóóŵ ţħéé ļóğ⟧``.

Each sentence stands in ``⟦⟧``, each phrase with a context in ``‹›``, about 30% longer, and every letter has an accent.
So a plain letter comes from data, or was never translated.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from functools import cache
from math import ceil
from typing import Final

from clockspades import language
from clockspades.engine import wording
from clockspades.locale_data import LOCALES, Locale

CODE: Final = "xx"
ACCENTS: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áḅçðéƒğħíĵķļṁñóþɋřšţúṽŵẋýžÁḄÇÐÉƑĞĦÍĴĶĻṀÑÓÞɊŘŠŢÚṼŴẊÝŽ"
)
KEPT: Final = re.compile(r"(\{[^}]*\}|`[^`]*`|\]\([^)]*\)|--[\w-]+|%\(\w+\)[rs]|%[rs])")
"""What no translation changes: arguments, code, the ends of links, options of the command line."""
LONGER: Final = 1.3


@cache
def pseudo(message: str, marks: str = "⟦⟧") -> str:
    """A message in the language that nobody speaks; its brackets are among what is longer."""
    parts = KEPT.split(message)
    vowels = sum(letter in "aeiou" for part in parts[::2] for letter in part)
    more = max(0, ceil((LONGER - 1) * sum(map(len, parts[::2]))) - len(marks))
    seen = 0

    def longer(found: re.Match[str]) -> str:
        nonlocal seen
        seen += 1
        return found[0] * (1 + more * seen // vowels - more * (seen - 1) // vowels)

    parts[::2] = (re.sub("[aeiou]", longer, part).translate(ACCENTS) for part in parts[::2])
    return f"{marks[0]}{''.join(parts)}{marks[1]}"


class _Message(str):
    """A message that takes no sentence as an argument."""

    __slots__ = ()

    def format_map(self, arguments: Mapping[str, object], /) -> str:  # type: ignore[override]
        hold_no_sentence(self, arguments)
        return super().format_map(arguments)


def hold_no_sentence(message: str, arguments: Mapping[str, object]) -> None:
    """Fail if an argument of a message is a sentence."""
    held = [str(each) for each in arguments.values() if "⟦" in str(each)]
    assert not held, f"{message} holds {held}"


class Pseudo:
    """The catalogue, which has every message."""

    def gettext(self, message: str, /) -> str:
        assert not set("⟦⟧") & set(message), f"{message} is translated twice"
        is_other = not re.search("[A-Za-z]{2}", message) or set("‹›") & set(message)
        return message if is_other else _Message(pseudo(message))

    def ngettext(self, one: str, several: str, number: int, /) -> str:
        return self.gettext(one if number == 1 else several)

    def pgettext(self, context: str, message: str, /) -> str:
        """Each side of a colon has brackets of its own: what an option can be is often shown without its meaning."""
        return _Message(": ".join(pseudo(part, "‹›") for part in message.split(": ")))

    def npgettext(self, context: str, one: str, several: str, number: int, /) -> str:
        return self.pgettext(context, one if number == 1 else several)


_ENGLISH: Final = LOCALES[language.SOURCE]
LOCALE: Final = Locale(
    "Þšéúðó",
    (", ", " & "),
    (", ", " / "),
    ",",
    "’",
    "{} %",
    ": ",
    "; ",
    _ENGLISH.months.translate(ACCENTS),
    _ENGLISH.days.translate(ACCENTS),
)


@contextmanager
def spoken() -> Iterator[None]:
    """Speak it, and then again what was spoken before."""
    before, said = language._spoken, wording._said

    def told(names: wording.Names, seat: int, template: str, other: int | None, words: dict[str, object]) -> str:
        hold_no_sentence(template, words)
        return said(names, seat, template, other, words)

    LOCALES[CODE] = LOCALE
    wording._said = told
    language.use(CODE, Pseudo())
    try:
        yield
    finally:
        wording._said = said
        del LOCALES[CODE]
        language.use(before.language, before.catalogue)


def faults(text: str, data: Set[str] | Callable[[str], bool] = frozenset()) -> list[str]:
    """What is wrong with a text that is shown: words that were not translated, and sentences that hold another.

    ``data`` are the words that nobody translates, such as names; single letters are keys, and ranks of cards.
    """
    is_data = data if callable(data) else data.__contains__
    found = [word for word in re.findall(r"[^\W\d_]{2,}", text) if word.isascii() and not is_data(word)]
    found += [f"{glued} is glued" for glued in re.findall(r"\S*(?:[⟧›]\w|\w[⟦‹])\S*", text)]
    return [*found, *(f"{each} holds another" for each in re.findall(r"(?:⟦[^⟧]*|‹[^›]*)⟦[^⟧]*⟧?", text))]


def is_cut(text: str) -> bool:
    """Whether a bracket is left open, or the first of two is missing."""
    for left, right in ("⟦⟧", "‹›"):
        while text != (text := re.sub(f"{left}[^{left}{right}]*{right}", "", text)):
            pass
    return bool(set(text) & set("⟦⟧‹›"))
