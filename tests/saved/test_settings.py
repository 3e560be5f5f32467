"""The settings: what each can be, and a file that explains itself and is never in the way."""

import os
import time
import tomllib
from datetime import timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any, BinaryIO, Final, get_args, get_type_hints

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.cards import Rank, use_faces
from clockspades.saved.archive import HOME_VARIABLE
from clockspades.saved.settings import (
    FILE,
    LARGEST,
    TABLE,
    KeyChange,
    LoadedSettings,
    Setting,
    Settings,
    SettingsError,
    change,
    load,
    save,
    settings_path,
    speak,
    text_of,
)
from clockspades.saved.toml import Toml
from clockspades.saved.writing import BROKEN
from clockspades.tui.drawing.themes import BAIZE, THEMES

OTHERS: Final = Settings(
    "paper", True, "small", "off", "calm", True, "ask", True, "key", 'Łucja "♠" \\ \' [b] #', True, stakes="win chance",
    language="en", faces="English",
)  # fmt: skip
"""Every setting at another value than its default."""

values: st.SearchStrategy[Any] = st.recursive(
    st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.dates()
    | st.times()
    | st.datetimes(timezones=st.none() | st.just(timezone(timedelta(hours=-3)))),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
known: Final = {setting.key for setting in TABLE}


@pytest.fixture
def file(home: Path) -> Path:
    home.mkdir()
    return home / FILE


def names(file: Path) -> set[str]:
    return {path.name for path in file.parent.iterdir()}


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_tells_every_theme() -> None:
    theme = TABLE[0]
    assert list(theme.values) == list(THEMES)
    assert theme.default == BAIZE.name


@pytest.mark.parametrize("setting", TABLE, ids=lambda setting: setting.key)
def test_what_a_setting_can_be_is_what_its_type_says(setting: Setting) -> None:
    hint = get_type_hints(Settings)[setting.key]
    assert setting.check(setting.default) is setting.default
    if hint is bool:
        assert list(setting.values) == [False, True]
    elif get_args(hint):
        assert tuple(setting.values) == get_args(hint)


@pytest.mark.parametrize("setting", TABLE, ids=lambda setting: setting.key)
def test_every_value_is_explained_in_two_rows_of_the_smallest_screen(setting: Setting) -> None:
    for words in setting.values.values() or [""]:
        assert len(wrap(f"{setting.words} {words}", 54)) <= 2


def test_a_theme_that_nobody_chose_is_not_written_and_one_that_was_chosen_is(file: Path) -> None:
    save(Settings(sound=True), Settings(), file)
    assert load(file).settings == Settings(theme="", sound=True)
    save(change(Settings(), theme="baize"), Settings(), file)
    assert load(file).settings.theme == "baize"


def test_the_language_that_was_asked_for_comes_first_then_the_settings_then_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr("clockspades.saved.settings.use", spoken.append)
    monkeypatch.setattr("clockspades.saved.settings.preferred", lambda environment: environment["LANG"])
    german, system = Settings(language="de"), {"LANG": "fr"}
    letters = []
    for settings, asked in ((german, "es"), (german, ""), (Settings(), ""), (Settings(faces="English"), "")):
        speak(settings, system, asked)
        letters.append(Rank.QUEEN.symbol)
    use_faces("en")
    assert spoken == ["es", "de", "fr", "fr"]
    assert letters == ["Q", "D", "D", "Q"]


def test_a_name_is_kept_without_the_blanks_around_it() -> None:
    assert change(Settings(), name="  Ana Maria ").name == "Ana Maria"
    assert change(Settings(name="Ana"), name=" ").name == ""


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("theme", "biaze", 'theme cannot be "biaze": use "baize", "midnight", '),
        ("bot_pace", "fast", 'bot_pace cannot be "fast": use "at once", "quick" or "calm"'),
        ("sound", "yes", 'sound cannot be "yes": use false or true'),
        ("sound", 1, "sound cannot be 1: use false or true"),
        ("sound", [], r"sound cannot be \[\]: use false or true"),
        ("theme", True, "theme cannot be true: use "),
        ("name", 7, "name cannot be 7: use text in quotes"),
        ("name", "x" * 41, "name: the name .* is too long: use at most 40 characters"),
        ("name", "A\x1bB", "name: the name .* has a character that cannot be shown"),
        ("colour", "red", "there is no setting 'colour'; the settings are theme, four_colour, "),
    ],
)
def test_what_cannot_be_is_refused_in_words(key: str, value: Toml, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        change(Settings(), **{key: value})


def test_an_older_name_of_a_value_is_understood(file: Path) -> None:
    file.write_text('forced_plays = "beat"\n')
    assert load(file) == LoadedSettings(Settings(forced_plays="automatic"))


# -- the file ----------------------------------------------------------------------------------------------


def test_what_is_kept_is_there_the_next_time(home: Path) -> None:
    save(OTHERS, Settings())
    assert load() == LoadedSettings(OTHERS, {}, "")
    assert names(home / FILE) == {FILE}


def test_the_file_explains_itself(file: Path) -> None:
    save(OTHERS, Settings())
    text = file.read_text("utf-8")
    assert tomllib.loads(text) == OTHERS._asdict()
    for setting in TABLE:
        block = text.partition(f"\n{setting.key} = ")[0].rpartition("\n\n")[2]
        remarks = block.split("\n")
        assert remarks[0] == f"# {setting.title}. {setting.words}"
        assert [remark.partition(": ")[2] for remark in remarks[1:]] == list(setting.values.values())
        starred = [remark.partition(": ")[2] for remark in remarks[1:] if remark.startswith("#  *")]
        assert starred == [words for value, words in setting.values.items() if value == setting.default]


@given(name=st.text(max_size=40), others=st.dictionaries(st.text().filter(lambda key: key not in known), values))
def test_whatever_is_written_is_read_again(name: str, others: dict[str, Toml]) -> None:
    settings = Settings(theme="paper", name=name)
    assert tomllib.loads(text_of(settings, others)) == {**settings._asdict(), **others}


names_of_commands: Final = st.text() | st.sampled_from(["table.undo", "table", "table.undo.x", "game.log", "a b.c"])
keys_of_commands: Final = st.text() | st.lists(st.text(), max_size=3) | st.integers(0, 9) | st.booleans()


@given(keys=st.dictionaries(names_of_commands, keys_of_commands), others=st.dictionaries(st.just("wine"), values))
def test_whatever_keys_are_written_are_read_again(keys: dict[str, Toml], others: dict[str, Toml]) -> None:
    changes = [KeyChange(name, value) for name, value in keys.items()]
    with TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        file.write_text(text_of(Settings(theme="paper"), others, changes), "utf-8", newline="")
        found = load(file)
        assert [change[:2] for change in found.keys] == [*keys.items()]
        save(Settings(sound=True), Settings(), file)
        assert load(file).keys == found.keys
    last = text_of(Settings(theme="paper"), others, changes).count("\n")
    assert [each.line for each in found.keys] == [*range(last - len(keys) + 1, last + 1)]


def test_the_file_tells_how_keys_are_changed_and_names_each_command_in_two_parts_without_quotes(file: Path) -> None:
    save(Settings(sound=True), Settings(), file)
    assert file.read_text().endswith("\n# [keys]\n")
    file.write_text('[keys.table]\nundo = "z"\nredo = ["y", "F9"]\n')
    save(Settings(sound=True), Settings(), file)
    assert file.read_text().endswith('\n[keys]\ntable.undo = "z"\ntable.redo = ["y", "F9"]\n')


def test_keys_that_are_no_table_are_refused_in_words(file: Path) -> None:
    file.write_text("keys = 5\nsound = true\n")
    assert load(file).settings.sound
    assert load(file).complaint == f"In {file}, keys cannot be 5: use a table [keys]."


def test_what_a_later_version_keeps_here_stays(file: Path) -> None:
    file.write_text(
        'sound = true\n"odd key" = 1e3\nborn = 1979-05-27T07:32:00-08:00\n'
        "[window]\nx = 3\nnames = ['a', 'b']\n[[seat]]\nn = 1\n[[seat]]\nn = 2\n"
    )
    before = tomllib.loads(file.read_text())
    save(Settings(theme="paper"), load().settings)
    after = tomllib.loads(file.read_text())
    assert {key: after[key] for key in before if key != "sound"} == {
        key: value for key, value in before.items() if key != "sound"
    }
    assert load().settings == Settings(theme="paper")


def test_a_file_that_would_be_too_large_to_be_read_again_is_left_as_it_is(file: Path) -> None:
    text = "".join(f"k{number}=1\n" for number in range(8000))
    assert len(text) < LARGEST
    file.write_text(text)
    with pytest.raises(
        SettingsError, match=r"^Can't save the settings in .*, so they last until you quit: it is larger than 64 KiB"
    ):
        save(Settings(theme="paper"), load().settings)
    assert file.read_text() == text
    assert not load().complaint


def test_a_file_with_thousands_of_other_keys_is_saved_in_no_time(file: Path) -> None:
    file.write_text("".join(f"k{number}=1\n" for number in range(5000)))
    start = time.process_time()
    save(Settings(theme="paper"), load().settings)
    assert time.process_time() - start < 2
    assert len(load().others) == 5000


def test_two_programs_keep_what_each_of_them_changes(file: Path) -> None:
    save(Settings(sound=True, name="Ana"), Settings())
    first, second = load().settings, load().settings
    save(change(first, theme="paper", confirm=True), first)
    save(change(second, name="Ben", confirm=False, sound=False), second)
    assert load().settings == Settings(theme="paper", confirm=True, name="Ben", sound=False)


@pytest.mark.parametrize("content", [None, "broken", 'name = 7\nsound = "loud"\n'], ids=["gone", "broken", "wrong"])
def test_what_a_program_knows_outlives_the_file_that_told_it(file: Path, content: str | None) -> None:
    before = Settings(theme="paper", name="Ana")
    if content is not None:
        file.write_text(content)
    save(change(before, sound=True), before)
    assert load() == LoadedSettings(Settings(theme="paper", name="Ana", sound=True))


def test_a_file_from_another_editor_is_read(file: Path) -> None:
    file.write_bytes(b'\xef\xbb\xbftheme = "paper"\r\nsound = true # beep\r\n')
    assert load() == LoadedSettings(Settings(theme="paper", sound=True))


@pytest.mark.parametrize(
    "content",
    [
        b"theme",
        b'theme = "paper',
        b"\xff\xfet\x00h\x00",
        b"theme = 'a'\ntheme = 'b'\n",
        b"x = 2030-13-01",
        b"[" * 5000,
        b".".join([b"a"] * 3000) + b" = 1",
        b"theme" + b".a" * 3000 + b" = 1",
        b"x = " + b"9" * 50_000,
        b"sound = 0x" + b"f" * 50_000,
        b"# " + b"x" * LARGEST,
    ],
    ids=[
        "no value", "cut off", "not UTF-8", "twice", "no such month", "deep", "3,000 dots", "a setting with 3,000 dots",
        "50,000 digits", "50,000 digits in base 16", "large",
    ],
)  # fmt: skip
def test_a_file_that_is_no_toml_is_named_and_set_aside(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    kept = load()
    assert kept[:2] == (Settings(), {})
    assert str(file) in kept.complaint
    assert kept.complaint.endswith(f"The file is now called {FILE}{BROKEN}.")
    assert "\n" not in kept.complaint
    assert {path.name: path.read_bytes() for path in file.parent.iterdir()} == {FILE + BROKEN: content}
    assert load() == LoadedSettings()
    save(OTHERS, Settings())
    assert load().settings == OTHERS


def test_a_value_that_cannot_be_leaves_the_others(file: Path) -> None:
    text = 'theme = "biaze"\nsound = true\nconfirm = 1\nfuture = 7\n'
    file.write_text(text)
    kept = load()
    assert (kept.settings, kept.others) == (Settings(sound=True), {"future": 7})
    assert kept.complaint.startswith(f'In {file}, theme cannot be "biaze": use "baize", ')
    assert 'or "sixteen" (now "baize"); confirm cannot be 1: use false or true (now false).' in kept.complaint
    assert file.read_text() == text
    save(kept.settings, kept.settings)
    assert (file.parent / (FILE + BROKEN)).read_text() == text
    assert load() == LoadedSettings(Settings(sound=True), {"future": 7})


@pytest.mark.parametrize("content", [None, "sound = true\n", "broken"])
def test_a_link_to_a_file_stays_one(file: Path, content: str | None) -> None:
    real = file.parent / "dotfiles" / "clockspades.toml"
    real.parent.mkdir()
    if content is not None:
        real.write_text(content)
    file.symlink_to(real)
    save(OTHERS, Settings())
    assert file.is_symlink()
    assert load(real).settings == load().settings == OTHERS
    assert names(file) == {FILE, "dotfiles"}
    assert names(real) == {real.name, *([real.name + BROKEN] if content == "broken" else ())}


def test_a_file_that_cannot_be_read_is_said_and_set_aside(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("sound = true\n")

    def refuse(*_: object) -> BinaryIO:
        raise PermissionError(13, os.strerror(13))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", refuse)
        kept = load()
        assert kept.settings == Settings()
        assert kept.complaint == f"Can't read {file}, so defaults are used: Permission denied."
        save(OTHERS, Settings())
    assert (file.parent / (FILE + BROKEN)).read_text() == "sound = true\n"
    assert load().settings == OTHERS


def test_the_file_is_in_the_users_directory_for_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert settings_path() == Path(os.environ[HOME_VARIABLE]) / FILE
    monkeypatch.delenv(HOME_VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_path() == platformdirs.user_config_path("clockspades", appauthor=False) / FILE
