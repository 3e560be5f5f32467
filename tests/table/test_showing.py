"""What the table shows as the game goes on: who thinks, which cards move, and when the bell rings."""

from random import Random
from typing import Any, get_args

import pytest

from clockspades.games.catalogue import table_rules
from clockspades.saved.settings import ForcedPlays
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.effects import Effect
from clockspades.table.inputs import Input
from clockspades.table.model import Target, TargetKind, player_view
from clockspades.table.state import (
    AutoPlaying,
    BotThinking,
    Cause,
    Deciding,
    HandingOver,
    Over,
    ShowingTrick,
    Summary,
    TableState,
    Watching,
    first_state,
)
from clockspades.table.update import update
from tests.table.keys import pressed
from tests.table.playing import (
    CLOCKWORK,
    SETTINGS,
    UNTIL_KEY,
    has_curtain,
    has_run,
    is_in,
    note,
    play_until,
    press,
    step,
    table,
)
from tests.table.runner import Runner

KEEPS_FORCED = SETTINGS._replace(forced_plays="ask")
NEXT_DEAL = Target(TargetKind.CHOICE, 0)


def movements(runner: Runner) -> list[type[Effect]]:
    """What was asked of cards in the air."""
    return [type(effect) for effect in runner.ran if isinstance(effect, do.Land | do.Animate)]


# -- who decides -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [0, 1, 2])
def test_the_bot_to_move_is_named_and_only_a_person_is_active(people: int) -> None:
    runner = table("clogs", people, players=3)
    for _ in range(60):
        step(runner)
        player, seat = runner.state.model.player, runner.session.to_act
        is_bot = seat is not None and seat not in runner.session.humans
        assert player.thinker == (player.names[seat or 0] if is_bot else "")
        assert player.active is isinstance(runner.state.phase, Deciding | AutoPlaying)


def test_nobody_thinks_where_a_game_is_watched() -> None:
    session = play_until(is_in(Summary), "spades", 1).session
    rules, state = table_rules("spades"), TableState[Any, Any]((), 0, phase=Watching())
    shown = update(rules, state, did.Observed(player_view(session, 0, None, active=True, all_open=True)))
    assert shown.state.phase == Watching()
    assert (shown.state.model.player.thinker, shown.state.model.player.active) == ("", False)
    clicked = update(rules, shown.state, did.Pressed(NEXT_DEAL))
    assert clicked == (shown.state, ())


def test_nothing_is_done_before_something_is_shown() -> None:
    runner = table(CLOCKWORK, 1)
    state = first_state(runner.session)
    for given in (did.Confirm(), pressed("enter"), did.Landed(), did.Hovered(TargetKind.HOUR, None)):
        assert update(runner.rules, state, given) == (state, ())


# -- cards in the air --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [CLOCKWORK, "clogs"])
def test_cards_move_from_the_point_that_was_shown_to_the_next(name: str) -> None:
    runner = play_until(lambda runner: is_in(BotThinking)(runner) and runner.session.at > 2, name, 1)
    before = runner.state.player
    assert before is not None
    step(runner)
    assert movements(runner) == [do.Land, do.Animate]
    moved = next(effect for effect in runner.ran if isinstance(effect, do.Animate))
    assert moved.moves == runner.rules.moves(before, runner.state.model.player)
    assert len(runner.state.model.player.history) == len(before.history) + 1


def test_no_card_moves_where_the_table_is_opened_or_goes_back() -> None:
    runner = play_until(lambda runner: is_in(Deciding)(runner) and runner.session.can_undo, CLOCKWORK, 1, KEEPS_FORCED)
    opened = Runner(runner.rules, runner.session, SETTINGS, Random(0))
    assert movements(opened) == [do.Land]
    runner.give(did.Undo())
    assert set(movements(runner)) == {do.Land}


def test_a_card_stays_in_the_air_where_only_the_player_to_act_changes() -> None:
    runner = play_until(is_in(ShowingTrick), "clogs", 0)
    step(runner)
    assert movements(runner) == [do.Land, do.Animate]
    runner.ran.clear()
    while not isinstance(runner.state.phase, BotThinking):
        step(runner)
    assert movements(runner) == []


@pytest.mark.parametrize(("tempo", "moves"), [(0.0, False), (0.5, True), (1.0, True)])
def test_the_card_that_was_played_is_in_the_air_if_cards_move_until_it_has_landed(tempo: float, moves: bool) -> None:
    runner = play_until(is_in(BotThinking), "clogs", 1, SETTINGS._replace(tempo=tempo))
    step(runner)
    assert runner.state.selection.in_flight is moves
    runner.give(did.Landed())
    assert runner.state.selection.in_flight is False


@pytest.mark.parametrize("given", [pressed("z"), did.MouseDown(is_on_table=True), did.Covered(), did.Stop()])
def test_what_the_player_does_ends_every_movement(given: Input) -> None:
    runner = play_until(is_in(BotThinking), "clogs", 1)
    step(runner)
    assert runner.state.selection.in_flight
    runner.ran.clear()
    runner.give(given)
    assert movements(runner) == [do.Land]
    assert not runner.state.selection.in_flight


# -- the last trick ----------------------------------------------------------------------------------------


