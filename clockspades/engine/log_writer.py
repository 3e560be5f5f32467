"""Keeping a game as it is played: an append-only log on the disk, each action there before the session moves on."""

import contextlib
import os
import sys
from pathlib import Path
from typing import BinaryIO

from clockspades.engine.game import Action, Outcome
from clockspades.engine.log import (
    LONGEST_LINE,
    FindGame,
    Header,
    Loaded,
    LogError,
    check_file,
    dump,
    format_action,
    format_result,
    load,
    reason_of,
)
from clockspades.engine.session import AnySession


class LogWriter:
    """The journal of a session: its log file, held under a lock so that no other program writes to it.

    Each call leaves a log that can be read. Where one fails, what it left behind is cut off before the next.
    """

    def __init__(self, path: Path, file: BinaryIO, header: Header, ends: list[int]) -> None:
        self.path, self.header, self._file, self._ends = path, header, file, ends
        self._is_whole = False
        """Whether the file ends where its last line does, as far as is known."""

    @classmethod
    def create(cls, path: Path, header: Header) -> "LogWriter":
        """Begin a new log; LogError if it exists or cannot be written."""
        try:
            file = open(path, "x+b", buffering=0)  # noqa: SIM115 (it stays open as long as the game)
        except OSError as error:
            raise LogError(path, 0, f"cannot be written: {reason_of(error)}") from error
        writer = cls(path, file, header, [0])
        try:
            _lock(path, file)
            writer._ends[0] = writer._write(dump(header.as_json()))
            _sync_directory(path.parent)
        except LogError:
            writer.remove()
            raise
        return writer

    def cut(self, actions: int) -> None:
        """Forget all after the first ``actions`` actions."""
        del self._ends[actions + 1 :]
        self._is_whole = False
        try:
            self._mend()
        except OSError as error:
            raise LogError(self.path, 0, f"cannot be written: {reason_of(error)}") from error

    def append(self, seat: int | None, action: Action, outcome: Outcome | None) -> None:
        """Keep an action, and the result if it ended the game: on the disk when this returns."""
        text = dump(format_action(seat, action))
        self._ends.append(
            self._ends[-1] + self._write(text if outcome is None else text + dump(format_result(outcome)))
        )

    def note(self, text: str) -> None:
        """Keep an annotation behind the last action."""
        self._ends[-1] += self._write(dump({"note": text}))

    def finish(self, outcome: Outcome) -> None:
        """Keep the result of a game whose last action stands already."""
        self._ends[-1] += self._write(dump(format_result(outcome)))

    def close(self) -> None:
        """Close the file, which gives the lock free."""
        self._file.close()

    def remove(self) -> None:
        """Close the file and delete it: a game that could not begin leaves nothing behind."""
        self.close()
        with contextlib.suppress(OSError):
            self.path.unlink()

    def _write(self, text: str) -> int:
        """Put text after the last line that was kept and see it on the disk; how many bytes it has."""
        data = memoryview(text.encode())
        size = len(data)
        try:
            self._mend()
            self._is_whole = False
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                self._mend()
            raise LogError(self.path, 0, f"cannot be written: {reason_of(error)}") from error
        self._is_whole = True
        return size

    def _mend(self) -> None:
        """Cut off what stands after the last line that was kept."""
        if not self._is_whole:
            self._file.truncate(self._ends[-1])
            self._file.seek(0, os.SEEK_END)
            os.fsync(self._file.fileno())
            self._is_whole = True


def reopen(path: Path, find_game: FindGame) -> Loaded:
    """Load a log to play on: its session writes to it, from the last full line that is true to the format.

    LogError if it is faulty, one of its bots is not the game's, or another program has it open.
    """
    try:
        check_file(path)
        file = open(path, "r+b", buffering=0)  # noqa: SIM115 (it stays open as long as the game)
    except OSError as error:
        raise LogError(path, 0, f"cannot be opened to play on: {reason_of(error)}") from error
    try:
        _lock(path, file)
        loaded = load(path, find_game)
        if loaded.fault is not None:
            raise loaded.fault
        _require_bots(path, loaded.session)
        writer = LogWriter(path, file, loaded.header, loaded.ends)
        if not loaded.finished:
            writer.cut(loaded.session.last)
            if loaded.session.outcome is not None:
                writer.finish(loaded.session.outcome)
                loaded.finished = True
        loaded.session.journal = writer
    except LogError:
        file.close()
        raise
    return loaded


def _require_bots(path: Path, session: AnySession) -> None:
    """Refuse to play on where a bot is missing: others may have bots of their own, and their games can be read."""
    for seat in session.seats:
        if not seat.is_human and seat.bot not in session.game.bots:
            have = ", ".join(session.game.bots)
            raise LogError(path, 1, f"{session.game.title} has no bot {seat.bot!r} to play on with: it has {have}")


def _lock(path: Path, file: BinaryIO) -> None:
    """Hold the file for this program as long as it is open, however the program ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LONGEST_LINE << 10)  # a byte that no log reaches: others may still read the log
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError) as error:
        raise LogError(path, 0, "another clockspades is playing this game") from error
    except OSError as error:
        raise LogError(path, 0, f"cannot be locked: {reason_of(error)}") from error


def _sync_directory(directory: Path) -> None:
    """Make a new file's name as safe as its content, where the system can."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            handle = os.open(directory, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
