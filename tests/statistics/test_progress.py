"""Wins against expectation, luck and skill, and the games to see again, with numbers worked out by hand."""

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.bots.evaluation import NOTABLE
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header, Seat
from clockspades.engine.rules import Outcome
from clockspades.engine.standing import Standing
from clockspades.games.catalogue import find_game
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import ClockworkReason
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.review.kept_reviews import reviews_path
from clockspades.review.review import Review, ReviewedChoice, Turn
from clockspades.saved.archive import Archive
from clockspades.statistics.progress import (
    CountedGame,
    Digest,
    Feat,
    Progress,
    RightChoices,
    Span,
    Wins,
    digest,
    feats,
    lead,
    progress,
    right_choices,
    run_words,
    running_skill,
    spans,
    wins,
)
from clockspades.statistics.records import GameKind, OwnGame
from clockspades.statistics.statistics_model import feat_model
from tests.outside.high_low import HighLow
from tests.saved.logs import kept_game

CLOCK, CLOCKWORK, SPADES = Clock(), ClockworkSpades(), SpadesGame()


def about(number: float) -> Any:
    """A number that need not be exact."""
    return pytest.approx(number)


def played(
    day: int, result: float, *, game: AnyGame = CLOCKWORK, partner: str | None = None, score: int | None = None,
    **digested: Any,
) -> CountedGame:  # fmt: skip
    """A game of a day, with what is given of its review if anything is."""
    options = game.configure({})
    seats = tuple(Seat(f"{number}") for number in range(game.seats(options)))
    kind = GameKind(game.name, (), partner, ())
    header = Header(game.name, options, seats, f"2026-11-{day:02}T10:00:00Z")
    winners = {1: (0,), 0.5: (), 0: (1,)}[result] if len(seats) > 1 else (0,) * int(result)
    outcome = Outcome(winners, (score or 0,) * len(seats), ClockworkReason.LAST_SPADE)
    own = OwnGame(Path(f"{day}.cslog"), game, header, Standing((0,)), kind, outcome, f"{day}")
    usual = {
        "start": 0.5,
        "luck": 0.0,
        "skill": 0.0,
        "choices": 5,
        "last_chance": 0.9,
        "lowest": 0.2,
        "verdicts": "",
    }
    return CountedGame(own, Digest(**{**usual, **digested}) if digested else None)


def test_a_review_is_reduced_to_what_statistics_need() -> None:
    own = ReviewedChoice(1, "played", "best", 0.25, 0.03)
    other = ReviewedChoice(0, "played", "best", 0.125, 0.03)
    turns = (
        Turn(1, 0.75, 0.01, 0.25, 0.0, None),
        Turn(2, 0.5, 0.01, 0.0, -0.25, own),
        Turn(3, 0.25, 0.01, 0.0, -0.25, own._replace(error=0.04)),
        Turn(4, 0.375, 0.01, 0.125, 0.0, other),
        Turn(5, 1.0, 0.0, 0.625, 0.0, None),
    )
    found = digest(Review(1, Turn(0, 0.5, 0.01), turns))
    assert found == Digest(0.5, 1.0, -0.5, 2, 0.5, 0.25, "--")
    without_choice = Review(1, Turn(0, 0.5, 0.01), (turns[0], Turn(2, 1.0, 0.0, 0.25)))
    assert digest(without_choice) == Digest(0.5, 0.5, 0, 0, 0.75, 0.75, "")
    assert digest(Review(1, Turn(0, 0.5, 0.01), (Turn(1, 1.0, 0.0, 0.5),))).last_chance == 0.5


