"""Who has come to the page of a table: a cookie for each browser, and a folder with the key of its seat.

No two visitors share a folder, and it has nothing of the host's. Its name is the digest of the cookie, so nobody gets
a seat by reading the names of folders.
"""

import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from typing import Final, NamedTuple

from clockspades.engine.codec import LENIENT, Codec
from clockspades.network.client.kept_seats import is_in_game
from clockspades.network.meeting.invitation import Invitation
from clockspades.network.wire.secrecy import digest
from clockspades.saved.archive import data_directory
from clockspades.saved.writing import changed, make_folder, read_start, write_whole

KEPT: Final = 100
"""Visitors of a table that are kept, at most. The one who was there longest ago is forgotten first.

Those with a seat in a game stay. They are not more than the seats of the table.
"""
KEPT_FOR: Final = 90 * 24 * 3600
"""Seconds that a browser keeps the cookie, as long as a seat is kept."""
LARGEST: Final = 4096
"""Bytes of the file of a visitor, at most."""
FILE: Final = "visitor.json"


class Visitor(NamedTuple):
    """Somebody in front of a browser."""

    folder: Path
    """Where their seat and all else that their process keeps is."""
    name: str
    watches: bool = False


class _VisitorFile(NamedTuple):
    """The file of a visitor."""

    name: str
    watches: bool


_FILES: Final = Codec(_VisitorFile, LENIENT)


class Visitors:
    """Those who have come to the page of one table."""

    def __init__(self, invitation: Invitation) -> None:
        table = digest(invitation.code)
        self.cookie: Final = f"clockspades-{table[:8]}"
        """The name of the cookie. It differs by table, because browsers send the same cookies to every port."""
        self.folder: Final = data_directory() / "visitors" / table[:32]

    def add(self, name: str, *, watches: bool, here: Collection[Path]) -> str:
        """Keep a new visitor, and return the value of their cookie, which is kept nowhere. OSError if the disk refuses.

        ``here`` are the folders of those who are at the table and must not be forgotten.
        """
        self._forget(here)
        cookie = token_hex(16)
        folder = self._folder_of(cookie)
        make_folder(folder)
        write_whole(folder / FILE, _FILES.write_text(_VisitorFile(name, watches)))
        return cookie

    def find(self, cookie: str) -> Visitor | None:
        folder = self._folder_of(cookie)
        with suppress(OSError, ValueError):
            return Visitor(folder, *_FILES.read_text(read_start(folder / FILE, LARGEST)))
        return None

    def note(self, visitor: Visitor) -> None:
        with suppress(OSError):
            os.utime(visitor.folder / FILE)

    def _folder_of(self, cookie: str) -> Path:
        return self.folder / digest(cookie)[:32]

    def _forget(self, here: Collection[Path]) -> None:
        with suppress(OSError):
            others = [each for each in self.folder.iterdir() if each not in here]
            gone = sorted(others, key=lambda folder: changed(folder / FILE))
            too_many = len(gone) + len(here) + 1 - KEPT
            if too_many > 0:
                for folder in [each for each in gone if not is_in_game(each)][:too_many]:
                    rmtree(folder, ignore_errors=True)
