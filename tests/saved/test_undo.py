"""Undo in logs: read strictly, and what was taken back is known; random games with failures and kills at any write."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from clockspades.engine.header import Header
from clockspades.engine.rules import Action
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession, Session, UndoRefusedError
from clockspades.engine.standing import ASSISTED
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved import log_writer
from clockspades.saved.log import LogError, LogNote, load
from clockspades.saved.log_editor import mark_assisted, note_at, shared_points, write_note
from clockspades.saved.log_writer import LogWriter, reopen
from clockspades.saved.writing import write_all
from clockspades.statistics.milestones import _lines_with
from tests.saved.logs import DEAL, SEATS, STARTED, game_of, header_line, skimmed, told, whole_log, written

HEADER = header_line()
PLAY, PLAYED = {"seat": 0, "do": "play"}, {"seat": 1, "do": "play"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.cslog"


# -- reading -----------------------------------------------------------------------------------------------

FORM = 'an undo must be {"undo": N}, with N actions to take back, a whole number from 1'
FAULTS: dict[str, tuple[list[dict[str, Any]], str]] = {
    "nothing": ([HEADER, DEAL, PLAY, {"undo": 0}], FORM),
    "less than nothing": ([HEADER, DEAL, PLAY, {"undo": -1}], FORM),
    "true": ([HEADER, DEAL, PLAY, {"undo": True}], FORM),
    "a fraction": ([HEADER, DEAL, PLAY, {"undo": 1.0}], FORM),
    "text": ([HEADER, DEAL, PLAY, {"undo": "1"}], FORM),
    "null": ([HEADER, DEAL, PLAY, {"undo": None}], FORM),
    "another key": ([HEADER, DEAL, PLAY, {"undo": 1, "seat": 0}], FORM),
    "the deal": ([HEADER, DEAL, PLAY, {"undo": 2}], "an undo of 2 actions would take back the first deal"),
    "the only deal": ([HEADER, DEAL, {"undo": 1}], "an undo of 1 action would take back the first deal"),
    "no deal": ([HEADER, {"undo": 1}], "an undo of 1 action would take back the first deal"),
    "far too many": (
        [HEADER, DEAL, {"undo": 10**500}], f"an undo of {10**500} actions would take back the first deal"
    ),
    "in format 1": ([header_line(clockspades=1), DEAL, PLAY, {"undo": 1}], "a log of format 1 has no undo"),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "told"), FAULTS.values(), ids=FAULTS)
def test_an_undo_that_cannot_be_is_a_fault_of_its_line(path: Path, lines: list[dict[str, Any]], told: str) -> None:
    loaded = load(written(path, *lines), find_game)
    assert loaded.fault is not None
    assert loaded.fault.line == len(lines)
    assert loaded.fault.message.rstrip("…") == told[: len(loaded.fault.message.rstrip("…"))]
    assert loaded.session.last == len(lines) - 2, "what stands before it is there"


@pytest.mark.parametrize("with_result", [False, True])
def test_a_finished_game_is_not_undone(path: Path, with_result: bool) -> None:
    loaded = load(written(path, *whole_log()[: None if with_result else -1], {"undo": 1}), find_game)
    assert loaded.fault is not None
    told = "there is another line after the result" if with_result else "an undo comes after the end of the game"
    assert loaded.fault.message == told


def test_what_was_taken_back_is_known_where_it_was_done(path: Path) -> None:
    written(path, HEADER, DEAL, PLAY, {"note": "first"}, PLAYED, {"undo": 1}, {"note": "again"}, PLAYED, {"undo": 2})
    loaded = load(path, find_game)
    assert loaded.fault is None
    assert (loaded.session.at, loaded.session.last) == (1, 1)
    assert loaded.notes == []
    (undone,) = loaded.undone
    assert (undone.after, [at.seat for at in undone.positions]) == (1, [0, 1])


def test_the_mark_of_a_game_is_never_taken_back(path: Path) -> None:
    mark = {"note": ASSISTED}
    written(path, HEADER, DEAL, PLAY, mark, PLAYED, {"note": "gone"}, mark, {"undo": 2}, PLAY)
    loaded = load(path, find_game)
    assert loaded.session.standing.is_assisted
    assert loaded.notes == [LogNote(1, ASSISTED)]
    found = told(path)
    assert found is not None
    assert found.standing.is_assisted
    assert {*write_note(path, loaded.session, 1, "stays", find_game)} == {LogNote(1, ASSISTED), LogNote(1, "stays")}
    assert load(path, find_game).notes == [LogNote(1, "stays"), LogNote(1, ASSISTED)]


def test_a_log_with_an_undo_is_skimmed_marked_and_compared_as_it_ended(path: Path) -> None:
    first, deal, *lines = whole_log()
    legal = {"seat": 0, "do": "take", "rank": "A"}
    game = game_of(1)
    undone = [line for line in lines[:2] if b"result" not in line]
    written(path, first, deal, *undone, {"undo": len(undone)}, *lines)
    loaded = load(path, find_game)
    assert loaded.fault is None
    assert loaded.session.positions == game.positions
    plain = written(path.with_name("plain.cslog"), first, deal, *lines)
    assert skimmed(path) == skimmed(plain)
    assert shared_points(path, game, find_game)[0] == game.last
    assert [*_lines_with(path, ["do"])] == [*_lines_with(plain, ["do"])]
    assert legal not in [*_lines_with(path, ["undo"])]
    path.write_bytes(path.read_bytes().replace(b'"undo"', b'"\\u0075ndo"'))  # which is the same JSON
    assert shared_points(path, load(path, find_game).session, find_game)[0] == game.last
    unfinished = written(path.with_name("unfinished.cslog"), first, deal, *undone, {"undo": 1})
    marked = load(unfinished, find_game)
    mark_assisted(marked, find_game)
    assert load(unfinished, find_game).notes == marked.notes == [LogNote(marked.session.last, ASSISTED)]


def test_a_log_that_only_undo_makes_long_is_written_without_what_was_taken_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writer, "MOST_LINES", 40)
    session = new_game("german-clock", 1, path)
    rng = Random(1)
    for _ in range(30):
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))
        session.forget_after(session.last - 2 if session.last > 4 else session.last - 1)
        assert len(path.read_bytes().splitlines()) < 30
    session.close()
    assert load(path, find_game).session.positions == session.positions


# -- writing -----------------------------------------------------------------------------------------------


def new_game(name: str, seed: int, path: Path) -> AnySession:
    """A game that is dealt, kept in a new log, whose person may take everything back."""
    game = next(game for game in GAMES if game.name == name)
    options = game.configure({"players": 2} if name in ("clogs", "spades") else {})
    seats = fill_seats(game, options, [SEATS[0]])
    session: AnySession = Session(game, options, seats, LogWriter.create(path, Header(name, options, seats, STARTED)))
    session.deal(Random(seed))
    session.may_peek = True
    return session


class Killed(BaseException):
    """The program ends here, whatever it was doing."""


class Step:
    """Counts the steps of writing, and ends them: by a full disk, or by killing the program."""

    def __init__(self, left: int, fault: Callable[[], BaseException]) -> None:
        self.left, self.fault = left, fault

    def take(self) -> None:
        if not self.left:
            raise self.fault()
        self.left -= 1


def full() -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def failing_after(patch: pytest.MonkeyPatch, steps: int, fault: Callable[[], BaseException]) -> None:
    """Let each write of nine bytes, and each replacing of a file, be a step; after so many of them there is a fault."""
    step, replace = Step(steps, fault), os.replace

    def write(file: Any, data: bytes, *, sync: bool = True) -> None:
        for start in range(0, len(data), 9):
            step.take()
            write_all(file, data[start : start + 9], sync=sync)
        step.take()

    def put(one: Any, other: Any) -> None:
        step.take()
        replace(one, other)
        step.take()

    patch.setattr("clockspades.saved.writing.write_all", write)
    patch.setattr(os, "replace", put)


leaves_files_open = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""As a program that is killed does."""


