"""The rows of a form, each with a label, one or two answers and a note; and the changes of an answer."""

from typing import Final, NamedTuple, TypeAlias

MOST_LISTED: Final = 20
"""How many numbers an answer may list before it is typed."""


class OneOf(NamedTuple):
    """An answer that is chosen among a few."""

    key: str
    """Its name, which no other answer of the form has."""
    labels: tuple[str, ...]
    chosen: int
    """The number of the one that is chosen."""


class InRange(NamedTuple):
    """An answer that is one of many numbers."""

    key: str
    values: range
    chosen: int
    """The place in the range of the number that is chosen."""


class Text(NamedTuple):
    """An answer that is typed."""

    key: str
    value: str
    placeholder: str = ""
    """What an empty field shows."""
    longest: int = 0
    """Characters that it can have; 0 for as many as any field."""
    label: str = ""
    """Its own label, if that of its row belongs to another answer."""


FormAnswer: TypeAlias = OneOf | InRange | Text


class AnswerRow(NamedTuple):
    """What is asked, the answers, and what is said about them."""

    label: str
    answers: tuple[FormAnswer, ...]
    note: str = ""
    is_wrong: bool = False
    """Whether the note says why the answers cannot stay."""
    notes: tuple[str, ...] = ()
    """The sentences that can be said of the answers, beside what may be wrong with them: there is room for each."""
    is_shown: bool = True
    heading: str = ""
    """The heading above this row and those that follow."""


class Picked(NamedTuple):
    """Another answer was chosen, by its number."""

    key: str
    number: int


class Typed(NamedTuple):
    """The text of an answer was changed to this one."""

    key: str
    text: str


AnswerChange: TypeAlias = Picked | Typed
