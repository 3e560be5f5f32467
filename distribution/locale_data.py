"""What ``distribution.messages`` writes into ``clockspades/locale_data.py``, from the data of Unicode's CLDR.

So the program needs no Babel, which has all of it.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from babel import Locale

from clockspades.locale_data import LOCALES

MODULE: Final = Path(__file__).parents[1] / "clockspades" / "locale_data.py"
START: Final = "LOCALES: Final = {\n"
"""The line below which the module is made."""
MARKS: Final = {"fr": ("\u00a0: ", "\u202f; ")}
"""The colon and the semicolon of languages in which a blank stands before them, which CLDR does not tell."""
CHOSEN: Final = {"en": "en_GB"}
"""By the name of a catalogue, the locale whose lists, numbers and dates it has, if that is another one."""


def data(name: str) -> tuple[object, ...]:
    """The fields of a locale, in their order."""
    locale = Locale.parse(name)
    symbols = locale.number_symbols["latn"]
    lists = [
        tuple(locale.list_patterns[kind][part].replace("{0}", "").replace("{1}", "") for part in ("middle", "end"))
        for kind in ("standard", "or")
    ]
    percent = locale.percent_formats[None].pattern.replace("#,##0", "{}")
    months = " ".join(locale.months["format"]["wide"].values())
    days = " ".join(locale.days["stand-alone"]["short"][day].rstrip(".") for day in range(7))
    title = (locale.language_name or "").capitalize()
    return title, *lists, symbols["decimal"], symbols["group"], percent, *MARKS.get(name, (": ", "; ")), months, days


def module(languages: Iterable[str]) -> str:
    """The source of the module, with these languages and those that it has, below what it says of them."""
    lines = [MODULE.read_text(encoding="utf-8").partition(START)[0], START]
    for language in dict.fromkeys((*LOCALES, *languages)):
        *short, months, days = map(repr, data(CHOSEN.get(language, language)))
        rows = "".join(f"        {row},\n" for row in (", ".join(short), months, days))
        lines.append(f'    "{language}": Locale(\n{rows}    ),\n')
    return "".join(lines) + "}  # fmt: skip\n"
