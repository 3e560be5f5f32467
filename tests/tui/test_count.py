"""A number in large digits: as large as fits, and its words beside it."""

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Size

from clockspades.table import glyphs as characters
from clockspades.table.widget_models import CountModel
from clockspades.tui.drawing.lettering import lettering
from clockspades.tui.widgets import bound_widget as count
from clockspades.tui.widgets.bound_widget import Count

FACE = CountModel(41, ("of 52", "face up"))


async def drawn(size: tuple[int, int], face: CountModel = FACE) -> list[str]:
    """The lines of the widget in so many cells."""

    class Page(App[None]):
        def compose(self) -> ComposeResult:
            yield Count(lambda shown: shown)

        def get_css_variables(self) -> dict[str, str]:
            return {**super().get_css_variables(), "gold": "yellow", "text-quiet": "gray"}

    app = Page()
    async with app.run_test(size=size) as pilot:
        widget = app.query_one(Count)
        widget.styles.width, widget.styles.height = size
        widget.follow(face)
        await pilot.pause()
        assert widget.size == Size(*size)
        return str(widget.render()).split("\n")


async def test_the_words_stand_at_the_foot_of_the_digits() -> None:
    digits = lettering("41")
    assert digits is not None
    assert await drawn((20, 3)) == [f"{digits[0]} ", f"{digits[1]} of 52", f"{digits[2]} face up"]


async def test_the_digits_are_as_large_as_fits() -> None:
    large = lettering("41", 2)
    assert large is not None
    assert [line[: len(large[0])] for line in await drawn((30, 6))] == [*large]
    assert len(await drawn((20, 6))) == 3


async def test_words_that_do_not_fit_are_left_out() -> None:
    assert "".join(await drawn((15, 3))).count("of 52") == 1
    assert "face up" not in "".join(await drawn((15, 3)))


@pytest.mark.parametrize("size", [(30, 2), (9, 3)])
async def test_where_they_do_not_fit_at_all_it_is_one_line(size: tuple[int, int]) -> None:
    assert await drawn(size) == ["41 of 52 face up"]


async def test_so_it_is_where_there_are_letters_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count, "glyphs", lambda: characters.PLAIN)
    assert await drawn((30, 6)) == ["41 of 52 face up"]
