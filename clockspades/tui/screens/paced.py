"""The pace of a game in play: what is over is seen before the game goes on, and forced plays are made after a beat."""

from abc import abstractmethod
from typing import Final

from textual import events
from textual.timer import Timer

from clockspades.engine.game import Action
from clockspades.engine.session import AnySession
from clockspades.tui.screens.game import GameScreen
from clockspades.tui.settings import Settings

CLEARING: Final = ("enter", "space", "escape", "t")
"""Keys that only clear away what is over; others do what they do besides."""
BEAT: Final = 1.2
"""Seconds until a play is made by itself that the rules leave no choice about, where that is set."""
REST: Final = 0.5
"""Seconds that a card lies there before the next of two people sits down."""


class PacedScreen(GameScreen):
    """A game that waits for whoever watches it; a key or a click goes on, or holds what would be done by itself."""

    def __init__(self, session: AnySession) -> None:
        super().__init__(session)
        self._lull: Timer | None = None
        """What will clear away what is over, while it lies on the table."""
        self._lulls = False
        """Whether the game waits until what is over was seen."""
        self._clears = False
        """Whether the click that began clears away what is over."""
        self._beat: Timer | None = None
        """What will make the play that leaves no choice, while a key may still hold it."""

    # -- the game --------------------------------------------------------------------------------------

    @abstractmethod
    def show_point(self) -> None:
        """Show the point that the game is at, and let whoever is to act do so."""

    @abstractmethod
    def name_keys(self) -> None:
        """Show what can be done now in the line of keys."""

    @abstractmethod
    def only_choice(self) -> Action | None:
        """The one action that the person at the near side is offered; None if that is none or several."""

    @abstractmethod
    def act(self, action: Action) -> None:
        """Take an action, and show where that leads."""

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.app.settings

    # -- what is over and lies there still -------------------------------------------------------------

    @property
    def rests(self) -> bool:
        """Whether something is to be seen still that a key or a click clears away."""
        return self._lulls or self.table.lingers

    @property
    def _is_hurried(self) -> bool:
        """Whether nothing waits: not the settings but the environment stops all movement."""
        return self.app.animation_level == "none" and self.settings.animation != "off"

    def seconds_to_see(self) -> float:
        """How long what happened last moves on the table."""
        if self.sight is None or self.app.animation_level == "none":
            return 0.0
        return self.table.seconds_for(self.sight) * self.settings.tempo

    def begin_lull(self) -> bool:
        """Let what is over be seen, for a while or until a key is pressed; whether there is any time for it."""
        if self._lull_seconds is not None and self._is_hurried:
            return False
        self._lulls = True
        self._time_lull()
        return True

    def let_rest(self) -> bool:
        """Let what was done last come to rest before the next of two people sits down; whether it takes any time."""
        if self.sight is None or self._is_hurried:
            return False
        seconds = self.table.seconds_for(self.sight) * (self.settings.tempo or 1.0)
        if seconds:
            self._lulls = True
            self._lull = self.set_timer(seconds + REST, self.go_on)
        return bool(seconds)

    @property
    def _lull_seconds(self) -> float | None:
        """How long what is over is to be seen; None until a key is pressed."""
        return self.settings.trick_seconds if self.session.humans else Settings().trick_seconds

    def _time_lull(self) -> None:
        """Let the lull end by itself, where it does; not while something is laid over the table."""
        self._hold_lull()
        seconds = self._lull_seconds
        if seconds is not None and self.is_active:
            self._lull = self.set_timer(seconds + self.seconds_to_see(), self.go_on)

    def _hold_lull(self) -> None:
        if self._lull is not None:
            self._lull.stop()
            self._lull = None

    def end_lull(self) -> None:
        """Wait no longer for what is over to be seen."""
        self._lulls = False
        self._hold_lull()

    def go_on(self) -> None:
        """Clear away what is over, and go on with the game if it waits for that."""
        self.table.go_on()
        if self._lulls:
            self.end_lull()
            self.show_point()
        else:
            self.name_keys()

    def cleared(self) -> bool:
        """Clear away what is over, if the game goes on; whether there was anything."""
        rests = self.rests and self.session.outcome is None
        if rests:
            self.go_on()
        return rests

    # -- plays that are made by themselves -------------------------------------------------------------

    @property
    def plays_by_itself(self) -> bool:
        """Whether what the rules leave no choice about is done without being asked for."""
        return self.settings.forced_plays == "beat"

    @property
    def beats(self) -> bool:
        """Whether a play is about to be made that a key may still hold."""
        return self._beat is not None

    def begin_beat(self) -> None:
        """Do the only thing that can be done after a moment, in which any key or click holds it."""
        if self.plays_by_itself and self.is_active and self.only_choice() is not None:
            self._beat = self.set_timer(BEAT, self._end_beat)
            assert self.sight is not None, "what can be done is seen"
            self._explain_beat(f"{self.sight.prompt} It is done in a moment.")

    def _end_beat(self) -> None:
        self._beat = None
        action = self.only_choice()
        if action is not None:
            self.act(action)

    def action_hold(self) -> None:
        """Leave it to the person to do the only thing that can be done."""
        if self._beat is not None:
            self._beat.stop()
            self._beat = None
            self._explain_beat("")

    def _explain_beat(self, note: str) -> None:
        self.table.say(note)
        self.name_keys()

    # -- what ends it ----------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Whoever acts need not wait for a card in the air, and nothing is done for them."""
        self.table.interrupt()
        if event.key != "enter":
            self.action_hold()
        if self.rests and event.key not in CLEARING:
            self.go_on()

    def on_mouse_down(self) -> None:
        """Land the cards in the air, and keep in mind whether this click is the one that clears away what is over."""
        self.table.land()
        self._clears = self.rests

    def on_click(self) -> None:
        """Hold what is done by itself, and clear away what is over.

        Not before the click has done what it does: till then the line of keys does not change under it.
        """
        self.action_hold()
        if self._clears and self.rests:
            self.go_on()

    def on_screen_suspend(self) -> None:
        """Land the cards in the air and hold what is done by itself, while something else is looked at."""
        self.table.interrupt()
        self.action_hold()
        self._hold_lull()

    def on_screen_resume(self) -> None:
        """Go on with what waited for the table to be seen again."""
        if self._lulls:
            self._time_lull()
