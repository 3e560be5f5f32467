"""``compare`` and ``compare --json``."""

import json
from pathlib import Path

from clockspades.games.catalogue import GAMES, find_game
from tests.cli.conftest import Run
from tests.compare.same_deal import kept, played


def test_the_results_the_parting_and_the_gain_are_told(run: Run, tmp_path: Path) -> None:
    ana, ben = (kept(tmp_path, played(GAMES[0], name, way)) for way, name in enumerate(("Ana", "Ben")))
    told = run("compare", ana, ben)
    assert (told.status, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0] == "Clockwork Spades: two games of the same deal."
    assert [line.split()[0] for line in lines[2:4]] == ["Ana:", "Ben:"]
    assert "The games parted at step " in told.out
    assert told.out.count("  win chance ") == 2
    assert "choice" in lines[-1]
    assert run("compare", ana, ben).out == told.out


def test_json_is_one_object(run: Run, tmp_path: Path) -> None:
    game = find_game("clogs")
    assert game is not None
    sessions = [played(game, "Ana"), played(game, "Ben", 1)]
    told = run("compare", *(kept(tmp_path, session) for session in sessions), "--json")
    assert (told.status, told.err) == (0, "")
    (line,) = told.out.splitlines()
    found = json.loads(line)
    assert list(found) == ["players", "results", "better", "shared", "partings"]
    assert found["players"] == [{"name": "Ana", "seat": 0}, {"name": "Ben", "seat": 0}]
    assert [result["winners"] for result in found["results"]] == [
        list(session.position(-1).state.outcome.winners) for session in sessions
    ]
    first = found["partings"][0]
    assert first["points"] == [found["shared"]] * 2
    made = [session.position(found["shared"] + 1) for session in sessions]
    assert first["actions"] == [position.action.as_json() for position in made if position.action is not None]
    assert first["seat"] == 0
    gain = first["gain"]
    assert list(gain) == ["shares", "share_errors", "chance", "error", "points", "points_error", "significant"]
    assert abs(gain["shares"][1] - gain["shares"][0] - gain["chance"]) < 1e-9


def test_what_cannot_be_compared_gets_one_sentence(run: Run, tmp_path: Path, unfinished: Path) -> None:
    ana = kept(tmp_path, played(GAMES[0], "Ana"))
    ben, missing = kept(tmp_path, played(GAMES[0], "Ben", deal=2)), tmp_path / "missing.cslog"
    for arguments, sentence in (
        ((ana, ben), f"clockspades: {ben}: cannot be compared with {ana}: the first deal has other cards"),
        (
            (ana, unfinished),
            f"clockspades: {unfinished}: this game is not finished, and only finished games can be compared",
        ),
        ((missing, ben), f"clockspades: {missing}: cannot be read: No such file or directory"),
        ((ana,), "clockspades compare: the following arguments are required: B"),
    ):
        told = run("compare", *arguments)
        assert (told.status, told.out) == (2, "")
        assert told.err.replace(" (see `clockspades compare --help`)", "") == f"{sentence}\n"
