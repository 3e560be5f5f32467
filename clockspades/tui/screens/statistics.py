"""The statistics: wins against expectation, luck and skill, charts, and the games worth seeing again."""

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import PurePath
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from clockspades.games.catalogue import GAMES
from clockspades.language import N_, _
from clockspades.routes import ReplayRoute
from clockspades.statistics.progress import Progress, progress, review_own
from clockspades.statistics.records import OwnGame
from clockspades.statistics.statistics_model import ChartModel, FeatModel, GameModel, game_models, review_progress
from clockspades.table.commands import STATISTICS, Command, closing
from clockspades.table.glyphs import glyphs
from clockspades.tui.drawing.cell_text import fit
from clockspades.tui.screens.kinds import CLOSE, Overlay, panel
from clockspades.tui.screens.milestones_screen import MILESTONES_PAGE, PAGES, MilestonesScreen
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.charts import Chart
from clockspades.tui.widgets.menu_item import TextButton
from clockspades.tui.widgets.rows import Rows
from clockspades.tui.widgets.scroller import Scroller

REPLAY: Final = Command("enter,space", "replay", N_("Replay the game under the cursor"), N_("replay"))
_PREVIOUS_FEAT: Final = Command("up", "move(-1)", N_("Previous game to see again"), name="up")
_NEXT_FEAT: Final = Command("down", "move(1)", N_("Next game to see again"), N_("games"), name="down")
NEXT_FEAT: Final = _NEXT_FEAT._replace(shown=(_PREVIOUS_FEAT, _NEXT_FEAT))
_PREVIOUS_GAME: Final = Command("left", "game(-1)", N_("Statistics of the previous game"), name="previous_game")
_NEXT_GAME: Final = Command("right", "game(1)", N_("Statistics of the next game"), N_("other games"), name="next_game")
NEXT_GAME: Final = _NEXT_GAME._replace(shown=(_PREVIOUS_GAME, _NEXT_GAME))
CHARTS: Final = 2
"""The charts of a game, at most."""
LABEL: Final = 17
"""The columns of why a game is worth seeing again."""


