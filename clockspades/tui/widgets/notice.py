"""What is said over a table elsewhere: a notice, which may ask for an answer, and what a player says at their name."""

from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from clockspades.language import headed
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.menu_item import TextButton

LEAST: Final = Size(24, 7)
"""The log that has room for it."""


class Notice(Vertical, can_focus=False):
    """It takes no room from the table, and is not there while it says nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        self._answers: tuple[str, str] | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="notice-words", markup=False)
        with Horizontal(id="notice-answers"):
            yield TextButton(Content(), "answer(True)", id="notice-yes")
            yield TextButton(Content(), "answer(False)", id="notice-no")

    def on_mount(self) -> None:
        self._show()

    def tell(self, words: str, answers: tuple[str, str] | None) -> None:
        if (words, answers) != (self._words, self._answers):
            self._words, self._answers = words, answers
            self._show()

    def stand(self) -> None:
        """Stand where there is room now: on the log, or at the top."""
        log = next((log.region for log in self.screen.query(GameLog) if log.region), Region())
        has_room = log.width >= LEAST.width and log.height >= LEAST.height
        place = log if has_room else Region(0, 0, self.screen.size.width, 1)
        self.styles.offset, self.styles.width = place.offset, place.width
        self.set_class(has_room, "-on-log")

    def _show(self) -> None:
        self.display = bool(self._words)
        self.stand()
        self.query_one("#notice-words", Static).update(self._words)
        self.query_one("#notice-answers").display = self._answers is not None
        for name, key, words in zip(("yes", "no"), "yn", self._answers or ()):
            label = Content.assemble((key, "bold $gold"), f" {words}")
            self.query_one(f"#notice-{name}", TextButton).update(label)


class Speech(Widget, can_focus=False, inherit_bindings=False):
    """A few words over a plate; while nothing is said it is not there."""

    words: reactive[str] = reactive("")

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None

    def say(self, name: str, words: str, plate: Region, seconds: float) -> None:
        if self._timer is not None:
            self._timer.stop()
        self.words = words if plate.height > 1 else headed(name, words)
        width = min(max(plate.width, cell_len(self.words) + 2), self.screen.size.width)
        x = min(max(0, plate.x + (plate.width - width) // 2), self.screen.size.width - width)
        self.styles.width, self.styles.height = width, 1
        self.styles.offset = (x, plate.y + (plate.height > 1))
        self.display = True
        self._timer = self.set_timer(seconds, self.be_silent)

    def be_silent(self) -> None:
        self.words, self.display = "", False

    def render(self) -> Content:
        return Content.styled(f" {self.words} ", "bold $felt on $gold")
