"""The saved game: written so that it is whole at any instant, read strictly, and every fault named."""

import errno
import json
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.engine.codec import DEEPEST, LONGEST_NUMBER
from clockspades.engine.header import Header, Seat
from clockspades.engine.rules import Outcome
from clockspades.engine.session import AnySession, Session
from clockspades.engine.text import reason_of
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_rules import ClockworkReason, PlayMatches, TakeSpade
from clockspades.saved import log
from clockspades.saved.archive import Archive
from clockspades.saved.log import (
    LARGEST,
    LONGEST_MESSAGE,
    LoadedLog,
    LogError,
    action_line,
    format_log,
    load,
    parse_object,
    result_line,
)
from clockspades.saved.log_writer import LogWriter, LostGameError, reopen
from clockspades.saved.writing import write_whole
from clockspades.simulation.simulate import simulate
from tests.games.clockwork.tables import rank
from tests.saved.logs import DEAL, GAME, SEATS, STARTED, game_of, header, header_line, skimmed, whole_log, written

HEADER = header_line()
PLAY_0 = {"seat": 0, "do": "play"}
PLAY_1 = {"seat": 1, "do": "play"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.cslog"


def played_to_disk(
    path: Path, session: AnySession, actions: int | None = None, elsewhere: Callable[[], Sequence[Path]] = tuple
) -> AnySession:
    """The first actions of a game, played in a session that keeps them in a new log."""
    keeper: AnySession = Session(GAME, session.options, SEATS)
    keeper.journal = LogWriter.create(path, Header(GAME.name, session.options, SEATS, STARTED), elsewhere)
    for position in session.positions[1 : None if actions is None else actions + 1]:
        keeper.act(position.action)
    return keeper


def undo_to_a_choice(keeper: AnySession) -> None:
    keeper.undo()
    while len(GAME.rules.legal_actions(keeper.state)) == 1:
        keeper.undo()


def read(path: Path) -> LoadedLog:
    """A log that is whole."""
    loaded = load(path, find_game)
    assert loaded.fault is None
    return loaded


# -- writing and reading back --------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"rules": "gamerules"}, {"first": 1}], ids=str)
def test_a_game_played_reads_back_as_it_was_played(path: Path, options: dict[str, Any]) -> None:
    session = game_of(1, options)
    played_to_disk(path, session).close()
    assert path.read_text(encoding="utf-8") == format_log(header(options), session)
    loaded = read(path)
    assert loaded.finished
    assert loaded.path == path
    assert loaded.session.positions == session.positions
    assert loaded.header == header(options)


def test_writing_waits_for_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_size))
    keeper = played_to_disk(path, game_of(3), 2)
    assert path.stat().st_size in synced
    before = len(synced)
    keeper.act(GAME.rules.legal_actions(keeper.state)[0])
    assert synced[before:] == [path.stat().st_size], "once for each action"
    assert keeper.journal is not None
    keeper.journal.undo(1)
    undone = path.stat().st_size
    keeper.journal.append(1, PlayMatches(), None)
    assert synced[before + 1 :] == [undone, path.stat().st_size], "and once for each undo"
    keeper.journal.close()


def test_without_hard_links_a_log_is_written_all_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)
    writer = LogWriter.create(path, header())
    with pytest.raises(LogError, match="another clockspades is playing this game"):
        reopen(path, find_game)
    writer.close()
    assert read(path).header == header()
    assert list(path.parent.iterdir()) == [path]


def test_another_log_that_gets_the_name_meanwhile_is_not_written_over(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: path.write_text("another"))
    with pytest.raises(LogError, match="cannot be written: File exists"):
        LogWriter.create(path, header())
    assert list(path.parent.iterdir()) == [path]
    assert path.read_text() == "another"


def test_a_log_is_json_lines_in_utf_8(path: Path) -> None:
    keeper: AnySession = Session(GAME, GAME.configure({}), (Seat("Zoë ♠"), Seat("毛")))
    keeper.journal = LogWriter.create(path, Header(GAME.name, keeper.options, keeper.seats, STARTED))
    keeper.deal(Random(1))
    keeper.close()
    first, second = path.read_text(encoding="utf-8").splitlines()
    assert first == (
        '{"clockspades": 2, "game": "clockwork-spades", "options": {"rules": "pagat", "first": 0}, '
        '"seats": [{"name": "Zoë ♠", "kind": "human"}, {"name": "毛", "kind": "human"}], '
        '"started": "2026-11-21T10:00:00Z"}'
    )
    assert list(json.loads(second)) == ["do", "cards"]
    assert action_line(0, TakeSpade(rank("T"))) == '{"seat": 0, "do": "take", "rank": "T"}\n'
    assert action_line(1, PlayMatches()) == '{"seat": 1, "do": "play"}\n'
    result = '{"result": {"winners": [1], "scores": [3, 6], "reason": "four-kings"}}\n'
    assert result_line(Outcome((1,), (3, 6), ClockworkReason.FOUR_KINGS)) == result


