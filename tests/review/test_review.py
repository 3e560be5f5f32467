"""The review of a finished game: its sum, what it goes by, and what it calls a mistake."""

import json
from functools import cache
from itertools import groupby, pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from clockspades.bots.evaluation import LEAST, NOTABLE, Evaluation, evaluating_bot
from clockspades.engine.game import AnyGame
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import GAMES, find_game
from clockspades.games.german_clock.german_clock_rules import PlaceCard
from clockspades.games.spades.spades_playouts import chance_if_played_on
from clockspades.games.spades.spades_state import SpadesPhase
from clockspades.games.tricks import PlayCard
from clockspades.review.review import Review, ReviewedChoice, Turn, gain_of, review, turning_point
from clockspades.saved.log import load
from tests.conformance.golden import LOGS as LOGS_OF
from tests.conformance.golden import golden_logs
from tests.conformance.playing import BRIEF, bot_game, random_game
from tests.conformance.structure import hidden, with_cards

pytestmark = pytest.mark.usefixtures("little_effort")
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def ending_of(path: Path) -> tuple[str, int]:
    """Why a game in a log was over, and how many played it."""
    first, *_, last = path.read_text("utf-8").splitlines()
    return str(json.loads(last)["result"]["reason"]), len(json.loads(first)["seats"])


LOGS = [
    min(paths, key=lambda path: path.stat().st_size)
    for game in GAMES
    for _, paths in groupby(sorted(golden_logs(game), key=ending_of), ending_of)
]
"""The shortest golden log of each ending of each game, for each number of players."""


def takes_long(path: Path) -> bool:
    """Whether a game takes long to review: Spades, and Clogs with another number of players than usual."""
    return path.parent.name == "spades" or "players" in path.stem


SHORT = 100
"""Points of a game that is short enough to be reviewed for every seat."""


@cache
def played(name: str, seed: int = 1, **options: int | str) -> AnySession:
    """A random game, which several tests look at."""
    game = find_game(name)
    assert game is not None
    return random_game(game, game.configure(options), seed)


@cache
def reviewed(session: AnySession, seat: int = 0) -> Review:
    """Its review, with the little effort of all tests here. It is the same each time, as the mixed games below show."""
    found = review(session, seat)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=f"{path.parent.name}/{path.stem}", marks=[pytest.mark.thorough] * takes_long(path))
        for path in LOGS
    ],
)
def test_the_parts_add_up_to_the_result_turn_by_turn(path: Any) -> None:
    """The golden logs have every ending of every game."""
    session = load(path, find_game).session
    assert session.outcome is not None
    winners, seats = session.outcome.winners, len(session.seats)
    for seat in range(seats) if session.last < SHORT else (session.last % seats,):
        found = reviewed(session, seat)
        result = float(seat in winners) if winners or seats == 1 else 0.5
        assert found.result == result
        assert found.start.value + found.luck + found.skill == pytest.approx(result, abs=1e-9)
        assert [turn.point for turn in (found.start, *found.turns)] == list(range(session.last + 1))
        for before, after in pairwise((found.start, *found.turns)):
            assert before.value + after.luck + after.skill == pytest.approx(after.value, abs=1e-9)
            assert 0 <= after.value <= 1
            made, rules = session.position(after.point), session.game.rules
            legal = rules.legal_actions(session.position(before.point).state)
            assert (after.choice is not None) == (len(legal) > 1)
            if after.choice is not None:
                assert (after.choice.seat, after.choice.played) == (made.seat, made.action)
                assert after.choice.best in legal
            if after.choice is None or after.choice.seat != seat:
                assert after.skill == 0


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("clock", {"variant": "watch"}),
        ("clockwork-spades", {}),
        ("german-clock", {}),
        ("clogs", {"target": 5, "players": 3}),
        pytest.param("spades", {"target": 100, "blind_nil": "always"}, marks=pytest.mark.thorough),
        pytest.param("spades", {"target": 100, "players": 2}, marks=pytest.mark.thorough),
    ],
)
def test_it_goes_by_what_the_players_could_know(name: str, options: dict[str, Any]) -> None:
    """Cards that neither the reviewed seat nor the one to act can know change places: that changes nothing.

    So a review is the same each time, too.
    """
    session, rng, seat = played(name, **options), Random(5), 0
    rules, moved, positions = session.game.rules, 0, []
    for position in session.positions:
        state = position.state
        places = hidden(state, rules.recall(state, seat))
        acts = rules.to_act(state)
        if acts is not None:
            others = hidden(state, rules.recall(state, acts))
            places = {place: card for place, card in places.items() if place in others}
        mixed = with_cards(state, dict(zip(places, rng.sample(list(places.values()), len(places)))))
        moved += mixed != state
        positions.append(position._replace(state=mixed))
    other = Session(session.game, session.options, session.seats, positions=positions)
    assert moved
    assert reviewed(other) == reviewed(session)


