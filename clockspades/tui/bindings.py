"""How commands become bindings, and the commands that several screens have."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Final

from textual.binding import Binding, BindingsMap, BindingType

from clockspades.table.commands import Command
from clockspades.table.keys import keymap, short_name

HELP: Final = Command("question_mark,f1", "help", "Help", "help", stays=True, name="app.help")
BACK: Final = Command("escape", "back", "Title screen", "back", stays=True, name="app.back")
QUIT: Final = Command("q", "app.leave", "Save and quit", "quit", stays=True, name="app.quit")
SETTINGS: Final = Command("f2", "app.settings", "Settings", "settings", name="app.settings")
PALETTE: Final = Command("f3,ctrl+p", "app.command_palette", "All commands", "commands", name="app.commands")
FOUR_COLOURS: Final = Command("f4", "app.four_colours", "Two or four suit colours", name="app.four_colours")
SUSPEND: Final = Command("ctrl+z", "app.suspend_process", "Suspend", listed=False, name="app.suspend")
ENTER_DEAL: Final = Command("e", "enter_deal", "Enter a share code or the number of a deal", "enter deal")

_STEP_BACK: Final = Command("left", "step(-1)", "Step back", name="step_back")
_STEP: Final = Command("right", "step(1)", "Step forward", "step", name="step")
STEP: Final = _STEP._replace(shown=(_STEP_BACK, _STEP))
STEPS: Final = (
    _STEP_BACK,
    STEP,
    Command("home", "first", "Go to the start"),
    Command("end", "last", "Go to the end"),
)
"""The ways through a game."""


def bind(*commands: Command, priority: bool = False) -> list[BindingType]:
    """The bindings of a screen with these commands."""
    return [
        Binding(*command[:3], show=command.listed, priority=priority, id=command.name or short_name(command.action))
        for command in commands
    ]


@cache
def scope_of(kind: type) -> str:
    """What the names of a screen's own commands begin with in the settings: ``first_game`` for ``FirstGameScreen``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__.removesuffix("Screen")).lower()


def scopes_of(node: object) -> tuple[str, ...]:
    """What the names of all commands of a screen can begin with."""
    return tuple(map(scope_of, type(node).__mro__))


def in_scope(bindings: Iterable[BindingType], scope: str) -> list[BindingType]:
    """Bindings with their full names."""
    return [
        replace(binding, id=f"{scope}.{binding.id}")
        if isinstance(binding, Binding) and binding.id and "." not in binding.id
        else binding
        for binding in bindings
    ]


def remapped(bindings: BindingsMap) -> BindingsMap:
    """Bindings with the keys that their commands have now.

    A command without other keys keeps its own, even if a command of every panel gets that key: Space turns the page of
    the rules, and closes other panels.
    """
    changed = keymap()
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
