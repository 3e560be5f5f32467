"""The options of a game: what people choose before it begins."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from clockspades.engine.codec import Json as Json
from clockspades.engine.codec import json_text
from clockspades.engine.text import UserError
from clockspades.language import NC_, either, pgettext, wrong

OptionValue: TypeAlias = "int | str | None"
Options: TypeAlias = Mapping[str, OptionValue]


class OptionError(UserError, ValueError):
    """An option that a game does not have, or a value that an option cannot have."""


class Option(NamedTuple):
    """One choice before a game: its key in logs, its question, its values."""

    key: str
    words: str
    default: OptionValue
    values: Sequence[OptionValue]
    labels: Mapping[OptionValue, str] = {}
    """The names of values. After a colon, a name can say what the value means."""
    seat: bool = False
    """Whether the values are seats. The screen then shows who sits there, and offers to draw lots."""
    by_lot: Mapping[str, OptionValue] | None = None
    """The options with which a new game draws lots for that seat unless somebody chose one; None if it never does."""
    rare: bool = False
    """Whether few players change it. The screen then shows it only under "More"."""
    heading: str = ""
    """The heading above this option and those that follow; empty where there are few options."""

    @property
    def name(self) -> str:
        """The name of the option in a sentence."""
        return pgettext("option", self.key.replace("_", " "))

    def label(self, value: OptionValue) -> str:
        """The name of a value on the screen."""
        if value not in self.labels and value is not None:
            return str(value)
        return pgettext("choice", self.labels.get(value, NC_("choice", "none")))

    def short(self, value: OptionValue) -> str:
        """The name of a value without what it means."""
        return self.label(value).partition(":")[0].rstrip()

    def check(self, value: object) -> OptionValue:
        """``value`` if it is one of the values; OptionError otherwise."""
        if type(value) is int and isinstance(self.values, range) and value in self.values:
            return value  # at once, however many values there are
        for allowed in self.values:
            if type(allowed) is type(value) and allowed == value:
                return allowed
        raise self._refused(json_text(value))

    def parse(self, text: str) -> OptionValue:
        """The value that ``text`` means on the command line; OptionError if there is none."""
        for allowed in self.values:
            if text == ("null" if allowed is None else str(allowed)):
                return allowed
        raise self._refused(repr(text))

    def _refused(self, value: str) -> OptionError:
        what = {"key": self.key, "value": value}
        if isinstance(self.values, range):
            ends = {"least": self.values[0], "most": self.values[-1]}
            return OptionError(wrong("{key} cannot be {value}: use a number from {least} to {most}", **what, **ends))
        allowed = either(["null" if each is None else str(each) for each in self.values])
        return OptionError(wrong("{key} cannot be {value}: use {allowed}", **what, allowed=allowed))


def named_option(key: str, words: str, labels: Mapping[OptionValue, str], **more: Any) -> Option:
    """An option whose values all have names; the first is the usual one."""
    values = tuple(labels)
    return Option(key, words, values[0], values, labels, **more)


def known_options(options: Options, added: Options) -> dict[str, OptionValue]:
    """The options without those that have their value of ``added``, which older programs do not know."""
    return {key: value for key, value in options.items() if key not in added or value != added[key]}


def int_option(options: Options, key: str) -> int:
    """The value of an option that takes only whole numbers."""
    value = options[key]
    assert isinstance(value, int), "an option takes only its values"
    return value
