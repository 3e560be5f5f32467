"""The options of a game: what people choose before it begins."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from clockspades.engine.phrases import listed

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
OptionValue: TypeAlias = "int | str | None"
Options: TypeAlias = Mapping[str, OptionValue]


class OptionError(ValueError):
    """An option that a game does not have, or a value that it cannot take."""


class Option(NamedTuple):
    """One thing that can be chosen before a game: its key in the log, its values and their words."""

    key: str
    words: str
    default: OptionValue
    values: Sequence[OptionValue]
    labels: Mapping[OptionValue, str] = {}
    """What a value is called; behind a colon may follow what it means."""
    seat: bool = False
    """Whether the values are numbers of seats: the screen then shows who sits there, and offers to draw lots."""
    by_lot: bool = False
    """Whether the rules draw lots for that seat, so that a new game does where nobody chose one."""

    def label(self, value: OptionValue) -> str:
        """What a value is called on the screen."""
        return self.labels.get(value, "none" if value is None else str(value))

    def check(self, value: Json) -> OptionValue:
        """The value itself if the option can take it; OptionError otherwise."""
        for allowed in self.values:
            if type(allowed) is type(value) and allowed == value:
                return allowed
        raise OptionError(f"{self.key} cannot be {json.dumps(value)}: use {self._allowed()}")

    def parse(self, text: str) -> OptionValue:
        """The value that ``text`` names on the command line; OptionError if it names none."""
        for allowed in self.values:
            if text == ("null" if allowed is None else str(allowed)):
                return allowed
        raise OptionError(f"{self.key} cannot be {text!r}: use {self._allowed()}")

    def _allowed(self) -> str:
        if isinstance(self.values, range):
            return f"a number from {self.values[0]} to {self.values[-1]}"
        return listed(["null" if value is None else str(value) for value in self.values], "or")


def int_option(options: Options, key: str) -> int:
    """The value of an option that takes whole numbers and nothing else."""
    value = options[key]
    assert isinstance(value, int), "an option takes only its values"
    return value
