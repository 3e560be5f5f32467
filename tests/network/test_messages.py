"""Messages and records as text: what the documentation says, what is refused, and that nothing else can be read."""

import json
from pathlib import Path

import pytest

from clockspades.engine.codec import Codec, CodecError, Named
from clockspades.network.table.kept import RECORDS
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import MOST_BYTES, TO_CLIENT, TO_HOST
from tests.network.served import begun

PROTOCOL = Path(__file__).parents[2] / "docs" / "network.md"


def documented(heading: str) -> list[str]:
    """The messages in the table under a heading."""
    section = PROTOCOL.read_text(encoding="utf-8").split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("| `{")]
    return [row.split("`")[1] for row in rows]


@pytest.mark.parametrize(
    ("heading", "kind"), [("Messages to the host", say.ToHost), ("Messages to the client", say.ToClient)]
)
def test_the_documentation_has_every_message_with_every_key(heading: str, kind: type[Named]) -> None:
    examples, codec = documented(heading), Codec(kind)
    assert [next(iter(json.loads(example))) for example in examples] == [each.word for each in kind.__subclasses__()]
    for example in examples:
        message = codec.read_text(example)
        assert json.loads(codec.write_text(message)) == json.loads(example)


def test_the_documentation_has_every_phrase_and_the_bounds() -> None:
    text = PROTOCOL.read_text(encoding="utf-8")
    assert all(f"`{phrase}`" in text for phrase in say.PHRASES)
    assert f"{say.LONGEST_WORDS} characters" in text


@pytest.mark.parametrize(
    ("frame", "fault"),
    [
        ("", "the message is not JSON: it ends too early, as if it was wrapped"),
        ("[]", "it must be an object with one key, which names it"),
        ("{}", "it must be an object with one key, which names it"),
        ('{"start": {}, "leave": {}}', "it must be an object with one key, which names it"),
        ('{"start": {}, "start": {}}', 'the message has the key "start" twice in one object'),
        ('{"sit": {"seat": 1, "seat": 2}}', 'the message has the key "seat" twice in one object'),
        ('{"act": {"epoch": 1, "at": 0, "action": {"do": [{"a": 1, "\\u0061": 1}]}}}',
         'the message has the key "a" twice in one object'),
        ('{"fly": {}}', 'it has the unknown name "fly"'),
        ('{"start": true}', '"start" must be an object'),
        ('{"start": {"now": 1}}', '"start" has an unknown key "now"'),
        ('{"sit": {}}', '"sit" lacks "seat"'),
        ('{"sit": {"seat": "2"}}', '"sit": "seat" must be a whole number'),
        ('{"sit": {"seat": true}}', '"sit": "seat" must be a whole number'),
        ('{"sit": {"seat": 2.0}}', '"sit": "seat" must be a whole number'),
        ('{"sit": {"seat": -1}}', '"sit": "seat" must be a number from 0 to 15'),
        ('{"sit": {"seat": 16}}', '"sit": "seat" must be a number from 0 to 15'),
        ('{"act": {"epoch": 0, "at": -1, "action": {}}}', '"act": "at" must be a number from 0 to 100,000'),
        ('{"act": {"epoch": 0, "at": 0, "action": 1}}', '"act": "action" must be an object'),
        ('{"say": {"words": ""}}', "You can say at most 200 characters of plain text at once."),
        ('{"say": {"words": "\\u001b[2J"}}', "You can say at most 200 characters of plain text at once."),
        ('{"share": {"table": "T", "deal": 0, "share": "A"}}',
         '"share": "share" must be hexadecimal digits in small letters'),
        ('{"join": {"code": "A", "key": "k", "name": "Ana"}}',
         "The key of a seat must have 32 to 64 digits of 0-9 and a-f."),
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_with_the_place_that_is_wrong(frame: str, fault: str) -> None:
    with pytest.raises(CodecError) as error:
        TO_HOST.read_text(frame)
    assert str(error.value) == fault


def test_frames_that_are_too_large_or_too_deep_are_refused() -> None:
    for frame in (
        '{"say": {"words": "' + "a" * MOST_BYTES + '"}}',
        '{"act": {"epoch": 0, "at": 0, "action": {"a": ' + "[" * 30_000 + "]" * 30_000 + "}}}",
        '{"act": {"epoch": 0, "at": 0, "action": {"a": ' + "[" * 200 + "]" * 200 + "}}}",
        '{"act": {"epoch": 0, "at": 0, "action": ' + '{"a":' * 200 + "1" + "}" * 202,
        b'{"say": {"words": "\xff"}}',
    ):
        with pytest.raises(CodecError):
            TO_HOST.read_text(frame)


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
    with pytest.raises(CodecError):
        TO_HOST.read_text(frame)


def test_a_client_ignores_keys_of_a_newer_host() -> None:
    assert TO_CLIENT.read_text('{"done": {"epoch": 1, "at": 2, "mood": "good"}}') == say.Done(1, 2)


def test_whatever_a_game_sends_and_stores_is_read_back() -> None:
    served = begun("ana", "ben", name="clogs", options={"target": 5})
    served.play_until_over()
    for messages in served.heard.values():
        for message in messages:
            assert TO_CLIENT.read_text(TO_CLIENT.write_text(message)) == message
    for record in served.records:
        assert RECORDS.read_text(RECORDS.write_text(record)) == record
