"""Messages and records as text: what the documentation says, what is refused, and that nothing else can be read."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.network.table.kept import RECORDS
from clockspades.network.wire import messages as say
from clockspades.network.wire.frames import MOST_BYTES, Codec, WireError
from clockspades.network.wire.messages import TO_CLIENT, TO_HOST
from tests.network.served import begun

PROTOCOL = Path(__file__).parents[2] / "docs" / "network.md"
NO_OBJECT = "has something else in the place of an object"
DIGITS = "digits of 0-9 and a-f"
STRICT = Codec(say.ToClient)


def documented(heading: str) -> list[str]:
    """The messages in the table under a heading."""
    section = PROTOCOL.read_text(encoding="utf-8").split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("| `{")]
    return [row.split("`")[1] for row in rows]


@pytest.mark.parametrize(("heading", "codec"), [("Messages to the host", TO_HOST), ("Messages to the client", STRICT)])
def test_the_documentation_has_every_message_with_every_key(heading: str, codec: Codec[Any]) -> None:
    examples = documented(heading)
    assert [next(iter(json.loads(example))) for example in examples] == [*codec.kinds]
    for example in examples:
        message = codec.read(example)
        assert json.loads(codec.write(message)) == json.loads(example)


def test_the_documentation_has_every_phrase_and_the_bounds() -> None:
    text = PROTOCOL.read_text(encoding="utf-8")
    assert all(f"`{phrase}`" in text for phrase in say.PHRASES)
    assert f"{say.LONGEST_WORDS} characters" in text


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        ("", "A message is not JSON that can be read."),
        ("[]", "A message is not a JSON object."),
        ("{}", "A message is an object with one key, which names it."),
        ('{"start": {}, "leave": {}}', "A message is an object with one key, which names it."),
        ('{"start": {}, "start": {}}', "A message has the same key twice in an object."),
        ('{"sit": {"seat": 1, "seat": 2}}', "A message has the same key twice in an object."),
        ('{"act": {"epoch": 1, "at": 0, "action": {"do": [{"a": 1, "\\u0061": 1}]}}}',
         "A message has the same key twice in an object."),
        ('{"fly": {}}', "There is no message with this name."),
        ('{"start": true}', "What 'start' says must be an object."),
        ('{"start": {"now": 1}}', "The message 'start' has a key that it does not take."),
        ('{"sit": {}}', "The message 'sit' lacks a key."),
        ('{"sit": {"seat": "2"}}', "The message 'sit' has something else in the place of a whole number."),
        ('{"sit": {"seat": true}}', "The message 'sit' has something else in the place of a whole number."),
        ('{"sit": {"seat": 2.0}}', "The message 'sit' has something else in the place of a whole number."),
        ('{"sit": {"seat": -1}}', "There is no such seat."),
        ('{"sit": {"seat": 16}}', "There is no such seat."),
        ('{"act": {"epoch": 0, "at": -1, "action": {}}}', "There is no such point."),
        ('{"act": {"epoch": 0, "at": 0, "action": 1}}', f"The message 'act' {NO_OBJECT}."),
        ('{"say": {"words": ""}}', "You can say at most 200 characters of plain text at once."),
        ('{"say": {"words": "\\u001b[2J"}}', "You can say at most 200 characters of plain text at once."),
        ('{"share": {"table": "T", "deal": 0, "share": "A"}}', f"A share and its promise have 64 {DIGITS} each."),
        ('{"join": {"code": "A", "key": "k", "name": "Ana"}}', f"The key of a seat must have 32 to 64 {DIGITS}."),
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_in_one_sentence(frame: str, sentence: str) -> None:
    with pytest.raises(WireError) as error:
        TO_HOST.read(frame)
    assert str(error.value) == sentence


def test_frames_that_are_too_large_or_too_deep_are_refused() -> None:
    for frame in (
        '{"say": {"words": "' + "a" * MOST_BYTES + '"}}',
        '{"act": {"epoch": 0, "at": 0, "action": {"a": ' + "[" * 30_000 + "]" * 30_000 + "}}}",
        '{"act": {"epoch": 0, "at": 0, "action": {"a": ' + "[" * 200 + "]" * 200 + "}}}",
        '{"act": {"epoch": 0, "at": 0, "action": ' + '{"a":' * 200 + "1" + "}" * 202,
        b'{"say": {"words": "\xff"}}',
    ):
        with pytest.raises(WireError):
            TO_HOST.read(frame)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "a" * 41,
        "\x1b[31mAna",
        "A\u202ena",
        "\ud800",
        "\u3164",
        "Ana\u3164",
        "\u200dAna",
        "a" + "\u0301" * 9,
        "\u2800",
    ],
)
def test_nobody_joins_with_a_name_that_cannot_be_shown(name: str) -> None:
    frame = json.dumps({"join": {"code": "A", "key": "0" * 32, "name": name}})
    with pytest.raises(WireError):
        TO_HOST.read(frame)


def test_a_client_ignores_keys_of_a_newer_host() -> None:
    assert TO_CLIENT.read('{"done": {"epoch": 1, "at": 2, "mood": "good"}}') == say.Done(1, 2)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@given(data=st.data())
def test_a_message_with_any_values_is_read_or_refused(data: st.DataObject) -> None:
    codec: Codec[Any] = data.draw(st.sampled_from([TO_HOST, TO_CLIENT, RECORDS]))
    word = data.draw(st.sampled_from([*codec.kinds]))
    kind = codec.kinds[word]
    keys = [field.name for field in fields(kind)]
    frame = json.dumps({word: {key: data.draw(JSON) for key in keys}})
    with suppress(WireError):
        message = codec.read(frame)
        assert codec.read(codec.write(message)) == message


def test_whatever_a_game_sends_and_stores_is_read_back() -> None:
    served = begun("ana", "ben", name="clogs", options={"target": 5})
    served.play_until_over()
    for messages in served.heard.values():
        for message in messages:
            assert TO_CLIENT.read(TO_CLIENT.write(message)) == message
    for record in served.records:
        assert RECORDS.read(RECORDS.write(record)) == record


def test_fields_have_types_that_the_codec_checks() -> None:
    """Every field is a text, a number, a truth value, an object, or a tuple or a choice of these."""

    def is_known(kind: Any) -> bool:
        if kind in (str, int, float, bool, type(None)) or get_origin(kind) is Mapping or is_record(kind):
            return True
        return bool(get_args(kind)) and all(is_known(part) for part in get_args(kind) if part is not ...)

    def is_record(kind: Any) -> bool:
        return hasattr(kind, "__dataclass_fields__")

    for codec in (TO_HOST, TO_CLIENT, RECORDS):
        for kind in codec.kinds.values():
            for name, hint in get_type_hints(kind).items():
                assert name in ("word", "whole") or get_origin(hint) is Mapping or is_known(hint), (kind, name)
