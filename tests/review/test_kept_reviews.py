"""Reviews kept next to logs."""

import json
from collections.abc import Callable
from functools import cache
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from clockspades.engine.header import Header
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import GAMES, find_game
from clockspades.review import kept_reviews
from clockspades.review.kept_reviews import find_review, kept_review, reviews_path
from clockspades.review.review import Review, review
from clockspades.saved.archive import Archive
from clockspades.saved.log import format_log
from tests.conformance.playing import BRIEF, random_game


@cache
def played(name: str) -> AnySession:
    game = find_game(name)
    assert game is not None
    return random_game(game, game.configure(BRIEF.get(name, {})), "kept")


@cache
def worked_out(name: str, seat: int) -> Review | None:
    """The review of that game, for which the bots think once in all these tests."""
    return review(played(name), seat)


@pytest.fixture(params=["clock", "german-clock", "clogs"])
def session(request: pytest.FixtureRequest) -> AnySession:
    return played(request.param)


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(find_game, tmp_path / "games")


@pytest.fixture
def log(archive: Archive, session: AnySession) -> Path:
    path = archive.directory / "game.cslog"
    path.parent.mkdir()
    path.write_text(text_of(session), encoding="utf-8")
    return path


def text_of(session: AnySession, started: str = "2026-11-21T10:00:00Z") -> str:
    return format_log(Header(session.game.name, session.options, session.seats, started), session)


