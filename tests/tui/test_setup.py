"""The setup screen: everything that can be chosen before a game, by keys alone and by the mouse alone."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from textual import events
from textual.geometry import Region
from textual.widgets import Input

from clockspades.daily.daily import begin as begin_daily
from clockspades.daily.daily import deal_of, played, utc_today
from clockspades.engine.characters import BEST_ONES, SEERS
from clockspades.engine.game import SEES_ALL, AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.options import Option, Options
from clockspades.engine.share import EXAMPLE, KEY, generator, write_code
from clockspades.forms.setup_form import NUMBER
from clockspades.games.catalogue import GAMES, find_game
from clockspades.routes import SetupRoute, TitleRoute
from clockspades.saved.archive import LOOKS_AHEAD, Archive, Earlier
from clockspades.saved.log import load
from clockspades.saved.series import new_series, series_of
from clockspades.saved.setup_choices import Choices, recall, remember
from clockspades.tui.screens.help import HelpScreen
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FormRow
from tests.tui.layout import SIZES, faults, whole_at
from tests.tui.seated import ANA, BEN, GAME, PATIENCE, TICK, Seated, opened

BEST = Seat("", "bot:steady")
"""The best bot, which the deal gives a name."""


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

    def _is_table_open(self) -> bool:
        """Whether a table is there, perhaps behind a curtain."""
        return any(isinstance(screen, TableScreen) for screen in self.seated.app.screen_stack)


async def form(seated: Seated) -> Form:
    """The form, when it can be filled in."""
    await seated.until(lambda: isinstance(seated.app.screen, SetupScreen) and bool(seated.app.focused), "the setup")
    return Form(seated)


def test_every_game_says_how_its_bots_play() -> None:
    for game in GAMES:
        assert all(character.words.endswith(".") for character in game.bots.values())


async def test_enter_plays_with_what_is_shown_at_first(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        assert (filled.name(0).value, filled.name(1).value, filled.name(1).placeholder) == ("Carla", "", "like Hora")
        assert [filled.chosen(row) for row in ("kind-1", "option-rules", "option-first")] == [
            "steady",
            "Pagat",
            "Carla",
        ]
        await filled.press("enter")
        session = await filled.begun()
        assert session.seats[0] == Seat("Carla")
        assert (session.seats[1].kind, session.seats[1].name in BEST_ONES) == ("bot:steady", True)
        assert session.options == {"rules": "pagat", "first": 0}
        assert series_of(session) is None
        saved = load(archive.entries()[0].path, find_game)
        assert (saved.header.seats, saved.session.last) == (session.seats, 1)


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
        await filled.press("enter")
        session = await filled.begun()
        assert (session.seats, session.options) == ((ANA, BEN), {"rules": "gamerules", "first": 1})


async def test_everything_is_chosen_with_the_mouse_alone(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await seated.click(Region(*filled.choice("kind-1").region.offset, 3, 1))  # it shows one level at a time
        assert filled.chosen("kind-1") == "random"
        for row, words in (("option-rules", "Game Rules"), ("option-first", "Opponent")):
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


async def test_the_key_line_plays_and_goes_back(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await seated.click_key("change")
        assert filled.chosen("kind-1") == "random"
        await seated.click_key("play")
        assert (await filled.begun()).seats[1].kind == "bot:random"
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        await form(seated)
        await seated.click_key("back")
        await seated.until(lambda: isinstance(seated.app.screen, TitleScreen), "the title")


async def test_a_value_is_chosen_round_and_round(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        seen = []
        for _ in range(5):
            seen.append(filled.chosen("kind-1"))
            await filled.press("right")
        assert seen == ["steady", "random", "open", "A friend", "steady"]
        await filled.press("left")
        assert filled.chosen("kind-1") == "steady"
        await filled.press("space")
        assert filled.chosen("kind-1") == "random"


async def test_each_choice_says_what_it_means(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name), (120, 40)) as seated:
        filled = await form(seated)
        assert filled.note("kind-1") == GAME.bots["steady"].words
        assert filled.note("option-rules").startswith("Kings are penalties")
        assert filled.note("option-first") == "Who plays first."
        await filled.press("left")
        assert "at this keyboard" in filled.note("kind-1")
        await filled.go_to("option-rules")
        await filled.press("right")
        assert filled.note("option-rules").startswith("Only spades are penalties")


@pytest.mark.parametrize("size", [SIZES[0], SIZES[1], SIZES[-1]])
async def test_nothing_moves_as_another_value_is_chosen(archive: Archive, size: tuple[int, int]) -> None:
    async with opened(archive, SetupRoute(GAME.name), size) as seated:
        filled = await form(seated)
        places = [row.region for row in seated.app.screen.query(FormRow)]
        for row in ("kind-1", "option-rules", "option-first"):
            await filled.go_to(row)
            for _ in filled.choice(row).labels:
                await filled.press("right")
                assert [row.region for row in seated.app.screen.query(FormRow)] == places


async def test_a_friend_has_a_name_of_their_own(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await filled.press("left")
        assert filled.name(1).value == "Friend"
        await filled.press("down", *"Ben", "up", "right")
        assert filled.name(1).value == ""
        await filled.press("left")
        assert filled.name(1).value == "Ben"


async def test_a_bot_is_like_those_of_its_level_unless_it_is_given_a_name(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        names = []
        for _ in range(3):
            names.append(filled.name(1).placeholder)
            await filled.press("right")
        assert names == ["like Hora", "like Pip", "like Argus"]
        await filled.press("right", "down", *"Dot", "up", "right")
        assert filled.name(1).value == "Dot"
        await filled.press("left", "left", "left", "right", "right")
        assert filled.name(1).value == "Dot", "a name that was given stays, also while a friend sits there"


async def test_practice_is_marked_and_has_to_be_chosen_each_time(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await filled.press("right", "right")
        assert SEES_ALL in filled.note("kind-1")
        await filled.press("enter")
        session = await filled.begun()
        assert (session.seats[1].kind, session.seats[1].name in SEERS) == ("bot:open", True)
        assert session.is_practice
        assert "practice" in seated.text
    assert recall(GAME).seats[1] == BEST


async def test_who_begins_is_chosen_by_name(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        assert filled.choice("option-first").labels == ("Carla", "Opponent", "random")
        await filled.press("down", *"Dot")
        assert filled.choice("option-first").labels == ("Carla", "Dot", "random")


@pytest.mark.parametrize("first", [0, 1])
async def test_a_lot_is_drawn_before_the_game(archive: Archive, first: int) -> None:
    remember(GAME, Choices((ANA, TICK), {"rules": "pagat", "first": 0}, frozenset({"first"})))
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        seated.app.rng.seed(next(seed for seed in range(99) if Random(seed).randrange(2) == first))
        filled = await form(seated)
        assert filled.chosen("option-first") == "random"
        await filled.press("enter")
        assert (await filled.begun()).options["first"] == first
    assert recall(GAME).by_lot == {"first"}


async def test_what_was_chosen_is_there_the_next_time(archive: Archive) -> None:
    remember(GAME, Choices((ANA, BEN), {"rules": "gamerules", "first": 1}))
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        assert (filled.name(0).value, filled.name(1).value) == ("Ana", "Ben")
        chosen = [filled.chosen(row) for row in ("kind-1", "option-rules", "option-first")]
        assert chosen == ["A friend", "Game Rules", "Ben"]
        await filled.press("right", "enter")
        await filled.begun()
    assert recall(GAME).seats == (ANA, BEST)


async def test_a_series_is_chosen_and_remembered(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await filled.go_to("series")
        assert filled.chosen("series") == "One game"
        for best_of in (3, 5, 7):
            await filled.press("right")
            assert filled.chosen("series") == f"Best of {best_of}"
            assert filled.note("series").startswith(f"{best_of // 2 + 1} wins decide it")
        await filled.press("left", "enter")
        assert series_of(await filled.begun()) == new_series(2, 5)
    assert recall(GAME).best_of == 5


async def test_nothing_is_remembered_of_a_form_that_is_left(archive: Archive) -> None:
    before = recall(GAME)
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await filled.press("right", "up", *"Ana", "escape")
        await seated.until(lambda: isinstance(seated.app.screen, TitleScreen), "the title")
    assert recall(GAME) == before
    assert archive.entries() == []


@pytest.mark.parametrize(
    ("keys", "number", "complaint"),
    [
        (("left", "down", "backspace"), 1, "A name cannot be empty."),
        (("left", "down", "space", "space"), 1, "A name cannot be empty."),
        (("up", "delete"), 0, "A name cannot be empty."),
        (("down", *"CARLA"), 1, "Two players are called CARLA: give each player a different name."),
    ],
)
async def test_a_name_that_cannot_be_is_said_below_it(
    archive: Archive, keys: tuple[str, ...], number: int, complaint: str
) -> None:
    async with opened(archive, SetupRoute(GAME.name), (100, 30)) as seated:
        filled = await form(seated)
        await filled.press(*keys)
        assert filled.note(f"name-{number}") == complaint
        await filled.go_to("kind-1")
        await filled.press("enter")
        assert isinstance(seated.app.screen, SetupScreen)
        assert seated.app.focused is filled.name(number)
        assert archive.entries() == []
        await filled.press(*"Eve")
        assert "name" not in filled.note(f"name-{number}")
        await filled.press("enter")
        assert (await filled.begun()).seats[number].name.strip() == "Eve"


async def test_a_name_has_at_most_forty_characters_and_no_blanks_around_it(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await filled.press("down", "space")
        filled.name(1).post_message(events.Paste("x" * 39))
        await filled.press("y", "enter")
        assert (await filled.begun()).seats[1].name == "x" * 39


async def test_markup_in_a_name_is_data(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name), (120, 40)) as seated:
        filled = await form(seated)
        await filled.press("down", *"[b]Ben[/]")
        assert "▸ Carla ◂   [b]Ben[/]" in seated.text
        await filled.press("enter")
        await filled.begun()


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


async def test_the_help_names_the_keys_while_a_name_is_typed(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await filled.press("down", "question_mark")
        assert filled.name(1).value == "?"
        await filled.press("f1")
        assert isinstance(seated.app.screen, HelpScreen)


async def test_without_a_complaint_no_form_scrolls(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        await form(seated)
        for size in SIZES:
            await whole_at(seated, [size])
            await seated.until(lambda: not seated.app.screen.query_one("#form").max_scroll_y, "all of the form")


async def test_with_a_complaint_the_smallest_form_scrolls(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name), (60, 18)) as seated:
        filled = await form(seated)
        await filled.press("down", *"carla")
        assert faults(seated.app.screen) == []
        await filled.go_to("deal")
        assert "Deal the cards" in seated.text


async def test_it_writes_nothing_while_nobody_touches_it(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name), moving=True) as seated:
        filled = await form(seated)
        await filled.press("down")
        await seated.rest()


# -- a game of another kind ----------------------------------------------------------------------------------


@pytest.fixture
def many_options(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give the game options that it does not have."""

    def give(*options: Option) -> None:
        monkeypatch.setattr(type(GAME), "options", (*GAME.options, *options))

    return give


