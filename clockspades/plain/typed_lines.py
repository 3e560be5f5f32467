"""Lines that a person types, or that a pipe or file holds: whatever they are, they do no harm."""

import sys
from collections.abc import Callable
from typing import BinaryIO, Final

from clockspades.engine.text import first_hidden
from clockspades.language import _

LONGEST_LINE: Final = 1000
"""Characters in a line beyond which it is not read as anything."""
_MOST_BYTES: Final = 4 * (LONGEST_LINE + 2)
"""Bytes of a line that are read at once: more than so many characters take, with a mark before and the end behind."""


class LineError(ValueError):
    """A line that cannot be read; the message says why, without a full stop."""


class Lines:
    """The lines of a stream; without a stream there are none."""

    def __init__(self, stream: BinaryIO | None, encoding: str = "utf-8") -> None:
        self._stream, self._encoding = stream, encoding

    def read(self) -> str | None:
        """The next line, without its end and blanks around it; None at the end of the input.

        LineError if the line is too long or has control characters. It is then passed over.
        """
        raw = self._read_bytes()
        if not raw:
            return None
        line = raw.decode(self._encoding, errors="replace").removeprefix("\ufeff").removesuffix("\n").removesuffix("\r")
        if len(line) > LONGEST_LINE:
            while raw and not raw.endswith(b"\n"):
                raw = self._read_bytes()
            raise LineError(_("The line is longer than {most} characters", most=LONGEST_LINE))
        line = line.replace("\t", " ").strip()
        if first_hidden(line):
            raise LineError(_("The line has control characters (arrow keys send them)"))
        return line

    def ask(self, what: str, say: Callable[[str], None]) -> str | None:
        """The next line that can be read, as :meth:`read`; of one that cannot, say why, and what can be typed."""
        while True:
            try:
                return self.read()
            except LineError as error:
                say(f"{error}: {what}.")

    def _read_bytes(self) -> bytes:
        if self._stream is None:
            return b""
        try:
            return self._stream.readline(_MOST_BYTES)
        except OSError:  # a terminal that is gone, or something that only looked like a file
            return b""


def standard_input() -> Lines:
    return Lines(sys.stdin.buffer, sys.stdin.encoding) if sys.stdin is not None else Lines(None)
