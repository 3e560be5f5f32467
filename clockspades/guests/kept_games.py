"""How many saved games the folder of a guest can have: so many bytes, and then the oldest go."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from clockspades.branches.branches import branch_logs
from clockspades.review.kept_reviews import reviews_path
from clockspades.saved.archive import Archive

MOST_KEPT: Final = 8 << 20
"""Bytes of saved games, which are thousands."""


def trim(archive: Archive, is_open: Callable[[Path], bool]) -> None:
    """Delete the oldest games, finished ones first, while all of them take more than :data:`MOST_KEPT` bytes."""
    too_much = sum(map(_size, archive.directory.rglob("*"))) - MOST_KEPT
    if too_much <= 0:
        return
    for entry in sorted(archive.entries(), key=lambda entry: (not entry.finished, entry.changed)):
        if too_much > 0 and not is_open(entry.path):
            for path in (*branch_logs(archive, entry.path), reviews_path(entry.path), entry.path):
                too_much -= _size(path)
                path.unlink(missing_ok=True)


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0
