"""Widgets that draw one model: a number in large digits, a line with quieter parts, and what a player has taken."""

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Size

from clockspades.table import glyphs as characters
from clockspades.table.widget_models import CountModel, LineModel
from clockspades.tui.drawing.lettering import lettering
from clockspades.tui.widgets import bound_widget
from clockspades.tui.widgets.bound_widget import Count, Line, tally_lines

FACE = CountModel(41, ("of 52", "face up"))
NAME = LineModel("▸ Pivot", quiet=("no penalties", "steady"))
WHOLE = len("▸ Pivot no penalties · steady")
SPADES = ("♠", "3", "A", "10", "2", "8")
KINGS = ("K♦", "K♥")


async def drawn(widget: type[Count | Line], size: tuple[int, int], model: CountModel | LineModel) -> list[str]:
    """The lines of a widget in so many cells."""

    class Page(App[None]):
        def compose(self) -> ComposeResult:
            yield widget(lambda shown: shown)

        def get_css_variables(self) -> dict[str, str]:
            colours = {"gold": "yellow", "text-quiet": "gray", "text-bright": "white"}
            return {**super().get_css_variables(), **colours}

    app = Page()
    async with app.run_test(size=(60, 6)) as pilot:
        shown = app.query_one(widget)
        shown.styles.width, shown.styles.height = size
        shown.follow(model)
        await pilot.pause()
        assert shown.size == Size(*size)
        return str(shown.render()).split("\n")


async def test_the_words_stand_at_the_foot_of_the_digits_which_are_as_large_as_fits() -> None:
    digits, large = lettering("41"), lettering("41", 2)
    assert digits is not None
    assert large is not None
    assert await drawn(Count, (20, 3), FACE) == [f"{digits[0]} ", f"{digits[1]} of 52", f"{digits[2]} face up"]
    assert [line[: len(large[0])] for line in await drawn(Count, (30, 6), FACE)] == [*large]
    assert len(await drawn(Count, (20, 6), FACE)) == 3
    narrow = "".join(await drawn(Count, (15, 3), FACE))
    assert (narrow.count("of 52"), narrow.count("face up")) == (1, 0)


async def test_where_digits_do_not_fit_or_there_are_letters_alone_it_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for size in ((30, 2), (9, 3)):
        assert await drawn(Count, size, FACE) == ["41 of 52 face up"]
    monkeypatch.setattr(bound_widget, "glyphs", lambda: characters.PLAIN)
    assert await drawn(Count, (30, 6), FACE) == ["41 of 52 face up"]


@pytest.mark.parametrize(
    ("room", "words"),
    [
        (WHOLE + 1, "▸ Pivot  no penalties · steady"),
        (WHOLE, "▸ Pivot no penalties · steady"),
        (WHOLE - 1, "▸ Pivot  no penalties"),
    ],
)
async def test_parts_are_left_out_only_where_one_blank_is_too_many(room: int, words: str) -> None:
    assert await drawn(Line, (room, 1), NAME) == [words]


@pytest.mark.parametrize(
    ("room", "lines"),
    [
        (Size(12, 3), ["♠ 3 A 10 2 8", "K♦ K♥"]),
        (Size(9, 3), ["♠ 3 A 10", "2 8", "K♦ K♥"]),
        (Size(9, 2), ["♠ 3 A 10", "2 8 K♦ K♥"]),
        (Size(8, 2), ["♠3A 10 2", "8 K♦ K♥"]),
        (Size(18, 1), ["♠ 3 A 10 2 8 K♦ K♥"]),
        (Size(0, 3), []),
    ],
)
def test_groups_share_lines_before_their_blanks_go_and_ranks_never_run_together_with_a_ten(
    room: Size, lines: list[str]
) -> None:
    assert tally_lines((SPADES, KINGS), room) == lines