def test_a_log_that_exists_is_not_written_over(path: Path) -> None:
    path.write_text("something", encoding="utf-8")
    with pytest.raises(LogError) as caught:
        LogWriter.create(path, header())
    assert_names(caught.value, path, 0, "cannot be written: File exists")
    assert path.read_text(encoding="utf-8") == "something"


@pytest.mark.parametrize("name", ["\ud800", "a\udc00b", "\x00\x1b[31m", "</script>", "[b]", '"\\', "\u2028"])
def test_any_name_can_be_kept(path: Path, name: str) -> None:
    LogWriter.create(path, Header(GAME.name, GAME.configure({}), (Seat(name), Seat("Bo")), STARTED)).close()
    assert path.read_bytes().count(b"\n") == 1
    assert read(path).header.seats[0].name == name


# -- interrupted writes --------------------------------------------------------------------------------


@settings(max_examples=60)
@given(seed=st.integers(0, 50), cut=st.floats(0, 1))
def test_a_log_cut_at_any_byte_loads_up_to_its_last_full_line_and_is_played_on(
    tmp_path_factory: pytest.TempPathFactory, seed: int, cut: float
) -> None:
    path = tmp_path_factory.mktemp("cut") / "game.cslog"
    session = game_of(seed)
    data = format_log(header(), session).encode()
    head = data.index(b"\n") + 1
    kept = data[: head + round(cut * (len(data) - head))]
    path.write_bytes(kept)
    full_lines = kept.count(b"\n") - 1

    loaded = read(path)
    assert loaded.session.last == min(full_lines, session.last)
    assert loaded.session.positions == session.positions[: loaded.session.last + 1]
    assert loaded.finished == (full_lines > session.last)

    loaded = reopen(path, find_game)
    rng = Random(seed)
    loaded.session.deal(rng)
    while loaded.session.to_act is not None:
        loaded.session.act(rng.choice(GAME.rules.legal_actions(loaded.session.state)))
    loaded.session.close()
    again = read(path)
    assert again.finished
    assert again.session.positions == loaded.session.positions
    assert path.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])


def test_a_game_without_its_result_line_is_whole_and_reopening_writes_it(path: Path) -> None:
    lines = whole_log()
    path.write_bytes(b"".join(lines[:-1]))
    loaded = read(path)
    assert loaded.session.outcome is not None
    assert not loaded.finished
    loaded = reopen(path, find_game)
    assert loaded.finished
    assert loaded.session.journal is not None
    assert loaded.header == header()
    path.unlink()
    loaded.session.close()
    assert path.read_bytes() == b"".join(lines), "all of it is kept, for a file that is lost"
    reopen(path, find_game).session.close()
    assert path.read_bytes() == b"".join(lines), "and it is written once"


@pytest.mark.parametrize("rest", [b"", b'{"note": "al', b"\0" * 500], ids=["none", "a half", "zeros of a power cut"])
@pytest.mark.parametrize("lines", [2, 4, None])
def test_half_a_line_at_the_end_is_nothing(path: Path, lines: int | None, rest: bytes) -> None:
    kept = [*whole_log()[:lines], b'{"note": "Here"}\n'] if lines else whole_log()
    written(path, *kept, rest)
    loaded = read(path)
    assert (loaded.finished, [note.text for note in loaded.notes]) == (not lines, ["Here"] if lines else [])
    reopen(path, find_game).session.close()
    assert path.read_bytes() == b"".join(kept)


@pytest.mark.parametrize("cut", [0, 1, 40])
def test_a_log_cut_in_its_header_holds_no_game(path: Path, cut: int) -> None:
    path.write_bytes(whole_log()[0][:cut])
    with pytest.raises(LogError, match=r"game\.cslog:1: the header is missing, so this is not a game log$"):
        load(path, find_game)


@pytest.mark.parametrize("more", [b'{"note": "al', b"x" * 5000], ids=["short", "long"])
def test_what_another_program_added_does_not_stay(path: Path, more: bytes) -> None:
    session = game_of(3)
    keeper = played_to_disk(path, session, 3)
    with open(path, "ab") as file:
        file.write(more)
    keeper.act(session.positions[4].action)
    assert path.read_text(encoding="utf-8") == format_log(header(), keeper)
    keeper.close()


# -- faults --------------------------------------------------------------------------------------------

SEAT = {"name": "Ana", "kind": "human"}
BIG = 10**400
DEEP = b'{"note": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"

NO_FORMAT = '"clockspades" must be the format version, a number from 1'
NO_INTEGER = '"clockspades" must be a whole number'
KIND = 'item 2: "kind" must be "human" or "bot:NAME"'


def with_seat(seat: Any, told: str) -> tuple[dict[str, Any], str]:
    """A header with a faulty seat, and what is said of it."""
    return header_line(seats=[SEAT, seat]), f'"seats"{told}'


