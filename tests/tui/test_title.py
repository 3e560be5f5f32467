"""The title screen: what its menu offers, by keys alone and by the mouse alone."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.tui.screens.daily_screen import DailyScreen
from clockspades.tui.screens.first_game import FirstGameScreen
from clockspades.tui.screens.friends import FriendsScreen
from clockspades.tui.screens.picker import PickerScreen
from clockspades.tui.screens.practice_screen import PracticeScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.rules_screen import RulesScreen
from clockspades.tui.screens.saved import SavedScreen
from clockspades.tui.screens.settings import SettingsScreen
from clockspades.tui.screens.statistics import StatisticsScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.menu_item import MenuItem
from tests.tui.layout import SIZES, whole_at
from tests.tui.seated import ANA, GAME, Seated, begun, opened
from tests.tui.short_games import play_out


def lines(seated: Seated) -> list[str]:
    """The menu, line by line, without what stands back below a line."""
    return [item.render().plain.split("\n")[0].strip("▸ ") for item in seated.app.screen.query(MenuItem)]


def item(seated: Seated, words: str) -> MenuItem:
    return list(seated.app.screen.query(MenuItem))[lines(seated).index(words)]


def focused(seated: Seated) -> str:
    return lines(seated)[[item.has_focus for item in seated.app.screen.query(MenuItem)].index(True)]


def path_of(session: AnySession) -> Path:
    journal: Any = session.journal
    return Path(journal.path)


REST = ["Deal of the day", "Saved games", "Practice", "Rules", "Settings", "Quit"]


async def test_without_a_saved_game_the_lesson_comes_first(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        assert lines(seated) == ["Learn in a minute", "Play", "Play with friends", *REST]
        assert focused(seated) == "Learn in a minute"
        await seated.press("c")
        assert isinstance(seated.app.screen, TitleScreen), "there is nothing to continue"


async def test_an_unfinished_game_comes_first_with_its_opponent_name_and_time(archive: Archive) -> None:
    begun(archive, GAME, (ANA, Seat("[red]Tick[/]", "bot:random")), seed=1).close()
    path = archive.entries()[0].path
    path.write_text(path.read_text().replace("[red]", json.dumps("\x1b[31m").strip('"')))
    async with opened(archive, TitleRoute()) as seated:
        assert lines(seated)[0] == focused(seated) == "Continue"
        details = item(seated, "Continue").render().plain.split("\n")[1:]
        assert [detail.strip() for detail in details[:2]] == ["Clockwork Spades", "against ▯[31mTick[/]"]
        assert details[2].strip().startswith("today ")
        assert "against ▯[31mTick[/]" in seated.text, "names are data"


async def test_the_arrows_move_over_the_menu_and_the_hand_follows(archive: Archive, saved_session: AnySession) -> None:
    saved_session.close()
    async with opened(archive, TitleRoute()) as seated:
        dial = seated.app.screen.query_one(Dial)
        for words, hour in zip((*lines(seated)[1:], "Continue"), (11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 10)):
            await seated.press("down")
            assert (focused(seated), dial.model.window, dial.angle % 360) == (words, (hour,), 30.0 * (hour % 12))
        await seated.press("up")
        assert (focused(seated), dial.angle) == ("Quit", 240.0)


async def test_enter_chooses_the_line(archive: Archive, saved_session: AnySession) -> None:
    saved_session.close()
    screens = (
        PickerScreen, FriendsScreen, FirstGameScreen, DailyScreen, SavedScreen, PracticeScreen, StatisticsScreen,
        RulesScreen, SettingsScreen,
    )  # fmt: skip
    async with opened(archive, TitleRoute()) as seated:
        for steps, screen in enumerate(screens, 1):
            item = list(seated.app.screen.query(MenuItem))[steps]
            while not item.has_focus:
                await seated.press("down")
            await seated.press("enter")
            await seated.until(lambda screen=screen: isinstance(seated.app.screen, screen), screen.__name__)  # type: ignore[misc]
            while not isinstance(seated.app.screen, TitleScreen):
                await seated.press("escape")
            await seated.until(lambda: seated.app.focused is not None, "the menu")
        await seated.press("c")
        await seated.shows(TableScreen)


@pytest.mark.parametrize("keys", [("up", "enter"), ("ctrl+q",), ("ctrl+c",)])
async def test_leaving_says_nothing_where_no_game_is_open(archive: Archive, keys: tuple[str, ...]) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await seated.press(*keys)
        await seated.until(lambda: not seated.app.is_running, "the end")
        assert seated.app.return_value is None


async def test_the_pointer_moves_over_the_menu_and_a_click_chooses(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        for words in lines(seated):
            await seated.hover(item(seated, words).region)
            assert focused(seated) == words
        await seated.click(item(seated, "Saved games").region)
        await seated.shows(SavedScreen)
        await seated.press("escape")
        await seated.click_key("quit")
        await seated.until(lambda: not seated.app.is_running, "the end")


async def test_a_game_open_elsewhere_is_named_and_the_title_stays(archive: Archive, saved_session: AnySession) -> None:
    async with opened(archive, TitleRoute(), (200, 60)) as seated:
        await seated.press("enter")
        assert isinstance(seated.app.screen, TitleScreen)
        assert seated.said == [f"{path_of(saved_session)}: another clockspades is playing this game"]
    saved_session.close()


async def test_a_broken_game_is_named_and_the_title_stays(archive: Archive, saved_session: AnySession) -> None:
    saved_session.close()
    path = path_of(saved_session)
    path.write_bytes(path.read_bytes() + b"[bold]nonsense[/]\n")
    before = path.read_bytes()
    async with opened(archive, TitleRoute()) as seated:
        assert item(seated, "Continue").render().plain.split("\n")[1].strip() == "broken"
        await seated.press("enter")
        assert isinstance(seated.app.screen, TitleScreen)
        assert [words.startswith(f"{path}:3: the line is not JSON") for words in seated.said] == [True]
    assert path.read_bytes() == before


async def test_nothing_is_cut_or_covered(archive: Archive, saved_session: AnySession) -> None:
    saved_session.close()
    async with opened(archive, TitleRoute()) as seated:
        for size in (*SIZES, (59, 18), (200, 60)):
            await seated.pilot.resize_terminal(*size)
            text = seated.text
            assert ("needs 60x18" in text) == (size == (59, 18))
            if size != (59, 18):
                await whole_at(seated, [size])
                assert ("CLOCKSPADES" in text) == (size == (60, 18)), size
                assert ("█▄▄█" in text) == (size not in ((60, 18), (200, 60))), size


def finish(session: AnySession) -> None:
    """Play a game to its end, and close it."""
    play_out(session, Random(3))
    session.close()


async def test_a_game_stopped_before_its_result_opens_with_it_and_one_before_its_deal_is_dealt(
    archive: Archive, saved_session: AnySession
) -> None:
    finish(saved_session)
    path = path_of(saved_session)
    whole = path.read_text()
    path.write_text(whole[: whole.rindex('{"result"')])
    async with opened(archive, TitleRoute()) as seated:
        await seated.press("enter")
        await seated.shows(ResultScreen)
    assert path.read_text() == whole
    path.write_text(whole.split("\n")[0] + "\n")
    async with opened(archive, TitleRoute()) as seated:
        await seated.press("enter")
        assert seated.session.last == 1


async def test_with_a_finished_game_play_comes_first(archive: Archive, saved_session: AnySession) -> None:
    finish(saved_session)
    async with opened(archive, TitleRoute()) as seated:
        assert lines(seated) == ["Play", "Play with friends", "Learn in a minute", *REST[:3], "Statistics", *REST[3:]]
        assert focused(seated) == "Play"
