"""Names and notes come from anywhere: shown, they have no effect on a terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.engine.text import printable, shows_signs


@pytest.mark.parametrize(
    "text", ["Ana", "Zoë Müller", "Łukasz", "毛筆", "Ελένη", "אנה", "a  b", "[b]x[/b]", "T♠", "🂡", ""]
)
def test_text_of_any_script_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "▯[31mred▯[0m"),
        ("\x1b]0;title\x07", "▯]0;title▯"),
        ("\x9b31m", "▯31m"),
        ("a\nb\tc\rd\x00", "a▯b▯c▯d▯"),
        ("\u202egnp.exe", "▯gnp.exe"),
        ("\u2066\u2069\u200f", "▯▯▯"),
        ("\u2028\u2029\u0085", "▯▯▯"),
        ("\ufeff\u200b\u00ad", "▯▯▯"),
        ("\U000e0041", "▯"),
        ("\ud800", "▯"),
        ("\ue000", "▯"),
    ],
    ids=[
        "escape", "title escape", "one-byte escape", "line breaks", "right to left", "isolates", "separators",
        "zero width", "tag", "half a character", "private",
    ],
)  # fmt: skip
def test_what_would_have_an_effect_is_a_box(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.characters()))
def test_nothing_shown_has_an_effect_and_no_place_is_lost(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text)
    assert not {unicodedata.category(char)[0] for char in shown} & {"C"}
    shown.encode()
    assert printable(shown) == shown


@pytest.mark.parametrize(
    "environment",
    [{}, {"LANG": "en_GB.UTF-8"}, {"LANG": "C.UTF-8"}, {"LANG": "C", "LC_ALL": "de_DE.utf8"}, {"LC_CTYPE": "C.UTF-8"},
     {"LANG": "C", "LC_CTYPE": "fr_FR.UTF-8"}, {"TERM": "dumb"}, {"TERM": "xterm"}],
)  # fmt: skip
def test_signs_are_shown_where_they_can_be(environment: dict[str, str]) -> None:
    assert shows_signs(environment)


@pytest.mark.parametrize(
    "environment",
    [{"LANG": "C"}, {"LANG": "POSIX"}, {"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, {"LC_CTYPE": "C"},
     {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, {"TERM": "linux"}, {"TERM": "vt100", "LANG": "en_GB.UTF-8"}],
)  # fmt: skip
def test_letters_are_shown_where_there_are_no_signs(environment: dict[str, str]) -> None:
    assert not shows_signs(environment)