def test_clock_is_all_luck() -> None:
    found = reviewed(played("clock"))
    assert found.start.value == pytest.approx(1 / 13)
    assert (found.choices, found.skill, found.own.error, found.mistakes) == (0, 0, 0, ())
    assert found.luck == found.result - found.start.value
    assert not any(turn.error for turn in found.turns)


def test_the_exchange_of_watch_costs_what_the_best_one_is_better_by() -> None:
    found = reviewed(played("clock", variant="watch", seed=0))
    (turn,) = [turn for turn in found.turns if turn.choice is not None]
    assert found.choices == 1
    assert turn.choice is not None
    assert turn.choice.error == 0
    assert turn.choice.matters
    assert found.skill == turn.skill == -turn.choice.loss < 0
    assert found.mistakes == (turn,)


def test_a_card_that_is_missed_costs_nothing_if_it_comes_again_in_time_and_the_game_if_it_does_not() -> None:
    """German Clock after its redeal: the order of the stock is known, so every loss is 0 or 1 for certain."""
    session = played("german-clock", seed=2)
    found = reviewed(session)
    late = [turn for turn in found.turns if session.position(turn.point).state.passes > 1]
    assert late
    assert {turn.error for turn in late} == {0.0}
    assert {turn.value for turn in late} <= {0.0, 1.0}
    assert all(turn.luck == 0 for turn in late[1:])
    after = [(before.value, turn.choice) for before, turn in pairwise(late) if turn.choice is not None]
    assert {value for value, _ in after} == {0.0, 1.0}
    assert not any(choice.matters for value, choice in after if value == 0.0), "the game is lost whatever is chosen"
    assert any(choice.matters for value, choice in after if value == 1.0)


def test_who_places_every_card_of_a_settled_suit_loses_nothing_by_it() -> None:
    game = find_game("german-clock")
    assert game is not None
    session = bot_game(game, game.configure({}), "watchful", 4)
    for turn in reviewed(session).turns:
        state = session.position(turn.point - 1).state
        if len(state.suits) == 4 and turn.choice is not None:
            assert turn.choice.played == turn.choice.best == PlaceCard()
            assert turn.choice.loss == 0


def test_to_play_a_card_that_is_seen_is_no_luck() -> None:
    session = played("spades", target=100)
    known = [
        turn.luck
        for turn in reviewed(session).turns
        if turn.choice is not None and turn.choice.seat == 0 and isinstance(turn.choice.played, PlayCard)
        if turn.error < NOTABLE and session.game.rules.to_act(session.position(turn.point).state) not in (0, None)
    ]
    assert sum(abs(luck) < 1e-9 for luck in known) > len(known) / 2, "unless too few samples say what it was worth"


def test_the_mistake_of_an_opponent_is_its_own() -> None:
    session = played("clockwork-spades", seed=1)
    mine, other = reviewed(session, 0), reviewed(session, 1)
    assert mine.start.value + other.start.value == pytest.approx(1, abs=0.5)
    for turn in mine.turns:
        if turn.choice is not None and turn.choice.seat == 1:
            assert turn.skill == 0
    assert all(turn.choice is not None and turn.choice.seat == 1 for turn in other.mistakes)


