"""A film is a list of frames. A frame is the whole screen for some seconds, as runs of text of one look each."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

BLANK: Final = " "


class Look(NamedTuple):
    """The colours and the style of text. Colours are written as ``#rrggbb``."""

    ink: str
    ground: str
    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False


class TextRun(NamedTuple):
    """Text of one look, and its width in cells: one for each character, unless it is a single wide character."""

    text: str
    width: int
    look: Look


FrameRow: TypeAlias = tuple[TextRun, ...]


class Frame(NamedTuple):
    """The screen row by row, and how many seconds it stays."""

    rows: tuple[FrameRow, ...]
    seconds: float

    @property
    def size(self) -> tuple[int, int]:
        return sum(run.width for run in self.rows[0]), len(self.rows)


class Film(NamedTuple):
    """Frames of one size, and a title."""

    frames: tuple[Frame, ...]
    title: str
    still: int = 0
    """The number of the frame to show where a picture can't move."""

    @property
    def seconds(self) -> float:
        return sum(frame.seconds for frame in self.frames)


def joined(frames: Iterable[Frame]) -> tuple[Frame, ...]:
    """The frames, with neighbours that show the same merged into one."""
    kept: list[Frame] = []
    for frame in frames:
        if kept and kept[-1].rows == frame.rows:
            kept[-1] = kept[-1]._replace(seconds=kept[-1].seconds + frame.seconds)
        elif frame.seconds:
            kept.append(frame)
    return tuple(kept)


def merged(runs: Iterable[TextRun]) -> FrameRow:
    """The runs as a row: empty ones left out, and neighbours of one look merged."""
    row: list[TextRun] = []
    for run in runs:
        if not run.width:
            continue
        if row and row[-1].look == run.look and is_plain(row[-1]) and is_plain(run):
            row[-1] = TextRun(row[-1].text + run.text, row[-1].width + run.width, run.look)
        else:
            row.append(run)
    return tuple(row)


def is_plain(run: TextRun) -> bool:
    """Whether each character of a run fills one cell."""
    return len(run.text) == run.width


def part(row: Sequence[TextRun], start: int, end: int) -> FrameRow:
    """The cells of a row between two columns. Half a wide character becomes a blank."""
    return merged(_cut(row, start, end))


def _cut(row: Sequence[TextRun], start: int, end: int) -> Iterator[TextRun]:
    column = 0
    for run in row:
        first, last = max(start, column), min(end, column + run.width)
        if first < last:
            if first == column and last == column + run.width:
                yield run
            elif is_plain(run):
                yield TextRun(run.text[first - column : last - column], last - first, run.look)
            else:
                yield TextRun(BLANK * (last - first), last - first, run.look)
        column += run.width


def laid_over(rows: Sequence[FrameRow], column: int, top: int, lines: Sequence[FrameRow]) -> tuple[FrameRow, ...]:
    """The rows with other lines drawn over them. What lies beside the screen is cut off."""
    covered = [*rows]
    for number, line in enumerate(lines, top):
        if 0 <= number < len(rows):
            width = sum(run.width for run in rows[number])
            inside = part(line, max(0, -column), width - column)
            start, length = max(0, column), sum(run.width for run in inside)
            row = rows[number]
            covered[number] = merged((*part(row, 0, start), *inside, *part(row, start + length, width)))
    return tuple(covered)
