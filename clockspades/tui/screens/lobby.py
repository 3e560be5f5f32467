"""The lobby of a table elsewhere: the invitation, who has come, and the start of the game."""

from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from clockspades.language import N_, _
from clockspades.network.client import lobby_words, ways_in
from clockspades.network.client.client import Client, Link, Want
from clockspades.network.client.company import said_words
from clockspades.network.client.elsewhere import Elsewhere
from clockspades.network.client.ways_in import Told
from clockspades.network.meeting import short_codes
from clockspades.network.meeting.page_link import qr_code
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import ToClient
from clockspades.routes import FriendsRoute, RemoteTableRoute, TitleRoute
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import spoken, terminal
from clockspades.tui.bindings import BACK, HELP, PALETTE, QUIT
from clockspades.tui.screens.away import SAY, SPEAKS, AwayScreen
from clockspades.tui.screens.kinds import CHOOSE, NEXT_ITEM, MenuScreen, Overlay, panel
from clockspades.tui.screens.opening_tables import SITTING_DOWN, open_lobby
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.scroller import Scroller
from clockspades.tui.widgets.seat_circle import SeatCircle, SeatItem, SeatPlate

COPY: Final = Command(
    "c", "copy", N_("Copy the invitation"), N_("copy"), name="lobby.copy",
    when=lambda self: self.elsewhere.invitation is not None,
)  # fmt: skip
CODE: Final = Command(
    "w", "code", N_("Make a short code, or another one"), N_("short code"), name="lobby.code",
    when=lambda self: self.elsewhere.can_have_codes,
)  # fmt: skip
START: Final = Command("s", "start", N_("Start the game"), N_("start"), when=lambda self: self.is_host)
BOT: Final = Command("b", "bot", N_("Put a bot on the seat, or another one"), N_("bot"), when=lambda self: self.is_host)
OPEN: Final = Command(
    "o", "open", N_("Open the seat, and remove who sits there"), N_("open seat"), when=lambda self: self.is_host
)
READY: Final = Command(
    "r", "ready", N_("Say that you are ready, or not yet"), N_("ready"), when=lambda self: self.can_be_ready
)
FAIR: Final = Command("p", "fair", N_("How the cards are dealt"), N_("dealing"), name="lobby.fair")
ROWS_FOR_CODE: Final = 24
"""Rows of a screen on which a code has large letters."""
DARK_ON_LIGHT: Final = "#000000 on #ffffff"
"""How a QR code is drawn in every theme: cameras look for dark ink."""
LOOKS: Final = 2.0
"""Seconds after which it is seen whether a page for browsers is served."""
GO: Final = BACK._replace(
    does="leave_lobby", description=N_("Leave the table"), words=N_("leave"), name="lobby.leave",
    now=lambda self: N_("put back") if self._moving is not None else N_("leave"),
)  # fmt: skip


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

        #name { margin: 0 0 1 0; }
        #status { color: $bright; padding: 0 1; margin: 0 0 1 0; }
        #does, #use, #more, #terms, #insecure, #fair { padding: 0 1; color: $text-quiet; }
        #insecure { color: $text-red; }
        #invitation { padding: 0 1; margin: 0 0 1 0; background: $rail; color: $bright; text-style: bold; }
        #code { padding: 0 1; margin: 1 0; }
        #more { margin: 0 0 1 0; }
        #seats { height: auto; margin: 1 0; }
        &.-high #fair { margin: 1 0 0 0; }
        &.-high #terms { margin: 0 0 1 0; }
        MenuItem { max-width: 100%; }
        SeatItem { width: auto; padding: 0; }
        .sides, .side { height: auto; }
        .side { width: 1fr; min-height: 3; padding: 0 1; align: left middle; }
        .side.-left { align-horizontal: right; padding-right: 3; }
        .felt { width: 16; height: 3; border: round $ring; }
        &.-short .felt, &.-compact .felt { display: none; }
        &.-short .side, &.-compact .side { min-height: 1; padding-right: 1; }
        &.-short #fair { display: none; }

        &.-medium #code { margin: 0; }
        &.-short #name, &.-short #seats, &.-short #status, &.-short #invitation, &.-short #code,
        &.-short #more { margin: 0; }
        #page-code {
            display: none;
            dock: right;
            width: auto;
            height: 100%;
            margin: 0 2 1 0;
            content-align: center middle;
            text-align: center;
            color: $text-quiet;
        }
        &.-large #page-code { display: block; }
        .nothing, &.-large #page-code.nothing, &.-short .spare, &.-medium .spare { display: none; }
    }
    """
    escape_leaves = True
    commands: tuple[Command, ...] = (START, READY, SAY, BOT, OPEN, COPY, CODE, FAIR, HELP, GO, QUIT)
    KEY_LINE: tuple[Command, ...] = (
        CHOOSE._replace(now=lambda self: self.choose_words), START, READY,
        BOT._replace(now=lambda self: self.has_free_seat), OPEN._replace(now=lambda self: self.can_be_opened),
        SAY, NEXT_ITEM, COPY, CODE, HELP, GO, PALETTE,
    )  # fmt: skip

    def __init__(self, elsewhere: Elsewhere) -> None:
        super().__init__(elsewhere)
        self._is_leaving = False
        self._page = elsewhere.find_page()
        self._no_codes = "" if elsewhere.server is None else short_codes.why_none()
        self._first = ""
        """What had the focus first: to start, to be ready or to leave."""
        self._moving: int | None = None
        """The seat that was picked up."""
        self._said: dict[str, str] = {}
        """By name what somebody has just said."""

    @property
    def is_host(self) -> bool:
        return self.client.joined is not None and self.client.joined.is_host

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Static(id="page-code", markup=False)
        with Scroller(id="lobby"):
            yield Banner(single=36, double=1000, id="name")
            yield Static(id="status", markup=False)
            yield Static(id="terms", markup=False)
            yield Static(id="does", markup=False)
            yield Banner(between="", single=ROWS_FOR_CODE, double=1000, id="code")
            yield Static(id="use", markup=False)
            yield Static(id="invitation", markup=False)
            yield Static(id="more", markup=False)
            if self.elsewhere.server is not None and self.elsewhere.server.ready.is_readable:
                yield Static(_(lobby_words.INSECURE), id="insecure", markup=False)
            yield SeatCircle(id="seats")
            yield MenuItem(_("Start the game"), "start", hot="S", id="start")
            yield MenuItem(_(lobby_words.READY), "ready", hot="r", id="ready")
            yield MenuItem(_("Watch the game"), "look_on", id="look-on")
            yield MenuItem(_("Leave the table"), "leave_lobby", id="leave")
            yield Static(_(lobby_words.FAIR, key=spoken(terminal(), FAIR)), id="fair", markup=False)

    def fill(self) -> None:
        self._first = ""
        self.show_company()

    def on_mount(self) -> None:
        self.follow_client()
        if self._page is not None:
            self.set_interval(LOOKS, self._look_for_page)

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
            self.notify(message.told, severity="warning", markup=False)
        if isinstance(message, say.Said):
            name, words = client.shown[message.seat].name, said_words(message)
            self._said[name] = words
            self.set_timer(SPEAKS, partial(self._hush, name, words))
        if isinstance(message, say.Joined) and isinstance(self.focused, SeatItem):
            self.query_one("#seat-0").focus()  # all stand elsewhere round the table now
        self.show_company()

    def _hush(self, name: str, words: str) -> None:
        """Show no more what somebody said, unless that was something else since."""
        if self._said.get(name) == words:
            del self._said[name]
            self.show_company()

    def show_company(self) -> None:
        client = self.client
        if self._moving is not None and not client.shown[self._moving].is_person:
            self._moving = None  # they have left
        title = lobby_words.title(client)
        self.query_one("#name", Banner).lines = (Words(title or _("Play with friends"), "$gold"),)
        self.query_one("#status", Static).update(self.link_words or lobby_words.status(client, self._moving))
        self._show_invitation()
        self.query_one(SeatCircle).show([self._plate(place) for place in range(len(client.shown))])
        words = " ".join(filter(None, (lobby_words.terms(client), lobby_words.watching(client))))
        self.query_one("#terms", Static).update(words)
        self.query_one("#terms").display = bool(words)
        self.query_one("#fair").set_class(client.joined is None, "nothing")
        self.query_one("#ready", MenuItem).call(
            _(lobby_words.NOT_READY if lobby_words.is_ready(client) else lobby_words.READY), "r"
        )
        first = "#start" if self.is_host else "#ready" if self.can_be_ready else "#leave"
        if client.may_watch:
            first = "#look-on"
        if first != self._first:
            self._first = first
            for name in ("#start", "#ready", "#look-on"):
                self.query_one(name).display = name == first
            self.query_one(first).focus()
        self.refresh_keys()
        self.keep_time()

    @property
    def _told(self) -> Told:
        """What friends need to come: the short code or the invitation, and the other ways."""
        more, joined = self._no_codes, self.client.joined
        if self.elsewhere.can_have_codes:
            more = _(ways_in.MORE_CODES, another=spoken(terminal(), CODE))
        return ways_in.tell(
            self.elsewhere.invitation, self.elsewhere.code, is_nearby=self.elsewhere.is_nearby, more_codes=more,
            page=self._page, copy=spoken(terminal(), COPY), ssh=0 if joined is None else joined.ssh,
        )  # fmt: skip

    def _show_invitation(self) -> None:
        told = self._told
        rows = qr_code(self._page or "") if glyphs().braille else ()
        code = self.query_one("#page-code", Static)
        code.set_class(not rows, "nothing")
        code.update(Content.assemble(("\n".join(rows), DARK_ON_LIGHT), f"\n{_(ways_in.SCAN)}"))
        large = self.query_one("#code", Banner)
        large.lines = tuple(Words(line, "$bright") for line in told.large)
        large.set_class(not told.large or (len(told.large) > 1 and not glyphs().braille), "nothing")
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
        self.refresh_keys()

    def _plate(self, place: int) -> SeatPlate:
        client, number = self.client, self._seat_at(place)
        shown, label = client.shown[number], lobby_words.label(client, number)
        button = (_("+ bot"), "bot") if shown.kind == say.OPEN else (_("- bot"), "open")
        return SeatPlate(
            label, lobby_words.occupant(client, number, self._said.get(shown.name, "")),
            *(button if self.is_host and not shown.is_person else ("", "")),
            is_ours=lobby_words.is_ours(client, number), is_moving=number == self._moving,
        )  # fmt: skip

    def _seat_at(self, place: int) -> int:
        """The seat at a place round the table: 0 is one's own, and 1 the one on the left."""
        return ((self.client.seat or 0) + place) % len(self.client.shown)

    @property
    def _seat(self) -> int | None:
        return self._seat_at(self.focused.place) if isinstance(self.focused, SeatItem) else None

    @property
    def can_be_ready(self) -> bool:
        """Whether there is a host who wants to know that this person is ready."""
        client = self.client
        has_host = any(shown.host for shown in client.shown)
        is_seated = client.seat is not None and client.link is not Link.ENDED
        return is_seated and has_host and not self.is_host and client.takes(say.ReadyMark)

    def _use_of(self, seat: int) -> tuple[str, say.ToHost | None]:
        """What Enter does with a seat, if anything, and the message for it; without one it picks up who is there."""
        client, shown = self.client, self.client.shown[seat]
        if self._moving is not None:
            return N_("put here"), say.Swap(self._moving, seat)
        if client.seat is None or client.joined is None:
            return "", None
        if shown.kind == say.OPEN:
            return N_("sit here"), say.Sit(seat)
        if not self.is_host:
            return "", None
        if not shown.is_person:
            return N_("other bot"), say.PlaceBot(seat, lobby_words.next_bot(client.joined, shown))
        return N_("pick up") if client.takes(say.Swap) else "", None

    @property
    def choose_words(self) -> str:
        if self.client.link is Link.WAITING:
            return N_("try now")
        return CHOOSE.words if self._seat is None else self._use_of(self._seat)[0]

    @property
    def has_free_seat(self) -> bool:
        return self._seat is not None and not self.client.shown[self._seat].is_person

    @property
    def can_be_opened(self) -> bool:
        seat = self._seat
        return seat is not None and seat != self.client.seat and self.client.shown[seat].kind != say.OPEN

    async def action_choose(self) -> None:
        if not self.try_now():
            await super().action_choose()

    def action_seat(self, place: int) -> None:
        """Move to an open seat; as the host take another bot, or pick up who sits there and put them down elsewhere."""
        seat = self._seat_at(place)
        words, message = self._use_of(seat)
        self._moving = seat if words and message is None else None
        if message is not None:
            self.elsewhere.give(Want(message))
        self.show_company()

    def action_bot(self) -> None:
        seat, joined = self._seat, self.client.joined
        if seat is not None and joined is not None and self.has_free_seat:
            bot = lobby_words.next_bot(joined, self.client.shown[seat])
            self.elsewhere.give(Want(say.PlaceBot(seat, bot)))

    def action_open(self) -> None:
        if self._seat is not None and self.can_be_opened:
            self.elsewhere.give(Want(say.PlaceBot(self._seat)))

    def action_ready(self) -> None:
        self.elsewhere.give(Want(say.ReadyMark(not lobby_words.is_ready(self.client))))

    def action_look_on(self) -> None:
        open_lobby(self, self.elsewhere.look_on, SITTING_DOWN)

    def action_fair(self) -> None:
        self.app.push_screen(FairScreen())

    def action_start(self) -> None:
        self.elsewhere.give(Want(say.Start()))

    def action_copy(self) -> None:
        if line := self._told.line:
            self.app.copy(line, _(ways_in.LINE_USE))

    def action_code(self) -> None:
        self.make_code()
        self.show_company()

    def action_leave_lobby(self) -> None:
        """Leave the table, and give up the seat unless it is the host's, to whom the others look."""
        if self._moving is not None:
            self._moving = None
            self.show_company()
            return
        if self.app.warns_of_leaving():
            return
        if self.client.link is Link.HERE and self.elsewhere.server is None and not self.is_host:
            self._is_leaving = True
            self.elsewhere.give(Want(say.Leave()))
        else:
            never_came = self.client.joined is None and self.app.may_open(FriendsRoute())
            self.go(FriendsRoute() if never_came else TitleRoute())

    @property
    def help_game(self) -> str:
        return self.client.joined.game if self.client.joined is not None else super().help_game


class FairScreen(Overlay):
    """Says how the cards are dealt, and what that proves."""

    def compose(self) -> ComposeResult:
        with panel(_("How the cards are dealt")):
            yield Static(_(lobby_words.FAIRNESS), markup=False)
