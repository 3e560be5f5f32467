"""All that a table asks of a view before and after anything happens at it, without a screen."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from clockspades.games.catalogue import table_rules
from clockspades.network.client.remote_game import RemoteGame, remote_player, remote_point
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.inputs import Input
from clockspades.table.log_view import log_lines
from clockspades.table.model import AnyTableModel, Selection, TableModel, Target, TargetKind
from clockspades.table.parts import each_part
from clockspades.table.state import Cause, Preferences, TableState
from clockspades.table.update import update

INPUTS: Final = 20
"""Inputs at each point."""


def draw(remote: RemoteGame) -> None:
    """Ask everything that a table and its shells ask of the last point."""
    near = remote.seat or 0
    player = remote_player(remote, near, active=remote_point(remote).to_act == remote.seat)
    rules, game = table_rules(remote.game.name), remote.game
    model: AnyTableModel = TableModel(player, Selection())
    ask(model)
    words, view, names = game.words, player.view, player.names
    words.prompt(view, names), words.task(view, names), words.progress(view)
    for eyes in (remote.seat, None):
        words.survey(view, eyes, names)
    words.hand_in_short(view, near)
    if player.active:
        words.question(view), words.kind_of_choice(view), words.key_rule(view), words.hints(view, names)
        for action in game.rules.offered(view):
            game.rules.why_not(view, action), words.phrase(action), words.doing(action), words.chosen(action)
            words.reason(view, action), rules.targets_of(model, action)
    if view.outcome is not None:
        words.verdict(view, names)
        rules.result(view, player.happened)
        words.recap([event for events in player.history for event in events], view, remote.seat)
    rules.marks(player.history)


def ask(model: AnyTableModel) -> None:
    """Ask for all that a screen draws of a model."""
    rules = table_rules(model.player.game.name)
    for part in each_part(rules.parts):
        if part.selector is not None:
            part.selector(model)
    log_lines(model, rules.log_style)
    rules.sheet(model), rules.miniature(model), rules.moment(model.player)
    rules.targets(model), rules.keys(model, is_running=False)


def play_about(remotes: list[RemoteGame], rng: Random) -> None:
    """Let a table show these points, and let anything happen at it."""
    rules = table_rules(remotes[0].game.name)
    seat, seats = remotes[0].seat, len(remotes[0].seats)
    state: TableState[Any, Any] = TableState(
        () if seat is None else (seat,), seats, seat or 0, seat,
        preferences=Preferences(forced_plays="ask", trick_seconds=1.0),
    )  # fmt: skip
    for remote in remotes:
        state = give(state, did.SessionMoved(remote_point(remote), Cause.ACTED), remote)
        for _ in range(INPUTS):
            targets = rules.targets(state.model)
            target = rng.choice(targets) if targets else Target(rng.choice([*TargetKind]), rng.randrange(14))
            state = give(state, rng.choice([*inputs(target, state, rng)]), remote)
            if rng.random() < 0.3:
                ask(state.model)


def inputs(target: Target, state: TableState[Any, Any], rng: Random) -> Iterator[Input]:
    yield from (
        did.Tick(state.timer), did.Confirm(), did.Space(), did.Digit(rng.randrange(10)), did.PointAt(target),
        did.ArrowPressed(rng.choice(["left", "right", "up", "down"]), target), did.Pressed(target), did.Pressed(target),
        did.Hovered(target.kind, target), did.Carried(target), did.Dropped(target), did.LookBack(),
        did.AskMeaning(), did.AskMeaning(target), did.Stop(), did.Cancel(),
    )  # fmt: skip


def give(state: TableState[Any, Any], given: Input, remote: RemoteGame) -> TableState[Any, Any]:
    """The table after an input, and after what it asks to observe."""
    rules = table_rules(remote.game.name)
    state, effects = update(rules, state, given)
    for effect in effects:
        match effect:
            case do.Observe(near, _):
                state = give(state, did.Observed(remote_player(remote, near)), remote)
    return state
