"""The language that people read: messages with named arguments, and how it writes lists, numbers and dates.

A sentence stands in the code, in English, and is its own key in the catalogues of other languages, which are in
``locale``. What a module keeps for later is marked with :func:`N_`, and translated where it is shown. A message never
holds another, but for noun phrases, such as the name of a suit: their context says where they stand.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final, NamedTuple, ParamSpec, Protocol, TypeVar

from clockspades.locale_data import LOCALES, Locale

FOLDER: Final = Path(__spec__.origin or "").parent / "locale"
BUILT: Final = Path("LC_MESSAGES", "clockspades.mo")
"""The file of a language in its folder."""
HEADING: Final = "heading of the rules"
"""The context of the headings in a text in Markdown: some of their words mean something else on a button."""
SOURCE: Final = "en"
"""The language of the sentences in the code."""
VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that say which language somebody reads, the first that is set before the others."""
P = ParamSpec("P")
T = TypeVar("T")


class Translations(Protocol):
    """What has the messages of a language, as :class:`gettext.GNUTranslations` has."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, one: str, several: str, number: int, /) -> str: ...
    def pgettext(self, context: str, message: str, /) -> str: ...
    def npgettext(self, context: str, one: str, several: str, number: int, /) -> str: ...


class _Spoken(NamedTuple):
    language: str
    locale: Locale
    catalogue: Translations | None


_spoken = _Spoken(SOURCE, LOCALES[SOURCE], None)
_here: Final[ContextVar[_Spoken | None]] = ContextVar("_here", default=None)
"""What is spoken for a moment, in one thread or task alone."""


def use(language: str, catalogue: Translations | None = None) -> None:
    """Speak a language from now on: one of :func:`offered`, or any with a catalogue of its own."""
    global _spoken
    _spoken = _as_built(language) if catalogue is None else _Spoken(language, _locale_of(language), catalogue)


@contextmanager
def speaking(language: str = SOURCE) -> Iterator[None]:
    """Speak one of :func:`offered` for a moment, in this thread or task alone: English for what programs read."""
    before = _here.set(_now() if language == spoken() else _as_built(language))
    try:
        yield
    finally:
        _here.reset(before)


@cache
def _as_built(language: str) -> _Spoken:
    if language == SOURCE:
        return _Spoken(language, _locale_of(language), None)
    from gettext import GNUTranslations  # English needs none
    from io import BytesIO

    return _Spoken(language, _locale_of(language), GNUTranslations(BytesIO(_built(language))))


def _locale_of(language: str) -> Locale:
    return LOCALES.get(language, LOCALES[SOURCE])


def _now() -> _Spoken:
    return _here.get() or _spoken


def spoken() -> str:
    """The language that is spoken now."""
    return _now().language


def locale() -> Locale:
    """How the language that is spoken writes lists, numbers and dates."""
    return _now().locale


def offered() -> tuple[str, ...]:
    """The languages that can be spoken, English first: those whose catalogues are complete, as only they are built."""
    return tuple(filter(_is_offered, LOCALES))


def preferred(environment: Mapping[str, str]) -> str:
    """The language that these variables ask for, if it is offered; else English."""
    asked = next(filter(None, map(environment.get, VARIABLES)), "")
    codes = [re.split("[-_.@]", each)[0] for each in asked.split(":")]
    return next((code for code in codes if code in LOCALES and _is_offered(code)), SOURCE)


def _is_offered(language: str) -> bool:
    return language == SOURCE or bool(_built(language))


@cache
def _built(language: str) -> bytes:
    """The catalogue of a language as it is built, which may be in a zip file; empty if there is none."""
    loader: Any = __spec__.loader
    try:
        built: bytes = loader.get_data(str(FOLDER / language / BUILT))
    except OSError:
        return b""
    return built


def N_(message: str) -> str:  # noqa: N802 # its name in every project
    """Mark a message that is kept in English, and translated where it is shown."""
    return message


def NC_(context: str, phrase: str) -> str:  # noqa: N802 # as in GLib
    """Mark a noun phrase that is kept in English, and translated with this context where it is shown."""
    return phrase


def marked(context: str, *phrases: str) -> tuple[str, ...]:
    """Mark noun phrases that are kept in English, and translated with this context where they are shown."""
    return phrases


def _(message: str, /, **arguments: object) -> str:
    """A message in the language that is spoken, with its arguments in place."""
    catalogue = _now().catalogue
    text = message if catalogue is None or not message else catalogue.gettext(message)
    return filled(text, arguments) if arguments else text


def filled(text: str, arguments: Mapping[str, object]) -> str:
    """A translated message with its arguments in place. French leaves out a vowel before another: ``d'Ana``."""
    if spoken() == "fr":
        text = _ELISION.sub(
            lambda found: f"{found[1]}’{found[2]}" if re.match(_VOWEL, str(arguments[found[3]])) else found[0], text
        )
    return text.format_map(arguments)


_ELISION: Final = re.compile(r"\b([Dd]|[Qq]u|[Jj]usqu)e ({(\w+)})")
_VOWEL: Final = re.compile("[aeiouàâäéèêëîïôöùûüœæ]", re.IGNORECASE)


def ngettext(one: str, several: str, number: int, /, **arguments: object) -> str:
    """The message for one thing or for several, with ``number`` among its arguments."""
    return filled(plural(one, several, number), {"number": number, **arguments})


