"""Two games of the same deal on one screen, driven as people drive it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from clockspades.compare import compare
from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES, find_game
from clockspades.review.review import Gain
from clockspades.routes import CompareRoute, ReplayRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.tui.screens import compare_screen
from clockspades.tui.screens.compare_screen import SEARCHING, CompareScreen
from clockspades.tui.screens.saved import NONE_SAVED
from clockspades.tui.widgets.bound_widget import Line
from clockspades.tui.widgets.form_row import TextField
from clockspades.tui.widgets.saved_list import SavedList
from clockspades.tui.widgets.timeline import Timeline
from tests.compare.same_deal import kept, logged, played
from tests.tui.seated import GAME, Seated, opened

CLOCK, CLOGS = (next(game for game in GAMES if game.name == name) for name in ("clock", "clogs"))
GAIN = Gain((0.4, 0.5), (0.01, 0.01), 0.1, 0.012, None, 0.0)
BETTER = "Ben's choice was better: win chance +10.0%."
NARROW, WIDE = (80, 24), (120, 40)


@pytest.fixture(autouse=True)
def _quick_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gain that needs no search."""
    monkeypatch.setattr(compare_screen, "gain_of", lambda *_: GAIN)


@asynccontextmanager
async def comparing(
    archive: Archive, size: tuple[int, int] = WIDE, game: AnyGame = GAME, ways: tuple[int, int] = (0, 1)
) -> AsyncIterator[tuple[Seated, CompareScreen]]:
    """Ana's game and Ben's, opened from the command line."""
    logs = [logged(archive.directory, played(game, name, way, apart=1)) for name, way in zip(("Ana", "Ben"), ways)]
    async with opened(archive, CompareRoute(compare(*logs)), size) as me:
        screen = await me.shows("CompareScreen")
        await me.app.workers.wait_for_complete()
        await me.pilot.pause(0)
        yield me, screen


def captions(screen: CompareScreen) -> list[str]:
    return [pane.state.model.player.caption for pane in screen.panes]


def header(screen: CompareScreen) -> str:
    return screen.query_one("#parting", Line).model.text


# -- what is shown -----------------------------------------------------------------------------------------


async def test_it_opens_where_the_games_parted_and_one_that_is_over_stays_at_its_end(archive: Archive) -> None:
    async with comparing(archive, game=CLOGS) as (me, screen):
        assert screen.at == screen.comparison.partings[0].points[0] + 1
        assert [pane.session.at for pane in screen.panes] == [screen.at] * 2
        assert BETTER in header(screen)
        assert all(said.startswith(f"{name}: ") for said, name in zip(captions(screen), ("Ana", "Ben")))
        lasts = [pane.session.last for pane in screen.panes]
        assert len({*lasts}) == 2
        await me.press("end")
        assert screen.at == max(lasts)
        assert [pane.session.at for pane in screen.panes] == lasts
        for pane, said in zip(screen.panes, captions(screen)):
            assert pane.session.game.words.verdict(pane.session.state, pane.session.names) in said


async def test_every_key_and_the_timeline_take_both_games_where_they_say(archive: Archive) -> None:
    async with comparing(archive, ways=(0, 3)) as (me, screen):
        bright = [pane.query_one("#title", Line).model.bright for pane in screen.panes]
        assert bright == [screen.comparison.better == number for number in (0, 1)], "the better result stands out"
        step, last = screen.at, screen.last
        for key, point in (
            ("right", step + 1), ("left", step), ("end", last), ("right", last), ("home", 0), ("left", 0), ("p", step),
        ):  # fmt: skip
            await me.press(key)
            assert screen.at == point, key
            assert screen.query_one(Timeline).model.point == point
            assert [pane.session.at for pane in screen.panes] == [
                min(point, pane.session.last) for pane in screen.panes
            ]
        hidden = []
        for words in ("all open", "own cards", "all closed", "all open"):
            assert screen.timeline.view == words
            hidden.append([[str(hand) for hand in pane.state.model.view.hands] for pane in screen.panes])
            await me.press("v")
        assert hidden[0] == hidden[3]
        for number in (0, 1):
            assert hidden[1][number][0] == hidden[0][number][0]
            assert hidden[1][number][1] != hidden[0][number][1]
            assert hidden[2][number][0] != hidden[0][number][0]
        bar = screen.query_one(Timeline).bar
        await me.pilot.click(Timeline, offset=(bar.x + bar.cell(9), 1))
        assert [pane.session.at for pane in screen.panes] == [9, 9]
        await me.pilot.hover(Timeline, offset=(bar.x + bar.cell(4), 1))
        assert [pane.state.selection.note[:6] for pane in screen.panes] == ["Step 4", "Step 4"]


