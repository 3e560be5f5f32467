"""The help: every key of the screen that it was opened from."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import Static

from clockspades.language import N_, _, either
from clockspades.table.commands import Command, closing
from clockspades.table.keys import key_name, keys_of, terminal
from clockspades.tui.bindings import HELP, PALETTE, SUSPEND
from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.screens.kinds import CLOSE, SCROLL, Page, ScrollingOverlay, panel
from clockspades.tui.screens.rules_screen import RulesScreen

RULES: Final = Command("r", "rules", N_("Rules"), N_("rules"))
NAMES: Final = Command("n", "names", N_("Names of the commands, for the settings"), N_("names"))


FIXED: Final = N_("always these keys")
"""In place of the name of a command that can have no other keys."""


class HelpScreen(ScrollingOverlay):
    """Every key and what it does, from the commands themselves."""

    commands: tuple[Command, ...] = (closing(HELP), RULES, NAMES)
    KEY_LINE: tuple[Command, ...] = (RULES, NAMES, PALETTE, SCROLL, CLOSE)

    def __init__(self, game_name: str) -> None:
        """Made while the screen that it helps with is shown."""
        super().__init__()
        opener = self.app.screen
        assert isinstance(opener, CommandScreen), "every screen has commands"
        self._there = [each for each in opener.there if each is not SUSPEND or not self.app.is_guest]
        self._game_name = game_name
        self._shows_names = False

    def compose(self) -> ComposeResult:
        yield from super().compose()
        with panel(_("Help"), Page):
            yield Static(_("All keys of this screen"), classes="heading", markup=False)
            for row in grouped(self._there):
                yield _row(row.keys, row.words)
            keys = either([key_name(terminal(), key) for key in keys_of(terminal(), PALETTE)])
            aside = (
                _("The bottom line shows what you can do now. You can click it, too."),
                _("{keys} lists all commands and finds one as you type.", keys=keys),
            )
            yield Static(Content("\n".join(aside)), classes="aside")

    @property
    def cursor_screen_offset(self) -> Offset:
        """The first text in view. Keys end at the right of their column, so it is seldom the first cell."""
        page = self.query_one(Page)
        top = page.scrollable_content_region.offset
        for row in page.query(".keys, .heading, .aside").results(Static):
            if row.region.y >= top.y and row.region.height:
                blank = row.size.width - len(str(row.content)) if row.has_class("keys") else 0
                return row.content_region.offset + Offset(max(0, blank))
        return top

    def action_names(self) -> None:
        self._shows_names = not self._shows_names
        rows = [*self.query(".words").results(Static)][-len([*grouped(self._there)]) :]
        for shown, row in zip(rows, grouped(self._there)):
            shown.update(Content(row.names if self._shows_names else row.words))

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self._game_name))


def _row(keys: str, words: str) -> Horizontal:
    return Horizontal(Static(keys, classes="keys", markup=False), Static(words, classes="words", markup=False))


class HelpRow(NamedTuple):
    """The commands that do the same, in a row of the help."""

    keys: str
    words: str
    names: str
    """What they are called in the settings."""


def grouped(found: Iterable[Command]) -> Iterator[HelpRow]:
    """The commands by their descriptions, with their keys as ``↑ ←`` or ``1-9``. The first to have a key keeps it."""
    rows: dict[str, list[Command]] = {}
    owners: dict[str, str] = {}
    for command in found:
        rows.setdefault(command.description, []).append(command)
        for key in keys_of(terminal(), command):
            owners.setdefault(key, command.description)
    for words, same in rows.items():
        keys = [key_name(terminal(), key) for key, owner in owners.items() if owner == words]
        if len(keys) > 2 and all(key.isdecimal() for key in keys):
            keys = [f"{keys[0]}-{keys[-1]}"]
        names = [*dict.fromkeys(command.name for command in same if command.name)] or [_(FIXED)]
        called = " … ".join((names[0], names[-1])) if len(names) > 4 else " ".join(names)
        yield HelpRow(" ".join(keys), _(words), called)
