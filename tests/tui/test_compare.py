"""Two games of the same deal on one screen, driven as people drive it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from threading import Event

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot

from clockspades.compare import compare
from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES, find_game
from clockspades.review.review import Gain
from clockspades.routes import CompareRoute, ReplayRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.tui.app import Clockspades
from clockspades.tui.screens import compare as compare_screen
from clockspades.tui.screens.ask import AskScreen
from clockspades.tui.screens.compare import SEARCHING, CompareScreen
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.saved import NONE_SAVED, SameDealScreen, SavedScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.bound_widget import Line
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.saved_list import SavedList
from clockspades.tui.widgets.timeline import Timeline
from tests.compare.same_deal import kept, logged, played
from tests.tui.seated import rest, until
from tests.tui.test_replay import shown

CLOCKWORK = GAMES[0]
GAIN = Gain((0.4, 0.5), (0.01, 0.01), 0.1, 0.012, None, 0.0)
BETTER = "Ben's choice was better: win chance +10.0%."
NARROW, WIDE = (80, 24), (120, 40)


@pytest.fixture(autouse=True)
def _quick_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gain that needs no search."""
    monkeypatch.setattr(compare_screen, "gain_of", lambda *_: GAIN)


@asynccontextmanager
async def opened(app: Clockspades, size: tuple[int, int]) -> AsyncIterator[Pilot[str]]:
    app.animation_level = "none"
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause(0)
        yield pilot
        app.action_leave()