HEADER_FAULTS: dict[str, tuple[dict[str, Any] | bytes, str]] = {
    "not JSON": (b"hello\n", "the line is not JSON: it goes wrong at character 1"),
    "no format": (header_line(clockspades=None), 'this is not a game log: its first line has no "clockspades"'),
    "an action": (DEAL, 'this is not a game log: its first line has no "clockspades"'),
    "a newer format": (
        {"clockspades": 3, "moved": "everything"},
        "this log has format 3, but this version of clockspades only reads formats up to 2",
    ),
    "a huge format": (header_line(clockspades=BIG), "this log has format 1000…"),
    "format 0": (header_line(clockspades=0), NO_FORMAT),
    "format true": (header_line(clockspades=True), NO_INTEGER),
    "no game": (header_line(game=None), 'the header lacks "game"'),
    "an unknown game": (header_line(game="snap"), '"game" is "snap", which clockspades does not have'),
    "a game of another type": (
        header_line(game=["clockwork-spades"]),
        '"game" must be text',
    ),
    "an unknown option": (
        header_line(options={"jokers": 2}),
        '"options": clockwork-spades has no option \'jokers\'; its options are rules, first',
    ),
    "an unknown value": (
        header_line(options={"rules": "house"}),
        '"options": rules cannot be "house": use pagat or gamerules',
    ),
    "a value true": (header_line(options={"first": True}), '"options": first cannot be true: use 0 or 1'),
    "a nested value": (
        header_line(options={"first": {"a": []}}),
        '"options": first cannot be {"a": []}: use 0 or 1',
    ),
    "no seats": (header_line(seats=None), 'the header lacks "seats"'),
    "one seat": (header_line(seats=[SEAT]), '"seats" must be a list of 2 seats in Clockwork Spades'),
    "seats for another number of players": (
        header_line(game="clogs", options={"players": 3}),
        '"seats" must be a list of 3 seats in Clogs',
    ),
    "a seat without a kind": with_seat({"name": "Bo"}, ': item 2 lacks "kind"'),
    "a seat of an unknown kind": with_seat({"name": "Bo", "kind": "cat"}, f", {KIND}"),
    "no time": (header_line(started=None), 'the header lacks "started"'),
    "nesting a little too deep": (
        header_line(extra=json.loads("[" * 32 + "]" * 32)),
        "the line is nested more than 32 levels deep",
    ),
    "a line of 2 MiB": (b'{"note": "' + b"x" * (2 << 20) + b'"}\n', "the line is longer than 1 MiB"),
}  # fmt: skip


@pytest.mark.parametrize(("line", "told"), HEADER_FAULTS.values(), ids=HEADER_FAULTS.keys())
def test_a_faulty_header_is_named(path: Path, line: dict[str, Any] | bytes, told: str) -> None:
    written(path, line, DEAL)
    for opened in (load, reopen):
        with pytest.raises(LogError) as caught:
            opened(path, find_game)
        assert_names(caught.value, path, 1, told)


def assert_names(fault: LogError | None, path: Path, line: int, told: str) -> None:
    """The fault is at this line, and its sentence is one short line that begins with the place.

    ``told`` is all that it says, or how it begins, with … at the end.
    """
    assert fault is not None
    assert (fault.path, fault.line) == (path, line)
    assert fault.message == told or (told.endswith("…") and fault.message.startswith(told[:-1]))
    place = f"{path}:{line}" if line else f"{path}"
    assert str(fault) == f"{place}: {fault.message}"
    assert len(fault.message) <= LONGEST_MESSAGE
    assert str(fault).isprintable()


