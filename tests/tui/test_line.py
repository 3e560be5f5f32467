"""A line of text with quieter parts after it: what is left out where there is little room."""

import pytest
from textual.app import App, ComposeResult

from clockspades.table.widget_models import LineModel
from clockspades.tui.widgets.bound_widget import Line

NAME = LineModel("▸ Pivot", quiet=("no penalties", "steady"))
WHOLE = len("▸ Pivot no penalties · steady")


@pytest.mark.parametrize(
    ("room", "words"),
    [
        (WHOLE + 1, "▸ Pivot  no penalties · steady"),
        (WHOLE, "▸ Pivot no penalties · steady"),
        (WHOLE - 1, "▸ Pivot  no penalties"),
    ],
)
async def test_parts_are_left_out_only_where_one_blank_is_too_many(room: int, words: str) -> None:
    class Page(App[None]):
        def compose(self) -> ComposeResult:
            yield Line(lambda shown: shown)

        def get_css_variables(self) -> dict[str, str]:
            return {**super().get_css_variables(), "text-quiet": "gray", "text-bright": "white"}

    app = Page()
    async with app.run_test(size=(60, 3)) as pilot:
        line = app.query_one(Line)
        line.styles.width, line.styles.height = room, 1
        line.follow(NAME)
        await pilot.pause()
        assert str(line.render()) == words