@asynccontextmanager
async def comparing(
    directory: Path,
    size: tuple[int, int] = WIDE,
    game: AnyGame = CLOCKWORK,
    apart: int = 1,
    ways: tuple[int, int] = (0, 1),
) -> AsyncIterator[tuple[CompareScreen, Pilot[str]]]:
    """Ana's game and Ben's, opened from the command line."""
    paths = [kept(directory, played(game, name, way, apart=apart)) for name, way in zip(("Ana", "Ben"), ways)]
    comparison = compare(*(load(path, find_game) for path in paths))
    app = Clockspades(Archive(find_game), Random(1), CompareRoute(comparison))
    async with opened(app, size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause(0)
        assert isinstance(app.screen, CompareScreen)
        yield app.screen, pilot


def text(screen: CompareScreen) -> str:
    return shown(screen.app)  # type: ignore[arg-type]


def captions(screen: CompareScreen) -> list[str]:
    return [pane.state.model.player.caption for pane in screen.panes]


def header(screen: CompareScreen) -> str:
    return screen.query_one("#parting", Line).model.text


# -- what is shown -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
async def test_it_opens_where_the_games_parted(tmp_path: Path, game: AnyGame) -> None:
    async with comparing(tmp_path, game=game) as (screen, pilot):
        partings = screen.comparison.partings
        assert screen.at == (partings[0].points[0] + 1 if partings else 0)
        assert [pane.session.at for pane in screen.panes] == [screen.at] * 2
        if partings:
            assert BETTER in header(screen)
        else:
            assert header(screen) == "The games never parted: every step is the same."
        for size in (WIDE, NARROW, (60, 18)):
            await pilot.resize_terminal(*size)
            assert [pane.display for pane in screen.panes] == [True, size[0] >= 120]
            assert all(said.startswith(f"{name}: ") for said, name in zip(captions(screen), ("Ana", "Ben")))


async def test_the_better_result_stands_out(tmp_path: Path) -> None:
    async with comparing(tmp_path, ways=(0, 3)) as (screen, _):
        bright = [pane.query_one("#title", Line).model.bright for pane in screen.panes]
        assert bright == [screen.comparison.better == number for number in (0, 1)]


# -- keys --------------------------------------------------------------------------------------------------


async def test_a_game_that_is_over_stays_at_its_end(tmp_path: Path) -> None:
    clogs = find_game("clogs")
    assert clogs is not None
    async with comparing(tmp_path, game=clogs) as (screen, pilot):
        lasts = [pane.session.last for pane in screen.panes]
        assert len({*lasts}) == 2
        await pilot.press("end")
        assert screen.at == max(lasts)
        assert [pane.session.at for pane in screen.panes] == lasts
        for pane, said in zip(screen.panes, captions(screen)):
            session = pane.session
            assert session.game.words.verdict(session.state, session.names) in said


async def test_the_view_changes_in_both_games(tmp_path: Path) -> None:
    async with comparing(tmp_path) as (screen, pilot):
        hidden = []
        for words in ("all open", "own cards", "all closed", "all open"):
            assert screen.timeline.view == words
            views = [pane.state.model.view for pane in screen.panes]
            hidden.append([[str(hand) for hand in view.hands] for view in views])
            await pilot.press("v")
        assert hidden[0] == hidden[3]
        for number in (0, 1):
            assert hidden[1][number][0] == hidden[0][number][0]
            assert hidden[1][number][1] != hidden[0][number][1]
            assert hidden[2][number][0] != hidden[0][number][0]


# -- the mouse ---------------------------------------------------------------------------------------------


async def test_on_the_smallest_screen_a_click_opens_all_commands(tmp_path: Path) -> None:
    async with comparing(tmp_path, (60, 18)) as (screen, pilot):
        app, timeline = screen.app, screen.query_one(Timeline)
        await pilot.click(Timeline, offset=(timeline.bar.x, 0))
        assert screen.at == 0
        await pilot.click(Timeline, offset=(57, 0))
        assert isinstance(app.screen, CommandPalette)
        await until(pilot, lambda: "the games parted" in text(screen))
        rows = text(screen).splitlines()
        await pilot.click(offset=(10, next(number for number, row in enumerate(rows) if "the games parted" in row)))
        await until(pilot, lambda: screen.at == screen.comparison.shared + 1)


# -- the evaluation ----------------------------------------------------------------------------------------


async def test_nothing_is_told_to_a_screen_that_was_left_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, goes_on, asked = Event(), Event(), []

    def gain_of(*choice: object) -> Gain:
        asked.append(choice)
        began.set()
        goes_on.wait(60)
        return GAIN

    monkeypatch.setattr(compare_screen, "gain_of", gain_of)
    game = find_game("clogs")
    assert game is not None
    logs = [logged(tmp_path, played(game, name, way, deal=0)) for way, name in enumerate(("Ana", "Ben"))]
    comparison = compare(*logs)
    assert len(comparison.partings) > 1
    app = Clockspades(Archive(find_game), Random(1), CompareRoute(comparison))
    async with opened(app, WIDE) as pilot:
        await until(pilot, began.is_set)
        assert isinstance(app.screen, CompareScreen)
        assert header(app.screen).endswith(SEARCHING)
        await pilot.press("right", "escape")
        assert isinstance(app.screen, TitleScreen)
        goes_on.set()
        await rest(pilot)
        assert len(asked) == 1
        assert app.is_running


# -- from the screens --------------------------------------------------------------------------------------


async def list_games(pilot: Pilot[str]) -> SameDealScreen:
    """List the games of the same deal."""
    await pilot.press("d")
    screen = pilot.app.screen
    assert isinstance(screen, SameDealScreen)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause(0)
    return screen


async def test_from_the_saved_games_to_the_comparison_and_back(archive: Archive) -> None:
    for way, name in enumerate(("Ana", "Ben")):
        kept(archive.directory, played(CLOCKWORK, name, way))
    kept(archive.directory, played(CLOCKWORK, "Cy", deal=2))
    app = Clockspades(archive, Random(1), TitleRoute())
    async with opened(app, NARROW) as pilot:
        await pilot.press("g")
        assert isinstance(app.screen, SavedScreen)
        while not (app.screen._chosen and "Ana" in app.screen._chosen.players):
            await pilot.press("down")
        listed = (await list_games(pilot)).query_one(SavedList)
        assert [entry.path.stem for entry in listed._entries] == ["Ben"]
        await pilot.press("enter")
        assert isinstance(app.screen, CompareScreen)
        assert [player.name for player in app.screen.comparison.players] == ["Ana", "Ben"]
        await pilot.press("escape")
        assert isinstance(app.screen, SameDealScreen)
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, TitleScreen)


