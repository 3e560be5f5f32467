"""The branches of a game: where each leaves it, and how they and the game ended."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from clockspades.branches.branch_words import GAME, LineInWords
from clockspades.branches.branches import LONGEST_NAME, BranchLine, delete_branch, rename_branch
from clockspades.language import N_, _
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import spoken, terminal
from clockspades.tui.drawing.cell_text import card_text, fit
from clockspades.tui.screens.ask import AskScreen
from clockspades.tui.screens.kinds import Modal, panel
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.rows import Rows, RowsPane

SHOW: Final = Command("enter,space", "show_line", N_("Show it where it leaves"), N_("show"))
CARRY_ON: Final = Command("c", "carry_on", N_("Continue the branch"), N_("continue"))
RENAME: Final = Command("r", "rename", N_("Rename the branch"), N_("rename"))
DELETE: Final = Command("d", "delete", N_("Delete the branch"), N_("delete"), name="branches.delete")
_PREVIOUS_LINE: Final = Command("up", "move(-1)", N_("Previous line"), name="up")
_NEXT_LINE: Final = Command("down", "move(1)", N_("Next line"), N_("choose"), name="down")
NEXT_LINE: Final = _NEXT_LINE._replace(shown=(_PREVIOUS_LINE, _NEXT_LINE))
CLOSE: Final = Command("escape,q,o", "close", N_("Close"), N_("close"), stays=True)


class Chosen(NamedTuple):
    """What was chosen from the list."""

    path: Path
    goes_on: bool
    """Whether to continue it, and not to show it."""


class BranchList(NamedTuple):
    """The game and its branches, and what tells more of one of them; that reads its log, which takes a moment."""

    lines: Sequence[BranchLine]
    read: Callable[[BranchLine], LineInWords]


PAGE: Final = 40
"""Lines that are there at a time; the others come with the cursor."""


class BranchesScreen(Modal[Chosen | None]):
    """The game and its branches, one a line, and more about the one under the cursor.

    A thread reads the logs of the lines that are there, one by one.
    """

    commands: tuple[Command, ...] = (SHOW, CARRY_ON, RENAME, DELETE, _PREVIOUS_LINE, NEXT_LINE, CLOSE)
    KEY_LINE: tuple[Command, ...] = (
        SHOW,
        CARRY_ON._replace(now=lambda self: self._goes_on),
        RENAME._replace(now=lambda self: bool(self._line.name)),
        DELETE._replace(
            now=lambda self: (
                bool(self._line.name) and (N_("delete now") if self._deleting == self._line else N_("delete"))
            )
        ),
        NEXT_LINE,
        CLOSE,
    )

    cursor: reactive[int] = reactive(0, init=False)

    def __init__(self, listed: BranchList, list_again: Callable[[], BranchList], first: int = 0) -> None:
        """``list_again`` lists them as they are after a change; the cursor begins at number ``first``."""
        super().__init__()
        self._listed, self._list_again = listed, list_again
        self._known: dict[BranchLine, LineInWords] = {}
        """The lines whose logs were read."""
        self._reading: BranchLine | None = None
        self._page = range(0)
        """The numbers of the lines that are there."""
        self._deleting: BranchLine | None = None
        """The branch that is deleted when the key is pressed again."""
        self.set_reactive(BranchesScreen.cursor, self.validate_cursor(first))

    def compose(self) -> ComposeResult:
        with panel(_("Branches")):
            with RowsPane():
                yield Rows()
            yield Static(id="about")

    @property
    def _line(self) -> BranchLine:
        return self._listed.lines[self.cursor]

    @property
    def _goes_on(self) -> bool:
        """Whether the line under the cursor is a branch to play on in, as far as that is known."""
        known = self._known.get(self._line)
        return bool(self._line.name) and known is not None and known.goes_on

    def fill(self) -> None:
        """Show the lines around the cursor, and what can be done with the one under it."""
        start = self.cursor - self.cursor % PAGE
        self._page = range(start, min(start + PAGE, len(self._listed.lines)))
        lines = [self._listed.lines[number] for number in self._page]
        widest = max(cell_len(line.name or _(GAME)) for line in lines)
        rows = self.query_one(Rows)
        rows.show([self._row(line, widest) for line in lines], self.cursor - start)
        rows.show_pointed()
        chosen = self._known.get(self._line)
        self.query_one("#about", Static).update(card_text("\n".join(chosen.sentences if chosen else ())))
        self.refresh_keys()
        self._read_next()

    def _row(self, line: BranchLine, widest: int) -> Content:
        known = self._known.get(line)
        left = _("step {number}", number=known.left) if known and line.name else ""
        name = fit(line.name or _(GAME), widest)
        return Content(glyphs().words(f"{name}  {left:9} {known.status if known else '…'}"))

    def _read_next(self) -> None:
        """Read the log of the line under the cursor, or of another that is there, unless one is being read."""
        there = [self._line, *(self._listed.lines[number] for number in self._page)]
        unknown = next((line for line in there if line not in self._known), None)
        if self._reading is None and unknown is not None:
            self._reading = unknown
            run_in_thread(self, partial(self._listed.read, unknown), self._read)

    def _read(self, found: LineInWords) -> None:
        self._reading = None
        self._known[found.line] = found
        if self._listed.lines:  # the last one may have just been deleted
            self.fill()

    def validate_cursor(self, number: int) -> int:
        return min(max(number, 0), len(self._listed.lines) - 1)

    def watch_cursor(self) -> None:
        self._deleting = None
        self.fill()

    def action_move(self, by: int) -> None:
        self.cursor += by

    @on(Rows.Chosen)
    def _clicked(self) -> None:
        self.cursor = self._page[self.query_one(Rows).pointed]
        self.action_show_line()

    def action_show_line(self) -> None:
        self.dismiss(Chosen(self._line.path, goes_on=False))

    def action_carry_on(self) -> None:
        if self._goes_on:
            self.dismiss(Chosen(self._line.path, goes_on=True))

    def action_rename(self) -> None:
        line = self._line
        if line.name:
            self.app.push_screen(AskScreen(_("Name of the branch"), line.name, LONGEST_NAME), self._rename)

    def _rename(self, name: str | None) -> None:
        if name:
            self._change(lambda: rename_branch(self._line.path, name))

    def action_delete(self) -> None:
        """Delete the branch under the cursor; the key must be pressed twice."""
        line = self._line
        if not line.name:
            return
        if self._deleting != line:
            self._deleting = line
            self.fill()
            words = _("Press {key} again to delete {name}.", key=spoken(terminal(), DELETE), name=line.name)
            self.query_one("#about", Static).update(card_text(words))
            return
        self._change(lambda: delete_branch(line.path))

    def _change(self, change: Callable[[], None]) -> None:
        """Change a branch, and show the list as it then is; if that cannot be done, say why."""
        with self.app.complaining():
            change()
        self._deleting, self._listed = None, self._list_again()
        if not self._listed.lines:
            self.dismiss(None)
            return
        self.set_reactive(BranchesScreen.cursor, self.validate_cursor(self.cursor))
        self.fill()
