"""Files that cannot be read: they are kept under another name, so that nothing in them is lost."""

from itertools import count
from os.path import lexists
from pathlib import Path
from typing import Final

BROKEN: Final = ".broken"
"""What is added to the name of a file that is set aside."""


def set_aside(path: Path) -> Path:
    """Give a file the first name for broken ones that is free, and tell it; OSError if that cannot be done."""
    names = (f"{path.name}{BROKEN}{f'-{number}' * (number > 1)}" for number in count(1))
    return path.rename(next(free for name in names if not lexists(free := path.with_name(name))))
