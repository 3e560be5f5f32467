"""Logs of format 1, as version 0.1.0 and the first days of 0.2.0 wrote them, are read, noted and played on for ever."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.cli.verify import verify
from clockspades.games.catalogue import find_game
from clockspades.saved.log import LoadedLog, identity_in, identity_of, load, parse_object
from clockspades.saved.log_editor import note_at, write_note
from clockspades.saved.log_writer import reopen
from tests.saved.logs import told

FOLDER = Path(__file__).parent / "format_1"
FACTS: dict[str, dict[str, Any]] = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
"""By log, what the program that wrote it read in it."""
UNFINISHED = [name for name, facts in FACTS.items() if not facts["finished"]]

every_log = pytest.mark.parametrize("name", FACTS)


@pytest.fixture
def path(name: str, tmp_path: Path) -> Path:
    """A copy of a log."""
    copy = tmp_path / f"{name}.cslog"
    copy.write_bytes((FOLDER / copy.name).read_bytes())
    return copy


def facts_of(loaded: LoadedLog) -> dict[str, Any]:
    return {
        "last": loaded.session.last,
        "notes": [[*note] for note in loaded.notes],
        "assisted": loaded.session.standing.is_assisted,
        "finished": loaded.finished,
        "identity": identity_in(loaded.session),
    }


def test_every_log_is_listed() -> None:
    assert {path.stem for path in FOLDER.glob("*.cslog")} == {*FACTS}


@every_log
def test_it_is_read_as_it_was(name: str, path: Path) -> None:
    loaded = load(path, find_game)
    assert loaded.fault is None
    assert facts_of(loaded) == FACTS[name]
    assert (loaded.header.version, loaded.undone) == (1, [])
    found = told(path)
    assert found is not None
    assert found.standing.is_assisted == FACTS[name]["assisted"]
    assert (found.outcome is not None) == FACTS[name]["finished"]
    assert verify([path]) == 0


@every_log
def test_a_note_is_all_that_is_added(name: str, path: Path) -> None:
    before = path.read_bytes()
    loaded = load(path, find_game)
    write_note(path, loaded.session, 2, "Added", find_game)
    assert path.read_bytes().replace(b'{"note": "Added"}\n', b"") == before
    assert note_at(load(path, find_game).notes, 2) == "Added"


@pytest.mark.parametrize("name", UNFINISHED)
def test_it_stays_of_its_format_until_something_is_taken_back(name: str, path: Path) -> None:
    before = path.read_bytes()
    kept = before[: before.rindex(b"\n") + 1]
    reopen(path, find_game).session.close()
    assert path.read_bytes() == kept
    session = reopen(path, find_game).session
    session.act(session.game.rules.legal_actions(session.state)[0])
    session.close()
    assert path.read_bytes().startswith(kept)
    assert load(path, find_game).session.positions == session.positions


@pytest.mark.parametrize("name", UNFINISHED)
def test_the_first_undo_makes_it_a_log_of_format_2_of_the_same_game(name: str, path: Path) -> None:
    before = path.read_bytes().splitlines(keepends=True)
    session = reopen(path, find_game).session
    session.may_peek = True
    last = session.last
    session.forget_after(last - 1)
    after = path.read_bytes().splitlines(keepends=True)
    first, told = parse_object(after[0]), parse_object(before[0])
    assert first == {**told, "clockspades": 2}
    assert identity_of(first, parse_object(after[1])) == FACTS[name]["identity"]
    assert after[1:-1] == [line for line in before[1:] if line.endswith(b"\n")]
    assert after[-1] == b'{"undo": 1}\n'
    session.deal(Random(1))
    session.act(session.game.rules.legal_actions(session.state)[-1])
    session.forget_after(session.last - 1)
    session.close()
    assert path.read_bytes().startswith(b"".join(after)), "from then on it grows"
    loaded = load(path, find_game)
    assert (loaded.fault, loaded.session.positions) == (None, session.positions)
