"""JSON: text of a bounded size, and the typed values that it says.

A :class:`Codec` reads and writes the values of a type by its hints; nothing is written down a second time. A named
tuple or a dataclass is an object with its fields, a tuple is a list, bytes are hexadecimal digits, a card, a suit and a
rank are their text, and a member of an enumeration is its value if that is text, else its name in small letters. Of a
union, the kind of a value says which type it is, and the keys of an object which class.

Reading is strict. What it refuses it names: ``"seats", item 2: "name" must be text``.

No library does this here: to import ``cattrs`` takes 45 ms, and all of ``clockspades --version`` takes 47.
"""

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import date
from enum import Enum, StrEnum
from functools import cached_property
from math import isinf
from operator import attrgetter
from sys import float_info
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    ForwardRef,
    Generic,
    NamedTuple,
    NoReturn,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from clockspades.cards import ALL_CARDS, Card, Rank, Suit
from clockspades.language import NC_, either, grouped, listed, npgettext, pgettext

DEEPEST: Final = 32
"""Lists and objects inside one another in a line, at most."""
LONGEST_NUMBER: Final = 1000
"""Digits of a whole number in a line, at most; Python itself refuses some more."""
LONGEST_QUOTE: Final = 40
"""Characters of a key that an error quotes."""

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
T = TypeVar("T")


class CodecError(ValueError):
    """JSON that is not what it must be; the message is a clause that says what is wrong, and where."""

    def __init__(self, fault: str, what: str = NC_("subject", "it"), **arguments: object) -> None:
        """``fault`` is a message about ``{what}`` with these arguments; a clause as it is if ``what`` is empty."""
        super().__init__(fault)
        self._fault, self._what, self._arguments, self._steps = fault, what, arguments, list[str]()

    def inside(self, step: str) -> "CodecError":
        """The same fault, in a field or an item of a larger value."""
        self._steps.insert(0, step)
        return self

    def about(self, what: str) -> "CodecError":
        """The same fault, said of ``what`` if it is not said of a part of it."""
        self._what = self._what and what
        return self

    def __str__(self) -> str:
        around, told = self._steps, self._fault
        if self._what:
            *around, what = around or [pgettext("subject", self._what)]
            told = pgettext("fault", told, what=what, **self._arguments)
        return f"{', '.join(around)}: {told}" if around else told


def quoted(text: str) -> str:
    """A text of somebody else's as an error quotes it: no character has an effect on a terminal."""
    shown = text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"
    return json.dumps(shown, ensure_ascii=not shown.isprintable())


# -- text --------------------------------------------------------------------------------------------------


