"""Widgets that draw one part of what their table shows, above all text: a name, the prompt, a number, the penalties.

The table gives each its model. A selector, a pure function, takes from it what this widget draws, so that the widget
repaints when that changes and not otherwise.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Generic, TypeVar

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import CountModel, LineModel, TallyModel
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.drawing.lettering import lettering

ModelT = TypeVar("ModelT")


class BoundWidget(Widget, Generic[ModelT], can_focus=False, inherit_bindings=False):
    """A widget that draws ``model``; each subclass declares it with its first value."""

    model: reactive[ModelT]

    def __init__(
        self, selector: Callable[[Any], ModelT] | None = None, *, id: str | None = None, classes: str | None = None
    ) -> None:
        """Without a ``selector`` the widget is bound to no table, and its owner sets its model."""
        super().__init__(id=id, classes=classes)
        self._selector = selector

    def follow(self, table_model: Any) -> None:
        if self._selector is not None:
            self.model = self._selector(table_model)


class Line(BoundWidget[LineModel]):
    """Text that follows the table."""

    model: reactive[LineModel] = reactive(LineModel())

    def render(self) -> Content:
        text, foot = _line(self.model, self.size.width), self.model.foot
        if foot is None:
            return _fitted(text, self.size)
        return _with_foot(text, _line(foot, self.size.width, "  " * bool(foot.text)), self.size)


def _line(model: LineModel, width: int, before: str = "  ") -> Content:
    """Text, and as many of the quieter parts after it as there is room for."""
    style = "bold $gold" if model.glows else "bold $text-bright" if model.bright else ""
    text = card_text(model.text, style, model.tints)
    if text.cell_length + 1 + cell_len(" · ".join(model.quiet)) == width:
        before = before[:1]
    for part in model.quiet:
        room = width - text.cell_length - cell_len(part)
        if room == 1 and before == "  ":
            before = " "
        if room < len(before):
            break
        text += Content.styled(glyphs().words(before + part), "$text-quiet")
        before = " · "
    return text


def _with_foot(text: Content, foot: Content, size: Size) -> Content:
    """The text with something on the last row, if there is room for both."""
    rows = text.wrap(size.width) if size.area else []
    if 0 < len(rows) < size.height:
        return Content("\n").join([*rows, *[Content("")] * (size.height - len(rows) - 1), foot])
    last = rows[-1] + "  " + foot if rows else foot
    if len(rows) > size.height or last.cell_length > size.width:
        return _fitted(text, size)
    return Content("\n").join([*rows[:-1], last])


def _fitted(text: Content, size: Size) -> Content:
    """The text, with an ellipsis where it does not fit."""
    if not size.area or text.cell_length <= size.width:
        return text
    rows = text.wrap(size.width) if size.height > 1 else [text, Content("")]
    if len(rows) <= size.height:
        return text
    last = rows[size.height - 1].truncate(size.width - 1) + glyphs().words("…")
    return Content("\n").join([*rows[: size.height - 1], last])


class Count(BoundWidget[CountModel | None]):
    """A number; where large digits do not fit or cannot be drawn, on one line with its words."""

    model: reactive[CountModel | None] = reactive(None)

    def render(self) -> Content:
        if self.model is None:
            return Content("")
        number, words = self.model
        large = self._digits(number, len(max(words[:1], default="")) + 1)
        if not large:
            return Content.assemble((str(number), "bold $gold"), (f" {' '.join(words)}", "$text-quiet"))
        room = self.size.width - len(large[0]) - 1
        beside = [line for line in words if len(line) <= room][: len(large)]
        lines = [""] * (len(large) - len(beside)) + beside
        return Content("\n").join(
            Content.assemble((row, "$gold"), (f" {line}", "$text-quiet")) for row, line in zip(large, lines)
        )

    def _digits(self, number: int, beside: int) -> tuple[str, ...]:
        """The largest digits that fit with so many columns beside them; none where none do."""
        width, height = self.size
        for scale in (2, 1):
            drawn = lettering(str(number), scale)
            if glyphs().braille and drawn and len(drawn) <= height and len(drawn[0]) + beside <= width:
                return drawn
        return ()


class Tally(BoundWidget[TallyModel]):
    """What counts for and against a player."""

    model: reactive[TallyModel] = reactive(TallyModel())

    def render(self) -> Content:
        return Content("\n").join(card_text(line) for line in tally_lines(self.model.groups, self.size))


def tally_lines(groups: Sequence[Sequence[str]], room: Size) -> list[str]:
    """The groups with blanks between their parts, each on lines of its own; in little room all on the same lines.

    In less, ranks of one character stand close together, so that a ten and the kings can be told from them.
    """
    if not room.width:
        return []
    together = [part for group in groups for part in group]
    forms = (
        [line for group in groups for line in _fill(group, room.width)],
        _fill(together, room.width),
        _fill(together, room.width, close=True),
    )
    return next((lines for lines in forms if len(lines) <= room.height), forms[-1])


def _fill(parts: Sequence[str], width: int, *, close: bool = False) -> list[str]:
    """The parts in lines of at most ``width`` cells; ``close`` leaves out the blanks between single characters."""
    lines: list[str] = []
    for before, part in pairwise(("", *parts)):
        gap = "" if close and len(before) == len(part) == 1 else " "
        if lines and len(lines[-1]) + len(gap) + len(part) <= width:
            lines[-1] += gap + part
        else:
            lines.append(part)
    return lines
