"""Saving a game while it is played: an append-only log, with each action on the disk before the session moves on."""

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count, islice
from pathlib import Path
from typing import BinaryIO, Final

from clockspades.engine.actions import Action
from clockspades.engine.header import Header
from clockspades.engine.rules import Outcome
from clockspades.engine.session import AnySession
from clockspades.engine.standing import ASSISTED
from clockspades.engine.text import printable
from clockspades.saved.log import (
    FindGame,
    LoadedLog,
    LogError,
    action_lines,
    check_file,
    complaining,
    dump,
    format_action,
    format_result,
    load_whole,
    reason_of,
)
from clockspades.saved.writing import (
    begin_part,
    create,
    make_folder,
    sweep,
    sync_file,
    sync_folder,
    take,
    take_warning,
    write_all,
)

NOT_SAVED: Final = "The game is not saved."
MOST_NAMES: Final = 100
"""Names that are tried for a game that must be written anew."""


class LostGameError(LogError):
    """The saved game is gone, and cannot be written anywhere else."""


class _LostFileError(OSError):
    """The file is not there any more, or does not hold the game; the message says what happened to it."""


class LogWriter:
    """The journal of a session: its log file, held under a lock so that no other program writes to it.

    Each call leaves a log that can be read. If one fails, what it left behind is cut off before the next. If the file
    is gone or cannot be written, the whole game is written anew: in its own folder if the file is gone, or elsewhere.
    """

    def __init__(
        self,
        path: Path,
        file: BinaryIO,
        header: Header,
        parts: list[bytes],
        elsewhere: Callable[[], Sequence[Path]] = tuple,
    ) -> None:
        """``parts`` are the lines of the header and of each action, with its notes and the result behind it;
        ``elsewhere`` gives other folders that a game can be saved in.
        """
        self.path, self.header, self._file = path, header, file
        self._parts, self._size, self._elsewhere = parts, sum(map(len, parts)), elsewhere
        self._is_whole = True
        """Whether the file ends where its last line does, as far as is known."""
        self._news = ""

    @classmethod
    def create(
        cls,
        path: Path,
        header: Header,
        elsewhere: Callable[[], Sequence[Path]] = tuple,
        session: AnySession | None = None,
    ) -> "LogWriter":
        """Begin a new log, with all of a game that went as far as ``session``; LogError if it exists or cannot be kept.

        It has its name only once all of that is on the disk.
        """
        lines = () if session is None else action_lines(session)
        parts = [line.encode() for line in chain([dump(header.as_json())], lines)]
        if session is not None and session.standing.is_assisted:
            parts[-1] += dump({"note": ASSISTED}).encode()
        with complaining(path, "cannot be written"):
            file = _begin(path, b"".join(parts))
        return cls(path, file, header, parts, elsewhere)

    def cut(self, actions: int) -> None:
        del self._parts[actions + 1 :]
        self._size = sum(map(len, self._parts))
        self.secure()

    def append(self, seat: int | None, action: Action, outcome: Outcome | None) -> None:
        text = dump(format_action(seat, action))
        self._parts.append(self._write(text if outcome is None else text + dump(format_result(outcome))))

    def note(self, text: str) -> None:
        self._parts[-1] += self._write(dump({"note": text}))

    def finish(self, outcome: Outcome) -> None:
        """Keep the result of a game whose last action stands already."""
        self._parts[-1] += self._write(dump(format_result(outcome)))

    def secure(self) -> None:
        """See that all that was kept is on the disk, where :attr:`path` says; LogError if it cannot be."""
        try:
            self._check(self._size)
            self._mend()
        except OSError as error:
            self._write_anew(b"", error)

    def take_news(self) -> str:
        news, self._news = self._news, ""
        return " ".join(filter(None, (news, take_warning())))

    def close(self) -> None:
        """Close the file, which gives the lock free; LogError as in :meth:`secure`. Closing twice does nothing more."""
        if self._file.closed:
            return
        try:
            self.secure()
        finally:
            self._file.close()

    def remove(self) -> None:
        """Close the file and delete it: a game that could not begin leaves nothing behind."""
        self._file.close()
        with contextlib.suppress(OSError):
            self.path.unlink()

    def _write(self, text: str) -> bytes:
        """Put text after the last line that was kept and see it on the disk; return its bytes."""
        data = text.encode()
        try:
            self._check(self._size)
            self._mend()
            self._is_whole = False
            write_all(self._file, data)
            self._check(self._size + len(data))
        except OSError as error:
            with contextlib.suppress(OSError):
                self._mend()
            self._write_anew(data, error)
        self._is_whole = True
        self._size += len(data)
        return data

    def _check(self, size: int) -> None:
        """_LostFileError if the file is not the one at the path, or has fewer bytes than ``size``."""
        held = os.fstat(self._file.fileno())
        try:
            found = self.path.stat()
        except FileNotFoundError as error:
            raise _LostFileError("was deleted") from error
        except OSError as error:
            raise _LostFileError(f"cannot be reached: {reason_of(error)}") from error
        if (held.st_dev, held.st_ino) != (found.st_dev, found.st_ino):
            raise _LostFileError("was replaced by another file")
        if held.st_size < size:
            raise _LostFileError("was cut short by another program")
        self._is_whole = self._is_whole and held.st_size == size

    def _mend(self) -> None:
        """Cut off what stands after the last line that was kept."""
        if not self._is_whole:
            if os.fstat(self._file.fileno()).st_size != self._size:
                self._file.truncate(self._size)
            self._file.seek(0, os.SEEK_END)
            sync_file(self._file)
            self._is_whole = True

    def _write_anew(self, data: bytes, error: OSError) -> None:
        """Write the whole game, with ``data`` at its end, to another file, and go on there; LogError if none can be."""
        whole = b"".join((*self._parts, data))
        is_lost = isinstance(error, _LostFileError)
        own = [self.path.parent] if is_lost else []
        what = f"{error}" if is_lost else f"cannot be written: {reason_of(error)}"
        refused = ""
        for folder in chain(own, self._elsewhere()):
            try:
                path, file = _create_anew(folder, self.path, whole)
            except (OSError, LogError) as fault:
                refused = fault.message if isinstance(fault, LogError) else reason_of(fault)
                continue
            self._file.close()
            self.path, self._file, self._is_whole = path, file, True
            self._news = f"The saved game {what}. The game is now saved in {printable(str(path))}."
            return
        if is_lost:
            raise LostGameError(self.path, 0, f"{what}, and cannot be written again: {refused}") from error
        raise LogError(self.path, 0, what) from error