async def test_a_row_of_many_values_shows_the_one_that_is_chosen(
    archive: Archive, many_options: Callable[..., None]
) -> None:
    many_options(
        Option("bag_penalty", "How much bags cost", 50, tuple(range(5, 501))),
        Option("floor", "A floor", None, (None, -200)),
    )
    async with opened(archive, SetupRoute(GAME.name), (100, 30)) as seated:
        filled = await form(seated)
        assert "Bag penalty" in seated.text
        assert "◂ 50 ▸" in seated.text
        assert filled.chosen("option-floor") == "none"
        await filled.go_to("option-bag_penalty")
        await filled.press("left")
        assert filled.chosen("option-bag_penalty") == "49"
        choice = filled.choice("option-bag_penalty")
        await seated.click(Region(choice.region.x, choice.region.y, 6, 1))
        assert filled.chosen("option-bag_penalty") == "50"


async def test_as_many_rows_as_there_are_seats(
    archive: Archive, many_options: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    many_options(Option("players", "How many play", 2, (2, 3, 4)))
    monkeypatch.setattr(type(GAME), "seats", lambda self, options: options["players"])
    async with opened(archive, SetupRoute(GAME.name), (100, 40)) as seated:
        filled = await form(seated)
        assert filled.choice("option-first").labels == ("Carla", "Opponent", "random")
        assert "Player 3" not in seated.text
        await filled.go_to("option-players")
        await filled.press("right")
        assert filled.choice("option-first").labels == ("Carla", "Player 2", "Player 3", "random")
        assert "Player 3" in seated.text
        assert "Player 4" not in seated.text


OTHER_CODE = write_code(GAME, {"rules": "gamerules", "first": 1}, 42)
CLOGS_CODE = write_code(GAMES[3], GAMES[3].configure({"players": 3}), 7)


@pytest.mark.parametrize("size", SIZES)
async def test_the_empty_field_shows_a_number_and_a_share_code(archive: Archive, size: tuple[int, int]) -> None:
    async with opened(archive, SetupRoute(GAME.name), size) as seated:
        field = seated.app.screen.query_one("#code", Input)
        assert field.render_line(0).text.strip() == f"12345 or {EXAMPLE}"


async def test_a_share_code_sets_its_options_and_deals_its_cards(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await filled.go_to("code")
        await filled.press(*OTHER_CODE[:-1].lower(), "0")
        assert "has a typo" in filled.note("code")
        await filled.press("backspace", OTHER_CODE[-1].lower())
        assert (filled.chosen("option-rules"), filled.chosen("option-first")) == ("Game Rules", "Opponent")
        assert filled.note("code").startswith("Deals the same cards")
        expected = filled.name(1).placeholder
        await filled.press("enter")
        session = await filled.begun()
        assert expected == session.seats[1].name, "with the deal it is known who will sit there"
        assert session.options == {"rules": "gamerules", "first": 1}
    assert load(archive.entries()[0].path, find_game).header.extra[KEY] == OTHER_CODE


async def test_a_wrong_share_code_is_a_sentence_and_begins_no_game(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name)) as seated:
        filled = await form(seated)
        await filled.go_to("code")
        await filled.press(*"K13")
        assert filled.note("code").startswith("Deals the same cards"), "it may become a code yet"
        await filled.go_to("series")
        await filled.press("enter")
        assert isinstance(seated.app.screen, SetupScreen)
        assert seated.app.focused is seated.app.screen.query_one("#code")
        assert "K13" in filled.note("code")
        assert EXAMPLE in filled.note("code")
        assert archive.entries() == []


async def test_changing_an_option_drops_the_share_code(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        seated.app.open(SetupRoute(GAME.name, code=OTHER_CODE))
        await seated.until(lambda: isinstance(seated.app.screen, SetupScreen) and bool(seated.app.focused), "the setup")
        filled = Form(seated)
        assert filled.chosen("option-rules") == "Game Rules"
        await filled.go_to("option-rules")
        await filled.press("right")
        await seated.until(lambda: not seated.app.screen.query_one("#code", Input).value, "an empty field")
        await filled.press("enter")
        assert (await filled.begun()).options == {"rules": "pagat", "first": 1}


async def test_a_number_deals_its_cards_with_the_options_that_are_chosen(archive: Archive) -> None:
    clogs = GAMES[3]
    async with opened(archive, SetupRoute(clogs.name, code="")) as seated:
        filled = await form(seated)
        assert filled.chosen("option-dealer") == "random"
        await filled.press(*"#12345")
        assert filled.note("code") == NUMBER
        assert filled.chosen("option-dealer") == "Carla", "nothing is left to chance"
        filled.choice("option-players").focus()
        await filled.press("left")
        players = int(filled.chosen("option-players"))
        assert players != 4
        assert seated.app.screen.query_one("#code", Input).value == "#12345", "a number goes with any options"
        await filled.press("enter")
        session = await filled.begun()
        options = clogs.configure({"players": players})
        assert session.options == options
        assert session.position(1).action == clogs.rules.deal(clogs.rules.initial(options), generator(12345))
        assert not session.is_repeat


async def test_a_number_that_is_too_large_is_a_sentence(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        filled = await form(seated)
        await filled.press(*"1099511627775")
        assert filled.note("code") == NUMBER
        await filled.press("6", "enter")
        assert filled.note("code") == "The number of a deal is at most 1,099,511,627,775."
        assert isinstance(seated.app.screen, SetupScreen)


@pytest.mark.parametrize("typed", ["42", OTHER_CODE])
async def test_a_deal_that_was_played_before_is_announced_and_played_only_when_asked_again(
    archive: Archive, typed: str
) -> None:
    archive.begin(GAME, GAME.configure({}), (ANA, TICK), Random(1), number=42).close()
    told = "You have already played this deal today: it does not count."
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        filled = await form(seated)
        await filled.press(*typed)
        await seated.until(lambda: filled.note("code") == told, "the announcement")
        await filled.go_to("option-rules")
        await filled.press("enter")
        assert isinstance(seated.app.screen, SetupScreen)
        assert seated.app.focused is seated.app.screen.query_one("#code")
        assert filled.note("code") == f"{told} Press Enter again to play it."
        await filled.press("enter")
        assert (await filled.begun()).is_repeat


async def test_saved_games_are_searched_only_when_the_deal_changes(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[int] = []
    monkeypatch.setattr(archive, "earlier", lambda game, options, number: searched.append(number))
    async with opened(archive, SetupRoute(GAME.name, code="42")) as seated:
        filled = await form(seated)
        await filled.go_to("name-0")
        await filled.press(*"Zoe")
    assert searched == [42]


class SlowSearch:
    """An archive's search for earlier games that goes on until it may end."""

    def __init__(self, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_end, self._search = Event(), archive.earlier
        monkeypatch.setattr(archive, "earlier", self)

    def __call__(self, game: AnyGame, options: Options, number: int) -> Earlier | None:
        assert self.may_end.wait(PATIENCE), "the test has waited for the search"
        return self._search(game, options, number)


async def test_typing_does_not_wait_for_saved_games_but_the_game_does(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.begin(GAME, GAME.configure({}), (ANA, TICK), Random(1), number=42).close()
    search = SlowSearch(archive, monkeypatch)
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        filled = await form(seated)
        await filled.press("4", "2", "enter", "enter")
        assert seated.app.screen.query_one("#code", Input).value == "42"
        assert filled.note("code") == NUMBER
        search.may_end.set()
        told = "You have already played this deal today: it does not count. Press Enter again to play it."
        await seated.until(lambda: filled.note("code") == told, "the announcement")
        assert isinstance(seated.app.screen, SetupScreen)
        await filled.press("enter")
        assert (await filled.begun()).is_repeat


async def test_a_new_deal_begins_at_once_when_it_is_known_to_be_new(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = SlowSearch(archive, monkeypatch)
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        filled = await form(seated)
        await filled.press("4", "enter")
        search.may_end.set()
        assert not (await filled.begun()).is_repeat


async def test_another_deal_that_is_typed_meanwhile_is_not_begun_by_the_enter_before(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = SlowSearch(archive, monkeypatch)
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        filled = await form(seated)
        await filled.press("4", "enter", "2")
        search.may_end.set()
        screen = seated.app.screen
        assert isinstance(screen, SetupScreen)
        await seated.until(lambda: screen._known[0] is not None and screen._known[0].number == 42, "the search")
        await seated.pilot.pause()
        assert seated.app.screen is screen


@pytest.mark.parametrize("size", SIZES)
async def test_all_of_the_announcement_can_be_read(archive: Archive, size: tuple[int, int]) -> None:
    archive.begin(GAME, GAME.configure({}), (ANA, TICK), Random(1), number=42).close()
    async with opened(archive, SetupRoute(GAME.name, code="42"), size) as seated:
        filled = await form(seated)
        await filled.press("enter")
        await seated.until(lambda: "to play it." in seated.text, "the end of the sentence")


@pytest.mark.parametrize("size", SIZES)
async def test_what_it_costs_to_look_at_a_deal_of_the_day_can_be_read(archive: Archive, size: tuple[int, int]) -> None:
    german_clock = GAMES[2]
    deal = deal_of(utc_today(), german_clock, german_clock.presets[0])
    begin_daily(archive, deal, ANA, Random()).close()
    async with opened(archive, SetupRoute("clock", code=str(deal.number)), size) as seated:
        filled = await form(seated)
        await filled.press("enter")
        await seated.until(lambda: "to play it." in seated.text, "the end of the sentence")
        assert filled.note("code") == f"{LOOKS_AHEAD} Press Enter again to play it."
        await filled.press("enter")
        await filled.begun()
    (found,) = played(archive).values()
    assert found.why_not == "practice"


async def test_after_an_announcement_another_deal_can_be_chosen(archive: Archive) -> None:
    archive.begin(GAME, GAME.configure({}), (ANA, TICK), Random(1), number=42).close()
    async with opened(archive, SetupRoute(GAME.name, code="42")) as seated:
        filled = await form(seated)
        await filled.press("enter")
        await seated.until(lambda: "Press Enter again" in filled.note("code"), "the announcement")
        await filled.press("3")
        assert filled.note("code") == NUMBER
        await filled.press("enter")
        assert not (await filled.begun()).is_repeat


async def test_a_code_of_another_game_leads_to_its_setup(archive: Archive) -> None:
    async with opened(archive, SetupRoute(GAME.name, code="")) as seated:
        filled = await form(seated)
        assert seated.app.focused is seated.app.screen.query_one("#code")
        await filled.press(*CLOGS_CODE)
        assert filled.note("code") == "This code deals Clogs. Press Enter to set that up."
        first = seated.app.screen
        await filled.press("enter")
        await seated.until(lambda: seated.app.screen is not first and bool(seated.app.focused), "the other setup")
        assert filled.chosen("option-players") == "3"
        await filled.press("enter")
        session = await filled.begun()
        assert (session.game.name, session.options["players"]) == ("clogs", 3)
    assert load(archive.entries()[0].path, find_game).header.extra[KEY] == CLOGS_CODE
