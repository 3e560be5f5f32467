"""Frozen dataclasses as JSON objects with one key, which names the class: messages, and the records of a table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar, dataclass_transform, get_origin

from cattrs import Converter
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn

from clockspades.engine.options import Json
from clockspades.network.wire.frames import HIGHEST, MOST_ITEMS, WireError, read_frame, write_frame


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

    def from_json(self, message: Mapping[str, Json]) -> NamedT:
        """As :meth:`read`, of what JSON said."""
        if len(message) != 1:
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
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
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

    @converter.register_structure_hook_factory(_is_tuple)
    def read_tuple(kind: Any) -> Any:
        item, _ = kind.__args__
        hook = converter.get_structure_hook(item)
        return lambda values, _: tuple([hook(value, item) for value in _list(values)])

    @converter.register_structure_hook_factory(is_dataclass)
    def read_record(kind: type) -> Any:
        return make_dict_structure_fn(
            kind, converter, _cattrs_forbid_extra_keys=strict, _cattrs_detailed_validation=False
        )

    return converter


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _is_object(kind: Any) -> bool:
    return get_origin(kind) is Mapping or get_origin(kind) is dict or getattr(kind, "__origin__", None) is Mapping


def _list(value: Any) -> list[Any]:
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
