"""``show`` and ``show --json``."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from clockspades.cli.show import points, transcript
from clockspades.engine.header import Header
from clockspades.engine.session import AnySession
from clockspades.engine.share import write_code
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import LoadedLog, load
from tests.cli.conftest import ANA, BEN, STARTED, TICK, MakeFaulty, Run, logged, played
from tests.engine.fair_games import fair_game


def loaded(session: AnySession) -> LoadedLog:
    """A session as if it had been read from a log."""
    session.header = Header(session.game.name, session.options, session.seats, STARTED)
    return LoadedLog(Path("game.cslog"), session, [], [], finished=session.outcome is not None, fault=None)


def told(session: AnySession) -> str:
    return "\n".join(transcript(loaded(session)))


def test_the_proofs_of_a_network_game_are_told() -> None:
    assert "  Proof: of 2 deals, which clockspades verify checks\n" in told(fair_game(2))
    assert "Proof" not in told(played([ANA, TICK]))


def test_the_code_and_the_number_of_the_deal_are_told(run: Run) -> None:
    assert run("play", "clock", "--deal", "12345", "--plain").status == 0
    (entry,) = Archive(find_game).entries()
    clock = find_game("clock")
    assert clock is not None
    code = write_code(clock, clock.configure({}), 12345)
    assert f"  Share code: {code}, deal number: 12345\n" in run("show", entry.path).out
    assert "Share code" not in told(played([ANA, TICK]))


def test_a_game_that_several_people_still_play_keeps_the_code_of_its_deal(tmp_path: Path) -> None:
    game = GAMES[0]
    session = Archive(find_game, tmp_path).begin(game, game.configure({}), [ANA, BEN], Random(1), number=12345)
    session.close()
    assert session.journal is not None
    log = load(session.journal.path, find_game)
    assert "Share code" not in "\n".join(transcript(log))
    while log.session.outcome is None:
        log.session.act(game.rules.legal_actions(log.session.state)[0])
    assert "Share code" in "\n".join(transcript(log))


@pytest.mark.parametrize("command", [("show",), ("review",), ("replay",), ("resume", "--plain"), ("compare", "x")])
def test_a_branch_of_a_game_that_several_people_still_play_is_not_shown(
    tmp_path: Path, run: Run, finished: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "game.cslog").write_text(logged(played([ANA, BEN], decisions=6)), encoding="utf-8")
    branch = tmp_path / "game.branches" / "branch.cslog"
    branch.parent.mkdir()
    branch.write_bytes(finished.read_bytes())
    refused = run(*[finished if word == "x" else word for word in command], branch)
    assert (refused.status, refused.out) == (2, "")
    words = "a branch would show the hands of a game that several people still play"
    assert refused.err == f"clockspades: {branch}: {words}\n"


def test_an_unfinished_game_is_told_as_its_player_sees_it(run: Run, unfinished: Path) -> None:
    shown = run("show", unfinished).out
    assert "Ana draws 8♦ 10♣." in shown
    assert "Tick draws 3 cards." in shown
    hidden = {card.symbol for card in played([ANA, TICK], decisions=6).state.hands[1]}
    assert not [symbol for symbol in hidden if symbol in shown]


def test_a_branch_says_where_it_comes_from(tmp_path: Path, run: Run, finished: Path) -> None:
    header, *lines = finished.read_text().splitlines()
    told = {"of": "game\u001b.cslog", "point": 3, "name": "[b]Mine[/b]"}
    path = tmp_path / "branch.cslog"
    path.write_text("\n".join([json.dumps({**json.loads(header), "branch": told}), *lines]) + "\n")
    assert "\n  [b]Mine[/b], played on from step 3 of game▯.cslog\n  Seat 0: " in run("show", path).out


def test_a_faulty_game_is_shown_as_far_as_it_is_true(run: Run, faulty: MakeFaulty) -> None:
    path = faulty(4)
    shown = run("show", path)
    assert shown.status == 2
    assert "Ana takes the A♠." in shown.out
    assert "Turn 3" not in shown.out
    assert "The file has an error after this point.\n" in shown.out
    assert shown.err == f"clockspades: {path}:4: the line is not JSON: it goes wrong at character 1\n"


def test_json_has_a_line_for_each_point(run: Run, finished: Path) -> None:
    session = played([ANA, TICK])
    shown = run("show", finished, "--json")
    assert (shown.status, shown.err) == (0, "")
    lines = [json.loads(line) for line in shown.out.splitlines()]
    assert lines == json.loads(json.dumps(list(points(session))))
    assert [line["n"] for line in lines] == list(range(session.last + 1))
    assert all(list(line) == ["n", "action", "next", "legal", "scores", "result"] for line in lines)


def test_json_actions_are_the_log_s_without_their_seat(run: Run, finished: Path) -> None:
    lines = [json.loads(line) for line in run("show", "--json", finished).out.splitlines()]
    log = [json.loads(line) for line in finished.read_text().splitlines()]
    for before, after, logged_action in zip(lines, lines[1:], log[1:-1]):
        assert logged_action.pop("seat", None) == before["next"]
        assert after["action"] == logged_action
        assert before["next"] is None or logged_action in before["legal"]
    assert {"result": lines[-1]["result"]} == log[-1]
    assert (lines[-1]["next"], lines[-1]["legal"]) == (None, [])


@pytest.mark.parametrize("variables", [{"LC_ALL": "C"}, {"LC_ALL": "", "LC_CTYPE": "", "LANG": "C"}])
@pytest.mark.parametrize("command", ["show", "rules"])
def test_suits_are_letters_in_the_plain_locale(
    run: Run, finished: Path, command: str, variables: dict[str, str]
) -> None:
    ran = run(command, *([finished] if command == "show" else []), **variables)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.isascii()
    assert "KS" in ran.out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_one_sentence(finished: Path) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "clockspades", "show", str(finished)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"clockspades: standard output: No space left on device\n")


def test_closed_streams_are_no_error(finished: Path) -> None:
    command = f"'{sys.executable}' -m clockspades show '{finished}' >&- 2>&-"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0
