"""What a wide terminal shows beside the result: the clock as the game left it, and the win chance as a curve."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from clockspades.engine.session import AnySession
from clockspades.review.review import Review
from clockspades.review.review_model import curve_model
from clockspades.review.review_words import finding, kinds_of_choices, sum_words
from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import DialModel
from clockspades.tui.drawing.text import card_text
from clockspades.tui.widgets.charts import SkillBars, WinCurve
from clockspades.tui.widgets.dial import Dial

LEAST: Final = Size(160, 40)
"""The smallest terminal with room beside the result."""


class Beside(Vertical, can_focus=False):
    """The clock at the end of the game, if it has one, and the review in short once it is made."""

    def __init__(self, session: AnySession, dial: DialModel | None) -> None:
        super().__init__(classes=None if dial is None else "-clock")
        self._session, self._dial = session, dial

    def compose(self) -> ComposeResult:
        """The dial, the sum of the review, luck and skill, the curve, and the mistakes."""
        if self._dial is not None:
            yield Dial()
        yield Static(id="sum")
        yield SkillBars()
        yield WinCurve()
        with VerticalScroll(id="mistakes", can_focus=False):
            yield Static()

    def on_mount(self) -> None:
        """Set the clock."""
        if self._dial is not None:
            self.query_one(Dial).model = self._dial

    def show_review(self, review: Review, point: int) -> None:
        """Show a review, with a point of the curve marked."""
        title = f"Win chance of {self._session.names[review.seat]}\n"
        words = Content.assemble((glyphs().words(title), "bold $gold"), (glyphs().words(sum_words(review)), "$bright"))
        self.query_one("#sum", Static).update(words)
        self.query_one(SkillBars).review = review
        self.query_one(WinCurve).model = curve_model(review, point)
        lines = [finding(self._session, review)]
        for kind in kinds_of_choices(self._session, review):
            lines += [kind.heading] if kind.heading else []
            lines += [f"{line.cost}  {line.words}" for line in kind.mistakes]
        self.query_one("#mistakes > Static", Static).update(Content("\n").join(map(card_text, lines)))
        self.add_class("-found")
