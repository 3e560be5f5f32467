"""The help: what you can do now, then every key of the screen that it was opened from."""

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any, ClassVar

from textual.actions import parse
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.dom import DOMNode
from textual.keys import format_key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import Key
from clockspades.tui.screens.overlay import ScrollingOverlay
from clockspades.tui.screens.rules import RulesScreen
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.key_line import KeyLine


class HelpScreen(ScrollingOverlay):
    """Every key and what it does, read from the bindings themselves."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "help.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "close", "Close"),
        Binding("r", "rules", "Rules"),
    ]

    def __init__(self, opener: Screen[Any], game_name: str) -> None:
        super().__init__()
        self._now = tuple(key for line in opener.query(KeyLine) for key in line.keys)
        self._always = tuple(bindings(opener))
        self._game_name = game_name

    def compose(self) -> ComposeResult:
        """A panel of keys, and the key line of the help itself."""
        yield from super().compose()
        with VerticalScroll(classes="panel") as panel:
            panel.border_title = "Help"
            if self._now:
                yield Static("What you can do now", classes="heading")
                for key in self._now:
                    yield _row(glyphs().words(key.key), f"{key.words[:1].upper()}{key.words[1:]}")
                yield Static("You can also click these on the bottom line of the screen.", classes="aside")
            yield Static("All keys of this screen", classes="heading")
            for keys, words in grouped(self._always):
                yield _row(keys, words)
            yield Static("F3 or Ctrl+P lists all commands and finds one as you type.", classes="aside")
        yield KeyLine(
            Key("r", "rules", "rules"),
            Key(glyphs().up_down, "scroll", "page_down"),
            Key("Esc", "close", "close", stays=True),
        )

    def action_rules(self) -> None:
        """Open the rules over the help."""
        self.app.push_screen(RulesScreen(self._game_name))


def _row(keys: str, words: str) -> Horizontal:
    return Horizontal(Static(keys, classes="keys", markup=False), Static(words, classes="words", markup=False))


def bindings(screen: Screen[Any]) -> Iterator[Binding]:
    """Our own bindings: those of the table that has the focus, of the screen, and of the application.

    A table may describe an action of its screen in its own words, which then replace the screen's. Actions that the
    game does not have are left out.
    """
    tables = [table for table in screen.query(Table) if table.can_focus]
    own = [binding for table in tables for binding in _bound(table)]
    said = {action_name(binding.action) for binding in own}
    yield from own
    for binding in _bound(screen):
        _, action, parameters = parse(binding.action)
        if action_name(binding.action) not in said and screen.check_action(action, parameters):
            yield binding
    yield from _bound(screen.app)


def _bound(owner: DOMNode) -> Iterator[Binding]:
    for kind in type(owner).__mro__:
        if kind in (Widget, Screen, App):
            break
        for binding in kind.__dict__.get("BINDINGS", ()):
            assert isinstance(binding, Binding), f"{kind.__name__} has a binding that is not written out"
            yield binding


def action_name(action: str) -> str:
    """The name of an action, without its namespace and its arguments: ``screen.move('left')`` is ``move``."""
    return action.partition("(")[0].rpartition(".")[2]


def grouped(found: Iterable[Binding]) -> Iterator[tuple[str, str]]:
    """For each description its keys, as ``↑ ←`` or ``1-9``, and the description."""
    keys: dict[str, list[str]] = {}
    for binding in found:
        keys.setdefault(binding.description, []).extend(map(key_name, binding.key.split(",")))
    for words, names in keys.items():
        if len(names) > 2 and all(name.isdecimal() for name in names):
            names = [f"{names[0]}-{names[-1]}"]
        yield " ".join(dict.fromkeys(names)), words


def key_name(key: str) -> str:
    """A key of a binding as people call it: ``Ctrl+Q``, ``Esc``, ``?``."""
    if key.startswith("ctrl+"):
        return f"Ctrl+{key.removeprefix('ctrl+').upper()}"
    if key == "enter" or (key in ("left", "right", "up", "down") and not glyphs().braille):
        return key.capitalize()
    name = format_key(key)
    return name if len(name) == 1 else name.capitalize()
