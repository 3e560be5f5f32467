"""How commands become bindings, how their keys are called, and the commands that several screens have."""

from typing import Final

from textual.binding import Binding, BindingType
from textual.keys import format_key

from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs

HELP: Final = Command("question_mark,f1", "help", "Help", "help", stays=True)
BACK: Final = Command("escape", "back", "Title screen", "back", stays=True)
QUIT: Final = Command("q", "app.leave", "Save and quit", "quit", stays=True)
SETTINGS: Final = Command("f2", "app.settings", "Settings", "settings")
PALETTE: Final = Command("f3,ctrl+p", "app.command_palette", "All commands", "commands")
FOUR_COLOURS: Final = Command("f4", "app.four_colours", "Two or four suit colours")

STEP: Final = Command("right", "step(1)", "Step forward", "step", "←→")
STEPS: Final = (
    Command("left", "step(-1)", "Step back"),
    STEP,
    Command("home", "first", "Go to the start"),
    Command("end", "last", "Go to the end"),
)
"""The ways through a game."""


def bind(*commands: Command, priority: bool = False) -> list[BindingType]:
    """The bindings of a screen with these commands."""
    return [Binding(*command[:3], show=command.listed, priority=priority) for command in commands]


def key_name(key: str) -> str:
    """A key of a command as people call it: ``Ctrl+Q``, ``Esc``, ``?``."""
    if key.startswith("ctrl+"):
        return f"Ctrl+{key.removeprefix('ctrl+').upper()}"
    if key == "enter" or (key in ("left", "right", "up", "down") and not glyphs().braille):
        return key.capitalize()
    name = format_key(key)
    return name if len(name) == 1 else name.capitalize()


def label(command: Command) -> str:
    """How the line of keys writes the keys of a command."""
    return glyphs().keys(command.label) if command.label else key_name(command.keys.partition(",")[0])
