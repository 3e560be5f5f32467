"""What the program of a guest can use up and touch. Its screens offer no more; this holds even if one of them errs."""

import errno
import os
import resource
import signal
import sys
import sysconfig
from collections.abc import Callable
from importlib.machinery import all_suffixes
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

MOST_MEMORY: Final = 512 << 20
"""Bytes of memory that the process can have, of which a table needs about a tenth. Stacks of threads count in full."""
LARGEST_FILE: Final = 16 << 20
MOST_FILES: Final = 128
MOST_WORK: Final = 3600
"""Seconds of a processor, which a person needs in days. It is asked to end then, and ended :data:`GRACE` later."""
GRACE: Final = 5
KINDNESS: Final = 5
"""How much it gives way to other processes: the servers of tables, and doors, go first."""

STARTS: Final = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "pty.spawn"}
"""Every way to start another process."""
DOORS: Final = {"socket.bind", "webbrowser.open"}
WAYS_OUT: Final = {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname"}
CHANGES: Final = {
    "os.chflags", "os.chmod", "os.chown", "os.link", "os.lockf", "os.mkdir", "os.remove", "os.removexattr", "os.rename",
    "os.rmdir", "os.setxattr", "os.symlink", "os.truncate", "os.utime",
}  # fmt: skip
"""What changes the files that it names: each is given one or two of them first."""
LISTS: Final = {"os.chdir", "os.listdir", "os.listxattr", "os.getxattr", "os.scandir"}
WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
DEVICES: Final = ("/dev/null", "/dev/pts", "/dev/tty", "/dev/urandom")
SYSTEM: Final = ("/etc/localtime", "/usr/share/terminfo", "/usr/share/zoneinfo")


def bound() -> None:
    """Bound what this process can use up; ValueError or OSError if the system refuses that.

    Processes are no part of it: they are counted for each user, with their threads. :func:`fence` lets it start none.
    """
    for what, most, last in (
        (resource.RLIMIT_DATA, MOST_MEMORY, MOST_MEMORY),
        (resource.RLIMIT_FSIZE, LARGEST_FILE, LARGEST_FILE),
        (resource.RLIMIT_NOFILE, MOST_FILES, MOST_FILES),
        (resource.RLIMIT_CPU, MOST_WORK, MOST_WORK + GRACE),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        try:
            resource.setrlimit(what, (most, last))
        except (ValueError, OSError):
            if not 0 <= resource.getrlimit(what)[0] <= most:  # else the bound is lower already
                raise
    signal.signal(signal.SIGXCPU, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    os.nice(KINDNESS)


def fence(folder: Path, *, goes_out: bool) -> None:
    """Refuse, with an OSError and for good, all that this process does beside what it :func:`may_do`.

    Python asks before each such thing (PEP 578).
    """
    sys.dont_write_bytecode = True
    is_allowed = may_do(folder, goes_out=goes_out)

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if not is_allowed(event, arguments):
            raise PermissionError(errno.EACCES, "guests can't do that here", event)

    sys.addaudithook(check)


def may_do(folder: Path, *, goes_out: bool) -> Callable[[str, tuple[Any, ...]], bool]:
    """Tells whether an audit event is allowed: a guest changes files in one folder, and reads those of the program.

    They may start no process, and without ``goes_out`` make no connection.
    """
    own, is_part = os.path.realpath(folder), _parts()

    def is_allowed(event: str, arguments: tuple[Any, ...]) -> bool:
        if event == "open":
            path, _, flags = arguments
            return _is_in(path, own, *DEVICES) or (not (flags or 0) & WRITES and is_part(path))
        if event in CHANGES:
            named = (path for path in arguments[:2] if isinstance(path, str | bytes | os.PathLike))
            return all(_is_in(path, own) for path in named)
        if event == "sqlite3.connect":
            file = os.fsdecode(arguments[0])
            return file == ":memory:" or _is_in(unquote(urlsplit(file).path), own)
        if event in LISTS:
            path = "." if arguments[0] is None else arguments[0]
            return _is_in(path, own) or is_part(path)
        return event not in STARTS and event not in DOORS and (goes_out or event not in WAYS_OUT)

    return is_allowed


def _parts() -> Callable[[Any], bool]:
    """Tells whether a file is one that the program, its packages or Python are made of.

    Where packages are looked for, there may be much else, as in the folder that the program was started in.
    """
    searched = [os.path.realpath(entry) for entry in sys.path]
    of_python = [os.path.realpath(path) for name, path in sysconfig.get_paths().items() if name.endswith("lib")]
    packages = {entry for entry in searched if entry.endswith("-packages") or Path(entry).is_file()}
    others = {*searched} - packages - {*of_python}
    lone = (os.path.realpath(init.parent) for entry in others for init in Path(entry).glob("*/__init__.py"))
    whole = (os.path.realpath(Path(__file__).parents[1]), *SYSTEM, *of_python, *packages, *lone)

    def is_part(path: Any) -> bool:
        if _is_in(path, *whole):
            return True
        real = os.path.realpath(os.fsdecode(path))
        return real in searched or (real.endswith(tuple(all_suffixes())) and _is_in(real, *searched))

    return is_part


def _is_in(path: Any, *folders: str) -> bool:
    """Whether a file is one of these, or in one, after all links. One that is open already is."""
    if isinstance(path, int):
        return True
    real = os.path.realpath(os.fsdecode(path))
    return any(real == folder or real.startswith(folder + os.sep) for folder in folders)
