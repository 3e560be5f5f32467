"""The branches of a game: where each leaves it, and how they and the game ended."""

from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from clockspades.engine.branches import LONGEST_NAME, Line, delete_branch, rename_branch
from clockspades.engine.log import LogError
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import spoken
from clockspades.tui.bindings import bind
from clockspades.tui.drawing.fitting import fit
from clockspades.tui.screens.ask import AskScreen
from clockspades.tui.screens.modal import Modal
from clockspades.tui.texts.branches import GAME, LineInWords
from clockspades.tui.widgets.card_text import card_text
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.text_button import TextButton

SHOW: Final = Command("enter,space", "show_line", "Show it where it leaves", "show")
CARRY_ON: Final = Command("c", "carry_on", "Continue the branch", "continue")
RENAME: Final = Command("r", "rename", "Rename the branch", "rename")
DELETE: Final = Command("d", "delete", "Delete the branch", "delete", name="branches.delete")
_PREVIOUS_LINE: Final = Command("up", "move(-1)", "Previous line", name="up")
_NEXT_LINE: Final = Command("down", "move(1)", "Next line", "choose", name="down")
NEXT_LINE: Final = _NEXT_LINE._replace(shown=(_PREVIOUS_LINE, _NEXT_LINE))
CLOSE: Final = Command("escape,q,o", "close", "Close", "close", stays=True)


class Chosen(NamedTuple):
    """What was chosen from the list."""

    path: Path
    goes_on: bool
    """Whether to continue it, and not to show it."""


class BranchesScreen(Modal[Chosen | None]):
    """The game and its branches, one a line, and more about the one under the cursor."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "branches.tcss"]
    BINDINGS = bind(SHOW, CARRY_ON, RENAME, DELETE, _PREVIOUS_LINE, NEXT_LINE, CLOSE)

    cursor: reactive[int] = reactive(0, init=False)

    def __init__(self, read: Callable[[], Sequence[LineInWords]], first: int = 0) -> None:
        """``read`` gives the lines as they now are; the cursor begins at number ``first``."""
        super().__init__()
        self._read, self._lines = read, tuple(read())
        self._deleting: Line | None = None
        """The branch that is deleted when the key is pressed again."""
        self.set_reactive(BranchesScreen.cursor, self.validate_cursor(first))

    def compose(self) -> ComposeResult:
        """The list, the sentences about one of its lines, and the keys."""
        with Vertical(classes="panel") as panel:
            panel.border_title = "Branches"
            yield VerticalScroll(id="lines", can_focus=False)
            yield Static(id="about")
        yield KeyLine()

    async def on_mount(self) -> None:
        """Show the list."""
        await self._show_lines()

    @property
    def _chosen(self) -> LineInWords:
        return self._lines[self.cursor]

    async def _show_lines(self) -> None:
        listed = self.query_one("#lines")
        await listed.remove_children()
        await listed.mount_all(TextButton(Content(), f"show_line({n})") for n in range(len(self._lines)))
        self._show()

    def _show(self) -> None:
        """Show the line under the cursor, and what can be done with it."""
        widest = max(len(each.line.name or GAME) for each in self._lines)
        for number, (each, row) in enumerate(zip(self._lines, self.query(TextButton))):
            pointed = number == self.cursor
            left = f"step {each.left}" if each.line.name else ""
            mark = glyphs().points_right if pointed else " "
            words = f"{mark} {fit(each.line.name or GAME, widest)}  {left:9} {each.standing}"
            row.update(Content(glyphs().words(words)))
            row.set_class(pointed, "-pointed")
            if pointed:
                row.scroll_visible(animate=False)
        chosen = self._chosen
        self.query_one("#about", Static).update(card_text("\n".join(chosen.sentences)))
        is_branch = bool(chosen.line.name)
        delete = DELETE._replace(words="delete now" if self._deleting == chosen.line else "delete")
        others = (*([CARRY_ON] if chosen.goes_on else []), RENAME, delete) if is_branch else ()
        self.query_one(KeyLine).keys = (SHOW, *others, NEXT_LINE, CLOSE)

    # -- actions ---------------------------------------------------------------------------------------

    def validate_cursor(self, number: int) -> int:
        """Keep the cursor in the list."""
        return min(max(number, 0), len(self._lines) - 1)

    def watch_cursor(self) -> None:
        """Show the line under the cursor."""
        self._deleting = None
        self._show()

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self.cursor += by

    def action_show_line(self, number: int | None = None) -> None:
        """Show a line in the replay: the one under the cursor, or one that is clicked."""
        self.dismiss(Chosen(self._lines[self.cursor if number is None else number].line.path, goes_on=False))

    def action_carry_on(self) -> None:
        """Play on in the branch under the cursor."""
        if self._chosen.line.name and self._chosen.goes_on:
            self.dismiss(Chosen(self._chosen.line.path, goes_on=True))

    def action_rename(self) -> None:
        """Ask for another name of the branch under the cursor."""
        line = self._chosen.line
        if line.name:
            self.app.push_screen(AskScreen("Name of the branch", line.name, LONGEST_NAME), self._rename)

    async def _rename(self, name: str | None) -> None:
        if name:
            await self._change(lambda: rename_branch(self._chosen.line.path, name))

    async def action_delete(self) -> None:
        """Delete the branch under the cursor; the key must be pressed twice."""
        line = self._chosen.line
        if not line.name:
            return
        if self._deleting != line:
            self._deleting = line
            self._show()
            self.query_one("#about", Static).update(card_text(f"Press {spoken(DELETE)} again to delete {line.name}."))
            return
        await self._change(lambda: delete_branch(line.path))

    async def _change(self, change: Callable[[], None]) -> None:
        """Change a branch, and show the list as it then is; if that cannot be done, say why."""
        try:
            change()
        except LogError as error:
            self.app.notify(str(error), severity="error", markup=False)
        self._deleting, self._lines = None, tuple(self._read())
        if not self._lines:
            self.dismiss(None)
            return
        self.set_reactive(BranchesScreen.cursor, self.validate_cursor(self.cursor))
        await self._show_lines()

    def action_close(self) -> None:
        """Go back to the replay."""
        self.dismiss(None)