class JsonText:
    """JSON text that is bounded: it may come from anybody. It is written in one line."""

    def __init__(
        self,
        what: str = NC_("subject", "it"),
        *,
        deepest: int = DEEPEST,
        largest: int = 10**LONGEST_NUMBER - 1,
        longest: int | None = None,
        halves: bool = True,
        compact: bool = False,
        ascii_only: bool = False,
    ) -> None:
        """``what`` errors call it: ``the line``. Whole numbers are at most ``largest``, and below 0 at least that.

        It has ``longest`` bytes at most. Without ``halves`` no text may have half a character, which some programs do
        not take. What is written has no blanks if ``compact``, and no characters beyond ASCII if ``ascii_only``.
        """
        self._what, self._deepest, self._largest, self._halves = what, deepest, largest, halves
        self.longest = longest
        self._digits = len(str(largest))
        separators = (",", ":") if compact else (", ", ": ")
        self._encoder = json.JSONEncoder(ensure_ascii=ascii_only, check_circular=False, separators=separators)
        self._decoder = json.JSONDecoder(
            parse_int=self._whole,
            parse_float=self._fraction,
            parse_constant=self._no_number,
            object_pairs_hook=self._once,
        )

    def write(self, value: object) -> str:
        """JSON as text; CodecError if it is too long."""
        text = self._encoder.encode(value)
        if not text.isascii():  # half a character, which a name may hold, as \ud800
            text = text.encode("utf-8", "backslashreplace").decode()
        self._check_size(text)
        return text

    def read(self, text: str | bytes) -> Json:
        """Parse a text; CodecError if it is not JSON, or exceeds the bounds."""
        self._check_size(text)
        try:
            if isinstance(text, bytes):
                text = text.removeprefix(BOM_UTF8).decode()
            value: Json = self._decoder.decode(text)
            is_deep = text.count("[") + text.count("{") > self._deepest and _is_deeper(value, self._deepest)
            if not self._halves and "\\" in text:
                json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise self._wrong(NC_("fault", "{what} has half a character")) from error
        except UnicodeDecodeError as error:
            fault = NC_("fault", "{what} is not UTF-8 text (byte {number})")
            raise self._wrong(fault, number=error.start + 1) from error
        except json.JSONDecodeError as error:
            fault = NC_("fault", "{what} is not JSON: it goes wrong at character {number}")
            if error.pos >= len(error.doc.rstrip()):
                fault = NC_("fault", "{what} is not JSON: it ends too early, as if it was wrapped")
            raise self._wrong(fault, number=error.pos + 1) from error
        except RecursionError:
            is_deep = True
        if is_deep:
            raise self._wrong(NC_("fault", "{what} is nested more than {most} levels deep"), most=self._deepest)
        return value

    def read_object(self, text: str | bytes) -> dict[str, Json]:
        """The object that a text says; CodecError if it says none within the bounds."""
        value = self.read(text)
        if not isinstance(value, dict):
            raise self._wrong(NC_("fault", "{what} is not a JSON object"))
        return value

    def find_object(self, text: str | bytes) -> dict[str, Json]:
        """The object that a text says, an empty one if it says none."""
        try:
            return self.read_object(text)
        except CodecError:
            return {}

    def _check_size(self, text: str | bytes) -> None:
        """CodecError if a text is too long."""
        size, most = len(text), self.longest
        if most is None:
            return
        if isinstance(text, str) and most // 4 < size <= most and not text.isascii():
            size = len(text.encode("utf-8", "surrogatepass"))
        if size > most:
            raise self._wrong(NC_("fault", "{what} has more than {most} bytes"), most=most)

    def _wrong(self, fault: str, **arguments: object) -> CodecError:
        return CodecError(fault, self._what, **arguments)

    def _whole(self, digits: str) -> int:
        if len(digits) > self._digits and len(digits.removeprefix("-")) > self._digits:
            fault = NC_("fault", "{what} has a number of {number} digits; the limit is {most}")
            raise self._wrong(fault, number=grouped(len(digits)), most=grouped(self._digits))
        if abs(number := int(digits)) > self._largest:
            raise self._wrong(NC_("fault", "{what} has a number beyond {most}"), most=grouped(self._largest))
        return number

    def _fraction(self, digits: str) -> float:
        number = float(digits)
        if isinf(number):
            raise self._wrong(NC_("fault", "{what} has a number that is too large"))
        return number

    def _no_number(self, name: str) -> NoReturn:
        raise self._wrong(NC_("fault", "{what} is not JSON: {name} is not a number"), name=name)

    def _once(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        if len(found) < len(pairs):
            ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
            raise self._wrong(NC_("fault", "{what} has the key {key} twice in one object"), key=quoted(key))
        return found


def _is_deeper(value: Json, levels: int) -> bool:
    level = [value]
    for _ in range(levels):
        level = [part for each in level if isinstance(each, list) for part in each] + [
            part for each in level if isinstance(each, dict) for part in each.values()
        ]
    return any(isinstance(each, dict | list) for each in level)


LINE: Final = JsonText(NC_("subject", "the line"))
SHORT: Final = JsonText()
"""A small file, or an entry of one."""
RECORD: Final = JsonText(compact=True, ascii_only=True)
"""A record in a database, which can be found in a damaged one."""
json_text: Final = SHORT.write
"""JSON as text, in one line."""


# -- what hints can say besides types ----------------------------------------------------------------------


class Must(NamedTuple):
    """A condition of a value, in an ``Annotated`` hint."""

    holds: Callable[[Any], bool]
    words: str
    """What the value must be: ``a whole number from {least} to {most}``."""
    least: int = 0
    most: int = 0

    def said(self) -> str:
        return pgettext("must be", self.words, least=grouped(self.least), most=grouped(self.most))


class Key(NamedTuple):
    """What a field is called in JSON, in an ``Annotated`` hint."""

    name: str


OMITTED: Final = "omitted"
"""In an ``Annotated`` hint of a field: it is not written where it has its default. Older programs may not take it."""
REQUIRED: Final = "required"
"""In an ``Annotated`` hint of a field: it must be given, although it has a default."""
EXCUSED: Final = "excused"
"""In an ``Annotated`` hint: a wrong value, as of another version, is read as None, and all around it still holds."""


def between(least: int, most: int) -> Must:
    """That a number is in these bounds."""
    words = NC_("must be", "a number from {least} to {most}")
    return Must(lambda value: bool(least <= value <= most), words, least, most)


def size(length: int) -> Must:
    """That there are so many bytes."""
    words = NC_("must be", "{most} hexadecimal digits in small letters")
    return Must(lambda value: len(value) == length, words, most=2 * length)


@dataclass_transform(frozen_default=True)
class Named:
    """Something that is an object with one key, which names its class. Subclasses are frozen dataclasses."""

    word: ClassVar[str]
    """The key that names it."""
    whole: ClassVar[str]
    """The one field whose value stands for the whole; empty if the fields are the keys of an object."""

    def __init_subclass__(cls, *, word: str = "", whole: str = "") -> None:
        cls.word, cls.whole = word, whole
        dataclass(frozen=True)(cls)

    def fault(self) -> str:
        """Why this may not be said, in a sentence; empty if it may. The types of the fields are checked before."""
        return ""


# -- types -------------------------------------------------------------------------------------------------


_JSON_KINDS: Final = {bool, int, float, str, list, dict, NoneType}


def as_it_is(value: Any) -> Any:
    """The same value, which is JSON already."""
    return value


class Form(NamedTuple):
    """How the values of one type are JSON. In an ``Annotated`` hint, how those of this one are."""

    words: Callable[[], str]
    """What JSON must have for it: ``text``."""
    kinds: tuple[type, ...]
    """The types that the value of ``json.loads`` can have."""
    read: Callable[[Any], Any]
    """The value that JSON says; CodecError if it says none."""
    write: Callable[[Any], Any] = as_it_is
    keys: frozenset[str] = frozenset()
    """Those that an object must have."""


class Field(NamedTuple):
    """A field of a named tuple or a dataclass."""

    name: str
    key: str
    """What it is called in JSON."""
    form: Form
    default: Any
    """:data:`dataclasses.MISSING` if it has none."""
    is_omitted: bool
    """Whether it is not written where it has its default."""


class Notation:
    """How types are JSON, beyond what their hints say. Subclasses change how something is called."""

    def __init__(self, *, lenient: bool = False, brief: bool = False, most_items: int | None = None) -> None:
        """``lenient`` ignores unknown keys: those of a newer program. ``brief`` omits each default, and refuses it.

        Lists have ``most_items`` at most.
        """
        self._lenient, self._brief, self._most_items = lenient, brief, most_items
        self._forms: dict[Any, Form] = {}

    def own_form(self, hint: Any) -> Form | None:
        """The form of a type that is JSON in another way here; None for all others."""
        return None

    def key(self, kind: type, name: str) -> str:
        """What a field of a class is called."""
        return name

    def member(self, member: Enum) -> str:
        """What a member of an enumeration is called."""
        return member.value if isinstance(member.value, str) else member.name.lower()

    def is_list(self, kind: type) -> bool:
        """Whether a named tuple is a list of its values, in their order."""
        return False

    def form(self, hint: Any) -> Form:
        """The form of a type; TypeError if it has none."""
        found = self._forms.get(hint)
        if found is None:
            found = self._forms[hint] = self.own_form(hint) or self._make(hint)
        return found

    def fields(self, kind: Any) -> tuple[Field, ...]:
        """The fields of a named tuple or a dataclass."""
        hints = get_type_hints(kind, include_extras=True)
        if is_dataclass(kind):
            defaults = {each.name: each.default for each in fields(kind)}
        else:
            defaults = {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}
        found = []
        for name, default in defaults.items():
            marks = getattr(hints[name], "__metadata__", ())
            key = next((mark.name for mark in marks if isinstance(mark, Key)), name)
            default = MISSING if REQUIRED in marks else default
            is_omitted = default is not MISSING and (self._brief or OMITTED in marks)
            found.append(Field(name, self.key(kind, key), self.form(hints[name]), default, is_omitted))
        return tuple(found)

    def _make(self, hint: Any) -> Form:
        if hint in _PLAIN:
            return _PLAIN[hint]
        origin, arguments = get_origin(hint), get_args(hint)
        kinds = {get_origin(each) or each for each in arguments}
        if hint is Any or isinstance(hint, ForwardRef) or kinds == _JSON_KINDS:  # a reference is to Json itself
            return Form(lambda: "anything", tuple(_JSON_KINDS), as_it_is)
        if origin is Annotated:
            form = next((mark for mark in arguments if isinstance(mark, Form)), None) or self.form(arguments[0])
            musts = [mark for mark in arguments if isinstance(mark, Must)]
            form = _checked(form, musts) if musts else form
            return _excused(form) if EXCUSED in arguments else form
        if origin in (Union, UnionType):
            return self._union(arguments)
        if origin is tuple:
            return self._list(arguments[0]) if arguments[1:] == (...,) else _row(tuple, [*map(self.form, arguments)])
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(arguments[1])
        if issubclass(hint, Named):
            return self._named(hint)
        if issubclass(hint, Enum):
            members = {self.member(each): each for each in hint}
            return text_form(
                lambda: pgettext("must be", "one of {names}", names=either([*map(quoted, members)])),
                members.__getitem__,
                self.member,
            )
        if is_dataclass(hint) or hasattr(hint, "_fields"):
            parts = self.fields(hint)
            if not self.is_list(hint):
                return self._record(hint, parts)
            return _row(hint._make, [each.form for each in parts], [each.default for each in parts if each.is_omitted])
        raise TypeError(f"{hint} has no form as JSON")

    def _union(self, hints: tuple[Any, ...]) -> Form:
        forms = {hint: self.form(hint) for hint in hints}
        read = {kind: form.read for form in reversed(forms.values()) for kind in form.kinds}
        write = {_python_type(hint): form.write for hint, form in forms.items()}
        records = sorted((form for form in forms.values() if form.keys), key=lambda form: -len(form.keys))

        def read_record(given: Any) -> Any:
            for form in records:
                if form.keys <= given.keys():
                    return form.read(given)
            raise CodecError(NC_("fault", "{what} does not have the keys that go together"))

        def words() -> str:
            return either([*dict.fromkeys(form.words() for form in forms.values())])

        def read_one(value: Any) -> Any:
            found = read.get(type(value))
            if found is None:
                raise _must_be(words)
            return found(value)

        def write_one(value: Any) -> Any:
            return write.get(type(value), as_it_is)(value)

        if len(records) > 1:
            read[dict] = read_record
        return Form(words, tuple(read), read_one, as_it_is if {*write.values()} == {as_it_is} else write_one)

    def _list(self, item: Any) -> Form:
        _, _, read, write, _ = self.form(item)
        most = self._most_items

        def read_list(values: Any) -> tuple[Any, ...]:
            if type(values) is not list:
                raise _must_be(_list_words)
            if most is not None and len(values) > most:
                raise CodecError(NC_("fault", "{what} must have at most {most} items"), most=grouped(most))
            found: list[Any] = []
            try:
                found.extend(map(read, values))
            except CodecError as error:
                raise error.inside(pgettext("in a list", "item {number}", number=len(found) + 1)) from None
            return tuple(found)

        write_list = list if write is as_it_is else lambda values: [*map(write, values)]
        return Form(_list_words, (list,), read_list, write_list)

    def _mapping(self, item: Any) -> Form:
        _, _, read, write, _ = self.form(item)

        def read_mapping(given: Any) -> dict[str, Any]:
            if type(given) is not dict:
                raise _must_be(_object_words)
            if read is as_it_is:
                return given
            found: dict[str, Any] = {}
            for key, value in given.items():
                try:
                    found[key] = read(value)
                except CodecError as error:
                    raise error.inside(quoted(key)) from None
            return found

        def write_mapping(values: Mapping[str, Any]) -> dict[str, Any]:
            return {key: write(value) for key, value in values.items()}

        return Form(_object_words, (dict,), read_mapping, dict if write is as_it_is else write_mapping)

    def _record(self, kind: Any, parts: tuple[Field, ...]) -> Form:
        readers = [(field.key, field.form.read, field.default) for field in parts]
        keys, lenient, brief, absent = {field.key for field in parts}, self._lenient, self._brief, object()

        def read_record(given: Any) -> Any:
            if type(given) is not dict:
                raise _must_be(_object_words)
            values: list[Any] = []
            key, has_all = "", not brief and given.keys() == keys
            try:
                if has_all:  # as nearly always
                    for key, read, _ in readers:
                        values.append(read(given[key]))
                else:
                    for key, read, default in readers:
                        value = given.get(key, absent)
                        values.append(default if value is absent else read(value))
                        if brief and default is not MISSING and value is not absent and values[-1] == default:
                            fault = NC_("fault", "{what} is left out where it is {value}")
                            raise CodecError(fault, value=json.dumps(value))
            except CodecError as error:
                raise error.inside(quoted(key)) from None
            if not has_all and MISSING in values:
                raise CodecError(NC_("fault", "{what} lacks {key}"), key=quoted(parts[values.index(MISSING)].key))
            if not has_all and not lenient and not given.keys() <= keys:
                unknown = next(key for key in given if key not in keys)
                raise CodecError(NC_("fault", "{what} has an unknown key {key}"), key=quoted(unknown))
            try:
                return kind(*values)
            except ValueError as error:
                raise CodecError(str(error), "") from error

        names, key_list = [field.name for field in parts], [field.key for field in parts]
        values_of: Callable[[Any], Iterable[Any]]
        if issubclass(kind, tuple):
            values_of = iter
        else:
            values_of = attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]
        omitted = [(field.key, field.default) for field in parts if field.is_omitted]
        changing = [(field.key, field.form.write) for field in parts if field.form.write is not as_it_is]

        def write_record(value: Any) -> dict[str, Json]:
            written = dict(zip(key_list, values_of(value)))
            for key, default in omitted:
                if written[key] == default:
                    del written[key]
            for key, write in changing:
                if key in written:
                    written[key] = write(written[key])
            return written

        required = frozenset(field.key for field in parts if field.default is MISSING)
        return Form(_object_words, (dict,), read_record, write_record, required)

    def _named(self, base: type[Named]) -> Form:
        kinds = {
            kind.word: (self._record(kind, self.fields(kind)), kind.whole) for kind in base.__subclasses__() or [base]
        }

        def read_named(given: Any) -> Any:
            if type(given) is not dict or len(given) != 1:
                raise CodecError(NC_("fault", "{what} must be an object with one key, which names it"))
            ((word, told),) = given.items()
            if word not in kinds:
                raise CodecError(NC_("fault", "{what} has the unknown name {name}"), name=quoted(word))
            form, whole = kinds[word]
            try:
                value = form.read({whole: told} if whole else told)
            except CodecError as error:
                raise error.inside(quoted(word)) from None
            if fault := value.fault():
                raise CodecError(fault, "")
            return value

        def write_named(value: Any) -> dict[str, Json]:
            told = kinds[value.word][0].write(value)
            return {value.word: told[value.whole] if value.whole else told}

        return Form(_object_words, (dict,), read_named, write_named)


