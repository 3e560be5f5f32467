"""Games from outside the package are added with one entry each, and then everything there is can play them."""

import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from inspect import signature
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import pytest
from textual.geometry import Region

from clockspades import cli
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.share import code_of, read_code
from clockspades.games.catalogue import ENTRIES, GAMES, find_game
from clockspades.plain.conversation import Conversation, Ending
from clockspades.plain.plain_voice import Voice
from clockspades.plain.typed_lines import Lines
from clockspades.routes import PickerRoute, ReplayRoute, TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import format_log, load
from clockspades.statistics.milestones import news
from clockspades.table.commands import DIGITS, ENTER
from clockspades.table.model import Selection, TableModel, TargetKind, player_view
from clockspades.table.parts import LOG_AND_PROMPT, Box, Kind, Part, prompt
from clockspades.table.state import Preferences
from clockspades.tui import screens
from clockspades.tui.screens import picker
from clockspades.tui.screens.replay_screen import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.rules_screen import RulesScreen
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.miniature import Miniature
from tests.conformance import test_hiding, test_rules, test_words
from tests.network.world import World
from tests.outside import high_low, war
from tests.outside.high_low import Guess, HighLow, HighLowTableRules, choices_row
from tests.table.test_any_input import test_any_input as play_anything
from tests.tui.away import at_table_elsewhere
from tests.tui.layout import SIZES, faults
from tests.tui.seated import Seated, at_table, opened

CHECKS: Final = [
    pytest.param(check, id=name)
    for module in (test_rules, test_hiding, test_words)
    for name, check in vars(module).items()
    if name.startswith("test_") and list(signature(check).parameters) in (["game"], ["game", "bot"])
]
ANA: Final = Seat("Ana")
ROOT: Final = Path(__file__).parents[2]
OUTSIDE: Final = {entry.name: entry for entry in (war.ENTRY, high_low.ENTRY)}


@pytest.fixture(autouse=True)
def _added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games in the catalogue; the picker lists the games when it is imported."""
    for entry in OUTSIDE.values():
        monkeypatch.setitem(ENTRIES, entry.name, entry)
    monkeypatch.delitem(sys.modules, picker.__name__)
    monkeypatch.setattr(screens, "picker", picker)


@pytest.fixture
def game() -> HighLow:
    return cast(HighLow, find_game("high-low"))


@pytest.fixture(params=[*OUTSIDE])
def each(request: pytest.FixtureRequest) -> AnyGame:
    """Each game in turn."""
    found = find_game(request.param)
    assert found is not None
    return found


def test_the_game_of_war_is_one_file_of_150_lines() -> None:
    assert len(Path(str(war.__file__)).read_text(encoding="utf-8").splitlines()) <= 150


def test_they_are_in_the_catalogue(each: AnyGame) -> None:
    assert each in GAMES[-2:]
    assert len({other.letter for other in GAMES}) == len(GAMES)


def test_they_need_no_screen() -> None:
    code = f"""
import sys
sys.path.append({str(ROOT)!r})  # last, as in these tests: an installed package is the one that is tested
import tests.outside.high_low, tests.outside.war
print(*{{"textual", "rich"}} & {{*sys.modules}})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("check", CHECKS)
def test_they_conform(each: AnyGame, check: Callable[..., None]) -> None:
    check(each, "random") if "bot" in signature(check).parameters else check(each)


@pytest.mark.parametrize("seed", range(6))
def test_no_input_breaks_their_tables(each: AnyGame, seed: int) -> None:
    play: Any = play_anything
    play.hypothesis.inner_test((each.name, seed % 2), Preferences(confirms=seed > 2), seed)


def players(game: AnyGame) -> tuple[Seat, ...]:
    """Ana, and a bot if the game is for two."""
    return (ANA, Seat("Pip", "bot:random"))[: game.seats(game.configure({}))]


