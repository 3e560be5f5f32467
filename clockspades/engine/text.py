"""Text as it can be shown: names and notes have no effect on a terminal, and suits are signs where it has them."""

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Final


def printable(text: str) -> str:
    """The text with every control, format and private character shown as a small box.

    Terminal escapes, line breaks and marks that turn the direction of writing lose their effect. A lone
    surrogate, which no terminal can be sent, is a box too.
    """
    return "".join("▯" if unicodedata.category(char) in _HARMFUL else char for char in text)


_HARMFUL = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})


def unadorned(text: str) -> str:
    """A text without what chat programs change in it: capitals, blanks, dashes, dots, coloured signs and quotes."""
    signs = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(sign for sign in signs if unicodedata.category(sign) not in ("Cf", "Mn"))
    for various, one in ((r"[-‐-―−]+", "-"), (r"[•∙⋅‧・]", "·"), ("♠", "s")):
        kept = re.sub(various, one, kept)
    return " ".join(kept.split()).strip("\"'“”‘’«»*_`> ")


def quoted(path: Path) -> str:
    """A path as it can be typed after a command."""
    import shlex  # only where a path is said

    return shlex.quote(str(path))


def is_dumb(environment: Mapping[str, str]) -> bool:
    """Whether the terminal that these variables name can only print, or none is named."""
    return environment.get("TERM", "") in ("", "dumb")


def shows_signs(environment: Mapping[str, str]) -> bool:
    """Whether the locale and the terminal that these variables name have more than plain letters, as suits need."""
    locale = environment.get("LC_ALL") or _ctype(environment) or environment.get("LANG") or "UTF-8"
    plain = locale.split(".")[0] in ("C", "POSIX") and "UTF" not in locale.upper()
    return not plain and environment.get("TERM") not in _LETTERS_ONLY


def _ctype(environment: Mapping[str, str]) -> str:
    """``LC_CTYPE``, unless Python itself set it because the locale is C (PEP 538)."""
    ctype = environment.get("LC_CTYPE", "")
    return "" if ctype == "C.UTF-8" and environment.get("LANG", "") in ("C", "POSIX") else ctype


_LETTERS_ONLY: Final = {"linux", "vt100", "vt220", "ansi"}
"""Terminals whose fonts have no suits."""