@pytest.fixture(autouse=True)
def counted(little_effort: None, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats for which a review was worked out."""
    seats: list[int] = []

    def counting(session: AnySession, seat: int, tell: Callable[[int], bool]) -> Review | None:
        assert session.positions == played(session.game.name).positions
        seats.append(seat)
        return worked_out(session.game.name, seat) if tell(0) else None

    monkeypatch.setattr(kept_reviews, "review", counting)
    return seats


def test_a_review_is_worked_out_once(archive: Archive, session: AnySession, log: Path, counted: list[int]) -> None:
    first = kept_review(archive, session, log, 0)
    assert first == worked_out(session.game.name, 0)
    assert kept_review(archive, session, log, 0) == first
    assert counted == [0]
    assert reviews_path(log) == log.parent / "game.reviews"


@pytest.mark.parametrize(
    "name",
    [pytest.param(game.name, marks=[pytest.mark.thorough] * (game.name in BRIEF)) for game in GAMES],
)
def test_what_is_kept_is_read_again_in_every_game(archive: Archive, name: str) -> None:
    session = played(name)
    game = session.game
    archive.directory.mkdir()
    log = archive.directory / "game.cslog"
    log.write_text(text_of(session), encoding="utf-8")
    for seat in range(len(session.seats)):
        assert find_review(game, log, seat) is None
        found = kept_review(archive, session, log, seat)
        assert found is not None
        assert find_review(game, log, seat) == found


def test_each_seat_has_a_review_of_its_own(archive: Archive, counted: list[int]) -> None:
    session = played(GAMES[0].name)
    archive.directory.mkdir()
    log = archive.directory / "game.cslog"
    log.write_text(text_of(session), encoding="utf-8")
    found = [kept_review(archive, session, log, seat) for seat in (0, 1, 0, 1)]
    assert counted == [0, 1]
    assert found[:2] == found[2:]
    assert found[0] != found[1]


def test_another_log_or_another_version_is_reviewed_anew(
    archive: Archive, session: AnySession, log: Path, counted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_review(archive, session, log, 0)
    log.write_text(text_of(session, "2026-11-21T11:00:00Z"), encoding="utf-8")
    kept_review(archive, session, log, 0)
    monkeypatch.setattr(kept_reviews, "__version__", "99")
    kept_review(archive, session, log, 0)
    kept_review(archive, session, log, 0)
    assert counted == [0, 0, 0]


def damaged(kept: dict[str, Any], damage: str) -> str:
    review = kept["reviews"]["0"]
    match damage:
        case "a text":
            kept["reviews"]["0"] = "good"
        case "no start":
            del review["start_error"]
        case "no points":
            del review["points"]
        case "too few points":
            review["points"].pop()
        case "too short":
            review["turns"].pop()
        case "a word":
            review["turns"][0]["value"] = "high"
        case "another action":
            review["turns"][-1]["choice"] = {
                "seat": 0, "played": {"do": "swim"}, "best": {"do": "turn"}, "loss": 0, "error": 0,
            }  # fmt: skip
        case "a list of actions":
            review["turns"][-1]["choice"] = {"seat": 0, "played": [], "best": [1], "loss": 0, "error": 0}
        case "a choice of the dealer":
            review["turns"][0]["choice"] = {
                "seat": 0, "played": {"do": "turn"}, "best": {"do": "turn"}, "loss": 0.5, "error": 0,
            }  # fmt: skip
        case "infinite":
            review["turns"][0].update(value=inf, luck=inf)
        case "an infinite error":
            review["turns"][0]["error"] = inf
        case "no number":
            review["turns"][0]["luck"] = nan
        case "another sum":
            review["turns"][0]["luck"] += 0.1
        case "enormous numbers":
            review["turns"][1]["luck"] += review["turns"][0]["value"]
            review["turns"][0].update(value=0.0, luck=-1.7e308, skill=1.7e308)
        case "an enormous whole number":
            review["turns"][0]["error"] = 10**400
        case "a chance above 1":
            review["turns"][0]["luck"] += 1.5 - review["turns"][0]["value"]
            review["turns"][1]["luck"] += review["turns"][0]["value"] - 1.5
            review["turns"][0]["value"] = 1.5
        case "a chance below 0":
            review["start_error"] = -0.1
        case "skill without a choice":
            review["turns"][0]["luck"] += 0.2
            review["turns"][0]["skill"] -= 0.2
        case "half a win":
            review["turns"][-1]["luck"] += 0.25 - review["turns"][-1]["value"]
            review["turns"][-1]["value"] = 0.25
        case "true":
            review["turns"][0]["error"] = True
    return json.dumps(kept)


@pytest.mark.parametrize(
    "damage",
    [
        "a text", "no start", "no points", "too few points", "too short", "a word",
        "another action", "a list of actions", "a choice of the dealer", "infinite", "an infinite error", "no number",
        "another sum", "enormous numbers", "an enormous whole number", "a chance above 1", "a chance below 0",
        "skill without a choice", "half a win", "true",
    ],
)  # fmt: skip
def test_a_damaged_file_is_written_anew(
    archive: Archive, session: AnySession, log: Path, counted: list[int], damage: str
) -> None:
    found = kept_review(archive, session, log, 0)
    path = reviews_path(log)
    path.write_text(damaged(json.loads(path.read_text()), damage))
    if damage != "a choice of the dealer":  # only the game tells that
        assert find_review(session.game, log, 0) is None
    for _ in range(2):
        assert kept_review(archive, session, log, 0) == found
    assert counted == [0, 0]


def test_a_file_that_is_too_large_is_not_read(
    archive: Archive, session: AnySession, log: Path, counted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_review(archive, session, log, 0)
    monkeypatch.setattr(kept_reviews, "LARGEST", 100)
    kept_review(archive, session, log, 0)
    assert counted == [0, 0]


@pytest.mark.parametrize("content", ["alias ll=ls\n", None, "reviews"])
def test_a_link_in_its_place_is_not_followed(
    archive: Archive, session: AnySession, log: Path, counted: list[int], tmp_path: Path, content: str | None
) -> None:
    path, target = reviews_path(log), tmp_path / "bashrc"
    if content == "reviews":
        kept_review(archive, session, log, 0)
        content = path.read_text()
        path.unlink()
    if content is not None:
        target.write_text(content)
    path.symlink_to(target)
    for seat in range(len(session.seats)):
        assert kept_review(archive, session, log, seat) == worked_out(session.game.name, seat)
    assert path.is_symlink()
    assert target.read_text() == content if content is not None else not target.exists()


def test_without_a_place_to_keep_it_there_is_a_review_all_the_same(
    archive: Archive, session: AnySession, log: Path
) -> None:
    reviews_path(log).mkdir()
    assert kept_review(archive, session, log, 0) == worked_out(session.game.name, 0)
    gone = log.parent / "gone" / "game.cslog"
    assert kept_review(archive, session, gone, 0) == worked_out(session.game.name, 0)
    assert not gone.parent.exists()
