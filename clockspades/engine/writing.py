"""Writing files that only their owner may read: a saved game holds every hidden card."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700


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
    file = open(path, "x+b", buffering=0, opener=_open_private)  # noqa: SIM115 (the caller closes it)
    if sys.platform != "win32":
        with suppress(OSError):  # some file systems know no owner
            os.fchmod(file.fileno(), PRIVATE_FILE)
    return file


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, PRIVATE_FILE)


def write_whole(path: Path, content: str | bytes, *, sync: bool = True) -> None:
    """Replace the file's content, and make its folder if needed; OSError if it cannot be.

    A reader finds the old content or the new one at any time; with ``sync``, which takes some milliseconds, also after
    a crash of the machine. A link to a file stays one. The file is for its owner alone.
    """
    target = Path(os.path.realpath(path))
    make_folder(target.parent)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        with create(part) as file:
            data = memoryview(content.encode() if isinstance(content, str) else content)
            while data:
                data = data[file.write(data) :]
            if sync:
                os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
