"""Widgets that are painted only where they look different: no more than that, and no less."""

import pytest
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget

from clockspades.tui.widgets.drawn import DrawnWidget
from tests.tui.seated import text_on


class Words(DrawnWidget):
    """Words with a blank between them, each of them a segment."""

    lines: var[tuple[str, ...]] = var(("one two three", "four"))

    def draw_line(self, y: int) -> Strip:
        words = self.lines[y].split(" ") if y < len(self.lines) else []
        return Strip([Segment(word + " ") for word in words]).extend_cell_length(self.size.width)


class Shown(App[None]):
    def compose(self) -> ComposeResult:
        yield Words()


@pytest.mark.parametrize(
    ("lines", "changed"),
    [
        (("one two three", "four"), []),
        (("one six three", "four"), [Region(0, 0, 20, 1)]),
        (("one two", "five"), [Region(0, 0, 20, 1), Region(0, 1, 20, 1)]),
    ],
)
async def test_what_looks_different_is_painted_and_no_more(
    lines: tuple[str, ...], changed: list[Region], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Shown()
    async with app.run_test(size=(20, 3)) as pilot:
        words, painted = app.query_one(Words), list[Region]()
        refresh = Widget.refresh

        def noted(widget: Widget, *regions: Region, **options: bool) -> Widget:
            painted.extend(regions)
            return refresh(widget, *regions, **options)

        monkeypatch.setattr(Widget, "refresh", noted)
        words.lines = lines
        words.repaint()
        await pilot.pause()
        assert painted == changed
        shown = text_on(app)
        app.refresh()
        await pilot.pause()
        assert text_on(app) == shown
        assert [line.rstrip() for line in shown.splitlines()][:2] == list(lines)


async def test_a_line_that_was_drawn_to_compare_it_is_not_drawn_again_unless_all_is_painted() -> None:
    app = Shown()
    async with app.run_test(size=(20, 3)):
        words = app.query_one(Words)
        words.lines = ("six", "four")
        words.repaint()
        words.set_reactive(Words.lines, ("seven", "four"))
        assert words.render_line(0).text.startswith("six")
        words.repaint()
        words.refresh()
        words.set_reactive(Words.lines, ("eight", "four"))
        assert words.render_line(0).text.startswith("eight")
