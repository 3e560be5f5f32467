"""Commands become bindings, and the line of keys, the help, the palette and the keys themselves never differ."""

from random import Random
from typing import Any

import pytest
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from clockspades.engine.game import AnyGame, Preset
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import GAMES, table_rules
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.practice.agenda import Drill
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.table import keys as module
from clockspades.table.commands import ENTER, RIGHT, Command
from clockspades.table.glyphs import FULL, PLAIN, Glyphs
from clockspades.table.inputs import Confirm
from clockspades.table.keys import key_name, label, terminal
from clockspades.table.state import Preferences, Running
from clockspades.tui.bindings import EVERYWHERE, bind, named
from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.remapping import places
from clockspades.tui.screens.drill import DrillScreen
from clockspades.tui.screens.first_game_screen import FirstGameScreen
from clockspades.tui.screens.practice_screen import PracticeScreen
from clockspades.tui.screens.rules_screen import Prose, RulesScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.texts.prose import Passage, PassageKind
from tests.table.random_inputs import give_any
from tests.table.runner import Runner
from tests.tui.seated import Seated, opened

CLOCKWORK = ClockworkSpades()
PRESETS = [pytest.param(game, preset, id=preset.title) for game in GAMES for preset in game.presets]
WITHOUT_KEYS = {"any key", "1-3"}
"""What the line of keys shows of a game that is bound to no key of its own."""


# -- one list of commands ----------------------------------------------------------------------------------


def words(screen: CommandScreen) -> list[str]:
    return [key.words for key in screen.keys_now]


def descriptions(screen: CommandScreen) -> list[str]:
    return [command.description for command in screen.there]


def test_the_line_of_keys_shows_what_can_be_done_now_and_the_help_all_that_the_screen_has() -> None:
    screen = RulesScreen("clock")
    assert words(screen) == ["scroll", "next page", "search", "other games", "close"]
    screen._places = [Prose(Passage(PassageKind.PARAGRAPH, "a")), Prose(Passage(PassageKind.PARAGRAPH, "b"))]
    assert words(screen) == ["scroll", "next page", "search", "other games", "next match", "close"]
    screen._places = []
    assert "Next match" in descriptions(screen)
    assert screen.check_action("next", ())


def test_what_a_screen_does_not_have_is_nowhere() -> None:
    screen = PracticeScreen()
    screen._grades = {2: ()}
    solve = [line for line in descriptions(screen) if line.startswith("Solve")]
    assert solve == ["Solve puzzles of grade 2"]
    assert [screen.check_action("puzzles", (grade,)) for grade in (1, 2, 3)] == [False, True, False]
    assert screen.check_action("puzzles", (6,)), "this is the action of no command"


def test_a_screen_has_the_commands_of_its_parents_after_its_own_but_those_that_are_absent() -> None:
    session: AnySession = Session(CLOCKWORK, CLOCKWORK.configure({}), [Seat("Ana"), Seat("Ben")])
    drill, table = DrillScreen(Drill([]), session), TableScreen(session, Random(0))
    own = [line for line in descriptions(drill) if line not in descriptions(table)]
    assert own == ["Skip this position"]
    assert [line for line in descriptions(table) if line not in descriptions(drill)] == ["Undo", "Redo", "Show a hint"]
    assert not drill.check_action("give", ("table.hint",))
    assert not drill.check_action("give", ("table.undo",))
    assert table.check_action("give", ("table.undo",))


def test_commands_have_the_name_of_the_screen_that_says_them() -> None:
    names = {command.keys: command.name for command in DrillScreen.commands}
    assert (names["n"], names["u"], names["l"]) == ("drill.skip", "table.undo", "game.log")
    both = Command("left,right", "app.turn(1)", shown=(Command("left", "turn(-1)", name="other"),))
    assert named(both, FirstGameScreen).name == "first_game.turn_1"
    assert named(both, FirstGameScreen).shown[0].name == "first_game.other"


def test_every_screen_has_the_commands_of_its_line_of_keys() -> None:
    assert list(places()), "this imports all screens"
    kinds = [CommandScreen]
    for kind in kinds:
        kinds += kind.__subclasses__()
        bound = {(command.action, command.name) for command in (*kind.commands, *bound_elsewhere())}
        for key in kind.KEY_LINE:
            assert not key.keys or (key.action, key.name) in bound, (kind, key)
            assert key.name.count(".") == 1


