"""The setup of games for many, and of options that depend on each other."""

from typing import Any

import pytest
from textual.widgets import Static

from clockspades.engine.game import Preset
from clockspades.engine.header import Seat
from clockspades.routes import SetupRoute
from clockspades.saved.archive import Archive
from clockspades.saved.setup_choices import Choices, recall, remember
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.widgets.banner import Banner
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FormRow
from clockspades.tui.widgets.number import Number
from tests.tui.layout import SIZES, faults
from tests.tui.seated import Seated, opened
from tests.tui.test_setup import Form
from tests.tui.tricks.tables import CLOGS, SPADES


async def form(seated: Seated) -> Form:
    """The form of a game, when it can be filled in."""
    await seated.until(lambda: isinstance(seated.app.screen, SetupScreen) and bool(seated.app.focused), "the setup")
    return Form(seated)


async def go_to(filled: Form, row: str) -> None:
    """Come to a row at once, however many there are."""
    filled.seated.app.screen.query_one(f"#{row}").focus()
    await filled.seated.pilot.pause()


def number(filled: Form) -> int:
    target = filled.seated.app.screen.query_one("#option-target", Number)
    return int(target.labels[target.chosen])


def rows(filled: Form) -> int:
    """How many players the form has names for."""
    return sum(
        row.display for row in filled.seated.app.screen.query(FormRow) if row.query("Input") and not row.query("#code")
    )


def asked(filled: Form) -> set[str]:
    """The options that have a row."""
    shown = filled.seated.app.screen.query(FormRow).results()
    names = (choice.id or "" for row in shown if row.display for choice in row.query(Choice))
    return {name.removeprefix("option-") for name in names if name.startswith("option-")}


def title(filled: Form) -> str:
    return filled.seated.app.screen.query_one(Banner).lines[0].text


@pytest.mark.parametrize("preset", SPADES.presets, ids=lambda preset: preset.title)
async def test_every_option_that_makes_a_difference_has_a_row(archive: Archive, preset: Preset) -> None:
    """Spades 17: two know their cards and bid no nil blind; and only a partner can be helped by a failed nil."""
    left_out = {
        "Spades": set[str](),
        "Cutthroat Spades": {"failed_nil"},
        "Spades for three": {"failed_nil"},
        "Spades for two": {"failed_nil", "blind_nil"},
    }
    async with opened(archive, SetupRoute("spades", preset), (100, 30)) as seated:
        filled = await form(seated)
        assert title(filled) == preset.title
        assert asked(filled) == {option.key for option in SPADES.options} - left_out[preset.title]
        assert (filled.chosen("option-mode"), filled.chosen("option-players")) == (
            str(preset.options["mode"]).capitalize(),
            {4: "Four", 3: "Three", 2: "Two"}[int(str(preset.options["players"]))],
        )


async def test_the_title_and_the_rows_follow_how_many_play(archive: Archive) -> None:
    async with opened(archive, SetupRoute("spades", SPADES.presets[0]), (100, 30)) as seated:
        filled = await form(seated)
        await go_to(filled, "option-players")
        for name, players in (("Spades for three", 3), ("Spades for two", 2)):
            await filled.press("right")
            assert (title(filled), rows(filled)) == (name, players)
            summary = str(seated.app.screen.query_one("#summary", Static).render())
            assert summary == next(preset.summary for preset in SPADES.presets if preset.title == name)
        assert "blind_nil" not in asked(filled)
        await filled.press("left", "left")
        assert (title(filled), rows(filled)) == ("Cutthroat Spades", 4)
        assert "blind_nil" in asked(filled)


