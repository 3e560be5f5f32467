"""What covers the table of several people: the curtain between two, and the question whether to take a move back."""

from pathlib import PurePath
from typing import ClassVar, Final, Literal

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from clockspades.language import N_, _
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import spoken, terminal
from clockspades.tui.bindings import QUIT
from clockspades.tui.screens.kinds import Modal
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.menu_item import TextButton

LIFT: Final = Command("space", "lift", N_("Show your cards"), N_("show cards"), stays=True, name="curtain.lift")
"""Not with Enter: the last player may press it twice."""
ASK: Final = Command(
    "u", "ask", N_("Ask to take the last move back"), N_("take back"), name="curtain.ask",
    when=lambda self: bool(self.asker),
)  # fmt: skip
AGREE: Final = Command("y", "answer(True)", N_("Yes, take the move back"), N_("yes"), stays=True, name="curtain.agree")
DECLINE: Final = Command(
    "n,enter,escape", "answer(False)", N_("No, the move stands"), N_("no"), stays=True, name="curtain.decline"
)

Behind = Literal["lifted", "asked"]
"""What happened at the curtain: the next player is ready, or the last one asks to take their move back."""


class Backdrop(Widget, can_focus=False, inherit_bindings=False):
    """A cloth over what lies under it: the pattern on the backs of the cards."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"backdrop--cloth"}

    def render_line(self, y: int) -> Strip:
        """One line of the pattern, which joins up with the lines around it."""
        width, pattern = self.size.width, glyphs().back
        cloth = (pattern * (width // len(pattern) + 2))[y % len(pattern) :][:width]
        return Strip([Segment(cloth, self.get_component_rich_style("backdrop--cloth"))], width)


class CurtainScreen(Modal[Behind]):
    """Covers the table until the next player is ready."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["curtain.tcss"]
    IS_GUARDED = False
    AUTO_FOCUS = ""
    commands = KEY_LINE = (LIFT, ASK, QUIT)

    def __init__(self, name: str, words: str = "", asker: str = "") -> None:
        """``words`` are shown above the rest; ``asker`` can ask to take back their last move, nobody if it is empty."""
        super().__init__()
        self._player, self._words, self.asker = name, words, asker

    def compose(self) -> ComposeResult:
        yield Backdrop()
        with Vertical(id="curtain"):
            yield Banner(Words(self._player, "$gold"), single=24)
            if self._words:
                yield Static(Content(self._words), id="curtain-words")
            yield Static(Content(_("{name}'s turn. Everyone else, look away.", name=self._player)))
            press = _("Press {key} or click to see your cards.", key=spoken(terminal(), LIFT))
            yield Static(Content(press), id="curtain-key")
            if self.asker:
                yield _answer(ASK, _("Take back {name}'s last move", name=self.asker), "curtain-ask")

    def action_lift(self) -> None:
        self.dismiss("lifted")

    def action_ask(self) -> None:
        self.dismiss("asked")

    def on_key(self) -> None:
        """Any other key, as an Enter that was meant for the table, says which one is wanted."""
        key = spoken(terminal(), LIFT)
        words = _("Only {key} or a click shows your cards, so that no other key gives them away.", key=key)
        self.query_one("#curtain-key", Static).update(Content.styled(words, "$text-bright"))

    def on_click(self, event: events.Click) -> None:
        """The next player is ready. The second click of a double click came from the last player."""
        if event.chain == 1 and not isinstance(event.widget, TextButton):
            self.dismiss("lifted")


class QuestionScreen(Modal[bool]):
    """Covers the table and asks one of several people whether a move may be taken back. The result is the answer."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["curtain.tcss"]
    AUTO_FOCUS = ""
    escape_leaves = True
    commands = KEY_LINE = (AGREE, DECLINE)

    def __init__(self, name: str, words: str) -> None:
        super().__init__()
        self._player, self._words = name, words

    def compose(self) -> ComposeResult:
        yield Backdrop()
        with Vertical(id="curtain"):
            yield Banner(Words(self._player, "$gold"), single=24)
            yield Static(Content(self._words))
            yield _answer(AGREE, _(AGREE.description), "curtain-yes")
            yield _answer(DECLINE, _(DECLINE.description), "curtain-no")

    def action_answer(self, agrees: bool) -> None:
        self.dismiss(agrees)


def _answer(command: Command, words: str, id: str) -> TextButton:
    return TextButton(
        Content.assemble((spoken(terminal(), command), "bold $gold"), f"  {words}"), command.action, id=id
    )