RESULT = {"result": {"winners": [1], "scores": [3, 4], "reason": "king-of-spades"}}
SHORT_DEAL = {"do": "deal", "cards": " ".join(DEAL["cards"].split()[:-1])}
NO_ACTION = 'this is not an action, note or result: an action has "do", as text'
LINE_FAULTS: dict[str, tuple[list[dict[str, Any] | bytes], str]] = {
    "not JSON": ([DEAL, b"hello\n"], "the line is not JSON: it goes wrong at character 1"),
    "two objects in a line": (
        [DEAL, b'{"seat": 0, "do": "play"} {}\n'],
        "the line is not JSON: it goes wrong at character 27",
    ),
    "another header": ([DEAL, HEADER], NO_ACTION),
    "an unknown kind": (
        [DEAL, {"seat": 0, "do": "fly"}],
        "this game has no action 'fly'; its actions are deal, play, take",
    ),
    "an unknown key": ([DEAL, {**PLAY_0, "card": "AC"}], "the action 'play' has an unknown key \"card\""),
    "an unknown card": (
        [{"do": "deal", "cards": DEAL["cards"].replace("7C", "7X")}],
        "\"cards\" must be cards in capitals, with one space between cards: '7X' is not a card: write a rank of"
        " A23456789TJQK and a suit of CDHS, as in TS",
    ),
    "a deal of 38 cards": ([SHORT_DEAL], "A deal is 39 cards, each once: the K♥ is missing."),
    "a deal with a card twice": (
        [{"do": "deal", "cards": DEAL["cards"].replace("7C", "8C")}],
        "A deal is 39 cards, each once: the 8♣ appears twice.",
    ),
    "a deal without cards": ([{"do": "deal"}], "the action 'deal' lacks \"cards\""),
    "a deal by a seat": ([{"seat": 0, **DEAL}], "'deal' has seat 0: a deal has no seat"),
    "no deal": ([PLAY_0], "a deal is due here, not 'play'"),
    "a second deal": ([DEAL, DEAL], "no deal is due here"),
    "an illegal play": (
        [DEAL, PLAY_0, PLAY_1, PLAY_0, PLAY_1, {"seat": 0, "do": "take", "rank": "A"}],
        "You hold a match, the A♦: play it instead of taking a spade.",
    ),
    "an illegal take": (
        [DEAL, {"seat": 0, "do": "take", "rank": "A"}],
        "You hold a match, the A♣: play it instead of taking a spade.",
    ),
    "a take of a king": (
        [DEAL, {"seat": 0, "do": "take", "rank": "K"}],
        '"rank" must be one of A23456789TJQ',
    ),
    "a wrong seat": ([DEAL, PLAY_1], "'play' has seat 1: it is seat 0's turn"),
    "no seat": ([DEAL, {"do": "play"}], "'play' has no seat: it is seat 0's turn"),
    "a seat false": ([DEAL, {"seat": False, "do": "play"}], "'play' has seat false: it is seat 0's turn"),
    "a result too early": ([DEAL, RESULT], "there is a result, but the game is not over"),
    "a note with more in it": ([DEAL, {"note": "x", "by": "me"}], 'a note must be {"note": TEXT}'),
    "a huge seat": ([DEAL, {"seat": BIG, "do": "play"}], "'play' has seat 1000…"),
    "a line of 2 MiB": ([DEAL, b'{"note": "' + b"x" * (2 << 20) + b'"}\n'], "the line is longer than 1 MiB"),
    "2 MiB without an end": ([DEAL, b"x" * (2 << 20)], "the line is longer than 1 MiB"),
    "a kind of a million letters": ([DEAL, {"seat": 0, "do": "p" * 1_000_000}], "this game has no action 'ppppp…"),
}


@pytest.mark.parametrize(("lines", "told"), LINE_FAULTS.values(), ids=LINE_FAULTS.keys())
def test_a_faulty_line_is_named_and_nothing_is_played_past_it(
    path: Path, lines: list[dict[str, Any] | bytes], told: str
) -> None:
    written(path, HEADER, *lines, PLAY_0, PLAY_1)
    loaded = load(path, find_game)
    assert_names(loaded.fault, path, len(lines) + 1, told)
    assert loaded.session.last == len(lines) - 1
    assert not loaded.finished
    before = path.read_bytes()
    with pytest.raises(LogError) as caught:
        reopen(path, find_game)
    assert_names(caught.value, path, len(lines) + 1, told)
    assert path.read_bytes() == before, "a faulty log is not written to"


def finished_lines() -> tuple[list[bytes], dict[str, Any]]:
    lines = whole_log()
    return lines[:-1], json.loads(lines[-1])["result"]


def no_result(result: dict[str, Any], told: Any) -> str:
    """What is said of a result that is not the true one."""
    return f"the result should be {json.dumps(result)}, not {json.dumps(told)}"


@pytest.mark.parametrize(
    "change",
    [
        {"winners": []}, {"winners": [0, 1]}, {"winners": [True]}, {"winners": 0}, {"scores": [0, 0]}, {"scores": []},
        {"scores": [4.0, 5.0]}, {"scores": [True, True]}, {"reason": "resigned"}, {"reason": None}, {"by": "me"},
        None, 1, [], "won",
    ],
    ids=str,
)  # fmt: skip
def test_a_result_that_disagrees_with_the_actions_is_named(path: Path, change: Any) -> None:
    lines, result = finished_lines()
    told = {**result, **change} if isinstance(change, dict) else change
    written(path, *lines, {"result": told})
    loaded = load(path, find_game)
    assert_names(loaded.fault, path, len(lines) + 1, no_result(result, told))
    assert not loaded.finished
    assert loaded.session.outcome is not None
    written(path, *lines, {"result": result, "at": "noon"})
    assert_names(load(path, find_game).fault, path, len(lines) + 1, no_result(result, result))


@pytest.mark.parametrize(
    "line", [{"note": "gg"}, PLAY_0, DEAL, b"x\n", RESULT], ids=["note", "play", "deal", "x", "result"]
)
def test_something_after_the_result_is_named(path: Path, line: dict[str, Any] | bytes) -> None:
    lines = whole_log()
    written(path, *lines, line)
    loaded = load(path, find_game)
    told = (
        "the line is not JSON: it goes wrong at character 1"
        if line == b"x\n"
        else "there is another line after the result"
    )
    assert_names(loaded.fault, path, len(lines) + 1, told)