class StatisticsScreen(Overlay):
    """The statistics of one game at a time. Reviews that are missing are computed while it is open."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "statistics.tcss"]
    VERTICAL_BREAKPOINTS = SizedScreen.VERTICAL_BREAKPOINTS
    commands: tuple[Command, ...] = (
        REPLAY, _PREVIOUS_FEAT, NEXT_FEAT, _PREVIOUS_GAME, NEXT_GAME, MILESTONES_PAGE, *PAGES, closing(STATISTICS),
    )  # fmt: skip
    KEY_LINE: tuple[Command, ...] = (
        REPLAY._replace(now=lambda self: bool(self._feats)),
        NEXT_FEAT._replace(now=lambda self: len(self._feats) > 1),
        NEXT_GAME._replace(now=lambda self: len(self._models) > 1),
        MILESTONES_PAGE._replace(now=lambda self: bool(self._models)),
        CLOSE,
    )

    shown: reactive[str] = reactive("", init=False)
    """The name of the game that is shown; empty until the games are read."""

    def __init__(self) -> None:
        super().__init__()
        self._progress: Progress | None = None
        self._models: dict[str, GameModel] = {}
        self._worker: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        with panel(_("Statistics")):
            with Horizontal(id="games"):
                for game in GAMES:
                    yield TextButton(Content(game.title), f"show({game.name!r})", id=game.name)
            yield Static(id="progress")
            with Scroller(id="body"):
                yield Static(id="kinds")
                yield Static(id="luck")
                with Horizontal(id="charts"):
                    for _chart in range(CHARTS):
                        yield Chart()
                yield Static(_("Games to see again"), id="again", markup=False)
                yield Rows()

    def fill(self) -> None:
        if self._progress is not None:
            self._found(self._progress)

    def on_screen_resume(self) -> None:
        if not self._models:
            self.query_one("#progress", Static).update(Content(glyphs().words(_("Reading your games…"))))
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """Begin once the screen is drawn, which would wait for the thread."""
        self._worker = run_in_thread(self, self._compute)

    def on_screen_suspend(self) -> None:
        """Compute nothing while a replay or something else is shown."""
        if self._worker is not None:
            self._worker.cancel()

    def _compute(self) -> None:
        """Read the games the first time, and review one after the other."""
        worker, archive = get_current_worker(), self.app.archive
        found = self._progress or progress(archive)
        self.call_later(self._found, found)

        def tell(share: float) -> bool:
            self.call_later(self._show_progress, share)
            return not worker.is_cancelled

        waiting = list(found.unreviewed)
        while waiting and not worker.is_cancelled:
            own = self._next(waiting)
            waiting.remove(own)
            review = review_own(archive, own, tell)
            if review is not None:
                found = found.with_review(own, review)
                self.call_later(self._found, found)
        if not worker.is_cancelled:
            self.call_later(self._show_progress, None)

    def _next(self, waiting: Sequence[OwnGame]) -> OwnGame:
        """The newest of the games that are shown, or else of all."""
        return next((own for own in waiting if own.game.name == self.shown), waiting[0])

    def _found(self, found: Progress) -> None:
        """Show the games that were played, once they are read and whenever one more is reviewed."""
        pointed = self.query_one(Rows).pointed
        name = self._feats[pointed].name if self._feats else ""
        self._progress = found
        titles = {game.name: game.title for game in GAMES}
        self._models = {model.name: model for model in game_models(found, titles, glyphs())}
        if not self.shown and self._models:
            newest = found.games
            self.set_reactive(StatisticsScreen.shown, newest[0].own.game.name if newest else next(iter(self._models)))
        self._show_progress(0.0)
        self._show_game(next((number for number, feat in enumerate(self._feats) if feat.name == name), pointed))

    def _show_progress(self, share: float | None) -> None:
        """Show how many games are reviewed, and as a bar how far it is if that goes on.

        ``share`` of the next review is computed, from 0 to 1; None when there is no more to compute.
        """
        line = self.query_one("#progress", Static)
        if self._progress is None or not self._models:
            folder, those = self.app.folder, _("Those that you play alone or against bots count.")
            none = _("No finished games yet in {folder}.", folder=folder) if folder else _("No finished games yet.")
            line.update(Content(f"{none} {those}"))
            return
        games = self._progress.games
        line.display = any(game.digest is None for game in games)
        words = glyphs().words(f"{review_progress(games)}  ")
        done = sum(game.digest is not None for game in games) + (share or 0)
        room = max(0, line.size.width - len(words))
        bar = glyphs().heavy.across * round(room * done / max(1, len(games))) if share is not None else ""
        line.update(Content.assemble((words, "$quiet"), (bar, "$gold")))

    def _show_game(self, pointed: int = 0) -> None:
        """Show all about the game that was chosen, with the cursor on one of the games to see again."""
        self.set_class(bool(self._models), "-found")
        model = self._models.get(self.shown)
        if model is None:
            return
        for game in GAMES:
            tab = self.query_one(f"#{game.name}")
            tab.display = game.name in self._models
            tab.set_class(game.name == self.shown, "-pointed")
        kinds = (_headed(first, *(f"  {line}" for line in others)) for first, *others in model.kinds)
        self.query_one("#kinds", Static).update(Content("\n").join(kinds))
        self.query_one("#luck", Static).update(_headed(*model.luck_and_skill))
        self.query_one("#luck").display = bool(model.luck_and_skill)
        for chart, shown in zip_longest(self.query(Chart), model.charts):
            chart.display = shown is not None
            chart.model = shown or ChartModel()
        self.query_one("#charts").display = bool(model.charts)
        self.query_one("#again").display = bool(model.feats)
        words = (glyphs().words(f"{fit(feat.name, LABEL)}{feat.words}") for feat in model.feats)
        self.query_one(Rows).show([Content(line) for line in words], pointed)
        self.refresh_keys()

    @property
    def _feats(self) -> tuple[FeatModel, ...]:
        return self._models[self.shown].feats if self.shown else ()

    def action_milestones(self) -> None:
        self.app.push_screen(MilestonesScreen(self._progress))

    def watch_shown(self) -> None:
        self._show_game()
        self.query_one("#body").scroll_home(animate=False)

    def action_show(self, name: str) -> None:
        self.shown = name

    def action_game(self, by: int) -> None:
        names = [*self._models]
        if names:
            self.shown = names[(names.index(self.shown) + by) % len(names)]

    def action_move(self, by: int) -> None:
        """Move the cursor; scroll by a line where it cannot move, or is out of view."""
        body, rows = self.query_one("#body"), self.query_one(Rows)
        before = rows.pointed
        if body.region.contains_region(rows.region_of(rows.pointed)):
            rows.move(by)
        if rows.pointed == before:
            body.scroll_relative(y=by, animate=False)

    def action_page(self, pages: int) -> None:
        body = self.query_one("#body")
        body.scroll_relative(y=pages * max(1, body.size.height - 1), animate=False)

    @on(Rows.Chosen)
    def action_replay(self) -> None:
        loaded = self.app.read_game(self._feats[self.query_one(Rows).pointed].path) if self._feats else None
        if loaded is not None:
            self.app.lay(ReplayRoute(loaded))


def _headed(*lines: str) -> Content:
    styles = zip_longest(("bold $bright",), lines, fillvalue="")
    return Content("\n").join(Content.styled(glyphs().words(line), style) for style, line in styles)
