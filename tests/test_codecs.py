"""Every codec of the package: any JSON gives it a value or one clause, and what it reads it writes and reads again."""

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clockspades
from clockspades.engine.codec import Codec, CodecError, Form, Key, Named, json_text


def codecs() -> Mapping[str, Codec[Any]]:
    names = (each.name for each in pkgutil.walk_packages(clockspades.__path__, "clockspades."))
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    found = {id(each): (f"{module.__name__}.{name}", each) for module in modules for name, each in vars(module).items()}
    return {name: each for name, each in found.values() if isinstance(each, Codec)}


CODECS: Final = codecs()
JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=5), parts, max_size=3),
    max_leaves=6,
)


@cache
def nearly(hint: Any) -> st.SearchStrategy[Any]:
    """JSON that nearly is of a type, and often is."""
    return st.one_of(*[_like(hint)] * 9, JSON)


def _like(hint: Any) -> st.SearchStrategy[Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        is_own = any(isinstance(mark, Form) for mark in arguments)
        return JSON | st.text() if is_own else nearly(arguments[0])
    if origin in (Union, UnionType):
        return st.one_of(*map(nearly, arguments))
    if origin is tuple:
        return (
            st.lists(nearly(arguments[0]), max_size=3)
            if ... in arguments
            else st.tuples(*map(nearly, arguments)).map(list)
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(st.text(max_size=5), nearly(arguments[1]), max_size=3)
    if hint is bytes:
        return st.binary(min_size=1, max_size=40).map(bytes.hex) | st.just("00" * 32)
    if hint in (bool, int, float, str):
        return st.integers(-1, 7) if hint is int else st.from_type(hint)
    if hint is NoneType:
        return st.none()
    if isinstance(hint, type) and issubclass(hint, Named):
        return st.one_of(*map(_named, hint.__subclasses__() or [hint]))
    return _fields(hint) if is_dataclass(hint) or hasattr(hint, "_fields") else JSON


def _named(kind: type[Named]) -> st.SearchStrategy[Any]:
    return _fields(kind).map(lambda told: {kind.word: told[kind.whole] if kind.whole else told})


def _fields(kind: Any) -> st.SearchStrategy[dict[str, Any]]:
    hints = get_type_hints(kind, include_extras=True)
    names = kind._fields if hasattr(kind, "_fields") else kind.__dataclass_fields__
    parts = {}
    for name in names:
        marks = getattr(hints[name], "__metadata__", ())
        parts[next((mark.name for mark in marks if isinstance(mark, Key)), name)] = nearly(hints[name])
    return st.fixed_dictionaries(parts)


@pytest.mark.parametrize("name", CODECS)
@settings(max_examples=30)
@given(data=st.data())
def test_any_json_gives_a_value_that_comes_back_or_one_clause(name: str, data: st.DataObject) -> None:
    codec = CODECS[name]
    told = data.draw(nearly(codec._hint))  # type: ignore[arg-type]
    try:
        found = codec.read(told)
    except CodecError as error:
        clause = str(error)
        assert clause
        assert "\n" not in clause
        return
    written = codec.write(found)
    assert codec.read(written) == found
    assert codec.write(codec.read(written)) == written
    assert json_text(written)
