"""The lobby of a table elsewhere: the invitation, who has come, and the start of the game."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from clockspades.engine.fair_deal import PROVED
from clockspades.network.client import lobby_words, ways_in
from clockspades.network.client.client import Client, Link, Want
from clockspades.network.client.elsewhere import Elsewhere
from clockspades.network.client.ways_in import Told
from clockspades.network.meeting import short_codes
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
ROWS_FOR_CODE: Final = 24
"""Rows of a screen on which a code has large letters."""
LOOKS: Final = 2.0
"""Seconds after which it is seen whether a page for browsers is served."""
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
        #does, #use, #more, #terms, #insecure, #fair { padding: 0 1; color: $text-quiet; }
        #insecure { color: $text-red; }
        #invitation { padding: 0 1; margin: 0 0 1 0; background: $rail; color: $bright; text-style: bold; }
        #code { width: 100%; height: auto; padding: 0 1; margin: 1 0; }
        #more { margin: 0 0 1 0; }
        #seats { width: 100%; height: auto; margin: 0 0 1 0; }
        #fair { margin: 1 0 0 0; }
        MenuItem { max-width: 100%; }

        &.-medium #code { margin: 0; }
        &.-short #name, &.-short #seats, &.-short #fair, &.-short #status, &.-short #invitation, &.-short #code,
        &.-short #more { margin: 0; }
        .nothing, &.-short .spare, &.-medium .spare { display: none; }
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
        self._page = elsewhere.find_page()
        self._no_codes = "" if elsewhere.server is None else short_codes.why_none()

    @property
    def is_host(self) -> bool:
        """Whether this person hosts the table."""
        return self.client.joined is not None and self.client.joined.is_host

    def compose(self) -> ComposeResult:
        """What there is to say, the seats and what can be done."""
        yield from super().compose()
        with Scroller(id="lobby"):
            yield Banner(single=30, double=1000, id="name")
            yield Static(id="status", markup=False)
            yield Static(id="terms", markup=False)
            yield Static(id="does", markup=False)
            yield Banner(between="", single=ROWS_FOR_CODE, double=1000, id="code")
            yield Static(id="use", markup=False)
            yield Static(id="invitation", markup=False)
            yield Static(id="more", markup=False)
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
        if self._page is not None:
            self.set_interval(LOOKS, self._look_for_page)

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
    def _told(self) -> Told:
        """What friends need to come: the short code or the invitation, and the other ways."""
        more = self._no_codes
        if self.elsewhere.can_have_codes:
            more = ways_in.MORE_CODES.format(another=spoken(terminal(), CODE))
        return ways_in.tell(
            self.elsewhere.invitation, self.elsewhere.code, is_nearby=self.elsewhere.is_nearby, more_codes=more,
            page=self._page, copy=spoken(terminal(), COPY),
        )  # fmt: skip

    def _show_invitation(self) -> None:
        """Show what friends need to come."""
        told = self._told
        large = self.query_one("#code", Banner)
        large.lines = tuple(Words(line, "$bright") for line in told.large)
        large.set_class(not told.large, "nothing")
        large.set_class(len(told.large) > 1, "spare")
        self.query_one("#invitation").set_class(bool(told.use), "spare")
        for name, words in (
            ("#does", told.does), ("#use", told.use), ("#invitation", told.line), ("#more", "\n".join(told.more)),
        ):  # fmt: skip
            static = self.query_one(name, Static)
            static.set_class(not words, "nothing")
            static.update(words)

    def _look_for_page(self) -> None:
        """Show the link of a page for browsers once one is served, and no more once none is."""
        page = self.elsewhere.find_page()
        if page != self._page:
            self._page = page
            self._show_invitation()

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
        if line := self._told.line:
            self.app.copy(line, ways_in.LINE_USE)

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
