"""The setup screen: the form by keys alone and by the mouse alone, how it looks, and what begins.

What the form decides is tested in ``tests/forms/test_setup_form.py``.
"""

from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from textual import events
from textual.geometry import Region
from textual.widgets import Input, Static

from clockspades.daily.daily import begin as begin_daily
from clockspades.daily.daily import deal_of, played, utc_today
from clockspades.engine.game import AnyGame
from clockspades.engine.options import Options
from clockspades.engine.seating import LONGEST_NAME
from clockspades.engine.share import KEY, write_code
from clockspades.forms.setup_form import NUMBER
from clockspades.games.catalogue import GAMES, find_game
from clockspades.routes import SetupRoute
from clockspades.saved.archive import LOOKS_AHEAD, Archive, Earlier
from clockspades.saved.log import load
from clockspades.saved.series import new_series, series_of
from clockspades.saved.setup_choices import Choices, recall, remember
from clockspades.tui.screens.friends import FriendsScreen
from clockspades.tui.screens.picker import PickerScreen
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.banner import Banner
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FormRow
from tests.tui.layout import SIZES, faults, whole_at
from tests.tui.seated import ANA, BEN, GAME, PATIENCE, TICK, Seated, opened

CLOGS, SPADES = GAMES[3:]


@pytest.fixture(autouse=True)
def carla(monkeypatch: pytest.MonkeyPatch) -> None:
    """The person at the keyboard."""
    monkeypatch.setenv("LOGNAME", "carla")


class Form:
    """Somebody who fills in the form."""

    def __init__(self, seated: Seated) -> None:
        self.seated = seated

    def choice(self, id: str) -> Choice:
        return self.seated.app.screen.query_one(f"#{id}", Choice)

    def name(self, number: int) -> Input:
        return self.seated.app.screen.query_one(f"#name-{number}", Input)

    def chosen(self, id: str) -> str:
        choice = self.choice(id)
        return choice.labels[choice.chosen]

    def note(self, id: str) -> str:
        """What stands below an answer."""
        answer = self.seated.app.screen.query_one(f"#{id}")
        row = next(node for node in answer.ancestors if isinstance(node, FormRow))
        return str(row.query_one(".note").render()).strip()

    async def press(self, *keys: str) -> None:
        await self.seated.press(*keys)

    async def go_to(self, id: str) -> None:
        """Come to a row with the arrow keys alone."""
        for _ in range(8):
            if self.seated.app.focused is not None and self.seated.app.focused.id == id:
                return
            await self.press("down")
        raise AssertionError(f"the arrows do not lead to {id}")

    async def begun(self) -> Any:
        """The game that is begun."""
        app = self.seated.app
        await self.seated.until(
            lambda: any(isinstance(screen, TableScreen) for screen in app.screen_stack), "the table"
        )
        return self.seated.session


async def form(seated: Seated) -> Form:
    """The form, when it can be filled in."""
    await seated.until(lambda: isinstance(seated.app.screen, SetupScreen) and bool(seated.app.focused), "the setup")
    return Form(seated)


