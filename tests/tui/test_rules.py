"""The rules, over whatever screen asks for them."""

import pytest
from textual.containers import VerticalScroll

from clockspades.games.catalogue import GAMES
from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.tui.screens.rules_screen import RulesScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.texts.prose import Passage, blocks
from tests.tui.layout import SIZES, faults
from tests.tui.seated import GAME, Seated, opened


async def show(seated: Seated) -> VerticalScroll:
    seated.app.push_screen(RulesScreen(GAME.name))
    await seated.until(lambda: "Jamie Masculine" in seated.text, "the rules")
    return seated.app.screen.query_one(VerticalScroll)


@pytest.mark.parametrize("size", [SIZES[0], SIZES[1], SIZES[-1]])
async def test_all_of_the_rules_can_be_read(archive: Archive, size: tuple[int, int]) -> None:
    async with opened(archive, TitleRoute(), size) as seated:
        panel = await show(seated)
        read = ""
        while True:
            read += " " + " ".join(line.strip("│ ▁▂▃▄▅▆▇█") for line in seated.text.split("\n"))
            if panel.scroll_y == panel.max_scroll_y:
                break
            await seated.press("space")
        text = GAME.rules_text().partition("\n")[2]
        prose = " ".join(f"{part.mark} {part.words}" for part in blocks(text) if isinstance(part, Passage))
        unread = [word for word in prose.replace("- ", "").split() if word not in read]
        assert unread == []
        assert faults(seated.app.screen) == []
        assert "▪" not in seated.text


async def test_keys_scroll(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        panel = await show(seated)
        for key in ("down", "pagedown", "space", "end"):
            await seated.press(key)
            await seated.until(lambda: panel.scroll_y > 0, f"lines on after {key}")
            await seated.press("home")
            await seated.until(lambda: panel.scroll_y == 0, "the beginning")


async def test_arrows_turn_to_the_rules_of_the_other_games_and_round_again(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await show(seated)
        below = seated.app.screen_stack[:-1]
        turns = [("right", game) for game in (*GAMES[1:], GAMES[0])] + [("left", GAMES[-1])]
        for key, game in turns:
            await seated.press(key)
            await seated.until(lambda: bool(seated.app.screen.query(VerticalScroll)), "the rules")
            title = game.rules_text().partition("\n")[0].removeprefix("# ")
            assert seated.app.screen.query_one(VerticalScroll).border_title == title
        assert seated.app.screen_stack[:-1] == below


async def test_the_wheel_scrolls(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        panel = await show(seated)
        panel.action_scroll_down()
        await seated.until(lambda: panel.scroll_y > 0, "a line on")


@pytest.mark.parametrize("key", ["escape", "q", "enter"])
async def test_a_key_closes_them(archive: Archive, key: str) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await show(seated)
        await seated.press(key)
        assert isinstance(seated.app.screen, TitleScreen)


async def test_a_click_closes_them(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await show(seated)
        await seated.click_key("close")
        assert isinstance(seated.app.screen, TitleScreen)
