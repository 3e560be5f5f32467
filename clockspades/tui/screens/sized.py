"""What screens do about the size of the terminal that they fit."""

from textual.app import ComposeResult
from textual.screen import Screen

from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.screens.guarded import Guarded


class SizedScreen(Guarded, CommandScreen, Screen[None]):
    """A screen that has classes by its size."""

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
