"""Text in a number of cells: wide characters take two of them."""

from rich.cells import cell_len

from clockspades.tui.drawing.text import WIDEST_NAME, name_column


def test_long_and_wide_names_stand_in_one_column() -> None:
    column = name_column(["Ana", "ぴかちゅう", "A name that is longer than any column"])
    assert {cell_len(name) for name in column} == {WIDEST_NAME}
    assert column[0].rstrip() == "Ana"
    assert column[2].rstrip().endswith("…")
    assert [cell_len(name) for name in name_column(["Ana", "Benjamin"])] == [8, 8]
