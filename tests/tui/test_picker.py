"""The picker: every game, what it is and takes, and a small table on which it plays itself."""

from dataclasses import replace
from random import Random

import pytest
from textual.geometry import Size
from textual.widgets import Static

from clockspades.games.catalogue import GAMES, listed_offers, offers, table_rules
from clockspades.routes import HERE, PickerRoute
from clockspades.saved.archive import Archive
from clockspades.saved.setup_choices import recall, remember
from clockspades.simulation.exhibition import Exhibition
from clockspades.table.model import Selection, TableModel, player_view
from clockspades.table.widget_models import MiniatureModel
from clockspades.tui.screens.picker import PickerScreen
from clockspades.tui.widgets.banner import Banner
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.miniature import LEAST, miniature
from tests.tui.layout import SIZES, faults, wrong_keys
from tests.tui.seated import ANA, Seated, begun, opened
from tests.tui.short_games import play_out

OFFERS = offers()
SPADES = GAMES[4]


async def picker(seated: Seated) -> PickerScreen:
    """The picker, when it tells of a game."""
    await seated.until(lambda: seated.is_at("PickerScreen") and bool(seated.app.focused), "the picker")
    await seated.pilot.pause()  # it tells of what has the focus
    screen = seated.here
    assert isinstance(screen, PickerScreen)
    return screen


def line(screen: PickerScreen, title: str) -> MenuItem:
    """The line with a title."""
    return next(item for item in screen.query(MenuItem) if title in str(item.render()))


def title(screen: PickerScreen) -> str:
    return screen.query_one(Banner).lines[0].text


def facts(screen: PickerScreen) -> str:
    return str(screen.query_one("#facts", Static).render())


async def test_the_line_with_the_focus_is_told_of_and_nothing_is_cut_or_covered(archive: Archive) -> None:
    async with opened(archive, PickerRoute(), SIZES[0]) as seated:
        screen = await picker(seated)
        for size in (SIZES[0], SIZES[3]):
            await seated.pilot.resize_terminal(*size)
            for game, preset in listed_offers():
                assert [*faults(screen), *wrong_keys(screen)] == [], (preset.title, size)
                assert title(screen) == preset.title
                assert str(screen.query_one("#summary", Static).render()).startswith(preset.summary[:20]), preset.title
                assert str(preset.minutes) in facts(screen), preset.title
                assert ("sets of rules" in facts(screen)) is game.opens
                await seated.press("down")
        dial = screen.query_one(Dial)
        for width, height in ((1, 1), (5, 20), (20, 5), (32, 16), (10, 40)):
            dial.styles.width, dial.styles.height = width, height
            dial.styles.max_width = dial.styles.min_width = width
            await seated.until(lambda width=width: dial.size.width == width, "the new width")  # type: ignore[misc]
            lines = [dial.render_line(y) for y in range(dial.size.height)]
            assert {line.cell_length for line in lines} == {width}, "a dial without room is cut off"
            assert {sum(segment.cell_length for segment in line) for line in lines} == {width}


async def test_a_game_is_picked_by_digit_or_arrows_or_click_and_played(archive: Archive) -> None:
    last, won = OFFERS[1], 0
    for seed in (1, 2, 3):
        session = begun(archive, last.game, (ANA,), seed)
        play_out(session, Random(seed))
        assert session.outcome is not None
        won += len(session.outcome.winners)
        session.close()
    assert won
    async with opened(archive, PickerRoute()) as seated:
        screen = await picker(seated)
        assert title(screen) == last.preset.title, "the one played last has the focus"
        await seated.until(lambda: f"You have won {won} of 3 games." in facts(screen), "the count")
        await seated.press("down")
        assert "You haven't played this yet." in facts(screen)
        await seated.click(line(screen, "Clogs").region)
        for number, keys in ((4, []), (3, ["4"]), (2, ["up", "up", "enter"])):
            await seated.press(*keys, to="LessonOfferScreen")
            assert f"Your first game of {OFFERS[number].preset.title} " in seated.text
            if number != 2:
                await seated.press("escape")
        setup = await seated.press("s", to="SetupScreen")
        await seated.until(lambda: bool(setup.query(Banner)), "the form")
        assert setup.query_one(Banner).lines[0].text == OFFERS[2].preset.title
        await seated.press("enter")
        await seated.until(lambda: seated.here is not setup, "the table")
        assert seated.session.title == OFFERS[2].preset.title


