"""What every screen does where the terminal is too small for it."""

from textual import events

from clockspades.tui.mounted import MountedScreen
from clockspades.tui.widgets.size_guard import SizeGuard, fits


class GuardedScreen(MountedScreen):
    """A screen that says so where the terminal is too small for it, and shows nothing else."""

    def on_resize(self, event: events.Resize) -> None:
        """Put the guard up, over everything else, or take it down."""
        small = not fits(event.size)
        self.set_class(small, "-too-small")
        if small and not self.query(SizeGuard):
            self.mount(SizeGuard())
