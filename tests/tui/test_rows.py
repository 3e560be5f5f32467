"""A list with a cursor: where the cursor can go, and what a click does."""

from textual import on
from textual.app import App, ComposeResult
from textual.content import Content

from clockspades.table.glyphs import glyphs
from clockspades.tui.widgets.rows import Rows


class Listed(App[None]):
    """A list of at most four rows."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        yield Rows(4)

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
        rows.pointed += 1
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
        rows.pointed -= 1
        await pilot.pause()
        assert not any(app.shown)
        assert not rows.region, "an empty list takes no room"
