"""The catalogues of messages: how they are made, and that each one fits the code."""

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest

from clockspades import language, locale_data
from distribution import messages
from distribution.locale_data import module
from distribution.messages import INCOMPLETE, built, in_code, left, main, read, written


def test_how_languages_write_lists_and_numbers_is_what_the_cldr_says() -> None:
    source = Path(locale_data.__file__).read_text(encoding="utf-8")
    assert source == module(messages.languages()), "write it anew: python -m distribution.messages"


def test_a_message_of_the_code_is_a_literal_or_one_of_two() -> None:
    source = '_("a" if x else "b"); said(names, 1, "[c|d]"); npgettext("here", "e", "f", 2); N_("g" "h"); _(x)'
    source += '; marked("there", "i", "j")'
    found = [(each.context, *each.texts) for each in in_code(source, "x.py")]
    assert found == [
        (None, "a"), (None, "b"), (None, "[c|d]"), ("here", "e", "f"), (None, "gh"), ("there", "i"), ("there", "j")
    ]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where catalogues are made in a test, and a template of two messages."""
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    monkeypatch.setattr(messages, "MODULE", tmp_path / "locale_data.py")
    few = [messages.Message("x.py", ("Play",)), messages.Message("x.py", ("{number} card", "{number} cards"), "hand")]
    monkeypatch.setattr(messages, "messages", lambda: iter(few))
    return tmp_path


def test_a_translator_starts_with_an_empty_catalogue_and_can_try_what_is_not_complete(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, made = (folder / "it" / language.BUILT.with_suffix(end) for end in (".po", ".mo"))
    main(["it"])
    assert not made.exists()
    assert capsys.readouterr().err == "it: 2 of 2 messages are to be translated\n"
    assert '"it": Locale(' in (folder / "locale_data.py").read_text(encoding="utf-8")
    source.write_text(source.read_text("utf-8").replace('msgid "Play"\nmsgstr ""', 'msgid "Play"\nmsgstr "Gioca"'))
    main(["it", INCOMPLETE])
    translations = GNUTranslations(BytesIO(made.read_bytes()))
    assert translations.gettext("Play") == "Gioca"
    assert translations.npgettext("hand", "{number} card", "{number} cards", 2) == "{number} cards"
    main(["it"])
    assert not made.exists()


def test_a_catalogue_is_built_once_it_is_complete_and_not_by_a_guess(folder: Path) -> None:
    main(["it"])
    catalogue = read("it")
    for message in catalogue:
        if message.id:
            message.string = ("carta", "carte") if message.pluralizable else "Gioca"
    assert left(catalogue) == 0
    translations = GNUTranslations(BytesIO(built(catalogue)))
    assert translations.npgettext("hand", "{number} card", "{number} cards", 2) == "carte"
    catalogue["Play"].flags.add("fuzzy")
    assert left(catalogue) == 1


def test_no_catalogue_is_made_for_what_is_no_language(folder: Path) -> None:
    with pytest.raises(SystemExit, match="klingon is no code of a language"):
        main(["klingon"])


@pytest.mark.parametrize("code", messages.languages())
def test_a_catalogue_is_a_plain_file_that_is_written_as_it_was_read(code: str) -> None:
    assert written(read(code)) == messages.source_of(code).read_bytes()
