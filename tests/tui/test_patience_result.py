"""The result of a patience, and its replay at every size."""

from random import Random

import pytest

from clockspades.engine.game import AnyGame
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.routes import ReplayRoute, TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.banner import Banner
from clockspades.tui.widgets.bound_text import Line
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.timeline import Timeline
from tests.tui.layout import SIZES
from tests.tui.patience import CLOCK, GERMAN, lost, where, won
from tests.tui.seated import ANA, Seated, begun, opened


async def show(seated: Seated, session: AnySession) -> ResultScreen:
    seated.app.show_result(session)
    await seated.until(lambda: isinstance(seated.app.screen, ResultScreen) and bool(seated.app.focused), "the result")
    await seated.app.workers.wait_for_complete()
    await seated.pilot.pause()
    screen = seated.app.screen
    assert isinstance(screen, ResultScreen)
    return screen


def headline(screen: ResultScreen) -> str:
    return screen.query_one(Banner).lines[0].text


def over(game: AnyGame, *, wins: bool, bot: str = "random") -> AnySession:
    return where(won if wins else lost, game, bot=bot)


@pytest.mark.parametrize("game", [CLOCK, GERMAN])
async def test_it_says_how_far_a_lost_game_came_and_who_won(archive: Archive, game: AnyGame) -> None:
    async with opened(archive, TitleRoute(), (100, 30)) as seated:
        session = over(game, wins=False)
        screen = await show(seated, session)
        assert headline(screen) == "You lose"
        assert f"{game.rules.scores(session.state)[0]} of 52" in seated.text
        assert not screen.query_one("#trophy").display
        screen = await show(seated, over(game, wins=True, bot="steady" if game is CLOCK else "watchful"))
        assert headline(screen) == "You win"
        assert screen.query_one("#trophy").region


async def test_where_not_all_that_was_missed_has_room_it_says_how_much_more_there_is(archive: Archive) -> None:
    session = over(GERMAN, wins=False)
    async with opened(archive, TitleRoute(), (80, 40)) as seated:
        await show(seated, session)
        assert " more in the replay." in seated.text


async def test_another_deal_begins_at_once(archive: Archive) -> None:
    session = begun(archive, CLOCK, (ANA,), 0)
    async with opened(archive, TableRoute(session)) as seated:
        await seated.press("f", "enter")
        await seated.until(lambda: isinstance(seated.app.screen, ResultScreen), "the result")
        await seated.press("r")
        await seated.until(lambda: isinstance(seated.app.screen, TableScreen), "the table")
        await seated.until(lambda: seated.screen.player is not None, "the cards")
        assert seated.session.at == 1
        assert seated.session.game is session.game
        await seated.press("f", "enter")
        await seated.until(lambda: isinstance(seated.app.screen, ResultScreen), "the result")
        assert not seated.app.screen.query_one("#score").display, "a series says nothing of a game for one"


@pytest.mark.parametrize(("game", "options"), [(CLOCK, {"variant": "watch"}), (GERMAN, {})])
async def test_a_replay_is_whole_at_every_size(archive: Archive, game: AnyGame, options: dict[str, str]) -> None:
    session = begun(archive, game, (ANA,), 12, **options)
    player = game.make_bot("random", Random(1))
    while session.outcome is None:
        session.act(player.choose(session.view(0)))
    session.close()
    (entry,) = archive.entries()
    async with opened(archive, ReplayRoute(load(entry.path, find_game))) as seated:
        screen = seated.app.screen
        assert isinstance(screen, ReplayScreen)
        timeline, table = screen.query_one(Timeline), screen.query_one(Table)
        prompt, log = table.query_one("#prompt", Line), table.query_one(GameLog)
        placed = (*table.query(CardRow).results(CardRow), table.query_one("#dial"), prompt)
        for keys in (("end", "left"), ("up",), ("up", "v"), ("home",)):
            await seated.press(*keys)
            for size in SIZES:
                await seated.pilot.resize_terminal(*size)
                for widget in placed:
                    assert widget.region.area, (widget, size)
                    assert screen.region.contains_region(widget.region), (widget, size)
                    assert widget.region.bottom <= timeline.region.y, (widget, size)
                assert "…" not in str(prompt.render()), size
                assert not log.display or log.content_size.height >= 1 or size[1] < 24, size
