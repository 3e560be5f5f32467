"""The table of a game that is played elsewhere: the client's points in the place of a session in this process."""

from functools import partial
from time import monotonic
from typing import Any, Final

from textual import events
from textual.app import ComposeResult

from clockspades.engine.wording import label
from clockspades.language import N_, _
from clockspades.network.client import company, following
from clockspades.network.client.client import Client, Want
from clockspades.network.client.elsewhere import Elsewhere
from clockspades.network.client.lobby_words import NO_HINTS
from clockspades.network.client.remote_game import remote_point
from clockspades.network.client.ways_in import CODE_USE
from clockspades.network.meeting.short_codes import code_line
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import ToClient
from clockspades.routes import RemoteResultRoute, RemoteTableRoute, TitleRoute
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.commands import Command
from clockspades.table.effects import Effect
from clockspades.table.state import Over, Preferences, TableState
from clockspades.tui.screens.away import SAY, SPEAKS, AwayScreen
from clockspades.tui.screens.play_screen import REDO, PlayScreen
from clockspades.tui.widgets.notice import Notice, Speech

CODE_SECONDS: Final = 60.0
"""Seconds for which a short code is shown."""
SHUFFLING: Final = N_("The cards are being shuffled.")


YES: Final = Command(
    "y", "answer(True)", N_("Agree, or let a bot play"), name="remote.yes", when=lambda self: self.question is not None
)
NO: Final = Command(
    "n", "answer(False)", N_("Don't agree, or wait"), name="remote.no", when=lambda self: self.question is not None
)
CODE: Final = Command(
    "w", "code", N_("Show a short code for a friend who comes back"), name="remote.code",
    when=lambda self: self.elsewhere.can_have_codes,
)  # fmt: skip
NOTED: Final = (say.ActAt.word, say.AskTakeback.word, say.AskToFinish.word)
"""What is refused by a note at the table."""


