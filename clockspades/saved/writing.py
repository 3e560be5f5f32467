"""Files that only their owner may read, as a saved game holds every hidden card: how they are written and locked.

What cannot be read is set aside, so that nothing in it is lost.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from os.path import lexists
from pathlib import Path
from time import monotonic, sleep
from typing import BinaryIO, Final, Literal

from clockspades.language import N_, NC_, _, wrong

HOME_VARIABLE: Final = "CLOCKSPADES_HOME"
"""The environment variable that puts everything the program keeps into one directory."""
NOWHERE: Final = Path(os.devnull, "no home folder")
"""The directory of a user who has no home: nothing can be in it."""
SETTINGS: Final = "settings.toml"
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
LOCK_FILE: Final = ".clockspades.lock"
"""The file in a folder that is locked for the whole folder. It is only there as long as somebody holds it."""
PATIENCE: Final = 10.0
"""Seconds that a folder is waited for: a program that was stopped must not stop all others."""
_PAUSE: Final = 0.002
"""Seconds until a folder that is locked is tried again."""
NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
"""The flag to open a file, and not what a link in its place points to; Windows has none."""
NOT_REGULAR: Final = NC_("fault", "it is not a regular file")
"""What is said of a link, a folder or a device in the place of a file."""


def user_directory(kind: Literal["data", "config"]) -> Path:
    """What ``CLOCKSPADES_HOME`` names, or else the user's directory for such files, or :data:`NOWHERE`."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        with suppress(RuntimeError):  # ~NAME of nobody is a directory of that name
            return Path(home).expanduser()
        return Path(home)
    import platformdirs

    find = platformdirs.user_data_path if kind == "data" else platformdirs.user_config_path
    with suppress(RuntimeError):
        found = find("clockspades", appauthor=False)
        if found.is_absolute():
            return found
    return NOWHERE


def settings_path() -> Path:
    return user_directory("config") / SETTINGS


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone, whatever the umask is.

    A folder that exists stays as it is. OSError if it cannot be made.
    """
    try:
        path.mkdir(PRIVATE_FOLDER)
    except FileNotFoundError:
        make_folder(path.parent)
        path.mkdir(PRIVATE_FOLDER, exist_ok=True)
    except FileExistsError:
        if not path.is_dir():
            raise
        return
    with suppress(OSError):  # some file systems know no owner
        path.chmod(PRIVATE_FOLDER)


def create(path: Path) -> BinaryIO:
    """Open a new file to read and write, unbuffered, for its owner alone, whatever the umask is.

    FileExistsError if there is one, another OSError if it cannot be made.
    """
    return open(path, "x+b", buffering=0, opener=open_private)


def open_private(path: str, flags: int) -> int:
    """Open a file for :func:`open`, for its owner alone, whatever the umask is."""
    handle = os.open(path, flags, PRIVATE_FILE)
    if sys.platform != "win32":
        with suppress(OSError):  # some file systems know no owner
            os.fchmod(handle, PRIVATE_FILE)
    return handle


def read_start(path: Path, most: int) -> bytes:
    """The first bytes of a regular file, at most so many; OSError if it cannot be read, or is none.

    Reading a device, or a pipe, may never end.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, wrong(NOT_REGULAR))
    with path.open("rb") as file:
        return file.read(most)


def write_whole(path: Path, content: str | bytes, *, sync: bool = True, follows: bool = False) -> None:
    """Replace the file's content, and make its folder if needed; OSError if it cannot be.

    A reader finds the old content or the new one at any time; with ``sync``, which takes some milliseconds, also after
    a crash of the machine. The file is for its owner alone. Only a regular file is replaced, or with ``follows`` the
    one that a link points to: the link then stays one.
    """
    target = Path(os.path.realpath(path)) if follows else path
    make_folder(target.parent)
    check_regular(target)
    sweep(target.parent)
    part, file = begin_part(target.parent)
    try:
        with file:
            write_all(file, content.encode() if isinstance(content, str) else content, sync=sync)
            if sys.platform == "win32":
                file.close()  # no open file is renamed there
            part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_all(file: BinaryIO, data: bytes, *, sync: bool = True) -> None:
    """Write at the file's position, and see it on the disk unless ``sync`` is off; OSError if it cannot be."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    if sync:
        sync_file(file)


def changed(*paths: Path) -> float:
    """When one of these files was last written, in seconds since 1970; 0 if none of them can be looked at."""
    times = [0.0]
    for path in paths:
        with suppress(OSError):
            times.append(path.lstat().st_mtime)
    return max(times)


def remove(*paths: Path) -> None:
    """Delete those of these files that are there and can be deleted."""
    for path in paths:
        with suppress(OSError):
            path.unlink()


def sync_file(file: BinaryIO) -> None:
    """Sync a file, as far as its file system can do that; OSError if the disk is full or broken."""
    try:
        os.fsync(file.fileno())
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
        _lacks(NO_SYNC)


def sync_folder(folder: Path) -> None:
    """Make a new file's name as safe as its content, where the system can."""
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


_CANNOT_SYNC: Final = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
"""Errors of file systems that cannot sync a file."""


# -- what a file system cannot do ----------------------------------------------------------------------------

NO_LOCKS: Final = N_("The file system of your games has no locks: don't play one game in two programs at once.")
NO_SYNC: Final = N_(
    "The file system of your games does not say when a move is safe: if the power fails, the last ones may be lost."
)
_untold: Final[dict[str, bool]] = {}
"""What was missing in this run of the program, and whether that is still to be said."""


