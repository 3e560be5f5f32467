"""Writing a small file as a whole or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, text: str, *, sync: bool = True) -> None:
    """Put ``text`` in the place of what the file holds, and make its directory if need be; OSError if it cannot be.

    Whoever reads the file meanwhile, or after the program was ended, finds the old text or the new one; with ``sync``,
    which takes some milliseconds, also after a crash of the machine. A link to a file stays one.
    """
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with open(part, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
