"""Finish, claim and concede at a table: when they can be given, how the rest is played out, and the way back."""

import pytest

from clockspades.games.german_clock.german_clock_rules import Redeal
from clockspades.games.spades.spades_words import SpadesWords
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.state import Deciding, Over, Summary
from clockspades.table.update import can_finish
from tests.table.playing import SETTINGS, answer, has_run, note, play_until, press, table
from tests.table.runner import Runner

ASKING = SETTINGS._replace(forced_plays="ask")


def is_certain(runner: Runner) -> bool:
    return isinstance(runner.state.phase, Deciding) and bool(runner.state.settled)


def played_out(runner: Runner) -> None:
    """Let everything come until nothing is waited for."""
    for _ in range(200):
        if runner.pending:
            answer(runner)


@pytest.mark.parametrize("skips", [False, True])
def test_a_claim_is_played_out_by_actions_and_undo_goes_back_over_all_of_them(skips: bool) -> None:
    runner = play_until(lambda r: is_certain(r) and len(r.session.state.hands[0]) > 2, "spades", 1, ASKING)
    session, at, done = runner.session, runner.session.at, len(runner.session.state.tricks)
    assert note(runner) == f"{SpadesWords().settled(session.view(0))} Press f to play it out."
    press(runner, "f", did.Finish())
    if skips:
        press(runner, "escape", did.Cancel())
    played_out(runner)
    assert isinstance(runner.state.phase, Summary | Over)
    assert len(session.state.tricks) == 13 > done
    assert not has_run(runner, do.LeaveTable())
    if isinstance(runner.state.phase, Summary):
        press(runner, "u", did.Undo())
        assert session.at == at
        assert runner.state.settled
        assert can_finish(runner.rules, runner.state)


def test_what_is_not_proved_is_refused_in_a_sentence() -> None:
    runner = play_until(lambda r: isinstance(r.state.phase, Deciding) and r.session.state.trick != (), "spades", 1)
    assert not can_finish(runner.rules, runner.state)
    press(runner, "f", did.Finish())
    assert (runner.acted, note(runner)) == ([], "Not proved: somebody may still win a trick.")


def test_what_was_certain_stays_so_when_the_waste_is_turned_over() -> None:
    """German Clock: the cards of the stock are hidden again then, and could lie in any order for all that is seen."""
    runner = play_until(lambda r: is_certain(r) and r.session.state.stock == (), "german-clock", 1)
    view = runner.session.state
    assert view.redeals_left
    runner.run(do.Act(Redeal()))
    assert not runner.session.game.rules.is_settled(runner.session.view(0))
    assert note(runner) == "Nothing can change any more. Press f to play it out."
    press(runner, "u", did.Undo())
    while runner.session.game.rules.is_settled(runner.session.view(0)):
        press(runner, "u", did.Undo())
    assert runner.state.settled == ""


def test_at_the_end_the_verdict_is_said_and_nothing_is_played_out() -> None:
    runner = play_until(lambda r: is_certain(r) and r.session.state.redeals_left == 0, "german-clock", 1)
    while runner.session.outcome is None:
        runner.run(do.Act(runner.session.game.rules.legal_actions(runner.session.state)[0]))
    assert (runner.state.settled, note(runner)) == ("", "")


def test_several_people_are_offered_neither() -> None:
    runner = play_until(
        lambda r: len(r.session.state.tricks) == 12 and r.state.model.player.active, "spades", 2, ASKING
    )
    assert runner.state.settled == ""
    for given in (did.Finish(), did.Concede()):
        runner.give(given)
    assert runner.acted == []


def test_the_rest_of_a_deal_is_given_up_once_that_was_asked_for_twice() -> None:
    runner = play_until(lambda r: isinstance(r.state.phase, Deciding) and r.session.state.trick != (), "clogs", 1)
    at, most = runner.session.at, len(runner.session.state.tricks)
    for key, given in (("g", did.Concede()), ("escape", did.Cancel()), ("g", did.Concede()), ("u", did.LookBack())):
        press(runner, key, given)
    assert (runner.acted, runner.left) == ([], False)
    runner.state = runner.state._replace(chance=0.9)
    for _ in range(2):
        press(runner, "g", did.Concede())
    played_out(runner)
    assert isinstance(runner.state.phase, Summary | Over)
    assert runner.state.chance is None, "that of the last choice no longer holds"
    assert len(runner.session.state.tricks) > most
    cards = [action.seat for action in runner.session.positions[at + 1 :]].count(0)
    assert cards == len(runner.session.state.tricks) - most, "one card a trick"


def test_there_is_nothing_to_give_up_before_the_first_card() -> None:
    runner = table("spades", 1)
    while not runner.state.model.player.active:
        answer(runner)
    press(runner, "g", did.Concede())
    assert note(runner) == "There is no deal to give up now."
