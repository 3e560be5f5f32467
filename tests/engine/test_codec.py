"""The codec: what its types are as JSON, what it refuses and how it says so, and what any text does to it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.cards import Card, Rank, Suit, parse_card
from clockspades.engine.codec import (
    EXCUSED,
    OMITTED,
    Codec,
    CodecError,
    JsonText,
    Key,
    Must,
    Named,
    Notation,
    between,
    json_text,
    size,
)
from clockspades.engine.options import Json


class Phase(Enum):
    DRAW = 1
    DONE = "over"


class Seat(NamedTuple):
    name: str
    hours: tuple[int, ...] = ()


class Sealed(NamedTuple):
    seal: Annotated[bytes, size(2)]
    salt: bytes


class Answering(NamedTuple):
    answers: Annotated[bytes, size(2)]
    challenger: Annotated[str, Key("from")]


Part: TypeAlias = Sealed | Answering


Length: TypeAlias = Annotated[int | None, Must((None, 3, 5, 7).__contains__, "3, 5 or 7")]


@dataclass(frozen=True, slots=True)
class Everything:
    truth: bool
    number: Annotated[int, between(-5, 1000)]
    share: float
    card: Card | None
    ranks: tuple[Rank, Suit]
    phase: Phase
    length: Length
    day: date | None
    seats: tuple[Seat, ...]
    part: Part | None
    guess: Annotated[Length, EXCUSED]
    extra: Mapping[str, Json]
    more: Annotated[bool, OMITTED] = False

    def __post_init__(self) -> None:
        if self.number == 13:
            raise ValueError("thirteen is unlucky")


EVERYTHING: Final = Codec(Everything)
WRITTEN: Final[dict[str, Json]] = {
    "truth": True,
    "number": 7,
    "share": 0.5,
    "card": "QS",
    "ranks": ["T", "H"],
    "phase": "draw",
    "length": 5,
    "day": "2026-11-26",
    "seats": [{"name": "Ana", "hours": [1, 12]}, {"name": "Tick", "hours": []}],
    "part": {"answers": "00ff", "from": "Ben"},
    "guess": 3,
    "extra": {"a": [{"b": None}]},
}
VALUE: Final = Everything(
    True, 7, 0.5, parse_card("QS"), (Rank.TEN, Suit.HEARTS), Phase.DRAW, 5, date(2026, 11, 26),
    (Seat("Ana", (1, 12)), Seat("Tick")), Answering(b"\0\xff", "Ben"), 3, {"a": [{"b": None}]},
)  # fmt: skip


def test_a_value_is_written_as_its_type_says_and_read_back() -> None:
    assert EVERYTHING.write(VALUE) == WRITTEN
    assert EVERYTHING.read(WRITTEN) == VALUE
    assert EVERYTHING.read_text(EVERYTHING.write_text(VALUE)) == VALUE


@pytest.mark.parametrize("guess", [4, True, 3.0, "3", [3], {}, None])
def test_a_wrong_value_that_is_excused_is_read_as_none(guess: Json) -> None:
    assert EVERYTHING.read({**WRITTEN, "guess": guess}) == replace(VALUE, guess=None)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"truth": 1}, '"truth" must be true or false'),
        ({"number": True}, '"number" must be a whole number'),
        ({"number": 1001}, '"number" must be a number from −5 to 1,000'),
        ({"number": 13}, "thirteen is unlucky"),
        ({"share": "much"}, '"share" must be a number'),
        ({"card": "qs"}, '"card" must be a card in capitals, as "QS"'),
        ({"card": 7}, '"card" must be a card in capitals, as "QS" or null'),
        ({"ranks": ["T"]}, '"ranks" must be a list of 2 items'),
        ({"ranks": ["T", ["H"]]}, '"ranks": item 2 must be one of CDHS'),
        ({"phase": "DRAW"}, '"phase" must be one of "draw" or "over"'),
        ({"length": 4}, '"length" must be 3, 5 or 7'),
        ({"day": "yesterday"}, '"day" must be a day, as "2026-11-22"'),
        ({"seats": {}}, '"seats" must be a list'),
        ({"seats": [{"name": "Ana"}, {"name": None}]}, '"seats", item 2: "name" must be text'),
        ({"seats": [{"hours": []}]}, '"seats": item 1 lacks "name"'),
        ({"seats": [{"name": "Ana", "kind": 1}]}, '"seats": item 1 has an unknown key "kind"'),
        ({"seats": [{"name": "Ana", "hours": [1, 2.0]}]}, '"seats", item 1, "hours": item 2 must be a whole number'),
        ({"part": {"from": "Ben"}}, '"part" does not have the keys that go together'),
        ({"part": {"seal": "00", "salt": ""}}, '"part": "seal" must be 4 hexadecimal digits in small letters'),
        ({"part": {"seal": "00ff", "salt": "A0"}}, '"part": "salt" must be hexadecimal digits in small letters'),
        ({"extra": []}, '"extra" must be an object'),
        ({"\x9b\u202e": 0}, r'it has an unknown key "\u009b\u202e"'),
        ({"x" * 100: 0}, 'it has an unknown key "' + "x" * 39 + '…"'),
    ],
)
def test_what_is_wrong_is_named(change: Mapping[str, Json], fault: str) -> None:
    with pytest.raises(CodecError) as raised:
        EVERYTHING.read({**WRITTEN, **change})
    assert str(raised.value) == fault


def test_notations_are_lenient_or_brief_or_have_other_names() -> None:
    class Short(Notation):
        def key(self, kind: type, name: str) -> str:
            return {"Seat.name": "n"}.get(f"{kind.__name__}.{name}", name)

        def is_list(self, kind: type) -> bool:
            return kind is Sealed

    assert Codec(Seat, Short(lenient=True)).read({"n": "Ana", "new": 1}) == Seat("Ana")
    assert Codec(Sealed, Short()).write(Sealed(b"\1\2", b"")) == ["0102", ""]
    assert Codec(Sealed, Short()).read(["0102", ""]) == Sealed(b"\1\2", b"")
    brief = Codec(Seat, Notation(brief=True))
    assert brief.write(Seat("Ana")) == {"name": "Ana"}
    with pytest.raises(CodecError, match=r'^"hours" is left out where it is \[\]$'):
        brief.read({"name": "Ana", "hours": []})
    with pytest.raises(CodecError, match=r"^it must have at most 2 items$"):
        Codec(tuple[int, ...], Notation(most_items=2)).read([1, 2, 3])


class Said(Named):
    """What somebody says."""


class Hello(Said, word="hello"):
    name: str

    def fault(self) -> str:
        return "" if self.name else "This is no name."


class Counted(Said, word="counted", whole="numbers"):
    numbers: Mapping[str, int]


SAID: Final = Codec(Said)


def test_named_classes_are_objects_with_one_key() -> None:
    right: list[tuple[Said, Json]] = [
        (Hello("Ana"), {"hello": {"name": "Ana"}}),
        (Counted({"a": 1}), {"counted": {"a": 1}}),
    ]
    for value, written in right:
        assert SAID.write(value) == written
        assert SAID.read(written) == value
    wrong: list[tuple[Json, str]] = [
        ({"hello": {"name": 1}}, '"hello": "name" must be text'),
        ({"hello": {"name": ""}}, "This is no name."),
        ({"counted": {"a": "b"}}, '"counted", "numbers": "a" must be a whole number'),
        ({"bye": {}}, 'it has the unknown name "bye"'),
        ({"hello": {}, "counted": {}}, "it must be an object with one key, which names it"),
    ]
    for written, fault in wrong:
        with pytest.raises(CodecError) as raised:
            SAID.read(written)
        assert str(raised.value) == fault


SHORT: Final = JsonText("the message", deepest=3, largest=99, halves=False)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"\xff", "is not UTF-8 text (byte 1)"),
        ("[1", "is not JSON: it ends too early, as if it was wrapped"),
        ("[1}", "is not JSON: it goes wrong at character 3"),
        ("NaN", "is not JSON: NaN is not a number"),
        ("1e999", "has a number that is too large"),
        ("-100", "has a number of 4 digits; the limit is 2"),
        ("[[[[]]]]", "is nested more than 3 levels deep"),
        ("[" * 100_000, "is nested more than 3 levels deep"),
        ('{"a": 1, "a": 2}', 'has the key "a" twice in one object'),
        (r'"\ud800"', "has half a character"),
        ("[]", "is not a JSON object"),
    ],
)
def test_text_is_bounded(text: str | bytes, fault: str) -> None:
    with pytest.raises(CodecError) as raised:
        SHORT.read_object(text)
    assert str(raised.value) == f"the message {fault}"


JSON: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.sampled_from(["QS", "T", "H"]),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.sampled_from([*WRITTEN, "name", "seal"]), parts),
)


def fault_of(read: Callable[[Any], object], given: object) -> str | None:
    try:
        read(given)
    except CodecError as error:
        return str(error)
    return None


@given(st.binary() | st.text() | JSON.map(json_text))
def test_any_text_gives_json_or_one_clause(text: str | bytes) -> None:
    for reader in (SHORT.read, SHORT.read_object, EVERYTHING.read_text, SAID.read_text):
        fault = fault_of(reader, text)
        assert fault is None or fault.isprintable()


@given(st.sampled_from([*WRITTEN]), JSON)
def test_any_value_of_a_field_is_read_as_written_or_named(key: str, value: Any) -> None:
    changed = {**WRITTEN, key: value}
    fault = fault_of(EVERYTHING.read, changed)
    if fault is not None:
        assert key in fault or "unlucky" in fault
    else:
        found = EVERYTHING.read(changed)
        assert json.loads(EVERYTHING.write_text(found)).keys() <= WRITTEN.keys()
        assert EVERYTHING.read(EVERYTHING.write(found)) == found
