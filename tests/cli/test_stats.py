"""``stats``: the games that were played here, in words and as data."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.standing import ASSISTED
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from clockspades.statistics.milestones import all_milestones
from clockspades.statistics.progress import Feat
from tests.cli.conftest import Run

ANA = Seat("Ana")


def play(game_name: str, seed: int, *others: Seat, variant: str | None = None, practice: bool = False) -> None:
    """Play a game that is kept where the test's home is; if it is practice, its log says so."""
    game = find_game(game_name)
    assert game is not None
    options = game.configure({} if variant is None else {"variant": variant})
    rng = Random(seed)
    archive = Archive(find_game)
    session = archive.begin(game, options, [ANA, *others], rng, number=seed)
    while session.to_act is not None:
        session.act(rng.choice(game.rules.legal_actions(session.state)))
        if practice and session.at == 5 and session.journal is not None:
            session.journal.note(ASSISTED)
    session.close()


@pytest.fixture
def games() -> None:
    for seed in range(3):
        play("clock", seed)
    play("clock", 4, practice=True)
    play("clock", 5, variant="watch")
    play("clockwork-spades", 1, Seat("Tick", "bot:random"))


@pytest.mark.usefixtures("games")
def test_each_kind_of_game_in_words(run: Run) -> None:
    ran = run("stats")
    assert (ran.status, ran.err) == (0, "")
    first, reviews, clock, watch, _ = (block.splitlines() for block in ran.out.split("\n\n"))
    assert reviews == [
        "Luck and skill in Clockwork Spades: 0 of 1 game reviewed",
        "  Luck and skill need 10 games: 9 more.",
    ]
    assert (first[0], clock[0], watch[0]) == ("Clockwork Spades, against an easy bot", "Clock", "Watch")
    assert re.fullmatch(r"  Streak [01] · best [01] · won [01] of 1 \(0\.5 expected\)", first[1])
    assert re.fullmatch(r"  Streak \d · best \d · won [0-3] of 3 \(0\.2 expected\)", clock[1])
    assert clock[2].startswith("  Chance to win a game: 7.7% (exactly 1 in 13")
    assert clock[3].startswith("  Best score ")
    assert " of 52 · " in clock[3]
    assert clock[4] == "  Practice: 1, not counted."
    assert len(watch) == 4
    assert "±" not in ran.out


@pytest.mark.usefixtures("games")
def test_as_json_one_object_a_line(run: Run) -> None:
    found = [json.loads(line) for line in run("stats", "--json").out.splitlines()]
    assert [record["title"] for record in found] == ["Clockwork Spades, against an easy bot", "Clock", "Watch"]
    assert list(found[1]) == [
        "game", "options", "partner", "against", "title", "played", "won", "drawn", "share", "expected", "best_run",
        "current_run", "goal", "scores", "assisted", "repeats", "practice", "expected_wins", "expected_error",
        "reviewed", "spans", "feats",
    ]  # fmt: skip
    assert (found[0]["against"], found[0]["expected"], found[0]["goal"]) == (["random"], None, None)
    assert (found[1]["played"], found[1]["assisted"], len(found[1]["scores"])) == (3, 1, 3)
    assert found[1]["expected_wins"] == pytest.approx(3 / 13)
    assert found[1]["expected_error"] == pytest.approx(6 / 13)
    assert (found[1]["reviewed"], found[1]["spans"], list(found[1]["feats"])) == (0, [], ["best score"])
    assert found[2]["options"] == {"variant": "watch"}


@pytest.mark.usefixtures("games")
def test_of_one_preset(run: Run) -> None:
    assert [line.partition(":")[0] for line in run("stats", "WATCH").out.splitlines() if line[:1].strip()] == [
        "Watch",
        "Luck and skill in Watch",
    ]
    assert [json.loads(line)["title"] for line in run("stats", "watch", "--json").out.splitlines()] == ["Watch"]


def test_the_reviews_tell_luck_and_skill(run: Run) -> None:
    for seed in range(10):
        play("clock", seed, variant="watch")
    ran = run("stats", "clock", "--review")
    assert ran.err == "", "nobody is there to see a bar"
    assert run("stats", "clock").out == ran.out, "the reviews are kept"
    watch, reviews = (block.splitlines() for block in ran.out.split("\n\n"))
    assert "of 10 (" in watch[1]
    assert "±" not in ran.out
    assert reviews[0] == "Luck and skill in Clock: 10 of 10 games reviewed"
    assert reviews[1].split() == ["average", "of", "luck", "skill"]
    assert reviews[2].startswith("  all 10 ")
    feats = [line.partition(":")[0].strip() for line in reviews[3:]]
    assert {"closest game", "best score"} <= {*feats} <= {*Feat}
    assert "best game" not in feats, "none was won"
    assert reviews[3].endswith("-clock.cslog)")
    (record,) = (json.loads(line) for line in run("stats", "--json").out.splitlines())
    (span,) = record["spans"]
    assert list(span) == ["games", "luck", "luck_error", "skill", "skill_error"]
    assert record["won"] == pytest.approx(record["expected_wins"] + 10 * (span["luck"] + span["skill"]))
    assert all(Path(path).is_file() for path in record["feats"].values())


def test_where_nothing_was_played(run: Run, home: Path) -> None:
    ran = run("stats")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"No finished games in {home / 'games'}.\n"
    assert run("stats", "clock").out == f"No finished games of clock in {home / 'games'}.\n"
    assert run("stats", "--json").out == ""


def test_milestones_in_words_and_as_json(run: Run) -> None:
    play("clock", 27)  # it comes out
    ran = run("stats", "--milestones")
    heading, _, of_clock, first, how, file, *others = ran.out.splitlines()
    assert of_clock == "Clock: 1 of 2 reached"
    assert heading == f"Milestones: 1 of {len(all_milestones())} reached"
    assert first.startswith("  Win Clock: ")
    assert first.endswith(", Clock")
    assert how == "    Turn up all 52 cards before the fourth king."
    assert file.strip().endswith("-clock.cslog")
    assert others[0] == "  Win Watch: not yet"
    reached, opened, *_ = [json.loads(line) for line in run("stats", "--milestones", "--json").out.splitlines()]
    assert Path(reached["file"]).name == file.strip()
    assert opened["file"] is opened["started"] is None
