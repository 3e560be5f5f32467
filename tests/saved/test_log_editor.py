"""Notes written into the log of a game that nobody plays, and changes of its header."""

import json
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.engine.standing import ASSISTED
from clockspades.games.catalogue import find_game
from clockspades.saved import log_editor
from clockspades.saved.archive import Archive
from clockspades.saved.log import LARGEST, LogError, dump, load
from clockspades.saved.log_editor import (
    LONGEST_NOTE,
    delete_log,
    mark_assisted,
    note_at,
    shared_points,
    write_header,
    write_note,
)
from clockspades.saved.log_writer import lock
from tests.conformance.golden import LOGS
from tests.saved.logs import GAME, SEATS, game_of, header_line, whole_log, written

SHORT = sorted(path for path in LOGS.rglob("*.cslog") if path.stat().st_size < 10_000)
HOSTILE = "Better: [bold red]take[/] [@click=app.leave]it[/] \x1b[31m\u202e\r\nnow\ud800"


def note(text: str) -> bytes:
    return dump({"note": text}).encode()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return written(tmp_path / "game.cslog", *whole_log())


def test_of_several_notes_the_last_is_replaced_and_the_mark_of_assistance_stays(log: Path) -> None:
    lines = whole_log()
    given_lines = [*lines[:4], note("First"), note("Second"), note(ASSISTED), *lines[4:]]
    written(log, *given_lines)
    loaded = load(log, find_game)
    assert note_at(loaded.notes, 3) == "Second"
    write_note(log, loaded.session, 3, "", find_game)
    assert log.read_bytes() == b"".join([*lines[:4], note("First"), note(ASSISTED), *lines[4:]])
    written(log, *lines[:4], note(ASSISTED), *lines[4:])
    write_note(log, loaded.session, 3, "Mine", find_game)
    assert log.read_bytes() == b"".join([*lines[:4], note(ASSISTED), note("Mine"), *lines[4:]])
    assert note_at(load(log, find_game).notes, 3) == "Mine"


def test_a_note_cannot_mark_a_game_as_assisted(log: Path) -> None:
    before, session = log.read_bytes(), load(log, find_game).session
    with pytest.raises(LogError, match="this note would make the game practice"):
        write_note(log, session, 3, ASSISTED, find_game)
    assert log.read_bytes() == before


def test_a_log_in_play_is_left_alone() -> None:
    archive = Archive(find_game)
    session = archive.begin(GAME, GAME.configure({}), SEATS, Random(1))
    assert session.journal is not None
    path = session.journal.path
    before = path.read_bytes()
    for change in (
        lambda: write_note(path, session, 1, "Now", find_game),
        lambda: write_header(path, "branch", lambda told: {"name": "New"}),
        lambda: delete_log(path),
    ):
        with pytest.raises(LogError, match="another clockspades is playing this game"):
            change()
    assert path.read_bytes() == before
    session.close()


def test_a_log_that_is_replaced_before_it_is_locked_is_left_alone(log: Path) -> None:
    with open(log, "r+b") as file:
        write_note(log, load(log, find_game).session, 1, "First", find_game)
        with pytest.raises(LogError, match="another clockspades has just changed this log: try again"):
            lock(log, file)
    assert note_at(load(log, find_game).notes, 1) == "First"


def test_a_log_that_now_holds_another_game_is_left_alone(log: Path) -> None:
    session = load(log, find_game).session
    other = written(log, *whole_log(2)).read_bytes()
    with pytest.raises(LogError, match="the game in this file has changed"):
        write_note(log, session, 5, "Here", find_game)
    assert log.read_bytes() == other
    written(log, *whole_log()[:3])
    with pytest.raises(LogError, match="the game in this file has changed"):
        write_note(log, session, 5, "Here", find_game)


@pytest.mark.parametrize("content", [b"", b"[]\n", b"no log", b'{"clockspades": 1}\n'])
def test_a_file_that_is_no_log_is_left_alone(log: Path, content: bytes) -> None:
    session = load(log, find_game).session
    log.write_bytes(content)
    with pytest.raises(LogError):
        write_note(log, session, 0, "Here", find_game)
    assert log.read_bytes() == content


