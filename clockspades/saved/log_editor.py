"""Changing the log of a game that nobody plays: a note, or the header. Every other line stays as it is."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from clockspades.engine.header import Header
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession, SeatAction, last_shared
from clockspades.engine.spent import spent_in
from clockspades.engine.standing import ASSISTED
from clockspades.language import NC_, wrong
from clockspades.saved import log
from clockspades.saved.log_writer import lock
from clockspades.saved.writing import write_whole

LONGEST_NOTE: Final = 400
"""Characters in a note beyond which no more are taken."""
_CHANGED: Final = NC_("fault", "the game in this file has changed: open it again")


def shared_points(path: Path, session: AnySession, find_game: log.FindGame) -> tuple[int, Header | None]:
    """How many points of a session a log has, from the start, and the header of the log; None if it cannot be read.

    A file that has not changed is not read again: a replay needs it of every branch each time it shows something else.
    """
    header, moves = _read(path, find_game, log.state_of_file(path))
    return _shared(header, moves, session), header


def _shared(header: Header | None, moves: Sequence[SeatAction], session: AnySession) -> int:
    is_alike = header is not None and (header.game, header.options) == (session.game.name, session.options)
    return last_shared(moves, session.moves) if is_alike else 0


@lru_cache(maxsize=1 << 16)
def _read(path: Path, find_game: log.FindGame, _: log.FileState) -> tuple[Header | None, tuple[SeatAction, ...]]:
    try:
        loaded = log.load(path, find_game)
    except log.LogError:
        return None, ()
    return loaded.header, loaded.session.moves


def note_at(notes: list[log.LogNote], point: int) -> str:
    """The note that is written at a point, empty if there is none. Of several it is the last."""
    texts = [note.text for note in notes if note.after == point and note.text != ASSISTED]
    return texts[-1] if texts else ""


def write_note(path: Path, session: AnySession, point: int, text: str, find_game: log.FindGame) -> list[log.LogNote]:
    """Write a note at a point of a game into its log, in the place of :func:`note_at`; an empty text removes that.

    The notes at this point, as they then are. LogError if the log cannot be changed, another program has it open, or
    it no longer holds the game of the session up to the point.
    """
    text = text[:LONGEST_NOTE]
    if text == ASSISTED:
        raise log.LogError(path, 0, wrong("this note would make the game practice: write other words"))
    if spent_in([text]) is not None:
        raise log.LogError(path, 0, wrong("this note would count as time at the table: write other words"))
    texts: list[str] = []

    def change(lines: list[bytes]) -> list[bytes]:
        loaded = _load_again(path, session, point, find_game)
        noted = {line: note.text for note, line in zip(loaded.notes, loaded.note_lines) if note.after == point}
        ours = [line for line, words in noted.items() if words != ASSISTED][-1:]
        place = ours[0] - 1 if ours else _behind(loaded, point)
        new = [text] if text else []
        texts.extend([*(words for line, words in noted.items() if line not in ours), *new])
        return [*lines[:place], *(log.dump({"note": words}).encode() for words in new), *lines[place + len(ours) :]]

    _edit(path, change)
    return [log.LogNote(point, each) for each in texts]


def mark_assisted(loaded: log.LoadedLog, find_game: log.FindGame) -> None:
    """Mark an unfinished game as assisted, in its log and as it was loaded; LogError as in :func:`write_note`."""
    session = loaded.session

    def change(lines: list[bytes]) -> list[bytes]:
        again = _load_again(loaded.path, session, session.last, find_game)
        if again.session.last != session.last:
            raise log.LogError(loaded.path, 0, wrong(_CHANGED))
        place = _behind(again, session.last)
        return [*lines[:place], log.dump({"note": ASSISTED}).encode(), *lines[place:]]

    _edit(loaded.path, change)
    loaded.notes.append(log.LogNote(session.last, ASSISTED))
    session.standing = session.standing._replace(is_assisted=True)


def _load_again(path: Path, session: AnySession, point: int, find_game: log.FindGame) -> log.LoadedLog:
    """The log of a session as it is now; LogError if it no longer holds the same game up to a point."""
    with suppress(log.LogError):
        loaded = log.load(path, find_game)
        if _shared(loaded.header, loaded.session.moves, session) >= point:
            return loaded
    raise log.LogError(path, 0, wrong(_CHANGED))


def _behind(loaded: log.LoadedLog, point: int) -> int:
    """The number of the last line of a point: of its action, or of a note that stands behind that."""
    number = loaded.lines[point]
    while number + 1 in loaded.note_lines:
        number += 1
    return number


def write_header(path: Path, key: str, change: Callable[[Json], Json]) -> None:
    """Change what the header of a log says under a key; LogError as in :func:`write_note`."""

    def change_first(lines: list[bytes]) -> list[bytes]:
        try:
            at = next(number for number, line in enumerate(lines) if not log.is_empty(line))
            header = log.parse_object(lines[at])
        except (StopIteration, ValueError) as error:
            raise log.LogError(path, 1, wrong("the header cannot be read")) from error
        return [log.dump({**header, key: change(header.get(key))}).encode(), *lines[at + 1 :]]

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
        if sum(map(len, changed)) > log.LARGEST or len(changed) > log.MOST_LINES:
            raise log.LogError(path, 0, wrong("this log is too long for another line"))
        if changed != lines:
            if sys.platform == "win32":
                file.close()  # no open file is replaced there
            write_whole(path, b"".join(changed), follows=True)


@contextmanager
def _held(path: Path) -> Iterator[BinaryIO]:
    """Hold a log under its lock, so that nobody plays in it; LogError if somebody does, or it cannot be changed."""
    with log.complaining(path, NC_("fault", "cannot be changed")):
        log.check_file(path)
        with open(path, "r+b", buffering=0) as file:
            lock(path, file)
            yield file