def test_it_stops_when_nobody_waits_for_it() -> None:
    told: list[int] = []

    def tell(point: int) -> bool:
        told.append(point)
        return point < 3

    assert review(played("clock"), 0, tell) is None
    assert told == [0, 1, 2, 3]


# -- the loss of a choice ----------------------------------------------------------------------------------


def test_of_choices_that_are_all_equal_none_costs_anything_on_average() -> None:
    """The winner's curse: by the same samples the best of equal choices looks better than the one that was made."""
    rng = Random(8)
    naive, fair, within = [], [], 0
    for _ in range(1000):
        found = Evaluation[Any]({action: [float(rng.random() < 0.5) for _ in range(60)] for action in range(8)})
        loss = found.loss(0)
        naive.append(max(found.shares.values()) - found.shares[0])
        fair.append(loss.loss)
        within += abs(loss.loss) <= 2 * loss.error
    assert fmean(naive) > 0.05
    assert abs(fmean(fair)) < 4 * stdev(fair) / sqrt(len(fair)) < 0.02
    assert within > 900, "the error is what the loss is off by"


def test_the_loss_of_a_worse_choice_is_found() -> None:
    rng = Random(9)
    losses = []
    for _ in range(300):
        found = Evaluation[Any](
            {action: [float(rng.random() < 0.5 - 0.2 * (action == 0)) for _ in range(200)] for action in range(3)}
        )
        losses.append(found.loss(0).loss)
    assert fmean(losses) == pytest.approx(0.2, abs=0.01)


# -- what a game brings a seat -------------------------------------------------------------------------------


@every_game
def test_every_seat_expects_something_at_every_point(game: AnyGame) -> None:
    """Also between deals, and where another seat is to act."""
    for preset in game.presets:
        options = game.configure({**preset.options, **BRIEF.get(game.name, {})})
        session = random_game(game, options, "expect")
        rng = Random(6)
        for point in sorted({0, 1, *rng.sample(range(session.last), min(session.last, 20))}):
            state = session.position(point).state
            bot = evaluating_bot(game, Random(point))
            assert bot is not None
            for seat in range(len(session.seats)):
                samples = bot.expect(game.rules.recall(state, seat), seat, 0.01)
                assert samples
                assert all(0 <= sample <= 1 for sample in samples)


def test_cards_that_a_partner_may_pass_are_passed_before_a_deal_is_played_out() -> None:
    session = load(LOGS_OF / "spades" / "target-100-blind_nil-always-pass.cslog", find_game).session
    passing = [at.state for at in session.positions if at.state.phase is SpadesPhase.PASS]
    assert passing
    for state in passing:
        assert 0 <= chance_if_played_on(state, 0) <= 1
        assert chance_if_played_on(state, 0) == chance_if_played_on(state, 2)
        assert chance_if_played_on(state, 0) + chance_if_played_on(state, 1) == pytest.approx(1)


@pytest.mark.parametrize(("name", "options", "share"), [
    ("clock", {}, 1 / 13),
    ("clogs", {"players": 3}, 1 / 3),
    ("spades", {}, 1 / 2),
    ("spades", {"mode": "cutthroat"}, 1 / 4),
])  # fmt: skip
def test_before_the_deal_everyone_expects_the_same_share(name: str, options: dict[str, Any], share: float) -> None:
    session = played(name, **options)
    for seat in range(len(session.seats)):
        bot = evaluating_bot(session.game, Random(1))
        assert bot is not None
        view = session.game.rules.recall(session.position(0).state, seat)
        assert bot.expect(view, seat) == pytest.approx([share])


