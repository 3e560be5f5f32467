"""The offer to learn a game that was never played, before its first game; and the question whether to end a lesson."""

from collections.abc import Callable
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from clockspades.engine.game import Offer
from clockspades.games.catalogue import lesson
from clockspades.language import N_, _, ngettext
from clockspades.routes import SetupRoute
from clockspades.table.commands import Command
from clockspades.table.keys import spoken, terminal
from clockspades.tui.bindings import LEARN
from clockspades.tui.screens.kinds import CHOOSE, NEXT_ITEM, MenuPanel, panel
from clockspades.tui.widgets.menu_item import MenuItem

ACCEPT: Final = Command("l", "learn", N_("Learn the game as you play"), N_("learn"))
SKIP: Final = Command("s", "skip", N_("Skip the lesson"), N_("skip"))
LEAVE: Final = Command("escape", "cancel", N_("Back"), N_("back"), stays=True, name="leave")
END: Final = Command("e", "end", N_("End the lesson"), N_("end"))
GO_ON: Final = LEAVE._replace(description=N_("Go on with the lesson"), words=N_("go on"))


class LessonOfferScreen(MenuPanel):
    """Offers a lesson: the player takes it, skips it and sets up a game, or goes back."""

    commands: tuple[Command, ...] = (ACCEPT, SKIP, LEAVE)
    KEY_LINE: tuple[Command, ...] = (CHOOSE, NEXT_ITEM, LEAVE)

    def __init__(self, offer: Offer) -> None:
        """The game has a lesson."""
        super().__init__()
        self._offer = offer

    def compose(self) -> ComposeResult:
        with panel(_("Your first game of {game}", game=self._offer.preset.title)):
            taught = lesson(self._offer.game.name)
            assert taught is not None, "only what has a lesson is learned"
            takes = ngettext("It takes {number} minute.", "It takes {number} minutes.", taught.minutes)
            yield Static(Content(f"{_('Want tips as you play?')} {takes}"))
            yield MenuItem(_("Learn as you play"), ACCEPT.action, hot="L")
            yield MenuItem(_("Skip the lesson"), SKIP.action, hot="S")

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
        with panel(_("End the lesson?")):
            key = spoken(terminal(), LEARN)
            again = _("To take the lesson again, choose the game and press {key}.", key=key)
            yield Static(Content(f"{_('Your game goes on without tips.')} {again}"))
            yield MenuItem(_(GO_ON.description), GO_ON.action)
            yield MenuItem(_(END.description), END.action, hot="E")

    def action_end(self) -> None:
        self.dismiss()
        self._end()