class Unsaved:
    """The journal of a game that cannot be saved: it keeps nothing but the header, and says so."""

    path: Final = Path()

    def __init__(self, header: Header, reason: str) -> None:
        self.header = header
        self._news = f"This game is not saved: {reason}."

    def cut(self, actions: int) -> None:
        """Forget nothing, as nothing is kept."""

    def append(self, seat: int | None, action: Action, outcome: Outcome | None) -> None:
        """Keep nothing."""

    def note(self, text: str) -> None:
        """Keep nothing."""

    def secure(self) -> None:
        """Do nothing: there is no file."""

    def take_news(self) -> str:
        news, self._news = self._news, ""
        return news

    def close(self) -> None:
        """Do nothing: there is no file."""

    def remove(self) -> None:
        """Do nothing: there is no file."""


def _create_anew(folder: Path, path: Path, whole: bytes) -> tuple[Path, BinaryIO]:
    """Write a whole log to a new file in a folder, named like ``path``, and lock it; OSError or LogError if not."""
    make_folder(folder)
    numbers = islice(count(2), MOST_NAMES)
    for name in chain([path.name], (f"{path.stem}-{number}{path.suffix}" for number in numbers)):
        with contextlib.suppress(FileExistsError):
            return folder / name, _begin(folder / name, whole)
    raise FileExistsError(f"{folder} has too many files like {path.name}")


