"""What the wire form reads and refuses: whatever comes, it is read as it was written, or a sentence says why not."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.cards import parse_card
from clockspades.engine.codec import Codec, CodecError, Named
from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES, find_game
from clockspades.games.spades.spades_state import MakeBid
from clockspades.games.tricks import CardPlayed
from clockspades.network.table.kept import RECORDS
from clockspades.network.wire import messages as say
from clockspades.network.wire.form import LARGEST, read_point, wire_form, write_point
from clockspades.network.wire.messages import FRAME, HIGHEST, MOST_BYTES, MOST_ITEMS, TO_CLIENT, TO_HOST
from tests.conformance.golden import golden_logs
from tests.conformance.playing import random_game
from tests.network.network_games import every_game, onlookers, read, seen_points
from tests.network.served import begun
from tests.network.write_golden import GOLDEN
from tests.outside.high_low import HighLow

SPADES: Any = find_game("spades")
FORM = wire_form(SPADES)

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["TS", "??", "play"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


OUTCOME = {"winners": [], "scores": [1, 2], "reason": "target"}


def says(refused: pytest.ExceptionInfo[CodecError]) -> str:
    """The words of an error."""
    words = str(refused.value)
    assert words.isprintable()
    assert words
    return words


@every_game
@pytest.mark.parametrize("more", [False, True])
def test_changes_rebuild_each_view_even_in_a_program_that_knows_only_dictionaries(game: AnyGame, more: bool) -> None:
    session = read(golden_logs(game)[0])
    form = wire_form(game)
    for eyes in onlookers(session):
        view: dict[str, Any] = {}
        before = None
        for point in seen_points(session, eyes):
            written = FRAME.read_object(FRAME.write(write_point(game, point, eyes, before, more=more)))
            assert read_point(game, written, before) == point
            before = point.view
            view.update(written["view"])  # type: ignore[arg-type]
            for name, items in written.get("more", {}).items():  # type: ignore[union-attr]
                view[name] = [*view[name], *items]  # type: ignore[misc]
            assert view == form.write_view(point.view)


@every_game
def test_who_decides_is_offered_what_is_legal_and_nobody_else(game: AnyGame) -> None:
    form = wire_form(game)
    session = read(golden_logs(game)[0])
    for eyes in onlookers(session):
        for position, point in zip(session.positions, seen_points(session, eyes)):
            legal = write_point(game, point, eyes)["legal"]
            assert isinstance(legal, list)
            decides = eyes is not None and game.rules.to_act(position.state) == eyes
            actions = tuple(map(form.read_action, legal))
            assert actions == (game.rules.legal_actions(position.state) if decides else ())


def test_the_form_is_what_the_code_calls_it() -> None:
    assert FORM.write_event(CardPlayed(1, parse_card("TS"))) == {"event": "card-played", "seat": 1, "card": "TS"}
    assert FORM.write_action(MakeBid(0, blind=True)) == {"do": "bid", "tricks": 0, "blind": True}


def test_a_game_from_outside_has_a_form_too() -> None:
    game = HighLow()
    session = random_game(game, {}, "wire")
    before = None
    for point in seen_points(session, 0):
        written = FRAME.read_object(FRAME.write({"point": write_point(game, point, 0, before)}))["point"]
        assert read_point(game, written, before) == point
        before = point.view


def a_point() -> dict[str, Any]:
    """A point of Spades with a trick and a score sheet."""
    session = read(golden_logs(SPADES)[0])
    points = seen_points(session, 0)
    point = next(point for point in points if point.view.trick and point.view.sheets and point.view.seat == 0)
    written: dict[str, Any] = json.loads(json.dumps(write_point(session.game, point, 0)))
    return written


PLAYED = {"event": "card-played", "seat": 0, "card": "TS"}
LOOKED = {"event": "looked", "seat": 0}


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("more", (1,)),
        ("n", (-1, True, 1.0, "1", HIGHEST + 1)),
        ("seat", ("0", -1)),
        ("events", ({}, None, [[]], [{}], [{"event": "card-played"}], [{**PLAYED, "hand": []}])),
        ("events", ([{**PLAYED, "card": None}], [{**PLAYED, "card": "1S"}], [{**PLAYED, "event": ["card-played"]}])),
        ("events", ([{**LOOKED, "cards": "TS"}],)),
        ("events", ([{**LOOKED, "cards": cards}] for cards in (["ts"], [["TS"]], ["??"] * (MOST_ITEMS + 1)))),
        ("events", ([{"event": "ended", "outcome": None}],)),
        ("events", ([{"event": "ended", "outcome": {**OUTCOME, "reason": reason}}] for reason in ("boredom", 3))),
        ("view", (None, [])),
        ("view jokers", (2,)),
        ("view phase", ("tea", ["play"], 5)),
        ("view hands", ("none", {"0": []})),
        ("view broken", (1,)),
        ("view number", (10**30, LARGEST + 1)),
        ("view bids", ([[1.5, False]] * 4, [[1, "no"]] * 4, [[1]] * 4, [{"tricks": 1, "blind": False}] * 4)),
        ("view trick", ([{"seat": 0}],)),
        ("view settings scoring", (None,)),
        ("view settings blind_nil", ({},)),
        ("view outcome", ({**OUTCOME, "winners": [0]},)),
        ("result", ({**OUTCOME, "winners": [0, 2]}, 1)),
        ("practice", (True,)),
    ],
)  # fmt: skip
def test_what_is_not_of_the_form_is_refused_in_a_sentence(path: str, wrong: Iterable[Any]) -> None:
    for each in wrong:
        point = a_point()
        assert read_point(SPADES, point)
        *way, last = path.split()
        place = point
        for key in way:
            place = place[key]
        place[last] = each
        with pytest.raises(CodecError) as refused:
            read_point(SPADES, point)
        says(refused)


def test_a_first_view_has_every_field_and_a_point_every_key() -> None:
    point = a_point()
    del point["view"]["bids"]
    with pytest.raises(CodecError, match='"view": "bids" is missing'):
        read_point(SPADES, point)
    for key in ("n", "seat", "events", "view", "legal", "result"):
        with pytest.raises(CodecError):
            read_point(SPADES, {name: value for name, value in a_point().items() if name != key})


@pytest.mark.parametrize(
    "action",
    [
        None, [], "play", {}, {"do": None}, {"do": ["play"]}, {"do": "cheat"}, {"do": "deal", "cards": "TS"},
        {"do": "play"}, {"do": "play", "card": "ts"}, {"do": "play", "card": 5}, {"do": "play", "card": "??"},
        {"do": "play", "card": "TS", "seat": 1}, {"do": "bid", "tricks": 99}, {"do": "bid", "tricks": 10**40},
        {"do": "bid", "tricks": True}, {"do": "pass", "cards": ["TS", "TS", "TS"]}, {"do": "pass", "cards": [[]]},
        {"do": "\x1b[2J"},
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused_in_a_sentence(action: Any) -> None:
    with pytest.raises(CodecError) as refused:
        FORM.read_action(action)
    says(refused)


@settings(max_examples=100)
@given(st.sampled_from(list(GAMES)), anything)
def test_anything_is_read_or_refused(game: AnyGame, written: Any) -> None:
    form = wire_form(game)
    for reads in (form.read_view, form.read_event, form.read_action):
        try:
            reads(written)
        except CodecError:
            continue
    if isinstance(written, dict):
        with pytest.raises(CodecError):
            read_point(game, written)


@settings(max_examples=100)
@given(st.data())
def test_anything_in_the_place_of_a_part_of_a_message_is_read_or_refused(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(list(GAMES)))
    lines = (GOLDEN / f"{game.name}.jsonl").read_text(encoding="utf-8").splitlines()
    point = json.loads(lines[0])["point"]  # the first has every field
    place: Any = point
    while isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(keys)))
        if data.draw(st.booleans()):
            place[key] = data.draw(anything)
            break
        place = place[key]
    try:
        read_point(game, point)
    except CodecError:
        return


# -- frames ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "frame",
    [
        "", "{", "[]", "null", "3", '"text"', "{'a': 1}", '{"a": NaN}', '{"a": Infinity}', '{"a": 1e999}',
        f'{{"a": {"9" * 5000}}}', f'{{"a": {HIGHEST + 1}}}', f'{{"a": {-HIGHEST - 1}}}',
        '{"a": "\\ud800"}', '{"\\udfff": 1}', f'{{"a": "{"x" * MOST_BYTES}"}}', f'{{"a": "{"ü" * (MOST_BYTES // 2)}"}}',
        "[" * 30_000, '{"a":' * 10_000, b"\xff\xfe", b'{"a": "\xed\xa0\x80"}',
    ],
)  # fmt: skip
def test_a_frame_that_is_no_message_is_refused_in_a_sentence(frame: str | bytes) -> None:
    with pytest.raises(CodecError) as refused:
        FRAME.read_object(frame)
    says(refused)


def test_a_frame_comes_back_as_it_was_sent() -> None:
    message: dict[str, Any] = {
        "phrase": {"words": "Schön ♠ 🂡", "seat": 1, "at": -HIGHEST, "thinking": 12.5, "here": None}
    }
    assert FRAME.read_object(FRAME.write(message)) == message
    assert FRAME.read_object(FRAME.write(message).encode()) == message
    assert FRAME.read_object(json.dumps(message)) == message, "with escapes for half characters that make whole ones"


def test_a_message_that_no_frame_can_hold_is_not_sent() -> None:
    with pytest.raises(CodecError):
        FRAME.write({"a": "ü" * (MOST_BYTES // 2)})
    assert FRAME.write({"a": "x" * (MOST_BYTES - 8)})


# -- messages ---------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    "name", ["", " ", "a" * 41, "\x1b[31mAna", "A\u202ena", "\ud800", "Ana\u3164", "\u200dAna",
             "a" + "\u0301" * 9, "\u2800"]
)  # fmt: skip
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


def test_a_game_without_house_rules_says_nothing_that_older_programs_do_not_know() -> None:
    """What a house rule adds to settings and to lines of the score sheet is left out where it is as it was before."""
    session = read(next(path for path in golden_logs(SPADES) if path.stem == "target-50-target"))
    view = FORM.write_view(session.state)
    settings: Any = view["settings"]
    assert [*settings] == ["players", "partners", "blind_nil", "scoring"]
    assert [*settings["scoring"]] == ["target", "bags", "bag_penalty", "failed_nil_helps", "floor"]
    sheets: Any = view["sheets"]
    assert {len(line) for sheet in sheets for line in sheet["lines"]} == {8}
    assert session.header.as_json()["options"] == {
        "mode": "partners", "players": 4, "target": 50, "bags": 10, "bag_penalty": 100, "blind_nil": "behind",
        "failed_nil": "bags", "floor": None, "dealer": 0,
    }  # fmt: skip
    other = session.state._replace(sheets=tuple(_without_points(sheet) for sheet in session.state.sheets))
    written: Any = FORM.write_view(other)
    assert {len(line) for sheet in written["sheets"] for line in sheet["lines"]} == {9}
    assert FORM.read_view(written) == other


def _without_points(sheet: Any) -> Any:
    return sheet._replace(lines=tuple(line._replace(bag_points=0) for line in sheet.lines))
