"""The numbers of actions and the vectors of what seats see, in every game with every option."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.engine.game import AnyGame
from clockspades.engine.options import OptionError
from clockspades.engine.rules import IllegalActionError
from clockspades.games.catalogue import GAMES, numbers
from clockspades.lab.numbered import NumberedGame, NumberedPoint
from distribution.lab_page import PAGE, lab_page
from tests.conformance.playing import option_sets, some
from tests.conformance.structure import hidden
from tests.conformance.test_hiding import games_of, permuted

GOLDEN = Path(__file__).parent / "action_numbers.json"
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


MOST = 150
"""Points of a random game that are enough, which goes through each phase of a game of tricks."""


def played(numbered: NumberedGame, seed: int, most: int | None = None) -> Iterator[NumberedPoint]:
    """The points of a game that is played at random, all of them or the first ones."""
    rng = Random(seed)
    point = numbered.deal(numbered.start, rng)
    while point.choices and most != 0:
        yield point
        point = numbered.deal(numbered.act(point, rng.choice([*point.choices])), rng)
        most = most and most - 1
    yield point


def test_no_action_ever_gets_another_number() -> None:
    """Who trained with a number keeps it: new actions go to the end, and all else needs a new version."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    for game in GAMES:
        now = [action.as_json() for action in numbers(game.name).actions]
        assert now == golden[game.name]


def test_the_page_says_what_there_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert lab_page(page) == page, "run python -m distribution.lab_page"


@every_game
def test_the_numbers_are_those_of_the_legal_actions(game: AnyGame) -> None:
    for options in option_sets(game):
        numbered = NumberedGame(game.name, options)
        for point in played(numbered, 1, MOST):
            legal = game.rules.legal_actions(point.state)
            ways = {action for action in legal if point.done <= numbered.steps(action)}
            assert {*point.choices} == {step for action in ways for step in numbered.steps(action)} - point.done
            assert [*point.choices] == sorted(point.choices)


@every_game
def test_a_vector_is_within_its_bounds(game: AnyGame) -> None:
    for options in option_sets(game):
        numbered = NumberedGame(game.name, options)
        least = [part.least for part in numbered.parts for _ in range(part.size)]
        most = [part.most for part in numbered.parts for _ in range(part.size)]
        for point in some(played(numbered, 2, MOST)):
            for seat in range(numbered.seats):
                vector = numbered.vector(point, seat)
                assert len(vector) == len(most)
                assert all(low <= number <= high for low, number, high in zip(least, vector, most))


@every_game
def test_what_a_seat_cannot_see_changes_nothing_in_its_vector(game: AnyGame) -> None:
    changed = 0
    for session, rng in games_of(game):
        numbered = NumberedGame(game.name, session.options)
        for position in some(session.positions):
            for seat in range(numbered.seats):
                places = hidden(position.state, game.rules.observe(position.state, seat))
                other = permuted(position.state, places, rng)
                vector = numbered.vector(NumberedPoint(position), seat)
                assert numbered.vector(NumberedPoint(position._replace(state=other)), seat) == vector
                changed += other != position.state
    assert changed, "there were hidden cards to change"


@pytest.mark.parametrize("number", [1, 3, 4])
def test_a_pass_of_cards_is_an_action_for_each_which_only_its_seat_sees(number: int) -> None:
    numbered = NumberedGame("spades", {"blind_nil": "always", "blind_pass": number})
    rng = Random(3)
    point = numbered.deal(numbered.start, rng)
    while not any(action is None or action.do == "pass" for action in point.choices.values()):
        blind = [choice for choice, action in point.choices.items() if action and action.as_json().get("blind")]
        point = numbered.act(point, blind[0] if blind else [*point.choices][-1])
    seat = numbered.rules.to_act(point.state)
    assert seat is not None
    hand, others = point.state.hands[seat], [other for other in range(4) if other != seat]
    before = [numbered.vector(point, other) for other in others]
    start, chosen = point, [*point.choices][:number]
    assert len(point.choices) == len(hand)
    for done, choice in enumerate(reversed(chosen)):
        assert point.state == start.state
        assert [numbered.vector(point, other) for other in others] == before
        assert sum(numbered.vector(point, seat)[-len(numbered._several) :]) == done
        with pytest.raises(IllegalActionError):
            numbered.act(point, -1)
        for twice in point.done:
            with pytest.raises(IllegalActionError):
                numbered.act(point, twice)
        point = numbered.act(point, choice)
    assert not point.done
    given = {numbered.actions[choice].cards[0] for choice in chosen}
    assert {*point.state.given[seat]} == given <= {*hand}
    assert isinstance(point.before, NumberedPoint)
    assert [each.position for each in point.path()][1] == start.position


def test_rewards_are_the_outcome_or_the_points() -> None:
    for name, options in (("clockwork-spades", {}), ("clogs", {"target": 5}), ("spades", {"deals": 4}), ("watch", {})):
        both: list[Any] = [NumberedGame(name, options, reward) for reward in ("outcome", "points")]
        ends = [[*played(numbered, 5)][-1] for numbered in both]
        outcome = ends[0].state.outcome
        for seat in range(both[0].seats):
            won = seat in outcome.winners
            lost = -1 if both[0].seats > 1 else 0
            assert both[0].values(ends[0])[seat] == (1 if won else lost if outcome.winners or lost == 0 else 0)
            assert both[1].values(ends[1])[seat] == both[1].rules.lead(ends[1].state, seat)
        assert {both[0].values(point)[0] for point in [*played(both[0], 5)][:-1]} == {0}


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(ValueError, match="there is no game 'whist'"):
        NumberedGame("whist", {})
    with pytest.raises(ValueError, match="'outcome' or 'points', not 'money'"):
        NumberedGame("clogs", {}, "money")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="players cannot be 7"):
        NumberedGame("clogs", {"players": 7})
