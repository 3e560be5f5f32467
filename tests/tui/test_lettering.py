"""Large letters."""

from string import ascii_letters, digits

import pytest

from clockspades.tui.drawing.lettering import lettering


def test_a_word_in_large_letters() -> None:
    assert lettering("Ace") == (
        "▄▀▀▄ ▄▀▀▄ █▀▀▀",
        "█▄▄█ █    █▀▀ ",
        "█  █ ▀▄▄▀ █▄▄▄",
    )


@pytest.mark.parametrize("char", [*ascii_letters, *digits, " ", "-", ".", "'"])
@pytest.mark.parametrize("scale", [1, 2])
def test_every_drawing_is_a_rectangle(char: str, scale: int) -> None:
    drawn = lettering(char, scale)
    assert drawn is not None
    assert len(drawn) == 3 * scale
    assert len({len(line) for line in drawn}) == 1
    assert set("".join(drawn)) <= set(" ▀▄█")
    assert (not "".join(drawn).isspace()) == (char != " ")


def test_twice_as_large_is_the_same_drawing() -> None:
    small, large = lettering("Rook 5"), lettering("Rook 5", 2)
    assert small is not None
    assert large is not None
    assert len(large[0]) == 2 * len(small[0])
    for number, line in enumerate(small):
        above, below = large[2 * number][::2], large[2 * number + 1][::2]
        assert "".join(" ▄▀█"[2 * (a == "█") + (b == "█")] for a, b in zip(above, below)) == line


@pytest.mark.parametrize("text", ["Łucja", "Ana & Ben", "中", "", "[bold]"])
def test_what_has_no_drawing_is_not_drawn(text: str) -> None:
    assert lettering(text) is None


def test_marks_stand_above_letters() -> None:
    assert lettering("Über") == ("▀  ▀               ", *(lettering("Uber") or ()))
    assert lettering("SEÑOR") is not None
    assert lettering("Ga\u0327") == lettering("GA")
    assert lettering("ħ") is None
