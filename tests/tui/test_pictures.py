"""Pictures of cards in the rules, and the search through them."""

from pathlib import Path
from random import Random

import pytest

from clockspades.cards import Suit, parse_card
from clockspades.games.catalogue import GAMES, find_game
from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.table.faces import Light
from clockspades.tui.app import Clockspades
from clockspades.tui.screens.rules_screen import Prose, RulesScreen
from clockspades.tui.texts.prose import parse_picture
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.key_line import KeyLine


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


async def test_words_are_found_and_shown_place_by_place(tmp_path: Path) -> None:
    app = Clockspades(Archive(find_game, tmp_path), Random(1), TitleRoute())
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(RulesScreen(GAMES[0].name))
        await pilot.pause()
        assert len(app.screen.query(CardRow)) >= 3

        async def find(words: str) -> None:
            await pilot.press("f")
            await pilot.pause()
            await pilot.press("home", "shift+end", "delete", *words, "enter")
            await pilot.pause()

        def keys() -> list[str]:
            return [key.words for key in app.screen.query_one(KeyLine).keys]

        def shown() -> list[Prose]:
            return list(app.screen.query(Prose).filter(".-found"))

        assert "next match" not in keys()
        await find("zebra")
        assert shown() == []
        await pilot.press("escape")
        await find("discard")
        assert "next match" in keys()
        first = shown()
        assert len(first) == 1
        assert "discard" in first[0].passage.words
        assert app.screen.region.contains_region(first[0].region)
        await pilot.press("n")
        await pilot.pause()
        second = shown()
        assert len(second) == 1
        assert second != first
        await pilot.press("f")
        await pilot.press("escape")
        assert isinstance(app.screen, RulesScreen)  # the search is closed, not the rules
        await pilot.press("escape")
        assert not isinstance(app.screen, RulesScreen)