async def test_on_the_smallest_screen_the_prompt_says_what_parted_the_games_and_a_click_opens_all_commands(
    archive: Archive,
) -> None:
    async with comparing(archive, (60, 18)) as (me, screen):
        first, second = captions(screen)
        assert "Here the games part. Ben: take " in first
        assert "Here the games part. Ana: take " in second
        assert first.endswith(BETTER)
        await me.pilot.click(Timeline, offset=(screen.query_one(Timeline).bar.x, 0))
        assert screen.at == 0
        await me.pilot.click(Timeline, offset=(57, 0))
        assert me.is_at("CommandPalette")
        await me.until(lambda: "the games parted" in me.text)
        row = next(number for number, row in enumerate(me.text.splitlines()) if "the games parted" in row)
        await me.pilot.click(offset=(10, row))
        await me.until(lambda: screen.at == screen.comparison.shared + 1)
        await me.pilot.resize_terminal(*WIDE)
        assert all(said.endswith("Here the games part.") for said in captions(screen))


async def test_on_a_narrow_screen_the_other_game_is_shown_at_the_same_step(archive: Archive) -> None:
    async with comparing(archive, NARROW) as (me, screen):
        await me.press("right")
        for way, shown in (("c", 1), ("tab", 0), ("click", 1)):
            control = next(each for each in screen.query_one(Timeline)._controls() if each.action == "switch")
            assert control.words == screen.timeline.view
            await (me.pilot.click(Timeline, offset=control.region.offset) if way == "click" else me.press(way))
            assert [pane.display for pane in screen.panes] == [shown == 0, shown == 1], way
            names = ("Ana", "Ben")
            assert screen.timeline.view == names[shown]
            assert screen.at == screen.comparison.shared + 2
            assert f"{names[shown]}: " in me.text.splitlines()[2]
            assert f"{names[1 - shown]}: " not in me.text.splitlines()[2]
        await me.pilot.resize_terminal(*WIDE)
        assert [pane.display for pane in screen.panes] == [True, True]
        await me.press("c", "tab", "c")
        await me.pilot.resize_terminal(*NARROW)
        assert [pane.display for pane in screen.panes] == [False, True], "there both are seen"


async def test_nothing_is_told_to_a_screen_that_was_left_meanwhile(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, goes_on, asked = Event(), Event(), []

    def gain_of(*choice: object) -> Gain:
        asked.append(choice)
        began.set()
        goes_on.wait(60)
        return GAIN

    monkeypatch.setattr(compare_screen, "gain_of", gain_of)
    logs = [logged(archive.directory, played(CLOGS, name, way, deal=0)) for way, name in enumerate(("Ana", "Ben"))]
    comparison = compare(*logs)
    assert len(comparison.partings) > 1
    async with opened(archive, CompareRoute(comparison), WIDE) as me:
        await me.until(began.is_set)
        assert header(await me.shows("CompareScreen")).endswith(SEARCHING)
        await me.press("right", "escape", to="TitleScreen")
        goes_on.set()
        await me.rest()
        assert len(asked) == 1
        assert me.app.is_running


# -- from the screens --------------------------------------------------------------------------------------


async def list_games(me: Seated) -> Any:
    """List the games of the same deal."""
    screen = await me.press("d", to="SameDealScreen")
    await me.app.workers.wait_for_complete()
    await me.pilot.pause(0)
    return screen


async def test_from_the_saved_games_to_the_comparison_and_back(archive: Archive) -> None:
    for way, name in enumerate(("Ana", "Ben")):
        kept(archive.directory, played(GAME, name, way))
    kept(archive.directory, played(GAME, "Cy", deal=2))
    async with opened(archive, TitleRoute(), NARROW) as me:
        saved = await me.press("g", to="SavedScreen")
        while not (saved._chosen and "Ana" in saved._chosen.players):
            await me.press("down")
        listed = (await list_games(me)).query_one(SavedList)
        assert [entry.path.stem for entry in listed._entries] == ["Ben"]
        await me.press("enter")
        assert [player.name for player in (await me.shows("CompareScreen")).comparison.players] == ["Ana", "Ben"]
        await me.press("escape", to="SameDealScreen")
        await me.press("escape", "escape", to="TitleScreen")


async def test_a_file_from_elsewhere_is_named(archive: Archive, tmp_path: Path) -> None:
    ana = kept(archive.directory, played(GAME, "Ana"))
    ben = kept(tmp_path / "from a friend", played(GAME, "Ben", 1))
    async with opened(archive, ReplayRoute(load(ana, find_game)), NARROW) as me:
        await list_games(me)
        assert NONE_SAVED[:40] in me.text
        missing = tmp_path / "missing.cslog"
        for file, screen in ((str(missing), "SameDealScreen"), (f'"{ben}"', "CompareScreen")):
            await me.press("f")
            (await me.shows("AskScreen")).query_one(TextField).value = file
            await me.press("enter", to=screen)
            if screen == "SameDealScreen":
                assert me.said == [f"{missing}: cannot be read: No such file or directory"]