def _row(make: Callable[[Any], Any], forms: list[Form], defaults: Sequence[Any] = ()) -> Form:
    """The form of a list of so many values, each with a type of its own; the last ones may have their ``defaults``."""
    least = len(forms) - len(defaults)

    def words() -> str:
        if not defaults:
            return npgettext("must be", "a list of {number} item", "a list of {number} items", len(forms))
        return npgettext(
            "must be", "a list of {least} to {number} item", "a list of {least} to {number} items", len(forms),
            least=least,
        )  # fmt: skip

    def read_row(values: Any) -> Any:
        if type(values) is not list or not least <= len(values) <= len(forms):
            raise _must_be(words)
        found: list[Any] = []
        try:
            for form, value in zip(forms, values):
                found.append(form.read(value))
        except CodecError as error:
            raise error.inside(pgettext("in a list", "item {number}", number=len(found) + 1)) from None
        return make([*found, *defaults[len(found) - least :]])

    def write_row(values: Any) -> list[Any]:
        most = len(forms)
        while most > least and values[most - 1] == defaults[most - 1 - least]:
            most -= 1
        return [form.write(value) for form, value in zip(forms[:most], values)]

    return Form(words, (list,), read_row, write_row)


def _must_be(words: Callable[[], str]) -> CodecError:
    return CodecError(NC_("fault", "{what} must be {needed}"), needed=words())


