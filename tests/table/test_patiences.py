"""What the table does with cards that turn by themselves and with cards that are dragged."""

from random import Random
from typing import Any, Final

import pytest

from clockspades.engine.options import Json
from clockspades.games.clock.clock_rules import TurnUp, is_exchange_due
from clockspades.games.clock.clock_table import ClockTableRules
from clockspades.games.german_clock.german_clock_rules import PlaceCard, can_place
from clockspades.games.german_clock.german_clock_table import WASTE, GermanClockTableRules
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.inputs import Input
from clockspades.table.model import Selection, Target, TargetKind
from clockspades.table.state import Deciding, Over, Preferences, Running
from clockspades.table.update import PLAYING_OUT
from tests.table.keys import pressed
from tests.table.runner import Runner
from tests.tui.patience import CLOCK, GERMAN, dealt, where

TOP: Final = Target(TargetKind.WASTE, WASTE - 1)


def clock(seed: int, **options: Json) -> Runner:
    return Runner(ClockTableRules(), dealt(CLOCK, seed, **options), Preferences(), Random(0))


def german_clock(*, fits: bool, **preferences: Any) -> Runner:
    session = where(lambda s: can_place(s.state) is fits and len(s.state.waste) > 1, GERMAN)
    return Runner(GermanClockTableRules(), session, Preferences(**preferences), Random(0))


def key(runner: Runner, name: str, given: Input) -> None:
    """Press a key that does something."""
    runner.give(pressed(name))
    runner.give(given)


# -- cards that turn by themselves -------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "variant", "end"), [(0, "clock", Over), (12, "watch", Deciding)])
def test_cards_turn_one_at_each_tick_until_something_is_to_be_decided(seed: int, variant: str, end: type) -> None:
    runner = clock(seed, variant=variant)
    key(runner, "3", did.Digit(3))
    turned = 1
    while runner.pending:
        assert len(runner.acted) == turned
        assert runner.state.phase == Running()
        runner.answer()
        turned += 1
    assert isinstance(runner.state.phase, end)
    assert (end is Over) is not is_exchange_due(runner.session.state)
    assert runner.acted == [TurnUp()] * turned


@pytest.mark.parametrize(
    ("name", "given"),
    [("enter", did.Confirm()), ("space", did.Space()), ("escape", did.Cancel()), ("z", did.Landed())],
)
def test_a_key_stops_them_and_does_no_more(name: str, given: Input) -> None:
    runner = clock(0)
    key(runner, "1", did.Digit(1))
    key(runner, name, given)
    assert runner.state.phase == Deciding()
    assert len(runner.acted) == 1
    assert not runner.left
    runner.answer()
    assert len(runner.acted) == 1, "a tick that comes late"


def test_a_click_on_the_table_stops_them_and_does_no_more() -> None:
    runner = clock(0)
    key(runner, "1", did.Digit(1))
    for acted in (1, 2):
        runner.give(did.MouseDown(is_on_table=True))
        runner.give(did.Pressed(Target(TargetKind.PILE, 3)))
        runner.give(did.Clicked())
        assert runner.state.phase == Deciding()
        assert len(runner.acted) == acted


def test_the_speed_goes_up_and_down_as_far_as_it_goes_and_round_by_click() -> None:
    runner = clock(0)
    for speed in (1, 2, 3, 1):
        runner.give(did.Run())
        assert (runner.state.phase, runner.state.speed) == (Running(), speed)
    for name, by, speed in (("minus", -1, 1), ("plus", 1, 2), ("plus", 1, 3), ("plus", 1, 3)):
        key(runner, name, did.Run(by=by))
        assert (runner.state.phase, runner.state.speed) == (Running(), speed)
    key(runner, "4", did.Digit(4))
    assert isinstance(runner.state.phase, Deciding)
    assert runner.state.speed == 3


def test_the_rest_is_turned_quicker_and_quicker_until_a_key_skips_it() -> None:
    runner = clock(0)
    key(runner, "f", did.Finish())
    for _ in range(5):
        runner.answer()
    timers = [effect.seconds for effect in runner.ran if isinstance(effect, do.StartTimer)]
    assert timers == sorted(timers, reverse=True)
    assert (len(runner.acted), runner.state.selection.note) == (5, PLAYING_OUT)
    key(runner, "escape", did.Cancel())
    assert isinstance(runner.state.phase, Over)
    assert not runner.left
    assert runner.state.finishing is None


def test_a_game_without_such_cards_is_not_run_or_finished() -> None:
    runner = german_clock(fits=True)
    for given in (did.Run(), did.Run(2), did.Run(by=1), did.Finish()):
        runner.give(given)
        assert runner.state.phase == Deciding()
    assert runner.acted == []


# -- a card that is dragged --------------------------------------------------------------------------------


def carrying(*, fits: bool) -> Runner:
    runner = german_clock(fits=fits)
    runner.give(did.MouseDown(is_on_table=True))
    runner.give(did.Carried(TOP))
    assert runner.state.selection == Selection(picked=runner.session.state.waste[-1], carried=True)
    return runner


def own_hour(runner: Runner) -> Target:
    return Target(TargetKind.HOUR, int(runner.session.state.waste[-1].rank))


def test_a_dragged_card_is_placed_on_its_hour() -> None:
    runner = carrying(fits=True)
    runner.give(did.Dropped(own_hour(runner)))
    assert runner.acted == [PlaceCard()]
    assert runner.state.selection == Selection()


def test_why_it_cannot_be_placed_is_said_until_the_pointer_is_on_something_else() -> None:
    runner = carrying(fits=False)
    hour = own_hour(runner)
    runner.give(did.Dropped(hour))
    said = runner.state.selection
    assert "Not yet: " in said.refusal
    assert not said.carried
    runner.give(did.Hovered(TargetKind.HOUR, hour))
    assert runner.state.selection == said
    runner.give(did.Hovered(TargetKind.HOUR, None))
    assert runner.state.selection == Selection()
    assert runner.acted == []


@pytest.mark.parametrize(
    "given",
    [pressed("z"), pressed("enter"), did.MouseDown(is_on_table=True), did.Covered(), did.Undo()],
)
def test_a_dragged_card_is_let_go_when_something_else_is_done(given: Input) -> None:
    runner = carrying(fits=True)
    hour = own_hour(runner)
    runner.give(given)
    assert not runner.state.selection.carried
    runner.give(did.Dropped(hour))
    assert runner.acted == []
