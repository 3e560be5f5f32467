"""A list with a cursor: where the cursor can go, and what a click does."""

from typing import Any

from textual import on
from textual.app import App, ComposeResult
from textual.content import Content

from clockspades.table.glyphs import glyphs
from clockspades.tui.widgets.rows import NOWHERE, Rows, RowsPane


class Listed(App[None]):
    """A list."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        with RowsPane():
            yield Rows()

    @on(Rows.Pointed)
    def _pointed(self) -> None:
        self.told.append(f"pointed {self.query_one(Rows).pointed}")

    @on(Rows.Chosen)
    def _chosen(self) -> None:
        self.told.append(f"chosen {self.query_one(Rows).pointed}")

    @property
    def shown(self) -> list[str]:
        return [strip.text.rstrip() for strip in self.screen._compositor.render_strips()]


async def test_the_cursor_stays_in_the_list_and_a_click_chooses() -> None:
    mark = glyphs().points_right
    async with Listed().run_test(size=(20, 6)) as pilot:
        app = pilot.app
        assert isinstance(app, Listed)
        rows = app.query_one(Rows)
        rows.show([Content.styled("one", "red"), Content("two\n  too"), Content("three")], 7)
        await pilot.pause()
        assert app.shown == ["  one", "  two", "  too", f"{mark} three", "", ""]
        rows.move(1)
        await pilot.pause()
        assert (rows.pointed, app.told) == (2, []), "there is no row below"
        await pilot.click(offset=(5, 2))
        assert app.told == ["pointed 1", "chosen 1"]
        assert app.shown == ["  one", f"{mark} two", "  too", "  three", "", ""]
        await pilot.click(offset=(5, 5))
        assert app.told == ["pointed 1", "chosen 1"], "there is no row"
        rows.show([Content("four")], rows.pointed)
        await pilot.pause()
        assert app.shown == [f"{mark} four", "", "", "", "", ""]
        rows.show([], 0)
        rows.move(-1)
        await pilot.pause()
        assert not any(app.shown)
        assert not rows.region, "an empty list takes no room"


async def test_headings_are_never_chosen_and_the_cursor_may_be_nowhere() -> None:
    async with Listed().run_test(size=(20, 6)) as pilot:
        app = pilot.app
        assert isinstance(app, Listed)
        rows = app.query_one(Rows)
        rows.show([Content("Fruit"), Content("apple"), Content("Trees"), Content("oak")], NOWHERE, {0, 2})
        await pilot.pause()
        assert not any(line.startswith(glyphs().points_right) for line in app.shown)
        for line, hovered in ((0, NOWHERE), (3, 3), (2, NOWHERE)):
            await pilot.hover(offset=(4, line))
            assert rows.hovered == hovered
        await pilot.click(offset=(4, 2))
        assert (rows.pointed, app.told) == (NOWHERE, [])
        await pilot.click(offset=(4, 1))
        assert app.told == ["pointed 1", "chosen 1"]


async def test_the_row_under_the_cursor_stays_in_view_and_no_other_is_drawn() -> None:
    class Long(list[Content]):
        """Notes which rows were asked for."""

        asked: set[int]

        def __getitem__(self, number: Any) -> Any:
            self.asked.add(number)
            return super().__getitem__(number)

    async with Listed().run_test(size=(20, 6)) as pilot:
        rows, texts = pilot.app.query_one(Rows), Long(Content(f"row {number}") for number in range(1000))
        texts.asked = set()
        rows.styles.text_wrap = "nowrap"
        rows.styles.height = "auto"
        rows.show(texts, 0)
        await pilot.pause()
        rows.page(1)
        assert rows.pointed == 5, "a row fewer than are in view"
        rows.move(300)
        await pilot.pause()
        await pilot.resize_terminal(20, 3)
        await pilot.pause()
        assert any("row 305" in line for line in pilot.app.shown)  # type: ignore[attr-defined]
        assert len(texts.asked) < 30
