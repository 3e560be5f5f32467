"""A form of rows: in each what is asked, the answers, and a note about them.

:class:`FormRow` draws a row of :mod:`clockspades.forms.form_rows`. A screen has :func:`answered` make an input of what
happened to an answer, and :func:`show_rows` draw the rows that come of it.
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static

from clockspades.engine.text import is_typed
from clockspades.forms.form_rows import AnswerChange, AnswerRow, FormAnswer, InRange, OneOf, Picked, Text, Typed
from clockspades.language import N_
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.tui.bindings import HELP
from clockspades.tui.widgets.choice import Choice, Number

_PREVIOUS_ROW: Final = Command("up", "app.focus_previous", N_("Previous row"), name="form.previous_row")
_NEXT_ROW: Final = Command("down", "app.focus_next", N_("Next row"), N_("row"), name="form.next_row")
NEXT_ROW: Final = _NEXT_ROW._replace(shown=(_PREVIOUS_ROW, _NEXT_ROW))
_PREVIOUS_VALUE: Final = Command("left", "change(-1)", N_("Previous value"), name="form.previous_value")
_NEXT_VALUE: Final = Command(
    "right,space", "change(1)", N_("Next value"), N_("change"), listed=False, name="form.next_value"
)
NEXT_VALUE: Final = _NEXT_VALUE._replace(shown=(_PREVIOUS_VALUE, _NEXT_VALUE))
FORM_HELP: Final = HELP._replace(description=N_("Help; characters are text while you type"), label="F1")
ROW_COMMANDS: Final = (_PREVIOUS_ROW, NEXT_ROW, _PREVIOUS_VALUE, NEXT_VALUE, FORM_HELP)
"""The commands of a screen with a form, which defines the actions ``change`` and ``help``."""


class FormNote(Widget, can_focus=False, inherit_bindings=False):
    """A sentence, as tall as the longest that can replace it, so rows don't move."""

    sentence: reactive[str] = reactive("", layout=True)

    def __init__(self, sentences: Sequence[str], *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._sentences = tuple(sentences)

    def render(self) -> Content:
        return Content(glyphs().words(self.sentence))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(len(Content(words).wrap(width)) for words in (self.sentence, *self._sentences)) if width else 0


class FormRow(Horizontal):
    """A label, what is answered with, and a sentence below that."""

    def __init__(self, row: AnswerRow) -> None:
        super().__init__()
        self.row = row
        self._label = Static(row.label, classes="label", markup=False)
        self.answers = [_widget(answer) for answer in row.answers]
        self._note = FormNote(row.notes, classes="note")
        self._show_note()

    def compose(self) -> ComposeResult:
        """The label on the left, the answers beside each other where there is room, the sentence."""
        yield self._label
        with Vertical(classes="said"):
            with Horizontal(classes="answers"):
                for widget, answer in zip(self.answers, self.row.answers):
                    if isinstance(answer, Text) and answer.label:
                        yield Horizontal(
                            Static(answer.label, classes="its-label", markup=False), widget, classes="named"
                        )
                    else:
                        yield widget
            yield self._note

    def show(self, row: AnswerRow) -> None:
        """Show another row, with answers of the same kinds. Those that stay as they were are left alone."""
        before, self.row = self.row, row
        if row == before:
            return
        if row.label != before.label:
            self._label.update(row.label)
        for widget, was, answer in zip(self.answers, before.answers, row.answers):
            if answer != was:
                _show(widget, answer)
        self._show_note()

    def _show_note(self) -> None:
        self.display = self.row.is_shown
        self.border_title = Content(f" {self.row.heading} ")
        self.set_class(bool(self.row.heading), "-headed")
        self._note.sentence = self.row.note
        self._note.set_class(self.row.is_wrong, "-wrong")
        self._note.set_class(not self.row.note, "-empty")

    def on_descendant_focus(self) -> None:
        self.add_class("-focused")

    def on_descendant_blur(self) -> None:
        self.remove_class("-focused")


def show_rows(parent: Widget, rows: Iterable[AnswerRow]) -> None:
    """Show rows in the widgets that were made for them, in the same order."""
    for widget, row in zip(parent.query(FormRow), rows, strict=True):
        widget.show(row)


def answered(widget: Widget) -> AnswerChange:
    assert widget.id is not None, "an answer has a key"
    if isinstance(widget, Choice):
        return Picked(widget.id, widget.chosen)
    assert isinstance(widget, Input), "other answers are typed"
    return Typed(widget.id, widget.value)


LONGEST: Final = 80
"""How many characters fit in a field that says nothing else."""
LONGEST_PASTE: Final = 10_000
"""How many characters of a pasted text are looked at."""


class TextField(Input):
    """Its cursor stands still: a screen that nobody touches writes no byte."""

    cursor_blink = reactive(False, init=False)

    def on_mount(self) -> None:
        """Limit the length, as for a pasted text."""
        self.max_length = self.max_length or LONGEST

    def on_key(self, event: events.Key) -> None:
        """Take a joiner, which Persian and Sinhala keyboards have, and Textual takes for no character."""
        if event.character and is_typed(event.character) and not event.is_printable:
            self.insert_text_at_cursor(event.character)
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """Take the first line of a paste, or all as one where a long line fits: terminals and mail wrap those."""
        longest = self.max_length or LONGEST
        lines = [line for line in event.text[:LONGEST_PASTE].splitlines() if line.strip()]
        line = "".join(filter(is_typed, " ".join(lines[: 1 if longest <= LONGEST else None]).strip()))
        room = longest - len(self.value) + len(self.selected_text)
        event.text = line[: max(0, room)]


AnswerWidget: TypeAlias = Choice | TextField


def _widget(answer: FormAnswer) -> AnswerWidget:
    match answer:
        case OneOf(key, labels, chosen):
            return Choice(labels, chosen, id=key)
        case InRange(key, values, chosen):
            return Number(values, chosen, id=key)
        case Text(key, value, placeholder, longest, _):
            return TextField(value, placeholder, max_length=longest, compact=True, id=key)


def _show(widget: AnswerWidget, answer: FormAnswer) -> None:
    match widget, answer:
        case Choice(), OneOf(_, labels, chosen):
            widget.labels, widget.chosen = labels, chosen
        case Choice(), InRange(_, _, chosen):
            widget.chosen = chosen
        case TextField(), Text(_, value, placeholder, _, _):
            widget.value, widget.placeholder = value, placeholder
