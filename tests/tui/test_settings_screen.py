"""The settings as people change them, by keys alone and by the mouse alone, and all that follows them."""

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from clockspades.engine.session import AnySession
from clockspades.games.clockwork.clockwork_rules import matches
from clockspades.routes import ReplayRoute, SetupRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.settings import FILE, TABLE, LoadedSettings, Settings, settings_path
from clockspades.saved.settings import load as load_settings
from clockspades.saved.settings import save as save_settings
from clockspades.saved.writing import BROKEN
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.settings import SettingsScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import Flyer
from clockspades.tui.widgets.form_row import Form
from clockspades.tui.widgets.menu_item import MenuItem
from tests.tui.layout import SIZES, faults, whole_at
from tests.tui.seated import GAME, Seated, Watched, at_table, game_where, opened

KEYS = [setting.key for setting in TABLE]


def taking(session: AnySession) -> bool:
    """Whether Ana must take one of three spades."""
    return session.to_act == 0 and not matches(session.state) and len(session.state.window) == 3


def playing(session: AnySession) -> bool:
    """Whether Ana must play."""
    return session.to_act == 0 and bool(matches(session.state))


def choice(seated: Seated, key: str) -> Choice:
    return seated.app.screen.query_one(f"#{key}", Choice)


def about(seated: Seated) -> str:
    """What is said below the rows."""
    return " ".join(str(seated.app.screen.query_one("#about").render()).split())


async def open_settings(seated: Seated) -> None:
    await seated.press("f2")
    await stand_open(seated)


def is_open(seated: Seated) -> bool:
    """Whether the settings are there to be clicked."""
    focused = seated.app.focused
    return isinstance(seated.app.screen, SettingsScreen) and focused is not None and bool(focused.region.area)


async def stand_open(seated: Seated) -> None:
    await seated.until(lambda: is_open(seated), "the settings")


async def to_row(seated: Seated, key: str) -> None:
    await seated.press(*["down"] * KEYS.index(key))
    assert seated.app.focused is not None
    assert seated.app.focused.id == key


# -- the screen --------------------------------------------------------------------------------------------


async def test_the_row_in_focus_is_explained_and_its_value_holds_at_once(archive: Archive) -> None:
    async with opened(archive, TitleRoute(), (120, 40)) as seated:
        await seated.press("f2", "f2", "f2", "s")
        await stand_open(seated)
        assert len(seated.app.screen_stack) == 2, "they are opened once"
        assert all(setting.title in seated.text for setting in TABLE)
        assert about(seated) == "The colours of the table. Green cloth and ivory cards."
        for key, theme in (("left", "sixteen"), ("space", "baize"), ("right", "midnight")):
            await seated.press(key)
            assert seated.app.settings.theme == theme
        assert "dark blue room" in about(seated)
        await seated.press("up")
        assert about(seated).endswith("As 7♥.")
        await seated.press("down", "down")
        assert "Clubs and spades are black" in about(seated)