async def test_everything_is_chosen_with_keys_alone(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await filled.press("left", "down", *"Ben")
        await filled.press("up", "up", *"Ana")
        await filled.go_to("option-rules")
        await filled.press("right")
        await filled.go_to("option-first")
        await filled.press("left", "left")
        assert filled.chosen("option-first") == "Ben"
        await filled.go_to("series")
        await filled.press("right")
        assert filled.note("series").startswith("2 wins decide it")
        await filled.press("enter")
        session = await filled.begun()
        assert (session.seats, session.options) == ((ANA, BEN), {"rules": "gamerules", "first": 1})
        assert series_of(session) == new_series(2, 3)
        saved = load(archive.entries()[0].path, find_game)
        assert (saved.header.seats, saved.session.last) == (session.seats, 1)
    assert recall(GAME) == Choices((ANA, BEN), {"rules": "gamerules", "first": 1}, best_of=3)


async def test_everything_is_chosen_with_the_mouse_alone(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await seated.click(Region(*filled.choice("kind-1").region.offset, 3, 1))  # it shows one level at a time
        assert filled.chosen("kind-1") == "random"
        for row, words in (("option-rules", "gamerules.com"), ("option-first", "Opponent")):
            await click_value(filled, row, words)
            assert filled.chosen(row) == words
        await seated.click(filled.name(1).region)
        assert seated.app.focused is filled.name(1)
        await seated.click(seated.app.screen.query_one("#deal").region)
        session = await filled.begun()
        assert [seat.kind for seat in session.seats] == ["human", "bot:random"]
        assert session.options == {"rules": "gamerules", "first": 1}


async def click_value(filled: Form, row: str, words: str) -> None:
    choice = filled.choice(row)
    start, text = next((at, text) for number, at, text in choice._places() if choice.labels[number] == words)
    await filled.seated.click(Region(choice.region.x + start, choice.region.y, len(text), 1))


async def test_escape_goes_back_to_the_game_in_the_list_and_then_to_where_the_list_came_from(archive: Archive) -> None:
    cutthroat = SPADES.presets[1]
    for hosts, before in ((True, FriendsScreen), (False, TitleScreen)):
        async with opened(archive, SetupRoute("spades", cutthroat, hosts=hosts)) as seated:
            await form(seated)
            await seated.press("escape")
            await seated.shows(PickerScreen)
            await seated.until(lambda: f"▸ 7  {cutthroat.title}" in seated.text, "the game")
            await seated.press("escape")
            await seated.shows(before)
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        await form(seated)
        await seated.press("escape")
        await seated.shows(TitleScreen)


async def test_nothing_moves_as_another_value_is_chosen(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        for size in (SIZES[0], SIZES[-1]):
            await seated.pilot.resize_terminal(*size)
            await seated.rest()
            places = [row.region for row in seated.app.screen.query(FormRow)]
            for row in ("kind-1", "option-rules", "option-first"):
                await go_to(filled, row)
                for _ in filled.choice(row).labels:
                    await filled.press("right")
                    assert [row.region for row in seated.app.screen.query(FormRow)] == places


async def test_a_lot_is_drawn_before_the_game(archive: Archive) -> None:
    remember(GAME, Choices((ANA, TICK), {"rules": "pagat", "first": 0}, frozenset({"first"})))
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        seated.app.rng.seed(next(seed for seed in range(99) if Random(seed).randrange(2)))
        filled = await form(seated)
        assert filled.chosen("option-first") == "random"
        await filled.press("enter")
        assert (await filled.begun()).options["first"] == 1
    assert recall(GAME).by_lot == {"first"}


async def test_a_name_that_cannot_be_is_said_below_it(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name), (100, 30)) as seated:
        filled = await form(seated)
        await filled.press("left", "down", "backspace")
        assert filled.note("name-1") == "A name cannot be empty."
        assert seated.app.screen.query(".note.-wrong")
        await filled.go_to("kind-1")
        await filled.press("enter")
        assert isinstance(seated.app.screen, SetupScreen)
        assert seated.app.focused is filled.name(1)
        await filled.press(*"Eve")
        assert not seated.app.screen.query(".note.-wrong")


async def test_where_no_game_can_be_kept_that_is_said_and_the_form_stays(home: Path) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file where the directory should be")
    archive = Archive(find_game)
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await filled.press("down", *"Dot", "enter")
        assert isinstance(seated.app.screen, SetupScreen)
        assert filled.name(1).value == "Dot"
        assert len(seated.said) == 1
        assert str(archive.directory) in seated.said[0]


# -- long forms --------------------------------------------------------------------------------------------


async def go_to(filled: Form, id: str) -> None:
    """Come to an answer at once, however many there are."""
    filled.seated.app.screen.query_one(f"#{id}").focus()
    await filled.seated.pilot.pause()


def columns(filled: Form) -> set[int]:
    """Where the labels of the rows begin."""
    return {row.content_region.x for row in filled.seated.app.screen.query(FormRow) if row.display}


def shown(filled: Form) -> list[str]:
    """The labels of the rows."""
    rows = filled.seated.app.screen.query(FormRow)
    return [str(row.query_one(".label", Static).render()) for row in rows if row.display]


async def test_more_is_shown_with_keys_and_with_the_mouse(archive: Archive) -> None:
    async with opened(archive, SetupRoute("spades")) as seated:
        filled = await form(seated)
        few = shown(filled)
        assert few == ["You", "Player 2", "Partner", "Player 4", "Target", "More"]
        await go_to(filled, "option-target")
        await filled.press("down", "down", "right", "down", "right")
        assert filled.chosen("option-mode") == "Cutthroat"
        preset = SPADES.presets[1]
        assert seated.app.screen.query_one(Banner).lines[0].text == preset.title
        assert str(seated.app.screen.query_one("#summary", Static).render()) == preset.summary
        assert shown(filled)[-2:] == ["Series", "Deal"]
        await click_value(filled, "more", "hidden")
        assert shown(filled)[-1] == "More"
        await click_value(filled, "more", "shown")
        await go_to(filled, "code")
        await filled.press("!")
        await click_value(filled, "more", "hidden")
        await filled.press("enter")
        assert seated.app.focused is seated.app.screen.query_one("#code")
        await filled.press("backspace", "enter")
        assert (await filled.begun()).options["mode"] == "cutthroat"


async def test_the_longest_form_is_whole_in_a_large_window(archive: Archive) -> None:
    async with opened(archive, SetupRoute("spades"), (120, 40)) as seated:
        filled = await form(seated)
        await go_to(filled, "more")
        await filled.press("right", "up")
        button = seated.app.screen.query_one("#deal")
        assert seated.app.focused is button
        assert seated.app.screen.get_widget_at(*button.region.offset)[0] is button
        field, kind = filled.name(3), filled.choice("kind-3")
        assert field.region.y == kind.region.y, "a name stands beside who sits there"


@pytest.mark.parametrize("game", [CLOGS, SPADES], ids=["clogs", "spades"])
async def test_every_option_says_in_a_line_what_it_does(archive: Archive, game: AnyGame) -> None:
    async with opened(archive, SetupRoute(game.name)) as seated:
        filled = await form(seated)
        for size in (SIZES[0], SIZES[3]):
            await seated.pilot.resize_terminal(*size)
            for more in ("shown", "hidden"):
                await go_to(filled, "more")
                while filled.chosen("more") != more:
                    await filled.press("right")
                assert faults(seated.app.screen) == [], (size, more)
                assert len(columns(filled)) == 1, "all labels stand in one column"
                for option in game.options if more == "shown" else ():
                    await go_to(filled, f"option-{option.key}")
                    assert filled.note(f"option-{option.key}").endswith("."), size
                    assert faults(seated.app.screen) == [], (option.key, size)


async def test_a_target_is_typed_and_changed_by_steps_and_with_the_mouse(archive: Archive) -> None:
    async with opened(archive, SetupRoute("spades"), (100, 30)) as seated:
        filled = await form(seated)
        await go_to(filled, "option-target")
        for keys, target in (
            ("right", 510),
            ("left left left", 480),
            ("1 3 7", 137),
            ("right", 140),
            ("1 3", 140),
            ("0 0", 130),
            ("backspace backspace 9 9", 199),
            ("1 2", 199),
            ("up down 1 0 0 0 right", 1000),
            ("5 0 left", 50),
        ):
            await filled.press(*keys.split())
            assert filled.chosen("option-target") == str(target), keys
        for x, target in ((7, 60), (7, 70), (0, 60), (4, 60)):
            await seated.pilot.click(filled.choice("option-target"), offset=(x, 0))
            assert filled.chosen("option-target") == str(target)
        await filled.press("enter")
        assert (await filled.begun()).options["target"] == 60


# -- a certain deal ----------------------------------------------------------------------------------------


OTHER_CODE = write_code(GAME, {"rules": "gamerules", "first": 1}, 42)
CLOGS_CODE = write_code(CLOGS, CLOGS.configure({"players": 3}), 7)


class SlowSearch:
    """An archive's search for earlier games that goes on until it may end."""

    def __init__(self, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_end, self._search, self.begun = Event(), archive.earlier, 0
        monkeypatch.setattr(archive, "earlier", self)

    def __call__(self, game: AnyGame, options: Options, number: int) -> Earlier | None:
        self.begun += 1
        assert self.may_end.wait(PATIENCE), "the test has waited for the search"
        return self._search(game, options, number)


async def test_typing_does_not_wait_for_saved_games_but_the_game_does(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.begin(GAME, GAME.configure({}), (ANA, TICK), Random(1), number=12345678).close()
    search = SlowSearch(archive, monkeypatch)
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        filled = await form(seated)
        await filled.press(*"12345678", "enter", "enter")
        assert seated.app.screen.query_one("#code", Input).value == "12345678"
        assert filled.note("code") == NUMBER
        search.may_end.set()
        told = "You have already played this deal today: it does not count. Press Enter again to play it."
        await seated.until(lambda: filled.note("code") == told, "the announcement")
        assert isinstance(seated.app.screen, SetupScreen)
        assert search.begun < 8, "searches for deals that are typed over are not begun"
        await filled.press("enter")
        assert (await filled.begun()).is_repeat


async def test_what_it_costs_to_look_at_a_deal_of_the_day_can_be_read(archive: Archive) -> None:
    german_clock = GAMES[2]
    deal = deal_of(utc_today(), german_clock, german_clock.presets[0])
    begin_daily(archive, deal, ANA, Random()).close()
    async with opened(archive, SetupRoute("clock", code=str(deal.number))) as seated:
        filled = await form(seated)
        await filled.press("enter")
        for size in SIZES:
            await seated.pilot.resize_terminal(*size)
            await seated.until(lambda: "to play it." in seated.text, "the end of the sentence")
        assert filled.note("code") == f"{LOOKS_AHEAD} Press Enter again to play it."
        await filled.press("enter")
        await filled.begun()
    (found,) = played(archive).values()
    assert found.why_not == "practice"


async def test_a_code_of_another_game_leads_to_its_setup(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        filled = await form(seated)
        await filled.press(*OTHER_CODE)
        assert (filled.chosen("option-rules"), filled.chosen("option-first")) == ("gamerules.com", "Opponent")
        await filled.press(*["backspace"] * len(OTHER_CODE), *CLOGS_CODE)
        assert filled.note("code") == "This code deals Clogs. Press Enter to set that up."
        first = seated.app.screen
        await filled.press("enter")
        await seated.until(lambda: seated.app.screen is not first and bool(seated.app.focused), "the other setup")
        assert filled.chosen("option-players") == "3"
        await filled.press("enter")
        session = await filled.begun()
        assert (session.game.name, session.options["players"]) == ("clogs", 3)
    assert load(archive.entries()[0].path, find_game).header.extra[KEY] == CLOGS_CODE


async def test_a_name_is_data_without_blanks_around_it_and_of_forty_characters_at_most(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name), (120, 40)) as seated:
        filled = await form(seated)
        await filled.press("down", *"[b]Ben[/]")
        assert "▸ You ◂   [b]Ben[/]" in seated.text
        await filled.press("home", "space")
        filled.name(1).post_message(events.Paste("x" * 39))
        await filled.press("y", "enter")
        room = LONGEST_NAME - len(" [b]Ben[/]")
        assert (await filled.begun()).seats[1].name == "x" * room + "[b]Ben[/]"


async def test_no_form_scrolls_but_the_smallest_with_a_complaint(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        for size in SIZES[::-1]:
            await whole_at(seated, [size])
            assert len(columns(filled)) == 1, size
            await seated.until(lambda: not seated.app.screen.query_one("#form").max_scroll_y, "all of the form")
        await filled.press("down", *"carla")
        assert faults(seated.app.screen) == []
        await filled.go_to("deal")
        assert "Deal the cards" in seated.text
