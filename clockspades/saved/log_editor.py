"""Changing the log of a game that nobody plays: a note, or the header. Every other line stays as it is."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from itertools import filterfalse, islice
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from clockspades.engine.actions import Deal
from clockspades.engine.deal_proof import without_proof
from clockspades.engine.header import Header
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession
from clockspades.engine.standing import ASSISTED
from clockspades.saved.log import (
    LARGEST,
    MOST_LINES,
    FileState,
    FindGame,
    LoadedLog,
    LogError,
    LogNote,
    action_line,
    check_file,
    complaining,
    dump,
    is_empty,
    lasting_lines,
    open_log,
    parse_header,
    parse_object,
    state_of_file,
)
from clockspades.saved.log_writer import lock
from clockspades.saved.writing import write_whole

LONGEST_NOTE: Final = 400
"""Characters in a note beyond which no more are taken."""
_MOST_REMEMBERED: Final = 1 << 16
"""Logs of which what they share with a game is remembered, at most."""
_CHANGED: Final = "the game in this file has changed: open it again"


class CommonPart(NamedTuple):
    """What a log has in common with a game."""

    points: int = 0
    """How many actions, from the start; 0 if the log cannot be read, or is of another kind of game."""
    header: Header | None = None
    """The header of the log; None if it cannot be read."""


def action_keys(session: AnySession) -> tuple[bytes, ...]:
    """What tells whether a log is of a game: its kind, and each action as this program writes it, without proofs."""
    kind = dump({"game": session.game.name, "options": dict(session.options)})
    made = [(at.seat, Deal(at.action.cards) if isinstance(at.action, Deal) else at.action) for at in session.positions]
    return tuple(line.encode() for line in (kind, *(action_line(seat, action) for seat, action in made if action)))


def shared_points(path: Path, keys: tuple[bytes, ...], find_game: FindGame) -> CommonPart:
    """What a log has in common with the game of these :func:`action_keys`.

    A file that has not changed is not read again: a replay needs it of every branch each time it shows something else.
    """
    return _shared_in_file(path, keys, find_game, state_of_file(path))


@lru_cache(maxsize=_MOST_REMEMBERED)
def _shared_in_file(path: Path, keys: tuple[bytes, ...], find_game: FindGame, _: FileState) -> CommonPart:
    try:
        with open_log(path) as file:
            lines = [*file]
        return _shared([lines[number] for number in lasting_lines(lines)], keys, find_game)
    except (OSError, LogError):
        return CommonPart()


def note_at(notes: list[LogNote], point: int) -> str:
    """The note that is written at a point, empty if there is none. Of several it is the last."""
    texts = [note.text for note in notes if note.after == point and note.text != ASSISTED]
    return texts[-1] if texts else ""


def write_note(path: Path, session: AnySession, point: int, text: str, find_game: FindGame) -> list[LogNote]:
    """Write a note at a point of a game into its log, in the place of :func:`note_at`; an empty text removes that.

    The notes at this point, as they then are. LogError if the log cannot be changed, another program has it open, or
    it no longer holds the game of the session up to the point.
    """
    text = text[:LONGEST_NOTE]
    if text == ASSISTED:
        raise LogError(path, 0, "this note would make the game practice: write other words")
    texts: list[str] = []

    def change(lines: list[bytes]) -> list[bytes]:
        lasting = lasting_lines(lines)
        left = [lines[number] for number in lasting]
        shared = _shared(left, action_keys(session), find_game)
        if shared.header is None or shared.points < point:
            raise LogError(path, 0, _CHANGED)
        here = [lasting[number] for number in next(islice(_spans(left), point, None))]
        told = ((number, _parse(lines[number]) or {}) for number in here[1:])
        noted = {number: str(line["note"]) for number, line in told if "note" in line}
        ours = [number for number, words in noted.items() if words != ASSISTED][-1:]
        place = ours[0] if ours else here[0] + 1
        while not ours and place in noted:
            place += 1
        new = [text] if text else []
        texts.extend([*(words for number, words in noted.items() if number not in ours), *new])
        return [*lines[:place], *(dump({"note": words}).encode() for words in new), *lines[place + len(ours) :]]

    _edit(path, change)
    return [LogNote(point, each) for each in texts]


def mark_assisted(loaded: LoadedLog, find_game: FindGame) -> None:
    """Mark an unfinished game as assisted, in its log and as it was loaded; LogError as in :func:`write_note`."""
    session = loaded.session

    def change(lines: list[bytes]) -> list[bytes]:
        lasting = lasting_lines(lines)
        left = [lines[number] for number in lasting]
        spans = list(_spans(left))
        shared = _shared(left, action_keys(session), find_game)
        if shared.header is None or shared.points != session.last or len(spans) != session.last + 1:
            raise LogError(loaded.path, 0, _CHANGED)
        end = lasting[spans[-1].stop - 1] + 1
        return [*lines[:end], dump({"note": ASSISTED}).encode(), *lines[end:]]

    _edit(loaded.path, change)
    loaded.notes.append(LogNote(session.last, ASSISTED))
    session.standing = session.standing._replace(is_assisted=True)


def write_header(path: Path, key: str, change: Callable[[Json], Json]) -> None:
    """Change what the header of a log says under a key; LogError as in :func:`write_note`."""

    def change_first(lines: list[bytes]) -> list[bytes]:
        try:
            at = next(number for number, line in enumerate(lines) if not is_empty(line))
            header = parse_object(lines[at])
        except (StopIteration, ValueError) as error:
            raise LogError(path, 1, "the header cannot be read") from error
        return [dump({**header, key: change(header.get(key))}).encode(), *lines[at + 1 :]]

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
    with complaining(path, "cannot be changed"):
        check_file(path)
        with open(path, "r+b", buffering=0) as file:
            lock(path, file)
            yield file


def _shared(lines: Iterable[bytes], keys: tuple[bytes, ...], find_game: FindGame) -> CommonPart:
    """What these lines have in common with the game of these keys, up to a line that cannot be read."""
    left = iter(lines)
    try:
        header, game = parse_header(next(filterfalse(is_empty, left), b""), find_game)
    except ValueError:
        return CommonPart()
    if dump({"game": game.name, "options": dict(header.options)}).encode() != keys[0]:
        return CommonPart(header=header)
    points = 0
    for line in left:
        if points + 1 == len(keys):
            break
        if line != keys[points + 1]:  # most lines are written as this program writes them, and need no parsing
            parsed = _parse(line)
            if is_empty(line) or (parsed is not None and _is_remark(parsed)):
                continue
            if parsed is None or without_proof(parsed) != parse_object(keys[points + 1]):
                break
        points += 1
    return CommonPart(points, header)


def _spans(lines: list[bytes]) -> Iterator[range]:
    """By point the numbers of its lines: the header or an action, and the notes and the result behind it.

    They end before a line that cannot be read.
    """
    start = 0
    first = next((number for number, line in enumerate(lines, 1) if not is_empty(line)), 1)
    for number, line in enumerate(lines[first:], first):
        if is_empty(line):
            continue
        parsed = _parse(line)
        if parsed is None:
            yield range(start, number)
            return
        if not _is_remark(parsed):
            yield range(start, number)
            start = number
    if lines:
        yield range(start, len(lines))


def _is_remark(parsed: Mapping[str, Json]) -> bool:
    """Whether a line is a result or a note, and no action."""
    return "result" in parsed or (parsed.keys() == {"note"} and isinstance(parsed["note"], str))


def _parse(line: bytes) -> Mapping[str, Json] | None:
    try:
        return parse_object(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
