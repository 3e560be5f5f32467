"""The lobby of a table elsewhere: the invitation, who has come, and the start of the game."""

from pathlib import PurePath
from typing import ClassVar, Final

from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from clockspades.engine.fair_deal import PROVED
from clockspades.games.catalogue import game_names
from clockspades.network import lobby_words
from clockspades.network import messages as say
from clockspades.network.client import Client, Link, Want
from clockspades.network.elsewhere import Elsewhere
from clockspades.network.messages import ToClient
from clockspades.routes import HelpRoute, RemoteTableRoute, TitleRoute
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import spoken
from clockspades.tui.bindings import BACK, HELP, PALETTE, QUIT
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.away import AwayScreen
from clockspades.tui.screens.kinds import CHOOSE, NEXT_ITEM, MenuScreen
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.menu_item import MenuItem

COPY: Final = Command(
    "c",
    "copy",
    "Copy the invitation",
    "copy",
    name="lobby.copy",
    when=lambda self: self.elsewhere.invitation is not None,
)
START: Final = Command("s", "start", "Start the game", "start", when=lambda self: self.is_host)
BOT: Final = Command("b", "bot", "Put a bot on the seat, or another one", "bot", when=lambda self: self.is_host)
OPEN: Final = Command("o", "open", "Open the seat again, whoever has it", "open seat", when=lambda self: self.is_host)
GO: Final = BACK._replace(does="leave_lobby", description="Leave the table", words="leave", name="lobby.leave")


