"""The ways to play with friends elsewhere: host a table, join one, find one nearby, or come back to one."""

from contextlib import suppress
from functools import partial
from pathlib import PurePath
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from clockspades.engine.phrases import sentence
from clockspades.engine.seating import LONGEST_NAME, SeatError, check_name
from clockspades.engine.text import LONGEST_LINE, UserError, printable
from clockspades.forms.form_rows import AnswerRow, OneOf, Text
from clockspades.language import N_, _, listed, pgettext
from clockspades.network.client.club_client import last_club
from clockspades.network.client.elsewhere import Return, join_table, ways_back
from clockspades.network.meeting import nearby, short_codes
from clockspades.network.meeting.invitation import EXAMPLE, EXAMPLE_CLUB, Invitation, InvitationError, read_code
from clockspades.network.meeting.nearby import NearbyTable
from clockspades.network.meeting.short_codes import EXAMPLE_CODE, ShortCode
from clockspades.packages import needed
from clockspades.pasting import ClubAddress, Pasted, read_club, read_pasted
from clockspades.routes import ELSEWHERE, HERE, PickerRoute
from clockspades.table.commands import Command
from clockspades.tui.bindings import BACK, HELP, PALETTE, QUIT
from clockspades.tui.screens.ask import CANCEL, TextPanel
from clockspades.tui.screens.kinds import CHOOSE, NEXT_ITEM, MenuPanel, MenuScreen, panel
from clockspades.tui.screens.opening_tables import SITTING_DOWN, keep_name, open_lobby
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FORM_HELP, NEXT_ROW, NEXT_VALUE, ROW_COMMANDS, FormRow
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.scroller import Scroller

MOST_SEATS: Final = 3
"""Tables to come back to that are listed."""
WHERE: Final = N_("Everyone plays at their own terminal, without an account. Host a table: where are your friends?")
NEARBY_HERE: Final = N_("Their programs find your table by themselves.")
BY_LINE: Final = N_("They paste the line that the lobby shows.")
BY_CODE: Final = N_("A short code leads to your table from any network.")
OTHER_WAYS: Final = N_("Until then, friends elsewhere need a club or a tunnel: docs/network.md.")
ASKS: Final = N_("Paste the line that your friend sent you, or type the short code.")
OPEN_CLUB: Final = N_(
    "This club is not encrypted: everyone on the way can read your cards. Press Enter again to go on."
)
OPEN_TABLE: Final = N_(
    "This table is not encrypted: everyone on the way can read your cards and the code. Press Enter again to join."
)
NEARBY: Final = N_("{host} hosts {game}")

HOST: Final = Command("h", "host", N_("Host a table in this home"))
HOST_ELSEWHERE: Final = Command("w", "host_elsewhere", N_("Host a table for friends elsewhere, by a short code"))
HOST_AT: Final = Command("c", "host_at", N_("Host a table at a club"))
JOIN: Final = Command("o", "join", N_("Join a table with an invitation"))
FIND: Final = Command("n", "find", N_("Find tables on this network"))
GO_ON: Final = Command("enter", "go_on", N_("Choose a game"), N_("choose a game"))
SIT_DOWN: Final = Command(
    "enter", "sit_down", N_("Join the table"), N_("join"), now=lambda self: self.leads_to or N_("join")
)


