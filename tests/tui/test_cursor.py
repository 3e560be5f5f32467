"""The terminal's own cursor stands on what has the focus, on every screen, so that braille displays find it."""

import re
from typing import Any, Final

import pytest
from textual.geometry import Offset

from clockspades.engine.header import Seat
from clockspades.games.catalogue import find_game
from clockspades.games.clock.clock_rules import is_exchange_due
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.table.model import TargetKind
from clockspades.tui.widgets.form_row import Field
from tests.tui.seated import Seated, begun, opened
from tests.tui.test_every_screen import WAYS, come_to

SIZES: Final = ((60, 18), (80, 24), (120, 40), (200, 60))
ARROWS: Final = ("right", "right", "left", "down", "right", "up")


def read_at_cursor(seated: Seated) -> str:
    """The line of the screen from the cursor on."""
    column, row = seated.app.cursor_position
    return seated.text.splitlines()[row][column:]


async def reads(seated: Seated) -> str:
    """The line from the cursor on, once there is something to read."""

    def is_readable() -> bool:
        return bool(read_at_cursor(seated)[:1].strip()) or isinstance(seated.app.screen.focused, Field)  # may be empty

    await seated.until(is_readable, f"words at {seated.app.cursor_position}")
    return read_at_cursor(seated)


@pytest.mark.parametrize("name", WAYS)
async def test_on_every_screen_there_is_something_to_read_at_the_cursor(archive: Archive, name: str) -> None:
    async with come_to(archive, name, (80, 24)) as seated:
        for size in SIZES:
            await seated.pilot.resize_terminal(*size)
            await reads(seated)
            focused = seated.app.screen.focused
            if focused is not None and name not in ("palette", "log"):
                assert focused.region.contains_point(seated.app.cursor_position)
        for key in ("down", "right"):
            await seated.press(key)
            await reads(seated)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("clockwork-spades", {}),
        ("clock", {}),
        ("german-clock", {}),
        ("clogs", {}),
        ("spades", {}),
        ("spades", {"players": 2}),
        ("spades", {"mode": "cutthroat"}),
    ],
)
async def test_it_follows_the_cursor_of_the_table(archive: Archive, name: str, options: dict[str, Any]) -> None:
    game = find_game(name)
    assert game is not None
    chosen = game.configure(options)
    seats = [Seat(who, "bot:random" if at else "human") for at, who in enumerate(("Ana", "Bo", "Cyd", "Dov"))]
    session = begun(archive, game, seats[: game.seats(chosen)], 5, **options)
    seen: set[Offset] = set()
    async with opened(archive, TableRoute(session)) as seated:
        await seated.until(lambda: seated.screen.player is not None and seated.table.is_mounted, "the table")
        await seated.turn()
        for size in SIZES:
            await seated.pilot.resize_terminal(*size)
            for key in ARROWS:
                await seated.press(key)
                cursor, places = seated.selection.cursor, seated.table.places()
                here = seated.app.cursor_position
                assert cursor is None or places[cursor].contains_point(here)
                if cursor is not None and cursor.kind is TargetKind.HAND:
                    assert re.match("[0-9AJQK]", read_at_cursor(seated)), f"{cursor}, {here}:\n{seated.text}"
                seen.add(here)
    assert len(seen) > len(SIZES), "it moves"


async def test_before_the_exchange_it_is_on_the_card_of_the_pile(archive: Archive) -> None:
    game = find_game("clock")
    assert game is not None
    for seed in range(100):
        session = begun(archive, game, [Seat("Ana")], seed, variant="watch")
        while session.outcome is None and not is_exchange_due(session.state):
            session.act(game.rules.legal_actions(session.state)[0])
        if session.outcome is None and max(map(len, session.state.face_down)) > 1:
            break
    async with opened(archive, TableRoute(session)) as seated:
        await seated.until(lambda: seated.screen.player is not None and seated.table.is_mounted, "the table")
        await seated.press("right")
        columns = set()
        for _ in range(12):
            cursor = seated.selection.cursor
            assert cursor is not None
            card = seated.screen.query_one("#lower").region
            assert card.contains_point(seated.app.cursor_position)
            columns.add(seated.app.cursor_position.x)
            await seated.press("down")
            if seated.selection.cursor == cursor:
                await seated.press("right")
    assert len(columns) > 1


async def test_each_item_of_a_menu_and_each_value_of_a_form(archive: Archive) -> None:
    async with come_to(archive, "title", (80, 24)) as seated:
        for size in SIZES:
            await seated.pilot.resize_terminal(*size)
            for _ in range(len(seated.app.screen.query("MenuItem"))):
                at = await reads(seated)
                column, row = seated.app.cursor_position
                assert seated.text.splitlines()[row][column - 2] == "▸"
                assert at[0].isalpha()
                await seated.press("down")
    async with come_to(archive, "settings over the title", (80, 24)) as seated:
        assert read_at_cursor(seated).startswith("baize ")
        await seated.press("right")
        assert read_at_cursor(seated).startswith("midnight ")
        await seated.press("down")
        assert read_at_cursor(seated).startswith("off ")


async def test_the_palette_reads_the_field_then_the_command_that_is_pointed_at(archive: Archive) -> None:
    async with come_to(archive, "palette", (80, 24)) as seated:
        field = seated.app.screen.query_one("CommandInput")
        assert field.region.contains_point(seated.app.cursor_position)
        await seated.press("h")
        assert field.region.contains_point(seated.app.cursor_position)
        await seated.press("down")
        await seated.press("down")
        commands = seated.app.screen.query_one("CommandList")
        await seated.until(lambda: commands.region.contains_point(seated.app.cursor_position), "the list")
        assert (await reads(seated))[0].isalpha()