@pytest.mark.parametrize("error", [OSError(errno.ENOENT, "It is gone", "game.cslog"), OSError("It is gone")])
def test_why_a_file_is_refused_is_said_without_numbers_and_names(error: OSError) -> None:
    assert reason_of(error) == "It is gone"


def test_a_fault_shows_what_it_quotes_and_where_without_effect(tmp_path: Path) -> None:
    path = written(tmp_path / "evil\x1b[2J\u202e.cslog", HEADER, DEAL, {"seat": 0, "do": "\x1b[31m\u202e\ud800"})
    fault = load(path, find_game).fault
    assert fault is not None
    assert str(fault).isprintable()
    assert "evil▯[2J▯.cslog:3: " in str(fault)


@settings(max_examples=100)
@given(
    seed=st.integers(0, 3),
    at=st.floats(0, 1),
    change=st.binary(min_size=1, max_size=6) | st.sampled_from([b"", b"\n", b"{", b"}", b'"', b"0", b"1", b"true"]),
    removed=st.integers(0, 6),
)
def test_a_log_changed_anywhere_is_true_or_its_fault_is_named(
    tmp_path_factory: pytest.TempPathFactory, seed: int, at: float, change: bytes, removed: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "changed.cslog"
    data = b"".join(whole_log(seed))
    place = round(at * len(data))
    path.write_bytes(data[:place] + change + data[place + removed :])
    try:
        loaded = load(path, find_game)
    except LogError as error:
        fault: LogError | None = error
    else:
        fault = loaded.fault
        state = GAME.rules.initial(loaded.session.options)
        for position in loaded.session.positions[1:]:
            assert position.action is not None
            state = GAME.rules.reduce(state, position.action).state
        assert state == loaded.session.state
        assert fault is None or fault.line == loaded.session.last + len(loaded.notes) + loaded.finished + 2
    if fault is not None:
        assert fault.line
        assert str(fault).isprintable()


KEYS = [
    "clockspades", "game", "options", "seats", "started", "seat", "do", "cards", "rank", "note", "result", "name",
    "kind", "rules", "first", "x",
]  # fmt: skip
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(KEYS), inner),
)


@settings(max_examples=60)
@given(any_json)
def test_any_json_for_a_line_is_taken_or_refused_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, value: Any
) -> None:
    path = tmp_path_factory.getbasetemp() / "json.cslog"
    line = json.dumps(value).encode() + b"\n"
    path.write_bytes(line)
    with pytest.raises(LogError) as caught:
        load(path, find_game)
    assert str(caught.value).isprintable()
    written(path, HEADER, DEAL, line)
    fault = load(path, find_game).fault
    assert (fault is None) == (isinstance(value, dict) and value.keys() == {"note"} and isinstance(value["note"], str))


def test_a_game_with_a_bot_that_is_not_had_is_read_and_not_played_on(path: Path) -> None:
    written(path, header_line(seats=[SEAT, {"name": "HAL", "kind": "bot:hal"}]), DEAL)
    assert read(path).session.seats[1].bot == "hal"
    before = path.read_bytes()
    with pytest.raises(LogError) as caught:
        reopen(path, find_game)
    assert_names(
        caught.value, path, 1, "Clockwork Spades has no bot 'hal' to play on with: it has random, steady, open"
    )
    assert path.read_bytes() == before


# -- files that are none -------------------------------------------------------------------------------


def refused(path: Path, told: str) -> None:
    for opened in (load, reopen):
        with pytest.raises(LogError) as caught:
            opened(path, find_game)
        assert_names(caught.value, path, 0, told)


def test_a_file_that_is_not_there(path: Path) -> None:
    for opened, told in ((load, "cannot be read"), (reopen, "cannot be opened to play on")):
        with pytest.raises(LogError) as caught:
            opened(path, find_game)
        assert_names(caught.value, path, 0, f"{told}: No such file or directory")
        with pytest.raises(LogError, match="Not a directory"):
            opened(Path(__file__) / "game.cslog", find_game)


def test_a_link_to_itself(path: Path) -> None:
    path.symlink_to(path)
    with pytest.raises(LogError, match=r": cannot be read: Too many levels of symbolic links$"):
        load(path, find_game)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_regular_file_is_neither_read_nor_waited_for(path: Path, make: Callable[[Path], object]) -> None:
    make(path)
    refused(path, "this is not a regular file")