def test_choices_that_made_a_difference_are_right_or_wrong() -> None:
    right = ReviewedChoice(0, "played", "best", 0.0, 0.01, matters=True)
    made = (
        right,
        right._replace(matters=False),
        right._replace(matters=None),  # an older program did not know
        right._replace(loss=0.2),
        right._replace(matters=False, loss=NOTABLE, error=0.1),
        right._replace(seat=1, loss=0.3),
        right._replace(loss=0.02),  # not for certain
    )
    turns = tuple(Turn(point, 0.5, 0.0, choice=choice) for point, choice in enumerate(made, 1))
    assert digest(Review(0, Turn(0, 0.5, 0.0), turns)).verdicts == "+--+"


def run_after(*verdicts: str) -> str:
    """What is said of the run of right choices after the last of several games with these verdicts."""
    games = [played(day, 0, verdicts=each) if each != "?" else played(day, 0) for day, each in enumerate(verdicts, 1)]
    return run_words(Progress((), tuple(games[::-1])), games[-1].own.identity)


def test_a_run_of_right_choices_goes_on_from_game_to_game() -> None:
    assert run_after("++") == "", "the game itself says so"
    assert run_after("++", "?", "", "+") == "3 right choices in a row."
    assert run_after("-+", "++") == "3 right choices in a row, your best."
    assert run_after("+++-+", "+") == "2 right choices in a row."
    assert run_after("+", "+-+") == run_after("++", "") == run_after("++", "?") == "", "it did not go on"
    games = [played(1, 1, verdicts="++-+"), played(2, 0, verdicts="++")]
    assert right_choices(games) == RightChoices(right=5, of=6, current=3, best=3)
    assert right_choices([]) == RightChoices(0, 0, 0, 0)
    assert run_words(Progress((), tuple(games)), "a game that does not count") == ""


def test_a_kept_review_is_read_again_only_when_a_file_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(find_game, tmp_path / "games")
    path = kept_game(archive)
    read: list[Path] = []

    def find(game: AnyGame, log: Path, seat: int) -> Review | None:
        read.append(log)
        return Review(seat, Turn(0, 0.5, 0.01), (Turn(1, 1.0, 0.0, 0.5),)) if reviews_path(log).exists() else None

    def digest_kept() -> Digest | None:
        again = Archive(find_game, archive.directory)
        (first,), (second,) = progress(archive).games, progress(again).games
        assert first.digest == second.digest
        return second.digest

    monkeypatch.setattr("clockspades.statistics.progress.find_review", find)
    monkeypatch.setattr("clockspades.saved.index.GRAIN", 0)  # else nothing is kept of a file that was just written
    assert digest_kept() is None
    reviews_path(path).write_text("a review", encoding="utf-8")
    assert digest_kept() == digest(Review(0, Turn(0, 0.5, 0.01), (Turn(1, 1.0, 0.0, 0.5),)))
    assert len(read) == 1
    path.write_bytes(b"\n" + path.read_bytes())
    digest_kept()
    assert len(read) == 2


def test_wins_against_the_expectation_of_the_reviews() -> None:
    games = [played(1, 1, start=0.6), played(2, 0.5, start=0.5), played(3, 0, start=0.2)]
    assert wins(games) == Wins(3, 1.5, about(1.3), about(sqrt(0.24 + 0.25 + 0.16)))
    assert lead(games) == pytest.approx((0, 0.4, 0.4, 0.2))


def test_where_no_review_is_there_the_known_chance_counts_or_an_equal_share_a_side() -> None:
    assert wins([played(1, 1, game=CLOCK), played(2, 0, game=CLOCK, start=0.25)]) == Wins(
        2, 1, about(1 / 13 + 0.25), about(sqrt(12 / 169 + 3 / 16))
    )
    assert wins([played(1, 1), played(2, 1)]) == Wins(2, 2, 1, about(sqrt(0.5)))
    assert wins([played(1, 1, game=SPADES, partner="quick")]) == Wins(1, 1, 0.5, 0.5)


def with_skills(skills: Sequence[float]) -> list[CountedGame]:
    return [played(day, 1, skill=skill, luck=0.5) for day, skill in enumerate(skills, 1)]


