"""The folders of those who play over SSH: each key has one of its own, and who has no key gets one for a visit.

The name of a folder is the digest of a key's fingerprint, so the names of folders tell nobody's key.
"""

import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from time import time
from typing import Final

from clockspades.network.wire.secrecy import digest
from clockspades.saved.archive import data_directory
from clockspades.saved.writing import make_folder

MOST: Final = 1000
"""Players who are kept, at most. Nobody loses a game to somebody new: who comes then plays as without a key."""
KEPT_FOR: Final = 365 * 24 * 3600
"""Seconds after which a player who has not come again is forgotten."""
LARGEST: Final = 64 << 20
"""Bytes that one can keep. With more, they too play as without a key."""
FRESH: Final = "visit-"
"""How the name of a folder begins that is for one visit."""
STALE: Final = 7 * 24 * 3600
"""Seconds after which such a folder is swept that its server has left behind."""


class Players:
    """Everyone who has come to a door, or will."""

    def __init__(self) -> None:
        self.folder: Final = data_directory() / "ssh-players"

    def enter(self, fingerprint: str, here: Collection[Path]) -> Path:
        """The folder of whoever has this key, or without one of a visitor; OSError if it can't be made.

        ``here`` are the folders of those who are there now.
        """
        self._sweep(here)
        folder = self.folder / digest(fingerprint)[:32]
        is_full = not folder.exists() and len([*self.folder.iterdir()]) >= MOST
        if not fingerprint or is_full or _size(folder) > LARGEST:
            folder = self.folder / f"{FRESH}{token_hex(16)}"
        make_folder(folder)
        return folder

    def part(self, folder: Path) -> None:
        """Forget a visitor, or a player who has kept nothing."""
        if is_kept(folder) and any(any(folder.glob(f"{each}/*")) for each in ("games", "seats")):
            with suppress(OSError):
                os.utime(folder)
        else:
            rmtree(folder, ignore_errors=True)

    def _sweep(self, here: Collection[Path]) -> None:
        make_folder(self.folder)
        for folder in {*self.folder.iterdir()}.difference(here):
            with suppress(OSError):
                if time() - folder.stat().st_mtime > (KEPT_FOR if is_kept(folder) else STALE):
                    rmtree(folder, ignore_errors=True)


def is_kept(folder: Path) -> bool:
    """Whether a folder is kept after the visit."""
    return not folder.name.startswith(FRESH)


def _size(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
