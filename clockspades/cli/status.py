"""The exit statuses of the program; 0 means that all went well."""

from typing import Final

USAGE: Final = 2
"""The exit status when something typed, read or written is wrong."""
SOFTWARE: Final = 70
"""The exit status when the program itself is wrong."""
BROKEN_PIPE: Final = 141
"""The exit status when the reader of standard output is gone."""
