"""No sequence of inputs makes a table fail, cheat, show what is hidden, or get stuck."""

from random import Random
from typing import Final, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.games.catalogue import GAMES, table_rules
from clockspades.saved.settings import ForcedPlays
from clockspades.table import inputs as did
from clockspades.table.inputs import Input
from clockspades.table.state import Over, Preferences
from tests.table.keys import pressed
from tests.table.random_inputs import check, give_any
from tests.table.runner import Runner, seated

INPUTS: Final = 300
"""Inputs in one example."""
STEPS: Final = 60
"""Inputs within which a table must have led on."""

tables = st.sampled_from(
    [(game.name, people) for game in GAMES for people in range(3) if people <= max(game.player_counts())]
)
preferences = st.builds(
    Preferences,
    confirms=st.booleans(), forced_plays=st.sampled_from(get_args(ForcedPlays)),
    rings=st.booleans(), bot_seconds=st.sampled_from([0.0, 0.5]),
    forced_seconds=st.just(1.0), trick_seconds=st.sampled_from([None, 0.0, 1.0]), tempo=st.sampled_from([0.0, 1.0]),
    is_still=st.booleans(),
)  # fmt: skip


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
        sensible: list[Input] = [pressed("enter"), did.Confirm(), did.MouseDown(True)]
        sensible += [did.Pressed(targets[step % len(targets)])] if targets else []
        for each in (*sensible, did.Clicked()):
            runner.give(each)
    return False


@settings(max_examples=12)
@given(tables, preferences, st.integers(0, 2**32))
def test_any_input(table: tuple[str, int], wanted: Preferences, seed: int) -> None:
    name, people = table
    rng = Random(seed)
    game = next(game for game in GAMES if game.name == name)
    runner = Runner(table_rules(name), seated(game, people), wanted, rng)
    for _ in range(INPUTS):
        give_any(runner, rng)
        check(runner)
    assert leads_on(runner, rng)