def _list_words() -> str:
    return pgettext("must be", "a list")


def _object_words() -> str:
    return pgettext("must be", "an object")


def _python_type(hint: Any) -> type:
    hint = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    found: type = get_origin(hint) or hint
    return dict if found is Mapping else found


def _checked(form: Form, musts: list[Must]) -> Form:
    """The form of values for which some conditions hold."""
    conditions, read_any = [each.holds for each in musts], form.read

    def words() -> str:
        return listed([each.said() for each in musts])

    def read(value: Any) -> Any:
        found = read_any(value)
        for holds in conditions:
            if not holds(found):
                raise _must_be(words)
        return found

    return form._replace(words=words, read=read)


def _excused(form: Form) -> Form:
    """The form of values that are None where they are wrong."""

    def read(value: Any) -> Any:
        try:
            return form.read(value)
        except CodecError:
            return None

    return form._replace(read=read)


def _plain(words: Callable[[], str], *kinds: type, holds: Callable[[Any], bool] | None = None) -> Form:
    """The form of values that JSON has as they are."""

    def read(value: Any) -> Any:
        if type(value) not in kinds or (holds is not None and not holds(value)):
            raise _must_be(words)
        return value

    return Form(words, kinds, read)


def text_form(words: Callable[[], str], parse: Callable[[Any], Any], write: Callable[[Any], str]) -> Form:
    """The form of values that are text in JSON. LookupError or ValueError of ``parse`` if a text names none."""

    def read(text: Any) -> Any:
        try:  # as a point of a game has many cards, this is quicker than to suppress the errors
            if type(text) is str:
                return parse(text)
        except (LookupError, ValueError):
            pass
        raise _must_be(words)

    return Form(words, (str,), read, write)


