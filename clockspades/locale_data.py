"""How each language writes lists, numbers and dates: made from Unicode's CLDR by ``distribution/locale_data.py``."""

from typing import Final, NamedTuple


class Locale(NamedTuple):
    """How a language writes them."""

    name: str
    """What it is called by those who speak it."""
    every: tuple[str, str]
    """What stands between the parts of a list, and before its last part."""
    either: tuple[str, str]
    """The same where one of them is meant."""
    decimal: str
    group: str
    """What stands between thousands."""
    percent: str
    colon: str
    """The colon after a name, with its blanks."""
    semicolon: str
    """The semicolon between clauses, with its blanks."""
    months: str
    """Their names, with blanks between."""
    days: str
    """The days of the week in two letters, Monday first."""


LOCALES: Final = {
    "en": Locale(
        'English', (', ', ' and '), (', ', ' or '), '.', ',', '{}%', ': ', '; ',
        'January February March April May June July August September October November December',
        'Mo Tu We Th Fr Sa Su',
    ),
    "de": Locale(
        'Deutsch', (', ', ' und '), (', ', ' oder '), ',', '.', '{}\xa0%', ': ', '; ',
        'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
        'Mo Di Mi Do Fr Sa So',
    ),
    "es": Locale(
        'Español', (', ', ' y '), (', ', ' o '), ',', '.', '{}\xa0%', ': ', '; ',
        'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
        'LU MA MI JU VI SA DO',
    ),
    "fr": Locale(
        'Français', (', ', ' et '), (', ', ' ou '), ',', '\u202f', '{}\xa0%', '\xa0: ', '\u202f; ',
        'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
        'lu ma me je ve sa di',
    ),
}  # fmt: skip
