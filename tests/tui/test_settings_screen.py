"""The settings as people change them, by keys alone and by the mouse alone, and all that follows them.

What an answer changes is tested in ``tests/forms/test_settings_form.py``.
"""

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from clockspades.engine.session import AnySession
from clockspades.games.clockwork.clockwork_rules import matches
from clockspades.routes import SetupRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.settings import FILE, TABLE, LoadedSettings, Settings, settings_path
from clockspades.saved.settings import load as load_settings
from clockspades.saved.settings import save as save_settings
from clockspades.tui.screens.settings_screen import SettingsScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import Flyer
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.scroller import Scroller
from tests.tui.layout import SIZES, faults, whole_at
from tests.tui.seated import GAME, Seated, Watched, at_table, game_where, opened


def taking(session: AnySession) -> bool:
    """Whether Ana must take one of three spades."""
    return session.to_act == 0 and not matches(session.state) and len(session.state.window) == 3


def playing(session: AnySession) -> bool:
    """Whether Ana must play, with many cards on the table."""
    return session.to_act == 0 and bool(matches(session.state)) and session.last > 12


def choice(seated: Seated, key: str) -> Choice:
    return seated.app.screen.query_one(f"#{key}", Choice)


def about(seated: Seated) -> str:
    """What is said below the rows."""
    return " ".join(str(seated.app.screen.query_one("#about").render()).split())


async def open_settings(seated: Seated) -> None:
    await seated.press("f2")
    await stand_open(seated)


async def stand_open(seated: Seated) -> None:
    """Wait until the settings can be clicked."""

    def is_open() -> bool:
        focused = seated.app.focused
        return isinstance(seated.app.screen, SettingsScreen) and focused is not None and bool(focused.region.area)

    await seated.until(is_open, "the settings")


# -- the screen --------------------------------------------------------------------------------------------


