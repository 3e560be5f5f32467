"""Saving a game while it is played: an append-only log, with each action on the disk before the session moves on."""

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import chain, count, islice
from pathlib import Path
from typing import BinaryIO, Final

from clockspades.engine.header import FORMAT, Header
from clockspades.engine.rules import Action, Outcome
from clockspades.engine.seating import has_player
from clockspades.engine.session import AnySession
from clockspades.engine.standing import ASSISTED
from clockspades.engine.text import printable, reason_of
from clockspades.language import N_, NC_, _, headed, wrong
from clockspades.saved import log, writing
from clockspades.saved.log import MOST_LINES

NOT_SAVED: Final = N_("The game is not saved.")
MOST_NAMES: Final = 100
"""Names that are tried for a game that must be written anew."""


class LostGameError(log.LogError):
    """The saved game is gone, and cannot be written anywhere else."""


class _LostFileError(OSError):
    """The file is not there any more, or does not hold the game; the message says what happened to it."""


class LogWriter:
    """The journal of a session: its log file, held under a lock so that no other program writes to it.

    The file only grows, and each call leaves a log that can be read. Another file with the whole game takes its place
    if half a line stands at its end, as after a write that failed, or if an undo needs a newer format or more room.
    If the file is gone or cannot be written, the game is written anew: in its own folder if it is gone, or elsewhere.
    """

    def __init__(
        self, path: Path, file: BinaryIO, header: Header, kept: bytes, elsewhere: Callable[[], Sequence[Path]] = tuple
    ) -> None:
        """``kept`` is what the file has up to its last full line; ``elsewhere`` gives other folders for a game."""
        self.path, self.header, self._file = path, header, file
        self._kept, self._elsewhere = kept, elsewhere
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
        lines = [log.dump(header.as_json()), *(() if session is None else log.action_lines(session))]
        if session is not None and session.standing.is_assisted:
            lines.append(log.dump({"note": ASSISTED}))
        kept = "".join(lines).encode()
        with log.complaining(path, NC_("fault", "cannot be written")):
            file = _begin(path, kept)
        return cls(path, file, header, kept, elsewhere)

    def append(self, seat: int | None, action: Action, outcome: Outcome | None) -> None:
        text = log.action_line(seat, action)
        self._write(text if outcome is None else text + log.result_line(outcome))

    def undo(self, actions: int) -> None:
        text, kept = log.dump({"undo": actions}), self._kept
        if self.header.version == FORMAT and kept.count(b"\n") < MOST_LINES // 2:
            self._write(text)
            return
        lines = [line for line in BytesIO(kept) if not log.is_empty(line)]
        newer = log.dump({**log.parse_object(lines[0]), "clockspades": FORMAT}).encode()
        self._write(text, b"".join([newer, *(lines[number] for number in log.lasting_lines(lines)[1:])]))
        self.header = self.header._replace(version=FORMAT)

    def note(self, text: str) -> None:
        self._write(log.dump({"note": text}))

    def finish(self, outcome: Outcome) -> None:
        """Keep the result of a game whose last action stands already."""
        self._write(log.result_line(outcome))

    def secure(self) -> None:
        """See that all that was kept is on the disk, where :attr:`path` says; LogError if it cannot be."""
        try:
            if not self._check(self._kept):
                with contextlib.suppress(OSError):  # what else stands in it may be an action that was not taken
                    self._replace(self._kept)
        except OSError as error:
            self._write_anew(self._kept, error)

    def take_news(self) -> str:
        news, self._news = self._news, ""
        return " ".join(filter(None, (news, writing.take_warning())))

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

    def _write(self, text: str, anew: bytes | None = None) -> None:
        """Put text after what was kept, or ``anew`` and the text in its place, and see it on the disk."""
        whole = (self._kept if anew is None else anew) + text.encode()
        try:
            if self._check(self._kept) and anew is None:
                self._file.seek(len(self._kept))
                writing.write_all(self._file, whole[len(self._kept) :])
                self._check(whole)
            else:
                self._replace(whole)
        except OSError as error:
            self._write_anew(whole, error)
        self._kept = whole

    def _check(self, kept: bytes) -> bool:
        """Whether the file is as long as what was kept; _LostFileError if it is not the one at the path, or shorter."""
        held = os.fstat(self._file.fileno())
        try:
            found = self.path.stat()
        except FileNotFoundError as error:
            raise _LostFileError(wrong("was deleted")) from error
        except OSError as error:
            raise _LostFileError(_why(NC_("fault", "cannot be reached"), error)) from error
        if (held.st_dev, held.st_ino) != (found.st_dev, found.st_ino):
            raise _LostFileError(wrong("was replaced by another file"))
        if held.st_size < len(kept):
            raise _LostFileError(wrong("was cut short by another program"))
        return held.st_size == len(kept)

    def _replace(self, whole: bytes) -> None:
        """Put another file with this content in the place of the one held, and hold it; OSError if that fails."""
        path = Path(os.path.realpath(self.path))
        if sys.platform != "win32":
            file = _begin(path, whole, over=True)
            self._file.close()
            self._file = file
            return
        self._file.close()  # no open file is replaced there
        try:
            writing.write_whole(path, whole)
        finally:
            self._file = open(path, "r+b", buffering=0)  # noqa: SIM115 (it stays open as long as the game)
            _lock(path, self._file)

    def _write_anew(self, whole: bytes, error: OSError) -> None:
        """Write the whole game to another file, and go on there; LogError if none can be."""
        is_lost = isinstance(error, _LostFileError)
        own = [self.path.parent] if is_lost else []
        what = f"{error}" if is_lost else _why(NC_("fault", "cannot be written"), error)
        refused = ""
        for folder in chain(own, self._elsewhere()):
            try:
                path, file = _create_anew(folder, self.path, whole)
            except (OSError, log.LogError) as fault:
                refused = fault.message if isinstance(fault, log.LogError) else reason_of(fault)
                continue
            self._file.close()
            self.path, self._file = path, file
            words = N_("The saved game {fault}. The game is now saved in {path}.")
            self._news = _(words, fault=what, path=printable(str(path)))
            return
        if is_lost:
            words = wrong("{fault}, and cannot be written again: {reason}", fault=what, reason=refused)
            raise LostGameError(self.path, 0, words) from error
        raise log.LogError(self.path, 0, what) from error


