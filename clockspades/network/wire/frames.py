"""Frames: JSON text of a bounded size, as it goes over the wire and comes from somebody who may be hostile.

What it says are frozen dataclasses, each an object with one key, which names the class: messages, the records of a
table, and what is said between processes.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from math import isfinite
from typing import Any, ClassVar, Final, Generic, NoReturn, TypeVar, dataclass_transform, get_origin

from cattrs import Converter
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn

from clockspades.engine.options import Json

MOST_BYTES: Final = 64 * 1024
"""The size of the largest frame."""
MOST_ITEMS: Final = 1024
"""The most items in a list: more than any game has deals, or any seat legal actions."""
DEEPEST: Final = 100
"""How deep lists and objects may be nested. Python alone would take the whole of a frame from version 3.14 on."""
MOST_CHARACTERS: Final = 1000
"""The length of the longest text."""
HIGHEST: Final = 2**53 - 1
"""The highest number, and the lowest below 0: every language has whole numbers up to it."""


class WireError(ValueError):
    """Something that came over the wire and is not what the protocol says; the message is one sentence."""


def write_frame(message: Mapping[str, Json]) -> str:
    """The text of a message; WireError if it is larger than a frame."""
    text = _ENCODER.encode(message)
    if len(text) > MOST_BYTES // 4 and len(text.encode()) > MOST_BYTES:
        raise WireError(f"A message has more than {MOST_BYTES} bytes.")
    return text


def read_frame(frame: str | bytes) -> dict[str, Json]:
    """The message in a frame; WireError if it is no JSON object, too large, or has what not every language can read."""
    try:
        text = frame.decode() if isinstance(frame, bytes) else frame
        if len(text) > MOST_BYTES or (not text.isascii() and len(text.encode()) > MOST_BYTES):
            raise WireError(f"A message has more than {MOST_BYTES} bytes.")
        message = _DECODER.decode(text)
        if text.count("[") + text.count("{") > DEEPEST and _is_too_deep(message):
            raise WireError(f"A message is nested more than {DEEPEST} levels deep.")
        if "\\" in text:
            _ENCODER.encode(message).encode()  # an escape can stand for half a character
    except WireError:
        raise
    except (ValueError, RecursionError):  # not UTF-8, no JSON, or half a character; nested too deep
        raise WireError("A message is not JSON that can be read.") from None
    if not isinstance(message, dict):
        raise WireError("A message is not a JSON object.")
    return message


def _is_too_deep(message: Json) -> bool:
    level: list[Json] = [message]
    for _ in range(DEEPEST):
        level = [item for each in level for item in _contents(each)]
    return bool(level)


def _contents(value: Json) -> Iterable[Json]:
    """What a list or an object has in it."""
    match value:
        case dict():
            return value.values()
        case list():
            return value
    return ()


def read_list(value: Json) -> list[Json]:
    """The items of a list; WireError if it is none, or has more items than any has."""
    if not isinstance(value, list) or len(value) > MOST_ITEMS:
        raise WireError(f"A message needs a list of at most {MOST_ITEMS} items in some place.")
    return value


def read_object(value: Json) -> dict[str, Json]:
    """The keys and values of an object; WireError if it is none."""
    if not isinstance(value, dict):
        raise WireError("A message needs an object in some place.")
    return value


def read_number(value: Json, most: int = HIGHEST, least: int = 0) -> int:
    """A whole number in these bounds; WireError if it is none."""
    if type(value) is not int or not least <= value <= most:
        raise WireError(f"A message needs a whole number from {least} to {most} in some place.")
    return value


def read_text(value: Json) -> str:
    """A short text; WireError if it is none."""
    if not isinstance(value, str) or len(value) > MOST_CHARACTERS:
        raise WireError(f"A message needs a text of at most {MOST_CHARACTERS} characters in some place.")
    return value


def _whole(digits: str) -> int:
    number = int(digits) if len(digits) <= len(str(HIGHEST)) + 1 else HIGHEST + 1
    if abs(number) > HIGHEST:
        _refuse(digits)
    return number


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _refuse(digits)


def _refuse(text: str) -> NoReturn:
    raise WireError(f"A message has a number that cannot be read: {text[:20]}.")


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object; WireError if it has a key twice, of which programs may read one or the other."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise WireError("A message has the same key twice in an object.")
    return found


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))
_DECODER: Final = json.JSONDecoder(
    parse_int=_whole, parse_float=_finite, parse_constant=_refuse, object_pairs_hook=_once
)


# -- dataclasses in frames -------------------------------------------------------------------------------------


@dataclass_transform(frozen_default=True)
class Named:
    """Something that a frame or a record says. Subclasses are frozen dataclasses, named where they are declared."""

    word: ClassVar[str]
    """The key that names it."""
    whole: ClassVar[str]
    """The one field whose value stands for the whole; empty if the fields are the keys of an object."""

    def __init_subclass__(cls, *, word: str = "", whole: str = "") -> None:
        cls.word, cls.whole = word, whole
        dataclass(frozen=True)(cls)

    def fault(self) -> str:
        """Why this may not be sent, in a sentence; empty if it may. The types of the fields are checked before."""
        return ""


_NEW: Final = "is new"


def new_field(default: Any) -> Any:
    """A field that older programs do not take. It is left out where it has its default."""
    return field(default=default, metadata={_NEW: True})


NamedT = TypeVar("NamedT", bound=Named)


class Codec(Generic[NamedT]):
    """Writes and reads the objects of the subclasses of a class, or of one that has none. Reading is strict."""

    def __init__(self, base: type[NamedT], *, lenient: bool = False) -> None:
        """``lenient`` ignores keys that a class does not have: those of a newer host."""
        self.kinds: Final[Mapping[str, type[NamedT]]] = {kind.word: kind for kind in base.__subclasses__() or [base]}
        """The classes by the keys that name them."""
        self._converter = _converter(strict=not lenient)

    def write(self, value: NamedT) -> str:
        """The JSON text of an object; WireError if it is larger than a frame."""
        return write_frame(self.as_json(value))

    def as_json(self, value: NamedT) -> dict[str, Json]:
        """An object as JSON."""
        return {value.word: _plain(getattr(value, value.whole) if value.whole else value)}

    def read(self, text: str | bytes) -> NamedT:
        """The object that a text says; WireError, with one sentence, if it says none of these classes."""
        return self.from_json(read_frame(text))

    def from_json(self, message: Json) -> NamedT:
        """As :meth:`read`, of what JSON said."""
        if not isinstance(message, dict) or len(message) != 1:
            raise WireError("A message is an object with one key, which names it.")
        ((word, given),) = message.items()
        kind = self.kinds.get(word)
        if kind is None:
            raise WireError("There is no message with this name.")
        if not isinstance(given, dict):
            raise WireError(f"What {word!r} says must be an object.")
        try:
            value: NamedT = self._converter.structure({kind.whole: given} if kind.whole else given, kind)
        except WireError as error:
            raise WireError(f"The message {word!r} {error}.") from None
        except ForbiddenExtraKeysError:
            raise WireError(f"The message {word!r} has a key that it does not take.") from None
        except KeyError:
            raise WireError(f"The message {word!r} lacks a key.") from None
        except (TypeError, ValueError, AttributeError):
            raise WireError(f"The message {word!r} does not have the form that it must have.") from None
        if fault := value.fault():
            raise WireError(fault)
        return value


def _plain(value: Any) -> Json:
    """A value as JSON has it: records as objects, tuples as lists."""
    if is_dataclass(value):
        given = ((field, getattr(value, field.name)) for field in fields(value))
        return {
            field.name: _plain(each) for field, each in given if each != field.default or not field.metadata.get(_NEW)
        }
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    found: Json = value
    return found


def _converter(*, strict: bool) -> Converter:
    converter = Converter(detailed_validation=False, forbid_extra_keys=strict)
    for kind, read in _READERS.items():
        converter.register_structure_hook(kind, read)
    converter.register_structure_hook_func(lambda kind: kind is Any, lambda value, _: value)
    converter.register_structure_hook_func(_is_object, _reader("an object", lambda value: isinstance(value, dict)))

    @converter.register_structure_hook_factory(is_tuple)
    def read_tuple(kind: Any) -> Any:
        item, _ = kind.__args__
        hook = converter.get_structure_hook(item)
        return lambda values, _: tuple([hook(value, item) for value in _items(values)])

    @converter.register_structure_hook_factory(is_dataclass)
    def read_record(kind: type) -> Any:
        return make_dict_structure_fn(
            kind, converter, _cattrs_forbid_extra_keys=strict, _cattrs_detailed_validation=False
        )

    return converter


def is_tuple(kind: Any) -> bool:
    """Whether a type is a tuple with items of some types, and no named one."""
    return get_origin(kind) is tuple


def _is_object(kind: Any) -> bool:
    return get_origin(kind) is Mapping or get_origin(kind) is dict or getattr(kind, "__origin__", None) is Mapping


def _items(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise WireError("has something else in the place of a list")
    if len(value) > MOST_ITEMS:
        raise WireError(f"has a list of more than {MOST_ITEMS} items")
    return value


def _reader(what: str, is_one: Callable[[Any], bool]) -> Callable[[Any, Any], Any]:
    """Reads a value that must be such a thing."""

    def read(value: Any, _: Any) -> Any:
        if not is_one(value):
            raise WireError(f"has something else in the place of {what}")
        return value

    return read


_READERS: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    int: _reader("a whole number", lambda value: type(value) is int and -HIGHEST <= value <= HIGHEST),
    float: _reader("a number", lambda value: type(value) in (int, float)),
    bool: _reader("true or false", lambda value: type(value) is bool),
    str: _reader("a text", lambda value: isinstance(value, str)),
}
