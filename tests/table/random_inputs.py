"""Anything that can happen to a table, at random."""

from random import Random
from typing import Final

from clockspades.engine.rules import Action, Deal
from clockspades.table import inputs as did
from clockspades.table.inputs import Input
from clockspades.table.model import Target, TargetKind, player_view
from clockspades.table.state import Asking, HandingOver, Preferences
from tests.table.keys import pressed
from tests.table.runner import Runner

KEYS: Final = ("enter", "space", "escape", "t", "x", "z")


def give_any(runner: Runner, rng: Random) -> None:
    """Let something happen: what is waited for, or anything else."""
    if runner.pending and rng.random() < 0.3:
        runner.answer(rng.randrange(9))
    else:
        runner.give(some_input(runner, rng))


def some_target(runner: Runner, rng: Random) -> Target:
    """Mostly a target that there is."""
    targets = runner.rules.targets(runner.state.model) if runner.state.player else ()
    if targets and rng.random() < 0.8:
        return rng.choice(targets)
    return Target(rng.choice([*TargetKind]), rng.randrange(14), rng.randrange(3))


def some_action(runner: Runner, rng: Random) -> Action:
    """An action of this game, or a deal: often it is not legal now."""
    session = runner.session
    actions: list[Action] = [Deal(()), *session.game.rules.legal_actions(session.state)]
    actions += [position.action for position in session.positions if position.action is not None]
    return rng.choice(actions)


def some_input(runner: Runner, rng: Random) -> Input:
    """Anything that can happen to a table."""
    target = some_target(runner, rng)
    kinds: list[Input] = [
        pressed(rng.choice(KEYS)), did.MouseDown(rng.random() < 0.8), did.Clicked(), did.Confirm(), did.Space(),
        did.Digit(rng.randrange(10)), did.ArrowPressed(rng.choice(["left", "right", "up", "down"]), target),
        did.PointAt(target), did.Pressed(target), did.Hovered(target.kind, rng.choice([target, None])),
        did.Carried(target), did.Dropped(rng.choice([target, None])), did.Cancel(), did.LookBack(),
        did.AskMeaning(), did.AskMeaning(target), did.AskMeaning(rng.randrange(40)), did.Undo(), did.Redo(),
        did.AskAdvice(),
        did.Chose(some_action(runner, rng)), did.Finish(), did.Concede(), did.Stop(),
        did.Run(rng.choice([None, 1, 2, 9])), did.Run(by=rng.choice([-1, 1])),
        did.Landed(), did.CurtainLifted(), did.AskedToTakeBack(), did.Answered(rng.random() < 0.5),
        did.Covered(), did.Uncovered(), did.Tick(rng.randrange(5)),
        did.ShowNote("no"), did.PreferencesChanged(rng.choice([runner.state.preferences, Preferences(confirms=True)])),
    ]  # fmt: skip
    return rng.choice(kinds)


def check(runner: Runner) -> None:
    """What always holds."""
    state, session = runner.state, runner.session
    assert state.player is not None
    assert state.player.view == player_view(session, state.near, state.eyes, active=False).view
    assert runner.refused == []
    assert not state.player.active or (state.near == session.to_act and state.eyes == state.near)
    if len(state.people) > 1:
        shown = state.eyes is not None
        assert not (shown and isinstance(state.phase, Asking | HandingOver)), "a hand lies open behind a curtain"
        assert not shown or state.eyes == state.near