def test_a_log_that_cannot_be_changed_says_why(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, session = log.read_bytes(), load(log, find_game).session

    def refuse(path: Path, content: bytes, *, follows: bool) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(log_editor, "write_whole", refuse)
    with pytest.raises(LogError, match=r"game\.cslog: cannot be changed: Permission denied"):
        write_note(log, session, 3, "Here", find_game)
    assert log.read_bytes() == before
    log.unlink()
    with pytest.raises(LogError, match="cannot be changed: No such file"):
        write_note(log, session, 3, "Here", find_game)


def test_a_log_that_is_full_takes_no_note(log: Path) -> None:
    lines = whole_log()
    session = load(log, find_game).session
    long = note("x" * 1_000_000)
    rest = LARGEST - len(b"".join(lines)) - 16 * len(long) - 20
    size = written(log, *lines[:2], *[long] * 16, note("x" * rest), *lines[2:]).stat().st_size
    with pytest.raises(LogError, match="too long for another line"):
        write_note(log, session, 5, "Here" * 20, find_game)
    assert log.stat().st_size == size


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_a_link_to_a_log_stays_a_link(log: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.cslog"
    link.symlink_to(log)
    write_note(link, load(log, find_game).session, 2, "Here", find_game)
    assert link.is_symlink()
    assert note_at(load(log, find_game).notes, 2) == "Here"


@given(st.data())
def test_a_note_at_any_point_of_any_log_changes_no_other_line(data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(SHORT))
    lines = source.read_bytes().splitlines(keepends=True)
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(1, len(lines) - 1))
        lines.insert(at, note(data.draw(st.sampled_from(["Old", ASSISTED, HOSTILE]))))
    keep = data.draw(st.integers(2, len(lines)))
    whole = lines[:keep] + data.draw(st.sampled_from([[], [b"\x00 garbage\n"], [b'{"half'], [b'{"do": "what"}\n']]))
    text = data.draw(st.sampled_from([HOSTILE, "plain"]) | st.text(max_size=LONGEST_NOTE))
    with TemporaryDirectory() as folder:
        path = written(Path(folder) / "game.cslog", *whole)
        before = load(path, find_game)
        point = data.draw(st.integers(0, before.session.last))
        old = note_at(before.notes, point)
        write_note(path, before.session, point, text, find_game)
        after = load(path, find_game)
        assert note_at(after.notes, point) == json.loads(dump({"note": text}))["note"]
        assert after.session.positions == before.session.positions
        assert (after.fault is None, after.finished) == (before.fault is None, before.finished)
        was, now = b"".join(whole).splitlines(keepends=True), path.read_bytes().splitlines(keepends=True)
        same = next((n for n, (one, other) in enumerate(zip(was, now)) if one != other), min(len(was), len(now)))
        if note(text) != note(old):
            assert was[same : same + bool(old)] == [note(old)] * bool(old)
            assert now[same : same + bool(text)] == [note(text)] * bool(text)
            was, now = was[same + bool(old) :], now[same + bool(text) :]
        assert now == was


# -- the header ----------------------------------------------------------------------------------------


def test_a_change_of_the_header_keeps_its_other_keys_and_all_other_lines(log: Path) -> None:
    lines = whole_log()
    first = header_line(branch={"of": "x", "name": "Old"}, other={"deep": [1, None, "♠"]})
    written(log, first, *lines[1:])
    write_header(log, "branch", lambda told: {**told, "name": "New"} if isinstance(told, dict) else None)
    head, *rest = log.read_bytes().splitlines(keepends=True)
    assert json.loads(head) == {**first, "branch": {"of": "x", "name": "New"}}
    assert list(json.loads(head)) == list(first)
    assert rest == lines[1:]


def test_a_header_that_cannot_be_read_is_left_alone(log: Path) -> None:
    log.write_bytes(b"no log\n")
    with pytest.raises(LogError, match="the header cannot be read"):
        write_header(log, "branch", lambda told: told)


# -- what logs have in common --------------------------------------------------------------------------


def test_the_points_that_a_log_shares_with_a_game_are_counted_from_the_start(log: Path) -> None:
    session = game_of(1)
    assert shared_points(log, session, find_game)[0] == session.last
    assert shared_points(written(log, *whole_log()[:6]), session, find_game)[0] == 5
    lines = whole_log()
    written(log, *lines[:4], note("Here"), *lines[4:6], b"garbage\n", *lines[6:])
    assert shared_points(log, session, find_game)[0] == 5
    assert shared_points(written(log, *whole_log(2)), session, find_game)[0] == 0
    assert shared_points(written(log, header_line(options={"rules": "gamerules"})), session, find_game)[0] == 0
    assert shared_points(written(log, b"garbage"), session, find_game)[0] == 0
    assert shared_points(log.parent, session, find_game)[0] == 0


# -- the mark of assistance ----------------------------------------------------------------------------


@pytest.mark.parametrize("tail", [(), (note("Mine"),), (b'{"seat": 0, "do": "pl',)])
@pytest.mark.parametrize("lines", [1, 2, 9])
def test_an_unfinished_game_is_marked_behind_its_last_action(log: Path, lines: int, tail: tuple[bytes, ...]) -> None:
    whole = whole_log()[:lines]
    written(log, *whole, *tail)
    loaded = load(log, find_game)
    mark_assisted(loaded, find_game)
    behind = len(whole) + sum(line.endswith(b"\n") for line in tail)
    assert log.read_bytes() == b"".join([*whole, *tail[: behind - lines], note(ASSISTED), *tail[behind - lines :]])
    again = load(log, find_game)
    assert (again.fault, again.session.standing.is_assisted, loaded.session.standing.is_assisted) == (None, True, True)
    assert again.notes == loaded.notes


@pytest.mark.parametrize("other", [whole_log()[:9], whole_log(), whole_log()[:7], whole_log(2)[:8], [b"no log\n"], []])
def test_a_log_that_holds_another_game_than_was_loaded_is_not_marked(log: Path, other: list[bytes]) -> None:
    written(log, *whole_log()[:8])
    loaded = load(log, find_game)
    written(log, *other)
    with pytest.raises(LogError, match="the game in this file has changed: open it again"):
        mark_assisted(loaded, find_game)
    assert log.read_bytes() == b"".join(other)
    assert (loaded.session.standing.is_assisted, loaded.notes) == (False, [])
