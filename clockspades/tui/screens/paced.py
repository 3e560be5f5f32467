"""The pace of a game in play: a finished trick stays for a moment, and forced moves are played after one."""

from abc import abstractmethod
from typing import Final

from textual import events
from textual.timer import Timer

from clockspades.engine.game import Action
from clockspades.engine.session import AnySession
from clockspades.engine.settings import Settings
from clockspades.tui.screens.game import GameScreen

CLEARING: Final = ("enter", "space", "escape", "t")
"""Keys that only clear away what is over; others do what they do besides."""
PLAYING: Final = ("enter", "space")
"""Keys that play a forced move at once; all others stop it."""
REST: Final = 0.5
"""Seconds that a card lies there before the next of two people sits down."""


class PacedScreen(GameScreen):
    """A game at a pace that a person can follow; a key or a click goes on at once, or stops a forced move."""

    def __init__(self, session: AnySession) -> None:
        super().__init__(session)
        self._lull: Timer | None = None
        """The timer that clears away a finished trick."""
        self._lulls = False
        """Whether the game waits until a finished trick was seen."""
        self._clears = False
        """Whether the mouse button that is down clears away a finished trick."""
        self._beat: Timer | None = None
        """What will play the forced move that is announced; a key can still stop it."""

    # -- the game --------------------------------------------------------------------------------------

    @abstractmethod
    def show_point(self) -> None:
        """Show the point that the game is at, and start the next move."""

    @abstractmethod
    def refresh_keys(self) -> None:
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
        """Whether a finished trick is shown that a key or a click clears away."""
        return self._lulls or self.table.lingers

    @property
    def _is_hurried(self) -> bool:
        """Whether nothing waits: not the settings but the environment stops all movement."""
        return self.app.animation_level == "none" and self.settings.animation != "off"

    def seconds_to_see(self) -> float:
        """How long what happened last moves on the table."""
        if self.player is None or self.app.animation_level == "none":
            return 0.0
        return self.table.seconds_for(self.player) * self.settings.tempo

    def begin_lull(self) -> bool:
        """Pause on a finished trick, for a while or until a key is pressed; False if there is no pause."""
        if self._lull_seconds is not None and self._is_hurried:
            return False
        self._lulls = True
        self._time_lull()
        return True

    def let_rest(self) -> bool:
        """Let the last card come to rest before the next of two people sits down; False if that takes no time."""
        if self.player is None or self._is_hurried:
            return False
        seconds = self.table.seconds_for(self.player) * (self.settings.tempo or 1.0)
        if seconds:
            self._lulls = True
            self._lull = self.set_timer(seconds + REST, self.go_on)
        return bool(seconds)

    @property
    def _lull_seconds(self) -> float | None:
        """Seconds that a finished trick is shown; None means until a key is pressed."""
        return self.settings.trick_seconds if self.session.humans else Settings().trick_seconds

    def _time_lull(self) -> None:
        """Start the timer that ends the lull, unless a key ends it or something covers the table."""
        self._hold_lull()
        seconds = self._lull_seconds
        if seconds is not None and self.is_active:
            self._lull = self.set_timer(seconds + self.seconds_to_see(), self.go_on)

    def _hold_lull(self) -> None:
        if self._lull is not None:
            self._lull.stop()
            self._lull = None

    def end_lull(self) -> None:
        """End the pause on a finished trick."""
        self._lulls = False
        self._hold_lull()

    def go_on(self) -> None:
        """Clear away a finished trick, and go on with the game if it waits for that."""
        self.table.go_on()
        if self._lulls:
            self.end_lull()
            self.show_point()
        else:
            self.refresh_keys()
            self.begin_beat()

    def cleared(self) -> bool:
        """Clear away a finished trick, unless the game is over; whether there was one."""
        rests = self.rests and self.session.outcome is None
        if rests:
            self.go_on()
        return rests

    # -- forced moves ----------------------------------------------------------------------------------

    @property
    def plays_by_itself(self) -> bool:
        """Whether the game plays a person's forced moves: against bots only.

        People who share a keyboard need their time between two curtains, and in a patience all moves are forced.
        """
        against_bots = len(self.session.humans) == 1 < len(self.session.seats)
        return against_bots and self.settings.forced_plays == "automatic"

    @property
    def beats(self) -> bool:
        """Whether a forced move is announced, and will be played in a moment."""
        return self._beat is not None

    def begin_beat(self) -> None:
        """Announce a forced move, and play it after a moment; Enter plays it at once, any other key stops it."""
        player = self.player
        if player is None or not player.active or self.beats or self.rests or not self.is_active:
            return
        action = self.only_choice() if self.plays_by_itself else None
        if action is not None:
            self._beat = self.set_timer(self.settings.forced_seconds, self.end_beat)
            self._explain_beat(self.table.announce(player, action))

    def end_beat(self) -> None:
        """Play the forced move that was announced."""
        action = self.only_choice() if self.beats else None
        self.action_hold()
        if action is not None:
            self.act(action)

    def action_hold(self) -> None:
        """Do not play the forced move: the person will, when they are ready."""
        if self._beat is not None:
            self._beat.stop()
            self._beat = None
            self._explain_beat("")

    def _explain_beat(self, note: str) -> None:
        self.table.say(note)
        self.refresh_keys()

    # -- what ends it ----------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """End movements, and stop a forced move unless the key plays it."""
        self.table.interrupt()
        if event.key not in PLAYING:
            self.action_hold()
        if self.rests and event.key not in CLEARING:
            self.go_on()

    def on_mouse_down(self) -> None:
        """Land the cards in the air, and keep in mind whether this click is the one that clears away what is over."""
        self.table.land()
        self._clears = self.rests

    def on_click(self) -> None:
        """Stop a forced move and clear away a finished trick, after the click has done what it does.

        Otherwise the line of keys would change under it.
        """
        self.action_hold()
        if self._clears and self.rests:
            self.go_on()

    def on_screen_suspend(self) -> None:
        """End movements and stop a forced move while something lies over the table."""
        self.table.interrupt()
        self.action_hold()
        self._hold_lull()

    def on_screen_resume(self) -> None:
        """Go on with what waited for the table to be in view again."""
        if self._lulls:
            self._time_lull()
        else:
            self.begin_beat()