async def test_leaving_from_the_settings_keeps_them_too(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await open_settings(seated)
        await seated.press("right", "ctrl+q")
        await seated.until(lambda: not seated.app.is_running, "the end")
    assert load_settings().settings == Settings(theme="midnight")


async def test_what_another_program_set_meanwhile_stays(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await seated.press("f4")
        save_settings(Settings(theme="paper", four_colour=True), Settings())
        await open_settings(seated)
        await seated.press("down", "right", "down", "right", "escape")
        await seated.shows(TitleScreen)
    assert load_settings() == LoadedSettings(Settings(theme="paper", card_size="medium"))


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


async def test_nothing_is_cut_or_covered(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await open_settings(seated)
        panel = seated.app.screen.query_one(Form)
        for size in SIZES:
            await whole_at(seated, [size])
            assert panel.max_scroll_y <= (size == SIZES[0]), size  # the smallest scrolls by a row
            left, right = panel.region.x, size[0] - panel.region.right
            assert right == 0 if size[0] >= 120 else abs(left - right) <= 1, size
        await to_row(seated, "forced_plays")  # which has the longest sentence
        await seated.press("right")
        await whole_at(seated, SIZES[:2])
        await seated.pilot.resize_terminal(59, 18)
        await seated.until(lambda: "needs 60x18" in seated.text, "the guard")


# -- the file ----------------------------------------------------------------------------------------------


async def test_a_broken_file_is_reported_over_the_first_screen(archive: Archive, home: Path) -> None:
    home.mkdir()
    (home / FILE).write_text("[settings\n")
    kept = load_settings()
    async with opened(archive, TitleRoute(), (120, 40), loaded=kept) as seated:
        await seated.until(lambda: bool(seated.said), "the report")
        assert seated.said == [kept.complaint]
        assert f"{FILE}{BROKEN}" in seated.text


async def test_settings_that_cannot_be_kept_hold_all_the_same(archive: Archive, home: Path) -> None:
    async with opened(archive, TitleRoute()) as seated:
        home.write_text("a file in the place of the directory")
        for _ in range(2):
            await open_settings(seated)
            await seated.press("right", "escape")
            await seated.until(lambda: bool(seated.said), "the report")
            assert len(seated.said) == 1, "the new one takes the place of the old one"
            assert str(home / FILE) in seated.said[0]
        assert seated.app.theme == "walnut"
        await seated.press("p")
        await seated.until(lambda: seated.said == [], "the end of a message with its screen")


# -- colours and sizes -------------------------------------------------------------------------------------


async def test_the_theme_of_a_terminal_of_sixteen_colours_is_named_and_can_be_left(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        seated.app.theme = "sixteen"  # as on_ready has it there
        await open_settings(seated)
        assert choice(seated, "theme").labels[choice(seated, "theme").chosen] == "sixteen"
        assert "The sixteen colours of your terminal" in about(seated)
        await seated.press("right")
        await seated.until(lambda: seated.app.theme == "baize", "the theme that was set all the time")
        assert "Green cloth" in about(seated)
        await seated.press("left")
        assert (seated.app.theme, seated.app.settings.theme) == ("sixteen", "sixteen")


async def test_beside_a_table_no_words_of_it_are_cut() -> None:
    async with at_table(game_where(playing), (200, 60)) as seated:
        log = seated.screen.query_one("#log")
        await open_settings(seated)
        await seated.until(lambda: not log.visible, "the table without its words")
        assert seated.dial.visible
        await seated.press("escape")
        await seated.until(lambda: log.visible, "the words")


async def test_four_colours_in_the_replay(archive: Archive, saved_session: AnySession) -> None:
    saved_session.close()
    loaded = load(archive.entries()[0].path, archive.find_game)
    async with opened(archive, ReplayRoute(loaded)) as seated:
        await seated.shows(ReplayScreen)
        await seated.press("4")
        assert seated.app.settings.four_colour


async def test_four_colours_at_the_table_are_on_every_card_and_in_every_text() -> None:
    session = game_where(lambda session: playing(session) and session.last > 12)
    async with at_table(session, (80, 40)) as seated:
        await seated.pilot.pause()
        diamond = seated.app.get_css_variables()["text-hearts"]
        before = inks(seated, "♦")
        assert diamond in before
        await seated.press("4")
        assert not seated.app.settings.four_colour
        await seated.press("f4")
        await seated.until(lambda: not inks(seated, "♦") & before, "diamonds in another ink everywhere")
        assert inks(seated, "♥") & before
        await seated.press("f4")
        await seated.until(lambda: inks(seated, "♦") == before, "diamonds as they were")


def inks(seated: Seated, sign: str) -> set[str]:
    """The colours in which a sign is on the screen."""
    found = set()
    for strip in seated.app.screen._compositor.render_strips():
        for segment in strip:
            if sign in segment.text and segment.style is not None and segment.style.color is not None:
                found.add(segment.style.color.get_truecolor().hex)
    return found


async def test_cards_are_no_larger_than_they_are_set() -> None:
    async with at_table(game_where(playing), (120, 40), settings=Settings(card_size="largest")) as seated:
        assert tuple(seated.dial.layout_now.card) == tuple(seated.hand.card_size) == (9, 7)
        assert seated.hand.region.height <= 8
        assert faults(seated.screen) == []


# -- movement, and the pace of bots ------------------------------------------------------------------------


async def test_movement_that_is_on_again_moves_no_more_than_the_environment_lets_it(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    async with opened(archive, TitleRoute(), settings=Settings(animation="off")) as seated:
        seated.app.change_settings(animation="full")
        assert seated.app.animation_level == "none"


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
            await seated.press("1", "enter")
            await seated.until(lambda: len(heard) >= 3, "movements")
        durations.append(heard[:3])
    assert durations[1] == [duration / 2 for duration in durations[0]]


# -- names and sound ---------------------------------------------------------------------------------------


async def test_the_bell_is_heard_when_it_is_turned_on(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[bool] = []
    monkeypatch.setattr(Watched, "bell", lambda _: rung.append(True))
    async with opened(archive, TitleRoute()) as seated:
        await open_settings(seated)
        await to_row(seated, "sound")
        await seated.press("right")
        assert rung == [True]
        await seated.press("right")
        assert rung == [True]


async def test_closing_keeps_what_was_changed_and_writes_nothing_else(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        for key in ("escape", "enter", "q", "f2"):
            await open_settings(seated)
            await seated.press(key)
            await seated.shows(TitleScreen)
        assert not settings_path().exists()
        await open_settings(seated)
        await seated.press("right", "down", "right")
        assert not settings_path().exists()
        await seated.press("escape")
        await seated.shows(TitleScreen)
    assert load_settings() == LoadedSettings(Settings(theme="midnight", four_colour=True))


async def test_a_name_is_typed_and_what_cannot_be_one_is_said_and_not_kept(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "carla")
    async with opened(archive, TitleRoute()) as seated:
        await open_settings(seated)
        await to_row(seated, "name")
        assert "Carla" in seated.text
        await seated.press(*"q 4")
        assert seated.app.settings == Settings(name="q 4")
        seated.app.screen.query_one("#name", Input).value = "A\u200bB"
        await seated.until(lambda: "cannot be shown" in about(seated), "a complaint")
        assert seated.app.screen.query_one("#about").has_class("-wrong")
        assert seated.app.settings.name == "q 4"
        seated.app.screen.query_one("#name", Input).value = "q 4"
        await seated.until(lambda: "login name" in about(seated), "the words")
        assert not seated.app.screen.query_one("#about").has_class("-wrong")
        await seated.press("end", "left", "backspace", "enter")
        await seated.shows(TitleScreen)
        assert load_settings().settings == Settings(name="q4")
        seated.app.open(SetupRoute(GAME.name))
        await seated.until(lambda: bool(seated.app.screen.query("#name-0")), "the form")
        assert seated.app.screen.query_one("#name-0", Input).value == "q4"


async def test_the_table_is_changed_at_once_behind_the_settings() -> None:
    async with at_table(game_where(playing), (120, 40)) as seated:
        await open_settings(seated)
        await seated.press("left", "left", "left")
        assert seated.app.theme == "paper"
        await seated.until(lambda: seated.screen.styles.background.hex == "#E8E1D1", "paper under the table")
        await to_row(seated, "card_size")
        for size in ((7, 5), (5, 3)):
            await seated.press("right")
            await seated.until(lambda: tuple(seated.dial.layout_now.card) == size, f"cards of {size}")  # noqa: B023
        assert tuple(seated.app.screen.query_one("#sample", CardRow).card_size) == (5, 3)
        await seated.press("escape")
        await seated.until(lambda: tuple(seated.hand.card_size) == (5, 3), "a hand of small cards")


async def test_four_colours_are_turned_on_and_off_on_the_title_and_in_the_settings(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        for key, on in (("f4", True), ("f4", False), ("4", True), ("4", False)):
            await seated.press(key)
            assert seated.app.settings.four_colour is on, key
            assert seated.app.has_class("-four-colour") is on, key
            assert load_settings().settings.four_colour is on, key
        await open_settings(seated)
        await seated.press("f4")
        assert choice(seated, "four_colour").chosen == 1
        assert seated.app.settings.four_colour