def test_fewer_than_ten_reviewed_games_say_nothing_of_a_player() -> None:
    games = with_skills([-0.01] * 9)
    assert spans([*games, played(30, 1)]) == ()
    assert running_skill(games) == ()


def test_luck_and_skill_of_the_last_games() -> None:
    games = with_skills([-0.02, 0.0] * 5)
    # each skill is 0.01 from the mean: the variance is 10 * 0.0001 / 9, and that of the mean a tenth
    (only,) = spans(games)
    assert only == Span(10, 0.5, 0, about(-0.01), about(0.01 / 3))
    longer = spans([*games, played(30, 1), *with_skills([-0.1] * 5)])
    assert [span.games for span in longer] == [10, 15]
    assert longer[0] == only
    assert longer[1].skill == about(-0.04)
    assert [span.games for span in spans(with_skills([0.0] * 51))] == [10, 50, 51]


def test_the_games_to_see_again() -> None:
    newest_first = [
        played(7, 0, game=CLOCK, score=40),
        played(6, 1, skill=-0.1, luck=0.9, last_chance=0.9),
        played(5, 0, skill=-0.3, luck=-0.2, last_chance=0.45, game=CLOCK, score=40),
        played(4, 1, skill=-0.1, luck=0.6, last_chance=0.2, game=CLOCK, score=30),
        played(3, 0, skill=-0.1, luck=-0.4, last_chance=0.56),
        played(2, 0.5, skill=0.0, luck=2.0, choices=0),
        played(1, 0.5, skill=-0.9, luck=-2.0),
    ]
    found = {feat: game.own.path.stem for feat, game in feats(newest_first).items()}
    assert found == {
        Feat.BEST: "4",
        Feat.CLOSEST: "5",
        Feat.LUCKIEST: "6",
        Feat.UNLUCKIEST: "3",
        Feat.HIGHEST: "7",
    }
    assert feats([played(1, 1)]) == {}


@given(
    st.lists(
        st.tuples(
            st.sampled_from([0, 0.5, 1]),
            st.sampled_from([-0.6, -0.1, -0.0004, 0.0]),
            st.sampled_from([-0.4, -0.0004, 0.0, 0.1, 0.6]),
            st.sampled_from([0.1, 0.4, 0.5]),
            st.sampled_from([0, 5]),
        ),
        max_size=6,
    )
)
def test_no_game_has_contradictory_titles(rows: list[tuple[float, float, float, float, int]]) -> None:
    games = [
        played(day, result, skill=skill, luck=luck, last_chance=chance, choices=choices)
        for day, (result, skill, luck, chance, choices) in enumerate(rows, 1)
    ]
    found = feats(games)
    assert found.get(Feat.BEST) is None or found[Feat.BEST].own.share == 1
    assert found.get(Feat.BEST) != found.get(Feat.LUCKIEST) or Feat.BEST not in found
    for feat, sign in ((Feat.LUCKIEST, "+"), (Feat.UNLUCKIEST, "−")):
        assert feat not in found or f"luck {sign}" in feat_model(feat, found[feat]).words


def test_a_review_that_comes_later_is_put_to_its_game() -> None:
    games = (played(3, 1), played(2, 1), played(1, 1, skill=-0.2))
    before = Progress((), games)
    assert before.unreviewed == (games[0].own, games[1].own)
    review = Review(0, Turn(0, 0.5, 0.01), (Turn(1, 1.0, 0.0, 0.5),))
    after = before.with_review(games[1].own, review)
    assert after.unreviewed == (games[0].own,)
    assert after.games[1] == CountedGame(games[1].own, digest(review))
    assert after.games[::2] == games[::2]
    assert after.of_game(CLOCKWORK.name) == after.of_kind(games[0].own.kind) == after.games
    assert after.of_game(CLOCK.name) == ()


def test_games_that_cannot_be_reviewed_wait_for_no_review() -> None:
    assert Progress((), (played(1, 1, game=HighLow()),)).unreviewed == ()
