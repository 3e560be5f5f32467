"""A form of rows: in each what is asked, the answer, and a note about it."""

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from clockspades.tui.glyphs import glyphs


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Rows that scroll where they do not fit: as the focus moves or the wheel turns, for the keys are the rows' own."""


class FormRow(Horizontal):
    """A label, the widget that is answered with, and a sentence beside or below that."""

    def __init__(self, label: str, answer: Widget, *, beside: bool = False) -> None:
        super().__init__(classes="-beside" if beside else "-below")
        self._label, self._answer = label, answer
        self._noted: tuple[str, bool] | None = None

    def compose(self) -> ComposeResult:
        """The three from left to right."""
        yield Static(self._label, classes="label", markup=False)
        with Horizontal(classes="answer"):
            yield self._answer
            yield Static(classes="note")

    def note(self, sentence: str, *, wrong: bool = False) -> None:
        """Say something about the answer; ``wrong`` if it cannot stay."""
        if (sentence, wrong) == self._noted:
            return
        self._noted = (sentence, wrong)
        note = self.query_one(".note", Static)
        note.update(Content(glyphs().words(sentence)))
        note.set_class(wrong, "-wrong")
        note.display = bool(sentence)

    def on_descendant_focus(self) -> None:
        """The answer has the focus."""
        self.add_class("-focused")

    def on_descendant_blur(self) -> None:
        """The focus went elsewhere."""
        self.remove_class("-focused")