def take_warning() -> str:
    """What the file systems of games lack, in sentences that are given once in a run of the program; else empty."""
    told = [_(words) for words, is_due in _untold.items() if is_due]
    _untold.update(dict.fromkeys(_untold, False))
    return " ".join(told)


def _lacks(words: str) -> None:
    _untold.setdefault(words, True)


def check_regular(path: Path) -> None:
    """OSError if a link, a folder or a device is in the place of a file. There may be none."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, wrong(NOT_REGULAR))


# -- locks -------------------------------------------------------------------------------------------------

_BEYOND: Final = 1 << 30
"""A byte that no file of this program reaches: on Windows, others could not read one that is locked."""


def take(file: BinaryIO) -> bool:
    """Lock a file for as long as it is open, however the program ends; False if its file system has no locks.

    BlockingIOError if it is locked already. The packages filelock and portalocker lock the first byte, so that nobody
    else could read a log in play on Windows.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(_BEYOND)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _HELD:
            raise BlockingIOError(error.errno, error.strerror) from error
        _lacks(NO_LOCKS)
        return False
    return True


def has_locks(folder: Path) -> bool:
    """Whether files in a folder can be locked byte by byte, as SQLite does; True also if nothing can be written."""
    if sys.platform != "win32":
        import fcntl

        with suppress(OSError):
            path, file = begin_part(folder)
            path.unlink()
            with file:
                try:
                    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    _lacks(NO_LOCKS)
                    return False
    return True


_HELD: Final = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}
"""Errors for a file that somebody else has locked."""


# -- files that are not whole yet --------------------------------------------------------------------------


def begin_part(folder: Path) -> tuple[Path, BinaryIO]:
    """A new file to write before it gets its name; OSError if it cannot be made.

    It is locked while it is open, so that :func:`sweep` leaves it.
    """
    while True:
        path = folder / f"{_BEFORE}{os.urandom(8).hex()}{_BEHIND}"
        file = create(path)
        if sys.platform == "win32":  # no open file is deleted there
            return path, file
        try:
            if not take(file):  # nothing is locked here, so nothing is swept
                return path, file
        except BlockingIOError:
            path.unlink(missing_ok=True)
        if path.exists():
            return path, file
        file.close()  # it was swept before it was locked


@lru_cache
def sweep(folder: Path) -> None:
    """Delete the files in a folder that were never whole, because their program was killed; once while this one runs.

    Those that are being written stay, and so does everything that cannot be deleted.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        for name in [entry.name for entry in entries if entry.name.endswith(_BEHIND)]:
            with suppress(OSError):
                _sweep(folder / name)


def _sweep(path: Path) -> None:
    """Delete a file if it is one that nobody writes any more; OSError if it cannot be."""
    if not path.name.startswith(_BEFORE):
        return
    if sys.platform == "win32":
        path.unlink()  # which fails if it is open
        return
    with open(path, "r+b", buffering=0, opener=lambda name, flags: os.open(name, flags | NO_LINK)) as file:
        if take(file):
            path.unlink()


_BEFORE: Final = ".clockspades-"
"""How the name of such a file begins."""
_BEHIND: Final = ".part"
"""How it ends."""


# -- files that cannot be read -----------------------------------------------------------------------------

BROKEN: Final = ".broken"
"""What is added to the name of a file that is set aside."""


def set_aside(path: Path) -> Path:
    """Give a file the first name for broken ones that is free, and tell it; OSError if that cannot be done."""
    return path.rename(free_name(path))


def free_name(path: Path) -> Path:
    """The first path that is free with :data:`BROKEN` behind a name."""
    names = (f"{path.name}{BROKEN}{f'-{number}' * (number > 1)}" for number in count(1))
    return next(free for name in names if not lexists(free := path.with_name(name)))


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder, so that nobody else holds it until a file in it is read, changed and written.

    Don't ask for a folder that you hold: it would be waited for. A folder where nothing can be written or locked is
    not held, and nothing is said of it.
    """
    path = folder / LOCK_FILE
    file = _wait_for(path)
    try:
        yield
    finally:
        if file is not None:
            _release(path, file)


def _wait_for(path: Path) -> BinaryIO | None:
    """The lock file of a folder, locked; None if it cannot be."""
    latest = monotonic() + PATIENCE
    while monotonic() < latest:
        try:
            make_folder(path.parent)
            file = open(path, "r+b", buffering=0, opener=_make_or_open)  # noqa: SIM115 (it stays open while held)
        except OSError:
            return None
        try:
            is_locked = take(file)
            if os.path.samestat(os.fstat(file.fileno()), path.lstat()):
                if is_locked:
                    return file
                _release(path, file)
                return None
        except (BlockingIOError, FileNotFoundError):
            pass  # somebody holds it, or has just deleted it
        except OSError:
            file.close()
            return None
        file.close()
        sleep(_PAUSE)
    return None


def _make_or_open(path: str, flags: int) -> int:
    return open_private(path, flags | os.O_CREAT | NO_LINK)


def _release(path: Path, file: BinaryIO) -> None:
    with suppress(OSError):
        if sys.platform == "win32":
            file.close()  # no open file is deleted there, nor this one if somebody else has opened it by now
        path.unlink()
    file.close()