async def test_as_many_sit_down_as_play(archive: Archive) -> None:
    async with opened(archive, SetupRoute("clogs"), (100, 30)) as seated:
        filled = await form(seated)
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
    seats = [*(Seat(name, "bot:steady") for name in ("Hora III", "hora", "Hora V", "Hora VI")), Seat("Friend V")]
    remember(CLOGS, Choices((Seat("Ana"), *seats), {**CLOGS.configure({}), "players": 6}))
    async with opened(archive, SetupRoute("clogs"), (100, 30)) as seated:
        filled = await form(seated)
        await go_to(filled, "kind-5")
        await filled.press("right")
        assert filled.chosen("kind-5") == "steady"
        await filled.press("enter")
        session = await filled.begun()
        assert len({seat.name.casefold() for seat in session.seats}) == 6


async def test_the_longest_form_is_whole_in_a_large_window(archive: Archive) -> None:
    async with opened(archive, SetupRoute("spades"), (120, 40)) as seated:
        filled = await form(seated)
        await filled.press("up")
        assert seated.app.focused is filled.name(0)
        button = seated.app.screen.query_one("#deal")
        assert seated.app.screen.region.contains_region(button.region)
        assert seated.app.screen.get_widget_at(*button.region.offset)[0] is button
        field, kind = filled.name(3), filled.choice("kind-3")
        assert field.region.y == kind.region.y, "a name stands beside who sits there"


async def test_a_target_is_typed_and_changed_by_steps(archive: Archive) -> None:
    async with opened(archive, SetupRoute("spades"), (100, 30)) as seated:
        filled = await form(seated)
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
    async with opened(archive, SetupRoute("clogs"), (100, 40)) as seated:
        filled = await form(seated)
        target = seated.app.screen.query_one("#option-target", Number)
        for x, value in ((6, 55), (6, 60), (0, 55), (4, 55)):
            await seated.pilot.click(target, offset=(x, 0))
            assert number(filled) == value
        assert target.has_focus


async def test_options_follow_what_is_chosen(archive: Archive) -> None:
    async with opened(archive, SetupRoute("spades"), (120, 40)) as seated:
        filled = await form(seated)
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


async def test_the_partner_is_called_one_while_there_is_one(archive: Archive) -> None:
    async with opened(archive, SetupRoute("spades"), (120, 40)) as seated:
        filled = await form(seated)
        assert called(filled) == ["You", "Player 2", "Partner", "Player 4"]
        await go_to(filled, "option-mode")
        await filled.press("right")
        assert called(filled) == ["You", "Player 2", "Player 3", "Player 4"]
        await filled.press("left")
        assert called(filled) == ["You", "Player 2", "Partner", "Player 4"]


def called(filled: Form) -> list[str]:
    """The labels of the players' rows."""
    rows = [row for row in filled.seated.app.screen.query(FormRow) if row.display and row.query("Input")]
    rows.pop()  # the share code
    return [str(row.query_one(".label", Static).render()) for row in rows]


async def test_each_of_several_friends_has_a_name_of_their_own(archive: Archive) -> None:
    async with opened(archive, SetupRoute("clogs"), (100, 30)) as seated:
        filled = await form(seated)
        for row in ("kind-1", "kind-2", "kind-3"):
            await go_to(filled, row)
            await filled.press("left")
        await filled.press("enter")
        session = await filled.begun()
        assert [seat.kind for seat in session.seats] == ["human"] * 4
        assert session.seats[1:] == (Seat("Friend"), Seat("Friend II"), Seat("Friend III"))


@pytest.mark.parametrize("game", [CLOGS, SPADES], ids=["clogs", "spades"])
async def test_every_option_says_in_a_line_what_it_does(archive: Archive, game: Any) -> None:
    async with opened(archive, SetupRoute(game.name)) as seated:
        filled = await form(seated)
        for size in (SIZES[0], SIZES[1], SIZES[3]):
            await seated.pilot.resize_terminal(*size)
            assert faults(seated.app.screen) == [], size
            for option in game.options:
                await go_to(filled, f"option-{option.key}")
                assert filled.note(f"option-{option.key}").endswith("."), size
                assert faults(seated.app.screen) == [], (option.key, size)
