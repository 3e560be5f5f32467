"""How commands become bindings, and the commands that several screens have."""

import re
from typing import Final

from textual.binding import Binding, BindingsMap, BindingType

from clockspades.language import N_
from clockspades.table.commands import Command
from clockspades.table.keys import terminal

LEAVING: Final = ("ctrl+q", "ctrl+c")
"""Keys that leave the program, and never wait. No command can have them."""

HELP: Final = Command("question_mark,f1", "help", N_("Help"), N_("help"), stays=True, name="app.help")
BACK: Final = Command("escape", "back", N_("Title screen"), N_("back"), stays=True, name="app.back")
QUIT: Final = Command("q", "app.leave", N_("Save and quit"), N_("quit"), stays=True, name="app.quit")
SETTINGS: Final = Command("f2", "app.settings", N_("Settings"), N_("settings"), name="app.settings")
PALETTE: Final = Command("f3,ctrl+p", "app.command_palette", N_("All commands"), N_("commands"), name="app.commands")
FOUR_COLOURS: Final = Command("f4", "app.four_colours", N_("Two or four suit colours"), name="app.four_colours")
SUSPEND: Final = Command("ctrl+z", "app.suspend_process", N_("Suspend"), listed=False, name="app.suspend")
REDRAW: Final = Command("ctrl+l", "app.redraw", N_("Draw the screen again"), listed=False, name="app.redraw")
COLOURS: Final = FOUR_COLOURS._replace(keys="4", name="")
"""The same on screens where a digit does nothing else."""
LEAVE: Final = QUIT._replace(keys=",".join(LEAVING), name="")
FIRST: Final = (LEAVE, SUSPEND, REDRAW, PALETTE, FOUR_COLOURS)
"""The commands of the application that come before those of its screens."""
EVERYWHERE: Final = (LEAVE, SETTINGS, *FIRST[1:])
"""All commands of the application."""
LEARN: Final = Command(
    "l", "learn", N_("Learn the game as you play"), N_("learn"), name="picker.learn", when=lambda self: self.has_lesson
)
"""Takes the lesson of the game that a screen has chosen, at any time."""
ENTER_DEAL: Final = Command("e", "enter_deal", N_("Enter a share code or the number of a deal"), N_("enter deal"))

_STEP_BACK: Final = Command("left", "step(-1)", N_("Step back"), name="step_back")
_STEP: Final = Command("right", "step(1)", N_("Step forward"), N_("step"), name="step")
STEP: Final = _STEP._replace(shown=(_STEP_BACK, _STEP))
STEPS: Final = (
    _STEP_BACK,
    STEP,
    Command("home", "first", N_("Go to the start")),
    Command("end", "last", N_("Go to the end")),
)
"""The ways through a game."""


def bind(*commands: Command, priority: bool = False) -> list[BindingType]:
    """The bindings of commands with their full names."""
    return [
        Binding(each.keys, each.action, each.description, show=each.listed, priority=priority, id=each.name or None)
        for each in commands
    ]


def named(command: Command, kind: type) -> Command:
    """A command of a class of screen with its full name: ``first_game.end`` of ``FirstGameScreen``."""
    name = command.name or re.sub(r"\W+", "_", command.action.removeprefix("app.")).strip("_")
    if "." not in name:
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__.removesuffix("Screen")).lower() + f".{name}"
    return command._replace(name=name, shown=tuple(named(each, kind) for each in command.shown))


def remapped(bindings: BindingsMap) -> BindingsMap:
    """Bindings with the keys that their commands have now.

    A command without other keys keeps its own, even if a command of every panel gets that key: Space turns the page of
    the rules, and closes other panels.
    """
    changed = terminal().keymap
    if not changed:
        return bindings
    found = {
        key: kept
        for key, there in bindings.key_to_bindings.items()
        if (kept := [binding for binding in there if binding.id not in changed])
    }
    ours = {key for key, there in found.items() if any(binding.id for binding in there)}
    for name, binding in {binding.id: binding for _, binding in bindings if binding.id}.items():
        for key in changed.get(name, ()):
            if key not in ours:
                found[key] = [binding.with_key(key)]
    return BindingsMap.from_keys(found)