_HEX: Final = re.compile("(?:[0-9a-f]{2})*")


def _bytes(text: str) -> bytes:
    if not _HEX.fullmatch(text):
        raise ValueError("these are no hexadecimal digits in small letters")
    return bytes.fromhex(text)


_CARDS: Final = {card.text: card for card in ALL_CARDS}
_RANKS: Final = {rank.letter: rank for rank in Rank}
_SUITS: Final = {suit.letter: suit for suit in Suit}
_PLAIN: Final[Mapping[Any, Form]] = {
    bool: _plain(lambda: pgettext("must be", "true or false"), bool),
    int: _plain(lambda: pgettext("must be", "a whole number"), int),
    float: _plain(
        lambda: pgettext("must be", "a number"),
        int,
        float,
        holds=lambda value: -float_info.max <= value <= float_info.max,
    ),
    str: _plain(lambda: pgettext("must be", "text"), str),
    StrEnum: _plain(lambda: pgettext("must be", "text"), str),  # of any game
    NoneType: _plain(lambda: pgettext("must be", "null"), NoneType),
    bytes: text_form(lambda: pgettext("must be", "hexadecimal digits in small letters"), _bytes, bytes.hex),
    date: text_form(lambda: pgettext("must be", 'a day, as "2026-11-22"'), date.fromisoformat, date.isoformat),
    Card: text_form(lambda: pgettext("must be", 'a card in capitals, as "QS"'), _CARDS.__getitem__, attrgetter("text")),
    Rank: text_form(lambda: pgettext("must be", "one of A23456789TJQK"), _RANKS.__getitem__, attrgetter("letter")),
    Suit: text_form(lambda: pgettext("must be", "one of CDHS"), _SUITS.__getitem__, attrgetter("letter")),
}
PLAIN: Final = Notation()
"""Types as their hints say."""
LENIENT: Final = Notation(lenient=True)
"""The same, with any other keys in objects."""


