"""Text from outside, such as names and notes: it is data, and has no effect on a terminal."""

import unicodedata


def printable(text: str) -> str:
    """The text with every control, format and private character shown as a small box.

    Terminal escapes, line breaks and marks that turn the direction of writing lose their effect. A lone
    surrogate, which no terminal can be sent, is a box too.
    """
    return "".join("▯" if unicodedata.category(char) in _HARMFUL else char for char in text)


_HARMFUL = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
