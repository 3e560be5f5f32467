"""The cursor and the pointer at a table: arrows, letters, digits, the space bar, hovering and clicks."""

from random import Random
from typing import Any

import pytest

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES, game_names, table_rules
from clockspades.games.clock.clock_rules import ExchangeKing
from clockspades.games.clock.clock_table import ClockTableRules
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.tricks import PlayCard
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.inputs import Input
from clockspades.table.model import Selection, Target, TargetKind
from clockspades.table.parts import each_part
from clockspades.table.state import BotThinking, Deciding, Over, Preferences, Summary
from clockspades.table.update import update
from tests.table.playing import SETTINGS, click, is_in, note, play_until, press, step, table
from tests.table.runner import Runner
from tests.tui.patience import CLOCK, at_exchange, where

HAND = [Target(TargetKind.HAND, number) for number in range(8)]


def leading(**preferences: Any) -> Runner:
    """A person leads the first trick at Clogs, and has all cards and clogs to choose from."""

    def leads(runner: Runner) -> bool:
        state = runner.session.state
        return is_in(Deciding)(runner) and not state.trick and not state.tricks

    return play_until(leads, "clogs", 1, SETTINGS._replace(forced_plays="ask", **preferences))


def exchanging(**preferences: Any) -> Runner:
    """The fourth king of Watch is to be exchanged."""
    return Runner(ClockTableRules(), where(at_exchange, CLOCK, variant="watch"), Preferences(**preferences), Random(0))


def explained(runner: Runner, target: Target) -> str:
    return runner.rules.explain(runner.state.model, target)


# -- the cursor --------------------------------------------------------------------------------------------


def test_arrows_move_the_cursor_and_say_what_it_is_on() -> None:
    runner = leading()
    first = runner.rules.first_target(runner.state.model)
    assert first is not None
    runner.give(did.ArrowPressed("right", HAND[3]))
    assert runner.state.selection.cursor == first, "it appears there"
    runner.give(did.ArrowPressed("right", HAND[3]))
    assert runner.state.selection.cursor == HAND[3]
    assert note(runner) == explained(runner, HAND[3])
    runner.give(did.ArrowPressed("up", None))
    assert runner.state.selection.confirming == HAND[3]
    runner.give(did.ArrowPressed("down", None))
    assert runner.state.selection.confirming is None
    assert runner.acted == []


@pytest.mark.parametrize("by", [did.PointAt, did.Pressed])
def test_a_letter_or_a_click_turns_a_clog_up_and_asks_where_that_is_set(by: type[did.PointAt | did.Pressed]) -> None:
    clog = Target(TargetKind.BESIDE, 2)
    runner = leading()
    runner.give(by(clog))
    assert runner.acted == [TurnClog(2)]
    runner = leading(confirms=True)
    runner.give(by(clog))
    assert (runner.acted, runner.state.selection.confirming) == ([], clog)
    assert note(runner).startswith("Lead clog C? ")
    runner.give(by(clog))
    assert runner.acted == [TurnClog(2)]


def test_space_plays_the_card_under_the_cursor_without_asking() -> None:
    runner = leading(confirms=True)
    runner.give(did.ArrowPressed("right", HAND[0]))
    runner.give(did.ArrowPressed("right", HAND[0]))
    press(runner, "space", did.Space())
    assert [type(action) for action in runner.acted] == [PlayCard]


def test_space_asks_again_where_it_does_what_enter_does() -> None:
    runner = exchanging(confirms=True)
    target = Target(
        TargetKind.PILE, next(pile for pile, cards in enumerate(runner.session.state.face_down, 1) if cards), 1
    )
    runner.give(did.Pressed(target))
    press(runner, "space", did.Space())
    assert runner.acted == []
    assert runner.state.selection.confirming == target
    assert note(runner).startswith("Exchange the king for ")
    press(runner, "space", did.Space())
    assert runner.acted == [ExchangeKing(target.number, 1)]


# -- digits ------------------------------------------------------------------------------------------------


def test_a_digit_chooses_a_depth_where_the_king_is_to_be_exchanged() -> None:
    runner = exchanging()
    pile = next(pile for pile, cards in enumerate(runner.session.state.face_down, 1) if len(cards) > 1)
    runner.give(did.Pressed(Target(TargetKind.PILE, pile, 1)))
    runner.give(did.Digit(2))
    assert runner.acted == [ExchangeKing(pile, 2)]


@pytest.mark.parametrize("given", [did.Run(), did.Run(2), did.Run(by=1), did.Digit(1)])
def test_no_card_turns_by_itself_while_the_king_is_to_be_exchanged(given: Input) -> None:
    runner = exchanging()
    before = runner.state
    runner.ran.clear()
    runner.give(given)
    assert runner.state == before
    assert runner.acted == []
    assert all(isinstance(effect, do.Land) for effect in runner.ran)
    assert bool(runner.ran) is isinstance(given, did.Run), "a digit chooses a depth"