@contextmanager
def nobody_in_particular() -> Iterator[None]:
    """Without the right of the superuser to read everything."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_a_file_without_permission(mode: int) -> None:
    with TemporaryDirectory() as name:
        path = written(Path(name) / "game.cslog", HEADER, DEAL)
        path.chmod(mode)
        path.parent.chmod(0o555)
        with nobody_in_particular():
            if mode:
                assert load(path, find_game).session.last == 1
                assert reopen(path, find_game).session.take_news().endswith("cannot be written: Permission denied.")
            else:
                for read in (load, reopen):
                    with pytest.raises(LogError, match=r": cannot be read: Permission denied$"):
                        read(path, find_game)
            with pytest.raises(LogError, match=r": cannot be written: Permission denied$"):
                LogWriter.create(path.with_name("new.cslog"), header())
        path.parent.chmod(0o755)


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"hello", "the line is not JSON: it goes wrong at character 1"),
        (b'{"seat": 0, "do": "play"} {}', "the line is not JSON: it goes wrong at character 27"),
        (b'{"seat": 0', "the line is not JSON: it ends too early, as if it was wrapped"),
        (b"\0" * 100, "the line is not JSON: it goes wrong at character 1"),
        (b'{"note": "\xc3\x28"}', "the line is not UTF-8 text (byte 11)"),
        (b'{"note": "\xed\xa0\x80"}', "the line is not UTF-8 text (byte 11)"),
        ("{}".encode("utf-16"), "the line is not UTF-8 text (byte 1)"),
        (b"[1]", "the line is not a JSON object"),
        (b"1", "the line is not a JSON object"),
        (b'{"x": [{"game": 1, "game": 1}]}', 'the line has the key "game" twice in one object'),
        (b'{"seat": NaN}', "the line is not JSON: NaN is not a number"),
        (b'{"x": -Infinity}', "the line is not JSON: -Infinity is not a number"),
        (b'{"x": 1e999}', "the line has a number that is too large"),
        (b'{"x": ' + b"9" * 5000 + b"}", "the line has a number of 5,000 digits; the limit is 1,000"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, "the line is nested more than 32 levels deep"),
        (b'{"note": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "the line is nested more than 32 levels deep"),
    ],
    ids=lambda value: value[:20] if isinstance(value, bytes) else "",
)
def test_a_line_that_is_no_object_of_ours_is_refused_in_a_sentence(raw: bytes, told: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        parse_object(raw)


@pytest.mark.parametrize("nest", [lambda value: {"a": value}, lambda value: [value]], ids=["objects", "arrays"])
def test_a_line_may_be_nested_as_deep_as_the_limit_and_no_deeper(nest: Callable[[Any], Any]) -> None:
    value: Any = 0
    for _ in range(DEEPEST - 1):
        value = nest(value)
    deepest = {"extra": value}
    assert parse_object(json.dumps(deepest).encode()) == deepest
    with pytest.raises(ValueError, match=r"^the line is nested more than 32 levels deep$"):
        parse_object(json.dumps({"extra": nest(value)}).encode())


def test_a_number_may_be_as_long_as_the_limit_and_no_longer() -> None:
    digits = "7" * LONGEST_NUMBER
    assert parse_object(b'{"number": %s}' % digits.encode()) == {"number": int(digits)}
    with pytest.raises(ValueError, match=r"^the line has a number of 1,001 digits; the limit is 1,000$"):
        parse_object(b'{"number": 7%s}' % digits.encode())


# -- writes that fail ----------------------------------------------------------------------------------


class FailingFile:
    """A file on a disk that is full: it takes a few bytes more and then fails, or fails at what it is told to."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.room: int | None = None

    def write(self, data: memoryview) -> int:
        if self.room is None:
            return self.file.write(data)
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        took = self.file.write(data[: self.room])
        self.room -= took
        return took

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def on_a_full_disk(keeper: AnySession) -> FailingFile:
    """Put a failing file under the log of a session."""
    journal = keeper.journal
    assert isinstance(journal, LogWriter)
    failing = FailingFile(journal._file)
    journal._file = failing  # type: ignore[assignment]
    return failing


def test_a_last_action_whose_result_cannot_be_written_is_not_kept(path: Path) -> None:
    session = game_of(8)
    keeper = played_to_disk(path, session, session.last - 1)
    on_a_full_disk(keeper).room = 60
    with pytest.raises(LogError) as caught:
        keeper.act(session.positions[-1].action)
    assert_names(caught.value, path, 0, "cannot be written: No space left on device")
    assert keeper.positions == session.positions[:-1]
    assert not read(path).finished
    keeper.secure()
    assert path.read_text(encoding="utf-8") == "".join(format_log(header(), session).splitlines(keepends=True)[:-2])
    keeper.act(session.positions[-1].action)
    keeper.close()
    assert path.read_text(encoding="utf-8") == format_log(header(), session)


# -- a file that is gone -------------------------------------------------------------------------------


def delete(path: Path) -> None:
    path.unlink()


def delete_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def replace(path: Path) -> None:
    path.unlink()
    path.write_text("another game")


def cut_short(path: Path) -> None:
    os.truncate(path, 10)


