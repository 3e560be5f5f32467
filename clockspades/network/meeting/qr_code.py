"""The QR code of a link, for the camera of a phone, in half blocks. It needs ``segno``, of the extra ``friends``."""

from itertools import zip_longest
from typing import Final
from urllib.parse import urlsplit

from clockspades.network.meeting.invitation import is_loopback

QUIET: Final = 4
"""Modules of light around a code, as the standard asks for."""
WIDEST: Final = 49
"""Columns of a code at most, so that all of it is seen at once."""
_BLOCKS: Final = " ▄▀█"
"""By the upper and the lower module of a cell, which are dark or not."""


def qr_code(link: str) -> tuple[str, ...]:
    """The QR code of a link in rows of text, whose ink is dark and must be drawn on light.

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