def bound_elsewhere() -> list[Command]:
    """The commands of the application and of games."""
    return [*EVERYWHERE, *(command for game in GAMES for command in table_rules(game.name).commands)]


# -- the commands of games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_click_on_a_key_of_a_game_does_what_the_key_does(game: AnyGame, preset: Preset) -> None:
    options = game.configure(preset.options)
    seats = [Seat("Ana"), *(Seat(f"Bot {seat}", "bot:random") for seat in range(1, game.seats(options)))]
    shown: set[Command] = set()
    for seed in range(2):
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
    assert any(isinstance(command.does, Confirm) for command in commands)
    keys = [key for command in commands for key in command.keys.split(",")]
    assert len(set(keys)) == len(keys)
    for command in commands:
        assert command.description[:1].isupper()
        assert "." in command.name
        assert not isinstance(command.does, str) or hasattr(TableScreen, f"action_{command.does}")


def test_bindings_have_the_keys_the_action_and_the_words_of_a_command() -> None:
    command = Command("u,f9", "undo", "Undo", "take back", listed=False, name="table.undo")
    assert bind(command) == [Binding("u,f9", "undo", "Undo", show=False, id="table.undo")]
    assert bind(command, priority=True) == [Binding("u,f9", "undo", "Undo", show=False, priority=True, id="table.undo")]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("a", "a"), ("question_mark", "?"), ("left", "←"), ("up", "↑"), ("enter", "Enter"), ("space", "Space"),
        ("escape", "Esc"), ("f1", "F1"), ("home", "Home"), ("ctrl+q", "Ctrl+Q"), ("left_square_bracket", "["),
    ],
)  # fmt: skip
def test_keys_are_called_as_on_keyboards(key: str, name: str) -> None:
    assert key_name(terminal(), key) == name


@pytest.mark.parametrize(
    ("glyphs", "labels"), [(FULL, ["?", "⏎", "←→", "1-3"]), (PLAIN, ["?", "Enter", "arrows", "1-3"])]
)
def test_the_line_of_keys_writes_the_first_key_or_the_label(
    monkeypatch: pytest.MonkeyPatch, glyphs: Glyphs, labels: list[str]
) -> None:
    monkeypatch.setattr(module, "glyphs", lambda: glyphs)
    commands = (Command("question_mark,f1", "help"), ENTER, RIGHT, Command("1", "choose(1)", label="1-3"))
    assert [*(label(terminal(), each) for each in commands)] == labels


# -- the help --------------------------------------------------------------------------------------------


async def read(seated: Seated) -> str:
    """The whole help, however long it is."""
    panel = seated.here.query_one(".panel")
    return "\n".join(
        " ".join(str(part.render()).strip() for part in row.children) or str(row.render()) for row in panel.children
    )


async def test_it_names_every_key_and_another_key_shows_the_names_of_their_commands_for_the_settings(
    archive: Archive, saved_session: AnySession
) -> None:
    async with opened(archive, TableRoute(saved_session)) as seated:
        await seated.turn()
        await seated.press("question_mark", to="HelpScreen")
        below = seated.app.screen_stack[-2]
        said = await read(seated)
        before, always = said.split("All keys of this screen")
        assert before == ""
        for owner in (below, seated.app):
            for bound in own_bindings(owner):
                assert bound.description[:1].isupper()
                if not owner.check_action(bound.action, ()):
                    assert bound.description not in always
                    continue
                line = next(line for line in always.split("\n") if line.endswith(f" {bound.description}"))
                for key in bound.key.split(","):
                    assert key_name(terminal(), key) in line or key_name(terminal(), key).isdecimal()
        await seated.press("n")
        names = (await read(seated)).split("\n")
        assert {"u table.undo", "q Ctrl+Q Ctrl+C app.quit", "F2 app.settings"} <= {*names}
        await seated.press("n")
        assert await read(seated) == said


def own_bindings(owner: Screen[Any] | App[Any]) -> list[Binding]:
    """What our classes bind, by another way than the help's."""
    ours = [kind for kind in type(owner).mro() if kind.__module__.startswith("clockspades")]
    return [bound for kind in ours for bound in vars(kind).get("BINDINGS", ())]
