"""``show`` and ``show --json``."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from clockspades.cli.show import points, transcript
from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession
from clockspades.engine.share import write_code
from clockspades.engine.standing import REPEAT, Standing
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import LoadedLog, load
from tests.cli.conftest import ANA, BEN, STARTED, TICK, MakeFaulty, Run, deal_of, logged, played
from tests.engine.fair_games import fair_game

HEADING = """\
Clockwork Spades, 21 November 2026, 10:00 UTC
  Seat 0: Ana (human)
  Seat 1: Tick (bot: random)
"""

BEGINNING = """
The deal
  Ana draws 8♦ 10♣.
  Ana draws the K♦ and gives it to Tick.
  Ana draws 4♣.
  Tick draws 5♣ 7♣ J♦.

Turn 1: Ana plays on A 2 3
  Ana takes the A♠.

Turn 2: Tick plays on 4 5 6
  Tick plays 5♣ on the 5♠.
  Tick draws 10♥.

Turn 3: Ana plays on 7 8 9
"""

ENDING = """
Turn 21: Ana plays on 3 4 5
  Ana discards J♣: the J♠ is gone.
  Ana plays 3♥ 3♦ on the 3♠.
  Ana draws 6♣.
  Ana draws the K♠, the last card.
  The game is over.

Tick wins: Ana drew the K♠ without the other three kings.
"""


def loaded(session: AnySession) -> LoadedLog:
    """A session as if it had been read from a log."""
    session.header = Header(session.game.name, session.options, session.seats, STARTED)
    return LoadedLog(Path("game.cslog"), session, [], [], finished=session.outcome is not None, fault=None)


def told(session: AnySession) -> str:
    return "\n".join(transcript(loaded(session)))


def test_a_finished_game_is_told_from_its_deal_to_its_verdict_with_open_cards(run: Run, finished: Path) -> None:
    shown = run("show", finished)
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith(HEADING)
    assert BEGINNING in shown.out
    assert shown.out.endswith(ENDING)


def test_the_options_stand_in_the_heading_in_words(run: Run, finished: Path) -> None:
    heading = run("show", finished).out.partition("The deal")[0]
    assert "  Which rule set to play: pagat.com\n" in heading
    assert "  Who plays first: Ana\n" in heading


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


def test_a_repeat_says_that_it_does_not_count() -> None:
    again = loaded(played([ANA, TICK]))
    assert f"  {REPEAT}" not in transcript(again)
    again.session.standing = Standing((0,), is_repeat=True)
    assert [*transcript(again)][1] == f"  {REPEAT}"


def test_an_unfinished_game_says_what_is_to_be_done(run: Run, unfinished: Path) -> None:
    shown = run("show", unfinished)
    assert shown.status == 0
    assert shown.out.endswith("The game is not over yet.\nAna must play 10♣ on the 10♠.\n")


def test_an_unfinished_game_is_told_as_its_player_sees_it(run: Run, unfinished: Path) -> None:
    shown = run("show", unfinished).out
    assert "Ana draws 8♦ 10♣." in shown
    assert "Tick draws 3 cards." in shown
    hidden = {card.symbol for card in played([ANA, TICK], decisions=6).state.hands[1]}
    assert not [symbol for symbol in hidden if symbol in shown]


def test_an_unfinished_game_of_two_people_shows_neither_hand() -> None:
    session = played([ANA, BEN], decisions=6)
    hidden = {card.symbol for hand in session.state.hands for card in hand}
    assert not [symbol for symbol in hidden if symbol in told(session)]


def test_an_unfinished_game_between_bots_is_told_with_open_cards() -> None:
    session = played([Seat("Tick", "bot:random"), Seat("Tock", "bot:random")], decisions=6)
    assert all(card.symbol in told(session) for card in session.state.hands[0])


def test_a_log_with_only_its_header_waits_for_the_deal(tmp_path: Path, run: Run, finished: Path) -> None:
    path = tmp_path / "begun.cslog"
    path.write_text(finished.read_text().partition("\n")[0] + "\n")
    assert run("show", path).out.endswith("The game is not over yet.\nThe cards are being dealt.\n")


def test_notes_stand_where_they_were_made(tmp_path: Path, run: Run, finished: Path) -> None:
    lines = finished.read_text().splitlines()
    lines.insert(3, json.dumps({"note": "bold"}))
    path = tmp_path / "noted.cslog"
    path.write_text("\n".join(lines) + "\n")
    assert "  Ana takes the A♠.\n\nTurn 2: Tick plays on 4 5 6\n  Note: bold\n" in run("show", path).out


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


def test_a_log_that_names_no_time_is_shown_all_the_same(tmp_path: Path, run: Run, finished: Path) -> None:
    path = tmp_path / "timeless.cslog"
    path.write_text(finished.read_text().replace(STARTED, "once upon a time"))
    assert run("show", path).out.startswith("Clockwork Spades, once upon a time\n")


def test_json_has_a_line_for_each_point(run: Run, finished: Path) -> None:
    session = played([ANA, TICK])
    shown = run("show", finished, "--json")
    assert (shown.status, shown.err) == (0, "")
    lines = [json.loads(line) for line in shown.out.splitlines()]
    assert lines == json.loads(json.dumps(list(points(session))))
    assert [line["n"] for line in lines] == list(range(session.last + 1))
    assert all(list(line) == ["n", "action", "next", "legal", "scores", "result"] for line in lines)


def test_the_first_json_line_is_before_any_action(run: Run, finished: Path) -> None:
    first = json.loads(run("show", finished, "--json").out.splitlines()[0])
    assert first == {"n": 0, "action": None, "next": None, "legal": [], "scores": [0, 0], "result": None}


def test_json_actions_are_the_log_s_without_their_seat(run: Run, finished: Path) -> None:
    lines = [json.loads(line) for line in run("show", "--json", finished).out.splitlines()]
    log = [json.loads(line) for line in finished.read_text().splitlines()]
    for before, after, logged_action in zip(lines, lines[1:], log[1:-1]):
        assert logged_action.pop("seat", None) == before["next"]
        assert after["action"] == logged_action
        assert before["next"] is None or logged_action in before["legal"]
    assert {"result": lines[-1]["result"]} == log[-1]
    assert (lines[-1]["next"], lines[-1]["legal"]) == (None, [])


def test_json_of_a_faulty_game_stops_where_it_does(run: Run, faulty: MakeFaulty) -> None:
    shown = run("show", "--json", faulty(4))
    assert shown.status == 2
    assert [json.loads(line)["n"] for line in shown.out.splitlines()] == [0, 1, 2]
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_suits_are_letters_where_the_encoding_has_none(run: Run, finished: Path, encoding: str) -> None:
    shown = run("show", finished, PYTHONIOENCODING=encoding)
    assert (shown.status, shown.err) == (0, "")
    assert "Ana draws 8D 10C." in shown.out


@pytest.mark.parametrize("variables", [{"LC_ALL": "C"}, {"LC_ALL": "", "LC_CTYPE": "", "LANG": "C"}])
@pytest.mark.parametrize("command", ["show", "rules"])
def test_suits_are_letters_in_the_plain_locale(
    run: Run, finished: Path, command: str, variables: dict[str, str]
) -> None:
    ran = run(command, *([finished] if command == "show" else []), **variables)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.isascii()
    assert "KS" in ran.out


def test_a_name_the_encoding_lacks_is_replaced(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "named.cslog"
    path.write_text(
        '{"clockspades": 1, "game": "clockwork-spades", "options": {}, "seats": [{"name": "Łucja", "kind": "human"},'
        ' {"name": "Tick", "kind": "bot:random"}], "started": "2026-11-21T10:00:00Z"}\n',
        encoding="utf-8",
    )
    assert "Seat 0: Łucja (human)" in run("show", path).out
    assert "Seat 0: ?ucja (human)" in run("show", path, PYTHONIOENCODING="ascii").out


def test_json_is_plain_ascii_whatever_the_encoding(run: Run, finished: Path) -> None:
    assert run("show", "--json", finished).out.isascii()


def test_a_reader_that_stops_listening_is_no_error(tmp_path: Path, finished: Path) -> None:
    command = [sys.executable, "-m", "clockspades", "show", "--json", str(finished)]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_one_sentence(finished: Path) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "clockspades", "show", str(finished)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"clockspades: standard output: No space left on device\n")


def test_closed_streams_are_no_error(finished: Path) -> None:
    command = f"'{sys.executable}' -m clockspades show '{finished}' >&- 2>&-"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0


def test_the_deal_is_one_line_of_json_with_its_cards() -> None:
    session = played([ANA, TICK])
    assert list(points(session))[1]["action"] == {"do": "deal", "cards": " ".join(map(str, deal_of(session).cards))}
