"""Stepping through a game on a timeline: by hand, from mark to mark, or by itself."""

from abc import abstractmethod
from typing import ClassVar, Final

from textual import on
from textual.reactive import var
from textual.timer import Timer

from clockspades.language import N_, _
from clockspades.table.commands import Command
from clockspades.tui.bindings import STEPS
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.widgets.timeline import Timeline, TimelineModel

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
SECONDS: Final = 1.6
"""How long each point stands at speed 1."""

_PREVIOUS_MARK: Final = Command("up", "seek_mark(-1)", N_("Previous mark"), name="previous_mark")
_NEXT_MARK: Final = Command("down", "seek_mark(1)", N_("Next mark"), N_("marks"), name="next_mark")
NEXT_MARK: Final = _NEXT_MARK._replace(shown=(_PREVIOUS_MARK, _NEXT_MARK))
PLAY: Final = Command(
    "space", "play", N_("Play or pause"), now=lambda self: N_("pause") if self.playing else N_("auto")
)
SLOWER: Final = Command("left_square_bracket", "speed(-1)", N_("Slower"), name="slower")
FASTER: Final = Command("right_square_bracket", "speed(1)", N_("Faster"), name="faster")
SPEED: Final = Command("", "next_speed", words=N_("speed"), shown=(SLOWER, FASTER))
STEPPING: Final = (*STEPS, _PREVIOUS_MARK, NEXT_MARK, PLAY, SLOWER, FASTER)
"""The commands of these screens, which each of them binds."""


def at_step(point: int, words: str) -> str:
    """What happened at a point: ``Step 12: …``."""
    return f"{_('Step {number}:', number=point)} {words}"


class SteppingScreen(SizedScreen):
    """A screen that shows one point of a game, and goes from one to another."""

    CSS_PATH = "replay.tcss"
    DEFAULT_CLASSES: ClassVar[str] = "-stepping"
    escape_leaves = True
    timeline: var[TimelineModel] = var(TimelineModel())
    speed = 1.0
    _stepper: Timer | None = None

    @property
    @abstractmethod
    def at(self) -> int:
        """The point shown."""

    @property
    @abstractmethod
    def last(self) -> int:
        """The last point."""

    @abstractmethod
    def go_to(self, point: int) -> None:
        """Show a point, or the nearest that there is."""

    @abstractmethod
    def show_timeline(self) -> None:
        """Show where this is, and how the game is stepped through."""

    def show_controls(self) -> None:
        self.show_timeline()
        self.refresh_keys()

    @property
    def playing(self) -> bool:
        return self._stepper is not None

    def action_step(self, points: int) -> None:
        self.travel(self.at + points)

    def action_first(self) -> None:
        self.travel(0)

    def action_last(self) -> None:
        self.travel(self.last)

    def action_seek_mark(self, direction: int) -> None:
        """Go to the nearest mark after the point shown, or before it; the ends count as marks."""
        here = self.at
        stops = {0, self.last, *(mark.point for mark in self.timeline.marks)}
        if direction > 0:
            self.travel(min((stop for stop in stops if stop > here), default=here))
        else:
            self.travel(max((stop for stop in stops if stop < here), default=here))

    def travel(self, point: int) -> None:
        self.pause()
        self.go_to(point)

    @on(Timeline.Sought)
    def _sought(self, event: Timeline.Sought) -> None:
        self.travel(event.point)

    def on_mouse_scroll_down(self) -> None:
        """Step on with the wheel; over the log it scrolls that."""
        self.action_step(1)

    def on_mouse_scroll_up(self) -> None:
        self.action_step(-1)

    def action_play(self) -> None:
        if self.playing or not self.last:
            self.pause()
        else:
            self._play()
            if self.at == self.last:
                self.go_to(0)
        self.show_controls()

    def action_speed(self, faster: int) -> None:
        """Play at the next speed up or down, if there is one."""
        number = SPEEDS.index(self.speed) + faster
        self._set_speed(SPEEDS[min(max(number, 0), len(SPEEDS) - 1)])

    def action_next_speed(self) -> None:
        """Play faster, and after the fastest at the slowest: a click on the speed."""
        self._set_speed(SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)])

    def _set_speed(self, speed: float) -> None:
        self.speed = speed
        if self.playing:
            self._play()
        self.show_controls()

    def _play(self) -> None:
        """Step forward on a timer."""
        self.pause()
        self._stepper = self.set_interval(SECONDS / self.speed, self._tick)

    def pause(self) -> None:
        if self._stepper is not None:
            self._stepper.stop()
            self._stepper = None
            self.show_controls()

    def _tick(self) -> None:
        if self.at + 1 >= self.last:
            self.pause()
        self.go_to(self.at + 1)

    def follow_view(self) -> None:
        if not self.is_in_view:
            self.pause()
