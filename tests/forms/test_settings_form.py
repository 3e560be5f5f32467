"""The settings as a form: a row for each, and what an answer changes."""

from gettext import NullTranslations

import pytest

from clockspades.engine.seating import person
from clockspades.forms import settings_form
from clockspades.forms.form_rows import OneOf, Picked, Text, Typed
from clockspades.language import SOURCE, use
from clockspades.saved.settings import TABLE, Setting, Settings, changes

FORM = settings_form.start(Settings(theme="baize"))
CHOSEN = [setting for setting in TABLE if setting.values]
NAME = [setting.key for setting in TABLE].index("name")


def test_every_setting_has_a_row_that_says_what_it_is_for() -> None:
    for setting, row in zip(TABLE, settings_form.rows(FORM), strict=True):
        assert row.label == setting.title
        assert [answer.key for answer in row.answers] == [setting.key]
        assert row.note == f"{setting.words} {setting.values.get(setting.default, '')}".strip()
        assert not row.is_wrong


def test_letters_of_cards_can_be_chosen_only_where_a_language_has_its_own() -> None:
    place, catalogue = [setting.key for setting in TABLE].index("faces"), NullTranslations()
    shown = []
    for language in ("en", "de", "es", "fr"):
        use(language, catalogue)
        shown.append(settings_form.rows(FORM)[place].is_shown)
    use(SOURCE)
    assert shown == [False, True, False, True]


@pytest.mark.parametrize("setting", CHOSEN, ids=lambda setting: setting.key)
def test_each_value_can_be_chosen_and_says_what_it_means(setting: Setting) -> None:
    for number, value in enumerate(setting.values):
        form = settings_form.update(FORM, Picked(setting.key, number))
        assert setting.of(form.settings) == value
        changed = {} if value == setting.default else {setting.key: value}
        assert changes(FORM.settings, form.settings) == changed
        row = settings_form.rows(form)[TABLE.index(setting)]
        labels = tuple(setting.label(value) for value in setting.values)
        assert row.answers == (OneOf(setting.key, labels, number),)
        assert row.note.endswith(setting.values[value])


def test_a_name_is_typed_and_counts_without_blanks_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "carla")
    form = settings_form.update(FORM, Typed("name", " q 4 "))
    assert form.settings.name == "q 4"
    assert settings_form.rows(form)[NAME].answers == (Text("name", " q 4 ", "Carla", 40),)


def test_a_name_that_cannot_be_is_said_and_not_set() -> None:
    form = settings_form.start(Settings(theme="baize", name="Ana"))
    wrong = settings_form.update(form, Typed("name", "A\u200bB"))
    row = settings_form.rows(wrong)[NAME]
    assert row.is_wrong
    assert row.note == "name: the name 'A▯B' has a character that cannot be shown: U+200B."
    assert row.answers == (Text("name", "A\u200bB", person(), 40),)
    assert wrong.settings == form.settings
    still = settings_form.update(wrong, Picked("sound", 1))
    assert settings_form.rows(still)[NAME] == row, "it is still in the field"
    right = settings_form.update(still, Typed("name", ""))
    assert right.settings == Settings(theme="baize", sound=True)
    assert not settings_form.rows(right)[NAME].is_wrong
