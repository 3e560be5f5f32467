"""The setup screen: the form by keys alone and by the mouse alone, how it looks, and what begins.

What the form decides is tested in ``tests/forms/test_setup_form.py``.
"""

from random import Random
from threading import Event
from typing import Any

import pytest
from textual import events
from textual.geometry import Region
from textual.widgets import Input, Static

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.options import Options
from clockspades.engine.seating import LONGEST_NAME
from clockspades.engine.share import KEY, write_code
from clockspades.forms.setup_form import NUMBER, OWN
from clockspades.games.catalogue import GAMES, find_game
from clockspades.routes import PickerRoute, Route, SetupRoute, TitleRoute
from clockspades.saved.archive import Archive, Earlier
from clockspades.saved.log import load
from clockspades.saved.series import new_series, series_before
from clockspades.saved.setup_choices import SetupChoices, recall
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.widgets.banner import Banner
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FormRow
from tests.tui.layout import SIZES, faults
from tests.tui.seated import ANA, BEN, GAME, PATIENCE, TICK, Seated, opened

CLOGS, SPADES = GAMES[3:]


@pytest.fixture(autouse=True)
def carla(monkeypatch: pytest.MonkeyPatch) -> None:
    """The person at the keyboard."""
    monkeypatch.setenv("LOGNAME", "carla")


class Form:
    """Somebody who fills in the form."""

    def __init__(self, seated: Seated) -> None:
        self.seated, self.press = seated, seated.press

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

    @property
    def rows(self) -> list[FormRow]:
        """The rows that are shown."""
        return [row for row in self.seated.app.screen.query(FormRow) if row.display]

    @property
    def labels(self) -> list[str]:
        return [str(row.query_one(".label", Static).render()) for row in self.rows]

    async def go_to(self, id: str) -> None:
        """Come to a row with the arrow keys alone."""
        for _ in range(20):
            if self.seated.app.focused is not None and self.seated.app.focused.id == id:
                return
            await self.press("down")
        raise AssertionError(f"the arrows do not lead to {id}")

    async def click(self, row: str, words: str) -> None:
        """Click a value."""
        choice = self.choice(row)
        start, text = next((at, text) for number, at, text in choice._places() if choice.labels[number] == words)
        await self.seated.click(Region(choice.region.x + start, choice.region.y, len(text), 1))
        assert self.chosen(row) == words

    async def paste(self, text: str) -> None:
        """Paste a text as a terminal does."""
        self.seated.app.post_message(events.Paste(text))
        await self.seated.pilot.pause()

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
        assert filled.chosen("option-first") == "random", "by the rules of gamerules lots are drawn"
        await filled.press("left")
        assert filled.chosen("option-first") == "Ben"
        await filled.go_to("series")
        await filled.press("right")
        assert filled.note("series").startswith("2 wins decide it")
        await filled.press("enter")
        session = await filled.begun()
        assert (session.seats, session.options) == ((ANA, BEN), {"rules": "gamerules", "first": 1})
        assert series_before(session.header) == new_series(2, 3)
        saved = load(archive.entries()[0].path, find_game)
        assert (saved.header.seats, saved.session.last) == (session.seats, 1)
    assert recall(GAME) == SetupChoices((ANA, BEN), {"rules": "gamerules", "first": 1}, best_of=3)