LOSSES: dict[str, Callable[[Path], None]] = {
    "was deleted": delete,
    "was deleted, with its folder": delete_folder,
    "was replaced by another file": replace,
    "was cut short by another program": cut_short,
}


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    """The path of a log in folders of its own."""
    path = tmp_path / "home" / "games" / "a.cslog"
    path.parent.mkdir(parents=True)
    return path


@pytest.mark.parametrize("words", LOSSES)
@pytest.mark.parametrize("when", ["act", "cut", "close"])
def test_a_game_whose_log_is_lost_is_written_anew(deep: Path, words: str, when: str) -> None:
    session = game_of(7)
    keeper = played_to_disk(deep, session, 9)
    if when == "cut":
        undo_to_a_choice(keeper)
    LOSSES[words](deep)
    if when == "act":
        keeper.act(session.positions[10].action)
    keeper.close()
    assert keeper.journal is not None
    now = keeper.journal.path
    assert now.parent == deep.parent
    assert read(now).session.positions == keeper.positions[: keeper.at + 1]
    assert keeper.take_news() == f"The saved game {words.partition(',')[0]}. The game is now saved in {now}."
    assert keeper.take_news() == "", "it is said once"
    assert now.name == ("a.cslog" if words.startswith("was deleted") else "a-2.cslog")
    if words == "was replaced by another file":
        assert deep.read_text() == "another game"


def test_on_windows_a_byte_far_behind_the_log_is_locked_and_the_log_begins_at_its_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Msvcrt:
        LK_NBLCK = 2
        locked: ClassVar[list[tuple[int, int, int]]] = []

        @classmethod
        def locking(cls, handle: int, mode: int, count: int) -> None:
            cls.locked.append((os.lseek(handle, 0, os.SEEK_CUR), mode, count))

    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt)  # all that is used of it
    session = game_of(3)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        keeper = played_to_disk(path, session, 2)
        path.unlink()
        keeper.act(session.positions[3].action)
        keeper.close()
        reopen(path, find_game).session.close()
    assert path.read_text(encoding="utf-8") == format_log(header(), keeper)
    assert Msvcrt.locked == [(1 << 30, Msvcrt.LK_NBLCK, 1)] * 3


def test_it_is_written_elsewhere_if_its_folder_cannot_be(deep: Path, tmp_path: Path) -> None:
    session = game_of(7)
    keeper = played_to_disk(deep, session, 5, elsewhere=lambda: (tmp_path / "no" / "a", tmp_path / "yes"))
    (tmp_path / "no").write_text("a file")
    shutil.rmtree(deep.parent)
    deep.parent.write_text("a file")
    for position in session.positions[6:9]:
        keeper.act(position.action)
    path = tmp_path / "yes" / "a.cslog"
    assert keeper.take_news() == f"The saved game cannot be reached: Not a directory. The game is now saved in {path}."
    assert read(path).session.positions == keeper.positions
    with pytest.raises(LogError) as caught:
        reopen(path, find_game)
    assert_names(caught.value, path, 0, "another clockspades is playing this game")
    keeper.close()


def test_on_a_full_disk_it_goes_on_elsewhere(path: Path, tmp_path: Path) -> None:
    session = game_of(7)
    keeper = played_to_disk(path, session, 5, elsewhere=lambda: (tmp_path / "yes",))
    on_a_full_disk(keeper).room = 10
    for position in session.positions[6:]:
        keeper.act(position.action)
    keeper.close()
    now = tmp_path / "yes" / path.name
    assert keeper.take_news() == (
        f"The saved game cannot be written: No space left on device. The game is now saved in {now}."
    )
    assert now.read_text(encoding="utf-8") == format_log(header(), session)
    assert read(path).session.positions == session.positions[:6], "what was kept before is whole"


def test_a_game_that_can_be_saved_nowhere_is_not_called_saved(deep: Path) -> None:
    session = game_of(7)
    keeper = played_to_disk(deep, session, 5)
    shutil.rmtree(deep.parent)
    deep.parent.write_text("a file")
    for _ in range(2):
        with pytest.raises(LostGameError) as caught:
            keeper.act(session.positions[6].action)
        told = "cannot be reached: Not a directory, and cannot be written again: …"
        assert_names(caught.value, deep, 0, told)
        assert keeper.at == 5
    with pytest.raises(LostGameError):
        keeper.secure()
    deep.parent.unlink()
    keeper.act(session.positions[6].action)
    keeper.close()
    assert read(deep).session.positions == keeper.positions, "once it can be written, nothing is lost"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of file sizes here")
def test_a_file_that_may_not_grow_takes_no_more_actions(path: Path) -> None:
    session = game_of(7)
    keeper = played_to_disk(path, session, 2)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 10, hard))
    try:
        with pytest.raises(LogError, match=r": cannot be written: File too large$"):
            keeper.act(session.positions[3].action)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert read(path).session.positions == keeper.positions == session.positions[:3]
    keeper.close()