async def test_a_game_with_many_presets_opens_to_them_by_keys_and_by_mouse_at_the_last_one(archive: Archive) -> None:
    presets = SPADES.presets
    remember(SPADES, replace(recall(SPADES), options=SPADES.configure(presets[-1].options)))
    async with opened(archive, PickerRoute(game_name=SPADES.name), SIZES[0]) as seated:
        for size in (SIZES[0], SIZES[2]):
            screen = await picker(seated)
            await seated.pilot.resize_terminal(*size)
            for preset in (presets[-1], *presets[-2::-1]):
                assert (title(screen), [*faults(screen), *wrong_keys(screen)]) == (preset.title, [])
                await seated.press("up")
            await seated.press("up")
        await seated.click(line(screen, "All games").region)
        for opens, closes in ((["6"], "left"), (["right"], "escape"), (["enter"], "left")):
            screen = await picker(seated)
            assert "▸ 6  Spades ▸" in seated.text
            assert title(screen) == presets[-1].title, "Enter twice plays what was chosen last"
            await seated.press("9", *opens)
            await seated.until(lambda: "All games" in seated.text, "the presets")
            assert title(await picker(seated)) == presets[-1].title
            await seated.press(closes)
            await seated.until(lambda: "Clogs" in seated.text, "the games")
        await seated.click(line(await picker(seated), "6  Spades").region)
        await seated.until(lambda: "All games" in seated.text, "the presets")
        await seated.press("2", to="LessonOfferScreen")
        assert f"Your first game of {presets[1].title} " in seated.text
        await seated.press("escape", "escape", to="PickerScreen")
        await picker(seated)
        await seated.press("escape", to="TitleScreen")


async def test_the_small_table_plays_only_while_it_is_looked_at(archive: Archive) -> None:
    async with opened(archive, PickerRoute(), moving=True) as seated:
        screen = await picker(seated)
        exhibition = screen._exhibition
        assert exhibition is not None
        at = exhibition.session.at
        await seated.until(lambda: exhibition.session.at > at, "a step")
        await seated.press("question_mark", to="HelpScreen")
        await seated.rest()
        await seated.press("escape", "r", to="RulesScreen")
        await seated.press("escape", "escape", to="TitleScreen")


def small_table(exhibition: Exhibition) -> MiniatureModel:
    """What the small table of a game shows now."""
    model = TableModel(player_view(exhibition.session, 0, 0, active=False), Selection())
    return table_rules(exhibition.session.game.name).miniature(model)


@pytest.mark.parametrize("number", range(len(OFFERS)), ids=[offer.preset.title for offer in OFFERS])
def test_a_miniature_is_within_its_room(number: int) -> None:
    game, preset = OFFERS[number]
    exhibition = Exhibition(game, game.configure(preset.options), Random(number))
    for _ in range(40):
        for room in (LEAST, Size(38, 11), Size(50, 12), Size(60, 15)):
            chips = miniature(small_table(exhibition), room)
            assert chips
            assert all(chip.column >= 0 and chip.end <= room.width and 0 <= chip.row < room.height for chip in chips)
        exhibition.step()
    assert not miniature(small_table(exhibition), Size(LEAST.width, LEAST.height - 1))


async def test_a_host_chooses_among_the_games_for_several(archive: Archive) -> None:
    async with opened(archive, PickerRoute(HERE, SPADES.presets[2].title, SPADES.name)) as seated:
        screen = await picker(seated)
        assert f"▸ 3  {SPADES.short_title(SPADES.presets[2])}" in seated.text
        await seated.press("left")
        await seated.until(lambda: "Clogs" in seated.text, "the games")
        screen = await picker(seated)
        line(screen, OFFERS[0].preset.title).focus()
        await seated.press("down")
        assert screen.focused is line(screen, "Clogs"), "patiences are passed over"
        await seated.press("e", "2")
        assert seated.here is screen, "a table for friends has no deal to enter"
        assert seated.said == ["Clock is for one player: choose another game."]
        await seated.press("1", to="SetupScreen")
        assert "Your friend" in seated.text
        await seated.press("escape")
        await picker(seated)
        await seated.press("escape", to="FriendsScreen")