@leaves_files_open
@pytest.mark.parametrize(("version", "undoes"), [(1, True), (2, True), (2, False)], ids=["anew", "undo", "act"])
@pytest.mark.parametrize("fault", [full, Killed], ids=["full", "killed"])
def test_wherever_writing_stops_the_log_is_of_the_game_before_or_after_it(
    tmp_path: Path, version: int, undoes: bool, fault: Callable[[], BaseException]
) -> None:
    for steps in range(1000):
        path = tmp_path / f"{steps}.cslog"
        session = new_game("german-clock", 1, path)
        for _ in range(3):
            session.act(session.game.rules.legal_actions(session.state)[0])
        session.close()
        path.write_bytes(path.read_bytes().replace(b'"clockspades": 2', b'"clockspades": %d' % version))
        session = reopen(path, find_game).session
        before = session.positions
        action = session.game.rules.legal_actions(session.state)[0]
        change = partial(session.forget_after, 2) if undoes else partial(session.act, action)
        played: AnySession = Session(session.game, session.options, session.seats, positions=before)
        played.act(action)
        after = before[:3] if undoes else played.positions
        with pytest.MonkeyPatch.context() as patch:
            failing_after(patch, steps, fault)
            try:
                change()
            except (Killed, LogError):
                assert load(path, find_game).session.positions in (before, after)
                assert load(path, find_game).fault is None
            else:
                break
        assert session.positions == before
        if fault is full:
            change()
            session.close()
            assert load(path, find_game).session.positions == after
        else:
            session.journal._file.close()  # type: ignore[union-attr]
    session.close()
    assert load(path, find_game).session.positions == after
    assert steps > 2


def states(session: AnySession) -> list[Any]:
    return [position.state for position in session.positions]


def test_on_windows_a_file_is_closed_before_another_takes_its_place(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Msvcrt:
        LK_NBLCK = 2
        locked: ClassVar[list[int]] = []

        @classmethod
        def locking(cls, handle: int, mode: int, count: int) -> None:
            cls.locked.append(os.fstat(handle).st_ino)

    written(path, header_line(clockspades=1), DEAL, PLAY, PLAYED)
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt)
    monkeypatch.setattr(sys, "platform", "win32")
    session = reopen(path, find_game).session
    session.forget_after(2)
    session.act(session.game.rules.legal_actions(session.state)[0])
    session.close()
    monkeypatch.undo()
    assert load(path, find_game).session.positions == session.positions
    assert path.read_bytes().count(b"undo") == 1
    assert Msvcrt.locked[-1] == path.stat().st_ino != Msvcrt.locked[0]


