"""The lobby of a table elsewhere: the invitation, who has come, and the start of the game."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from clockspades.engine.fair_deal import PROVED
from clockspades.network.client import lobby_words
from clockspades.network.client.client import Client, Link, Want
from clockspades.network.client.elsewhere import Elsewhere
from clockspades.network.meeting.short_codes import code_line
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import ToClient
from clockspades.routes import RemoteTableRoute, TitleRoute
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import spoken, terminal
from clockspades.tui.bindings import BACK, HELP, PALETTE, QUIT
from clockspades.tui.screens.away import AwayScreen
from clockspades.tui.screens.kinds import CHOOSE, NEXT_ITEM, MenuScreen
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.scroller import Scroller

COPY: Final = Command(
    "c",
    "copy",
    "Copy the invitation",
    "copy",
    name="lobby.copy",
    when=lambda self: self.elsewhere.invitation is not None,
)
CODE: Final = Command(
    "w", "code", "Make a short code, or another one", "short code", name="lobby.code",
    when=lambda self: self.elsewhere.can_have_codes,
)  # fmt: skip
START: Final = Command("s", "start", "Start the game", "start", when=lambda self: self.is_host)
BOT: Final = Command("b", "bot", "Put a bot on the seat, or another one", "bot", when=lambda self: self.is_host)
OPEN: Final = Command(
    "o", "open", "Open the seat, and remove who sits there", "open seat", when=lambda self: self.is_host
)
ROWS_FOR_CODE: Final = 36
"""Rows of a screen on which a short code has large letters."""
GO: Final = BACK._replace(does="leave_lobby", description="Leave the table", words="leave", name="lobby.leave")


class LobbyScreen(AwayScreen, MenuScreen):
    """Waits with everyone for the game to begin, and then opens its table."""

    CSS = """
    LobbyScreen {
        align: center middle;

        #lobby {
            max-width: 90;
            max-height: 100%;
            padding: 0 1;
        }

        #name { width: 100%; height: auto; margin: 0 0 1 0; }
        Static { width: 100%; height: auto; }
        #status { color: $bright; padding: 0 1; margin: 0 0 1 0; }
        #send, #short, #terms, #insecure, #fair { padding: 0 1; color: $text-quiet; }
        #insecure { color: $text-red; }
        #invitation { padding: 0 1; margin: 0 0 1 0; background: $rail; }
        #code { width: 100%; height: auto; padding: 0 1; margin: 1 0; }
        #short { margin: 0 0 1 0; }
        #seats { width: 100%; height: auto; margin: 0 0 1 0; }
        #fair { margin: 1 0 0 0; }
        MenuItem { max-width: 100%; }

        &.-medium #code { margin: 1 0 0 0; }
        &.-short #name, &.-short #seats, &.-short #fair, &.-short #status, &.-short #invitation, &.-short #code,
        &.-short #short { margin: 0; }
    }
    """
    escape_leaves = True
    commands: tuple[Command, ...] = (START, BOT, OPEN, COPY, CODE, HELP, GO, QUIT)
    KEY_LINE: tuple[Command, ...] = (
        CHOOSE._replace(now=lambda self: self.choose_words), START, COPY, CODE,
        BOT._replace(now=lambda self: self.has_free_seat), OPEN._replace(now=lambda self: self.can_be_opened),
        NEXT_ITEM, HELP, GO, PALETTE,
    )  # fmt: skip

    def __init__(self, elsewhere: Elsewhere) -> None:
        super().__init__(elsewhere)
        self._is_leaving = False

    @property
    def is_host(self) -> bool:
        """Whether this person hosts the table."""
        return self.client.joined is not None and self.client.joined.is_host

    def compose(self) -> ComposeResult:
        """What there is to say, the seats and what can be done."""
        yield from super().compose()
        with Scroller(id="lobby"):
            yield Banner(single=30, id="name")
            yield Static(id="status", markup=False)
            yield Static(id="terms", markup=False)
            yield Static(id="send", markup=False)
            yield Banner(between="", single=ROWS_FOR_CODE, double=1000, id="code")
            yield Static(id="invitation", markup=False)
            yield Static(id="short", markup=False)
            if self.elsewhere.server is not None and self.elsewhere.server.ready.is_readable:
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

    def show_company(self) -> None:
        """Show the seats, and what is waited for."""
        client = self.client
        title = lobby_words.title(client)
        self.query_one("#name", Banner).lines = (Words(title or "Play with friends", "$gold"),)
        self.query_one("#status", Static).update(self.link_words or lobby_words.status(client))
        terms = self.query_one("#terms", Static)
        terms.update(lobby_words.terms(client))
        terms.display = bool(lobby_words.terms(client))
        self._show_invitation()
        seats = self.query_one("#seats", Vertical)
        items = list(seats.query(MenuItem))
        for number in range(len(self.client.shown)):
            words = glyphs().words(lobby_words.seat(client, number))
            if number < len(items):
                items[number].call(words)
            else:
                seats.mount(MenuItem(words, f"seat({number})", id=f"seat-{number}"))
        for item in items[len(self.client.shown) :]:
            item.remove()
        start = self.query_one("#start", MenuItem)
        if start.display is not self.is_host:
            start.display = self.is_host
            (start if self.is_host else self.query_one("#leave", MenuItem)).focus()
        self.refresh_keys()
        self.keep_time()

    @property
    def _code(self) -> str:
        """The short code that is open; empty if there is none."""
        return "" if self.elsewhere.code is None else self.elsewhere.code.code

    @property
    def _line(self) -> str:
        """The line for friends: with the short code if there is one, else with the invitation."""
        invitation = self.elsewhere.invitation
        return code_line(self._code) if self._code else "" if invitation is None else invitation.line

    def _show_invitation(self) -> None:
        """Show what friends need: the short code or the invitation, which a host at a club has once they are there."""
        shown, code, line = self.elsewhere.code, self._code, self._line
        words = lobby_words.SEND_CODE if code else lobby_words.SEND
        if shown is not None and not code:
            words = f"{shown.words} {lobby_words.SEND_LATER}"
        number, _, rest = code.partition("-")
        first, _, others = rest.partition("-")
        large, short = self.query_one("#code", Banner), self.query_one("#short", Static)
        large.lines = (Words(f"{number}-{first}-", "$bright"), Words(others, "$bright")) if code else ()
        large.display = bool(code)
        for name, content in (
            ("#send", Content(words.format(key=spoken(terminal(), COPY)))),
            ("#invitation", Content.styled(line, "$bright bold" if code else "$bright")),
        ):
            static = self.query_one(name, Static)
            static.display = bool(line)
            static.update(content)
        short.display = self.elsewhere.can_have_codes
        short.update(lobby_words.WAY_BACK if code else lobby_words.SHORT.format(key=spoken(terminal(), CODE)))

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
            return number if number < len(self.client.shown) else None
        return None

    @property
    def choose_words(self) -> str:
        """What Enter does."""
        if self.client.link is Link.WAITING:
            return "try now"
        seat = self._seat
        if seat is None:
            return CHOOSE.words
        return "sit here" if self.client.shown[seat].kind == say.OPEN and self.client.seat is not None else ""

    @property
    def has_free_seat(self) -> bool:
        """Whether the seat that has the focus can have a bot, or another one."""
        return self._seat is not None and not self.client.shown[self._seat].is_person

    @property
    def can_be_opened(self) -> bool:
        """Whether the seat that has the focus can be opened."""
        seat = self._seat
        return seat is not None and seat != self.client.seat and self.client.shown[seat].kind != say.OPEN

    async def action_choose(self) -> None:
        """Try to connect now, or do what the focus is on."""
        if not self.try_now():
            await super().action_choose()

    def action_seat(self, number: int) -> None:
        """Move to a seat that is open."""
        if number < len(self.client.shown) and self.client.shown[number].kind == say.OPEN:
            self.elsewhere.give(Want(say.Sit(number)))

    def action_bot(self) -> None:
        """Put the next bot on the seat that has the focus."""
        seat = self._seat
        if seat is not None and self.has_free_seat and self.client.joined is not None:
            self.elsewhere.give(
                Want(say.PlaceBot(seat, lobby_words.next_bot(self.client.joined, self.client.shown[seat])))
            )

    def action_open(self) -> None:
        """Open the seat that has the focus, whoever has it."""
        if self._seat is not None and self.can_be_opened:
            self.elsewhere.give(Want(say.PlaceBot(self._seat)))

    def action_start(self) -> None:
        self.elsewhere.give(Want(say.Start()))

    def action_copy(self) -> None:
        """Copy the line for friends to the clipboard, if the terminal has one."""
        if self._line:
            self.app.copy(self._line, lobby_words.LINE_USE)

    def action_code(self) -> None:
        """Make a short code, or another one."""
        self.make_code()
        self.show_company()

    def action_leave_lobby(self) -> None:
        """Leave the table, and give up the seat unless it is the host's, to whom the others look."""
        if self.app.warns_of_leaving():
            return
        if self.client.link is Link.HERE and self.elsewhere.server is None and not self.is_host:
            self._is_leaving = True
            self.elsewhere.give(Want(say.Leave()))
        else:
            self.go(TitleRoute())

    @property
    def help_game(self) -> str:
        return self.client.joined.game if self.client.joined is not None else super().help_game