async def test_everything_is_chosen_with_the_mouse_but_a_name_which_is_data_and_of_forty_characters_at_most(
    archive: Archive,
) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        x, y = filled.choice("kind-1").region.offset  # it shows one level at a time, between arrows
        for column, level in ((5, "Easy"), (0, "Strong"), (3, "Easy")):
            await seated.click(Region(x + column, y, 1, 1))
            assert filled.chosen("kind-1") == level
        await filled.click("option-rules", "gamerules.com")
        await filled.click("option-first", "Opponent")
        await filled.click("option-first", "random")
        field = filled.name(1)
        await seated.click(field.region)
        assert seated.app.focused is field
        await filled.paste("\n\n  [b]\tBen[/]\x07\nand more")
        assert field.value == "[b]Ben[/]"
        assert "  You     [b]Ben[/]   ▸ random ◂" in seated.text
        field.select_all()
        await filled.paste("می\u200cخواهم 👩\u200d🚀")
        seated.app.post_message(events.Key("zero_width_joiner", "\u200d"))
        await filled.paste("👧")
        assert field.value == "می\u200cخواهم 👩\u200d🚀\u200d👧"
        field.select_all()
        await filled.paste("[b]Ben[/]")
        await filled.press("home", "space")
        await filled.paste("x" * 39)
        await filled.press("y")
        seated.app.rng.seed(next(seed for seed in range(99) if Random(seed).randrange(2)))
        await seated.click(seated.app.screen.query_one("#deal").region)
        session = await filled.begun()
        room = LONGEST_NAME - len(" [b]Ben[/]")
        assert session.seats[1] == Seat("x" * room + "[b]Ben[/]", "bot:random"), "blanks around a name are left out"
        assert session.options == {"rules": "gamerules", "first": 1}, "a lot was drawn"
    assert recall(GAME).by_lot == {"first"}


