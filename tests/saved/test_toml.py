"""TOML as settings have it: what is refused before it is parsed, and the lines of keys."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.saved.settings import SettingsError, load, save
from clockspades.saved.toml import MOST_DOTS, TomlError, lines_of_keys, read

LONG = "a." * (MOST_DOTS + 1) + "a"
"""A key with one dot too many for a line."""
AT_MOST = "a." * MOST_DOTS + "a"


@pytest.mark.parametrize("text", [f"{LONG} = 1", f"[{LONG}]", f"x = 1\n  {LONG}=1", f'x = """\n{LONG}\n"""'])
def test_a_line_with_too_many_dots_is_refused(text: str) -> None:
    with pytest.raises(TomlError, match="a line has more than 200 dots"):
        read(text)


@pytest.mark.parametrize(
    "text", [f"{AT_MOST} = 1", f'x = "{AT_MOST}"', f"x = [{', '.join(['1.5'] * 99)}]\ny = [{', '.join(['1.5'] * 199)}]"]
)
def test_a_line_with_fewer_dots_is_read(text: str) -> None:
    assert read(text) == tomllib.loads(text)


@given(st.text(st.sampled_from("a.\"'#\\\n =[]{}"), max_size=60))
def test_short_texts_are_read_as_by_tomllib(text: str) -> None:
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(TomlError):
            read(text)
    else:
        assert read(text) == expected


def test_the_lines_of_keys() -> None:
    lines = lines_of_keys('[keys]\ntable.undo = "z"\nother = """\nx\n"""\n')
    assert lines[("keys", "table", "undo")] == 2


@pytest.mark.parametrize("form", ["{} = 1", "[{}]", 'x = """\n{}"""'])
def test_a_settings_file_with_a_key_of_thousands_of_parts(
    home: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", None)  # it would take gigabytes
    home.mkdir()
    (home / "settings.toml").write_text(form.format("a." * 32_700 + "a"), encoding="utf-8")
    told = ", so defaults are used: a line has more than 200 dots. The file is now called "
    assert told in load().complaint


def test_a_list_of_hundreds_of_numbers_is_kept_on_several_lines(home: Path) -> None:
    home.mkdir()
    path = home / "settings.toml"
    path.write_text("cards = [\n" + "1.5,\n" * 300 + "]\nwords = { a = [[1.5], [2.5]] }\n", encoding="utf-8")
    loaded = load()
    save(loaded.settings._replace(sound=True), loaded.settings)
    assert load() == loaded._replace(settings=loaded.settings._replace(sound=True))


def test_settings_that_could_not_be_read_again_are_not_saved(home: Path) -> None:
    home.mkdir()
    path = home / "settings.toml"
    before = "cards = {" + ", ".join(f"k{number} = [\n1.5]" for number in range(300)) + "}\n"
    path.write_text(before, encoding="utf-8")
    loaded = load()
    with pytest.raises(SettingsError, match="so they last until you quit: a line has more than 200 dots"):
        save(loaded.settings._replace(sound=True), loaded.settings)
    assert path.read_text(encoding="utf-8") == before