def plural(one: str, several: str, number: int, context: str = "") -> str:
    """The message for one thing or for several, its arguments not in place yet."""
    catalogue = _now().catalogue
    if catalogue is None:
        return one if number == 1 else several
    if context:
        return catalogue.npgettext(context, one, several, number)
    return catalogue.ngettext(one, several, number)


def pgettext(context: str, message: str, /, **arguments: object) -> str:
    """A message whose context says what it means: a noun phrase within another one, or a word of several meanings."""
    catalogue = _now().catalogue
    text = message if catalogue is None else catalogue.pgettext(context, message)
    return filled(text, arguments) if arguments else text


def wrong(message: str, /, **arguments: object) -> str:
    """What is wrong, as a clause: it stands alone, after a place, or within a sentence."""
    return pgettext("fault", message, **arguments)


def npgettext(context: str, one: str, several: str, number: int, /, **arguments: object) -> str:
    """A noun phrase for one thing or for several, with ``number`` among its arguments."""
    return filled(plural(one, several, number, context), {"number": number, **arguments})


def parts_of(markdown: str) -> Iterator[tuple[str, str]]:
    """The headings, paragraphs and items of a text in Markdown: how each begins, and its message on one line.

    Lines without a word, and indented ones, which are commands, have no message, and are the beginning alone.
    """
    lines: list[str] = []
    for line in [*markdown.splitlines(), ""]:
        if lines and (not line or _START.match(line)):
            yield _part(lines)
            lines = []
        if line:
            lines.append(line)
        else:
            yield "", ""


def _part(lines: Sequence[str]) -> tuple[str, str]:
    text = " ".join(line.strip() for line in lines)
    if lines[0].startswith("    ") or not re.search("[a-z]", text):
        return "\n".join(lines), ""
    mark = _START.match(text)
    start = "" if mark is None else mark[0]
    return start, text.removeprefix(start)


_START: Final = re.compile(r"#+ |- |\d+\. |    ")
"""What begins a heading, an item or a command."""


def in_markdown(markdown: str) -> str:
    """A text in Markdown, in the language that is spoken."""
    if _now().catalogue is None:
        return markdown
    from textwrap import fill

    def written(start: str, message: str) -> str:
        if not message or start.startswith("#"):
            return start + (message and pgettext(HEADING, message))
        text = re.sub(r" (?=(?:#+|-|\d+\.) )", "\0", f"{start}{_(message)}")  # no line of a paragraph begins an item
        return fill(text, 78, subsequent_indent=" " * len(start), break_on_hyphens=False).replace("\0", " ")

    return "\n".join(written(*part) for part in parts_of(markdown))


def recognised(words: str, messages: Iterable[str]) -> str:
    """Words that are kept in English, in the language that is spoken, if they were made of one of these messages."""
    for message in messages if _now().catalogue is not None else ():
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(message))
        if found := re.fullmatch(pattern, words):
            return _(message, **found.groupdict())
    return words


def cached(function: Callable[P, T]) -> Callable[P, T]:
    """Keep what a function returned for its arguments in each language."""

    @cache
    def kept(_: _Spoken, *args: Any, **kwargs: Any) -> T:
        return function(*args, **kwargs)

    @wraps(function)
    def ask(*args: P.args, **kwargs: P.kwargs) -> T:
        return kept(_now(), *args, **kwargs)  # type: ignore[arg-type] # they can be hashed

    return ask


def listed(parts: Sequence[str]) -> str:
    """At least one part, in a sentence.

    >>> listed(["A", "B", "C"]), listed(["A", "B"]), listed(["A"])
    ('A, B and C', 'A and B', 'A')
    """
    return _joined(parts, *_now().locale.every)


def either(parts: Sequence[str]) -> str:
    """At least one part, of which one is meant.

    >>> either(["A", "B", "C"])
    'A, B or C'
    """
    return _joined(parts, *_now().locale.either)


def _joined(parts: Sequence[str], comma: str, last: str) -> str:
    sound, instead = _SOUNDS.get(last, ("", last))
    last = instead if re.match(sound, parts[-1], re.IGNORECASE) else last
    return parts[0] if len(parts) == 1 else f"{comma.join(parts[:-1])}{last}{parts[-1]}"


_SOUNDS: Final = {" y ": ("[ií]|h[ií](?![ae])", " e "), " o ": (r"h?[oó]|8|11\b", " u ")}
"""Before which sound Spanish has another word for ``and`` and ``or``, which CLDR does not say."""


def headed(head: str, text: str) -> str:
    """A name, a colon and what is said of it: ``Spades: 5 of 9``."""
    return f"{head}{_now().locale.colon}{text}"


def numeral(number: float, places: int = 0) -> str:
    """A number with a proper minus sign, and with so many decimal places: ``40``, ``−40``, ``2.5``."""
    return f"{number:.{places}f}".replace("-", "−").replace(".", _now().locale.decimal)


def grouped(number: float, places: int = 0) -> str:
    """A large number, with a sign between its thousands: ``1,234``."""
    parts = f"{number:,.{places}f}".replace("-", "−").partition(".")
    return "".join((parts[0].replace(",", _now().locale.group), parts[1] and _now().locale.decimal, parts[2]))


def percent(share: float, places: int = 0) -> str:
    """A share of one: ``29%``."""
    return _now().locale.percent.format(numeral(100 * share, places))


def signed(change: int) -> str:
    """What was won or lost: ``+40``, ``−40``, ``0``."""
    return f"+{change}" if change > 0 else numeral(change)
