"""The catalogues of messages: how they are made, and that each one fits the code."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Final, TypeAlias

import pytest
from babel.messages.catalog import Catalog, Message

from clockspades import language, locale_data
from clockspades.plain.choices import as_typed, command_of
from distribution import messages
from distribution.locale_data import module
from distribution.messages import INCOMPLETE, built, complete, in_code, left, main, read, template, up_to_date, written


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
    source = messages.source_of("it")
    source.write_bytes(written(catalogue))
    assert [language for language, _ in complete()] == ["it"]
    catalogue["Play"].flags.add("fuzzy")
    assert left(catalogue) == 1
    source.write_bytes(written(catalogue))
    assert [*complete()] == []


def test_a_catalogue_without_a_new_message_is_not_complete(folder: Path) -> None:
    source = messages.source_of("it")
    source.parent.mkdir(parents=True)
    source.write_bytes(written(read("it")))
    assert left(read("it")) == 0
    assert [*complete()] == []


def test_no_catalogue_is_made_for_what_is_no_language(folder: Path) -> None:
    with pytest.raises(SystemExit, match="klingon is no code of a language"):
        main(["klingon"])


# -- every catalogue -------------------------------------------------------------------------------------------

ARGUMENT: Final = re.compile(r"\{\w*\}|%\(\w+\)[a-z]|%[rs]")
TYPED: Final = re.compile(r"`[^`]*`|(?<![\w-])--[a-z][\w-]*")
"""What can be typed, and stays as it is."""
WORDINGS: Final = re.compile(r"\[([^|\[\]]*)\|([^|\[\]]*)\]")
"""Two wordings, one of them for "you"."""
Translated: TypeAlias = Callable[[str], list[Message]]
every_language: Final = pytest.mark.parametrize("code", messages.languages())


@pytest.fixture(scope="module")
def translated() -> Translated:
    """What is translated in a catalogue, up to what is only a guess."""
    read_once = cache(read)
    return lambda code: [each for each in read_once(code) if each.id and not each.fuzzy and all(texts(each.string))]


def texts(string: object) -> tuple[str, ...]:
    """A message, or its forms."""
    return (string,) if isinstance(string, str) else tuple(map(str, string)) if isinstance(string, tuple) else ()


def faults(original: str, form: str, *, is_one: bool = False) -> Iterator[str]:
    """What is wrong with a translation, or with its singular.

    One form for both wordings may name the player to "you" too, and a singular may leave out the number.
    """
    (yours, others), (to_you, of_others) = (
        [{*ARGUMENT.findall(WORDINGS.sub(rf"\{place}", text))} for place in (1, 2)] for text in (original, form)
    )
    if not (of_others <= others and to_you <= others and (is_one or (of_others == others and yours <= to_you))):
        yield "arguments"
    rest = WORDINGS.sub("", form) if WORDINGS.search(original) else form
    if sorted(set("[|]") & set(rest)) != sorted(set("[|]") & set(WORDINGS.sub("", original))):
        yield "brackets"
    if not is_one and sorted(TYPED.findall(form)) != sorted(TYPED.findall(original)):
        yield "what is typed"
    if (form.strip() == form) != (original.strip() == original) or form.count("\n") != original.count("\n"):
        yield "blanks"


@pytest.mark.parametrize(
    ("original", "form", "found"),
    [
        ("[You play|{name} plays] the {card}", "[Du spielst|{name} spielt] die {card}", []),
        ("[You play|{name} plays] the {card}", "{name}: {card}", []),
        ("[You play|{name} plays] the {card}", "[Du spielst|{name} spielt] die Karte", ["arguments"]),
        ("[You play|{name} plays] the {card}", "[Du spielst|spielt] die {card}", ["arguments"]),
        ("[You play|{name} plays] the {card}", "[Du spielst {name} spielt] die {card}", ["brackets"]),
        ("[You play|{name} plays] the {card}", "[Du|{name}|Er] die {card}", ["brackets"]),
        ("{number} cards", "{nummer} Karten", ["arguments"]),
        ("{number} cards", "Karten", ["arguments"]),
        ("invalid choice: %(value)r", "ungültig: %(wert)r", ["arguments"]),
        ("1% or more", "1 % oder mehr", []),
        ("type `clockspades play`", "gib `clockspades spiel` ein", ["what is typed"]),
        ("--here has no effect", "--hier hat keine Wirkung", ["what is typed"]),
        ("bash|zsh", "bash|zsh", []),
        ("End.", "Ende. ", ["blanks"]),
    ],
)
def test_the_faults_of_a_translation_are_found(original: str, form: str, found: list[str]) -> None:
    assert [*faults(original, form)] == found


@pytest.fixture(scope="module")
def wanted() -> Catalog:
    """All messages of the code."""
    return template()


@every_language
def test_a_catalogue_has_the_messages_of_the_code(code: str, wanted: Catalog) -> None:
    found = {(each.context, each.id) for each in read(code) if each.id}
    now = {(each.context, each.id) for each in wanted if each.id}
    assert found == now, "bring it up to date: python -m distribution.messages"


def test_a_fault_that_a_function_of_its_module_words_has_the_context_that_it_is_looked_up_with(wanted: Catalog) -> None:
    assert wanted.get("the share code {code} is from a newer version of clockspades", "fault")


def test_the_readme_names_the_languages_that_are_complete(wanted: Catalog) -> None:
    codes = [code for code in messages.languages() if not left(up_to_date(code, wanted))]
    names = ", ".join(locale_data.LOCALES[code].name for code in (language.SOURCE, *codes))
    readme = Path(__file__).parents[2] / "README.md"
    assert f"\nLanguages: {names}. " in readme.read_text(encoding="utf-8")


@every_language
def test_a_catalogue_is_a_plain_file_that_is_written_as_it_was_read(code: str) -> None:
    assert written(read(code)) == messages.source_of(code).read_bytes()


@every_language
@pytest.mark.skipif(which("msgfmt") is None, reason="gettext is not installed")
def test_other_programs_read_a_catalogue(code: str) -> None:
    command = ["msgfmt", "--check", "--output-file", os.devnull, str(messages.source_of(code))]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@every_language
def test_a_translation_has_what_its_original_has(code: str, translated: Translated) -> None:
    for message in translated(code):
        for place, form in enumerate(texts(message.string)):
            originals = texts(message.id)[-1 if place else 0 :]  # one thing may be told in words of its own
            found = [[*faults(each, form, is_one=len(originals) > 1)] for each in originals]
            assert [] in found, (message.id, form, found)


@every_language
def test_a_translation_is_as_short_as_its_context_says(code: str, translated: Translated) -> None:
    for message in translated(code):
        if most := re.search(r"at most (\d+) characters", message.context or ""):
            assert max(map(len, texts(message.string))) <= int(most[1]), message.string


@every_language
def test_no_two_commands_of_line_mode_have_one_name(code: str, translated: Translated) -> None:
    names = {each.id: as_typed(str(each.string)) for each in translated(code) if each.context == "what is typed"}
    assert len({*names.values()}) == len(names)
    for word, name in names.items():
        assert command_of(name) in (word, name), f"{name} is {command_of(name)}"