async def test_a_file_from_elsewhere_is_named(archive: Archive, tmp_path: Path) -> None:
    ana = kept(archive.directory, played(CLOCKWORK, "Ana"))
    ben = kept(tmp_path / "from a friend", played(CLOCKWORK, "Ben", 1))
    app = Clockspades(archive, Random(1), ReplayRoute(load(ana, find_game)))
    async with opened(app, NARROW) as pilot:
        await list_games(pilot)
        assert NONE_SAVED[:40] in shown(app)
        await pilot.press("f")
        assert isinstance(app.screen, AskScreen)
        app.screen.query_one("Field").value = str(tmp_path / "missing.cslog")  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert isinstance(app.screen, SameDealScreen)
        assert [notice.message for notice in app._notifications] == [
            f"{tmp_path / 'missing.cslog'}: cannot be read: No such file or directory"
        ]
        await pilot.press("f")
        app.screen.query_one("Field").value = f'"{ben}"'  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert isinstance(app.screen, CompareScreen)


@pytest.mark.parametrize("way", ["c", "tab", "click"])
async def test_on_a_narrow_screen_the_other_game_is_shown_at_the_same_step(tmp_path: Path, way: str) -> None:
    async with comparing(tmp_path, NARROW) as (screen, pilot):

        async def switch() -> None:
            control = next(each for each in screen.query_one(Timeline)._controls() if each.action == "switch")
            assert control.words == screen.timeline.view
            await (pilot.click(Timeline, offset=control.region.offset) if way == "click" else pilot.press(way))

        await pilot.press("right")
        await switch()
        assert [pane.display for pane in screen.panes] == [False, True]
        assert screen.timeline.view == "Ben"
        assert screen.at == screen.comparison.shared + 2
        assert "Ben: " in text(screen).splitlines()[2]
        assert "Ana: " not in text(screen).splitlines()[2]
        await pilot.resize_terminal(*WIDE)
        await pilot.pause(0)
        assert [pane.display for pane in screen.panes] == [True, True]
        if way != "click":
            await pilot.press(way)
        await pilot.resize_terminal(*NARROW)
        await pilot.pause(0)
        assert [pane.display for pane in screen.panes] == [False, True], "there both are seen"


async def test_every_key_and_the_timeline_take_both_games_where_they_say(tmp_path: Path) -> None:
    async with comparing(tmp_path) as (screen, pilot):
        step, last = screen.at, screen.last
        for key, point in (
            ("right", step + 1), ("left", step), ("end", last), ("right", last), ("home", 0), ("left", 0), ("p", step),
        ):  # fmt: skip
            await pilot.press(key)
            assert screen.at == point, key
            assert screen.query_one(Timeline).model.point == point
            assert [pane.session.at for pane in screen.panes] == [
                min(point, pane.session.last) for pane in screen.panes
            ]
        bar = screen.query_one(Timeline).bar
        await pilot.click(Timeline, offset=(bar.x + bar.cell(9), 1))
        assert [pane.session.at for pane in screen.panes] == [9, 9]
        await pilot.hover(Timeline, offset=(bar.x + bar.cell(4), 1))
        await pilot.pause(0)
        assert [pane.state.selection.note[:6] for pane in screen.panes] == ["Step 4", "Step 4"]


async def test_where_nothing_stands_above_the_table_the_prompt_says_what_parted_the_games(tmp_path: Path) -> None:
    async with comparing(tmp_path, (60, 18)) as (screen, pilot):
        first, second = captions(screen)
        assert "Here the games part. Ben: take " in first
        assert "Here the games part. Ana: take " in second
        assert first.endswith(BETTER)
        await pilot.resize_terminal(*WIDE)
        await pilot.pause(0)
        assert all(said.endswith("Here the games part.") for said in captions(screen))


async def test_from_a_replay_with_the_mouse(archive: Archive) -> None:
    paths = [kept(archive.directory, played(CLOCKWORK, name, way)) for way, name in enumerate(("Ana", "Ben"))]
    app = Clockspades(archive, Random(1), ReplayRoute(load(paths[0], find_game)))
    async with opened(app, WIDE) as pilot:
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        line = replay.query_one(KeyLine)
        place = next(start for start, _, key in line._places() if key.words == "same deal")
        await pilot.click(KeyLine, offset=(place, 0))
        assert isinstance(app.screen, SameDealScreen)
        await app.workers.wait_for_complete()
        await pilot.click(SavedList, offset=(4, 0))
        assert isinstance(app.screen, CompareScreen)
        await pilot.press("right", "escape", "escape")
        assert app.screen is replay
        assert replay.session.at == 0
