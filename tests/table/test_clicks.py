"""Clicks on a table while something is about to happen by itself."""

from random import Random

from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_table import ClockworkTableRules
from clockspades.table.inputs import Clicked, MouseDown, Pressed
from clockspades.table.state import AutoPlaying, Deciding, Preferences
from tests.table.runner import Runner, seated


def at_a_forced_move() -> Runner:
    """A table that announces a forced move of the person at it."""
    rng = Random(1)
    runner = Runner(ClockworkTableRules(), seated(ClockworkSpades(), people=1), Preferences(forced_seconds=1.0), rng)
    while not isinstance(runner.state.phase, AutoPlaying):
        runner.answer()
    return runner


def test_a_card_picked_up_during_an_announcement_keeps_its_question() -> None:
    runner = at_a_forced_move()
    target = ClockworkTableRules().first_target(runner.state.model)
    assert target is not None
    for given in (MouseDown(is_on_table=True), Pressed(target), Clicked()):
        runner.give(given)
    assert isinstance(runner.state.phase, Deciding)
    assert runner.state.selection.note.startswith("You picked up")