def _begin(path: Path, whole: bytes) -> BinaryIO:
    """A new log with this content, locked; FileExistsError if there is one, another OSError or LogError if not.

    It gets its name when all of it is on the disk, as far as the file system has hard links.
    """
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    sweep(path.parent)
    if sys.platform != "win32":  # no open file gets another name there
        part, file = begin_part(path.parent)
        _fill(path, part, file, whole)
        try:
            os.link(part, path)
        except FileExistsError:
            file.close()
            raise
        except OSError:
            file.close()
        else:
            sync_folder(path.parent)
            return file
        finally:
            part.unlink(missing_ok=True)
    file = create(path)
    _fill(path, path, file, whole)
    sync_folder(path.parent)
    return file


def _fill(path: Path, new: Path, file: BinaryIO, whole: bytes) -> None:
    """Lock and write a new file, or delete it: it is, or will be, the log at ``path``. OSError or LogError if not."""
    try:
        _lock(path, file)
        write_all(file, whole)
    except BaseException:
        file.close()
        new.unlink(missing_ok=True)
        raise


def reopen(path: Path, find_game: FindGame, elsewhere: Callable[[], Sequence[Path]] = tuple) -> LoadedLog:
    """Load a log to play on: its session writes to it, from the last full line that is true to the format.

    If the log can only be read, the rest of the game is not saved. LogError if it is faulty, one of its bots is not the
    game's, or another program has it open.
    """
    with complaining(path, "cannot be opened to play on"):
        check_file(path)
        try:
            file = open(path, "r+b", buffering=0)  # noqa: SIM115 (it stays open as long as the game)
        except OSError as error:
            if error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
                raise
            loaded = load_whole(path, find_game)
            _require_bots(path, loaded.session)
            reason = str(LogError(path, 0, f"cannot be written: {reason_of(error)}"))
            loaded.session.journal = Unsaved(loaded.header, reason)
            return loaded
    try:
        with complaining(path, "cannot be read"):
            lock(path, file)
            loaded = load_whole(path, find_game)
            _require_bots(path, loaded.session)
            writer = LogWriter(path, file, loaded.header, list(_parts(file, loaded.ends)), elsewhere)
            if not loaded.finished:
                writer.cut(loaded.session.last)
                if loaded.session.outcome is not None:
                    writer.finish(loaded.session.outcome)
                    loaded.finished = True
    except LogError:
        file.close()
        raise
    loaded.session.journal = writer
    return loaded


def _parts(file: BinaryIO, ends: Sequence[int]) -> Iterator[bytes]:
    file.seek(0)
    whole = file.read(ends[-1])
    for start, end in zip((0, *ends), ends):
        yield whole[start:end]


def _require_bots(path: Path, session: AnySession) -> None:
    """Refuse to play on where a bot is missing: others may have bots of their own, and their games can be read."""
    for seat in session.seats:
        if not seat.is_human and seat.bot not in session.game.bots:
            have = ", ".join(session.game.bots)
            raise LogError(path, 1, f"{session.game.title} has no bot {seat.bot!r} to play on with: it has {have}")


def lock(path: Path, file: BinaryIO) -> None:
    """Hold a log for this program as long as its file is open, however the program ends; LogError if it cannot be."""
    _lock(path, file)
    with complaining(path, "cannot be locked"):
        is_there = os.path.samestat(os.fstat(file.fileno()), path.stat())
    if not is_there:
        raise LogError(path, 0, "another clockspades has just changed this log: try again")


def _lock(path: Path, file: BinaryIO) -> None:
    """Lock the file of a log as far as that can be done; LogError if another program has it."""
    try:
        take(file)
    except BlockingIOError as error:
        raise LogError(path, 0, "another clockspades is playing this game") from error
