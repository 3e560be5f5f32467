"""The settings as a form: a row for each, made from their table."""

from typing import NamedTuple

from clockspades.cards import FACES
from clockspades.engine.seating import LONGEST_NAME, person
from clockspades.forms.form_rows import AnswerChange, AnswerRow, FormAnswer, OneOf, Picked, Text, Typed
from clockspades.language import _, spoken
from clockspades.saved.settings import TABLE, Setting, Settings, SettingsError, change


class SettingsForm(NamedTuple):
    """The settings in the form, and a name that is typed."""

    settings: Settings
    """Those in use: the theme is the one shown, which a terminal with sixteen colours sets by itself."""
    name: str
    """The name as it is typed, which may be wrong."""
    complaint: str = ""
    """What is wrong with the name, in a sentence."""


def start(settings: Settings) -> SettingsForm:
    return SettingsForm(settings, settings.name)


def update(form: SettingsForm, answered: AnswerChange) -> SettingsForm:
    """The form after an answer. A name that cannot be leaves the settings as they are."""
    setting = next(setting for setting in TABLE if setting.key == answered.key)
    match answered:
        case Picked(key, number):
            return form._replace(settings=change(form.settings, **{key: [*setting.values][number]}))
        case Typed(key, text):
            try:
                return SettingsForm(change(form.settings, **{key: text}), text)
            except SettingsError as error:
                return form._replace(name=text, complaint=f"{error}.")


def rows(form: SettingsForm) -> tuple[AnswerRow, ...]:
    """A row for each setting, with what it is for and what its value means."""
    return tuple(_row(form, setting) for setting in TABLE)


def _row(form: SettingsForm, setting: Setting) -> AnswerRow:
    value = setting.of(form.settings)
    answer: FormAnswer = Text(setting.key, form.name, person(), LONGEST_NAME)
    if setting.values:
        labels = tuple(map(setting.label, setting.values))
        answer = OneOf(setting.key, labels, [*setting.values].index(value))
    elif form.complaint:
        return AnswerRow(_(setting.title), (answer,), form.complaint, is_wrong=True)
    notes = {value: f"{_(setting.words)} {_(meaning)}" for value, meaning in setting.values.items()}
    is_shown = setting.key != "faces" or spoken() in [*FACES][1:]
    note = notes.get(value, _(setting.words))
    return AnswerRow(_(setting.title), (answer,), note, notes=(*notes.values(),), is_shown=is_shown)
