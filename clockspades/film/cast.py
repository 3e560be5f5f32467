"""A film as an asciicast, version 2: what a terminal would have been sent, and when.

Every version of asciinema, of its web player and of agg plays version 2. Version 3, which has the same events, is
unknown to asciinema before 3.0.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

from clockspades.engine.codec import json_text
from clockspades.film.film import Film, FrameRow, Look, is_plain

START: Final = "\x1b[?25l\x1b[?7l"
"""Hides the cursor, and stops long rows from running over into the next."""
END: Final = "\x1b[0m\x1b[?7h\x1b[?25h"
NEAR: Final = 6
"""Two changes with at most so many cells between them are sent as one: to skip the cells takes as many bytes."""


class _Cell(NamedTuple):
    """What a cell shows; the second cell of a wide character shows nothing of its own."""

    text: str
    look: Look


_Cells: TypeAlias = tuple[_Cell, ...]


def written(film: Film) -> str:
    """The film as an asciicast: a header, and a line for each frame."""
    columns, rows = film.frames[0].size
    header = {"version": 2, "width": columns, "height": rows, "duration": round(film.seconds, 3), "title": film.title}
    lines = [json_text(header)]
    starts = accumulate((frame.seconds for frame in film.frames), initial=0.0)
    before: Sequence[FrameRow] = [()] * rows
    sent = START
    for start, frame in zip(starts, film.frames):
        sent += "".join(_changes(before, frame.rows))
        lines.append(_event(start, sent))
        before, sent = frame.rows, ""
    lines.append(_event(film.seconds, f"{END}\x1b[{rows};1H"))
    return "".join(f"{line}\n" for line in lines)


def _event(seconds: float, sent: str) -> str:
    return json_text([round(seconds, 3), "o", sent])


def _changes(before: Sequence[FrameRow], after: Sequence[FrameRow]) -> Iterator[str]:
    """The text to write to a terminal that shows some rows, so that it shows others."""
    look: Look | None = None
    for number, (old, new) in enumerate(zip(before, after), 1):
        if old == new:
            continue
        cells = _cells(new)
        for start, end in _spans(_cells(old), cells):
            yield f"\x1b[{number};{start + 1}H"
            for cell in cells[start:end]:
                if cell.look != look:
                    look = cell.look
                    yield _signal(look)
                yield cell.text


def _spans(old: _Cells, new: _Cells) -> list[tuple[int, int]]:
    """The columns that change, from the first up to the one after the last, near ones together."""
    spans: list[tuple[int, int]] = []
    for column, cell in enumerate(new):
        if column < len(old) and old[column] == cell:
            continue
        start, end = column, column + 1
        while not new[start].text:
            start -= 1  # a wide character is sent as a whole
        while end < len(new) and not new[end].text:
            end += 1
        if spans and start <= spans[-1][1] + NEAR:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


@lru_cache(1 << 12)
def _cells(row: FrameRow) -> _Cells:
    cells: list[_Cell] = []
    for run in row:
        texts = run.text if is_plain(run) else (run.text, *("" for _ in range(run.width - 1)))
        cells += (_Cell(text, run.look) for text in texts)
    return tuple(cells)


@lru_cache(1 << 8)
def _signal(look: Look) -> str:
    marks = ((1, look.bold), (3, look.italic), (4, look.underline), (9, look.strike))
    on = "".join(f";{mark}" for mark, is_on in marks if is_on)
    ink, ground = (
        ";".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5)) for colour in (look.ink, look.ground)
    )
    return f"\x1b[0{on};38;2;{ink};48;2;{ground}m"
