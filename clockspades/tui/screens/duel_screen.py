"""A stage of a duel by message: what was done, and the line to send."""

from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static
from textual.worker import WorkerCancelled, get_current_worker

from clockspades.duel.duel_words import CHECKING, DuelModel, bots_words
from clockspades.language import N_, _
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.tui.screens.kinds import CLOSE, SCROLL, Page, ScrollingOverlay, panel
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.menu_item import TextButton

PASTE: Final = N_("Send it to a friend.")

DUEL: Final = Command(
    "v", "duel", N_("Duel: the line to challenge a friend, or to answer one"), N_("duel"), name="result.duel"
)
COPY_LINE: Final = Command("c", "copy", N_("Copy the line"), N_("copy"), when=lambda self: bool(self.model.line))
CLOSE_DUEL: Final = CLOSE._replace(keys="escape,enter,space,q,v", name="")


class DuelScreen(ScrollingOverlay):
    """What to do with a line, and who did better once both games are open. The bots' moves are checked meanwhile."""

    commands: tuple[Command, ...] = (COPY_LINE, CLOSE_DUEL)
    KEY_LINE: tuple[Command, ...] = (
        COPY_LINE,
        SCROLL._replace(now=lambda self: self.query_one(Page).max_scroll_y > 0),
        CLOSE_DUEL._replace(now=lambda self: N_("both games") if self.model.opened else True),
    )

    def __init__(self, model: DuelModel) -> None:
        super().__init__()
        self.model = model

    def compose(self) -> ComposeResult:
        yield from super().compose()
        words, model = glyphs().words, self.model
        with panel(words(model.title), Page):
            for number, sentence in enumerate(model.sentences):
                bright = not number and model.opened is not None
                yield Static(Content.styled(words(sentence), "bold $bright" if bright else ""))
            if model.line:
                yield TextButton(Content.styled(words(model.line), "$gold"), "copy", id="duel-line")
            if model.opened is not None:
                yield Static(Content.styled(words(_(CHECKING)), "$quiet"), id="bots")

    def fill(self) -> None:
        if self.model.opened is not None:
            run_in_thread(self, self._check, self._checked)

    def on_resize(self, event: events.Resize) -> None:
        """There may be something to scroll now."""
        self.call_after_refresh(self.refresh_keys)

    def _check(self) -> int | None:
        """The first move that no bot of this version makes, looked for until the screen is left."""
        worker = get_current_worker()

        def go_on(step: int) -> None:
            if worker.is_cancelled:
                raise WorkerCancelled

        assert self.model.opened is not None, "there is a friend's game"
        return self.model.opened.other_bot_move(go_on)

    def _checked(self, other_move: int | None) -> None:
        assert self.model.opened is not None, "there was a friend's game"
        said = glyphs().words(bots_words(self.model.opened, other_move))
        style = "$quiet" if other_move is None else "$text-red"
        self.query_one("#bots", Static).update(Content.styled(said, style))

    def action_copy(self) -> None:
        self.app.copy(self.model.line, _(PASTE))
