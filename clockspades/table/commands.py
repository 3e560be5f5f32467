"""Commands: what a person can do on a screen, each written down once.

Key bindings, the line of keys, the help and the command palette are all made from them. A person can give each other
keys, by its name: :mod:`clockspades.table.keys` says which it has now.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from clockspades.engine.phrases import spans
from clockspades.language import N_, NC_
from clockspades.table import inputs as did
from clockspades.table.inputs import Input
from clockspades.table.model import Direction


def always(screen: Any) -> bool:
    """What is so on every screen, at any time."""
    return True


class Command(NamedTuple):
    """Something that a person can do with a key, what is said of it, and when it is there."""

    keys: str
    """Its keys as Textual names them, between commas. Empty if only a click on the line of keys does it."""
    does: "str | Input"
    """The action of its screen, or the input that it gives to the table."""
    description: str = ""
    """What the help and the palette say."""
    words: str = ""
    """What the line of keys says."""
    label: str = ""
    """How the line of keys writes the keys while they are these; if empty, by their names."""
    stays: bool = False
    """Whether others make room for it on the line of keys: the help and the ways out."""
    listed: bool = True
    name: str = ""
    """Its name in the settings. One with a dot, as ``game.log``, holds on every screen that has the command; one
    without follows the name of its screen, as does the action if there is none."""
    shown: "tuple[Command, ...]" = ()
    """The commands whose keys the line of keys shows for it, if not only its own: both arrow keys, or all digits."""
    when: Callable[[Any], bool] = always
    """Whether a screen has it. If not, its keys do nothing, and nothing lists it."""
    now: Callable[[Any], bool | str] = always
    """Whether the line of keys of a screen that has it shows it now; text if it has other words then."""

    @property
    def action(self) -> str:
        """The action that its keys are bound to."""
        return self.does if isinstance(self.does, str) else f"give({self.name!r})"


def _pair(before: Command, after: Command) -> tuple[Command, Command]:
    """Two commands for which the line of keys shows the keys of both."""
    return before._replace(shown=(before, after)), after._replace(shown=(before, after))


def _arrow(direction: Direction) -> Command:
    return Command(direction, did.ArrowPressed(direction), name=f"table.{direction}")


# what the keys of every table do; each game describes them in its own words
ENTER: Final = Command("enter", did.Confirm(), name="table.confirm")
SPACE: Final = Command("space", did.Space(), name="table.space")
LEFT, RIGHT = _pair(_arrow("left"), _arrow("right"))
UP, DOWN = _pair(_arrow("up"), _arrow("down"))
DIGITS: Final = tuple(
    Command(str(digit), did.Digit(digit), listed=False, name=f"table.choose_{digit}") for digit in range(10)
)
CANCEL: Final = Command("escape", did.Cancel(), N_("Cancel, or leave the table"), name="table.back")

LAST_TRICK: Final = Command("t", did.LookBack(), N_("Show the last trick"), N_("last trick"), name="table.last_trick")


def has_hints(screen: Any) -> bool:
    """Whether the host of the table on a screen has not ruled hints out."""
    return not screen.state.no_hints


UNSEEN: Final = Command(
    "o", did.AskUnseen(), N_("Show the cards that you have not seen; counts as a hint"), N_("unseen"),
    name="table.unseen", when=has_hints,
)  # fmt: skip
HINT: Final = Command(
    "h", did.AskAdvice(), N_("Show a hint"), N_("hint"), stays=True, name="table.hint", when=has_hints
)

FINISH: Final = Command(
    "f", did.Finish(), N_("Finish: play out what can't change any more"), N_("finish"),
    stays=True, name="table.finish", when=lambda screen: screen.state.plays_out,
)  # fmt: skip
CONCEDE: Final = Command(
    "g", did.Concede(), N_("Give up the rest of a deal"), name="table.concede",
    when=lambda screen: screen.state.plays_out and screen.table.rules.shows_tricks,
)  # fmt: skip

# what several screens with a game have
LOG: Final = Command("l", "log", N_("Show the log"), N_("log"), name="game.log")
SHEET: Final = Command("s", "sheet", N_("Show the score sheet"), N_("scores"), name="game.scores")
REVIEW: Final = Command(
    "e", "review", N_("Review the game: luck, skill and mistakes"), N_("review"), name="game.review"
)
MEANING: Final = Command(
    "x", did.AskMeaning(), N_("Explain what a bid or a play shows"), N_("why"), name="game.explain", when=has_hints
)
PLAY_ON: Final = Command(
    "b", "play_on", N_("Play on from here against bots, in a branch"), N_("play on"), name="replay.play_on"
)

STATISTICS: Final = Command("t", "statistics", N_("Statistics: wins, luck and skill"), name="title.statistics")


def described(description: str, *commands: Command) -> tuple[Command, ...]:
    """Commands that are one in the help, such as those of several digits."""
    return tuple(command._replace(description=description) for command in commands)


def numbers(offered: Sequence[int], words: str) -> Command:
    """The digits for the numbers that are offered, as one on the line of keys. A click moves the cursor."""
    digits = tuple(DIGITS[number] for number in offered if number < len(DIGITS))
    return RIGHT._replace(words=words, label=", ".join(spans(offered, NC_("numbers", "{first}-{last}"))), shown=digits)


def closing(opened_by: Command) -> Command:
    """The command that closes a panel with the key that opened it."""
    return Command(opened_by.keys, "close", N_("Close"), N_("close"), stays=True, name=opened_by.name)
