"""Names and notes come from anywhere: shown, they have no effect on a terminal."""

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from clockspades.engine.text import (
    BOX,
    IGNORABLE,
    bare,
    first_hidden,
    likeness,
    pasted,
    printable,
    shows_signs,
)


@pytest.mark.parametrize(
    "text",
    [
        "Ana",
        "Zoë Müller",
        "Łukasz",
        "毛筆",
        "Ελένη",
        "אנה",
        "a  b",
        "[b]x[/b]",
        "T♠",
        "🂡",
        "",
        "می\u200cخواهم",
        "ประภัสสร",
        "שָׁלוֹם",
        "Nguyê\u0303n",
    ],
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
        ("\u3164\uffa0\u115f\u2800", "▯▯▯▯"),
        ("\u0301Ana \u0301", "▯Ana ▯"),
        (f"a{chr(0x301) * 6}", f"a{chr(0x301) * 4}▯▯"),
        ("An\u200d \u200cna\u200c", "An▯ ▯na▯"),
        ("\U000e0067\U000e0100\ufe0f", "▯▯▯"),
        ("ක්\u200dෂ අවන්\u200d", "ක්ෂ අවන්"),
        ("👨\u200d👩\u200d👧 👩🏽\u200d🚀 ❤\ufe0f", "👨👩👧 👩🚀 ❤"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴"),
    ],
    ids=[
        "escape", "title escape", "one-byte escape", "line breaks", "right to left", "isolates", "separators",
        "zero width", "tag", "half a character", "private", "blank letters", "marks on nothing", "many marks",
        "loose joiners", "loose tags", "joiners in words", "pictures", "flag",
    ],
)  # fmt: skip
def test_what_would_have_an_effect_is_a_box(text: str, shown: str) -> None:
    assert printable(text) == shown


SIGNS = st.characters() | st.sampled_from(
    "ai\u0301\u05b8क्ක ❤👨👩🏽🏴♂▯\u200c\u200d\ufe0f\u034f\u3164\U000e0067\U000e007f\U000e0100"
)


@given(st.text(SIGNS))
def test_nothing_shown_has_an_effect_or_another_width_than_its_characters(text: str) -> None:
    shown = printable(text)
    assert not {sign for sign in shown if unicodedata.category(sign)[0] == "C"} - {"\u200c"}
    shown.encode()
    assert printable(shown) == shown
    assert cell_len(shown) == sum(map(cell_len, shown))
    assert bool(first_hidden(text)) == (shown.count(BOX) > text.count(BOX))


def test_what_is_ignorable_is_what_unicode_says() -> None:
    everything = "".join(map(chr, range(0x110000)))
    assert IGNORABLE.findall(everything) == regex.findall(r"\p{Default_Ignorable_Code_Point}", everything)


@pytest.mark.parametrize(
    "other",
    [
        "ana",
        "ANA",
        "A\u200dna",
        "An\u3164a",
        "Ana\ufe0f",
        "\uff21na",
        "Ana ",
        " Ana",
        "A\u00adna",
        "A\u034fna\U000e0100",
    ],
)
def test_names_that_look_alike_are_alike(other: str) -> None:
    assert likeness(other) == likeness("Ana")


@pytest.mark.parametrize(
    ("one", "other"), [("A\u0301na", "Ána"), ("Ana\xa0B", "Ana  b"), ("Straße", "STRASSE"), ("👍🏽", "👍🏿")]
)
def test_so_are_those_that_are_written_otherwise(one: str, other: str) -> None:
    assert likeness(one) == likeness(other) != likeness("Ana")


@given(st.text(SIGNS, max_size=20), st.text(SIGNS, max_size=20))
def test_what_is_shown_alike_is_alike(one: str, other: str) -> None:
    if not first_hidden(one) and not first_hidden(other) and printable(one) == printable(other):
        assert likeness(one) == likeness(other)


LINE = "clockspades join wss://192.0.2.7:7420/#K7M2QX9RTA"


@given(
    st.integers(1, len(LINE)), st.sampled_from(["\n", "\r\n", " \n> ", "\n>> ", "\u2028", "\xa0", "\u3000", " │\n│ "])
)
def test_wraps_and_signs_of_quoting_become_one_blank(at: int, wrap: str) -> None:
    assert pasted(LINE[:at] + wrap + LINE[at:]) == " ".join(f"{LINE[:at]} {LINE[at:]}".split())


@pytest.mark.parametrize(
    "around", ["“{}”", "«{}»", "<{}>.", "`{}`,", "> {}!", "({})", "„{}‟;", "\u2068{}\u2069", "\ufeff{}\u200b", "**{}**"]
)
def test_what_stands_around_a_code_goes(around: str) -> None:
    assert bare(around.format("K13J\u2011Z9J7–Q8\u00adC6")) == "K13J-Z9J7-Q8C6"


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
