"""The lesson: a first game in which short notes point at what matters."""

from math import inf
from random import Random
from time import monotonic
from typing import Final

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Offset, Region

from clockspades.engine.session import AnySession
from clockspades.language import N_, _
from clockspades.table import inputs as did
from clockspades.table.commands import CANCEL, ENTER, Command
from clockspades.table.effects import AskBot, Effect, StartTimer
from clockspades.table.glyphs import glyphs
from clockspades.table.inputs import Input
from clockspades.table.keys import spoken, terminal
from clockspades.table.lesson import AnyLesson, Course, Note
from clockspades.table.state import Preferences, Running, ShowingTrick
from clockspades.table.update import goes_on
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.layout.note import place
from clockspades.tui.screens.lesson_offer import LessonEndScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.widgets.callout import EDGE, Floating, arrow, box_size
from clockspades.tui.widgets.key_line import KeyLine

SEED: Final = 1
"""Of the bot's choices, so that it plays everyone the same game."""
GO_ON: Final = N_("{key}: go on")
"""What stands on the edge of a note that waits to be turned."""
GLANCE: Final = 0.3
"""Seconds for which a note cannot be turned: the key was meant for what was there before."""
WIDTHS: Final = (30, 22, 44)
"""The columns of words that a note beside something may have, the number liked best first."""
WIDEST: Final = 60
"""The columns of a note elsewhere at most."""


