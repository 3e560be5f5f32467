"""The replay screen as a film shows it: nothing moves by itself, and what would move is kept for whoever films it."""

from typing import NamedTuple

from clockspades.engine.wording import Names
from clockspades.table import effects as do
from clockspades.table.effects import Effect
from clockspades.table.keys import terminal
from clockspades.table.moments import Moment
from clockspades.table.state import Preferences
from clockspades.tui.screens.replay_screen import ReplayScreen
from clockspades.tui.widgets.dial import SWEEP, Dial
from clockspades.tui.widgets.flight import Flight


class Motion(NamedTuple):
    """What moves at a point: cards, the hand of a clock, and a moment that begins after a delay in seconds."""

    flights: tuple[Flight, ...] = ()
    moment: Moment | None = None
    delay: float = 0.0
    sweeps: bool = False

    @property
    def over(self) -> float:
        moment = 0.0 if self.moment is None else self.delay + self.moment.seconds
        return max(0.0, moment, SWEEP * self.sweeps, *(flight.over for flight in self.flights))


class FilmedReplayScreen(ReplayScreen):
    """A replay in which nothing moves by itself: what would move is kept. Nobody presses a key, so none is shown."""

    CSS = "FilmedReplayScreen { Timeline, KeyLine { display: none; } }"
    motion = Motion()

    @property
    def names(self) -> Names:
        """Everybody by name, as a film is for others."""
        return self.session.names

    @property
    def preferences(self) -> Preferences:
        return Preferences(tempo=float(self.app.settings.animation != "off"), terminal=terminal())

    def run_effect(self, effect: Effect) -> None:
        match effect:
            case do.Animate(moves):
                if self.preferences.tempo:
                    self.motion = self.motion._replace(flights=tuple(self.table.flights(moves)))
            case do.Celebrate(moment, delay):
                self.motion = self.motion._replace(moment=moment, delay=delay)
            case _:
                super().run_effect(effect)

    def step_to(self, point: int) -> Motion:
        """Show a point, and return what moves there."""
        self.motion, dials = Motion(), self.query(Dial)
        for dial in dials:
            dial.sweep = None
        self.go_to(point)
        for dial in dials:
            self.app.animator.force_stop_animation(dial, "angle")
            dial.show_sweep(SWEEP)
        sweeps = bool(self.preferences.tempo) and any(dial.sweep is not None for dial in dials)
        return self.motion._replace(sweeps=sweeps)

    def pose(self, motion: Motion, elapsed: float) -> None:
        """Show the hand and the moment of a motion some seconds after it began."""
        if motion.moment is not None:
            share = min(max((elapsed - motion.delay) / motion.moment.seconds, 0.0), 1.0)
            self.table.show_moment(motion.moment._replace(share=share) if share < 1 else None)
        if motion.sweeps:
            for dial in self.query(Dial):
                dial.show_sweep(elapsed)
