"""The golden logs of every game, read, played again and told in words."""

from pathlib import Path
from typing import Any

import pytest

from clockspades.engine.game import Game
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.log import format_log, load
from tests.conformance import write_golden
from tests.conformance.golden import WORDS, golden_logs, transcript
from tests.conformance.playing import option_sets, random_game, some, states

EVERY_LOG = [
    pytest.param(path, id=f"{game.name}/{path.stem}") for game in GAMES for path in golden_logs(game)
]  # a game without one fails here, before any test
TRIES = 200
"""Random games of each option set, fewer of long ones; each reason for which one ends has a golden log."""
MOST_ACTIONS = 2_000
"""Actions in the games of an option set after which no more are tried."""

every_log = pytest.mark.parametrize("path", EVERY_LOG)
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def test_a_game_without_a_golden_log_fails() -> None:
    class Unrecorded(type(GAMES[0])):  # type: ignore[misc]
        name = "unrecorded"

    with pytest.raises(AssertionError, match="unrecorded has no golden log"):
        golden_logs(Unrecorded())


def test_golden_logs_are_written_once_and_over_only_when_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_golden, "LOGS", tmp_path)
    monkeypatch.setattr(write_golden, "TRIES", 1)
    monkeypatch.setattr(write_golden, "BOT_TRIES", 0)
    name = GAMES[0].name
    assert write_golden.main([name]) == 0
    logs = sorted((tmp_path / name).glob("*.cslog"))
    assert logs
    words = logs[0].with_suffix(WORDS)
    logs[0].write_text("", encoding="utf-8")
    assert write_golden.main([name]) == 2
    assert logs[0].stat().st_size == 0
    assert write_golden.main([name, "--overwrite"]) == 0
    assert logs[0].stat().st_size > 0
    words.unlink()
    assert write_golden.main([name, "--words"]) == 0
    assert words.exists()


@every_game
def test_there_is_a_log_for_each_option_set_and_each_reason_that_occurs(game: Game[Any, Any, Any]) -> None:
    kept: set[tuple[str, str]] = set()
    for path in golden_logs(game):
        session = load(path, find_game).session
        assert session.outcome is not None
        kept.add((repr(session.options), session.outcome.reason))
    assert {reason for _, reason in kept} == {*game.rules.reasons}
    for options in option_sets(game):
        actions = 0
        for seed in range(TRIES):
            session = random_game(game, options, f"reasons {seed}")
            assert session.outcome is not None
            assert (repr(options), session.outcome.reason) in kept
            actions += session.last
            if actions > MOST_ACTIONS:
                break


@every_log
def test_a_golden_log_is_whole_and_reads_back_byte_for_byte(path: Path) -> None:
    loaded = load(path, find_game)
    assert loaded.fault is None
    assert loaded.finished
    assert format_log(loaded.header, loaded.session).encode() == path.read_bytes()


@every_log
def test_playing_a_golden_log_again_gives_equal_states_and_hashes(path: Path) -> None:
    once, again = load(path, find_game).session, load(path, find_game).session
    assert once.positions == again.positions
    assert [hash(state) for state in states(once)] == [hash(state) for state in states(again)]
    assert len({hash(state) for state in states(once)}) > once.last // 2, "different states mostly hash differently"


@every_log
def test_a_golden_log_in_words(path: Path) -> None:
    words = path.with_suffix(WORDS).read_text(encoding="utf-8")
    assert transcript(load(path, find_game).session) == words, "python -m tests.conformance.write_golden --words"


@every_log
def test_undo_then_redo_changes_nothing(path: Path) -> None:
    finished = load(path, find_game).session
    session: AnySession = Session(finished.game, finished.options, finished.seats)
    for position in finished.positions[1:-1]:  # a finished game is not undone
        session.act(position.action)
    session.may_peek = True
    before = session.positions
    stops = [point for point in range(session.last) if session.game.rules.to_act(before[point].state) is not None]
    for _ in stops:
        session.undo()
    assert session.at == stops[0]
    for point in [*stops[1:], session.last]:
        session.redo()
        assert session.at == point
        assert session.state is before[point].state
    assert session.positions == before
    for point in stops[1:]:
        session.go_to(point)
        session.undo()
        session.redo()
        assert session.at == point
    assert not session.standing.is_assisted, "repeating a move gains nothing"


@every_log
def test_undoing_an_action_and_taking_it_again_changes_nothing(path: Path) -> None:
    session = load(path, find_game).session
    before = session.positions
    for point in some(range(session.last)):
        session.go_to(point)
        action = before[point + 1].action
        assert action is not None
        branch = session.fork(session.seats)
        branch.act(action)
        assert branch.positions == before[: point + 2]
    assert session.positions == before
