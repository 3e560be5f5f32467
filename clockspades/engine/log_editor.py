"""Changing the log of a game that nobody plays: a note, or the header. Every other line stays as it is."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

from clockspades.engine.log import (
    LARGEST,
    MOST_LINES,
    FindGame,
    Loaded,
    LogError,
    Note,
    check_file,
    dump,
    format_action,
    parse_header,
    parse_object,
    reason_of,
)
from clockspades.engine.log_writer import lock
from clockspades.engine.options import Json
from clockspades.engine.session import ASSISTED, AnySession
from clockspades.engine.writing import write_whole

LONGEST_NOTE: Final = 400
"""Characters in a note beyond which no more are taken."""
_CHANGED: Final = "the game in this file has changed: open it again"


def shared_points(path: Path, session: AnySession, find_game: FindGame) -> int:
    """How many actions the game in a log has in common with a session from the start; 0 if it cannot be read."""
    try:
        check_file(path)
        return _shared_points(list(BytesIO(path.read_bytes())), session, find_game) or 0
    except (OSError, LogError):
        return 0


def note_at(notes: list[Note], point: int) -> str:
    """The note that is written at a point, empty if there is none. Of several it is the last."""
    texts = [note.text for note in notes if note.after == point and note.text != ASSISTED]
    return texts[-1] if texts else ""


def write_note(path: Path, session: AnySession, point: int, text: str, find_game: FindGame) -> list[Note]:
    """Write a note at a point of a game into its log, in the place of :func:`note_at`; an empty text removes that.

    The notes at this point, as they then are. LogError if the log cannot be changed, another program has it open, or
    it no longer holds the game of the session up to the point.
    """
    text = text[:LONGEST_NOTE]
    if text == ASSISTED:
        raise LogError(path, 0, "this note would make the game practice: write other words")
    texts: list[str] = []

    def change(lines: list[bytes]) -> list[bytes]:
        shared = _shared_points(lines, session, find_game)
        if shared is None or shared < point:
            raise LogError(path, 0, _CHANGED)
        behind = next(islice(_spans(lines), point, None))[1:]
        noted = [number for number in behind if "note" in parse_object(lines[number])]
        ours = [number for number in noted if parse_object(lines[number])["note"] != ASSISTED]
        at = ours[-1] if ours else noted[-1] + 1 if noted else behind.start
        new = [dump({"note": text}).encode()] if text else []
        changed = [*lines[:at], *new, *lines[at + len(ours[-1:]) :]]
        span = next(islice(_spans(changed), point, None))[1:]
        texts.extend(str(line["note"]) for number in span if "note" in (line := parse_object(changed[number])))
        return changed

    _edit(path, change)
    return [Note(point, each) for each in texts]


def mark_assisted(loaded: Loaded, find_game: FindGame) -> None:
    """Mark an unfinished game as assisted, in its log and as it was loaded; LogError as in :func:`write_note`."""
    session = loaded.session

    def change(lines: list[bytes]) -> list[bytes]:
        spans = list(_spans(lines))
        if _shared_points(lines, session, find_game) != session.last or len(spans) != session.last + 1:
            raise LogError(loaded.path, 0, _CHANGED)
        end = spans[-1].stop
        return [*lines[:end], dump({"note": ASSISTED}).encode(), *lines[end:]]

    _edit(loaded.path, change)
    loaded.notes.append(Note(session.last, ASSISTED))
    session.mark_read()


def write_header(path: Path, key: str, change: Callable[[Json], Json]) -> None:
    """Change what the header of a log says under a key; LogError as in :func:`write_note`."""

    def change_first(lines: list[bytes]) -> list[bytes]:
        try:
            header = parse_object(lines[0])
        except (IndexError, ValueError) as error:
            raise LogError(path, 1, "the header cannot be read") from error
        return [dump({**header, key: change(header.get(key))}).encode(), *lines[1:]]

    _edit(path, change_first)


def delete_log(path: Path) -> None:
    """Delete a log; LogError if it cannot be deleted, or another program has it open."""
    with _held(path) as file:
        if sys.platform == "win32":
            file.close()  # no open file is deleted there
        path.unlink()


def _edit(path: Path, change: Callable[[list[bytes]], list[bytes]]) -> None:
    """Change the lines of a log: a reader finds the old ones or the new ones. LogError if it cannot be changed."""
    with _held(path) as file:
        lines = list(BytesIO(file.read()))
        changed = change(lines)
        if sum(map(len, changed)) > LARGEST or len(changed) > MOST_LINES:
            raise LogError(path, 0, "this log is too long for another line")
        if changed != lines:
            if sys.platform == "win32":
                file.close()  # no open file is replaced there
            write_whole(path, b"".join(changed), follows=True)


@contextmanager
def _held(path: Path) -> Iterator[BinaryIO]:
    """Hold a log under its lock, so that nobody plays in it; LogError if somebody does, or it cannot be changed."""
    try:
        check_file(path)
        with open(path, "r+b", buffering=0) as file:
            lock(path, file)
            yield file
    except OSError as error:
        raise LogError(path, 0, f"cannot be changed: {reason_of(error)}") from error


def _shared_points(lines: list[bytes], session: AnySession, find_game: FindGame) -> int | None:
    """How many actions these lines have in common with a session; None if they are of another kind of game, or none."""
    try:
        header, game = parse_header(parse_object(lines[0] if lines else b""), find_game)
    except ValueError:
        return None
    if (game.name, header.options) != (session.game.name, session.options):
        return None
    shared = 0
    for span, position in zip(islice(_spans(lines), 1, None), session.positions[1:]):
        assert position.action is not None, "only the first point has no action"
        if parse_object(lines[span.start]) != format_action(position.seat, position.action):
            break
        shared += 1
    return shared


def _spans(lines: list[bytes]) -> Iterator[range]:
    """By point the numbers of its lines: the header or an action, and the notes and the result behind it.

    They end before a line that cannot be read.
    """
    start = 0
    for number, line in enumerate(lines[1:], 1):
        parsed = _parse(line)
        if parsed is None:
            yield range(start, number)
            return
        if not ("result" in parsed or (parsed.keys() == {"note"} and isinstance(parsed["note"], str))):
            yield range(start, number)
            start = number
    if lines:
        yield range(start, len(lines))


def _parse(line: bytes) -> Mapping[str, Json] | None:
    try:
        return parse_object(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