class FirstGameScreen(TableScreen):
    """A game with notes, until they are all shown or the person ends the lesson."""

    CSS = """
    FirstGameScreen {
        layers: base note guard;

        #note, #pointer { layer: note; position: absolute; display: none; color: $gold; }
        #note { background: $rail; border: round $gold; padding: 0 1; }
    }
    """
    KEY_LINE: tuple[Command, ...] = (
        CANCEL._replace(words=N_("end lesson"), stays=True, now=lambda self: self._is_left_first),
        *TableScreen.KEY_LINE,
    )

    def __init__(self, session: AnySession, lesson: AnyLesson) -> None:
        super().__init__(session, Random(SEED))
        self._lesson = lesson
        self._teaching = True
        """False once the person has ended the lesson."""
        self._notes: list[Note] = []
        """The notes on this point; the first is on the screen."""
        self._noted: int | None = None
        """The number of the point that the notes are on."""
        self._held: Effect | None = None
        """The bot or the timer that waits until the notes are turned."""
        self._drawn_at = inf
        """When the first note was drawn, in seconds of the system."""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Floating(id="note")
        yield Floating(id="pointer")

    @property
    def cursor_screen_offset(self) -> Offset:
        """The words of the note, or else what the cursor of the table is on."""
        note = self.query_one("#note")
        return note.content_region.offset if note.display else super().cursor_screen_offset

    @property
    def lesson_is_on(self) -> bool:
        """Whether there is a note, or will be one."""
        player = self.player
        return self._teaching and (player is None or not self._lesson.is_over(player.view, player.history, player.seat))

    @property
    def _is_left_first(self) -> bool:
        """Whether Escape asks to end the lesson: nothing else is open that it closes, and the game goes on."""
        nothing_open = super().escape_leaves or (self._tells and isinstance(self.state.phase, ShowingTrick))
        return self.lesson_is_on and self.session.outcome is None and nothing_open

    @property
    def _tells(self) -> bool:
        """Whether a note is still to be turned, for which the game waits."""
        return not all(note.asks for note in self._notes)

    @property
    def _turns(self) -> bool:
        """Whether Enter turns the first note: the last one that asks for a choice leaves the key to the table."""
        return len(self._notes) > 1 or self._tells

    def _waits(self, given: object) -> bool:
        """Whether an input can do what it does only once the notes are turned."""
        takes_on = isinstance(given, did.Confirm | did.Space) or goes_on(self.table.rules, self.state, given)
        return self._turns and takes_on

    @property
    def offered(self) -> tuple[Command, ...]:
        """What Enter does stands on a note that it turns."""
        return tuple(command for command in super().offered if not self._waits(command.does))

    @property
    def preferences(self) -> Preferences:
        """As for every table, but the lesson asks for every move, and shows the win chance to its end."""
        preferences = super().preferences._replace(shows_chance=True)
        return preferences._replace(forced_plays="ask") if self.lesson_is_on else preferences

    def handle(self, given: Input) -> None:
        if isinstance(given, did.Cancel) and self._is_left_first:
            self.app.push_screen(LessonEndScreen(self._end))
            return
        paces = self.table.rules.paces
        if isinstance(given, did.Finish) and paces and self.lesson_is_on:
            given = did.Run(len(paces))  # so that no note on the way is passed over
        if self._waits(given):
            if isinstance(given, did.Confirm | did.Space | did.Pressed | did.Clicked):
                self._turn()
            return
        super().handle(given)
        if self.preferences != self.state.preferences:
            self.dispatch(did.PreferencesChanged(self.preferences))  # the lesson has begun or ended

    def run_effect(self, effect: Effect) -> None:
        """Bots and timers wait until the notes are turned."""
        if isinstance(effect, AskBot | StartTimer) and self._tells:
            self._held = effect
        else:
            super().run_effect(effect)

    @on(Floating.Pressed)
    def _pressed(self) -> None:
        if self._turns:
            self._turn()

    def show(self) -> None:
        super().show()
        player = self.player
        if player is None:
            return
        if len(player.history) == self._noted:
            self._place()
            return
        self._noted, self._notes, self._held = len(player.history), [], None
        if self.lesson_is_on:
            observe = self.session.game.rules.observe
            before = self.session.positions[: self.session.at]
            views = [*(observe(position.state, player.seat) for position in before), player.view]
            seen = Course(views, player.history, player.seat, player.names, terminal())
            self._notes = [*self._lesson.notes(seen)]
        self._say()
        if self._notes and isinstance(self.state.phase, Running):
            self.dispatch(did.Stop())  # cards that turn by themselves would turn on over it

    async def speak(self) -> None:
        """Tell the notes again. Those that were turned come back, too."""
        await super().speak()
        self._noted = None
        self.show()

    def _say(self) -> None:
        self.set_class(self.lesson_is_on, "-teaching")
        self._drawn_at = inf
        if self.table.region:
            self._place()
        self.call_after_refresh(self._drawn)  # before the first time, nothing has its place yet

    def _drawn(self) -> None:
        self._place()
        self._drawn_at = monotonic()

    def _turn(self) -> None:
        """Show the note after one that was seen; after the last one, go on with the game."""
        if monotonic() < self._drawn_at + GLANCE:
            return
        was_told = not self._tells
        del self._notes[0]
        self._say()
        if not (was_told or self._tells):
            self._go_on()
        self.refresh_keys()

    def _go_on(self) -> None:
        """Let the game go on that waited for a note."""
        held, self._held = self._held, None
        if isinstance(self.state.phase, ShowingTrick):
            super().handle(did.Confirm())  # clears the trick away
        elif held is not None:
            self.run_effect(held)

    def _end(self) -> None:
        self._teaching = False
        self._notes = []
        self._say()
        self.follow_settings()
        self._go_on()
        self.refresh_keys()

    def on_mount(self) -> None:
        """Follow what is laid out anew: a panel that asks something comes some frames after the note on it."""
        self.screen_layout_refresh_signal.subscribe(self, lambda _: self._place())

    def _place(self) -> None:
        """Put the note beside what it speaks of, or where the table has room for it."""
        note, pointer = self.query_one("#note", Floating), self.query_one("#pointer", Floating)
        if not self._notes:
            for each in (note, pointer):
                each.float_at(Region(), Content())
            return
        said = self._notes[0]
        how = _(GO_ON, key=spoken(terminal(), ENTER)) if self._turns else ""
        note.border_subtitle = how
        sizes = [box_size(said.words, width, cell_len(how)) for width in WIDTHS]
        dock = self.table.dock
        room = min(dock.width, WIDEST)
        rows = box_size(said.words, room - EDGE.width).height
        docked = [Region(dock.x, y, room, rows) for y in (dock.bottom - rows, dock.y)]
        needed = [*self.table.needed(), self.query_one(KeyLine).region]
        placed = place(tuple(self.table.spoken_of(said.about)), sizes, self.region, needed, docked)
        note.float_at(placed.box, card_text(said.words, "$bright"))
        pointer.float_at(placed.pointer, Content(arrow(placed.tip, glyphs())))
