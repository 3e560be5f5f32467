"""The rules, over whatever screen asks for them: their text in blocks with pictures, and the search through them."""

import pytest
from textual.containers import VerticalScroll

from clockspades.cards import Suit, parse_card
from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES
from clockspades.routes import RulesRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.table.widget_models import Light
from clockspades.tui.screens.rules_screen import Prose
from clockspades.tui.texts.prose import Passage, PassageKind, Picture, blocks, parse_picture
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.key_line import KeyLine
from tests.tui.seated import GAME, Seated, opened


async def show(seated: Seated) -> VerticalScroll:
    seated.app.lay(RulesRoute(GAME.name))
    await seated.until(lambda: "Jamie Masculine" in seated.text, "the rules")
    return seated.app.screen.query_one(VerticalScroll)


async def test_keys_close_them_and_scroll_and_turn_to_the_rules_of_the_other_games_and_round_again(
    archive: Archive,
) -> None:
    async with opened(archive, TitleRoute()) as seated:
        panel = await show(seated)
        below = seated.app.screen_stack[:-1]
        for key in ("down", "pagedown", "space", "end"):
            await seated.press(key)
            await seated.until(lambda: panel.scroll_y > 0, f"lines on after {key}")
            await seated.press("home")
            await seated.until(lambda: panel.scroll_y == 0, "the beginning")
        for key, game in (("right", GAMES[1]), ("left", GAMES[0]), ("left", GAMES[-1]), ("right", GAMES[0])):
            await seated.press(key)
            await seated.until(lambda: bool(seated.here.query(VerticalScroll)), "the rules")
            title = game.rules_text().partition("\n")[0].removeprefix("# ")
            assert seated.here.query_one(VerticalScroll).border_title == title
        assert seated.app.screen_stack[:-1] == below
        await seated.press("q", to="TitleScreen")
        await show(seated)
        await seated.press("enter", to="TitleScreen")


# -- the search --------------------------------------------------------------------------------


async def test_words_are_found_and_shown_place_by_place(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await show(seated)
        screen = seated.here
        assert len(screen.query(CardRow)) >= 3

        async def find(words: str) -> list[Prose]:
            await seated.press("f")
            await seated.press("home", "shift+end", "delete", *words, "enter")
            return found()

        def found() -> list[Prose]:
            return list(screen.query(Prose).filter(".-found"))

        def keys() -> list[str]:
            return [key.words for key in screen.query_one(KeyLine).keys]

        assert "next match" not in keys()
        assert await find("zebra") == []
        await seated.press("escape")
        (first,) = await find("discard")
        assert "next match" in keys()
        assert "discard" in first.passage.words
        assert screen.region.contains_region(first.region)
        await seated.press("n")
        (second,) = found()
        assert second is not first
        assert await find("discard") == [first]
        await seated.press("f", "escape")
        assert seated.here is screen, "the search is closed, not the rules"
        await seated.press("escape", to="TitleScreen")


# -- what they are made of ----------------------------------------------------------------------


TEXT = """\
A paragraph on
two lines.

## A  heading

A♠ [2♠]

- One
  item.
- Another.

1. First.
12. Last,
    and long.
"""


def test_each_part_is_a_block_in_order() -> None:
    first, heading, picture, *items = blocks(TEXT)
    assert first == Passage(PassageKind.PARAGRAPH, "A paragraph on two lines.")
    assert heading == Passage(PassageKind.HEADING, "A heading")
    assert isinstance(picture, Picture)
    assert len(picture.cards) == 2
    assert items == [
        Passage(PassageKind.ITEM, "One item.", "-"),
        Passage(PassageKind.LAST_ITEM, "Another.", "-"),
        Passage(PassageKind.ITEM, "First.", "1."),
        Passage(PassageKind.LAST_ITEM, "Last, and long.", "12."),
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_of_every_game_are_written_in_what_can_be_shown(game: AnyGame) -> None:
    rules = game.rules_text()
    found = list(blocks(rules))
    words = [block.words for block in found if isinstance(block, Passage)]
    assert sum(isinstance(block, Picture) for block in found) >= 3, "it has pictures"
    assert not [text for text in words if any(sign in text for sign in ("**", "`", "|", "](", "<", "_"))]
    said = " ".join(words).split()
    pictures = {word for block in rules.split("\n\n") if block.split() and _is_picture(block) for word in block.split()}
    marks = {"#", "##", "###", "-", *(f"{number}." for number in range(30))}
    assert [word for word in rules.split() if word not in pictures | marks] == [
        word for word in said if word not in pictures | marks
    ]


def _is_picture(block: str) -> bool:
    return all(isinstance(part, Picture) for part in blocks(block))


def test_a_paragraph_of_cards_is_a_picture_of_them() -> None:
    picture = parse_picture("A♠ [2♠+♥♦] (10♣)")
    assert picture is not None
    plain, live, dim = picture.cards
    assert (plain.card, plain.light, plain.covers) == (parse_card("AS"), Light.PLAIN, ())
    assert (live.card, live.light, live.covers) == (parse_card("2S"), Light.LIVE, (Suit.HEARTS, Suit.DIAMONDS))
    assert (dim.card, dim.light) == (parse_card("TC"), Light.DIM)


@pytest.mark.parametrize("words", ["", "the A♠ lies at one", "[A♠", "A♠]", "[A♠)", "1♠", "A♠ and 2♠", "A♠+x"])
def test_what_is_not_all_cards_is_no_picture(words: str) -> None:
    assert parse_picture(words) is None
