"""Forms, and panels in which a text is typed: a line at the bottom of the screen below, or a form that begins so."""

from contextlib import suppress
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input

from clockspades.engine.phrases import sentence
from clockspades.engine.text import UserError
from clockspades.language import N_
from clockspades.table.commands import Command
from clockspades.tui.screens.kinds import Modal, panel
from clockspades.tui.textual_fixes.fixed_screens import AnyScreen
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FormRow, TextField

if TYPE_CHECKING:
    from clockspades.pasting import Pasted

KEEP: Final = Command("enter", "keep", N_("Keep the text"), N_("keep"))
CANCEL: Final = Command("escape", "cancel", N_("Close"), N_("cancel"), stays=True)
LEAVE: Final = Command("escape", "cancel", N_("Leave the text as it was"), N_("cancel"), stays=True, name="leave_text")


class AskScreen(Modal[str | None]):
    """Asks for a line of text. The result is what was typed, or None if it was left as it was."""

    AUTO_FOCUS = "TextField"
    escape_leaves = True
    commands = KEY_LINE = (KEEP, LEAVE)

    def __init__(self, title: str, text: str, longest: int) -> None:
        """``text`` is what stands there first; up to ``longest`` characters can be typed."""
        super().__init__()
        self._title, self._text, self._longest = title, text[:longest], longest

    def compose(self) -> ComposeResult:
        with panel(self._title):
            yield TextField(self._text, max_length=self._longest, compact=True)

    @on(Input.Submitted)
    def action_keep(self) -> None:
        text = self.query_one(TextField).value.strip()
        self.dismiss(None if text == self._text.strip() else text)


class FormScreen(AnyScreen):
    """A screen with a form, whose answers change by keys. Mix it in first."""

    def action_change(self, by: int) -> None:
        if isinstance(self.focused, Choice):
            self.focused.step(by)


class TextPanel(FormScreen, Modal[None]):
    """A form whose first row is a text to type: what is wrong with it is said below it."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "form.tcss"]
    AUTO_FOCUS = "Input"
    escape_leaves = True
    takes: ClassVar[tuple[type, ...]] = ()
    """What the text is for: nothing is said of it."""
    found: "Pasted | None" = None
    """What is typed, if it leads anywhere."""
    leads_to = ""
    """What Enter does with it, in a word or two."""

    @property
    def asks(self) -> str:
        """What is asked for, in a sentence that stands below the text."""
        raise NotImplementedError

    @property
    def typed(self) -> str:
        return self.query(Input).first().value.strip()

    def say(self, words: str, *, wrong: bool = False) -> None:
        row = self.query(FormRow).first()
        row.show(row.row._replace(note=words, is_wrong=wrong))

    @on(Input.Changed)
    def _text_changed(self) -> None:
        """Say what is typed, if that is for another place."""
        from clockspades.pasting import kind_of, read_pasted, told  # not for a mere name or note

        self.found, self.leads_to = None, ""
        with suppress(UserError):
            self.found = read_pasted(self.typed)
            self.leads_to = kind_of(self.found)[1]
        self.say(self.asks if self.found is None or isinstance(self.found, self.takes) else told(self.found))
        self.refresh_keys()

    def refuse(self, error: Exception) -> None:
        """Say what is wrong with the text; if there is none, what is asked for."""
        self.query(Input).first().focus()
        self.say(sentence(str(error)) if self.typed else self.asks, wrong=bool(self.typed))