class Codec(Generic[T]):
    """Reads and writes the values of a type as JSON. Its form is made when it is first needed.

    >>> class Pair(NamedTuple):
    ...     name: str
    ...     wins: tuple[int, ...] = ()
    >>> Codec(Pair).write(Pair("Ana", (2, 1)))
    {'name': 'Ana', 'wins': [2, 1]}
    >>> Codec(Pair, what="the pair").read({"name": "Ana", "wins": [2, "1"]})
    Traceback (most recent call last):
        ...
    clockspades.engine.codec.CodecError: "wins": item 2 must be a whole number
    """

    def __init__(self, hint: type[T], notation: Notation = PLAIN, *, text: JsonText = SHORT, what: str = "it") -> None:
        """``hint`` is a class, or a union of them; ``text`` bounds what :meth:`read_text` takes.

        ``what`` errors call a value: ``the header``.
        """
        self._hint, self._notation, self._text, self._what = hint, notation, text, what

    @cached_property
    def form(self) -> Form:
        """How the values are JSON."""
        return self._notation.form(self._hint)

    def read(self, given: object) -> T:
        """The value that was written like this; CodecError, with a clause, if none is."""
        try:
            value: T = self.form.read(given)
        except CodecError as error:
            raise error.about(self._what) from None
        return value

    def write(self, value: T) -> Any:
        return self.form.write(value)

    def read_text(self, text: str | bytes) -> T:
        """The value that a text says; CodecError, with a clause, if it says none."""
        return self.read(self._text.read(text))

    def write_text(self, value: T) -> str:
        """A value as JSON text, in one line; CodecError if it is too long."""
        return self._text.write(self.write(value))
