"""What every screen does about the size of the terminal."""

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from clockspades.tui.mounted import MountedScreen
from clockspades.tui.widgets.size_guard import SizeGuard, fits


class SizedScreen(MountedScreen, Screen[None]):
    """A screen that has classes by its size, and says so where the terminal is too small for it."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 (Textual declares it)
        (0, "-compact"),
        (80, "-normal"),
        (100, "-roomy"),
        (120, "-large"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-short"),
        (24, "-medium"),
        (30, "-tall"),
        (40, "-high"),
    ]

    def compose(self) -> ComposeResult:
        """Nothing yet; the classes stand before anything is styled by them."""
        width, height = self.app.size
        for extent, breakpoints in ((width, self.HORIZONTAL_BREAKPOINTS), (height, self.VERTICAL_BREAKPOINTS)):
            self.add_class(max((least, name) for least, name in breakpoints if least <= extent)[1])
        yield from ()

    def on_resize(self, event: events.Resize) -> None:
        """Put the guard up, over everything else, or take it down."""
        small = not fits(event.size)
        self.set_class(small, "-too-small")
        if small and not self.query(SizeGuard):
            self.mount(SizeGuard())
