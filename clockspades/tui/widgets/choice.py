"""A row of values of which one is chosen, like the stations of an old wireless; or a number of many."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from clockspades.language import _
from clockspades.table.glyphs import glyphs


class Choice(Widget, can_focus=True, inherit_bindings=False):
    """The values beside each other, or where they do not fit the chosen one alone between two arrows."""

    labels: reactive[tuple[str, ...]] = reactive(())
    chosen: reactive[int] = reactive(0)
    hovered: reactive[int | None] = reactive(None)

    @dataclass
    class Changed(Message):
        """Another value was chosen."""

        choice: "Choice"

        @property
        def control(self) -> "Choice":
            return self.choice

    def __init__(self, labels: Sequence[str], chosen: int, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.set_reactive(Choice.labels, tuple(labels))
        self.set_reactive(Choice.chosen, chosen)

    def watch_chosen(self) -> None:
        if self.is_mounted:
            self.post_message(self.Changed(self))

    def step(self, by: int) -> None:
        """Choose the value so many places on, round and round."""
        self.chosen = (self.chosen + by) % len(self.labels)

    def render(self) -> Content:
        """The values; the chosen one stands out by its arrows and its colours."""
        parts = []
        for number, _at, label in self._places():
            style = "$text"
            if number == self.chosen:
                style = "bold $pointed-edge on $pointed" if self.has_focus else "bold $black on $card"
            elif number == self.hovered:
                style = "underline $bright"
            parts.append(Content.styled(label, style))
        return Content(" ").join(parts)

    @property
    def cursor_screen_offset(self) -> Offset:
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

    def hit(self, event: events.MouseEvent) -> int | None:
        at = event.get_content_offset(self)
        if at is None:
            return None
        return next((n for n, start, text in self._places() if start <= at.x < start + cell_len(text)), None)

    def on_click(self, event: events.Click) -> None:
        """Choose the value under the pointer; where just one is shown the next one, or with the left arrow the last."""
        at, number = event.get_content_offset(self), self.hit(event)
        if at is not None and number is not None:
            self.focus()
            if len(self._places()) == 1:
                self.step(-1 if at.x <= 1 else 1)
            else:
                self.chosen = number

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.hovered = self.hit(event)

    def on_leave(self) -> None:
        self.hovered = None


class Number(Choice):
    """A choice between the numbers of a range; the arrows go by steps, and digits say it exactly."""

    def __init__(self, values: range, chosen: int, *, id: str | None = None) -> None:
        """``chosen`` is the place in the range of the number at first."""
        super().__init__([str(value) for value in values], chosen, id=id)
        self._values = values
        self._by = 10 if len(values) > 500 else 5
        self._typed = ""

    def step(self, by: int) -> None:
        """Go to the next round number that way, and no further than the first and the last."""
        self._typed = ""
        value = self._values[self.chosen]
        rest = value % self._by
        to = value - rest + by * self._by if by > 0 or not rest else value - rest
        self.chosen = self._values.index(min(max(to, self._values[0]), self._values[-1]))

    def on_key(self, event: events.Key) -> None:
        """Take a digit, or the last one back; a number that is too small waits for more digits."""
        if event.key == "backspace":
            typed = (self._typed or self.labels[self.chosen])[:-1]
        elif event.character is not None and event.character in "0123456789":
            typed = (self._typed + event.character).lstrip("0")
            if typed and int(typed) > self._values[-1]:
                typed = event.character.lstrip("0")
        else:
            return
        event.stop()
        self._typed = typed
        if typed and int(typed) in self._values:
            self.chosen = self._values.index(int(typed))
        self.refresh()

    def on_blur(self) -> None:
        self._typed = ""

    def on_click(self, event: events.Click) -> None:
        """A click on an arrow goes that way, a click elsewhere begins to type."""
        event.prevent_default()  # what a click on one of several values does
        at = event.get_content_offset(self)
        self.focus()
        if at is not None and at.x <= 1:
            self.step(-1)
        elif at is not None and 0 <= at.x - (len(self._number) + 2) <= 1:
            self.step(1)

    @property
    def cursor_screen_offset(self) -> Offset:
        return self.content_region.offset + Offset(1 + len(self._number), 0)

    @property
    def _number(self) -> str:
        typed = self._typed or self.labels[self.chosen]
        return typed.rjust(len(self.labels[-1]))

    def render(self) -> Content:
        left, right = glyphs().points_left, glyphs().points_right
        style = "bold $pointed-edge on $pointed" if self.has_focus else "bold $black on $card"
        span = f"  {_('{least} to {most}', least=self.labels[0], most=self.labels[-1])}"
        return Content.styled(f"{left} {self._number} {right}", style) + Content.styled(span, "$text-quiet")
