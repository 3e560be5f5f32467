"""The help: what you can do now, then every key of the screen that it was opened from."""

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any, ClassVar, Final, NamedTuple

from textual.actions import parse
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from clockspades.engine.phrases import listed
from clockspades.table.commands import Command, closing
from clockspades.table.keys import key_name, keymap, keys_of, label
from clockspades.tui.bindings import HELP, PALETTE, bind, scopes_of
from clockspades.tui.screens.game_screen import GameScreen
from clockspades.tui.screens.overlay import CLOSE, ScrollingOverlay
from clockspades.tui.screens.rules_screen import RulesScreen
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.page import SCROLL, Page

RULES: Final = Command("r", "rules", "Rules", "rules")
NAMES: Final = Command("n", "names", "Names of the commands, for the settings", "names")


FIXED: Final = "always these keys"
"""In place of the name of a command that can have no other keys."""


class HelpScreen(ScrollingOverlay):
    """Every key and what it does, read from the bindings themselves."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "help.tcss"]
    BINDINGS = bind(closing(HELP), RULES, NAMES)

    def __init__(self, game_name: str) -> None:
        """Made while the screen that it helps with is shown."""
        super().__init__()
        opener = self.app.screen
        self._now = tuple(key for line in opener.query(KeyLine) for key in line.keys)
        self._scopes = scopes_of(opener)
        self._always = tuple(bindings(opener))
        self._game_name = game_name
        self._shows_names = False

    def compose(self) -> ComposeResult:
        """A panel of keys, and the key line of the help itself."""
        yield from super().compose()
        with Page(classes="panel") as panel:
            panel.border_title = "Help"
            if self._now:
                yield Static("What you can do now", classes="heading")
                for key in self._now:
                    yield _row(label(key, self._scopes), f"{key.words[:1].upper()}{key.words[1:]}")
                yield Static("You can also click these on the bottom line of the screen.", classes="aside")
            yield Static("All keys of this screen", classes="heading")
            for row in grouped(self._always):
                yield _row(row.keys, row.words)
            keys = listed([*map(key_name, keys_of(PALETTE))], "or")
            yield Static(Content(f"{keys} lists all commands and finds one as you type."), classes="aside")
        yield KeyLine(RULES, NAMES, SCROLL, CLOSE)

    def action_names(self) -> None:
        """Show what each command is called in the settings, or what it does."""
        self._shows_names = not self._shows_names
        rows = [*self.query(".words").results(Static)][-len([*grouped(self._always)]) :]
        for shown, row in zip(rows, grouped(self._always)):
            shown.update(Content(row.names if self._shows_names else row.words))

    def action_rules(self) -> None:
        """Open the rules over the help."""
        self.app.push_screen(RulesScreen(self._game_name))


def _row(keys: str, words: str) -> Horizontal:
    return Horizontal(Static(keys, classes="keys", markup=False), Static(words, classes="words", markup=False))


def bindings(screen: Screen[Any]) -> Iterator[Binding]:
    """Our own bindings with their keys as they are: those of the game on a screen, of the screen, of the application.

    Actions that the screen does not have now are left out.
    """
    game = bind(*screen.game_commands) if isinstance(screen, GameScreen) else ()
    for binding in (*game, *_own(screen), *_own(screen.app)):
        assert isinstance(binding, Binding), f"{binding} is not made from a command"
        _, action, parameters = parse(binding.action)
        if screen.check_action(action, parameters):
            yield binding.with_key(",".join(keymap().get(binding.id or "", (binding.key,))))


def _own(owner: DOMNode) -> Iterator[BindingType]:
    for kind in type(owner).__mro__:
        if kind in (Widget, Screen, App):
            break
        yield from kind.__dict__.get("BINDINGS", ())


class Row(NamedTuple):
    """The commands that do the same, in a row of the help."""

    keys: str
    words: str
    names: str
    """What they are called in the settings."""


def grouped(found: Iterable[Binding]) -> Iterator[Row]:
    """The commands by their descriptions, with their keys as ``↑ ←`` or ``1-9``."""
    rows: dict[str, list[Binding]] = {}
    for binding in found:
        rows.setdefault(binding.description, []).append(binding)
    for words, same in rows.items():
        keys = [*dict.fromkeys(key_name(key) for binding in same for key in binding.key.split(","))]
        if len(keys) > 2 and all(key.isdecimal() for key in keys):
            keys = [f"{keys[0]}-{keys[-1]}"]
        names = [*dict.fromkeys(binding.id for binding in same if binding.id)] or [FIXED]
        yield Row(" ".join(keys), words, " … ".join((names[0], names[-1])) if len(names) > 4 else " ".join(names))