def test_a_finished_trick_is_cleared_away_with_what_was_said_of_it() -> None:
    runner = play_until(is_in(ShowingTrick), "clogs", 1, UNTIL_KEY)
    taken = note(runner)
    assert "the trick" in taken
    runner.give(did.Clicked())
    assert isinstance(runner.state.phase, ShowingTrick), "the click began before the trick was over"
    runner.give(pressed("z"))
    assert runner.state.selection.shown_trick is None
    assert taken not in note(runner)
    runner.give(did.Hovered(TargetKind.BADGE, Target(TargetKind.BADGE, 1)))
    runner.give(did.Hovered(TargetKind.BADGE, None))
    assert taken not in note(runner)


def test_the_button_under_a_summary_clears_the_last_trick_of_the_deal_away_before_it_makes_the_next() -> None:
    def is_last_of_deal(runner: Runner) -> bool:
        return is_in(ShowingTrick)(runner) and runner.rules.sums_up(runner.state.model.player)

    runner = play_until(is_last_of_deal, "spades", 1, UNTIL_KEY)
    runner.give(did.Pressed(NEXT_DEAL))
    assert runner.state.phase == Summary()
    runner.give(did.Pressed(NEXT_DEAL))
    assert has_run(runner, do.MakeDeal())


def test_a_forced_move_is_announced_again_after_a_look_at_the_last_trick() -> None:
    runner = play_until(lambda runner: is_in(AutoPlaying)(runner) and bool(runner.session.state.tricks), "clogs", 1)
    press(runner, "t", did.LookBack())
    assert runner.state.phase == Deciding()
    runner.give(did.PreferencesChanged(KEEPS_FORCED))
    runner.give(did.PreferencesChanged(SETTINGS))
    assert runner.state.phase == Deciding(), "the trick is still shown"
    press(runner, "t", did.LookBack())
    assert isinstance(runner.state.phase, AutoPlaying)


def test_no_trick_is_left_on_the_table_where_none_is_waited_for() -> None:
    runner = play_until(
        lambda runner: len(runner.session.state.tricks) > 0, "clogs", 1, SETTINGS._replace(is_still=True)
    )
    assert runner.state.selection.shown_trick is None


def test_the_last_trick_of_a_game_stays_and_enter_opens_the_result_at_once() -> None:
    runner = play_until(is_in(Over), "clogs", 1, target=12)
    assert runner.state.selection.shown_trick == len(runner.session.state.tricks) - 1
    press(runner, "enter", did.Confirm())
    assert isinstance(runner.ran[-1], do.OpenResult)
    assert runner.state.phase == Over()


# -- several people ----------------------------------------------------------------------------------------


def test_the_curtain_is_for_the_person_who_decides_next() -> None:
    runner = table("clogs", 2, players=2)
    for _ in range(40):
        step(runner)
        curtains = [effect.seat for effect in runner.ran if isinstance(effect, do.RaiseCurtain)]
        assert curtains == [runner.session.to_act or 0] or not curtains
        runner.ran.clear()


def test_a_curtain_that_is_not_down_yet_is_not_lifted() -> None:
    runner = play_until(is_in(Deciding), CLOCKWORK, 2)
    near = runner.state.near
    runner.give(did.Covered())
    step(runner)
    waiting = HandingOver(1 - near, is_waiting=True)
    assert runner.state.phase == waiting
    assert not runner.state.model.player.active
    runner.give(did.CurtainLifted())
    assert runner.state.phase == waiting
    assert runner.state.eyes is None
    runner.give(did.Uncovered())
    assert has_curtain(runner, 1 - near)
    assert runner.state.phase == HandingOver(1 - near)


def test_a_move_that_was_made_elsewhere_leads_to_the_next_person_behind_a_curtain() -> None:
    runner = play_until(is_in(Deciding), CLOCKWORK, 2)
    near = runner.state.near
    runner.session.act(runner.session.game.rules.legal_actions(runner.session.state)[0])
    runner.moved(Cause.ADVANCED)
    assert has_curtain(runner, 1 - near)
    assert (runner.state.near, runner.state.eyes) == (1 - near, None)


# -- the bell ----------------------------------------------------------------------------------------------

RINGS = SETTINGS._replace(rings=True)


def rings(runner: Runner) -> bool:
    """Whether the next thing that happens rings the bell."""
    runner.ran.clear()
    step(runner)
    return has_run(runner, do.Ring())


def test_the_bell_rings_where_a_bot_has_moved_and_a_person_decides() -> None:
    for played in get_args(ForcedPlays):
        wanted = RINGS._replace(forced_plays=played)
        runner = table("clogs", 1, wanted, players=2)
        heard: set[tuple[bool, bool, bool]] = set()
        while not isinstance(runner.state.phase, Over) and len(heard) < 4:
            after_bot = isinstance(runner.state.phase, BotThinking)
            rang = rings(runner)
            decides = runner.session.to_act == 0
            hand = runner.session.state.hands[0]
            forced = decides and runner.only_choice() is not None and (played == "automatic" or len(hand) == 1)
            forced = forced and played != "ask"
            assert rang is (after_bot and decides and not forced)
            heard.add((rang, after_bot, decides))
