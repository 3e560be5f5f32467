"""The setup of games for many, and of options that depend on each other."""

from typing import Any

import pytest

from clockspades.engine.archive import Archive
from clockspades.engine.session import Seat
from clockspades.tui.choices import Choices, recall, remember
from clockspades.tui.opening import TitleOpening
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.widgets.form_row import FormRow
from clockspades.tui.widgets.number import Number
from tests.tui.layout import SIZES, faults
from tests.tui.seated import Seated, opened
from tests.tui.test_setup import Form
from tests.tui.tricks.tables import CLOGS, SPADES


async def form(seated: Seated, game: str) -> Form:
    """Open the form of a game."""
    seated.app.open_setup(game)
    await seated.until(lambda: isinstance(seated.app.screen, SetupScreen) and bool(seated.app.focused), "the setup")
    return Form(seated)


async def go_to(filled: Form, row: str) -> None:
    """Come to a row, however many there are."""
    while filled.seated.app.focused is None or filled.seated.app.focused.id != row:
        await filled.press("down")


def number(filled: Form) -> int:
    target = filled.seated.app.screen.query_one("#option-target", Number)
    return int(target.labels[target.chosen])


def rows(filled: Form) -> int:
    """How many players the form has names for."""
    return sum(row.display for row in filled.seated.app.screen.query(FormRow) if row.query("Input"))


async def test_as_many_sit_down_as_play(archive: Archive) -> None:
    async with opened(archive, TitleOpening(), (100, 30)) as seated:
        filled = await form(seated, "clogs")
        assert rows(filled) == 4
        await go_to(filled, "option-players")
        for _ in range(2):
            await filled.press("right")
        assert (rows(filled), filled.chosen("option-players")) == (6, "6")
        await filled.press("enter")
        session = await filled.begun()
        assert (len(session.seats), session.options["players"]) == (6, 6)
        assert len({seat.name for seat in session.seats}) == 6
    assert recall(CLOGS).options["players"] == 6


async def test_whatever_the_bots_are_called_there_is_a_name_for_one_in_each_place(archive: Archive) -> None:
    seats = [*(Seat(name, "bot:steady") for name in ("Spring", "pendulum", "Escapement", "Tick")), Seat("Friend 5")]
    remember(CLOGS, Choices((Seat("Ana"), *seats), {**CLOGS.configure({}), "players": 6}))
    async with opened(archive, TitleOpening(), (100, 30)) as seated:
        filled = await form(seated, "clogs")
        await go_to(filled, "kind-5")
        await filled.press("right")
        names = [filled.name(number).value.casefold() for number in range(6)]
        assert filled.chosen("kind-5") == "Steady"
        assert len({*names}) == 6


async def test_the_longest_form_is_whole_in_a_large_window(archive: Archive) -> None:
    async with opened(archive, TitleOpening(), (120, 40)) as seated:
        filled = await form(seated, "spades")
        await filled.press("up")
        assert seated.app.focused is filled.name(0)
        button = seated.app.screen.query_one("#deal")
        assert seated.app.screen.region.contains_region(button.region)
        assert seated.app.screen.get_widget_at(*button.region.offset)[0] is button
        field, kind = filled.name(3), filled.choice("kind-3")
        assert field.region.y == kind.region.y, "a name stands beside who sits there"


async def test_a_target_is_typed_and_changed_by_steps(archive: Archive) -> None:
    async with opened(archive, TitleOpening(), (100, 30)) as seated:
        filled = await form(seated, "spades")
        await go_to(filled, "option-target")
        assert number(filled) == 500
        await filled.press("right")
        assert number(filled) == 510
        await filled.press("left", "left", "left")
        assert number(filled) == 480
        await filled.press(*"137")
        assert number(filled) == 137
        await filled.press("right")
        assert number(filled) == 140
        await filled.press(*"13")
        assert number(filled) == 140
        await filled.press(*"00")
        assert number(filled) == 130
        await filled.press("backspace", "backspace", "9", "9")
        assert number(filled) == 199
        await filled.press(*"12")
        assert number(filled) == 199
        await filled.press("up", "down", *"1000", "right")
        assert number(filled) == 1000
        for _ in range(2):
            await filled.press(*"50", "left")
            assert number(filled) == 50
        await filled.press(*"250")
        await filled.press("enter")
        assert (await filled.begun()).options["target"] == 250


async def test_a_target_is_changed_with_the_mouse(archive: Archive) -> None:
    async with opened(archive, TitleOpening(), (100, 40)) as seated:
        filled = await form(seated, "clogs")
        target = seated.app.screen.query_one("#option-target", Number)
        for x, value in ((6, 55), (6, 60), (0, 55), (4, 55)):
            await seated.pilot.click(target, offset=(x, 0))
            assert number(filled) == value
        assert target.has_focus


async def test_options_follow_what_is_chosen(archive: Archive) -> None:
    async with opened(archive, TitleOpening(), (120, 40)) as seated:
        filled = await form(seated, "spades")
        await go_to(filled, "option-dealer")
        await filled.press("left", "left")
        await go_to(filled, "option-players")
        await filled.press("right")
        assert (filled.chosen("option-mode"), filled.chosen("option-players")) == ("Cutthroat", "Three")
        assert (rows(filled), len(filled.choice("option-dealer").labels)) == (3, 4)
        await filled.press("right")
        assert filled.chosen("option-blind_nil") == "Off"
        await go_to(filled, "option-mode")
        await filled.press("left")
        assert (filled.chosen("option-mode"), filled.chosen("option-players"), rows(filled)) == ("Partners", "Four", 4)
        await go_to(filled, "option-bags")
        await filled.press("right")
        assert number(filled) == 250
        await filled.press("enter")
        options = (await filled.begun()).options
    assert SPADES.configure(options) == options
    assert (options["mode"], options["bags"], options["bag_penalty"]) == ("partners", 5, 50)


async def test_each_of_several_friends_has_a_name_of_their_own(archive: Archive) -> None:
    async with opened(archive, TitleOpening(), (100, 30)) as seated:
        filled = await form(seated, "clogs")
        for row in ("kind-1", "kind-2", "kind-3"):
            await go_to(filled, row)
            await filled.press("left")
        await filled.press("enter")
        session = await filled.begun()
        assert [seat.kind for seat in session.seats] == ["human"] * 4
        assert session.seats[1:] == (Seat("Friend"), Seat("Friend 2"), Seat("Friend 3"))


@pytest.mark.parametrize("game", ["clogs", "spades"])
@pytest.mark.parametrize("size", SIZES)
async def test_every_option_says_in_a_line_what_it_does(archive: Archive, game: str, size: tuple[int, int]) -> None:
    async with opened(archive, TitleOpening(), size) as seated:
        filled = await form(seated, game)
        assert faults(seated.app.screen) == []
        known: Any = {"clogs": CLOGS, "spades": SPADES}[game]
        for option in known.options:
            await go_to(filled, f"option-{option.key}")
            assert filled.note(f"option-{option.key}").endswith(".")
            assert faults(seated.app.screen) == []
