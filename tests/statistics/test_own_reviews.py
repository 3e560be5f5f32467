"""The reviews of the games that one person played here."""

from pathlib import Path
from random import Random

import pytest

from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.german_clock.german_clock_game import GermanClock
from clockspades.review.kept_reviews import reviews_path
from clockspades.review.review import review
from clockspades.saved.archive import Archive
from clockspades.saved.log import format_log, load
from clockspades.statistics import progress as own_reviews
from clockspades.statistics.progress import review_own

pytestmark = pytest.mark.usefixtures("little_effort")
GAME = GermanClock()
ANA = Seat("Ana")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(find_game, tmp_path)


def kept(archive: Archive, day: int) -> Path:
    """A random game of a day, kept in a file whose name says nothing of when it was played."""
    session: AnySession = Session(GAME, GAME.configure({}), [ANA])
    rng = Random(day)
    session.deal(rng)
    while session.to_act is not None:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    header = Header(GAME.name, session.options, session.seats, f"2026-11-{day:02}T10:00:00Z")
    path = archive.directory / f"{99 - day}.cslog"
    path.write_text(format_log(header, session), encoding="utf-8")
    return path


def test_the_newest_game_comes_first_with_its_review_if_one_is_kept(archive: Archive) -> None:
    paths = [kept(archive, day) for day in (1, 2, 3)]
    (newest, _), (second, _), _ = own_reviews.own_reviews(archive)
    found = review_own(archive, second)
    assert [own.path for own, _ in own_reviews.own_reviews(archive)] == paths[::-1]
    assert [kept for _, kept in own_reviews.own_reviews(archive)] == [None, found, None]
    assert found == review(load(second.path, find_game).session, 0)
    assert (newest.game.name, newest.seat) == (GAME.name, 0)


def test_a_review_is_read_without_playing_the_game_again(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(archive, 1)
    ((own, _),) = own_reviews.own_reviews(archive)
    found = review_own(archive, own)
    monkeypatch.setattr(own_reviews, "load_whole", lambda *_: pytest.fail("the log was played again"))
    assert [*own_reviews.own_reviews(archive)] == [(own._replace(reviewed=True), found)]
    path.write_text(path.read_text("utf-8").replace("10:00", "11:00"), encoding="utf-8")
    assert [review for _, review in own_reviews.own_reviews(archive)] == [None], "it is of another log"


def test_computing_can_be_stopped_and_tells_how_far_it_is(archive: Archive) -> None:
    path = kept(archive, 1)
    ((own, _),) = own_reviews.own_reviews(archive)
    told: list[float] = []

    def tell(share: float) -> bool:
        told.append(share)
        return share < 0.5

    assert review_own(archive, own, tell) is None
    assert told[0] == 0
    assert 0.5 <= told[-1] < 0.6
    assert not reviews_path(path).exists()


def test_a_faulty_log_has_no_review(archive: Archive) -> None:
    path = kept(archive, 1)
    ((own, _),) = own_reviews.own_reviews(archive)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:5], *lines[6:]]), encoding="utf-8")
    assert review_own(archive, own) is None
    path.unlink()
    assert review_own(archive, own) is None