class Unsaved:
    """The journal of a game that cannot be saved: it keeps nothing but the header, and says so."""

    path: Final = Path()

    def __init__(self, header: Header, reason: str) -> None:
        self.header = header
        self._news = _("This game is not saved: {reason}.", reason=reason)

    def append(self, *_: object) -> None:
        """Keep nothing: there is no file."""

    undo = note = secure = close = remove = append

    def take_news(self) -> str:
        news, self._news = self._news, ""
        return news


def _create_anew(folder: Path, path: Path, whole: bytes) -> tuple[Path, BinaryIO]:
    """Write a whole log to a new file in a folder, named like ``path``, and lock it; OSError or LogError if not."""
    writing.make_folder(folder)
    numbers = islice(count(2), MOST_NAMES)
    for name in chain([path.name], (f"{path.stem}-{number}{path.suffix}" for number in numbers)):
        with contextlib.suppress(FileExistsError):
            return folder / name, _begin(folder / name, whole)
    raise FileExistsError(wrong("{folder} has too many files like {name}", folder=folder, name=path.name))


def _why(what: str, error: OSError) -> str:
    return headed(wrong(what), reason_of(error))


def _begin(path: Path, whole: bytes, *, over: bool = False) -> BinaryIO:
    """A new log with this content, locked; FileExistsError if there is one, another OSError or LogError if not.

    It gets its name when all of it is on the disk, as far as the file system has hard links; ``over`` takes the name
    from the file that has it.
    """
    if os.path.lexists(path) and not over:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    writing.sweep(path.parent)
    if sys.platform != "win32":  # no open file gets another name there
        part, file = writing.begin_part(path.parent)
        _fill(path, part, file, whole)
        try:
            (os.replace if over else os.link)(part, path)
        except OSError as error:
            file.close()
            if over or isinstance(error, FileExistsError):
                raise
        else:
            writing.sync_folder(path.parent)
            return file
        finally:
            part.unlink(missing_ok=True)
    file = writing.create(path)
    _fill(path, path, file, whole)
    writing.sync_folder(path.parent)
    return file


def _fill(path: Path, new: Path, file: BinaryIO, whole: bytes) -> None:
    """Lock and write a new file, or delete it: it is, or will be, the log at ``path``. OSError or LogError if not."""
    try:
        _lock(path, file)
        writing.write_all(file, whole)
    except BaseException:
        file.close()
        new.unlink(missing_ok=True)
        raise


def reopen(path: Path, find_game: log.FindGame, elsewhere: Callable[[], Sequence[Path]] = tuple) -> log.LoadedLog:
    """Load a log to play on: its session writes to it, from the last full line that is true to the format.

    If the log can only be read, the rest of the game is not saved. LogError if it is faulty, one of its bots is not the
    game's, or another program has it open.
    """
    with log.complaining(path, NC_("fault", "cannot be opened to play on")):
        log.check_file(path)
        try:
            file = open(path, "r+b", buffering=0)  # noqa: SIM115 (it stays open as long as the game)
        except OSError as error:
            if error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
                raise
            loaded = log.load_whole(path, find_game)
            _require_bots(path, loaded.session)
            reason = str(log.LogError(path, 0, _why(NC_("fault", "cannot be written"), error)))
            loaded.session.journal = Unsaved(loaded.header, reason)
            return loaded
    try:
        with log.complaining(path, NC_("fault", "cannot be read")):
            lock(path, file)
            loaded = log.load_whole(path, find_game)
            _require_bots(path, loaded.session)
            file.seek(0)
            kept = b"".join(file.read().rpartition(b"\n")[:2])
            writer = LogWriter(path, file, loaded.header, kept, elsewhere)
            if not loaded.finished and loaded.session.outcome is not None:
                writer.finish(loaded.session.outcome)
                loaded.finished = True
    except log.LogError:
        file.close()
        raise
    loaded.session.journal = writer
    return loaded


def _require_bots(path: Path, session: AnySession) -> None:
    """Refuse to play on where a bot is missing: others may have bots of their own, and their games can be read."""
    for seat in session.seats:
        if not has_player(session.game, seat):
            have = ", ".join(session.game.bots)
            words = NC_("fault", "{game} has no bot {bot} to play on with: it has {known}")
            raise log.LogError(path, 1, wrong(words, game=session.game.title, bot=repr(seat.bot), known=have))


def lock(path: Path, file: BinaryIO) -> None:
    """Hold a log for this program as long as its file is open, however the program ends; LogError if it cannot be."""
    _lock(path, file)
    with log.complaining(path, NC_("fault", "cannot be locked")):
        is_there = os.path.samestat(os.fstat(file.fileno()), path.stat())
    if not is_there:
        raise log.LogError(path, 0, wrong("another clockspades has just changed this log: try again"))


def _lock(path: Path, file: BinaryIO) -> None:
    """Lock the file of a log as far as that can be done; LogError if another program has it."""
    try:
        writing.take(file)
    except BlockingIOError as error:
        raise log.LogError(path, 0, wrong("another clockspades is playing this game")) from error