def test_they_are_played_in_line_mode_saved_and_replayed(
    each: AnyGame, archive: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    session = archive.begin(each, {}, players(each), Random(1))
    said: list[str] = []
    asked = b"hint\ntable\nrules\nhand\nundo\n"
    typed = Lines(BytesIO(asked + b"1\n" * 300))
    assert Conversation(session, Random(1), typed, Voice(said.append), each.rules_text(), 24).hold() is Ending.GAME_OVER
    assert said[-1] == each.words.verdict(session.state, session.names_at_table)
    assert any(line.startswith(f"# {each.title}") or line == each.title for line in said), "the rules"
    session.close()
    (entry,) = archive.entries()
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.session.positions == session.positions
    lines = entry.path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert format_log(loaded.header, loaded.session) == "".join(line for line in lines if '"note"' not in line)
    for command in (["verify"], ["show"], ["show", "--json"]):
        assert cli.main([*command, str(entry.path)]) == 0
    assert each.words.verdict(session.state, session.names) in capsys.readouterr().out
    assert read_code(code_of(session), GAMES).game is each


@pytest.mark.parametrize("command", [["games"], ["rules", "NAME"], ["simulate", "NAME", "--games", "3"]])
def test_the_commands_know_them(each: AnyGame, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([each.name if word == "NAME" else word for word in command]) == 0
    printed = capsys.readouterr().out
    assert each.title in printed or each.name in printed


def test_war_is_hosted_and_played_by_a_client(tmp_path: Path) -> None:
    """A person, a bot and a watcher at a table in a server, over a network in virtual time; each draws every point."""
    found = find_game("war")
    assert found is not None
    world = World(found, {}, 1, "war", watchers=1, folder=tmp_path)
    world.finish()
    assert all(person.client.has_log for person in world.people)


async def test_war_is_played_on_the_screen_at_a_table_elsewhere() -> None:
    async with at_table_elsewhere("war", "Ben") as me:
        await me.begin()
        for turn in range(3):
            await me.press("enter")
            await me.until(lambda turn=turn: len(me.moves_of(0)) > turn, "the move")  # type: ignore[misc]
            await me.turn()
        assert "You turn up the " in me.text
        assert "Ben turns up the " in me.text


def test_the_line_of_keys_shows_only_keys_that_it_has(game: HighLow, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(game, game.configure({}), (ANA,))
    session.deal(Random(1))
    model = TableModel(player_view(session, 0, 0, active=True), Selection())
    rules = HighLowTableRules()
    assert [key.words for key in rules.keys(model, is_running=False)] == ["guess higher", "guess lower"]
    monkeypatch.setattr(HighLowTableRules, "commands", (ENTER, DIGITS[2]))
    assert [key.words for key in rules.keys(model, is_running=False)] == ["guess lower"]


@pytest.mark.parametrize("wrong", [12, 11])
def test_its_milestone_is_reached(game: HighLow, archive: Archive, wrong: int) -> None:
    session = archive.begin(game, {}, (ANA,), Random(1))
    for number in range(12):
        is_higher = session.state.stock[0].rank > session.state.turned[-1].rank
        session.act(Guess(is_higher is (number >= wrong)))
    said = news(archive, session)
    session.close()
    assert said == ("Milestone: All wrong." if wrong == 12 else "")


async def offered(seated: Seated) -> Any:
    """Open the picker and go to its last offer, High-Low."""
    seated.app.open(PickerRoute())
    await seated.until(lambda: bool(seated.app.screen.query(Miniature)) and bool(seated.app.focused), "the picker")
    await seated.press("up")
    return seated.app.screen


@pytest.mark.parametrize("by_mouse", [False, True])
async def test_it_is_picked_and_played_to_the_end_on_the_screen(archive: Archive, by_mouse: bool) -> None:
    async with opened(archive, TitleRoute()) as seated:
        screen = await offered(seated)
        assert HighLow.called in seated.text
        assert "about 1 minute" in seated.text
        assert "1 minutes" not in seated.text
        await seated.until(lambda: bool(screen.query_one(Miniature).chips), "the small table")
        if by_mouse:
            await seated.click(screen.focused.region)
        else:
            await seated.press("enter")
        await seated.until(lambda: isinstance(seated.app.screen, SetupScreen) and bool(seated.app.focused), "the form")
        await seated.press("enter")
        await seated.until(lambda: not isinstance(seated.app.screen, SetupScreen), "the table")
        await seated.until(lambda: seated.screen.player is not None and seated.table.is_mounted, "the cards")
        session = seated.session
        for number in range(12):
            point = session.at
            if by_mouse:
                choices = seated.table.query_one("#choices", CardRow)
                await seated.click(choices.place(number % 2))
            else:
                await seated.press(str(number % 2 + 1))
            await seated.until(lambda point=point: session.at > point, "the next card")  # type: ignore[misc]
        assert session.outcome is not None
        assert seated.prompt == session.game.words.verdict(session.state, session.names_at_table)
        await seated.press("enter")
        await seated.shows(ResultScreen)
        assert "right" in seated.text
        assert not faults(seated.app.screen)
        await seated.press("w")
        await seated.shows(ReplayScreen)
    (entry,) = archive.entries()
    async with opened(archive, ReplayRoute(load(entry.path, find_game))) as seated:
        shown = cast(ReplayScreen, seated.app.screen)
        for key in ("home", "right", "v", "end"):
            await seated.press(key)
            assert not faults(shown)
        assert shown.session.at == 13


async def laid_out(seated: Seated) -> AsyncIterator[tuple[tuple[int, int], dict[str, Region]]]:
    """Each size, and where the parts of the table that can be seen are then."""
    await seated.until(lambda: bool(seated.app.screen.query(Table)), "the table")
    table = seated.app.screen.query_one(Table)
    for size in SIZES:
        await seated.pilot.resize_terminal(*size)
        await seated.rest()
        yield size, {name: part.region for name, part in table.parts.items() if part.visible}


async def test_it_lays_out_its_own_table(game: HighLow) -> None:
    session: AnySession = Session(game, {}, (ANA,))
    session.deal(Random(1))
    async with at_table(session) as seated:
        async for (width, height), found in laid_out(seated):
            assert found == {
                "turned": Region(0, 0, width - 8, 4),
                "stock": Region(width - 8, 0, 8, 4),
                "choices": Region(0, 4, width, 5),
                "log": Region(0, 9, width, height - 12),
                "prompt": Region(0, height - 3, width, 2),  # the line of keys is below it
            }


@pytest.mark.parametrize("box", ["side", "panel"])
async def test_what_a_game_says_of_its_table_holds_against_every_rule_of_the_screens(
    game: HighLow, archive: Archive, monkeypatch: pytest.MonkeyPatch, box: str
) -> None:
    """Also in a box within a box, whatever it is called, and in a replay, which has the least room."""
    inner = Box("inner", LOG_AND_PROMPT)
    row, heading = Part(Kind.CARD_ROW, "choices", choices_row, TargetKind.CHOICE), Part(Kind.LINE, "heading", prompt)
    monkeypatch.setattr(HighLowTableRules, "parts", (Box(box, (heading, row, inner)),))
    layout = f"""
    .high-low #{box} {{ grid-size: 1; grid-rows: 2 4 1fr; }}
    .high-low #heading {{ display: block; dock: none; height: 1; column-span: 1; }}
    .high-low #inner {{ layout: horizontal; }}
    .high-low #log {{ display: block; margin: 0; padding: 1 2; width: 40; height: 4; column-span: 1; }}
    .high-low #prompt {{ display: block; padding: 0 3; width: 15; height: 5; column-span: 1; }}
    """
    monkeypatch.setattr(HighLowTableRules, "layout", layout)
    session = archive.begin(game, {}, (ANA,), Random(1))
    (entry,) = archive.entries()
    for route in (TableRoute(session), ReplayRoute(load(entry.path, find_game))):
        async with opened(archive, route) as seated:
            async for (width, _), found in laid_out(seated):
                assert found == {
                    "heading": Region(0, 0, width, 1),
                    "choices": Region(0, 2, width, 4),
                    "log": Region(0, 6, 40, 4),
                    "prompt": Region(40, 6, 15, 5),
                }
                paddings = [seated.app.screen.query_one(name).styles.padding for name in ("#log", "#prompt")]
                assert paddings == [(1, 2, 1, 2), (0, 3, 0, 3)]


@pytest.mark.parametrize("size", SIZES)
async def test_a_tenth_game_has_room_in_the_picker_and_no_digit(archive: Archive, size: tuple[int, int]) -> None:
    async with opened(archive, TitleRoute(), size) as seated:
        screen = await offered(seated)
        assert not faults(screen)
        assert "10  " not in seated.text
        await seated.press("r")
        await seated.shows(RulesScreen)
        await seated.until(lambda: "The 13 hearts" in seated.text, "its rules")
