"""The milestones: which are reached, by which game and when, and which are not yet."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from clockspades.language import N_, _
from clockspades.routes import ReplayRoute
from clockspades.statistics.milestones import ReachedMilestone, all_milestones, by_game, how_many, milestones
from clockspades.statistics.progress import Progress, progress
from clockspades.table.commands import Command, closing
from clockspades.table.glyphs import glyphs
from clockspades.tui.screens.kinds import CLOSE, Overlay, panel
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.rows import Rows, RowsPane

MILESTONES_PAGE: Final = Command("m", "milestones", N_("Milestones"), N_("milestones"), name="statistics.milestones")
REPLAY: Final = Command(
    "enter,space", "replay", N_("Replay the game that reached the milestone"), N_("replay"),
    now=lambda self: self._pointed and self._pointed.game is not None,
)  # fmt: skip
_PREVIOUS: Final = Command("up", "move(-1)", N_("Previous milestone"), name="up")
_NEXT: Final = Command("down", "move(1)", N_("Next milestone"), N_("move"), name="down")
NEXT: Final = _NEXT._replace(shown=(_PREVIOUS, _NEXT))
PAGES: Final = (
    Command("pageup", "page(-1)", N_("Page up"), name="page_up"),
    Command("pagedown", "page(1)", N_("Page down"), name="page_down"),
)

AROUND: Final = 4
"""The rows of the panel that show no milestone."""


def _row(reached: ReachedMilestone) -> Content:
    milestone, words = reached.milestone, glyphs().words
    title = (milestone.title, "bold $gold" if reached.game else "bold")
    return Content.assemble(title, (f"  {words(reached.when)}\n  {milestone.how}", "$quiet"))


class MilestonesScreen(Overlay):
    """All milestones, over all games."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "statistics.tcss"]
    commands: tuple[Command, ...] = (REPLAY, _PREVIOUS, _NEXT, *PAGES, closing(MILESTONES_PAGE))
    KEY_LINE: tuple[Command, ...] = (REPLAY, NEXT, CLOSE)

    def __init__(self, found: Progress | None = None) -> None:
        """``found`` are the games that were played, if they have been read."""
        super().__init__()
        self._progress = found
        self._reached: Sequence[ReachedMilestone | None] = ()
        """The milestone of each row; None where it is the heading of a game."""

    def compose(self) -> ComposeResult:
        with panel(_("Milestones")) as box:
            every = all_milestones()
            box.styles.max_height = 2 * len(every) + len({each.group for each in every}) + AROUND
            yield Static(Content(glyphs().words(_("Reading your games…"))), id="reached")
            with RowsPane():
                yield Rows()

    def fill(self) -> None:
        run_in_thread(self, lambda: milestones(self._progress or progress(self.app.archive)), self._found)

    def _found(self, reached: Sequence[ReachedMilestone]) -> None:
        rows: list[tuple[Content, ReachedMilestone | None]] = []
        for heading, group in by_game(reached):
            rows.append((Content.styled(glyphs().words(heading), "$gold"), None))
            rows += [(_row(each), each) for each in group]
        self._reached = [each for _, each in rows]
        self.set_class(True, "-found")
        self.query_one("#reached", Static).update(Content(how_many(reached)))
        headings = {number for number, each in enumerate(self._reached) if each is None}
        self.query_one(Rows).show([text for text, _ in rows], 1, headings)
        self.refresh_keys()

    @on(Rows.Pointed)
    def _moved(self) -> None:
        self.refresh_keys()

    @property
    def _pointed(self) -> ReachedMilestone | None:
        """The milestone under the cursor, once they are found."""
        return self._reached[self.query_one(Rows).pointed] if self._reached else None

    def action_move(self, by: int) -> None:
        self.query_one(Rows).move(by)

    def action_page(self, pages: int) -> None:
        self.query_one(Rows).page(pages)

    @on(Rows.Chosen)
    def action_replay(self) -> None:
        game = self._pointed.game if self._pointed else None
        loaded = self.app.read_game(game.own.path) if game else None
        if loaded is not None:
            self.app.lay(ReplayRoute(loaded))
