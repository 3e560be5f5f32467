"""A row of values of which one is chosen, like the stations of an old wireless."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from clockspades.table.glyphs import glyphs


class Choice(Widget, can_focus=True, inherit_bindings=False):
    """The values beside each other, or where they do not fit the chosen one alone between two arrows."""

    labels: reactive[tuple[str, ...]] = reactive(())
    chosen: reactive[int] = reactive(0)
    """The number of the value that is chosen."""
    hovered: reactive[int | None] = reactive(None)

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, choice: "Choice") -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> "Choice":
            """The row of values."""
            return self.choice

    def __init__(self, labels: Sequence[str], chosen: int, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.set_reactive(Choice.labels, tuple(labels))
        self.set_reactive(Choice.chosen, chosen)

    def watch_chosen(self) -> None:
        """Tell that another value is chosen."""
        if self.is_mounted:
            self.post_message(self.Changed(self))

    def step(self, by: int) -> None:
        """Choose the value so many places on, round and round."""
        self.chosen = (self.chosen + by) % len(self.labels)

    def render(self) -> Content:
        """The values; the chosen one stands out by its arrows and its colours."""
        parts = []
        for number, _, label in self._places():
            style = "$text"
            if number == self.chosen:
                style = "bold $pointed-edge on $pointed" if self.has_focus else "bold $black on $card"
            elif number == self.hovered:
                style = "underline $bright"
            parts.append(Content.styled(label, style))
        return Content(" ").join(parts)

    @property
    def cursor_screen_offset(self) -> Offset:
        """The first letter of the value that is chosen."""
        at = next((at for number, at, _ in self._places() if number == self.chosen), 0)
        return self.content_region.offset + Offset(at + 2, 0)

    def _places(self) -> list[tuple[int, int, str]]:
        """The number, the column and the text of each value that is shown."""
        left, right = glyphs().points_left, glyphs().points_right
        places, at = [], 0
        for number, label in enumerate(self.labels):
            words = glyphs().words(label)
            text = f"{right} {words} {left}" if number == self.chosen else f"  {words}  "
            places.append((number, at, text))
            at += cell_len(text) + 1
        if at - 1 <= self.size.width:
            return places
        return [(self.chosen, 0, f"{left} {glyphs().words(self.labels[self.chosen])} {right}")]

    def _under(self, event: events.MouseEvent) -> int | None:
        at = event.get_content_offset(self)
        if at is None:
            return None
        return next((n for n, start, text in self._places() if start <= at.x < start + cell_len(text)), None)

    def on_click(self, event: events.Click) -> None:
        """Choose the value under the pointer; the next one where just one is shown."""
        number = self._under(event)
        if number is not None:
            self.focus()
            if len(self._places()) == 1:
                self.step(1)
            else:
                self.chosen = number

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show which value the pointer is on."""
        self.hovered = self._under(event)

    def on_leave(self) -> None:
        """The pointer left."""
        self.hovered = None