# -- the pointer -------------------------------------------------------------------------------------------


def test_what_the_pointer_is_on_is_explained_until_it_leaves() -> None:
    runner = leading()
    said = note(runner)
    runner.give(did.Hovered(TargetKind.HAND, HAND[1]))
    assert runner.state.hovered == HAND[1]
    assert note(runner) == explained(runner, HAND[1]) != said
    runner.give(did.Hovered(TargetKind.BADGE, None))
    assert runner.state.hovered == HAND[1], "it was not on a badge"
    assert note(runner) == explained(runner, HAND[1])
    runner.give(did.Hovered(TargetKind.HAND, HAND[2]))
    assert note(runner) == explained(runner, HAND[2])
    runner.give(did.Hovered(TargetKind.HAND, None))
    assert runner.state.hovered is None
    assert note(runner) == said
    assert update(runner.rules, runner.state, did.Hovered(TargetKind.HAND, None)) == (runner.state, ())


def test_when_the_pointer_leaves_it_is_said_again_what_was_begun() -> None:
    runner = leading(confirms=True)
    click(runner, did.Pressed(HAND[0]))
    asked = note(runner)
    assert asked.startswith("Play the ")
    runner.give(did.Hovered(TargetKind.HAND, HAND[1]))
    runner.give(did.Hovered(TargetKind.HAND, None))
    assert note(runner) == asked


def test_the_button_under_a_summary_needs_no_explanation_but_a_card_does() -> None:
    runner = play_until(is_in(Summary), "spades", 1)
    button = Target(TargetKind.CHOICE, 0)
    assert update(runner.rules, runner.state, did.Hovered(TargetKind.CHOICE, button)) == (runner.state, ())
    badge = Target(TargetKind.BADGE, 1)
    runner.give(did.Hovered(TargetKind.BADGE, badge))
    assert note(runner) == explained(runner, badge) != ""


# -- clicks ------------------------------------------------------------------------------------------------


def test_only_the_button_under_a_summary_makes_the_next_deal() -> None:
    runner = play_until(is_in(Summary), "spades", 1)
    for target in (Target(TargetKind.BADGE, 1), Target(TargetKind.HAND, 0)):
        click(runner, did.Pressed(target))
        assert runner.state.phase == Summary()
    click(runner, did.Pressed(Target(TargetKind.CHOICE, 0)))
    assert runner.state.phase != Summary()


# -- whose turn it is, and what may be done ----------------------------------------------------------------


def out_of_turn(game: AnyGame) -> Runner:
    """A table at which somebody else acts, or in a patience one that is over."""
    if game.seats(game.configure({})) == 1:
        return Runner(table_rules(game.name), where(lambda s: s.is_over, game), SETTINGS, Random(0))
    return play_until(lambda runner: is_in(BotThinking)(runner) and runner.session.at > 3, game.name, 1)


@pytest.mark.parametrize("game", GAMES, ids=game_names())
def test_out_of_turn_enter_space_and_a_click_only_say_what_they_are_done_to(game: AnyGame) -> None:
    runner = out_of_turn(game)
    press(runner, "space", did.Space())
    assert note(runner) == runner.state.model.player.prompt
    for target in runner.rules.targets(runner.state.model):
        click(runner, did.Pressed(target))
        assert note(runner) == explained(runner, target)
        runner.state = runner.state._replace(selection=Selection(target))
        press(runner, "space", did.Space())
        assert note(runner) == explained(runner, target)
        if not isinstance(runner.state.phase, Over):
            runner.state = runner.state._replace(selection=Selection(target))
            press(runner, "enter", did.Confirm())
            assert note(runner) == explained(runner, target)
        click(runner, did.Carried(target))
        assert not runner.state.selection.carried
    assert not runner.acted


@pytest.mark.parametrize("game", GAMES, ids=game_names())
def test_what_may_be_done_is_known_at_each_point_and_asked_of_no_rules_on_the_way_of_a_click(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = table(game.name, 1, Preferences(forced_plays="ask"))
    while not runner.state.model.player.active:
        step(runner)
    rules, state = runner.rules, runner.state
    target = rules.targets_of(state.model, state.model.legal[0])[0]
    for asked in ("legal_actions", "offered", "why_not", "reduce"):
        monkeypatch.setattr(type(game.rules), asked, None)
    once, effects = update(rules, state, did.Pressed(target))
    if not effects:  # a card was picked up
        _, effects = update(rules, once, did.Pressed(target))
    assert effects == (do.Act(state.model.legal[0]),)
    for shown in (state, once):
        assert rules.keys(shown.model, is_running=False)
        for part in each_part(rules.parts):
            if part.selector is not None:
                part.selector(shown.model)
