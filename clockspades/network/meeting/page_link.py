"""The link of a page for browsers, which the lobby of its table shows as long as the page is served; and its QR code.

The code needs ``segno``, of the extra ``friends``.
"""

from contextlib import suppress
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import BinaryIO, Final
from urllib.parse import urlsplit

from clockspades.network.meeting.invitation import LONGEST, is_loopback
from clockspades.saved import writing
from clockspades.saved.archive import data_directory

QUIET: Final = 4
"""Modules of light around a code, as the standard asks for."""
WIDEST: Final = 49
"""Columns of a code at most, so that all of it is seen at once."""
_BLOCKS: Final = " ▄▀█"
"""By the upper and the lower module of a cell, which are dark or not."""


def publish(link: str) -> BinaryIO:
    """Let lobbies of this user show a link, until the file is closed or the program ends; OSError if it can't be."""
    folder = data_directory()
    writing.make_folder(folder)
    part, file = writing.begin_part(folder)
    writing.write_all(file, link.encode())
    part.replace(_place())
    return file


def find_page(code: str) -> str:
    """The link of the page that is served for the table with a code; empty if there is none."""
    with suppress(OSError, UnicodeDecodeError):
        writing.check_regular(_place())
        with _place().open("rb", buffering=0) as file:
            try:
                writing.take(file)
            except BlockingIOError:  # the program that serves the page has it
                link = file.read(LONGEST).decode("ascii")
                return link if link.endswith(f"#{code}") and link.isprintable() else ""
    return ""


def _place() -> Path:
    return data_directory() / "page-link"


@lru_cache(1)
def qr_code(link: str) -> tuple[str, ...]:
    """The QR code of a link for the camera of a phone, in half blocks whose ink is dark and must be drawn on light.

    There is none without ``segno``, of a link to this machine alone, or of a very long one.
    """
    try:
        import segno  # only where a code is drawn

        if is_loopback(urlsplit(link).hostname or "localhost"):
            return ()
    except (ImportError, ValueError):
        return ()
    rows = [*segno.make_qr(link, error="L").matrix_iter(border=QUIET)]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=bytes(len(rows)))
    drawn = tuple("".join(_BLOCKS[upper << 1 | lower] for upper, lower in zip(*pair)) for pair in pairs)
    return drawn if len(rows) <= WIDEST else ()