class RemoteTableScreen(AwayScreen, PlayScreen):
    """A game that is played elsewhere, by one of those who sit there, or for somebody who looks on."""

    CSS_PATH = "remote_table.tcss"
    ABSENT = (REDO,)
    commands: tuple[Command, ...] = (YES, NO, SAY, CODE)
    KEY_LINE: tuple[Command, ...] = (
        *PlayScreen.KEY_LINE[:3], SAY, *PlayScreen.KEY_LINE[3:]
    )  # fmt: skip

    def __init__(self, elsewhere: Elsewhere) -> None:
        client = elsewhere.client
        game, seat = client.game, client.seat
        assert game is not None, "a game has begun"
        people = () if seat is None else (seat,)
        can_ask = seat is not None and client.takes(say.AskToFinish)
        first = TableState[Any, Any](
            people, len(game.seats), seat or 0, seat,
            plays_out=can_ask, asks_others=can_ask, no_hints=client.has_no_hints,
        )  # fmt: skip
        super().__init__(elsewhere, game.game, first)
        self.following: following.Following = following.opened(client)
        self.speeches = [Speech() for _ in game.seats]
        """By seat what is said there."""
        self._number = client.number
        self._wants_result = False
        self._wants_code = False
        self._answered: company.Question | None = None
        """The question that was answered last, while the host has not heard of it."""
        self._labels: tuple[str, ...] = ()
        """By seat what is said beside the name."""
        self._doubts: tuple[str, ...] = ()
        """The doubts of the shuffle that were told."""

    @property
    def help_game(self) -> str:
        game = self.elsewhere.client.game
        return super().help_game if game is None else game.game.preset(game.options).name

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Notice()
        yield from self.speeches

    def on_mount(self) -> None:
        self.follow_settings()
        self.follow_client()
        self.call_after_refresh(self.show_company)
        if self.state.no_hints:
            self.call_after_refresh(self.app.notify, _(NO_HINTS), markup=False)

    async def speak(self) -> None:
        await super().speak()
        self.show_company()

    def hear(self, client: Client, message: ToClient | None) -> None:
        self._show_code()
        if client.number != self._number:
            self.go(RemoteTableRoute(self.elsewhere))  # another game
            return
        self.heard_link(client)
        if message is None or isinstance(message, say.NextPoint | say.Back | say.Seats):
            thought = 0.0 if client.seats is None else client.seats.thinking or 0.0
            self._since = monotonic() - (thought if isinstance(message, say.Seats) else 0.0)
        self._follow(following.Heard(client, message))
        match message:
            case say.Said():
                self._show_said(message.seat, company.said_words(message))
            case say.Refused(what) if what not in NOTED:
                self.notify(message.told, severity="warning", markup=False)
        for doubt in client.doubts:
            if doubt not in self._doubts:
                self.notify(doubt, severity="error", markup=False)
        self._doubts = client.doubts
        if self._wants_result:
            self._open_result()

    def _follow(self, given: following.FollowingInput) -> None:
        self.following, effects = following.update(self.following, given)
        for effect in effects:
            match effect:
                case following.GiveTable(input):
                    self.dispatch(input)
                case following.GiveClient(input):
                    self.elsewhere.give(input)
                case following.Wait(timer, seconds):
                    self.set_timer(seconds, partial(self._follow, following.TimeOver(timer)))
        self.show_company()

    def on_resize(self, event: events.Resize) -> None:
        """The notice moves with the log, once that has its new place; what was said stands at the old ones no more."""
        for speech in self.speeches:
            speech.be_silent()
        self.call_after_refresh(self.query_one(Notice).stand)

    def handle(self, given: did.Input) -> None:
        """Handle an input of the table; while the connection is cut, Enter tries to connect."""
        if not (isinstance(given, did.Confirm) and self.try_now()):
            super().handle(given)

    def run_effect(self, effect: Effect) -> None:
        """Do what the table asks for, as far as it concerns the game elsewhere."""
        match effect:
            case do.Observe() | do.Act() | do.AskBot() | do.DismissBot() | do.MakeDeal() | do.Travel() | do.AskOthers():
                self._follow(following.Asked(effect))
            case do.OpenResult():
                self._wants_result = True
                self._open_result()
            case do.LeaveTable():
                self.action_leave_table()
            case do.Ring(is_turn):
                self._call(is_turn=is_turn)
            case _:
                super().run_effect(effect)

    @property
    def preferences(self) -> Preferences:
        """As at any table; a notification is asked for as the bell is."""
        preferences, settings = super().preferences, self.app.settings
        return preferences._replace(rings=settings.sound or settings.notify != "off")

    def _call(self, *, is_turn: bool) -> None:
        """Ring, and tell the person if it is their turn, as the settings say."""
        settings = self.app.settings
        if settings.sound:
            self.app.bell()
        if not is_turn:
            return
        if settings.notify == "always" or (settings.notify == "away" and not self.app.app_focus):
            self.app.tell_desktop(_("Clockspades: it is your turn."))

    def _open_result(self) -> None:
        """Show the result, once the log is there."""
        elsewhere = self.elsewhere
        if elsewhere.log_path is None:
            self.dispatch(did.ShowNote(elsewhere.log_fault or _("The host still has to send the log of the game.")))
            return
        if elsewhere.log_fault:
            self.notify(elsewhere.log_fault, severity="error", markup=False)
        with self.app.complaining():
            session = self.app.archive.resume(elsewhere.log_path).session
            session.close()
            self.go(RemoteResultRoute(elsewhere, session))

    def show(self) -> None:
        """Show the state on the table, and beside the names who is gone."""
        if self.state.player is None:
            return
        model = self.state.model
        if any(self._labels):
            said = tuple(away or bot for away, bot in zip(self._labels, model.player.bots))
            model = model._replace(player=model.player._replace(bots=said))
        self.table.model = model
        self.table.show_badges()

    @property
    def question(self) -> company.Question | None:
        asked = company.question(self.client)
        return None if asked == self._answered else asked

    def show_company(self) -> None:
        if not self.is_mounted:
            return
        asked = self.question
        if asked is None:
            self._answered = None if company.question(self.client) is None else self._answered
        words = self.link_words
        if not words and asked is not None:
            words = asked.words
        if not words:
            thinking = company.thinking_words(self.following, int(monotonic() - self._since))
            words = company.waiting_words(self.following) or thinking if self.player is not None else _(SHUFFLING)
        if not words and isinstance(self.state.phase, Over):
            words = company.again_words(self.client)
        answers = asked.answers if asked is not None and not self.link_words else None
        self.query_one(Notice).tell(words, answers)
        labels = tuple(map(company.presence, self.client.shown))
        if labels != self._labels:
            self._labels = labels
            self.show()
        self.refresh_keys()
        self.keep_time()

    @property
    def _undo_words(self) -> str:
        """What the undo key does: all others must agree."""
        game = self.following.game
        can_ask = game is not None and remote_point(game).takeback_of(self.client.seat) is not None
        return N_("ask to undo") if can_ask else ""

    @property
    def tells_seconds(self) -> bool:
        """Whether the notice counts seconds, or soon does."""
        return super().tells_seconds or bool(company.thinking_words(self.following, company.LATE))

    def _show_said(self, seat: int, words: str) -> None:
        player = self.player
        if player is not None:
            place = (seat - player.seat) % len(player.names)
            self.speeches[seat].say(label(player.names, seat), words, self.table.plate(place), SPEAKS)

    def action_answer(self, agrees: bool) -> None:
        asked = self.question
        if asked is None:
            return
        self._answered = asked
        if (message := asked.agrees if agrees else asked.refuses) is not None:
            self.elsewhere.give(Want(message))
        self.show_company()

    def action_code(self) -> None:
        """Show the short code and copy the line to type, as soon as there is one."""
        shown = self.elsewhere.code
        if shown is None or not shown.code:
            self.make_code()
        self._wants_code = self.elsewhere.code is not None
        self._show_code()

    def _show_code(self) -> None:
        shown = self.elsewhere.code
        if not self._wants_code or shown is None or shown.is_awaited:
            return
        self._wants_code = False
        if shown.code:
            self.app.copy(code_line(shown.code), _(CODE_USE), CODE_SECONDS)
        else:
            self.app.notify(shown.words, severity="error", markup=False)

    def action_leave_table(self) -> None:
        if self.app.warns_of_leaving():
            return
        farewell = self.elsewhere.farewell
        self.go(TitleRoute())
        if farewell:
            self.app.notify(farewell, markup=False)
