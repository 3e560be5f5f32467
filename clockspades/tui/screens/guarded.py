"""What every screen does where the terminal is too small for it."""

from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.screen import Screen

from clockspades.tui.widgets.size_guard import SizeGuard, fits

if TYPE_CHECKING:
    ScreenBase = Screen[Any]
else:
    ScreenBase = object


class Guarded(ScreenBase):
    """A screen that says so where the terminal is too small for it, and shows nothing else. Mix it in first."""

    IS_GUARDED: ClassVar[bool] = True
    """Whether it needs the room; False for a few words that can be read in any window."""

    def on_resize(self, event: events.Resize) -> None:
        """Put the guard up, over everything else, or take it down."""
        small = self.IS_GUARDED and not fits(event.size)
        self.set_class(small, "-too-small")
        if small and not self.query(SizeGuard):
            self.mount(SizeGuard())
