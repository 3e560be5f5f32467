"""TOML as settings have it: what is refused before it is parsed, and the lines of keys."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.saved.settings import LARGEST, load
from clockspades.saved.toml import MOST_PARTS, TomlError, lines_of_keys, read

LONG = "a." * MOST_PARTS + "a"
"""A key with one part too many."""
AT_MOST = "a." * (MOST_PARTS - 1) + "a"


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG} = 1",
        f"[{LONG}]",
        f"[[{LONG}]]",
        f"x = {{{LONG} = 1}}",
        f"x = 1\n  {LONG}=1 # {AT_MOST}",
        " . ".join(["a"] * (MOST_PARTS + 1)) + " = 1",
        ".".join(['"a"'] * (MOST_PARTS + 1)) + " = 1",
        ".".join(["'a.b'"] * (MOST_PARTS + 1)) + " = 1",
        f'x = """\\"""" # "\n{LONG} = 1',
        f"x = '''\n'''\n{LONG} = 1",
        f"x = '\\'\n{LONG} = 1",
        f'x = "# \\""\n{LONG} = 1',
    ],
)
def test_a_key_with_too_many_parts_is_refused(text: str) -> None:
    with pytest.raises(TomlError, match="a key has more than 16 parts"):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{AT_MOST} = 1",
        f"[{AT_MOST}]\n{AT_MOST} = 2",
        f'x = "{LONG}"',
        f"x = '{LONG}' # {LONG}",
        f'x = """\n{LONG} = 1\n\\""" {LONG}"""',
        f"x = '''\n{LONG}''\n'''",
        f"x = [{', '.join(['1.5'] * 40)}]",
        f'"{LONG}" = 1',
    ],
)
def test_dots_elsewhere_part_no_keys(text: str) -> None:
    assert read(text) == tomllib.loads(text)


@given(st.text(st.sampled_from("a.\"'#\\\n =[]{}"), max_size=60))
def test_short_texts_are_read_as_by_tomllib(text: str) -> None:
    """No text of so few characters has a long key, unless it has that many dots."""
    if text.count(".") < MOST_PARTS:
        try:
            expected = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            with pytest.raises(TomlError):
                read(text)
        else:
            assert read(text) == expected


@pytest.mark.parametrize(
    "hostile",
    ["a.", '"a".', '"""', '\\"""', '"\\', "'''", "'", "#", " ", ". ", "\t", "-", "[", "{", "a={", "[[a.", "x\n'''\n"],
)
@pytest.mark.parametrize("before", ["", '"""', "'''", '"', "'", "x = ", "."])
def test_a_file_of_the_largest_size_is_read_or_refused(
    hostile: str, before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes a moment: what takes longer than linear time would hold up the tests."""
    text = (before + hostile * LARGEST)[:LARGEST]
    monkeypatch.setattr(tomllib, "loads", lambda text: {})
    try:
        assert read(text) == {}
    except TomlError:
        assert text.count(".") >= MOST_PARTS


def test_a_long_key_within_a_text_has_no_line() -> None:
    text = f'[keys]\ntable.undo = "z"\nother = """\n{LONG} = 1\n[{LONG}]\n"""\n'
    lines = lines_of_keys(text)
    assert lines[("keys", "table", "undo")] == 2
    assert max(map(len, lines)) == 3


@pytest.mark.parametrize("form", ["{} = 1", "[{}]", 'x = """\n{} = 1\n"""\n[keys]\ny = "z"'])
def test_a_settings_file_with_a_key_of_thousands_of_parts(
    home: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loads(text: str) -> dict[str, Any]:
        assert text.count(".") < MOST_PARTS or '"""' in text, "this would take gigabytes"
        return parse(text)

    parse = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", loads)
    home.mkdir()
    (home / "settings.toml").write_text(form.format("a." * 32_700 + "a"), encoding="utf-8")
    loaded = load()
    assert (loaded.complaint == "") == ('"""' in form)
    if loaded.complaint:
        assert ", so defaults are used: a key has more than 16 parts. The file is now called " in loaded.complaint
