"""Which input counts, and when.

One event at a time counts, none while a screen comes, goes or is covered, of the mouse only the left button, and no key
that is still held down.

Faults, all in Textual 8.2.8:

- Every key and click goes into the queues of several widgets, whatever they are doing. ``App`` handles the next key
  while the handlers of the one before still run: of two Escapes, the second closes one more screen. A widget gets
  events before its screen is mounted, or after it has gone (https://github.com/Textualize/textual/issues/4258). Here an
  event waits until every handler has returned, and every screen is there or gone.
- A key that is held down is many keys: ``LinuxDriver`` does not ask for kitty's event types, ``XTermParser`` fails at
  them, and ``events.Key`` has no place for them. Other terminals cannot tell. So only the time between two keys does:
  else a long press of Enter on the last card would begin the next game.
- ``App.on_event`` makes a click of every button, and of a press with one and a release with another. It never forgets
  where a button was pressed, so a release whose press was dropped clicks there once more. Here other buttons do
  nothing, and a release counts only after its press.

Can go: part by part, as their tests fail.
"""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, Final, NamedTuple

from textual import events

from clockspades.table.commands import ENTER, SPACE
from clockspades.table.keys import keys_of, terminal
from clockspades.tui.textual_fixes.at_rest import when_at_rest

LIMIT: Final = 32
"""Events that may wait. Further ones are dropped: nobody still means a key that was pressed so long ago."""
TYPED: Final = 4096
"""Different keys that may wait: a terminal that does not mark pasted text sends it as keys, and none may be missing."""
ALIKE: Final = 8
"""The same key so often in a row is held down."""
HELD: Final = 0.7
"""Seconds without a key after which Enter and Space count. A key that is held down repeats within 660 ms."""
AHEAD: Final = 0.15
"""Seconds without a key after which other keys count: what was typed ahead comes sooner."""

LEFT: Final = 1
"""The mouse button that acts."""


class Waiting(NamedTuple):
    """An event, and the screen that was shown when it came."""

    event: events.Event
    screen: object


class InputGate:
    """Holds input back until the application is at rest."""

    def __init__(
        self,
        admit: Callable[[events.Event], None],
        shown: Callable[[], object],
        is_covered: Callable[[Any, events.Event], bool] = lambda screen, event: False,
    ) -> None:
        """``admit`` handles an event, and ``shown`` is the screen that is shown now; None when the program ends.

        An event is dropped if its screen ``is_covered`` for it.
        """
        self._admit, self._shown, self._is_covered = admit, shown, is_covered
        self._waiting: deque[Waiting] = deque()
        self.last_input = monotonic()
        self._is_pressed = False
        """Whether the left button was pressed where that counted, and not released yet."""

    def holds(self, event: events.Event) -> bool:
        """Whether this event waits, to be admitted later or dropped; False if it is to be handled now."""
        if not isinstance(event, events.InputEvent | events.Paste) or event.is_forwarded:
            return False
        self.last_input = monotonic()
        if not self._waiting:
            when_at_rest(self._admit_next)
        queue(self._waiting, Waiting(event, self._shown()))
        return True

    def _admit_next(self) -> None:
        event, screen = self._waiting.popleft()
        is_shown = screen is not None and screen is self._shown()  # else it was meant for a screen that has gone
        if screen is not None and is_shown and self._counts(event, is_covered=self._is_covered(screen, event)):
            self._admit(event)
        if self._waiting:
            when_at_rest(self._admit_next)

    def _counts(self, event: events.Event, *, is_covered: bool) -> bool:
        """Whether an event is one of the left button, if of any, and of a screen that can be seen.

        A release counts on a covered screen too: it ends what its press began, and clicks nothing there.
        """
        if isinstance(event, events.MouseDown | events.MouseUp):
            if event.button != LEFT:
                return False
            counts = self._is_pressed if isinstance(event, events.MouseUp) else not is_covered
            self._is_pressed = counts and isinstance(event, events.MouseDown)
            return counts
        return not is_covered


def queue(waiting: deque[Waiting], new: Waiting) -> None:
    """Add an event to those that wait, unless they are too many; a pointer that moves on replaces its last place."""
    if isinstance(new.event, events.MouseMove) and waiting and isinstance(waiting[-1].event, events.MouseMove):
        waiting[-1] = new
    elif len(waiting) < (TYPED if _is_typed(waiting, new.event) else LIMIT):
        waiting.append(new)


def _is_typed(waiting: deque[Waiting], event: events.Event) -> bool:
    """Whether an event is one of many different keys."""
    before = (waiting[-at].event for at in range(1, min(ALIKE, len(waiting)) + 1))
    return isinstance(event, events.Key) and any(
        isinstance(other, events.Key) and other.key != event.key for other in before
    )


def is_fresh(key: str, now: float, quiet_since: float) -> bool:
    """Whether a key pressed at ``now`` counts.

    ``quiet_since`` is when the screen appeared, or when the last key came that did not count. Both are in seconds.
    """
    return now - quiet_since >= (HELD if key in (*keys_of(terminal(), ENTER), *keys_of(terminal(), SPACE)) else AHEAD)
