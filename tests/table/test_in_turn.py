"""Inputs are handled one after the other, and all effects of one before the next."""

from collections.abc import Mapping
from random import Random

import pytest

from clockspades.games.catalogue import find_game, table_rules
from clockspades.table import effects as do
from clockspades.table.effects import Effect
from clockspades.table.inputs import Confirm, Digit, Input
from clockspades.table.state import Preferences
from clockspades.table.table_session import InTurn
from tests.table.runner import Runner, seated


class Answering:
    """Notes when it begins and ends to handle a digit, and is given others meanwhile."""

    def __init__(self, answers: Mapping[int, tuple[int, ...]], fails_at: int = -1) -> None:
        self.inputs = InTurn(self._handle)
        self.handled: list[str] = []
        self._answers, self._fails_at = answers, fails_at

    def give(self, number: int) -> str:
        self.inputs.give(Digit(number))
        return " ".join(self.handled)

    def _handle(self, given: Input) -> None:
        assert isinstance(given, Digit)
        self.handled.append(f"{given.number}:")
        for answer in self._answers.get(given.number, ()):
            assert not self.inputs.give(Digit(answer))
            self.handled.append(f"asked {answer}")
        if given.number == self._fails_at:
            raise ValueError(given)
        self.handled.append("done")


def test_an_answer_waits_until_the_effects_of_its_question_have_run() -> None:
    assert Answering({1: (2, 3)}).give(1) == "1: asked 2 asked 3 done 2: done 3: done"


def test_an_answer_and_what_it_leads_to_come_before_the_next_question() -> None:
    assert Answering({1: (2, 3), 2: (4,)}).give(1) == "1: asked 2 asked 3 done 2: asked 4 done 4: done 3: done"


def test_all_is_handled_when_the_first_input_is() -> None:
    answering = Answering({number: (number + 1,) for number in range(2000)})
    assert answering.give(0).endswith("2000: done"), "no input is handled inside of another"
    assert answering.inputs.give(Digit(3000))


def test_an_error_leaves_nothing_to_be_handled_later() -> None:
    answering = Answering({1: (2,)}, fails_at=1)
    with pytest.raises(ValueError, match="1"):
        answering.give(1)
    assert answering.give(5) == "1: asked 2 5: done"


class Watched(Runner):
    """A table of which every effect runs in the state that its input led to."""

    def run(self, effect: Effect) -> None:
        before = self.state
        super().run(effect)
        assert self.state is before


@pytest.mark.parametrize("name", ["clockwork-spades", "spades"])
def test_every_effect_of_an_input_runs_in_the_state_that_it_led_to(name: str) -> None:
    game = find_game(name)
    assert game is not None
    session = seated(game, 2)
    table = Watched(table_rules(name), session, Preferences(), Random(1))
    for _ in range(60):
        if table.pending:
            table.answer()
        elif session.to_act is None:
            table.give(Confirm())
        else:
            Runner.run(table, do.Act(game.rules.legal_actions(session.state)[0]))
    assert len(table.acted) > 10
    assert any(isinstance(effect, do.RaiseCurtain) for effect in table.ran)