async def test_escape_goes_back_to_the_game_in_the_list_or_to_the_title(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = GAMES[1]
    left: list[Route] = []
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        for route, back in (
            (None, TitleRoute()),
            (SetupRoute(clock.name, clock.presets[1]), PickerRoute(title=clock.presets[1].title)),
            (SetupRoute(GAME.name, hosts="ws://a"), PickerRoute("ws://a", GAME.presets[0].title)),
        ):
            if route is not None:
                seated.app.open(route)
            await form(seated)
            with monkeypatch.context() as patched:
                patched.setattr(seated.app, "open", left.append)
                await seated.press("escape")
            assert left.pop() == back


async def test_no_form_scrolls_or_moves_but_the_smallest_with_a_complaint(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        for size in SIZES[::-1]:
            await seated.pilot.resize_terminal(*size)
            await seated.until(lambda: not seated.app.screen.query_one("#form").max_scroll_y, "all of the form")
            places = [row.content_region for row in filled.rows]
            assert len({place.x for place in places}) == 1, "all labels stand in one column"
            for row in ("kind-1", "option-rules", "option-first") if size in (SIZES[0], SIZES[-1]) else ():
                for _ in filled.choice(row).labels:
                    filled.choice(row).step(1)
                    await seated.pilot.pause()
                    assert [row.content_region for row in filled.rows] == places
        await filled.go_to("kind-1")
        await filled.press("left", "down", *["backspace"] * 6)
        assert filled.note("name-1") == "A name cannot be empty."
        assert faults(seated.app.screen) == []
        assert seated.app.screen.query(".note.-wrong")
        await filled.go_to("deal")
        assert "Deal the cards" in seated.text
        await filled.press("enter")
        assert isinstance(seated.app.screen, SetupScreen)
        assert seated.app.focused is filled.name(1)
        await filled.press(*"Eve")
        assert not seated.app.screen.query(".note.-wrong")


# -- long forms --------------------------------------------------------------------------------------------


async def test_the_longest_form_is_filled_in_with_keys_and_with_the_mouse(archive: Archive) -> None:
    async with opened(archive, SetupRoute("spades"), (120, 40)) as seated:
        filled, screen = await form(seated), seated.app.screen
        assert filled.labels == ["Rules", "You", "Left opponent", "Partner", "Right opponent", "More"]
        assert seated.app.focused is filled.choice("rules")
        field, kind = filled.name(3), filled.choice("kind-3")
        assert field.region.y == kind.region.y, "a name stands beside who sits there"
        await filled.go_to("more")
        await filled.press("right", "up")
        button = screen.query_one("#deal")
        assert seated.app.focused is button
        assert screen.get_widget_at(*button.region.offset)[0] is button
        await filled.press("down", "down", "right")
        assert filled.chosen("option-mode") == "Cutthroat"
        preset = SPADES.preset(SPADES.configure({"mode": "cutthroat"}))
        assert screen.query_one(Banner).lines[0].text == preset.title
        assert filled.note("rules") == preset.summary
        assert filled.labels[-2:] == ["Series", "Deal"]
        await change_target(filled)
        assert filled.chosen("rules") == OWN
        await filled.click("more", "hidden")
        assert filled.labels[-1] == "More"
        for size in (SIZES[0], SIZES[3]):
            await whole_in_columns(filled, size)
        screen.query_one("#code", Input).focus()
        await filled.press("!")
        filled.choice("more").focus()
        await filled.press("left", "enter")
        assert seated.app.focused is screen.query_one("#code")
        await filled.press("backspace", "enter")
        options = (await filled.begun()).options
        assert (options["mode"], options["target"]) == ("cutthroat", 60)


async def change_target(filled: Form) -> None:
    """Type a target, change it by steps, and with the mouse."""
    for keys, target in (
        ("right", 510),
        ("left left left", 480),
        ("1 3 7", 137),
        ("1 3", 137),
        ("0 0", 130),
        ("backspace backspace 9 9", 199),
        ("2 0 0 0 5 5", 55),
        ("up down 5 0 left", 50),
    ):
        filled.choice("option-target").focus()
        await filled.press(*keys.split())
        assert filled.chosen("option-target") == str(target), keys
    for x, target in ((7, 60), (7, 70), (0, 60), (4, 60)):
        await filled.seated.pilot.click(filled.choice("option-target"), offset=(x, 0))
        assert filled.chosen("option-target") == str(target)


async def whole_in_columns(filled: Form, size: tuple[int, int]) -> None:
    """Nothing is wrong with the form, more of it or less, and all labels stand in one column."""
    await filled.seated.pilot.resize_terminal(*size)
    for more in (0, 1):
        filled.choice("more").chosen = more
        await filled.seated.pilot.pause()
        assert faults(filled.seated.app.screen) == [], (size, more)
        assert len({row.content_region.x for row in filled.rows}) == 1


# -- a certain deal ----------------------------------------------------------------------------------------


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
    async with opened(archive, SetupRoute(GAME.name, code=""), SIZES[0]) as seated:
        filled = await form(seated)
        await filled.press(*"12345678", "enter", "enter")
        assert seated.app.screen.query_one("#code", Input).value == "12345678"
        assert filled.note("code") == NUMBER
        search.may_end.set()
        told = "You have already played this deal today: it does not count. Press Enter again to play it."
        await seated.until(lambda: filled.note("code") == told, "the announcement")
        assert isinstance(seated.app.screen, SetupScreen)
        await seated.until(lambda: "to play it." in seated.text, "the end of the sentence")
        assert search.begun < 8, "searches for deals that are typed over are not begun"
        await filled.press("enter")
        assert (await filled.begun()).standing.is_repeat


async def test_all_of_the_note_on_what_is_typed_stays_in_view_as_rows_above_it_grow(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name, code=""), (80, 24)) as seated:
        await (await form(seated)).paste("K13J-Z9J7-Q8C7")
        for size in ((60, 20), (60, 18), (80, 24), (60, 18)):
            await seated.pilot.resize_terminal(*size)
            await seated.until(lambda: "swapped." in seated.text, "the end of the note")


async def test_a_code_of_another_game_leads_to_its_setup(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        filled = await form(seated)
        await filled.paste(CLOGS_CODE)
        assert filled.note("code") == "This code deals Clogs. Press Enter to set that up."
        first = seated.app.screen
        await filled.press("enter")
        await seated.until(lambda: seated.app.screen is not first and bool(seated.app.focused), "the other setup")
        assert filled.chosen("option-players") == "3"
        await whole_in_columns(filled, SIZES[0])
        await filled.press("enter")
        session = await filled.begun()
        assert (session.game.name, session.options["players"]) == ("clogs", 3)
    assert load(archive.entries()[0].path, find_game).header.extra[KEY] == CLOGS_CODE
