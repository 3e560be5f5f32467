"""The cell where the next character of a field is typed."""

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Offset
from textual.widgets import Input

from clockspades.tui.textual_fixes.lists_and_fields import cell_of_field


class FieldApp(App[None]):
    def compose(self) -> ComposeResult:
        yield Input("♠ 界")


@pytest.mark.parametrize(("position", "cells", "too_far"), [(0, 0, 0), (2, 2, 0), (3, 4, 1)])
async def test_only_textual_is_a_cell_too_far_and_only_at_the_end(position: int, cells: int, too_far: int) -> None:
    async with FieldApp().run_test(size=(40, 5)) as pilot:
        field = pilot.app.query_one(Input)
        field.cursor_position = position
        await pilot.pause()
        assert cell_of_field(field) == field.content_region.offset + Offset(cells, 0)
        assert field.cursor_screen_offset == cell_of_field(field) + Offset(too_far, 0)