class LobbyScreen(AwayScreen, MenuScreen):
    """Waits with everyone for the game to begin, and then opens its table."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["menu.tcss", "lobby.tcss"]
    commands: tuple[Command, ...] = (START, BOT, OPEN, COPY, HELP, GO, QUIT)
    KEY_LINE: tuple[Command, ...] = (
        CHOOSE._replace(now=lambda self: self.choose_words), START, COPY,
        BOT._replace(now=lambda self: self.has_free_seat), OPEN._replace(now=lambda self: self.can_be_opened),
        NEXT_ITEM, HELP, GO, PALETTE,
    )  # fmt: skip

    app = getters.app(Navigator)

    def __init__(self, elsewhere: Elsewhere) -> None:
        super().__init__(elsewhere)
        self._is_leaving = False

    @property
    def is_host(self) -> bool:
        """Whether this person hosts the table."""
        return self.client.joined is not None and self.client.joined.is_host

    @property
    def _seats(self) -> tuple[say.SeatShown, ...]:
        return () if self.client.seats is None else self.client.seats.seats

    def compose(self) -> ComposeResult:
        """What there is to say, the seats and what can be done."""
        yield from super().compose()
        with VerticalScroll(id="lobby", can_focus=False):
            yield Banner(single=30, id="name")
            yield Static(id="status", markup=False)
            yield Static(lobby_words.SEND.format(key=spoken(COPY)), id="send", markup=False)
            yield Static(id="invitation")
            if self.elsewhere.is_readable_by_others:
                yield Static(lobby_words.INSECURE, id="insecure", markup=False)
            yield Vertical(id="seats")
            yield MenuItem("Start the game", "start", hot="S", id="start")
            yield MenuItem("Leave the table", "leave_lobby", id="leave")
            yield Static(PROVED, id="fair", markup=False)

    def on_mount(self) -> None:
        """Follow the table from now on."""
        self._show_invitation()
        self.follow_client()

    # -- what is heard ---------------------------------------------------------------------------------

    def hear(self, client: Client, message: ToClient | None) -> None:
        """Show who is here; once the game has begun, open its table."""
        self.heard_link(client)
        if client.game is not None:
            self.go(RemoteTableRoute(self.elsewhere))
            return
        if client.link is Link.ENDED and self._is_leaving:
            self.go(TitleRoute())
            return
        if isinstance(message, say.Refused):
            self.notify(message.words, severity="warning", markup=False)
        self.show_company()

    def _show_invitation(self) -> None:
        """Show the invitation, which the host of a table at a club has once they are there."""
        invitation = self.elsewhere.invitation
        self.query_one("#send").display = invitation is not None
        shown = self.query_one("#invitation", Static)
        shown.display = invitation is not None
        if invitation is not None:
            shown.update(Content.styled(invitation.line, "$bright"))

    def show_company(self) -> None:
        """Show the seats, and what is waited for."""
        client = self.client
        self._show_invitation()
        title = lobby_words.title(client)
        self.query_one(Banner).lines = (Words(title or "Play with friends", "$gold"),)
        self.query_one("#status", Static).update(self.link_words or lobby_words.status(client))
        seats = self.query_one("#seats", Vertical)
        items = list(seats.query(MenuItem))
        for number in range(len(self._seats)):
            words = glyphs().words(lobby_words.seat(client, number))
            if number < len(items):
                items[number].call(words)
            else:
                seats.mount(MenuItem(words, f"seat({number})", id=f"seat-{number}"))
        for item in items[len(self._seats) :]:
            item.remove()
        start = self.query_one("#start", MenuItem)
        if start.display is not self.is_host:
            start.display = self.is_host
            (start if self.is_host else self.query_one("#leave", MenuItem)).focus()
        self.refresh_keys()
        self.keep_time()

    def on_descendant_focus(self) -> None:
        """Say what can be done with the item that has the focus."""
        self.refresh_keys()

    # -- what can be done ------------------------------------------------------------------------------

    @property
    def _seat(self) -> int | None:
        """The seat that has the focus."""
        focused = self.focused
        if isinstance(focused, MenuItem) and (focused.id or "").startswith("seat-"):
            number = int((focused.id or "").removeprefix("seat-"))
            return number if number < len(self._seats) else None
        return None

    @property
    def choose_words(self) -> str:
        """What Enter does."""
        if self.client.link is Link.WAITING:
            return "try now"
        seat = self._seat
        if seat is None:
            return CHOOSE.words
        return "sit here" if self._seats[seat].kind == say.OPEN and self.client.seat is not None else ""

    @property
    def has_free_seat(self) -> bool:
        """Whether the seat that has the focus can have a bot, or another one."""
        return self._seat is not None and not self._seats[self._seat].is_person

    @property
    def can_be_opened(self) -> bool:
        """Whether the seat that has the focus can be opened."""
        seat = self._seat
        return seat is not None and seat != self.client.seat and self._seats[seat].kind != say.OPEN

    async def action_choose(self) -> None:
        """Try to connect now, or do what the focus is on."""
        if not self.try_now():
            await super().action_choose()

    def action_seat(self, number: int) -> None:
        """Move to a seat that is open."""
        if number < len(self._seats) and self._seats[number].kind == say.OPEN:
            self.elsewhere.give(Want(say.Sit(number)))

    def action_bot(self) -> None:
        """Put the next bot on the seat that has the focus."""
        seat = self._seat
        if seat is not None and self.has_free_seat and self.client.joined is not None:
            self.elsewhere.give(Want(say.Place(seat, lobby_words.next_bot(self.client.joined, self._seats[seat]))))

    def action_open(self) -> None:
        """Open the seat that has the focus, whoever has it."""
        if self._seat is not None and self.can_be_opened:
            self.elsewhere.give(Want(say.Place(self._seat)))

    def action_start(self) -> None:
        """Start the game."""
        self.elsewhere.give(Want(say.Start()))

    def action_copy(self) -> None:
        """Copy the invitation to the clipboard, if the terminal has one."""
        invitation = self.elsewhere.invitation
        if invitation is not None:
            self.app.copy_to_clipboard(invitation.line)
            self.notify(lobby_words.COPIED, markup=False)

    def action_leave_lobby(self) -> None:
        """Leave the table, and give up the seat unless it is the host's, to whom the others look."""
        if self.app.warns_of_leaving():
            return
        if self.client.link is Link.HERE and self.elsewhere.server is None and not self.is_host:
            self._is_leaving = True
            self.elsewhere.give(Want(say.Leave()))
        else:
            self.go(TitleRoute())

    def action_help(self) -> None:
        """Open the help."""
        self.app.lay(HelpRoute(self.client.joined.game if self.client.joined is not None else game_names()[0]))