class FriendsScreen(MenuScreen):
    """The ways to play with friends elsewhere."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["menu.tcss", "friends.tcss"]
    commands: tuple[Command, ...] = (HOST, HOST_ELSEWHERE, HOST_AT, JOIN, FIND, HELP, BACK, QUIT)
    KEY_LINE: tuple[Command, ...] = (CHOOSE, NEXT_ITEM, PALETTE, HELP, BACK)

    def __init__(self, invitation: str = "") -> None:
        """With an ``invitation``, the panel to join its table is open."""
        super().__init__()
        self._ways_back: list[Return] = []
        self._invitation = invitation

    def compose(self) -> ComposeResult:
        yield from super().compose()
        with Scroller(id="friends"):
            yield Banner(Words(_("Play with friends"), "$gold"), single=24, id="name")
            yield Vertical(id="seats")
            yield Static(_(WHERE), classes="about", markup=False)
            here = _(NEARBY_HERE if nearby.is_available() else BY_LINE)
            yield MenuItem(_("In this home"), "host", hot="h", details=[here])
            lacks = short_codes.why_none()
            yield MenuItem(_("Elsewhere"), "host_elsewhere", hot="w", details=[] if lacks else [_(BY_CODE)])
            if last_club() is not None:
                yield MenuItem(_("At a club"), "host_at", hot="c")
            if lacks:
                yield Static(f"{lacks} {_(OTHER_WAYS)}", classes="about", markup=False)
            yield Static(_("Or sit down at a table of theirs:"), classes="about", markup=False)
            yield MenuItem(_("Tables nearby"), "find", hot="n")
            yield MenuItem(_("Join with an invitation or a code"), "join", hot="o")

    def fill(self) -> None:
        self.query_one("#seats").display = False
        run_in_thread(self, ways_back, self._show_ways_back)

    def on_mount(self) -> None:
        if self._invitation:
            self.app.push_screen(JoinScreen(self._invitation))

    async def _show_ways_back(self, found: list[Return]) -> None:
        self._ways_back = found[:MOST_SEATS]
        items = [
            MenuItem(return_words(way), f"come_back({number})", id=f"back-{number}")
            for number, way in enumerate(self._ways_back)
        ]
        if items:
            seats = self.query_one("#seats", Vertical)
            seats.display = True
            await seats.mount(*items)
            items[0].focus()

    def action_come_back(self, number: int) -> None:
        open_lobby(self, self._ways_back[number].come_back, SITTING_DOWN)

    def action_host(self) -> None:
        self.app.open(PickerRoute(HERE))

    def action_host_elsewhere(self) -> None:
        self.app.open(PickerRoute(ELSEWHERE))

    def action_host_at(self) -> None:
        self.app.push_screen(ClubScreen())

    def action_join(self) -> None:
        self.app.push_screen(JoinScreen())

    def action_find(self) -> None:
        self.app.push_screen(NearbyScreen())


def return_words(way: Return) -> str:
    """A table to come back to: ``Return to Spades with Ben and Cy``."""
    others = [printable(name) for name in way.names if name != way.name]
    if not way.title:
        return _("Return to the table that you left")
    names = listed(others or [""])
    return _("Return to {game} with {names}" if others else "Return to {game}", game=way.title, names=names)


class AddressPanel(TextPanel):
    """Asks where a table is. Before one that is not encrypted is opened, it warns once."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "form.tcss", "friends.tcss"]

    def __init__(self) -> None:
        super().__init__()
        self._warned_of = ""

    def warns_of(self, found: Invitation, words: str) -> bool:
        """Warn of a table or club that is not encrypted, unless that was done; return whether it did."""
        if found.is_encrypted or found.is_local or self._warned_of == self.typed:
            return False
        self._warned_of = self.typed
        self.say(words, wrong=True)
        return True


