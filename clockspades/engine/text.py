"""Text as it can be shown: names and notes have no effect on a terminal, and suits are signs where it has them."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from clockspades.language import marked, pgettext

BOX: Final = "▯"
"""The sign that stands for a character that must have no effect."""
LONGEST_LINE: Final = 8000
"""Characters of a text with a line to a game in it, at most. That of a duel has half as many."""
MOST_MARKS: Final = 4
"""Marks on one letter; more would be drawn over the rows above and below."""
# what systems say most often; what they say otherwise stays as it is
marked(
    "reason of the system",
    "Address already in use", "Cannot assign requested address", "Connection refused", "Directory not empty",
    "Disk quota exceeded", "File exists", "File name too long", "File too large", "Input/output error",
    "Is a directory", "Name or service not known", "Network is unreachable", "No locks available", "No route to host",
    "No space left on device", "No such file or directory", "Not a directory", "Operation not permitted",
    "Permission denied", "Read-only file system", "Too many levels of symbolic links", "Too many open files",
)  # fmt: skip


class UserError(Exception):
    """Something that a person typed, or a file or place of theirs, is wrong; the message is a sentence for them."""


def reason_of(error: Exception) -> str:
    """What the system says of a fault, without numbers and names, or what any other error says."""
    reason = getattr(error, "strerror", None)
    return pgettext("reason of the system", reason) if reason else str(error)


def printable(text: str) -> str:
    r"""The text with a small box for every character that has an effect on a terminal, or is not drawn.

    Terminal escapes, line breaks and marks that turn the direction of writing lose their effect. A lone
    surrogate, which no terminal can be sent, is a box too. Of an emoji that is made of several characters, those that
    terminals draw at different widths are left out.

    >>> printable("\x1b[31mZoë\n")
    '▯[31mZoë▯'
    """
    return text if text.isascii() and text.isprintable() else "".join(shown for _, shown in _shown(text))


def first_hidden(text: str) -> str:
    """The first character that :func:`printable` shows as a box; empty if there is none."""
    return next((sign for sign, shown in _shown(text) if shown == BOX != sign), "")


def _shown(text: str) -> Iterator[tuple[str, str]]:
    """Each character, and what is shown of it."""
    before, visible, marks = "", "", 0
    for sign, after in zip(text, f"{text[1:]} "):
        kind = unicodedata.category(sign)
        if is_ignorable(sign) or sign in _TONES:
            shown = _shown_modifier(sign, before, visible, after)
        else:
            marks = marks + 1 if kind in ("Mn", "Me") else 0
            floats = marks > 0 and (marks > MOST_MARKS or not visible.strip())
            shown = visible = BOX if floats or kind in _HARMFUL or sign in _BLANK else sign
        yield sign, shown
        before = sign


def _shown_modifier(sign: str, before: str, visible: str, after: str) -> str:
    """What is shown of a character that only changes others; ``visible`` is the last one that is shown in a cell."""
    joins = _is_letter(before) and (_is_letter(after) or unicodedata.combining(before) == _VIRAMA)
    if sign == _NO_JOINER and joins:
        return sign
    is_picture = unicodedata.category(visible or " ") == "So" and visible != BOX
    if sign == _JOINER:
        is_known = joins or (is_picture and unicodedata.category(after) in ("So", "Sm"))
    elif sign in _SELECTORS:
        is_known = bool(visible.strip()) and visible != BOX
    else:
        is_known = (sign in _TAGS and visible == _FLAG) or (sign in _TONES and is_picture)
    return "" if is_known else sign if sign in _TONES else BOX


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign or " ")[0] in "LM" and not is_ignorable(sign)


def is_typed(sign: str) -> bool:
    """Whether a field accepts a character: a printable one, or a joiner."""
    return sign.isprintable() or sign in (_JOINER, _NO_JOINER)


def is_ignorable(sign: str) -> bool:
    """Whether Unicode calls a character default-ignorable: it is not drawn, or only changes how others are."""
    return IGNORABLE.fullmatch(sign) is not None


_HARMFUL: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
IGNORABLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties, which :mod:`unicodedata` does not have."""
_BLANK: Final = "\u2800\U00013441\U00013442\U00016fe4\U0001d159"
"""Characters that are drawn as nothing, though they are no blanks and not ignorable."""
_NO_JOINER: Final = "\u200c"
_JOINER: Final = "\u200d"
"""What makes one sign of two: rich, and some terminals, then count the cells of the first alone."""
_VIRAMA: Final = 9
"""The combining class of the sign behind which a joiner may end a word."""
_SELECTORS: Final = frozenset(
    map(chr, (0x34F, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
"""Characters that choose one of several forms of the one before them."""
_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""The colours of skin of an emoji before them."""
_FLAG: Final = "\U0001f3f4"
_TAGS: Final = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""They say which flag it is."""


def likeness(name: str) -> str:
    """A form of a name that is equal for names that look the same, but for capitals."""
    kept = "".join(sign for sign in name if not is_ignorable(sign) and sign not in _TONES)
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", kept).casefold()).split())


def pasted(text: str) -> str:
    """A pasted text in one line, without what shells, terminals, mail, chat and phones make of it.

    Wraps and blanks of every kind become one blank, and dashes hyphens. What is not drawn goes, and so do the signs
    that mail quotes with, and backslashes. ``&gt;`` and its like are read as HTML has them.
    """
    if "&" in text:
        from html import unescape  # it takes a while to import

        text = unescape(unescape(text))  # some programs do it twice
    kept = IGNORABLE.sub("", unicodedata.normalize("NFKC", text)).replace("\\", "")
    for various, one in ((r"[‐-―−]", "-"), (r"[│┃║]", " "), (r"(?:^|(?<=\s))[>|]+", " ")):
        kept = re.sub(various, one, kept)
    return " ".join(kept.split())


def bare(text: str) -> str:
    """A pasted text without the quotes, brackets and punctuation around it.

    >>> bare("> «K13J–Z9J7-Q8C6».")
    'K13J-Z9J7-Q8C6'
    """
    plain = pasted(text)
    return plain.strip("".join({sign for sign in plain if not sign.isalnum() and sign != "-"}))


def unadorned(text: str) -> str:
    """A pasted text without what chat programs change in it: capitals, dots, coloured signs and quotes."""
    kept = pasted(text).casefold()
    for various, one in ((r"-+", "-"), (r"[•∙⋅‧・]", "·"), ("♠", "s"), ("■", "x"), ("□", "o")):
        kept = re.sub(various, one, kept)
    return kept.strip("\"'“”‘’«»*_`> ")


def quoted(path: Path) -> str:
    """A path as it can be typed after a command."""
    import shlex  # only where a path is said

    return shlex.quote(str(path))


def is_dumb(environment: Mapping[str, str]) -> bool:
    """Whether the terminal that these variables name can only print, or none is named."""
    return environment.get("TERM", "") in ("", "dumb")


def shows_signs(environment: Mapping[str, str]) -> bool:
    """Whether the locale and the terminal that these variables name have more than plain letters, as suits need."""
    ctype = environment.get("LC_CTYPE")
    if ctype == "C.UTF-8" and environment.get("LANG", "") in ("C", "POSIX"):
        ctype = ""  # Python itself set it, because the locale is C (PEP 538)
    locale = environment.get("LC_ALL") or ctype or environment.get("LANG") or "UTF-8"
    plain = locale.split(".")[0] in ("C", "POSIX") and "UTF" not in locale.upper()
    return not plain and environment.get("TERM") not in _LETTERS_ONLY


_LETTERS_ONLY: Final = {"linux", "vt100", "vt220", "ansi"}
"""Terminals whose fonts have no suits."""