def test_clockwork_is_even_before_the_deal_and_what_one_wins_the_other_loses() -> None:
    session = played("clockwork-spades")
    state = session.position(session.last - 1).state
    for point in (0, session.last // 2):
        state = session.position(point).state
        shares = []
        for seat in (0, 1):
            bot = evaluating_bot(session.game, Random(1))
            assert bot is not None
            shares.append(fmean(bot.expect(session.game.rules.recall(state, seat), seat, 2.0)))
        if not point:
            assert shares[0] == pytest.approx(0.5, abs=0.06)
            assert sum(shares) == pytest.approx(1, abs=0.06)


# -- points ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"), [("spades", {"target": 100}), ("clogs", {"target": 5, "players": 3}), ("clockwork-spades", {})]
)
def test_the_choices_of_the_reviewed_seat_have_points_where_the_game_counts_any(
    name: str, options: dict[str, Any]
) -> None:
    found = reviewed(played(name, **options))
    choices = [turn.choice for turn in found.turns if turn.choice is not None]
    for choice in choices:
        assert (choice.points is not None) == (name != "clockwork-spades" and choice.seat == 0)
        if choice.points is not None and choice.played == choice.best:
            assert (choice.points, choice.points_error) == (0, 0)
    if name == "clockwork-spades":
        assert found.own.points is None
    else:
        assert found.own.points is not None
        assert any(choice.points for choice in choices)


# -- the turning point -----------------------------------------------------------------------------------------


def test_the_turning_point_is_the_costliest_mistake_of_those_who_did_not_win() -> None:
    session = played("clogs", players=3, target=5)
    outcome = session.position(-1).state.outcome
    assert outcome is not None
    (winner,) = outcome.winners
    loser, other = (seat for seat in range(3) if seat != winner)

    def turning(*costs: tuple[int, float, float]) -> int | None:
        """The point of the turning point, where these seats lost so much, give or take that."""
        turns = tuple(
            Turn(point, 0.5, 0.0, choice=ReviewedChoice(seat, None, None, loss, error))
            for point, (seat, loss, error) in enumerate(costs, 1)
        )
        for reviewed in range(3):
            found = turning_point(session, Review(reviewed, Turn(0, 0.5, 0.0), turns))
        return None if found is None else found.point

    assert turning((loser, 0.1, 0), (other, 0.3, 0), (loser, 0.3, 0), (winner, 0.9, 0)) == 2
    assert turning((loser, 0.3, 0.1), (other, 0.1, 0.01)) == 2, "three standard errors"
    assert turning((loser, NOTABLE - 0.001, 0), (winner, 0.5, 0)) is None, "too little to be worth saying"
    assert turning() is None


@pytest.mark.parametrize(
    ("loss", "error", "is_right"),
    [
        (0.0, 0.0, True),
        (LEAST, 0.0, False),
        (LEAST / 2, 0.0, True),
        (0.104, 0.037, False),
        (NOTABLE, 0.04, False),
        (NOTABLE - 0.001, 0.04, True),
        (-0.06, 0.04, True),
    ],
)
def test_a_choice_is_right_if_nothing_says_that_it_cost_much(loss: float, error: float, is_right: bool) -> None:
    assert ReviewedChoice(0, None, None, loss, error).is_right is is_right


# -- two choices at the same point -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["clockwork-spades", "german-clock", "clogs", "spades"])
def test_a_gain_is_what_the_second_choice_is_worth_against_the_first(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clockspades.review.review.CHOICE", 0.2)
    game = find_game(name)
    assert game is not None
    session = random_game(game, game.configure(BRIEF.get(name, {})), 1)
    rules = session.game.rules
    point = next(point for point, each in enumerate(session.positions[:-1]) if len(rules.legal_actions(each.state)) > 1)
    one, other, *_ = rules.legal_actions(session.position(point).state)
    found, reverse = gain_of(session, point, one, other), gain_of(session, point, other, one)
    assert found is not None
    assert reverse is not None
    assert found.chance == pytest.approx(found.shares[1] - found.shares[0])
    assert (found.chance, found.error) == (-reverse.chance, reverse.error)
    assert found.shares == reverse.shares[::-1]
    assert found.error <= sum(found.share_errors) + 1e-9
    assert (found.points is None) == (name in ("clockwork-spades", "german-clock"))
    assert found == gain_of(session, point, one, other)
