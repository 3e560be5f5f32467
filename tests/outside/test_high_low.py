"""A game from outside the package is added with one entry, and then everything there is can play it."""

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
from clockspades.table.model import TargetKind
from clockspades.table.parts import Box, Kind, Part, prompt
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
from tests.outside.high_low import ENTRY, Guess, HighLow, HighLowTableRules, choices_row
from tests.table.test_any_input import test_any_input as play_anything
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


@pytest.fixture(autouse=True)
def _added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game in the catalogue; the picker lists the games when it is imported."""
    monkeypatch.setitem(ENTRIES, ENTRY.name, ENTRY)
    monkeypatch.delitem(sys.modules, picker.__name__)
    monkeypatch.setattr(screens, "picker", picker)


@pytest.fixture
def game() -> HighLow:
    return cast(HighLow, find_game(ENTRY.name))


def test_it_is_in_the_catalogue(game: HighLow) -> None:
    assert GAMES[-1] is game
    assert len({other.letter for other in GAMES}) == len(GAMES)


def test_it_needs_no_screen() -> None:
    code = f"""
import sys
sys.path.append({str(ROOT)!r})  # last, as in these tests: an installed package is the one that is tested
import tests.outside.high_low
print(*{{"textual", "rich"}} & {{*sys.modules}})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("check", CHECKS)
def test_it_conforms(game: HighLow, check: Callable[..., None]) -> None:
    if "bot" in signature(check).parameters:
        check(game, "random")
    else:
        check(game)


@pytest.mark.parametrize("seed", range(6))
def test_no_input_breaks_its_table(seed: int) -> None:
    play: Any = play_anything
    play.hypothesis.inner_test((ENTRY.name, seed % 2), Preferences(confirms=seed > 2), seed)


def test_it_is_played_in_line_mode_saved_and_replayed(
    game: HighLow,
    archive: Archive,
    capsys: pytest.CaptureFixture[str],
) -> None:
    session = archive.begin(game, {}, (ANA,), Random(1))
    said: list[str] = []
    typed = Lines(BytesIO(b"hint\n1\nlower\nguess higher\nrules\n2\nundo\n2\n" + b"1\n" * 12))
    assert Conversation(session, Random(1), typed, Voice(said.append), game.rules_text(), 24).hold() is Ending.GAME_OVER
    assert said[-1] == game.words.verdict(session.state, session.names_at_table)
    session.close()
    (entry,) = archive.entries()
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.session.positions == session.positions
    assert format_log(loaded.header, loaded.session).encode() == entry.path.read_bytes()
    for command in (["verify"], ["show"], ["show", "--json"]):
        assert cli.main([*command, str(entry.path)]) == 0
    assert game.words.verdict(session.state, ("Ana",)) in capsys.readouterr().out
    code = code_of(session)
    assert read_code(code, GAMES).game is game


@pytest.mark.parametrize("wrong", [12, 11])
def test_its_milestone_is_reached(game: HighLow, archive: Archive, wrong: int) -> None:
    session = archive.begin(game, {}, (ANA,), Random(1))
    for number in range(12):
        is_higher = session.state.stock[0].rank > session.state.turned[-1].rank
        session.act(Guess(is_higher is (number >= wrong)))
    said = news(archive, session)
    session.close()
    assert said == ("Milestone: All wrong." if wrong == 12 else "")


@pytest.mark.parametrize("arguments", [["games"], ["rules", ENTRY.name], ["simulate", ENTRY.name, "--games", "3"]])
def test_the_commands_know_it(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 0
    assert "igh" in capsys.readouterr().out


async def offered(seated: Seated) -> Any:
    """Open the picker and go to its last offer."""
    seated.app.open(PickerRoute())
    await seated.until(lambda: bool(seated.app.screen.query(Miniature)) and bool(seated.app.focused), "the picker")
    await seated.press("up")
    return seated.app.screen


@pytest.mark.parametrize("by_mouse", [False, True])
async def test_it_is_picked_and_played_to_the_end_on_the_screen(archive: Archive, by_mouse: bool) -> None:
    async with opened(archive, TitleRoute()) as seated:
        screen = await offered(seated)
        assert HighLow.title in seated.text
        assert "about 1 minute" in seated.text
        assert "1 minutes" not in seated.text
        await seated.until(lambda: bool(screen.query_one(Miniature).chips), "the small table")
        if by_mouse:
            await seated.click(screen.query_one("#offer-9").region)
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
    inner = Box("inner", (Part(Kind.LOG, "log"), Part(Kind.LINE, "prompt", prompt)))
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
