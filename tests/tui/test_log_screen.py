"""The log on the table and the whole of it over the table: wrapping, scrolling, and words that are only data."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from textual.app import App, ComposeResult

from clockspades.engine.session import AnySession
from clockspades.table.widget_models import LogLine
from clockspades.tui.drawing.themes import BAIZE, suit_inks
from clockspades.tui.widgets.game_log import GameLog
from tests.tui.patience import GERMAN, where
from tests.tui.seated import Seated, at_table, game_where


def late(session: AnySession) -> bool:
    return session.to_act == 0 and session.state.turn > 14


async def whole_log(me: Seated) -> GameLog:
    """Open the log, and hand it over."""
    await me.press("l", to="LogScreen")
    return me.app.screen.query_one(GameLog)


def rows_in(log: GameLog) -> list[str]:
    """The rows in sight, without the column of the thumb."""
    return [log.render_line(y).text[:-1].rstrip() for y in range(log.content_size.height)]


def thumb(log: GameLog) -> str:
    """The column that shows where in the log its rows in sight are."""
    return "".join(log.render_line(y).text[-1] for y in range(log.content_size.height))


# -- over the table ----------------------------------------------------------------------------------------


async def test_the_keys_scroll_it_where_nothing_can_be_explained() -> None:
    async with at_table(where(lambda session: session.at > 60, GERMAN)) as me:
        log = await whole_log(me)
        end, page = log.above, log.content_size.height - 1
        for key, above in [
            ("up", end - 1), ("up", end - 2), ("down", end - 1), ("pageup", max(0, end - 1 - page)), ("home", 0),
            ("up", 0), ("pagedown", min(page, end)), ("end", end), ("down", end),
        ]:  # fmt: skip
            await me.press(key)
            assert log.above == above, key


async def test_the_log_on_the_table_and_over_it_show_the_newest_line_and_several_keys_close_it() -> None:
    async with at_table(game_where(late)) as me:
        for keys in ((), ("u",), ("u",), ("r",)):
            await me.press(*keys)
            log = me.screen.query_one(GameLog)
            assert log.model[-1].words.split()[-1] in rows_in(log)[-1]
        for key in ("l", "escape", "enter", "space", "q"):
            log = await whole_log(me)
            assert log.model == me.table.log_lines(me.table.model)  # type: ignore[arg-type]
            assert log.above > 0
            assert log.model[-1].words.split()[-1] in rows_in(log)[-1]
            await me.press(key)
            assert me.is_at("TableScreen"), key
            assert me.app.is_running, key


# -- the widget --------------------------------------------------------------------------------------------

LINES: Final = (
    LogLine("", "Ana draws 8♦ 10♣"),
    LogLine("1", "Ana plays 8♦ on the 8♠ and 10♣ on the 10♠, of which nobody knows yet what comes of it"),
    LogLine("12", "Ben takes the 2♠", "bold"),
)


class Page(App[None]):
    """A log and nothing else."""

    CSS = "GameLog { height: 1fr; & > .log--margin { color: red; } & > .log--thumb { color: red; } }"

    def __init__(self, lines: Sequence[LogLine]) -> None:
        super().__init__()
        self._lines = tuple(lines)

    def get_css_variables(self) -> dict[str, str]:
        inks = suit_inks(BAIZE, four_colours=False)
        return {**super().get_css_variables(), **BAIZE.variables, **inks}

    def compose(self) -> ComposeResult:
        yield GameLog(lambda model: model)

    def on_mount(self) -> None:
        self.query_one(GameLog).follow(self._lines)


@asynccontextmanager
async def page(lines: Sequence[LogLine], width: int = 40, height: int = 8) -> AsyncIterator[GameLog]:
    app = Page(lines)
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        yield app.query_one(GameLog)


async def test_what_is_new_leaves_the_rows_before_it_as_they_are() -> None:
    async with page(LINES) as log:
        kept = list(log._rows)
        log.follow((*LINES, LogLine("13", "Ana takes the 3♠")))
        assert all(one is other for one, other in zip(kept, log._rows))
        assert rows_in(log)[5] == "13 Ana takes the 3♠"
        log.follow(LINES[:1])
        assert rows_in(log)[:2] == ["Ana draws 8♦ 10♣", ""]


async def test_a_long_log_shows_its_end_and_where_that_is() -> None:
    async with page([LogLine(str(number), f"line {number}") for number in range(1, 41)]) as log:
        assert rows_in(log)[-1] == "40 line 40"
        assert thumb(log) == "      ┃┃"
        log.above = 0
        assert rows_in(log)[0] == " 1 line 1"
        assert thumb(log) == "┃┃      "
        log.above = 1000
        assert rows_in(log)[-1] == "40 line 40"


async def test_words_are_data() -> None:
    for words in ("[b]x[/b] [@click=app.quit]y[/]", "\\[red]", "a very long " + "word" * 40, ""):
        async with page([LogLine("1", words)]) as log:
            shown = "".join(row.removeprefix("1").strip() for row in rows_in(log))
            assert shown.replace(" ", "") == words.replace(" ", "")


async def test_lines_are_wrapped_beside_their_margin_if_there_is_room_for_one() -> None:
    async with page(LINES) as log:
        assert rows_in(log) == [
            "   Ana draws 8♦ 10♣",
            " 1 Ana plays 8♦ on the 8♠ and 10♣ on",
            "   the 10♠, of which nobody knows yet",
            "   what comes of it",
            "12 Ben takes the 2♠",
            *[""] * 3,
        ]
        assert thumb(log).isspace(), "all is in sight"
    async with page(LINES, width=12) as log:
        assert rows_in(log)[-2:] == ["Ben takes", "the 2♠"]
