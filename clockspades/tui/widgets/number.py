"""A number that is typed, or changed by steps: for an option with more values than a row has room for."""

from textual import events
from textual.content import Content
from textual.geometry import Offset

from clockspades.table.glyphs import glyphs
from clockspades.tui.widgets.choice import Choice


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
        """Whoever goes away has said all."""
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
        """The last digit."""
        return self.content_region.offset + Offset(1 + len(self._number), 0)

    @property
    def _number(self) -> str:
        """What stands between the arrows."""
        typed = self._typed or self.labels[self.chosen]
        return typed.rjust(len(self.labels[-1]))

    def render(self) -> Content:
        """The number between arrows, and what it can be."""
        left, right = glyphs().points_left, glyphs().points_right
        style = "bold $pointed-edge on $pointed" if self.has_focus else "bold $black on $card"
        span = f"  {self.labels[0]} to {self.labels[-1]}"
        return Content.styled(f"{left} {self._number} {right}", style) + Content.styled(span, "$text-quiet")
