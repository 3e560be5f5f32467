"""The turning point of a game, found from what the players saw."""

from random import Random

import pytest

from clockspades.bots.evaluation import LEAST
from clockspades.bots.turning_point import EVALUATIONS, MANY, TurningPoint, regrets, turning_point
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.wording import Regret
from clockspades.games.clockwork.bots import SteadyBot
from clockspades.games.clockwork.game import ClockworkSpades
from clockspades.games.clockwork.rules import RULES, ClockworkRules, Play, State, Take
from clockspades.games.clogs.bots import SteadyBot as ClogsBot
from clockspades.games.clogs.game import ClogsGame

SEATS = (Seat("Ana"), Seat("Tick", "bot:random"))
GAME = ClockworkSpades()


def played(seed: int) -> AnySession:
    """A game of random choices."""
    session: AnySession = Session(GAME, GAME.configure({}), SEATS)
    rng = Random(seed)
    session.deal(rng)
    while session.outcome is None:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    return session


@pytest.fixture(scope="module")
def session() -> AnySession:
    return played(13)


@pytest.fixture(scope="module")
def found(session: AnySession) -> list[TurningPoint]:
    return list(regrets(session))


def test_each_choice_of_the_loser_is_evaluated_and_no_other(session: AnySession, found: list[TurningPoint]) -> None:
    assert session.outcome is not None
    (winner,) = session.outcome.winners
    choices = [
        point
        for point, position in enumerate(session.positions)
        if len(RULES.legal_actions(position.state)) > 1 and position.state.seat != winner
    ]
    assert [evaluated.point for evaluated in found] == choices
    for point, seat, regret in found:
        assert seat == 1 - winner
        assert session.positions[point + 1].action == regret.made
        assert regret.best in RULES.legal_actions(session.positions[point].state)
        assert 0 <= regret.made_share <= regret.best_share <= 1


def test_it_is_found_the_same_each_time(session: AnySession, found: list[TurningPoint]) -> None:
    assert list(regrets(session)) == found


def test_it_goes_by_what_the_seat_saw(found: list[TurningPoint], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole states in the place of views would be solved without a sample."""
    session = played(13)
    seen: list[object] = []
    observe = GAME.rules.observe

    def look(_: ClockworkRules, state: State, seat: int | None) -> State:
        seen.append(seat)
        return observe(state, seat)

    monkeypatch.setattr(ClockworkRules, "observe", look)
    list(regrets(session))
    assert seen == [evaluated.seat for evaluated in found]


def test_in_a_game_that_nobody_won_everybodys_choices_are_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SteadyBot, "samples", lambda *_: 1)
    session = next(game for game in map(played, range(689, 100_000)) if game.outcome and game.outcome.reason == "drawn")
    evaluated = {choice.seat for choice in regrets(session)}
    assert evaluated == {0, 1}


def test_nothing_is_evaluated_by_a_bot_that_cannot(session: AnySession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClockworkSpades, "bots", {"random": ClockworkSpades.bots["random"]})
    assert list(regrets(session)) == []


def test_it_stops_when_it_is_no_longer_wanted(session: AnySession, found: list[TurningPoint]) -> None:
    answers = iter([True] * EVALUATIONS + [False])
    assert list(regrets(session, lambda: next(answers))) == found[:1]


def costing(point: int, loss: float) -> TurningPoint:
    return TurningPoint(point, 0, Regret(Play(), 0.0, Play(), loss))


def test_it_is_the_choice_that_cost_the_most_and_the_first_of_several() -> None:
    assert turning_point([costing(1, 0.1), costing(2, 0.3), costing(3, 0.3), costing(4, 0.2)]) == costing(2, 0.3)


def test_a_choice_that_cost_little_is_none() -> None:
    assert turning_point([costing(1, LEAST / 2), costing(2, 0.0)]) is None
    assert turning_point([]) is None
    assert turning_point([costing(1, LEAST)]) == costing(1, LEAST)


def test_a_choice_that_may_have_cost_nothing_is_none() -> None:
    def costing_about(loss: float, error: float) -> TurningPoint:
        return TurningPoint(1, 0, Regret(Play(), 0.5, Play(), 0.5 + loss, error))

    assert turning_point([costing_about(0.3, 0.1)]) is None, "three standard errors"
    assert turning_point([costing_about(0.3, 0.09)]) == costing_about(0.3, 0.09)
    assert turning_point([costing_about(0.3, 0.1), costing_about(0.1, 0.01)]) == costing_about(0.1, 0.01)


def test_its_error_is_that_of_the_deals_it_was_found_in(found: list[TurningPoint]) -> None:
    for evaluated in found:
        assert 0 <= evaluated.regret.error < 0.02, "4,000 deals"


def test_it_is_told_in_words(session: AnySession, found: list[TurningPoint]) -> None:
    best = turning_point(found)
    assert best is not None
    state = session.positions[best.point].state
    made, better = best.regret.made, best.regret.best
    assert isinstance(made, Take)
    assert isinstance(better, Take)
    words = GAME.words.regret(GAME.rules.observe(state, best.seat), best.regret, session.names)
    assert words == (
        f"on turn {state.turn} {session.names[best.seat]} took the {made.rank.symbol}♠"
        f" (win chance {best.regret.made_share:.0%})"
        f" and not the {better.rank.symbol}♠ ({best.regret.best_share:.0%})"
    )


# -- long games ------------------------------------------------------------------------------------------


def long_game(*kinds: str) -> AnySession:
    """A game of Clogs with more choices than are evaluated thoroughly."""
    game = ClogsGame()
    seats = tuple(Seat(f"{number}", kind) for number, kind in enumerate(kinds))
    session: AnySession = Session(game, game.configure({"players": len(kinds), "target": 40}), seats)
    rng = Random(4)
    session.deal(rng)
    while session.outcome is None:
        session.act(rng.choice(game.rules.legal_actions(session.state)))
        session.deal(rng)
    return session


@pytest.fixture
def one_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClogsBot, "samples", lambda *_: 1)


@pytest.mark.usefixtures("one_sample")
def test_of_a_long_game_the_choices_that_seem_to_cost_the_most_are_evaluated() -> None:
    session = long_game("bot:random", "bot:random", "bot:random")
    found = list(regrets(session))
    assert len(found) == MANY
    assert [evaluated.point for evaluated in found] == sorted({evaluated.point for evaluated in found})
    assert session.outcome is not None
    assert not {evaluated.seat for evaluated in found} & set(session.outcome.winners)
    assert list(regrets(session)) == found


@pytest.mark.usefixtures("one_sample")
def test_a_first_look_stops_too_when_it_is_no_longer_wanted() -> None:
    answers = iter([True] * 5 + [False])
    assert list(regrets(long_game("human", "human", "human"), lambda: next(answers))) == []


@pytest.mark.usefixtures("one_sample")
def test_of_a_long_game_that_people_lost_their_choices_are_evaluated() -> None:
    outcome = long_game(*["human"] * 3).outcome
    assert outcome is not None
    (winner,) = outcome.winners
    loser = (winner + 1) % 3
    kinds = ["human" if seat == loser else "bot:random" for seat in range(3)]
    assert {evaluated.seat for evaluated in regrets(long_game(*kinds))} == {loser}
    kinds = ["human" if seat == winner else "bot:random" for seat in range(3)]
    assert len({evaluated.seat for evaluated in regrets(long_game(*kinds))}) == 2
