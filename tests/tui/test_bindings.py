"""Commands become bindings, and a click on the line of keys does what its key does."""

from random import Random

import pytest
from textual.actions import parse
from textual.binding import Binding

from clockspades.engine.game import AnyGame, Preset
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import GAMES, table_rules
from clockspades.table import keys as module
from clockspades.table.commands import ENTER, RIGHT, Command
from clockspades.table.glyphs import FULL, PLAIN, Glyphs
from clockspades.table.keys import key_name, label
from clockspades.table.state import Preferences, Running
from clockspades.tui.bindings import bind
from clockspades.tui.screens.table_screen import TableScreen
from tests.table.random_inputs import give_any
from tests.table.runner import Runner

PRESETS = [pytest.param(game, preset, id=preset.title) for game in GAMES for preset in game.presets]
WITHOUT_KEYS = {"any key", "1-3"}
"""What the line of keys shows of a game that is bound to no key of its own."""


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_click_on_a_key_of_a_game_does_what_the_key_does(game: AnyGame, preset: Preset) -> None:
    options = game.configure(preset.options)
    seats = [Seat("Ana"), *(Seat(f"Bot {seat}", "bot:random") for seat in range(1, game.seats(options)))]
    shown: set[Command] = set()
    for seed in range(5):
        session: AnySession = Session(game, options, seats)
        rng = Random(seed)
        runner = Runner(table_rules(game.name), session, Preferences(forced_plays="ask"), rng)
        for _ in range(150):
            give_any(runner, rng)
            shown.update(runner.rules.keys(runner.state.model, is_running=isinstance(runner.state.phase, Running)))
    assert shown
    screen = TableScreen(session, rng)
    for command in shown:
        assert command.words
        assert command.keys or command.label in WITHOUT_KEYS
        for key in filter(None, command.keys.split(",")):
            assert screen._bindings.get_bindings_for_key(key)[0].action == command.action


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_command_of_a_game_is_described_and_does_something(game: AnyGame) -> None:
    commands = table_rules(game.name).commands
    assert ENTER.action in {command.action for command in commands}
    keys = [key for command in commands for key in command.keys.split(",")]
    assert len(set(keys)) == len(keys)
    for command in commands:
        assert command.description[:1].isupper()
        assert hasattr(TableScreen, f"action_{parse(command.action)[1]}")


def test_bindings_have_the_keys_the_action_and_the_words_of_a_command() -> None:
    command = Command("u,f9", "undo", "Undo", "take back", listed=False)
    assert bind(command) == [Binding("u,f9", "undo", "Undo", show=False, id="undo")]
    assert bind(command, priority=True) == [Binding("u,f9", "undo", "Undo", show=False, priority=True, id="undo")]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("a", "a"), ("question_mark", "?"), ("left", "←"), ("up", "↑"), ("enter", "Enter"), ("space", "Space"),
        ("escape", "Esc"), ("f1", "F1"), ("home", "Home"), ("ctrl+q", "Ctrl+Q"), ("left_square_bracket", "["),
    ],
)  # fmt: skip
def test_keys_are_called_as_on_keyboards(key: str, name: str) -> None:
    assert key_name(key) == name


@pytest.mark.parametrize(
    ("glyphs", "labels"), [(FULL, ["?", "⏎", "←→", "1-3"]), (PLAIN, ["?", "Enter", "arrows", "1-3"])]
)
def test_the_line_of_keys_writes_the_first_key_or_the_label(
    monkeypatch: pytest.MonkeyPatch, glyphs: Glyphs, labels: list[str]
) -> None:
    monkeypatch.setattr(module, "glyphs", lambda: glyphs)
    commands = (Command("question_mark,f1", "help"), ENTER, RIGHT, Command("1", "choose(1)", label="1-3"))
    assert [*map(label, commands)] == labels
