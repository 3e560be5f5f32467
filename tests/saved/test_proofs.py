"""The proofs of deals in logs: read strictly, and kept by everything that writes a log again."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.branches.branches import begin_branch, rename_branch
from clockspades.engine.codec import Codec
from clockspades.engine.deal_proof import Proof, WholeProof
from clockspades.engine.fair_deal import faults_of_game
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import format_log, load
from clockspades.saved.log_editor import mark_assisted, shared_points, write_note
from clockspades.saved.log_writer import reopen
from tests.engine.fair_games import PEOPLE, dealt, fair_game, header_of, proof_of, shares_of
from tests.saved.logs import written

GAME = fair_game(2)
HEADER = header_of(GAME)
LINES: list[dict[str, Any]] = [json.loads(line) for line in format_log(HEADER, GAME).splitlines()]
PROOF: dict[str, Any] = LINES[1]["proof"]
GIVEN: dict[str, Any] = PROOF["host"]


def proofs(session: AnySession) -> list[Proof | None]:
    return [at.action.proof for at in session.positions if isinstance(at.action, Deal)]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return written(tmp_path / "game.cslog", *LINES)


def without_proofs(path: Path) -> Path:
    return written(path, *({key: value for key, value in line.items() if key != "proof"} for line in LINES))


def test_a_log_with_proofs_comes_back_byte_by_byte(log: Path) -> None:
    loaded = load(log, find_game)
    assert loaded.fault is None
    assert proofs(loaded.session) == proofs(GAME) == [proof_of(number, shares_of(number)) for number in range(2)]
    assert format_log(loaded.header, loaded.session) == format_log(HEADER, GAME)


def test_a_missing_share_and_a_seat_without_one_come_back(tmp_path: Path) -> None:
    given = [{"commit": GIVEN["commit"], "share": None}, None, None, None]
    path = written(tmp_path / "game.cslog", LINES[0], {**LINES[1], "proof": {**PROOF, "seats": given}})
    (proof,) = proofs(load(path, find_game).session)
    assert proof is not None
    assert Codec(WholeProof).write(proof) == {**PROOF, "seats": given}


TABLE = '"proof": the table of a proof is named by 1 to 64 letters, digits, hyphens and underscores'
SEATS = "the proof of a deal has a share or null for each seat, and this game has 4 seats"


def host(**changes: Any) -> dict[str, Any]:
    return {**PROOF, "host": {**GIVEN, **changes}}


def deep(levels: int) -> Any:
    return json.loads("[" * levels + "]" * levels)


@pytest.mark.parametrize(
    ("proof", "told"),
    [
        (None, '"proof" is left out where it is null'),
        ({}, '"proof" lacks "table"'),
        ({**PROOF, "more": 1}, '"proof" has an unknown key "more"'),
        ({**PROOF, "table": 7}, '"proof": "table" must be text'),
        ({**PROOF, "table": "x" * 1_000_000}, TABLE),
        ({**PROOF, "deal": -1}, '"proof": the number of a deal in a proof is from 0 to 99,999'),
        ({**PROOF, "deal": 10**900}, '"proof": the number of a deal in a proof is from 0 to 99,999'),
        ({**PROOF, "seats": [None] * 3}, SEATS),
        ({**PROOF, "seats": [None] * 5}, SEATS),
        ({**PROOF, "seats": [None, None, None, ""]}, '"proof", "seats": item 4 must be an object or null'),
        ({**PROOF, "seats": deep(31)}, "the line is nested more than 32 levels deep"),
        ({**PROOF, "host": None}, '"proof": "host" must be an object'),
        (host(share=None), '"proof" must be a proof with the host\'s share'),
        (host(commit=None), '"proof", "host": "commit" must be hexadecimal digits in small letters'),
        (host(more=None), '"proof": "host" has an unknown key "more"'),
        ({**PROOF, "host": {"share": GIVEN["share"]}}, '"proof": "host" lacks "commit"'),
        ({**PROOF, "host": {"commit": GIVEN["commit"]}}, '"proof": "host" lacks "share"'),
        (host(share=GIVEN["share"].upper()), '"proof", "host": "share" must be hexadecimal digits in small letters'),
        (host(share=GIVEN["share"][:-1]), '"proof", "host": "share" must be hexadecimal digits in small letters'),
        (host(share=GIVEN["share"] + "0"), '"proof", "host": "share" must be hexadecimal digits in small letters'),
        (host(share=GIVEN["share"] + "\n"), '"proof", "host": "share" must be hexadecimal digits in small letters'),
        (host(share=" " + GIVEN["share"][1:]), '"proof", "host": "share" must be hexadecimal digits in small letters'),
        (host(share="٠" * 64), '"proof", "host": "share" must be hexadecimal digits in small letters'),
        (host(share="g" * 64), '"proof", "host": "share" must be hexadecimal digits in small letters'),
        (host(share="0" * 1_000_000), '"proof", "host": "share" must be 64 hexadecimal digits in small letters'),
    ],
)
def test_a_proof_of_another_form_is_a_fault_of_its_line(tmp_path: Path, proof: Any, told: str) -> None:
    path = written(tmp_path / "game.cslog", LINES[0], {**LINES[1], "proof": proof}, *LINES[2:])
    loaded = load(path, find_game)
    assert loaded.fault is not None
    assert (loaded.fault.line, loaded.fault.message) == (2, told)
    assert loaded.session.last == 0


# -- what keeps it -----------------------------------------------------------------------------------------


def test_playing_on_keeps_the_proofs_that_stand_and_writes_new_ones(tmp_path: Path) -> None:
    before = fair_game(1)
    path = written(tmp_path / "game.cslog", *(json.loads(line) for line in format_log(HEADER, before).splitlines()))
    session, rng = reopen(path, find_game).session, Random(2)
    while not session.game.rules.deal_due(session.state):
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))
    session.act(dealt(session, proof_of(1, shares_of(1))))
    session.close()
    loaded = load(path, find_game)
    assert proofs(loaded.session) == proofs(GAME)
    assert [*faults_of_game(loaded.session)] == []


def test_notes_and_marks_leave_the_proofs(log: Path) -> None:
    def lines_without_notes() -> list[bytes]:
        return [line for line in log.read_bytes().splitlines() if b'"note"' not in line]

    before = lines_without_notes()
    loaded = load(log, find_game)
    write_note(log, loaded.session, 1, "A fair deal", find_game)
    mark_assisted(load(log, find_game), find_game)
    assert lines_without_notes() == before
    assert len(load(log, find_game).notes) == 2


@pytest.mark.parametrize("strip", [True, False])
def test_a_log_has_the_same_game_with_and_without_proofs(tmp_path: Path, log: Path, strip: bool) -> None:
    session = load(log, find_game).session
    other = without_proofs(tmp_path / "other.cslog") if strip else log
    assert shared_points(other, session, find_game)[0] == GAME.last
    assert shared_points(log, load(other, find_game).session, find_game)[0] == GAME.last


def kept(archive: Archive, content: Callable[[Path], Path]) -> Path:
    archive.directory.mkdir(parents=True)
    return content(archive.directory / "game.cslog")


@pytest.mark.parametrize("content", [without_proofs, lambda path: written(path, *LINES)])
def test_a_game_is_found_by_its_first_deal_with_and_without_proofs(content: Callable[[Path], Path]) -> None:
    archive = Archive(find_game)
    path = kept(archive, content)
    deal = GAME.position(1).action
    assert isinstance(deal, Deal)
    assert [*archive.begun_with(GAME.game, deal)] == [path]
    assert [*archive.begun_with(GAME.game, Deal(deal.cards))] == [path]
    assert [*archive.begun_with(GAME.game, Deal(deal.cards[::-1], deal.proof))] == []


def test_a_branch_keeps_the_proofs_of_the_game_it_comes_from() -> None:
    archive = Archive(find_game)
    rng, path = Random(3), kept(archive, lambda path: written(path, *LINES))
    loaded = load(path, find_game)
    assert [*faults_of_game(loaded.session)] == []
    branch = begin_branch(archive, path, loaded, PEOPLE)
    assert branch.journal is not None
    while not branch.game.rules.deal_due(branch.state):
        branch.act(rng.choice(branch.game.rules.legal_actions(branch.state)))
    branch.deal(rng)
    branch.close()
    rename_branch(branch.journal.path, "Another way")
    kept_branch = load(branch.journal.path, find_game)
    assert proofs(kept_branch.session) == [*proofs(GAME), None]
    assert [*faults_of_game(kept_branch.session)] == []
    assert "deal" not in kept_branch.header.extra
