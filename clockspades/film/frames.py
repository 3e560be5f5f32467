"""A film is a list of frames. A frame is the whole screen for some seconds, as runs of text of one look each."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

BLANK: Final = " "


class Look(NamedTuple):
    """How text is drawn. Colours are written as ``#rrggbb``."""

    ink: str
    ground: str
    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False


class Run(NamedTuple):
    """Text in one look, and how many cells it fills: as many as it has characters, or it is one wide character."""

    text: str
    width: int
    look: Look


Row: TypeAlias = tuple[Run, ...]
"""A row of the screen, from the left to the right."""


class Frame(NamedTuple):
    """What the screen shows, row by row, and how many seconds it does."""

    rows: tuple[Row, ...]
    seconds: float

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return sum(run.width for run in self.rows[0]), len(self.rows)


class Film(NamedTuple):
    """Frames of one size, and what they show, in words."""

    frames: tuple[Frame, ...]
    title: str
    still: int = 0
    """The number of the frame that is shown where nothing moves."""

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return sum(frame.seconds for frame in self.frames)


def joined(frames: Iterable[Frame]) -> tuple[Frame, ...]:
    """The frames, with those that show the same one after the other as one."""
    kept: list[Frame] = []
    for frame in frames:
        if kept and kept[-1].rows == frame.rows:
            kept[-1] = kept[-1]._replace(seconds=kept[-1].seconds + frame.seconds)
        elif frame.seconds:
            kept.append(frame)
    return tuple(kept)


def merged(runs: Iterable[Run]) -> Row:
    """The runs as a row: without empty ones, and neighbours of one look as one."""
    row: list[Run] = []
    for run in runs:
        if not run.width:
            continue
        if row and row[-1].look == run.look and is_plain(row[-1]) and is_plain(run):
            row[-1] = Run(row[-1].text + run.text, row[-1].width + run.width, run.look)
        else:
            row.append(run)
    return tuple(row)


def is_plain(run: Run) -> bool:
    """Whether each character of a run fills one cell."""
    return len(run.text) == run.width


def part(row: Sequence[Run], start: int, end: int) -> Row:
    """The cells of a row from a column to another; what is left of a wide character is blank."""
    return merged(_cut(row, start, end))


def _cut(row: Sequence[Run], start: int, end: int) -> Iterator[Run]:
    column = 0
    for run in row:
        first, last = max(start, column), min(end, column + run.width)
        if first < last:
            if first == column and last == column + run.width:
                yield run
            elif is_plain(run):
                yield Run(run.text[first - column : last - column], last - first, run.look)
            else:
                yield Run(BLANK * (last - first), last - first, run.look)
        column += run.width


def laid_over(rows: Sequence[Row], column: int, top: int, lines: Sequence[Row]) -> tuple[Row, ...]:
    """The rows with other lines in front of them, as far as these are on the screen."""
    covered = [*rows]
    for number, line in enumerate(lines, top):
        if 0 <= number < len(rows):
            width = sum(run.width for run in rows[number])
            inside = part(line, max(0, -column), width - column)
            start, length = max(0, column), sum(run.width for run in inside)
            row = rows[number]
            covered[number] = merged((*part(row, 0, start), *inside, *part(row, start + length, width)))
    return tuple(covered)
