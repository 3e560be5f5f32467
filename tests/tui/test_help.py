"""The help: it names every key once, and cannot say what is not so."""

from typing import Any

import pytest
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from clockspades.engine.session import AnySession
from clockspades.routes import SetupRoute, TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.table.commands import Command
from clockspades.table.keys import key_name
from clockspades.tui.screens.help import HelpScreen, grouped
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.rules_screen import RulesScreen
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.key_line import KeyLine
from tests.tui.seated import GAME, Seated, game_where, opened


async def read(seated: Seated) -> str:
    """The whole help, however long it is."""
    panel = seated.app.screen.query_one(".panel")
    return "\n".join(
        " ".join(str(part.render()).strip() for part in row.children) or str(row.render()) for row in panel.children
    )


async def open_from(seated: Seated, saved_session: AnySession, kind: type[Screen[Any]]) -> None:
    """Come to a screen, and ask for help there."""
    if kind is SetupScreen:
        seated.app.open(SetupRoute(GAME.name))
    elif kind is TableScreen:
        seated.app.open(TableRoute(saved_session))
    elif kind is ResultScreen:
        seated.app.show_result(game_where(lambda session: session.outcome is not None))
    await seated.until(lambda: isinstance(seated.app.screen, kind) and bool(seated.app.screen.query(KeyLine)), "it")
    if kind is TableScreen:
        await seated.turn()
    await seated.press("question_mark")
    await seated.until(lambda: isinstance(seated.app.screen, HelpScreen), "the help")


SCREENS = (TitleScreen, SetupScreen, TableScreen, ResultScreen)


@pytest.mark.parametrize("kind", SCREENS)
async def test_it_names_every_key_and_does_not_repeat_the_line_of_keys(
    archive: Archive, saved_session: AnySession, kind: type[Screen[Any]]
) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await open_from(seated, saved_session, kind)
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
                    assert key_name(key) in line or key_name(key).isdecimal()
    saved_session.close()


def own_bindings(owner: Screen[Any] | App[Any]) -> list[Binding]:
    """What our classes bind, by another way than the help's."""
    ours = [kind for kind in type(owner).mro() if kind.__module__.startswith("clockspades")]
    return [bound for kind in ours for bound in vars(kind).get("BINDINGS", ())]


def test_keys_that_do_the_same_stand_together() -> None:
    found = [Command("up,left", "a", "Back"), Command("q", "b", "Quit"), Command("escape", "a", "Back")]
    assert [row[:2] for row in grouped(found)] == [("↑ ← Esc", "Back"), ("q", "Quit")]


def test_digits_stand_as_from_and_to() -> None:
    found = [Command(str(digit), f"choose({digit})", "Choose", name=f"table.{digit}") for digit in range(1, 10)]
    assert list(grouped(found)) == [("1-9", "Choose", "table.1 … table.9")]
    assert list(grouped(found[:2])) == [("1 2", "Choose", "table.1 table.2")]


async def test_a_key_shows_the_names_of_the_commands_for_the_settings_and_what_they_do_again(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await seated.press("question_mark")
        before = await read(seated)
        await seated.press("n")
        lines = (await read(seated)).split("\n")
        assert {"p title.play", "t title.statistics", "q Ctrl+Q Ctrl+C app.quit", "↑ ← menu.previous"} <= {*lines}
        await seated.press("n")
        assert await read(seated) == before


async def test_a_key_closes_it(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        for key in ("escape", "question_mark", "f1", "q"):
            await seated.press("question_mark")
            assert isinstance(seated.app.screen, HelpScreen), key
            await seated.press(key)
            assert isinstance(seated.app.screen, TitleScreen), key


async def test_the_rules_are_one_key_away_and_escape_comes_back(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await seated.press("question_mark", "r")
        assert isinstance(seated.app.screen, RulesScreen)
        await seated.press("escape")
        assert isinstance(seated.app.screen, HelpScreen)
        await seated.press("escape")
        assert isinstance(seated.app.screen, TitleScreen)


async def test_the_mouse_alone_opens_and_closes_it(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await seated.click_key("help")
        assert isinstance(seated.app.screen, HelpScreen)
        await seated.click_key("close")
        assert isinstance(seated.app.screen, TitleScreen)
