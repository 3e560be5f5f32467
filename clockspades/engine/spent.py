"""What a game took: the time at its table, and hints. A log has it in a note for each sitting."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from clockspades.language import npgettext, pgettext

_NOTE: Final = re.compile(r"Sitting: ([0-9]{1,9}) s, hints: ([0-9]{1,9})\.")


class Spent(NamedTuple):
    """What a game took, or one sitting of it."""

    seconds: int
    hints: int

    @property
    def note(self) -> str:
        """What a log has of a sitting."""
        return f"Sitting: {self.seconds} s, hints: {self.hints}."

    def words(self) -> str:
        """Both in a line: ``4 minutes · no hints``."""
        hints = npgettext("in a list", "{number} hint", "{number} hints", self.hints)
        return f"{time_words(self.seconds)} · {hints if self.hints else pgettext('in a list', 'no hints')}"


def spent_in(notes: Iterable[object]) -> Spent | None:
    """What the notes of a log say that its game took in all; None if they don't."""
    found = [told for note in notes if isinstance(note, str) and (told := _NOTE.fullmatch(note))]
    return Spent(*(sum(int(told[group]) for told in found) for group in (1, 2))) if found else None


def time_words(seconds: float) -> str:
    """A time as people say it: ``40 seconds``, ``4 minutes``."""
    if seconds < 60:
        return npgettext("time", "{number} second", "{number} seconds", max(1, round(seconds)))
    return npgettext("time", "{number} minute", "{number} minutes", round(seconds / 60))
