"""How long the table waits for what: the seconds of each timer, and which ticks count."""

from random import Random
from typing import Any, Final

import pytest

from clockspades.games.clock.clock_table import ClockTableRules
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.moments import SECONDS
from clockspades.table.state import AutoPlaying, BotThinking, Dealing, Deciding, HandingOver, Preferences, ShowingTrick
from clockspades.table.update import REST
from tests.table.playing import CLOCKWORK, SETTINGS, has_run, is_in, play_until, press, step, table
from tests.table.runner import Runner
from tests.tui.patience import CLOCK, dealt

SLOW: Final = SETTINGS._replace(tempo=3.0)


def timers(runner: Runner) -> list[float]:
    """The seconds of each timer that was started, in their order."""
    return [effect.seconds for effect in runner.ran if isinstance(effect, do.StartTimer)]


def before(holds: type, name: str, people: int, wanted: Preferences, **options: Any) -> Runner:
    """A table that comes to a phase, with the effects that led there."""
    runner = table(name, people, wanted, **options)
    while not isinstance(runner.state.phase, holds):
        runner.ran.clear()
        step(runner)
    return runner


def test_a_forced_move_is_announced_for_the_seconds_that_are_set() -> None:
    runner = before(AutoPlaying, CLOCKWORK, 1, SETTINGS._replace(forced_seconds=2.5))
    assert timers(runner) == [2.5]


def test_a_deal_takes_the_time_of_a_bot() -> None:
    runner = table(CLOCKWORK, 1, SETTINGS._replace(bot_seconds=0.7))
    assert runner.state.phase == Dealing()
    assert timers(runner) == [0.7]
    assert runner.session.at == 0


def test_a_deal_waits_while_something_covers_the_table() -> None:
    runner = table(CLOCKWORK, 1, SETTINGS._replace(bot_seconds=0.7))
    runner.give(did.Covered())
    runner.answer()
    assert runner.state.phase == Dealing()
    runner.ran.clear()
    runner.give(did.Uncovered())
    assert timers(runner) == [0.7]
    runner.answer()
    assert runner.session.at > 0


def test_a_deal_that_somebody_else_makes_is_asked_for_again_at_once_when_the_table_is_in_view_again() -> None:
    runner = table(CLOCKWORK, 1, SETTINGS._replace(bot_seconds=0.0))
    runner.state = runner.state._replace(phase=Dealing())  # as while the host of a table elsewhere shuffles
    runner.give(did.Covered())
    runner.ran.clear()
    runner.give(did.Uncovered())
    assert timers(runner) == []
    assert has_run(runner, do.MakeDeal())


@pytest.mark.parametrize(("bot_seconds", "seconds"), [(0.1, 3 * SECONDS), (5.0, 5.0)])
def test_a_bot_waits_until_the_last_card_has_landed(bot_seconds: float, seconds: float) -> None:
    wanted = SLOW._replace(bot_seconds=bot_seconds, trick_seconds=0.0)
    runner = play_until(
        lambda runner: is_in(BotThinking)(runner) and len(runner.session.state.trick) == 1, "spades", 0, wanted
    )
    runner.ran.clear()
    step(runner)
    assert [effect.seconds for effect in runner.ran if isinstance(effect, do.AskBot)] == [pytest.approx(seconds)]


def test_a_trick_stays_for_the_seconds_that_are_set_after_its_last_card_has_landed() -> None:
    runner = before(ShowingTrick, "spades", 0, SLOW._replace(trick_seconds=5.0))
    seconds = pytest.approx(5.0 + 3 * SECONDS)
    assert timers(runner) == [seconds]
    assert runner.state.phase == ShowingTrick(timers(runner)[0])
    assert not runner.state.model.player.active


@pytest.mark.parametrize("tempo", [0.0, 1.0, 3.0])
def test_the_last_card_of_one_person_is_seen_before_the_next_sits_down(tempo: float) -> None:
    runner = play_until(is_in(Deciding), "clogs", 2, SETTINGS._replace(tempo=tempo), players=2)
    assert runner.session.state.trick == ()
    step(runner)
    seconds = pytest.approx((tempo or 1.0) * SECONDS + REST)
    assert timers(runner) == [seconds]
    assert runner.state.phase == ShowingTrick(timers(runner)[0])
    assert runner.state.selection.shown_trick is None


def test_nobody_waits_to_sit_down_where_no_card_was_played() -> None:
    runner = play_until(is_in(Deciding), "spades", 4)
    step(runner)  # a bid
    assert timers(runner) == []
    assert is_in(HandingOver)(runner)


@pytest.mark.parametrize("speed", [1, 2, 3])
def test_cards_turn_by_themselves_at_the_pace_that_was_chosen(speed: int) -> None:
    runner = Runner(ClockTableRules(), dealt(CLOCK, 0), Preferences(), Random(0))
    runner.give(did.Digit(speed))
    runner.answer()
    assert timers(runner) == [ClockTableRules.paces[speed - 1]] * 2


def test_the_tick_of_a_forced_move_that_was_played_does_not_shorten_the_time_of_its_trick() -> None:
    def ends_trick(runner: Runner) -> bool:
        return is_in(AutoPlaying)(runner) and len(runner.session.state.trick) == len(runner.session.seats) - 1

    runner = play_until(ends_trick, "clogs", 1)
    late = runner.pending.pop()
    press(runner, "enter", did.Confirm())
    assert isinstance(runner.state.phase, ShowingTrick)
    runner.give(late)
    assert isinstance(runner.state.phase, ShowingTrick)


def test_the_tick_of_a_forced_move_that_was_played_plays_no_later_one() -> None:
    runner = play_until(is_in(AutoPlaying), CLOCKWORK, 1)
    late = runner.pending.pop()
    press(runner, "enter", did.Confirm())
    while not isinstance(runner.state.phase, AutoPlaying):
        step(runner)
    acted = list(runner.acted)
    runner.give(late)
    assert isinstance(runner.state.phase, AutoPlaying)
    assert runner.acted == acted
