"""The offer to learn a game that was never played, before its first game; and the question whether to end a lesson."""

from collections.abc import Callable
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from clockspades.engine.game import Offer
from clockspades.engine.phrases import count
from clockspades.games.catalogue import lesson
from clockspades.routes import SetupRoute
from clockspades.table.commands import Command
from clockspades.table.keys import spoken, terminal
from clockspades.tui.bindings import LEARN
from clockspades.tui.screens.kinds import CHOOSE, NEXT_ITEM, MenuPanel, panel
from clockspades.tui.widgets.menu_item import MenuItem

ACCEPT: Final = Command("l", "learn", "Learn the game as you play", "learn")
SKIP: Final = Command("s", "skip", "Skip the lesson", "skip")
LEAVE: Final = Command("escape", "cancel", "Back", "back", stays=True, name="leave")
END: Final = Command("e", "end", "End the lesson", "end")
GO_ON: Final = LEAVE._replace(description="Go on with the lesson", words="go on")


class LessonOfferScreen(MenuPanel):
    """Offers a lesson: the player takes it, skips it and sets up a game, or goes back."""

    commands: tuple[Command, ...] = (ACCEPT, SKIP, LEAVE)
    KEY_LINE: tuple[Command, ...] = (CHOOSE, NEXT_ITEM, LEAVE)

    def __init__(self, offer: Offer) -> None:
        """The game has a lesson."""
        super().__init__()
        self._offer = offer

    def compose(self) -> ComposeResult:
        with panel(f"Your first game of {self._offer.preset.title}"):
            taught = lesson(self._offer.game.name)
            assert taught is not None, "only what has a lesson is learned"
            yield Static(Content(f"Want tips as you play? It takes {count(taught.minutes, 'minute')}."))
            yield MenuItem("Learn as you play", ACCEPT.action, hot="L")
            yield MenuItem("Skip the lesson", SKIP.action, hot="S")

    def action_learn(self) -> None:
        self.app.begin_lesson(self._offer)

    def action_skip(self) -> None:
        self.app.open(SetupRoute(self._offer.game.name, self._offer.preset))


class LessonEndScreen(MenuPanel):
    """Asks whether to end a lesson, and says how it is found again."""

    commands: tuple[Command, ...] = (END, GO_ON)
    KEY_LINE: tuple[Command, ...] = (CHOOSE, NEXT_ITEM, GO_ON)

    def __init__(self, end: Callable[[], None]) -> None:
        super().__init__()
        self._end = end

    def compose(self) -> ComposeResult:
        with panel("End the lesson?"):
            again = f"To take the lesson again, choose the game and press {spoken(terminal(), LEARN)}."
            yield Static(Content(f"Your game goes on without tips. {again}"))
            yield MenuItem(GO_ON.description, GO_ON.action)
            yield MenuItem(END.description, END.action, hot="E")

    def action_end(self) -> None:
        self.dismiss()
        self._end()
