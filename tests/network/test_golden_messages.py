"""Messages that version 1 of the protocol wrote once: it writes and reads them like this for ever."""

import json
from typing import Any

import pytest

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import find_game
from clockspades.network.wire.form import TAG, WireForm, read_point, wire_form
from tests.conformance.golden import golden_logs
from tests.network.network_games import every_game, read, seen_points
from tests.network.write_golden import GOLDEN, golden_messages

CHANGED = "the wire form has changed: keep the old names in OLD_NAMES, or make a new version of the protocol"


@every_game
def test_the_wire_form_never_changes(game: AnyGame) -> None:
    assert golden_messages(game) == (GOLDEN / f"{game.name}.jsonl").read_text(encoding="utf-8"), CHANGED


@every_game
def test_golden_messages_are_read(game: AnyGame) -> None:
    form = wire_form(game)
    logs = {path.stem: read(path) for path in golden_logs(game)}
    for line in (GOLDEN / f"{game.name}.jsonl").read_text(encoding="utf-8").splitlines():
        message: dict[str, Any] = json.loads(line)
        session, eyes, number = logs[message["log"]], message["seat"], message["point"]["n"]
        points = list(seen_points(session, eyes))
        before = points[number - 1].view if number else None
        assert read_point(game, message["point"], before) == points[number]
        if message["done"]:
            assert form.read_action(message["done"]) == session.position(number).action


@every_game
def test_golden_messages_have_every_kind_of_event_action_and_end(game: AnyGame) -> None:
    text = (GOLDEN / f"{game.name}.jsonl").read_text(encoding="utf-8")
    for tag in wire_form(game).events:
        assert f'"{TAG}": "{tag}"' in text
    for action in game.rules.actions[1:]:
        assert f'"do": "{action.do}"' in text
    for reason in game.rules.reasons:
        assert f'"reason": "{reason}"' in text


def test_what_is_renamed_in_the_code_keeps_its_name_on_the_wire() -> None:
    game = find_game("spades")
    assert game is not None
    old_names = {
        "SpadesState.hands": "cards_held",
        "Sheet.taken": "got",
        "SpadesPhase.PLAY": "playing",
        "BlindNil.BEHIND": "if-behind",
        "CardPlayed": "card-laid",
        "CardPlayed.card": "what",
    }
    form = WireForm(game, old_names)
    session = read(next(path for path in golden_logs(game) if path.stem == "defaults-target"))
    *_, last = seen_points(session, 0)
    middle = next(point for point in seen_points(session, 0) if point.view.trick and point.view.sheets)
    for point in (middle, last):
        written = form.write_view(point.view)
        text = json.dumps(written)
        assert "cards_held" in written
        assert "hands" not in written
        assert '"got"' in text
        assert '"taken"' not in text
        assert '"if-behind"' in text
        assert form.read_view(written) == point.view
    assert form.write_view(middle.view)["phase"] == "playing"
    event = form.write_event(middle.events[0])
    assert event.keys() == {TAG, "seat", "what"}
    assert event[TAG] == "card-laid"
    assert form.read_event(event) == middle.events[0]


@pytest.mark.parametrize("name", ["State.nothing", "Nothing", "Phase.NOTHING"])
def test_an_old_name_of_what_is_not_there_is_an_error(name: str) -> None:
    game = find_game("spades")
    assert game is not None
    with pytest.raises(TypeError, match=f"spades has no {name}"):
        WireForm(game, {name: "old"})
