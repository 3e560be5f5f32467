"""Text in a number of cells, where wide characters take two of them; and names in it in their colours."""

from rich.cells import cell_len

from clockspades.tui.drawing.cell_text import WIDEST_NAME, card_text, name_column


def test_long_and_wide_names_stand_in_one_column() -> None:
    column = name_column(["Ana", "ぴかちゅう", "A name that is longer than any column"])
    assert {cell_len(name) for name in column} == {WIDEST_NAME}
    assert column[0].rstrip() == "Ana"
    assert column[2].rstrip().endswith("…")
    assert [cell_len(name) for name in name_column(["Ana", "Benjamin"])] == [8, 8]


def test_a_name_has_its_tint_wherever_it_is_a_word() -> None:
    words = "Hora plays 4♦; Cam has Hora's 5♣. Camber and Horae are others"
    shown = card_text(words, tints=(("Hora", 1), ("Cam", 2)))
    assert shown.plain == words
    tinted = [(words[span.start : span.end], span.style) for span in shown.spans if str(span.style).startswith("$name")]
    assert tinted == [("Hora", "$name-1"), ("Hora", "$name-1"), ("Cam", "$name-2")]
