"""The QR code of the page for browsers: what the lobby draws is the code that segno makes, dark on light."""

import os
import sys

import pytest
import segno
from textual.color import Color
from textual.widgets import Static

from clockspades.cli import browser
from clockspades.cli.painting import DARK_ON_LIGHT
from clockspades.cli.painting import PLAIN as ENDS
from clockspades.network.meeting.invitation import EXAMPLE
from clockspades.network.meeting.page_link import QUIET, WIDEST, qr_code
from clockspades.table.glyphs import PLAIN
from clockspades.tui.screens import lobby
from clockspades.tui.screens.lobby import LobbyScreen
from tests.tui.test_lobby import Hosting, hosting

LINK = f"https://table.example.org/#{EXAMPLE.code}"
MODULES = [list(row) for row in segno.make_qr(LINK, error="L").matrix_iter(border=QUIET)]


def modules(rows: list[list[tuple[str, bool]]]) -> list[list[int]]:
    """The modules of cells: each has a character, and whether its ink is dark and its ground light."""
    assert all(is_right for row in rows for _, is_right in row)
    halves = ([[int(sign in signs) for sign, _ in row] for signs in ("▀█", "▄█")] for row in rows)
    return [half for pair in halves for half in pair]


@pytest.mark.quick
def test_two_modules_are_in_a_cell_and_the_quiet_zone_is_whole() -> None:
    found = modules([[(sign, True) for sign in row] for row in qr_code(LINK)])
    assert found[: len(MODULES)] == MODULES
    assert not any(map(any, found[len(MODULES) :]))
    assert len(MODULES) <= WIDEST


@pytest.mark.quick
@pytest.mark.parametrize(
    "link", ["", "http://127.0.0.1:7480/#K7M2QX9RTA", "http://[::1]:7480/", "http://[/", f"https://{'x' * 200}.org/"]
)
def test_a_link_that_no_phone_can_open_has_no_code(link: str) -> None:
    assert qr_code(link) == ()


def drawn(panel: Static) -> list[list[tuple[str, bool]]]:
    """The cells of the code in a panel, each with its character and whether its colours are right."""
    left, rows = (panel.size.width - len(MODULES)) // 2, []
    for y in range(panel.size.height):
        cells = [
            (sign, (Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)) == (BLACK, WHITE))
            for text, style, _ in panel.render_line(y)
            for sign in text
            if style is not None and style.color is not None and style.bgcolor is not None
        ]
        if any(is_right for _, is_right in cells):
            rows.append(cells[left : left + len(MODULES)])
    return rows


BLACK, WHITE = Color(0, 0, 0), Color(255, 255, 255)


async def test_the_lobby_shows_it_dark_on_light_in_every_theme_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Hosting, "page", "")
    monkeypatch.setattr(lobby, "LOOKS", 0.01)
    async with hosting() as (seated, _, elsewhere):
        screen = seated.here
        assert isinstance(screen, LobbyScreen)
        panel = screen.query_one("#page-code", Static)
        await seated.pilot.resize_terminal(120, 40)
        assert not panel.display
        elsewhere.page = LINK
        await seated.until(lambda: panel.display, "the code")
        for theme in seated.app.available_themes:
            seated.app.theme = theme
            await seated.pilot.pause()
            assert modules(drawn(panel))[: len(MODULES)] == MODULES
        for size in ((120, 24), (119, 40), (80, 24), (60, 18)):
            await seated.pilot.resize_terminal(*size)
            assert panel.display is (size == (120, 24))
        await seated.pilot.resize_terminal(120, 40)
        with monkeypatch.context() as plain:
            plain.setattr(lobby, "glyphs", lambda: PLAIN)
            screen.show_company()
            assert not panel.display, "plain letters draw none"
        screen.show_company()
        assert panel.display
        elsewhere.page = ""
        await seated.until(lambda: not panel.display, "no code without a page")


@pytest.mark.quick
def test_an_install_without_segno_draws_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    qr_code.cache_clear()
    assert qr_code(LINK) == ()
    qr_code.cache_clear()


@pytest.mark.quick
def test_the_command_prints_it_on_a_terminal_that_has_the_room_the_colours_and_the_characters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "", "NO_COLOR": ""}
    for columns, lines, on_terminal, more in (
        (80, 24, True, {}),
        (37, 24, True, {}),
        (80, 23, True, {}),
        (80, 24, False, {}),
        (80, 24, True, {"NO_COLOR": "1"}),
        (80, 24, True, {"LC_ALL": "C"}),
        (80, 24, True, {"TERM": "linux"}),
    ):
        for name, value in (usual | more).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(browser, "on_terminal", lambda shown=on_terminal: shown)
        monkeypatch.setattr(browser, "get_terminal_size", lambda size=(columns, lines): os.terminal_size(size))
        browser._show_code(LINK)
        printed = capsys.readouterr().out
        is_usual = (columns, lines, on_terminal, more) == (80, 24, True, {})
        assert printed == ("".join(f"{DARK_ON_LIGHT}{row}{ENDS}\n" for row in qr_code(LINK)) if is_usual else "")
