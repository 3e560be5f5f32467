"""The help: what you can do now, then every key of the screen that it was opened from."""

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any, ClassVar, Final

from textual.actions import parse
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from clockspades.engine.phrases import listed
from clockspades.table.commands import Command, closing
from clockspades.table.keys import key_name, keymap, keys_of, label
from clockspades.tui.bindings import HELP, PALETTE, bind, scopes_of
from clockspades.tui.screens.game import GameScreen
from clockspades.tui.screens.overlay import CLOSE, SCROLL, ScrollingOverlay
from clockspades.tui.screens.rules import RulesScreen
from clockspades.tui.widgets.key_line import KeyLine

RULES: Final = Command("r", "rules", "Rules", "rules")


class HelpScreen(ScrollingOverlay):
    """Every key and what it does, read from the bindings themselves."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "help.tcss"]
    BINDINGS = bind(closing(HELP), RULES)

    def __init__(self, opener: Screen[Any], game_name: str) -> None:
        super().__init__()
        self._now = tuple(key for line in opener.query(KeyLine) for key in line.keys)
        self._scopes = scopes_of(opener)
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
                    yield _row(label(key, self._scopes), f"{key.words[:1].upper()}{key.words[1:]}")
                yield Static("You can also click these on the bottom line of the screen.", classes="aside")
            yield Static("All keys of this screen", classes="heading")
            for keys, words in grouped(self._always):
                yield _row(keys, words)
            keys = listed([*map(key_name, keys_of(PALETTE))], "or")
            yield Static(f"{keys} lists all commands and finds one as you type.", classes="aside")
        yield KeyLine(RULES, SCROLL, CLOSE)

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


def grouped(found: Iterable[Binding]) -> Iterator[tuple[str, str]]:
    """For each description its keys, as ``↑ ←`` or ``1-9``, and the description."""
    keys: dict[str, list[str]] = {}
    for binding in found:
        keys.setdefault(binding.description, []).extend(map(key_name, binding.key.split(",")))
    for words, names in keys.items():
        if len(names) > 2 and all(name.isdecimal() for name in names):
            names = [f"{names[0]}-{names[-1]}"]
        yield " ".join(dict.fromkeys(names)), words