async def test_the_row_in_focus_is_explained_and_its_value_holds_at_once(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[bool] = []
    monkeypatch.setattr(Watched, "bell", lambda _: rung.append(True))
    monkeypatch.setenv("LOGNAME", "carla")
    async with opened(archive, TitleRoute(), (120, 40)) as seated:
        await seated.press("f2", "f2", "f2", "s")
        await stand_open(seated)
        assert len(seated.app.screen_stack) == 2, "they are opened once"
        assert all(setting.title in seated.text for setting in TABLE[:-1] if setting.key != "faces")
        assert about(seated) == "The colours of the table. Green cloth and ivory cards."
        for key, theme in (("left", "sixteen"), ("space", "baize"), ("right", "midnight")):
            await seated.press(key)
            assert seated.app.settings.theme == theme
        assert "dark blue room" in about(seated)
        await seated.press("up")
        assert about(seated).endswith("As 7♥.")
        await seated.press("down", "down")
        assert "Clubs and spades are black" in about(seated)
        choice(seated, "sound").focus()
        await seated.press("right")
        assert rung == [True]
        await seated.press("right")
        assert rung == [True]
        # a name is typed, and what cannot be one is said and not kept
        name = seated.app.screen.query_one("#name", Input)
        name.focus()
        await seated.pilot.pause()
        assert "Carla" in seated.text
        await seated.press(*"q 4")
        assert seated.app.settings == Settings(theme="midnight", name="q 4")
        for text, words, is_wrong in (("A\u200bB", "cannot be shown", True), ("q4", "login name", False)):
            name.value = text
            await seated.pilot.pause()
            assert words in about(seated)
            assert seated.app.screen.query_one("#about").has_class("-wrong") == is_wrong
            assert seated.app.settings.name == ("q 4" if is_wrong else "q4")
        await seated.press("enter")
        await seated.shows(TitleScreen)
        assert load_settings().settings == Settings(theme="midnight", name="q4")
        seated.app.open(SetupRoute(GAME.name))
        await seated.until(lambda: bool(seated.app.screen.query("#name-0")), "the form")
        assert seated.app.screen.query_one("#name-0", Input).value == "q4"


async def test_closing_and_leaving_keep_what_was_changed_and_write_nothing_else(archive: Archive, home: Path) -> None:
    async with opened(archive, TitleRoute()) as seated:
        for key in ("q", "f2"):
            await open_settings(seated)
            await seated.press(key)
            await seated.shows(TitleScreen)
        assert not settings_path().exists()
        home.write_text("a file in the place of the directory")
        await open_settings(seated)
        await seated.press("right", "escape")
        await seated.until(lambda: bool(seated.said), "the report")
        assert str(home / FILE) in seated.said[0]
        assert seated.app.theme == "midnight", "it holds all the same"
        home.unlink()
        await seated.press("f4")
        save_settings(Settings(theme="paper", four_colour=True), Settings())
        await open_settings(seated)
        await seated.press("down", "right", "down", "right", "escape")
        await seated.shows(TitleScreen)
        kept = Settings(theme="paper", card_size="medium")
        assert load_settings() == LoadedSettings(kept), "what another program set meanwhile stays"
        await open_settings(seated)
        choice(seated, "sound").focus()
        await seated.press("right")
        assert load_settings().settings == kept
        await seated.press("ctrl+q")
        await seated.until(lambda: not seated.app.is_running, "the end")
    assert load_settings().settings == kept._replace(sound=True)


async def test_the_mouse_alone_changes_and_closes(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        item = next(item for item in seated.app.screen.query(MenuItem) if "Settings" in str(item.render()))
        await seated.click(item.region)
        await stand_open(seated)
        places = {label.strip(): (start, label) for _, start, label in choice(seated, "animation")._places()}
        start, label = places["quick"]
        where = choice(seated, "animation").region
        await seated.pilot.click(offset=(where.x + start + len(label) // 2, where.y))
        assert seated.app.settings.animation == "quick"
        assert seated.app.focused is choice(seated, "animation")
        await seated.click_key("close")
        await seated.shows(TitleScreen)
        assert load_settings().settings == Settings(animation="quick")
        await open_settings(seated)
        await seated.pilot.click(offset=(1, 1))
        await seated.shows(TitleScreen)


async def test_it_opens_with_what_is_in_use_and_fits_every_size(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    loaded = LoadedSettings(Settings(animation="off"), complaint="The file is [b]broken.")
    async with opened(archive, TitleRoute(), loaded=loaded) as seated:
        await seated.until(lambda: loaded.complaint in seated.text, "the report")
        seated.app.change_settings(animation="full")
        assert seated.app.animation_level == "none", "the environment lets nothing move"
        for key, on in (("f4", True), ("4", False)):
            await seated.press(key)
            assert seated.app.settings.four_colour is on, key
            assert seated.app.has_class("-four-colour") is on, key
        seated.app.theme = "sixteen"  # as on_ready has it in a terminal of sixteen colours
        await open_settings(seated)
        panel, rows = seated.app.screen.query_one(".panel"), seated.app.screen.query_one(Scroller)
        assert str(panel.border_subtitle) == f"Keys: {settings_path()}"
        await seated.press("f4")
        assert choice(seated, "four_colour").chosen == 1
        assert seated.app.settings.four_colour
        assert choice(seated, "theme").labels[choice(seated, "theme").chosen] == "sixteen"
        assert "The sixteen colours of your terminal" in about(seated)
        await seated.press("right")
        await seated.until(lambda: seated.app.theme == "baize", "the theme that was set all the time")
        assert "Green cloth" in about(seated)
        await seated.press("left")
        assert (seated.app.theme, seated.app.settings.theme) == ("sixteen", "sixteen")
        choice(seated, "forced_plays").focus()  # which has the longest sentence
        await seated.press("right")
        for size in (SIZES[1], SIZES[0], SIZES[3]):
            await whole_at(seated, [size])
            assert rows.max_scroll_y <= {SIZES[0]: 3, SIZES[1]: 1}.get(size, 2), size
            left, right = panel.region.x, size[0] - panel.region.right
            assert right == 0 if size[0] >= 120 else abs(left - right) <= 1, size
            for _ in TABLE:
                await seated.press("down")
                said = " ".join(seated.text.translate(str.maketrans("│▁▇▆", "    ")).split())
                assert about(seated) in said, size
        await seated.press("escape")
        seated.app.is_guest = True
        await open_settings(seated)
        assert not seated.app.screen.query_one(".panel").border_subtitle, "the folder is the host's"


# -- what follows them -------------------------------------------------------------------------------------


async def test_a_table_is_changed_at_once_also_behind_the_settings() -> None:
    async with at_table(game_where(playing), (120, 40), settings=Settings(card_size="largest")) as seated:
        await seated.pilot.pause()
        assert tuple(seated.dial.layout_now.card) == tuple(seated.hand.place(0).size) == (9, 7)
        assert seated.hand.region.height <= 8
        assert faults(seated.screen) == []
        diamond = seated.app.get_css_variables()["text-hearts"]
        before, black = inks(seated, "♦"), inks(seated, "♠")
        assert diamond in before
        await seated.press("4")
        assert not seated.app.settings.four_colour
        await seated.press("f4")
        await seated.until(lambda: not inks(seated, "♦") & before, "diamonds in another ink everywhere")
        assert not inks(seated, "♥") & before
        assert inks(seated, "♠") == black
        await seated.press("f4")
        await seated.until(lambda: inks(seated, "♦") == before, "diamonds as they were")
        await open_settings(seated)
        await seated.press("left", "left", "left")
        assert seated.app.theme == "paper"
        await seated.until(lambda: seated.screen.styles.background.hex == "#E8E1D1", "paper under the table")
        choice(seated, "card_size").focus()
        for size in ((7, 5), (5, 3)):
            await seated.press("right")
            await seated.until(lambda: tuple(seated.dial.layout_now.card) == size, f"cards of {size}")  # noqa: B023
        assert tuple(seated.app.screen.query_one("#sample", CardRow).place(0).size) == (5, 3)
        log = seated.screen.query_one("#log")
        await seated.until(lambda: not log.visible, "the table without its words, which would be cut")
        assert seated.dial.visible
        await seated.press("escape")
        await seated.until(lambda: log.visible, "the words")
        await seated.until(lambda: tuple(seated.hand.place(0).size) == (5, 3), "a hand of small cards")


def inks(seated: Seated, sign: str) -> set[str]:
    """The colours in which a sign is on the screen."""
    found = set()
    for strip in seated.app.screen._compositor.render_strips():
        for segment in strip:
            if sign in segment.text and segment.style is not None and segment.style.color is not None:
                found.add(segment.style.color.get_truecolor().hex)
    return found


async def test_quick_movement_takes_half_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[float] = []

    def hear(*_: Any, duration: float, **__: Any) -> None:
        heard.append(duration)

    monkeypatch.setattr(Flyer, "animate", hear)
    monkeypatch.setattr(Dial, "animate", hear)
    durations = []
    for settings in (Settings(bot_pace="calm"), Settings(bot_pace="calm", animation="quick")):
        heard.clear()
        async with at_table(game_where(taking), moving=True, settings=settings) as seated:
            await seated.press("1")
            await seated.until(lambda: len(heard) >= 3, "movements")
        durations.append(heard[:3])
    assert durations[1] == [duration / 2 for duration in durations[0]]