class Undoing(RuleBasedStateMachine):
    """A game in play with all that its log can meet. The log always gives the session that was."""

    @initialize(name=st.sampled_from([game.name for game in GAMES]), seed=st.integers(0, 9))
    def begin(self, name: str, seed: int) -> None:
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "game.cslog"
        self.session = new_game(name, seed, self.path)
        self.rng = Random(seed)
        self.notes: list[LogNote] = []
        self.has_failed = False
        """Whether more may stand in the log than was kept, which the next write removes."""

    def teardown(self) -> None:
        with suppress(LogError, AttributeError):
            self.session.close()
            self.folder.cleanup()

    def some_action(self, pick: int) -> Action | None:
        rules, state = self.session.game.rules, self.session.state
        if rules.deal_due(state):
            return rules.deal(state, self.rng)
        legal = rules.legal_actions(state)
        return legal[pick % len(legal)] if legal else None

    def forget_notes(self, before: Sequence[Any]) -> None:
        """Forget the notes on what was taken back since."""
        now = self.session.positions
        same = next((n for n, (one, other) in enumerate(zip(before, now)) if one != other), min(len(before), len(now)))
        self.notes = [note for note in self.notes if note.after < same]

    @rule(pick=st.integers(0, 20))
    def act(self, pick: int) -> None:
        before, action = self.session.positions, self.some_action(pick)
        if action is not None:
            self.session.act(action)
            self.forget_notes(before)
            self.has_failed = self.has_failed and self.session.positions == before

    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        with suppress(UndoRefusedError):
            for _ in range(times):
                self.session.undo()

    @rule()
    def redo(self) -> None:
        with suppress(UndoRefusedError):
            self.session.redo()

    @rule()
    def note(self) -> None:
        if not self.session.is_over:
            text = f"note {len(self.notes)}"
            self.session.journal.note(text)  # type: ignore[union-attr]
            self.notes.append(LogNote(self.session.last, text))
            self.has_failed = False

    def reopen(self) -> None:
        before = self.session.positions
        self.session = reopen(self.path, find_game).session
        self.session.may_peek = True
        self.has_failed = False
        self.forget_notes(before)

    @rule()
    def leave_and_resume(self) -> None:
        self.session.close()
        self.reopen()

    @rule(at=st.integers(0, 100), text=st.sampled_from(["", "Mine", '{"undo": 1}']))
    def annotate(self, at: int, text: str) -> None:
        """Write a note into the log while nobody plays."""
        self.leave_and_resume()
        self.session.close()
        point = at % self.session.at + 1 if self.session.at else 0
        found = write_note(self.path, self.session, point, text, find_game)
        here = [note for note in self.notes if note.after == point]
        here[-1:] = [LogNote(point, text)] if text else []
        self.notes = sorted([*(note for note in self.notes if note.after != point), *here], key=lambda note: note.after)
        assert note_at(found, point) == note_at(self.notes, point)
        self.reopen()

    @rule(pick=st.integers(0, 20), steps=st.integers(0, 12), dies=st.booleans())
    def fail(self, pick: int, steps: int, dies: bool) -> None:
        """Act while the disk is full, or the program is killed after some steps."""
        before, at, action = self.session.positions, self.session.at, self.some_action(pick)
        if action is None:
            return
        step = self.session.game.rules.reduce(self.session.state, action)
        had = states(load(self.path, find_game).session)
        with pytest.MonkeyPatch.context() as patch:
            failing_after(patch, steps, Killed if dies else full)
            try:
                self.session.act(action)
            except (Killed, LogError):
                olds = [position.state for position in before]
                found = states(load(self.path, find_game).session)
                assert found in (had, olds, olds[: at + 1], [*olds[: at + 1], step.state])
                assert self.session.positions in (before, before[: at + 1])
                self.has_failed = True
        if dies:
            self.session.journal._file.close()  # type: ignore[union-attr]
            self.reopen()
        self.forget_notes(before)

    @invariant()
    def the_log_gives_the_session(self) -> None:
        if not hasattr(self, "path"):
            return
        loaded = load(self.path, find_game)
        assert loaded.fault is None
        if self.has_failed:
            return
        assert loaded.session.positions == self.session.positions
        assert loaded.session.standing.is_assisted == self.session.standing.is_assisted
        assert [note for note in loaded.notes if note.text != ASSISTED] == self.notes
        assert shared_points(self.path, self.session, find_game)[0] == self.session.last


@leaves_files_open
def test_whatever_happens_the_log_gives_the_session_that_was() -> None:
    run_state_machine_as_test(
        Undoing,
        settings=settings(
            max_examples=12, stateful_step_count=25, deadline=None, print_blob=False, phases=[Phase.generate]
        ),
    )
