"""Which language the commands speak: the one that is typed, or that of the settings, or of the system."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clockspades import cli, language
from clockspades.cards import use_faces
from clockspades.saved.settings import FILE
from tests import some_german

GERMAN = {
    "there is no language {asked}: the languages are {choices}": "die Sprache {asked} gibt es nicht, nur {choices}",
}


@pytest.fixture(autouse=True)
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for variable in language.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    with some_german.offered(GERMAN, tmp_path / "locale", monkeypatch):
        yield
    use_faces(language.SOURCE)


def spoken(*arguments: str) -> str:
    """The language that a command with these arguments speaks."""
    assert cli.main([*arguments, "--version"]) == 0
    return language.spoken()


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_CH@euro"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "tlh:de:en"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LANGUAGE": ""}, "de"),
    ],
)
def test_the_system_chooses_the_language(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], code: str) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert spoken() == code


def test_the_settings_come_before_the_system_and_what_is_typed_before_both(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir()
    (home / FILE).write_text('language = "de"\n')
    assert spoken() == "de"
    assert spoken("--language", "en") == "en"
    (home / FILE).write_text('language = "en"\n')
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert spoken() == "en"
    assert spoken("--language=DE") == "de"
    (home / FILE).write_text('language = "fr"\n')
    assert spoken() == "de"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_every_command_takes_a_language_anywhere(place: int, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["rules", "clock"]
    words[place:place] = ["--language", "de"]
    assert cli.main(words) == 0
    assert language.spoken() == "de"


@pytest.mark.parametrize("asked", ["fr", "xx", "", "../de", "english"])
def test_a_language_that_is_not_offered_is_refused_in_one_sentence(
    asked: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["games", "--language", asked]) == 2
    told = f"there is no language {asked!r}: the languages are en and de"
    assert capsys.readouterr() == ("", f"clockspades: {told}\n")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert cli.main(["games", f"--language={asked}"]) == 2
    assert capsys.readouterr().err == f"clockspades: die Sprache {asked!r} gibt es nicht, nur en und de\n"


def test_a_language_without_a_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games", "--language"]) == 2
    assert capsys.readouterr().err == "clockspades: there is no language '': the languages are en and de\n"


def test_english_loads_no_catalogue_and_no_settings(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("English needs nothing")

    monkeypatch.setattr("clockspades.saved.settings.load", fail)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert spoken() == "en"
    assert language._built.cache_info().misses == 0
