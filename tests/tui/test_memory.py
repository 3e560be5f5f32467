"""What a game leaves in memory once its screens are closed: nothing."""

import gc
from collections.abc import Iterator
from random import Random
from weakref import ref

import pytest

from clockspades.routes import PickerRoute, TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.tui import navigator
from clockspades.tui.app import Clockspades
from clockspades.tui.screens.replay_screen import ReplayScreen
from clockspades.tui.screens.table_screen import TableScreen
from tests.compare.same_deal import kept as save
from tests.compare.same_deal import played
from tests.tui.seated import GAME, Seated, opened
from tests.tui.short_games import begin, play_out


async def mounted(seated: Seated, name: str) -> None:
    """Wait for a screen of a kind, whole."""
    await seated.until(lambda: seated.is_at(name) and seated.here.is_mounted, name)


def alive(kept: list["ref[object]"]) -> Iterator[object]:
    gc.unfreeze()
    gc.collect()
    gc.freeze()  # as for the tests before this one: what is left lasts as long as the run
    return filter(None, (each() for each in kept))


def remember(seated: Seated, kept: list["ref[object]"]) -> None:
    """Keep weak references to the screen shown, to its table and to its game."""
    screen = seated.app.screen
    kept.append(ref(screen))
    if isinstance(screen, TableScreen | ReplayScreen):
        kept += [ref(screen.table), ref(screen.session)]


@pytest.mark.parametrize("name", [pytest.param("clockwork-spades", marks=pytest.mark.thorough), "spades"])
async def test_rematches_leave_nothing_in_memory(archive: Archive, name: str) -> None:
    kept: list[ref[object]] = []
    async with opened(archive, TableRoute(begin(archive, name))) as seated:
        for number in range(2):
            await mounted(seated, "TableScreen")
            if number:  # the test itself keeps the first game
                remember(seated, kept)
            seated.app.change_settings(four_colour=not seated.app.settings.four_colour)
            seated.app.change_settings(card_size="small")
            seated.app.change_settings(card_size="largest", theme="walnut")
            await seated.turn()
            session = seated.session
            seated.act(session.game.rules.legal_actions(session.state)[0])
            play_out(session, Random(1))
            del session
            seated.session_moved()
            await seated.pilot.pause()
            await seated.press("enter")
            await mounted(seated, "ResultScreen")
            remember(seated, kept)
            await seated.press("r")
        await mounted(seated, "TableScreen")
        assert len(kept) == 5
        await seated.pilot.resize_terminal(81, 24)  # a widget keeps its last message, and with it who sent that
        await seated.rest()
        assert not any(alive(kept))


async def test_the_first_screen_is_not_kept_from_collection(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(navigator, "gc", gc)
    async with opened(archive, TitleRoute()) as seated:
        Clockspades._collect_garbage(seated.app)
        assert gc.get_freeze_count()
        seated.app.open(PickerRoute())
        assert not gc.get_freeze_count()
        await seated.pilot.pause()
    gc.freeze()


async def test_replays_and_comparisons_leave_nothing_in_memory(archive: Archive) -> None:
    for way, name in enumerate(("Ana", "Ben")):
        save(archive.directory, played(GAME, name, way))
    kept: list[ref[object]] = []
    async with opened(archive, TitleRoute()) as seated:
        await seated.press("g", "enter")
        await mounted(seated, "ReplayScreen")
        remember(seated, kept)
        await seated.press("end", "left", "space", "escape", "d", "enter")
        await mounted(seated, "CompareScreen")
        kept += [ref(each) for pane in seated.here.panes for each in (pane, pane.table, pane.session)]
        remember(seated, kept)
        await seated.app.workers.wait_for_complete()
        await seated.press("right", "v", "escape", "escape", "escape", to="TitleScreen")
        assert len(kept) == 10
        await seated.pilot.resize_terminal(81, 24)
        await seated.rest()
        assert not any(alive(kept))
