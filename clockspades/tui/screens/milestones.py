"""The milestones: which are reached, by which game and when, and which are not yet."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import ClassVar, Final

from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from clockspades.routes import ReplayRoute
from clockspades.statistics.milestones import Reached, all_milestones, how_many, milestones
from clockspades.statistics.progress import Progress, progress
from clockspades.table.commands import Command, closing
from clockspades.table.glyphs import glyphs
from clockspades.tui.bindings import bind
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.overlay import CLOSE, Overlay
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.text_button import TextButton

MILESTONES_PAGE: Final = Command("m", "milestones", "Milestones", "milestones", name="statistics.milestones")
REPLAY: Final = Command("enter,space", "replay", "Replay the game that reached the milestone", "replay")
_PREVIOUS: Final = Command("up", "move(-1)", "Previous milestone", name="up")
_NEXT: Final = Command("down", "move(1)", "Next milestone", "move", name="down")
NEXT: Final = _NEXT._replace(shown=(_PREVIOUS, _NEXT))

AROUND: Final = 4
"""The rows of the panel that show no milestone."""


class MilestoneRow(TextButton):
    """A milestone; a click opens the replay of the game that reached it."""

    def __init__(self, number: int) -> None:
        super().__init__(Content(""), f"replay({number})")

    def show(self, reached: Reached, *, is_pointed: bool) -> None:
        """Show the milestone: its title and when it was reached, and below it how."""
        self.set_class(is_pointed, "-pointed")
        milestone, signs = reached.milestone, glyphs()
        mark = signs.points_right if is_pointed else " "
        title = ("bold $gold" if reached.game else "bold") if not is_pointed else ""
        quiet = "$quiet" if not is_pointed else ""
        lines = ((f"{mark} {milestone.title}", title), (f"  {signs.words(reached.when)}\n", quiet))
        self.update(Content.assemble(*lines, (f"  {milestone.how}", quiet)))


class MilestonesScreen(Overlay):
    """All milestones, over all games."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "milestones.tcss"]
    BINDINGS = bind(
        REPLAY,
        _PREVIOUS,
        _NEXT,
        Command("pageup", "page(-1)", "Page up", name="page_up"),
        Command("pagedown", "page(1)", "Page down", name="page_down"),
        closing(MILESTONES_PAGE),
    )

    app = getters.app(Navigator)

    pointed: reactive[int] = reactive(0, init=False)
    """The number of the milestone that the cursor is on."""

    def __init__(self, found: Progress | None = None) -> None:
        """``found`` are the games that were played, if they have been read."""
        super().__init__()
        self._progress = found
        self._number = len(all_milestones())
        self._reached: Sequence[Reached] = ()

    def compose(self) -> ComposeResult:
        """How many are reached, each of them, and the keys."""
        with Vertical(classes="panel") as panel:
            panel.border_title = "Milestones"
            panel.styles.max_height = 2 * self._number + AROUND
            yield Static(Content(glyphs().words("Reading your games…")), id="reached")
            with VerticalScroll(id="body", can_focus=False):
                for number in range(self._number):
                    yield MilestoneRow(number)
        yield KeyLine(NEXT, CLOSE)

    def on_mount(self) -> None:
        """Look for them in a thread."""
        run_in_thread(self, self._find, self._found)

    def _find(self) -> tuple[Reached, ...]:
        return milestones(self._progress or progress(self.app.archive))

    def _found(self, reached: Sequence[Reached]) -> None:
        self._reached = reached
        self.set_class(True, "-found")
        self.query_one("#reached", Static).update(Content(how_many(reached)))
        self._show()

    def _show(self) -> None:
        for number, (row, reached) in enumerate(zip(self.query(MilestoneRow), self._reached)):
            row.show(reached, is_pointed=number == self.pointed)
        replay = (REPLAY,) if self._reached and self._reached[self.pointed].game else ()
        self.query_one(KeyLine).keys = (*replay, NEXT, CLOSE)

    def validate_pointed(self, number: int) -> int:
        """Keep the cursor on a milestone."""
        return max(0, min(number, self._number - 1))

    def watch_pointed(self) -> None:
        """Show the cursor where it is."""
        self._show()
        [*self.query(MilestoneRow)][self.pointed].scroll_visible(animate=False)

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self.pointed += by

    def action_page(self, pages: int) -> None:
        """Move the cursor by a page."""
        self.pointed += pages * max(1, self.query_one("#body").size.height // 2 - 1)

    def action_replay(self, number: int | None = None) -> None:
        """Open the replay of the game that reached the milestone under the cursor, or one that was clicked."""
        if number is not None:
            self.pointed = number
        game = self._reached[self.pointed].game if self._reached else None
        loaded = self.app.read_game(game.own.path) if game else None
        if loaded is not None:
            self.app.lay(ReplayRoute(loaded))
