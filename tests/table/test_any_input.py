"""Whatever comes, in whatever order, no table fails, cheats, shows what is hidden, or gets stuck."""

from random import Random
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.games.catalogue import GAMES, table_rules
from clockspades.table import inputs as did
from clockspades.table.inputs import Input
from clockspades.table.model import Target, TargetKind, player_view
from clockspades.table.state import Over, Preferences
from tests.table.runner import Runner, seated

KEYS: Final = ("enter", "space", "escape", "t", "x")
INPUTS: Final = 300
"""Inputs in one example."""
STEPS: Final = 60
"""Inputs within which a table must have led on."""

tables = st.sampled_from(
    [(game.name, people) for game in GAMES for people in range(3) if people <= max(game.player_counts())]
)
preferences = st.builds(
    Preferences,
    confirms=st.booleans(), plays_forced=st.booleans(), rings=st.booleans(), bot_seconds=st.sampled_from([0.0, 0.5]),
    forced_seconds=st.just(1.0), trick_seconds=st.sampled_from([None, 0.0, 1.0]), tempo=st.sampled_from([0.0, 1.0]),
    is_still=st.booleans(),
)  # fmt: skip


def some_target(runner: Runner, rng: Random) -> Target:
    """Mostly a target that there is."""
    targets = runner.rules.targets(runner.state.model) if runner.state.player else ()
    if targets and rng.random() < 0.8:
        return rng.choice(targets)
    return Target(rng.choice([*TargetKind]), rng.randrange(14), rng.randrange(3))


def some_input(runner: Runner, rng: Random) -> Input:
    """Anything that can happen to a table."""
    target = some_target(runner, rng)
    kinds: list[Input] = [
        did.KeyPressed(rng.choice(KEYS)), did.MouseDown(rng.random() < 0.8), did.Clicked(), did.Confirm(), did.Space(),
        did.Digit(rng.randrange(10)), did.Move(rng.choice(["left", "right", "up", "down"]), target),
        did.PointAt(target), did.Pressed(target), did.Hovered(target.kind, rng.choice([target, None])),
        did.Carried(target), did.Dropped(rng.choice([target, None])), did.Cancel(), did.LookBack(), did.Undo(),
        did.Redo(), did.Run(rng.choice([None, 1, 2, 9])), did.Run(by=rng.choice([-1, 1])), did.Finish(), did.Stop(),
        did.Landed(), did.CurtainLifted(), did.Covered(), did.Uncovered(), did.Tick(rng.randrange(5)), did.Told("no"),
    ]  # fmt: skip
    return rng.choice(kinds)


def check(runner: Runner) -> None:
    """What always holds."""
    state, session = runner.state, runner.session
    assert state.player is not None
    assert state.player.view == player_view(session, state.near, state.eyes, active=False).view
    assert not state.player.active or (state.near == session.to_act and state.eyes == state.near)


def leads_on(runner: Runner, rng: Random) -> bool:
    """Whether patience and a few sensible inputs move the game, or end it."""
    runner.give(did.Uncovered())
    at = runner.session.at
    for step in range(STEPS):
        if runner.session.at != at or isinstance(runner.state.phase, Over):
            return True
        if runner.pending:
            runner.answer()
            continue
        targets = runner.rules.targets(runner.state.model)
        sensible: list[Input] = [did.KeyPressed("enter"), did.Confirm(), did.MouseDown(True)]
        sensible += [did.Pressed(targets[step % len(targets)])] if targets else []
        for each in (*sensible, did.Clicked()):
            runner.give(each)
    return False


@settings(max_examples=60)
@given(tables, preferences, st.integers(0, 2**32))
def test_any_input(table: tuple[str, int], wanted: Preferences, seed: int) -> None:
    name, people = table
    rng = Random(seed)
    game = next(game for game in GAMES if game.name == name)
    runner = Runner(table_rules(name), seated(game, people), wanted, rng)
    for _ in range(INPUTS):
        if runner.pending and rng.random() < 0.3:
            runner.answer(rng.randrange(9))
        else:
            runner.give(some_input(runner, rng))
        check(runner)
    assert leads_on(runner, rng)
