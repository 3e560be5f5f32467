"""Playing at a table without a screen, up to a point that a test is about."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from clockspades.games.catalogue import find_game, table_rules
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.effects import Effect
from clockspades.table.inputs import Input
from clockspades.table.state import Over, Phase, Preferences
from tests.table.keys import pressed
from tests.table.runner import Runner, seated

SETTINGS: Final = Preferences(forced_plays="automatic", bot_seconds=0.5, forced_seconds=1.0, trick_seconds=1.0)
UNTIL_KEY: Final = SETTINGS._replace(trick_seconds=None)
GAMES: Final = 40
STEPS: Final = 1000
"""So many games are tried for a table that a test is about, and so much happens in each."""
CLOCKWORK: Final = "clockwork-spades"


def table(name: str, people: int, wanted: Preferences = SETTINGS, seed: int = 0, **options: Any) -> Runner:
    """A table at its first point."""
    game = find_game(name)
    assert game is not None
    return Runner(table_rules(name), seated(game, people, **options), wanted, Random(seed))


def answer(runner: Runner) -> None:
    """Let the first thing that is waited for come; once the curtain is lifted, the table is in view."""
    lifts = isinstance(runner.pending[0], did.CurtainLifted | did.Answered)
    runner.answer()
    if lifts:
        runner.give(did.Uncovered())


def step(runner: Runner) -> None:
    """Let what is waited for come; or act for a person, or go on for them."""
    if runner.pending:
        answer(runner)
    elif runner.state.model.player.active:
        view = runner.session.view(runner.state.near)
        runner.run(do.Act(Random(runner.session.at).choice(runner.session.game.rules.legal_actions(view))))
    else:
        press(runner, "enter", did.Confirm())


def play_until(
    holds: Callable[[Runner], bool], name: str, people: int, wanted: Preferences = SETTINGS, **options: Any
) -> Runner:
    """The first of the seeded games that comes to a table of which something holds, at that point."""
    for seed in range(GAMES):
        runner = table(name, people, wanted, seed, **options)
        for _ in range(STEPS):
            if holds(runner) or isinstance(runner.state.phase, Over):
                break
            step(runner)
        if holds(runner):
            runner.acted.clear()
            runner.ran.clear()
            return runner
    raise AssertionError(f"no game of {name} comes to such a table")


def is_in(*phases: type[Phase]) -> Callable[[Runner], bool]:
    return lambda runner: isinstance(runner.state.phase, phases)


def press(runner: Runner, key: str, *given: Input) -> None:
    """Press a key, and let it do what it does."""
    for each in (pressed(key), *given):
        runner.give(each)


def click(runner: Runner, *given: Input, is_on_table: bool = True) -> None:
    for each in (did.MouseDown(is_on_table), *given, did.Clicked()):
        runner.give(each)


def is_waiting_for(runner: Runner, kind: type[Input]) -> bool:
    return any(isinstance(given, kind) for given in runner.pending)


def has_run(runner: Runner, wanted: Effect) -> bool:
    """Whether an effect was run. Its type counts too: named tuples with the same fields are equal."""
    return any(type(effect) is type(wanted) and effect == wanted for effect in runner.ran)


def has_curtain(runner: Runner, seat: int) -> bool:
    """Whether the curtain was raised for the player of a seat."""
    return any(isinstance(effect, do.RaiseCurtain) and effect.seat == seat for effect in runner.ran)


def note(runner: Runner) -> str:
    return runner.state.selection.note or runner.state.selection.refusal