def test_while_a_log_grows_it_is_read_as_far_as_it_was_at_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played_to_disk(path, game_of(7), 5).close()
    with monkeypatch.context() as patch:

        def parse(raw: bytes) -> Any:
            with open(path, "ab") as file:
                file.write(b'{"note": "more"}\n')
            return real(raw)

        real = log.parse_object
        patch.setattr(log, "parse_object", parse)
        loaded = load(path, find_game)
    assert loaded.fault is None
    assert loaded.notes == []


@pytest.mark.parametrize("umask", [0, 0o022, 0o777])
def test_whatever_the_umask_is_a_log_is_for_its_owner_alone(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        session = Archive(find_game, tmp_path / "a" / "games").begin(GAME, GAME.configure({}), SEATS, Random(1))
        played_on = Archive(find_game, tmp_path / "b" / "games").fork(session, SEATS)
        simulate(GAME, {}, ["random", "random"], 1, 1, save=tmp_path / "c" / "games")
        write_whole(tmp_path / "d" / "settings.toml", "")
        assert Archive(find_game, tmp_path / "a" / "games").entries()
    finally:
        os.umask(before)
    session.close()
    played_on.close()
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert len(modes) == 12, "the index among them"
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}


# -- two programs, and one that is killed --------------------------------------------------------------

HOLD = """
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from clockspades.saved.log_writer import reopen
from clockspades.games.catalogue import find_game

session = reopen(Path(sys.argv[1]), find_game).session
rng = Random(0)
print("ready", flush=True)
for line in sys.stdin:
    session.act(rng.choice(session.game.rules.legal_actions(session.state)))
    print(session.at, flush=True)
"""


@contextmanager
def another_program(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that has a game open, and plays an action for each line it is sent."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()


def test_a_second_program_is_refused_until_the_first_is_killed(path: Path) -> None:
    written(path, HEADER, DEAL)
    with another_program(path) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        first.stdin.write("\n")
        first.stdin.flush()
        assert first.stdout.readline() == "2\n"
        before = path.read_bytes()
        with pytest.raises(LogError) as caught:
            reopen(path, find_game)
        assert_names(caught.value, path, 0, "another clockspades is playing this game")
        assert path.read_bytes() == before
        assert read(path).session.last == 2, "reading is free to all"
        first.send_signal(signal.SIGKILL)
        first.wait()
        loaded = reopen(path, find_game)
        assert loaded.session.last == 2
        loaded.session.close()


def test_a_log_from_before_its_rules_changed_says_so(path: Path) -> None:
    old = Path(__file__).with_name("gamerules_of_0_1_0.cslog").read_bytes()
    path.write_bytes(old)
    fault = load(path, find_game).fault
    assert fault is not None
    changed = (
        " The rules of gamerules changed in version 0.2.0: a hand is refilled once as a turn begins, and the fewest"
        " spades win when the stock runs out. A game saved by an earlier version may not fit them."
    )
    assert fault.message == f"You hold a match, the 2♣: play it instead of taking a spade.{changed}"


# -- sizes -----------------------------------------------------------------------------------------------------------


def test_a_file_larger_than_any_log_is_not_read(path: Path) -> None:
    written(path, HEADER)
    os.truncate(path, LARGEST + (1 << 20))
    for opened in (load, reopen):
        with pytest.raises(LogError) as caught:
            opened(path, find_game)
        assert_names(caught.value, path, 0, "this file is too large for a game log: 17 MiB; the limit is 16 MiB")
    assert skimmed(path) is None
    os.truncate(path, LARGEST)
    assert "NUL" not in str(load(path, find_game).fault), "zeros, but few enough"


def test_a_log_of_too_many_lines_is_read_as_far_as_the_last_of_them(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MOST_LINES", 1000)
    written(path, HEADER, b'{"note": ""}\n' * 1000)
    loaded = load(path, find_game)
    assert str(loaded.fault) == f"{path}:1001: the log has more than 1,000 lines"
    assert len(loaded.notes) == 999
    written(path, HEADER, b'{"note": ""}\n' * 999)
    assert load(path, find_game).fault is None


@pytest.mark.parametrize(
    "line",
    [
        b"{" + b",".join(b'"%d": 0' % number for number in range(90_000)) + b', "89999": 0}\n',
        b'{"do": "deal", "cards": "' + b" ".join([b"7C"] * 300_000) + b'"}\n',
        b'{"x": [' + b",".join([b"[[[]]]"] * 120_000) + b"]}\n",
        b'{"x": ' + b"1" * 1_000_000 + b".5}\n",
    ],
    ids=["keys", "cards", "lists", "digits"],
)
def test_a_line_of_a_megabyte_is_refused_in_no_time(path: Path, line: bytes) -> None:
    start = time.process_time()
    assert load(written(path, HEADER, line), find_game).fault is not None
    assert time.process_time() - start < 5, "not the minutes that looking at each pair would take"
