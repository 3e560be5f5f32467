"""What the wire form reads and refuses: whatever comes, it is read as it was written, or a sentence says why not."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.cards import parse_card
from clockspades.engine.codec import CodecError
from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES, find_game
from clockspades.games.spades.spades_state import MakeBid
from clockspades.games.tricks import CardPlayed
from clockspades.network.wire.form import LARGEST, read_point, wire_form, write_point
from clockspades.network.wire.messages import FRAME, HIGHEST, MOST_BYTES, MOST_ITEMS
from tests.conformance.golden import golden_logs
from tests.conformance.playing import random_game
from tests.network.network_games import every_game, onlookers, read, seen_points
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


def test_the_longest_golden_game_fits_into_a_frame_many_times() -> None:
    session = max(map(read, golden_logs(SPADES)), key=lambda session: session.last)
    *_, last = seen_points(session, 0)
    assert len(last.view.sheets) == 29
    assert len(FRAME.write({"point": write_point(session.game, last, 0)})) < MOST_BYTES / 8


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


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (["more"], 1),
        (["n"], -1),
        (["n"], True),
        (["n"], 1.0),
        (["n"], "1"),
        (["n"], HIGHEST + 1),
        (["seat"], "0"),
        (["seat"], -1),
        (["events"], {}),
        (["events"], None),
        (["events"], [[]]),
        (["events"], [{}]),
        (["events"], [{"event": "card-played"}]),
        (["events"], [{"event": "card-played", "seat": 0, "card": "TS", "hand": []}]),
        (["events"], [{"event": "card-played", "seat": 0, "card": None}]),
        (["events"], [{"event": "card-played", "seat": 0, "card": "1S"}]),
        (["events"], [{"event": ["card-played"], "seat": 0, "card": "TS"}]),
        (["events"], [{"event": "looked", "seat": 0, "cards": "TS"}]),
        (["events"], [{"event": "looked", "seat": 0, "cards": ["ts"]}]),
        (["events"], [{"event": "looked", "seat": 0, "cards": [["TS"]]}]),
        (["events"], [{"event": "looked", "seat": 0, "cards": ["??"] * (MOST_ITEMS + 1)}]),
        (["events"], [{"event": "ended", "outcome": {"winners": [], "scores": [], "reason": "boredom"}}]),
        (["events"], [{"event": "ended", "outcome": {"winners": [], "scores": [], "reason": 3}}]),
        (["events"], [{"event": "ended", "outcome": None}]),
        (["view"], None),
        (["view"], []),
        (["view", "jokers"], 2),
        (["view", "phase"], "tea"),
        (["view", "phase"], ["play"]),
        (["view", "phase"], 5),
        (["view", "hands"], "none"),
        (["view", "hands"], {"0": []}),
        (["view", "broken"], 1),
        (["view", "number"], 10**30),
        (["view", "number"], LARGEST + 1),
        (["view", "bids"], [[1.5, False]] * 4),
        (["view", "bids"], [[1, "no"]] * 4),
        (["view", "bids"], [[1]] * 4),
        (["view", "bids"], [{"tricks": 1, "blind": False}] * 4),
        (["view", "trick"], [{"seat": 0}]),
        (["view", "settings", "scoring"], None),
        (["view", "settings", "blind_nil"], {}),
        (["view", "outcome"], {"winners": [0], "scores": [1, 2], "reason": "target"}),
        (["result"], {"winners": [0, 2], "scores": [1, 2], "reason": "target"}),
        (["result"], 1),
        (["practice"], True),
    ],
)  # fmt: skip
def test_what_is_not_of_the_form_is_refused_in_a_sentence(path: list[str], wrong: Any) -> None:
    point = a_point()
    assert read_point(SPADES, point)
    place = point
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = wrong
    with pytest.raises(CodecError) as refused:
        read_point(SPADES, point)
    says(refused)


@pytest.mark.parametrize("key", ["n", "seat", "events", "view", "legal", "result"])
def test_a_point_that_lacks_something_is_refused(key: str) -> None:
    point = a_point()
    del point[key]
    with pytest.raises(CodecError) as refused:
        read_point(SPADES, point)
    says(refused)


def test_a_first_view_has_every_field() -> None:
    point = a_point()
    del point["view"]["bids"]
    with pytest.raises(CodecError, match='"view": "bids" is missing'):
        read_point(SPADES, point)


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