class JoinScreen(AddressPanel):
    """Asks for an invitation, and sits down."""

    commands: tuple[Command, ...] = (SIT_DOWN, *ROW_COMMANDS, CANCEL)
    KEY_LINE: tuple[Command, ...] = (SIT_DOWN, NEXT_ROW, NEXT_VALUE, FORM_HELP, CANCEL)
    takes = (Invitation, ShortCode)

    def __init__(self, invitation: str = "", table: NearbyTable | None = None) -> None:
        """Of a ``table`` nearby only the code is asked for."""
        super().__init__()
        self._invitation, self._table = invitation, table

    @property
    def asks(self) -> str:
        table = self._table
        return _(ASKS) if table is None else _("Type the code that {host} tells you.", host=table.host_name)

    def compose(self) -> ComposeResult:
        is_nearby = self._table is not None
        with panel(_("Join a table")):
            label, example = (_("Code"), EXAMPLE.code) if is_nearby else (_("Invitation"), EXAMPLE_CODE)
            yield FormRow(AnswerRow(label, (Text("invitation", self._invitation, example, LONGEST_LINE),), self.asks))
            yield FormRow(AnswerRow(_("Name"), (Text("own-name", self.app.settings.own_name, longest=LONGEST_NAME),)))
            ways = pgettext("as a player", "play"), pgettext("as a spectator", "watch")
            yield FormRow(AnswerRow(_("You"), (OneOf("watch", ways, 0),)))

    def _read(self) -> Pasted:
        """What is typed: the code of a table nearby, or what leads to any table or elsewhere; UserError if neither."""
        if self._table is not None:
            with suppress(InvitationError):
                return self._table.place._replace(code=read_code(self.typed))
        return read_pasted(self.typed)

    @on(Input.Submitted)
    def action_sit_down(self) -> None:
        """Join the table, go where something else leads that was pasted, or say what is wrong with it."""
        try:
            match self._read():
                case ShortCode() as code:
                    self._join(code)
                case Invitation() as invitation:
                    if not self.warns_of(invitation, _(OPEN_TABLE)):
                        self._join(invitation)
                case other:
                    self.app.take(other)
        except UserError as error:
            self.refuse(error)
            if isinstance(error, SeatError):
                self.query_one("#own-name").focus()

    def _join(self, found: Invitation | ShortCode) -> None:
        """Join a table; SeatError if nobody can be called what is typed."""
        watches = bool(self.query_one("#watch", Choice).chosen)
        name = self.query_one("#own-name", Input).value.strip()
        check_name(name)
        keep_name(self.app, name)
        open_lobby(self, partial(join_table, found, name, watch=watches), SITTING_DOWN)


class ClubScreen(AddressPanel):
    """Asks for the address of a club at which the table is opened; that of last time stands there already."""

    commands: tuple[Command, ...] = (GO_ON, *ROW_COMMANDS, CANCEL)
    KEY_LINE: tuple[Command, ...] = (GO_ON, FORM_HELP, CANCEL)

    takes = (Invitation, ClubAddress)

    @property
    def asks(self) -> str:
        return _("Paste the address of the club. Your table stays open there when you leave.")

    def compose(self) -> ComposeResult:
        known = last_club()
        with panel(_("Host at a club")):
            text = Text("club", "" if known is None else str(known), str(EXAMPLE_CLUB), LONGEST_LINE)
            yield FormRow(AnswerRow(_("Address"), (text,), self.asks))

    @on(Input.Submitted)
    def action_go_on(self) -> None:
        try:
            club = read_club(self.typed, allow_open=True)
        except UserError as error:
            self.refuse(error)
            return
        if not self.warns_of(club, _(OPEN_CLUB)):
            self.app.open(PickerRoute(str(club)))


class NearbyScreen(MenuPanel):
    """The tables that are announced on this network."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["menu.tcss", "panel.tcss", "friends.tcss"]
    commands: tuple[Command, ...] = (CANCEL,)
    KEY_LINE: tuple[Command, ...] = (CHOOSE, NEXT_ITEM, CANCEL)

    def __init__(self) -> None:
        super().__init__()
        self._found: tuple[NearbyTable, ...] = ()

    def compose(self) -> ComposeResult:
        with panel(_("Tables nearby")):
            yield Static(_("Looking for tables on this network…"), id="looking", markup=False)
            yield Vertical(id="tables")

    def fill(self) -> None:
        self.query_one("#tables").display = False
        self.run_worker(self._look(), exit_on_error=False)

    async def _look(self) -> None:
        none = _("No table was found on this network. Ask the host for a short code or the line to paste.")
        try:
            self._found = await nearby.look_around()
        except ImportError as error:
            missing = sentence(needed("zeroconf", _("tables nearby"), error))
            none = f"{missing} {_('Or ask the host for the line to paste, and join with that.')}"
        except OSError:  # no network
            pass
        self.query_one("#looking", Static).update(none)
        items = [
            MenuItem(_(NEARBY, host=table.host_name, game=table.game), f"join({number})")
            for number, table in enumerate(self._found)
        ]
        if items:
            self.query_one("#looking").display = False
            tables = self.query_one("#tables", Vertical)
            tables.display = True
            await tables.mount(*items)
            items[0].focus()

    def action_join(self, number: int) -> None:
        self.app.push_screen(JoinScreen(table=self._found[number]))
