"""What a player says, at their name for a while."""

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget


class Speech(Widget, can_focus=False, inherit_bindings=False):
    """A few words over a plate; while nothing is said it is not there."""

    words: reactive[str] = reactive("")

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None

    def say(self, name: str, words: str, plate: Region, seconds: float) -> None:
        """Say something in place of a row of a plate: the one below the name, or where it has one row that one."""
        if self._timer is not None:
            self._timer.stop()
        self.words = words if plate.height > 1 else f"{name}: {words}"
        width = min(max(plate.width, cell_len(self.words) + 2), self.screen.size.width)
        x = min(max(0, plate.x + (plate.width - width) // 2), self.screen.size.width - width)
        self.styles.width, self.styles.height = width, 1
        self.styles.offset = (x, plate.y + (plate.height > 1))
        self.display = True
        self._timer = self.set_timer(seconds, self.be_silent)

    def be_silent(self) -> None:
        """Say nothing any more."""
        self.words, self.display = "", False

    def render(self) -> Content:
        """The words."""
        return Content.styled(f" {self.words} ", "bold $felt on $gold")
