"""The phases of a table: what waits for what, without a screen."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from clockspades.cards import UNKNOWN, Rank
from clockspades.engine.rules import Deal
from clockspades.engine.standing import NOW_PRACTICE, PEEKED
from clockspades.games.clockwork.clockwork_rules import TakeSpade
from clockspades.games.clockwork.clockwork_table import CHOOSE_FIRST
from clockspades.saved.log import LogError
from clockspades.saved.settings import ForcedPlays
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.inputs import Input
from clockspades.table.model import Target, TargetKind
from clockspades.table.parts import prompt
from clockspades.table.state import (
    AutoPlaying,
    BotThinking,
    Deciding,
    Failed,
    HandingOver,
    Preferences,
    ShowingTrick,
    Summary,
)
from clockspades.table.update import LOOK
from tests.table.keys import pressed
from tests.table.playing import (
    CLOCKWORK,
    SETTINGS,
    UNTIL_KEY,
    answer,
    click,
    has_run,
    is_in,
    is_waiting_for,
    note,
    play_until,
    press,
    step,
    table,
)
from tests.table.runner import Runner

# -- forced moves ------------------------------------------------------------------------------------------


def forced(**preferences: Any) -> Runner:
    runner = play_until(is_in(AutoPlaying), CLOCKWORK, 1, SETTINGS._replace(**preferences))
    assert note(runner).startswith("You ")
    return runner


def test_a_forced_move_is_announced_and_then_played() -> None:
    runner = forced()
    (only,) = runner.session.game.rules.legal_actions(runner.session.view(0))
    assert runner.state.phase == AutoPlaying(only)
    assert runner.pending == [did.Tick(runner.state.timer)]
    assert runner.acted == []
    runner.answer()
    assert runner.acted == [only]


@pytest.mark.parametrize("name", [CLOCKWORK, "clogs"])
@pytest.mark.parametrize(("key", "given"), [("enter", did.Confirm()), ("space", did.Space())])
def test_enter_and_space_play_a_forced_move_at_once(name: str, key: str, given: Input) -> None:
    runner = play_until(is_in(AutoPlaying), name, 1)
    press(runner, key, given)
    assert len(runner.acted) == 1


def press_z(runner: Runner) -> None:
    press(runner, "z")


def stop(runner: Runner) -> None:
    runner.give(did.Stop())


@pytest.mark.parametrize("stops", [press_z, click, stop])
def test_any_other_key_or_a_click_stops_a_forced_move(stops: Callable[[Runner], None]) -> None:
    runner = forced()
    stops(runner)
    assert runner.state.phase == Deciding()
    assert note(runner) == ""
    runner.answer()
    assert runner.acted == []
    press(runner, "enter", did.Confirm())
    assert len(runner.acted) == 1


def test_a_forced_move_waits_while_something_covers_the_table() -> None:
    runner = forced()
    runner.give(did.Covered())
    runner.answer()
    assert runner.acted == []
    runner.give(did.Uncovered())
    assert isinstance(runner.state.phase, AutoPlaying)
    runner.answer()
    assert len(runner.acted) == 1


def test_a_forced_move_is_announced_when_the_setting_is_turned_on_and_the_settings_are_closed() -> None:
    def is_forced(runner: Runner) -> bool:
        return isinstance(runner.state.phase, Deciding) and runner.only_choice() is not None

    runner = play_until(is_forced, CLOCKWORK, 1, SETTINGS._replace(forced_plays="ask"))
    runner.give(did.Covered())
    runner.give(did.PreferencesChanged(SETTINGS))
    assert runner.state.phase == Deciding()
    runner.give(did.Uncovered())
    assert isinstance(runner.state.phase, AutoPlaying)


def first_forced(runner: Runner) -> bool:
    """Whether the first decision of the game is forced."""
    return isinstance(runner.state.phase, AutoPlaying) and not runner.session.can_undo and not runner.acted


def test_a_forced_move_is_not_played_after_undo() -> None:
    runner = play_until(first_forced, CLOCKWORK, 1)
    point = runner.session.at
    runner.answer()
    while runner.session.at == point or runner.session.to_act != 0:
        runner.answer()
    runner.pending.clear()
    runner.acted.clear()
    press(runner, "u", did.Undo())
    assert runner.session.at == point, "there is no decision before it"
    for given in (did.Covered(), did.Uncovered(), did.LookBack(), did.LookBack()):
        assert isinstance(runner.state.phase, Deciding)
        runner.give(given)
    assert runner.pending == []
    assert runner.acted == []
    press(runner, "enter", did.Confirm())
    assert len(runner.acted) == 1


def test_undo_goes_back_over_forced_moves_only_where_they_are_played() -> None:
    def undoes(played: ForcedPlays, *, over: bool) -> bool:
        runner = table(CLOCKWORK, 1, SETTINGS._replace(forced_plays=played))
        press(runner, "u", did.Undo())
        return has_run(runner, do.Travel(forward=False, over_forced=over))

    assert undoes("automatic", over=True)
    assert undoes("last card", over=True)
    assert undoes("ask", over=False)


@pytest.mark.parametrize("name", ["clogs", "spades"])
def test_of_the_forced_moves_in_a_game_of_tricks_only_the_last_card_is_played(name: str) -> None:
    def is_forced(runner: Runner) -> bool:
        return is_in(Deciding)(runner) and runner.only_choice() is not None

    wanted = SETTINGS._replace(forced_plays="last card")
    runner = play_until(is_forced, name, 1, wanted)
    assert len(runner.session.state.hands[0]) > 1
    assert runner.pending == []
    runner = play_until(is_in(AutoPlaying), name, 1, wanted)
    assert len(runner.session.state.hands[0]) == 1
    runner.acted.clear()
    runner.answer()
    assert len(runner.acted) == 1


def test_a_bot_does_not_play_before_new_cards_were_seen() -> None:
    def waits(wanted: Preferences) -> list[float]:
        runner = table("clogs", 1, wanted)
        for _ in range(40):
            step(runner)
        return [effect.seconds for effect in runner.ran if isinstance(effect, do.AskBot)]

    first, *others = waits(SETTINGS)
    assert first == LOOK
    assert others
    assert LOOK not in others
    assert LOOK not in waits(SETTINGS._replace(bot_seconds=0.0)), "somebody wants no pause"


def test_a_choice_and_a_card_of_a_patience_are_never_played_by_themselves() -> None:
    choice, _ = choosing(confirms=False)
    patience = play_until(is_in(Deciding), "clock", 1)
    assert patience.only_choice() is not None
    for runner in (choice, patience):
        assert runner.state.phase == Deciding()
        assert runner.pending == []
        assert runner.acted == []


def test_what_another_move_would_cost_is_said_after_undo() -> None:
    runner = play_until(lambda runner: is_in(Deciding)(runner) and runner.session.at > 12, CLOCKWORK, 1)
    runner.session.may_peek = True
    press(runner, "u", did.Undo())
    assert note(runner) == PEEKED
    press(runner, "u", did.Undo())
    assert runner.state.point is not None
    assert runner.state.point.would_be_assisted
    assert note(runner) == "", "it is said once"


def test_a_patience_is_practice_from_the_first_move_that_is_changed_after_a_peek() -> None:
    runner = play_until(chose, "german-clock", 1)
    change(runner)
    assert note(runner) == NOW_PRACTICE
    assert runner.state.model.player.marks == ("practice",)
    for _ in range(2):
        press(runner, "u", did.Undo())
        assert note(runner) not in (PEEKED, NOW_PRACTICE), "it is said once"


def chose(runner: Runner) -> bool:
    """Whether the last action of a patience was one of several, and turned a card up."""
    session = runner.session
    before, last = session.position(max(0, session.at - 1)).state, session.position(session.at)
    turned = any(event.irreversible for event in last.events)
    return session.at > 8 and turned and len(session.game.rules.legal_actions(before)) > 1


def change(runner: Runner) -> None:
    """Take a move back, and make another."""
    press(runner, "u", did.Undo())
    assert note(runner) == PEEKED
    session = runner.session
    legal = session.game.rules.legal_actions(session.state)
    runner.run(do.Act(next(action for action in legal if action != session.position(session.at + 1).action)))


# -- a finished trick --------------------------------------------------------------------------------------


def finished_trick(wanted: Preferences = SETTINGS) -> Runner:
    """A trick of Clogs is over, and the game is not."""
    runner = play_until(is_in(ShowingTrick), "clogs", 1, wanted)
    assert runner.state.selection.shown_trick == len(runner.session.state.tricks) - 1
    return runner


def goes_on(runner: Runner) -> bool:
    return not isinstance(runner.state.phase, ShowingTrick) and runner.state.selection.shown_trick is None


@pytest.mark.parametrize(
    ("key", "given"), [("enter", did.Confirm()), ("space", did.Space()), ("escape", did.Cancel()), ("z", did.Landed())]
)
def test_a_key_clears_a_finished_trick_and_does_no_more(key: str, given: Input) -> None:
    runner = finished_trick(UNTIL_KEY)
    assert runner.pending == []
    press(runner, key, given)
    assert goes_on(runner)
    assert runner.acted == []
    assert not runner.left


def test_a_click_clears_a_finished_trick_and_does_no_more() -> None:
    runner = finished_trick(UNTIL_KEY)
    click(runner, did.Pressed(Target(TargetKind.HAND, 0)))
    assert goes_on(runner)
    assert runner.acted == []
    assert runner.state.selection.confirming is None


def test_a_digit_plays_no_card_before_its_number_was_to_be_seen() -> None:
    def won(runner: Runner) -> bool:
        return is_in(ShowingTrick)(runner) and runner.session.to_act == 0

    runner = play_until(won, "clogs", 1, UNTIL_KEY)
    for given in (did.KeyPressed(did.Digit(1)), did.Digit(1)):
        runner.give(given)
    assert goes_on(runner)
    assert (runner.acted, runner.state.selection.cursor) == ([], None)
    for given in (did.KeyPressed(did.Digit(1)), did.Digit(1)):
        runner.give(given)
    assert len(runner.acted) == 1


def test_a_finished_trick_stays_while_something_covers_the_table() -> None:
    runner = finished_trick()
    runner.give(did.Covered())
    runner.answer()
    assert not goes_on(runner)
    runner.give(did.Uncovered())
    assert runner.pending == [did.Tick(runner.state.timer)]
    runner.answer()
    assert goes_on(runner)


def test_the_last_trick_is_shown_again_until_a_key_is_pressed() -> None:
    runner = play_until(
        lambda runner: is_in(Deciding)(runner) and bool(runner.session.state.tricks), "clogs", 1,
        SETTINGS._replace(forced_plays="ask"),
    )  # fmt: skip
    press(runner, "t", did.LookBack())
    assert runner.state.selection.shown_trick == len(runner.session.state.tricks) - 1
    assert runner.pending == [], "it stays"
    press(runner, "t", did.LookBack())
    assert runner.state.selection.shown_trick is None
    assert runner.state.phase == Deciding()


# -- bots --------------------------------------------------------------------------------------------------


def thinking(**preferences: Any) -> Runner:
    """A bot chooses after a person acted."""
    return play_until(
        lambda runner: is_in(BotThinking)(runner) and runner.session.can_undo, CLOCKWORK, 1,
        SETTINGS._replace(**preferences),
    )  # fmt: skip


def test_a_bot_is_asked_once_and_takes_the_time_that_is_set() -> None:
    runner = table(CLOCKWORK, 0, SETTINGS._replace(bot_seconds=2.0))
    for _ in range(4):
        runner.answer()
    asked = [effect for effect in runner.ran if isinstance(effect, do.AskBot)]
    assert {effect.seconds for effect in asked} == {2.0}
    assert len(asked) == len(runner.acted) + 1


def test_what_a_bot_chose_is_dropped_after_undo() -> None:
    runner = thinking()
    (late,) = runner.pending
    press(runner, "u", did.Undo())
    assert has_run(runner, do.DismissBot())
    assert isinstance(runner.state.phase, Deciding)
    assert runner.pending == []
    before = runner.state
    runner.give(late)
    assert runner.state == before


# -- several people ----------------------------------------------------------------------------------------


def behind_curtain(name: str, holds: Callable[[Runner], bool] = lambda runner: True) -> Runner:
    return play_until(lambda runner: is_in(HandingOver)(runner) and holds(runner), name, 2)


@pytest.mark.parametrize("name", [CLOCKWORK, "clogs", "spades"])
def test_the_next_of_several_people_sits_down_behind_a_curtain(name: str) -> None:
    runner = behind_curtain(name)
    seat = runner.session.to_act
    state = runner.state
    assert state.phase == HandingOver(seat or 0)
    assert (state.near, state.eyes) == (seat, None)
    assert state.player is not None
    assert not state.player.active
    assert runner.pending == [did.CurtainLifted()]
    answer(runner)
    assert runner.state.phase == Deciding()
    assert runner.state.eyes == seat
    assert runner.state.model.player.active
    assert runner.state.model.view == runner.session.view(seat)


@pytest.mark.parametrize("name", ["clogs", "spades"])
def test_no_hand_is_open_from_the_last_card_of_one_person_until_the_curtain_is_lifted(name: str) -> None:
    runner = play_until(
        lambda runner: is_in(Deciding)(runner) and runner.session.at > 0 and 0 in runner.session.humans, name, 2
    )
    eyes = runner.state.eyes
    step(runner)
    while not runner.state.model.player.active:
        if runner.session.to_act != eyes:
            view = runner.state.model.view
            assert view == runner.session.view(None)
            assert {card for hand in view.hands for card in hand} <= {UNKNOWN}
        step(runner)


def test_nothing_is_done_behind_the_curtain() -> None:
    runner = behind_curtain(CLOCKWORK)
    before = runner.state
    for given in (did.Confirm(), did.Space(), did.Digit(1), did.Pressed(Target(TargetKind.HOUR, 1)), did.Undo()):
        press(runner, "enter", given)
    assert runner.acted == []
    assert runner.state._replace(selection=before.selection) == before


def test_the_curtain_waits_until_nothing_covers_the_table() -> None:
    runner = play_until(lambda runner: is_in(Deciding)(runner) and runner.session.at > 0, "clogs", 2)
    runner.give(did.Covered())
    while not isinstance(runner.state.phase, HandingOver):
        if isinstance(runner.state.phase, ShowingTrick):
            runner.give(pressed("z"))
        else:
            step(runner)
    assert not is_waiting_for(runner, did.CurtainLifted)
    assert runner.state.eyes is None
    runner.give(did.Uncovered())
    assert is_waiting_for(runner, did.CurtainLifted)


def missed(runner: Runner) -> bool:
    """Whether the last trick of this deal ended after the next person last played."""
    tricks: Sequence[Any] = runner.session.state.tricks
    return bool(tricks) and tricks[-1].plays[-1].seat != runner.session.to_act


@pytest.mark.parametrize("misses", [True, False])
def test_a_trick_that_ended_behind_the_curtain_is_shown(misses: bool) -> None:
    runner = behind_curtain("clogs", lambda runner: bool(runner.session.state.tricks) and missed(runner) is misses)
    answer(runner)
    tricks = runner.session.state.tricks
    assert runner.state.selection.shown_trick == (len(tricks) - 1 if misses else None)
    press(runner, "enter", did.Confirm())
    assert runner.state.selection.shown_trick is None


# -- confirming --------------------------------------------------------------------------------------------


def choosing(*, confirms: bool) -> tuple[Runner, Target]:
    """A spade is to be taken, and the cursor is on one."""

    def can_take(runner: Runner) -> bool:
        legal = runner.session.game.rules.legal_actions(runner.session.view(0))
        return is_in(Deciding)(runner) and len(legal) > 1 and all(isinstance(action, TakeSpade) for action in legal)

    runner = play_until(can_take, CLOCKWORK, 1, SETTINGS._replace(confirms=confirms))
    target = Target(TargetKind.HOUR, int(runner.session.state.window[0]))
    press(runner, "right", did.ArrowPressed("right"))
    assert runner.state.selection.cursor == target
    return runner, target


def test_a_spade_outside_the_window_is_not_taken_by_enter_or_a_click_and_that_is_said() -> None:
    runner, _ = choosing(confirms=False)
    state = runner.session.state
    far = next(h for h, pile in enumerate(state.clock, 1) if pile is not None and h not in state.window)
    press(runner, "up", did.PointAt(Target(TargetKind.HOUR, far)))
    press(runner, "enter", did.Confirm())
    assert "isn't in your window" in note(runner)
    press(runner, "escape", did.Cancel())
    click(runner, did.Pressed(Target(TargetKind.HOUR, far)))
    assert "isn't in your window" in note(runner)
    assert (runner.acted, runner.refused) == ([], []), "the session is not even asked"


@pytest.mark.parametrize(
    "after",
    [did.KeyPressed(), did.MouseDown(is_on_table=True), did.Hovered(TargetKind.HOUR, Target(TargetKind.HOUR, 0))],
)
def test_why_nothing_was_done_stands_before_what_is_to_be_done_until_something_else_is_done(after: Input) -> None:
    runner, _ = choosing(confirms=False)
    press(runner, "escape", did.Cancel())
    for tried, why in ((did.Confirm(), CHOOSE_FIRST), (did.SessionRefused("Nothing to undo."), "Nothing to undo.")):
        runner.give(tried)
        assert prompt(runner.state.model).text == f"{why} {runner.state.model.player.prompt}"
        runner.give(after)
        assert why not in prompt(runner.state.model).text
        runner.give(did.Hovered(TargetKind.HOUR, None))


def test_what_is_pointed_at_is_where_the_pointer_or_the_cursor_was_moved_last() -> None:
    runner, target = choosing(confirms=True)
    other = Target(TargetKind.HOUR, 0)
    runner.give(did.Hovered(other.kind, other))
    assert (runner.state.model.hovered, runner.state.model.cursor) == (other, target)
    runner.give(did.Digit(3))
    assert runner.state.model.hovered is None


def test_an_action_is_asked_for_once_more_where_that_is_set() -> None:
    runner, target = choosing(confirms=True)
    press(runner, "enter", did.Confirm())
    assert runner.acted == []
    assert runner.state.selection.confirming == target
    assert note(runner).startswith("Take the ")
    press(runner, "enter", did.Confirm())
    assert len(runner.acted) == 1


def test_a_digit_takes_a_spade_at_once_unless_that_is_set() -> None:
    for confirms in (False, True):
        runner, target = choosing(confirms=confirms)
        press(runner, "escape", did.Cancel())
        press(runner, "1", did.Digit(1))
        assert (len(runner.acted), runner.state.selection.confirming) == ((0, target) if confirms else (1, None))
        if confirms:
            press(runner, "1", did.Digit(1))
            assert len(runner.acted) == 1, "the same again"


def test_a_click_on_something_else_asks_for_that() -> None:
    runner, target = choosing(confirms=True)
    other = Target(TargetKind.HOUR, int(runner.session.state.window[1]))
    click(runner, did.Pressed(target))
    click(runner, did.Pressed(other))
    assert runner.acted == []
    assert runner.state.selection.confirming == other


def test_escape_cancels_what_is_asked_for_and_leaves_only_then() -> None:
    runner, _ = choosing(confirms=True)
    press(runner, "enter", did.Confirm())
    press(runner, "escape", did.Cancel())
    assert runner.state.selection.confirming is None
    assert not runner.left
    press(runner, "escape", did.Cancel())
    assert runner.left
    assert runner.acted == []


# -- deals and the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_click", [True, False])
def test_the_summary_of_a_deal_waits_for_a_key_or_its_button(by_click: bool) -> None:
    runner = play_until(is_in(Summary), "spades", 1)
    assert runner.pending == []
    if by_click:
        click(runner, did.Pressed(Target(TargetKind.CHOICE, 0)))
    else:
        press(runner, "enter", did.Confirm())
    assert isinstance(runner.session.positions[runner.session.at].action, Deal)
    assert not isinstance(runner.state.phase, Summary)


# -- refusals ----------------------------------------------------------------------------------------------


def refuse(runner: Runner, patch: pytest.MonkeyPatch) -> None:
    """Let the session refuse every action."""

    def act(action: object) -> None:
        raise LogError("game.jsonl", 0, "the disk is full")

    patch.setattr(runner.session, "act", act)


def test_what_a_bot_could_not_do_is_tried_again_with_enter() -> None:
    runner = thinking()
    with pytest.MonkeyPatch.context() as patch:
        refuse(runner, patch)
        runner.answer()
    assert runner.state.phase == Failed()
    assert note(runner) == "game.jsonl: the disk is full"
    assert runner.pending == []
    assert runner.acted == []
    assert runner.state.model.player.thinker == ""
    runner.ran.clear()
    press(runner, "enter", did.Confirm())
    assert isinstance(runner.state.phase, BotThinking)
    assert not has_run(runner, do.MakeDeal())
    runner.answer()
    assert len(runner.acted) == 1


def test_what_a_person_could_not_do_is_theirs_to_do_again() -> None:
    runner, _ = choosing(confirms=False)
    with pytest.MonkeyPatch.context() as patch:
        refuse(runner, patch)
        press(runner, "enter", did.Confirm())
    assert is_in(Deciding)(runner)
    assert note(runner) == "game.jsonl: the disk is full"
    press(runner, "enter", did.Confirm())
    assert len(runner.acted) == 1


def clicked_on_a_full_disk() -> tuple[Runner, Target]:
    """A table at which the person has clicked a spade, which could not be saved; and another spade."""
    runner, chosen = choosing(confirms=False)
    other = Target(TargetKind.HOUR, int(runner.session.state.window[1]))
    press(runner, "escape", did.Cancel())
    with pytest.MonkeyPatch.context() as patch:
        refuse(runner, patch)
        click(runner, did.Pressed(chosen))
    assert (note(runner), runner.acted) == ("game.jsonl: the disk is full", [])
    return runner, other


def test_a_click_that_could_not_be_saved_is_tried_again_with_enter() -> None:
    runner, _ = clicked_on_a_full_disk()
    (failed,) = [effect for effect in runner.ran if isinstance(effect, do.Act)]
    press(runner, "enter", did.Confirm())
    assert runner.acted == [failed.action]


def test_whoever_selects_something_else_after_a_full_disk_does_not_try_again() -> None:
    runner, other = clicked_on_a_full_disk()
    for _ in range(2):
        runner.give(did.ArrowPressed("right", other))
    assert runner.acted == []
    press(runner, "enter", did.Confirm())
    (failed, _) = [effect for effect in runner.ran if isinstance(effect, do.Act)]
    assert len(runner.acted) == 1
    assert runner.acted != [failed.action]


def test_escape_gives_up_what_could_not_be_saved() -> None:
    runner, other = clicked_on_a_full_disk()
    runner.give(did.Hovered(other.kind, other))
    press(runner, "escape", did.Cancel())
    press(runner, "enter", did.Confirm())
    assert runner.acted == []
    assert not runner.state.can_try_again


def test_what_the_rules_refuse_is_not_tried_again() -> None:
    runner, _ = choosing(confirms=False)
    runner.give(did.SessionRefused("No."))
    assert note(runner) == "No."
    assert runner.state.phase == Deciding()


# -- an action by its name ---------------------------------------------------------------------------------


def test_an_action_is_chosen_by_its_name_without_a_second_time() -> None:
    runner, _ = choosing(confirms=True)
    action = runner.session.game.rules.legal_actions(runner.session.state)[-1]
    runner.give(did.Chose(action))
    assert runner.acted == [action]


def test_an_action_by_its_name_is_refused_in_the_words_of_the_rules() -> None:
    runner, _ = choosing(confirms=False)
    runner.give(did.Chose(TakeSpade(Rank.KING)))
    assert note(runner).endswith(".")
    assert (runner.acted, runner.refused) == ([], [])
