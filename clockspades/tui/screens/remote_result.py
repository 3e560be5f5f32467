"""The result of a game that was played elsewhere, for a person with their own program, and for a guest."""

from pathlib import PurePath
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult

from clockspades.engine.session import AnySession
from clockspades.engine.text import printable
from clockspades.language import N_, _, headed
from clockspades.network.client.client import Client, Want
from clockspades.network.client.company import again_words, leavers, said_words
from clockspades.network.client.elsewhere import Elsewhere
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import ToClient
from clockspades.routes import RemoteTableRoute
from clockspades.table.commands import Command
from clockspades.table.keys import spoken, terminal
from clockspades.tui.screens.away import SAY, AwayScreen
from clockspades.tui.screens.result_parts import ResultMenu
from clockspades.tui.screens.result_screen import REMATCH, ResultScreen
from clockspades.tui.texts.result_words import NextLesson
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.notice import Notice

NOT_FOR_GUESTS: Final = (
    "again", "other_side", "watch", "turning_point", "review", "duel", "compare_deal", "practice", "new_game", "title",
)  # fmt: skip
"""What opens the host's saved games, or begins a game in this process."""
LEAVE: Final = Command("escape,t", "leave_table", N_("Leave the table"), N_("leave"), stays=True, name="result.leave")


class RemoteResultScreen(AwayScreen, ResultScreen):
    """The result of a game at a table elsewhere. A rematch begins once all who played want it."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["menu.tcss", "remote_table.tcss"]
    commands: tuple[Command, ...] = (SAY,)
    KEY_LINE: tuple[Command, ...] = (*ResultScreen.KEY_LINE[:-2], SAY, *ResultScreen.KEY_LINE[-2:])

    def __init__(self, elsewhere: Elsewhere, session: AnySession) -> None:
        super().__init__(elsewhere, session)
        self._number, self.watched = elsewhere.client.number, elsewhere.client.seat is None

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Notice()

    def on_mount(self) -> None:
        self.follow_client()

    def fill(self) -> None:
        super().fill()
        self.show_company()

    def on_resize(self, event: events.Resize) -> None:
        """The notice has the whole width."""
        self.call_after_refresh(self.query_one(Notice).stand)

    def hear(self, client: Client, message: ToClient | None) -> None:
        self.heard_link(client)
        if client.number != self._number:
            self.go(RemoteTableRoute(self.elsewhere))
            return
        if isinstance(message, say.Refused):
            self.notify(message.told, severity="warning", markup=False)
        if isinstance(message, say.Said) and message.seat < len(client.shown):
            self.notify(headed(printable(client.shown[message.seat].name), said_words(message)), markup=False)
        if isinstance(message, say.WantAgain) and self.app.screen is not self:  # a replay or a review lies over it
            self.notify(again_words(client), markup=False)
        self.show_company()

    def show_company(self) -> None:
        """Show who wants another game, and how the client is connected while that matters."""
        words = again_words(self.client, spoken(terminal(), REMATCH))
        if self.client.wants_again:
            words = self.link_words or words
        self.query_one(Notice).tell(words, None)
        self.keep_time()

    async def action_choose(self) -> None:
        """Try to connect now if another game waits for that, or do what the focused line says."""
        if not (self.client.wants_again and self.try_now()):
            await super().action_choose()

    def action_title(self) -> None:
        """Leave the table; its host is warned if others want another game."""
        if not self.app.warns_of_leaving():
            super().action_title()

    def action_rematch(self) -> None:
        """Agree to another game, or ask for one; once more, let bots play for people who left."""
        client = self.client
        gone = leavers(client) if client.seat in client.again else ()
        for seat in gone:
            self.elsewhere.give(Want(say.Vote(seat, replace=True)))
        if not gone:
            self.elsewhere.give(Want(say.Again(client.number)))


class GuestMenu(ResultMenu):
    """Another game at the same table, or leaving it."""

    def _groups(self) -> tuple[list[MenuItem], list[MenuItem]]:
        again = super()._groups()[0]
        return [] if self._watched else again[:1], [MenuItem(_("Leave the table"), LEAVE.action)]


class GuestResultScreen(RemoteResultScreen):
    """The result for a guest, whose program runs on the host's machine: another game, the score sheet, or leaving."""

    commands: tuple[Command, ...] = (LEAVE,)
    KEY_LINE: tuple[Command, ...] = (*RemoteResultScreen.KEY_LINE[:-2], LEAVE, *ResultScreen.KEY_LINE[-2:])
    ABSENT = tuple(each for each in ResultScreen.commands if each.does in NOT_FOR_GUESTS)

    def _menu(self) -> ResultMenu:
        return GuestMenu(self.session, self._series, can_repeat=False, watched=self.watched)

    @property
    def _looks_back(self) -> bool:
        """A review would take the host's processor for seconds."""
        return False

    def _next_lesson(self) -> NextLesson | None:
        return None

    def action_leave_table(self) -> None:
        self.app.leave()
