"""The title screen: what its menu offers, by keys alone and by the mouse alone."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clockspades import routes
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.menu_item import MenuItem
from tests.tui.layout import faults
from tests.tui.seated import ANA, GAME, Seated, begun, opened


def lines(seated: Seated) -> list[str]:
    """The menu, line by line, without what stands back below a line."""
    return [item.render().plain.split("\n")[0].strip("▸ ") for item in seated.here.query(MenuItem)]


def item(seated: Seated, words: str) -> MenuItem:
    return list(seated.app.screen.query(MenuItem))[lines(seated).index(words)]


def focused(seated: Seated) -> str:
    return lines(seated)[[item.has_focus for item in seated.here.query(MenuItem)].index(True)]


def path_of(session: AnySession) -> Path:
    journal: Any = session.journal
    return Path(journal.path)


REST = ["Deal of the day", "Saved games", "Practice", "Rules", "Settings", "Quit"]


async def test_without_a_saved_game_the_lesson_comes_first(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        assert lines(seated) == ["Learn as you play", "Play", "Play with friends", *REST]
        assert focused(seated) == "Learn as you play"
        await seated.press("c")
        assert seated.is_at("TitleScreen"), "there is nothing to continue"
        await seated.press("ctrl+c")
        await seated.until(lambda: not seated.app.is_running, "the end")
        assert seated.app.return_value is None, "no game is open"


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
        for size in ((200, 60), (60, 18), (59, 18), (80, 24)):
            await seated.pilot.resize_terminal(*size)
            text = seated.text
            assert ("needs 60x18" in text) == (size == (59, 18))
            assert ("CLOCKSPADES" in text) == (size == (60, 18)), size
            assert ("█▄▄█" in text) == (size == (80, 24)), size
            assert size == (59, 18) or not faults(seated.here), size
        await seated.press("up", "enter")
        await seated.until(lambda: not seated.app.is_running, "the end")
        assert seated.app.return_value is None


async def test_the_hand_follows_the_menu_and_enter_or_a_click_chooses_a_line(
    archive: Archive, saved_session: AnySession, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_session.close()
    menu: dict[str, tuple[Any, ...]] = {
        "Continue": ("carry_on", path_of(saved_session)),
        "Play": ("open", routes.PickerRoute()),
        "Play with friends": ("open", routes.FriendsRoute()),
        "Learn as you play": ("begin_first_game",),
        "Deal of the day": ("open", routes.DailyRoute()),
        "Saved games": ("lay", routes.SavedRoute()),
        "Practice": ("open", routes.PracticeRoute()),
        "Statistics": ("lay", routes.StatisticsRoute()),
        "Rules": ("lay", routes.RulesRoute(GAME.name)),
        "Settings": ("action_settings",),
        "Quit": ("action_leave",),
    }
    did: list[tuple[Any, ...]] = []
    async with opened(archive, TitleRoute()) as seated:
        dial = seated.here.query_one(Dial)
        with monkeypatch.context() as patched:
            for name in {name for name, *_ in menu.values()}:
                patched.setattr(seated.app, name, partial(lambda *given: did.append(given), name))
            for (words, does), hour in zip(menu.items(), (10, 11, 12, *range(1, 9)), strict=True):
                assert (focused(seated), dial.model.window, dial.angle % 360) == (words, (hour,), 30.0 * (hour % 12))
                await seated.press("enter")
                assert did.pop() == does
                await seated.press("down")
            await seated.press("up")
            assert (focused(seated), dial.angle) == ("Quit", 240.0)
            for words, does in menu.items():
                await seated.hover(item(seated, words).region)
                assert focused(seated) == words
                await seated.click(item(seated, words).region)
                assert did.pop() == does
        assert did == []
        await seated.click_key("quit")
        await seated.until(lambda: not seated.app.is_running, "the end")


async def test_a_game_that_is_open_elsewhere_or_broken_is_named_and_the_title_stays(
    archive: Archive, saved_session: AnySession
) -> None:
    path = path_of(saved_session)
    async with opened(archive, TitleRoute()) as seated:
        await seated.press("enter", to="TitleScreen")
        assert seated.said == [f"{path}: another clockspades is playing this game"]
        saved_session.close()
        path.write_bytes(path.read_bytes() + b"[bold]nonsense[/]\n")
        before = path.read_bytes()
        await come_back(seated)
        assert item(seated, "Continue").render().plain.split("\n")[1].strip() == "broken"
        await seated.press("enter", to="TitleScreen")
        assert [words.startswith(f"{path}:3: the line is not JSON") for words in seated.said] == [True]
    assert path.read_bytes() == before


async def come_back(seated: Seated) -> None:
    """Open the title anew."""
    seated.app.open(TitleRoute())
    await seated.until(lambda: seated.app.focused is not None, "the menu")
