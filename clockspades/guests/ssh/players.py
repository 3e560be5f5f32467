"""The folders of those who play over SSH: each key has one of its own, and anybody without a key one for the visit.

The name of a folder is the digest of a key's fingerprint, so the names of folders tell nobody's key.
"""

import os
from collections.abc import Collection
from contextlib import suppress
from math import inf
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from time import time
from typing import Final

from clockspades.network.wire.secrecy import digest
from clockspades.saved.writing import make_folder

MOST: Final = 1000
"""Players who are kept, at most. Then newcomers play as without a key, so that nobody loses a game to them."""
KEPT_FOR: Final = 365 * 24 * 3600
"""Seconds after which a player who has not come again makes room for somebody new."""
FRESH: Final = "visit-"
"""How the name of a folder begins that is for one visit."""
STALE: Final = 7 * 24 * 3600
"""Seconds after which such a folder is swept that its server has left behind."""


def enter(players: Path, fingerprint: str, here: Collection[Path]) -> Path:
    """The folder of whoever has this key, or without one of a visitor; OSError if it can't be made.

    ``players`` has the folders of all, and ``here`` are those of people who are there now.
    """
    make_folder(players)
    everyone = {*players.iterdir()}
    kept_for = KEPT_FOR if len(everyone) >= MOST else inf  # no clock that is set anew costs somebody's games
    for known in everyone.difference(here):
        with suppress(OSError):
            if time() - known.stat().st_mtime > (kept_for if is_kept(known) else STALE):
                rmtree(known, ignore_errors=True)
    folder = players / digest(fingerprint)[:32]
    if not fingerprint or (not folder.exists() and len([*players.iterdir()]) >= MOST):
        folder = players / f"{FRESH}{token_hex(16)}"
    make_folder(folder)
    return folder


def part(folder: Path) -> None:
    """Forget a visitor, or a player who has kept nothing."""
    if is_kept(folder) and any(any(folder.glob(kept)) for kept in ("games/*", "seats/*")):
        with suppress(OSError):
            os.utime(folder)
    else:
        rmtree(folder, ignore_errors=True)


def is_kept(folder: Path) -> bool:
    return not folder.name.startswith(FRESH)
