"""The timeline by itself: its arithmetic, what it draws, and what the mouse does with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import on
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widget import Widget

from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import Mark
from clockspades.tui.widgets.timeline import Bar, Timeline, TimelineModel

MODEL = TimelineModel(
    point=5,
    last=20,
    marks=(Mark(3, "♠", 0), Mark(8, "K", 1), Mark(12, "*")),
    near=0,
    sides=("Tick", "Ana"),
    speed="1x",
    view="Ana's view",
    views=("Ana's view", "Tick's view", "all open"),
    sign="■",
    ending="finished",
)


class Bench(App[None]):
    """A timeline and nothing else, which notes down what it is told."""

    CSS = "Timeline { height: 3; }"

    def __init__(self, model: TimelineModel, height: int) -> None:
        super().__init__()
        self.model, self.height = model, height
        self.sought: list[int] = []
        self.pointed: list[int | None] = []
        self.done: list[str] = []

    def compose(self) -> ComposeResult:
        timeline = Timeline()
        timeline.model = self.model
        timeline.styles.height = self.height
        yield timeline

    @property
    def timeline(self) -> Timeline:
        return self.query_one(Timeline)

    @property
    def rows(self) -> list[str]:
        return [self.timeline.render_line(y).text for y in range(self.height)]

    @on(Timeline.Sought)
    def _sought(self, event: Timeline.Sought) -> None:
        self.sought.append(event.point)
        self.timeline.model = self.timeline.model._replace(point=event.point)

    @on(Timeline.Pointed)
    def _pointed(self, event: Timeline.Pointed) -> None:
        self.pointed.append(event.point)

    async def run_action(self, *arguments: object, **_: object) -> bool:
        self.done.append(str(arguments[0]))
        return True


@asynccontextmanager
async def bench(
    model: TimelineModel = MODEL, width: int = 80, height: int = 3
) -> AsyncIterator[tuple[Bench, Pilot[None]]]:
    app = Bench(model, height)
    async with app.run_test(size=(width, 24)) as pilot:
        yield app, pilot


@given(st.integers(0, 400), st.integers(1, 200), st.integers(0, 60))
def test_every_cell_stands_for_a_point_and_every_point_for_a_cell(last: int, cells: int, x: int) -> None:
    bar = Bar(x, cells, last)
    at = [bar.cell(point) for point in range(last + 1)]
    assert at == sorted(at)
    assert at[0] == 0
    assert at[-1] == (cells - 1 if last else 0)
    points = [bar.point(column) for column in range(x, x + cells)]
    assert points == sorted(points)
    assert set(points) <= set(range(last + 1))
    if cells > last:
        assert [bar.point(x + cell) for cell in at] == list(range(last + 1)), "no point is out of reach"


async def test_each_side_has_its_marks_in_its_own_row_and_all_is_named() -> None:
    async with bench() as (app, _):
        bar, rows = app.timeline.bar, app.rows
        assert rows[2][bar.x + bar.cell(3)] == "♠"
        assert rows[0][bar.x + bar.cell(8)] == "K"
        assert rows[1][bar.x + bar.cell(12)] == "*"
        assert rows[1][bar.x + bar.cell(5)] == glyphs().thumb
        assert rows[1][bar.x + bar.cells] == "■"
        assert [row.count("♠") for row in rows] == [0, 0, 1]
        assert [row.count("K") for row in rows] == [1, 0, 0]
        far, middle, near = (row.strip() for row in rows)
        assert (far[:4], far[-10:]) == ("Tick", "Ana's view")
        assert (near[:3], near[-8:]) == ("Ana", "finished")
        assert "1x" in middle
        assert middle.endswith("5 of 20")
        assert glyphs().paused + " paused" in middle
        app.timeline.model = MODEL._replace(playing=True, near=1)
        assert glyphs().points_right + " playing" in app.rows[1]
        assert "♠" in app.rows[0], "the table was turned"


async def test_dragging_follows_the_pointer_to_the_ends_and_hovering_tells_the_point_once() -> None:
    async with bench() as (app, pilot):
        bar = app.timeline.bar
        await pilot.mouse_down(Timeline, offset=(bar.x + bar.cell(4), 1))
        await pilot.hover(Timeline, offset=(bar.x + bar.cell(6), 1))
        await pilot.hover(offset=(79, 20))
        await pilot.hover(offset=(0, 20))
        await pilot.mouse_up(offset=(0, 20))
        assert app.sought == [4, 6, 20, 0]
        app.pointed.clear()
        await pilot.hover(Timeline, offset=(bar.x + bar.cell(8), 0))
        await pilot.hover(Timeline, offset=(bar.x + bar.cell(8), 1))
        await pilot.hover(offset=(5, 20))
        assert app.pointed == [8, None], "and that the pointer left"
        assert app.sought == [4, 6, 20, 0], "the button is up"


async def test_a_click_seeks_the_point_there_and_on_a_mark_its_own_and_words_are_buttons() -> None:
    async with bench() as (app, pilot):
        for word, row in (("paused", 1), ("1x", 1), ("Ana's view", 0), ("finished", 2), ("Tick", 0)):
            await pilot.click(Timeline, offset=(app.rows[row].index(word), row))
        assert app.done == ["play", "next_speed", "view"]
        assert app.sought == []
        bar = app.timeline.bar
        for point in (17, 0, 20, 9):
            await pilot.click(Timeline, offset=(bar.x + bar.cell(point), 1))
        assert app.sought == [17, 0, 20, 9]
        app.timeline.model = MODEL._replace(last=400, marks=(Mark(333, "♠", 0),))
        bar = app.timeline.bar
        for row in (2, 1):
            await pilot.click(Timeline, offset=(bar.x + bar.cell(333), row))
        assert app.sought[4] == 333
        assert app.sought[5] != 333, "others share the cell"


async def test_stepping_repaints_the_lines_that_look_different(monkeypatch: pytest.MonkeyPatch) -> None:
    async with bench() as (app, pilot):
        await pilot.pause()
        painted: list[Region] = []
        monkeypatch.setattr(Widget, "refresh", lambda _, *regions, **__: painted.extend(regions))
        app.timeline.model = MODEL._replace(point=6)
        assert 0 < len(painted) < app.timeline.size.height
        painted.clear()
        app.timeline.model = MODEL._replace(point=6)
        assert painted == [], "nothing changed"
