"""The lesson: a first game in which short notes point at what matters."""

from functools import partial
from random import Random
from typing import Any, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Offset, Region
from textual.timer import Timer

from clockspades.engine.session import AnySession
from clockspades.table.commands import CANCEL, Command
from clockspades.table.effects import AskBot, Effect, StartTimer
from clockspades.table.glyphs import glyphs
from clockspades.table.inputs import Cancel, Input, PreferencesChanged, Stop
from clockspades.table.keys import terminal
from clockspades.table.lesson import AnyLesson, Note
from clockspades.table.model import AnyPlayerView, Target, TargetKind
from clockspades.table.state import Preferences, Running, ShowingTrick
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.layout.note import place
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.widgets.callout import EDGE, Floating, arrow, box_size
from clockspades.tui.widgets.key_line import KeyLine

SEED: Final = 1
"""Of the bot's choices, so that it plays everyone the same game."""
GLANCE: Final = 1.0
"""Seconds until a note is found."""
SECONDS_A_LETTER: Final = 0.055
"""How long each of its letters takes to read, for somebody in no hurry."""


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
        CANCEL._replace(words="end lesson", stays=True, now=lambda self: self._is_left_first),
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
        self._trick_is_shown = False
        """Whether a finished trick still lies on the table, for the notes on it."""
        self._turning: Timer | None = None

    def compose(self) -> ComposeResult:
        """The table, and a note over it."""
        yield from super().compose()
        yield Floating(id="note")
        yield Floating(id="pointer")

    @property
    def cursor_screen_offset(self) -> Offset:
        """The words of the note, or else what the cursor of the table is on."""
        note = self.query_one("#note")
        return note.content_region.offset if note.display else super().cursor_screen_offset

    # -- what is said ----------------------------------------------------------------------------------

    @property
    def lesson_is_on(self) -> bool:
        """Whether there is a note, or will be one."""
        player = self.player
        return self._teaching and (player is None or not self._lesson.is_over(player.view, player.history, player.seat))

    @property
    def _is_left_first(self) -> bool:
        """Whether Escape ends the lesson, and does not close a hint or leave the table."""
        return self.lesson_is_on and self.session.outcome is None and not self.state.is_advised

    @property
    def escape_leaves(self) -> bool:
        return self._is_left_first or super().escape_leaves

    @property
    def preferences(self) -> Preferences:
        """As for every table, but the lesson asks for every move."""
        preferences = super().preferences
        return preferences._replace(forced_plays="ask") if self.lesson_is_on else preferences

    def handle(self, given: Input) -> None:
        if isinstance(given, Cancel) and self._is_left_first:
            self._end()
            return
        super().handle(given)
        if self.preferences != self.state.preferences:
            self.dispatch(PreferencesChanged(self.preferences))  # the lesson has begun or ended

    def run_effect(self, effect: Effect) -> None:
        """A bot waits until the notes on its turn can be read, and a trick lies there as long as the notes on it."""
        match effect:
            case AskBot():
                effect = effect._replace(seconds=max(effect.seconds, self.reading_seconds))
            case StartTimer() if isinstance(self.state.phase, ShowingTrick):
                on_trick = sum(reading_time(note) for note in self._notes if _is_on_trick(note))
                effect = effect._replace(seconds=max(effect.seconds, on_trick))
        super().run_effect(effect)

    @property
    def reading_seconds(self) -> float:
        """How long it takes to read the notes on this point."""
        return sum(map(reading_time, self._notes))

    def show(self) -> None:
        """Show the notes on each new point, too."""
        super().show()
        player = self.player
        if player is None:
            return
        if len(player.history) != self._noted:
            self._noted = len(player.history)
            self._notes = []
            if self.lesson_is_on:
                self._notes = list(
                    self._lesson.notes(self._views(player), player.history, player.seat, player.names, terminal())
                )
            self._trick_is_shown = isinstance(self.state.phase, ShowingTrick)
        elif self._trick_is_shown and not isinstance(self.state.phase, ShowingTrick):
            self._trick_is_shown = False  # cleared away, and with it what was said of it
            self._notes = [note for note in self._notes if not _is_on_trick(note)]
        else:
            self._place()
            return
        self._say()
        if self._notes and isinstance(self.state.phase, Running):
            self.dispatch(Stop())  # cards that turn by themselves would turn on over it

    def _views(self, player: AnyPlayerView) -> list[Any]:
        """What the player saw at each point up to this one."""
        before, observe = self.session.positions[: self.session.at], self.session.game.rules.observe
        return [*(observe(position.state, player.seat) for position in before), player.view]

    def _say(self) -> None:
        """Show the first note, and the next one after it."""
        self.set_class(self.lesson_is_on, "-teaching")
        if self._turning is not None:
            self._turning.stop()
        if len(self._notes) > 1:
            note = self._notes[0]
            self._turning = self.set_timer(reading_time(note), partial(self._turn_over, note))
        if self.table.region:
            self._place()
        else:
            self.call_after_refresh(self._place)  # nothing has its place yet

    def _turn_over(self, read: Note) -> None:
        """Show the note after one that was read, unless something covers the table."""
        if read in self._notes[:1]:  # the time for it may be over just as the next point is shown
            if self.is_in_view:
                del self._notes[0]
            self._say()

    def _end(self) -> None:
        """End the lesson; the game goes on."""
        self._teaching = False
        self._notes = []
        self._say()
        self.follow_settings()
        self.refresh_keys()

    # -- where it stands -------------------------------------------------------------------------------

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
        sizes = [box_size(said.words, width) for width in WIDTHS]
        dock = self.table.dock
        room = min(dock.width, WIDEST)
        rows = box_size(said.words, room - EDGE.width).height
        docked = [Region(dock.x, y, room, rows) for y in (dock.bottom - rows, dock.y)]
        needed = [*self.table.needed(), self.query_one(KeyLine).region]
        placed = place(tuple(self.table.spoken_of(said.about)), sizes, self.region, needed, docked)
        note.float_at(placed.box, card_text(said.words, "$bright"))
        pointer.float_at(placed.pointer, Content(arrow(placed.tip, glyphs())))


def _is_on_trick(note: Note) -> bool:
    """Whether a note speaks of a card on the trick."""
    return isinstance(note.about, Target) and note.about.kind is TargetKind.PLAY


def reading_time(note: Note) -> float:
    """Seconds until a note has been found and read."""
    return GLANCE + SECONDS_A_LETTER * len(note.words)
