"""A player's own mistakes as exercises."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random

import pytest

from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_bots import ClockworkSteadyBot
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.practice.exercise import Exercise, question
from clockspades.practice.mistakes import own_mistakes, solve
from clockspades.review.review import Review, ReviewedChoice, Turn, evaluate_choice, review
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, format_log, load
from clockspades.statistics import progress as reading

GAME = ClockworkSpades()
ANA, PIP = Seat("Ana"), Seat("Pip", "bot:random")
TODAY = date(2026, 11, 22)
COST = 0.2


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(find_game, tmp_path)


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClockworkSteadyBot, "samples", lambda *_: 4)


def kept(archive: Archive, day: int, *seats: Seat, started: str = "") -> Path:
    """A random game of a day."""
    session: AnySession = Session(GAME, GAME.configure({}), seats or (ANA, PIP))
    rng = Random(day)
    session.deal(rng)
    while session.to_act is not None:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    header = Header(GAME.name, session.options, session.seats, started or f"2026-11-{day:02}T12:00:00Z")
    path = archive.directory / f"game-{day}.cslog"
    path.write_text(format_log(header, session), encoding="utf-8")
    return path


def choices(session: AnySession, seat: int) -> list[int]:
    """The points that choices of a seat led to."""
    rules, states = session.game.rules, [position.state for position in session.positions]
    return [
        point
        for point, state in enumerate(states, 1)
        if rules.to_act(state) == seat and len(rules.legal_actions(state)) > 1
    ]


def first_and_last(session: AnySession, seat: int) -> Review:
    """A made-up review: the first choice and the last cost something, the last one more."""
    made = choices(session, seat)
    costs = {made[0]: COST, made[-1]: 2 * COST}
    turns = []
    for point in range(1, session.last + 1):
        choice = None
        if point in made:
            legal = session.game.rules.legal_actions(session.position(point - 1).state)
            played = session.position(point).action
            best = next(action for action in legal if action != played)
            choice = ReviewedChoice(seat, played, best, costs.get(point, 0.0), 0.01)
        turns.append(Turn(point, 0.5, 0.0, 0.0, -costs.get(point, 0.0), choice))
    return Review(seat, Turn(0, 0.5, 0.0), tuple(turns))


def first(archive: Archive) -> Exercise:
    """The first exercise of the games that have a review."""
    return next(own_mistakes(archive, TODAY)).exercises[0]


@pytest.fixture
def reviewed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Says that a log has a review already; all others are made up when they are computed."""
    paths: set[Path] = set()

    def find_review(_: object, path: Path, seat: int) -> Review | None:
        return first_and_last(load(path, find_game).session, seat) if path in paths else None

    def kept_review(
        _: object, session: AnySession, path: Path, seat: int, tell: Callable[[int], bool]
    ) -> Review | None:
        return first_and_last(session, seat) if tell(session.last // 2) else None

    monkeypatch.setattr(reading, "find_review", find_review)
    monkeypatch.setattr(reading, "kept_review", kept_review)
    return paths.add


def test_mistakes_come_from_the_newest_game_first_and_the_costliest_first(
    archive: Archive, reviewed: Callable[[Path], None]
) -> None:
    expected = []
    for day in (3, 2):
        path = kept(archive, day)
        reviewed(path)
        made = choices(load(path, find_game).session, 0)
        expected += [f"game-{day} {made[-1] - 1}", f"game-{day} {made[0] - 1}"]
    (found,) = own_mistakes(archive, TODAY)
    assert [exercise.older_key for exercise in found.exercises] == expected
    assert len({exercise.key for exercise in found.exercises}) == 4
    assert (found.games, found.reviewed) == (2, 2)
    assert {exercise.log for exercise in found.exercises} == set(archive.directory.iterdir())


def test_games_without_a_review_are_reviewed_the_newest_first(
    archive: Archive, reviewed: Callable[[Path], None]
) -> None:
    reviewed(kept(archive, 1))
    for day in (2, 3):
        kept(archive, day)
    shares: list[float] = []

    def tell(share: float) -> bool:
        shares.append(share)
        return True

    known = [*own_mistakes(archive, TODAY, tell)]
    assert [(found.games, found.reviewed) for found in known] == [(3, 1), (3, 2), (3, 3)]
    days = [[exercise.older_key.partition(" ")[0] for exercise in found.exercises][::2] for found in known]
    assert days == [["game-1"], ["game-3", "game-1"], ["game-3", "game-2", "game-1"]]
    assert len(shares) == 2
    assert all(0 < share < 1 for share in shares)


def test_an_exercise_opens_the_position_before_the_choice(archive: Archive, reviewed: Callable[[Path], None]) -> None:
    path = kept(archive, 12)
    reviewed(path)
    exercise = first(archive)
    session = exercise.open()
    assert exercise.older_key == f"game-12 {session.at}"
    assert session.at + 1 == choices(session, 0)[-1]
    assert (session.to_act, session.outcome) == (0, None)
    assert question(exercise, session) == f"12 November, turn {session.state.turn}: which spade?"


def test_a_log_that_was_changed_since_cannot_be_opened(archive: Archive, reviewed: Callable[[Path], None]) -> None:
    path = kept(archive, 1)
    reviewed(path)
    exercise = first(archive)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4]))
    with pytest.raises(LogError, match="this game was changed"):
        exercise.open()
    path.write_text("".join([*lines[:4], "nonsense\n"]))
    with pytest.raises(LogError, match="not JSON"):
        exercise.open()
    path.unlink()
    with pytest.raises(LogError, match="cannot be read"):
        exercise.open()


def test_the_solution_agrees_with_the_review(archive: Archive) -> None:
    session = load(kept(archive, 10), find_game).session
    found = review(session, 0)
    assert found is not None
    worse = [
        (turn.point, turn.choice)
        for turn in found.turns
        if turn.choice is not None and turn.choice.seat == 0 and turn.choice.played != turn.choice.best
    ]
    assert worse
    for point, choice in worse:
        session.go_to(point - 1)
        solution = solve(session)
        assert (solution.right[0], solution.played) == (choice.best, choice.played)
        assert choice.played not in solution.right
        assert solution.chances == evaluate_choice(session, session.at).shares
        assert solution.why.startswith(f"On turn {session.state.turn} you took the ")


def test_choices_within_the_error_of_the_best_are_right(archive: Archive) -> None:
    session = load(kept(archive, 2), find_game).session
    for point in choices(session, 0):
        session.go_to(point - 1)
        solution, evaluation = solve(session), evaluate_choice(session, session.at)
        best, shares = solution.right[0], evaluation.shares
        assert shares[best] == max(shares.values())
        for action in shares:
            is_equal = shares[best] - shares[action] <= 2 * evaluation.error(best, action)
            assert (action in solution.right) == ((is_equal and action != solution.played) or action == best)
