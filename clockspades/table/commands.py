"""Commands: what a person can do on a screen, each written down once.

Key bindings, the line of keys, the help and the command palette are all made from them.
"""

from typing import Final, NamedTuple


class Command(NamedTuple):
    """Something that a person can do with a key, and what is said of it."""

    keys: str
    """Its keys as Textual names them, between commas. Empty if only a click on the line of keys does it."""
    action: str
    """The action of its screen."""
    description: str = ""
    """What the help and the palette say."""
    words: str = ""
    """What the line of keys says."""
    label: str = ""
    """How the line of keys writes the keys; if empty, as the help writes the first one."""
    stays: bool = False
    """Whether others make room for it on the line of keys: the help and the ways out."""
    listed: bool = True
    """Whether the palette lists it."""


# what the keys of every table do; each game describes them in its own words
ENTER: Final = Command("enter", "confirm", label="⏎")
SPACE: Final = Command("space", "space")
LEFT: Final = Command("left", "move('left')", label="←→")
RIGHT: Final = Command("right", "move('right')", label="←→")
UP: Final = Command("up", "move('up')", label="↑↓")
DOWN: Final = Command("down", "move('down')", label="↑↓")
DIGITS: Final = tuple(Command(str(digit), f"choose({digit})", listed=False) for digit in range(10))

LAST_TRICK: Final = Command("t", "last_trick", "Show the last trick", "last trick")
SHEET: Final = Command("s", "sheet", "Show the score sheet", "scores")

STATISTICS: Final = Command("t", "statistics", "Statistics: wins, luck and skill")
REVIEW: Final = Command("e", "review", "Review the game: luck, skill and mistakes", "review")
MEANING: Final = Command("x", "ask_meaning", "Explain what a bid or a play shows", "why")


def described(description: str, *commands: Command) -> tuple[Command, ...]:
    """Commands that are one in the help, such as those of several digits."""
    return tuple(command._replace(description=description) for command in commands)
