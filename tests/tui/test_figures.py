"""Large cards: pips in their places, and figures that fit in every size and are whole."""

from collections import Counter
from itertools import product
from typing import Final

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from clockspades.cards import PACK, UNKNOWN, Card, Rank, Suit, parse_card
from clockspades.table.glyphs import FULL, PLAIN, Glyphs
from clockspades.table.widget_models import Face, Light
from clockspades.tui.drawing.drawn_cards import draw
from clockspades.tui.drawing.figures import BARE, cells_of, figures_of, size_of
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.layout.round_layout import LARGEST

LARGE: Final = (LARGEST, *(size for size in CARDS if size.height >= 7))
"""The sizes of cards that have pictures."""
COURT: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)
PIPPED: Final = [card for card in PACK if card.rank is not Rank.ACE and card.rank not in COURT]
FIGURED: Final = [card for card in PACK if card not in PIPPED]


def inside(face: Face, size: Size, glyphs: Glyphs = FULL) -> list[str]:
    """The characters between the edges of a card, line by line."""
    return ["".join(text for text, _ in line)[1:-1] for line in draw(face, size, glyphs)[1:-1]]


def halves(card: Card, size: Size) -> int:
    """How many cells of a card are drawn in halves of cells."""
    return sum(char in "▀▄█" for row in inside(Face(card), size) for char in row)


# -- pips --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("glyphs", [FULL, PLAIN])
def test_a_card_has_as_many_pips_as_its_rank(size: Size, glyphs: Glyphs) -> None:
    for card in PIPPED:
        between = [row[2:-2] for row in inside(Face(card), size, glyphs)]
        assert "".join(between).count(glyphs.suit(card.suit)) == card.rank


def test_a_ten_and_a_nine() -> None:
    assert inside(Face(parse_card("TH")), Size(9, 7)) == ["10♥ ♥  ", "  ♥♥♥  ", "       ", "  ♥♥♥  ", "  ♥ ♥10"]
    assert inside(Face(parse_card("9S")), Size(13, 9)) == [
        "9  ♠   ♠   ",
        "♠          ",
        "   ♠   ♠   ",
        "     ♠     ",
        "   ♠   ♠   ",
        "          ♠",
        "   ♠   ♠  9",
    ]


# -- figures -----------------------------------------------------------------------------------------------


def test_every_ace_and_court_card_has_figures_that_are_whole() -> None:
    for card in PACK:
        drawn = figures_of(card)
        assert bool(drawn) == (card in FIGURED)
        for dots in drawn:
            assert {len(row) for row in dots} == {len(dots[0])}
            assert len(dots) % 2 == 0
            assert set("".join(dots)) <= set("#wosh" + "l" + BARE)
        areas = [size_of(dots).area for dots in drawn]
        assert areas == sorted(areas, reverse=True)


@pytest.mark.parametrize("size", LARGE)
def test_every_size_has_a_figure_of_its_own(size: Size) -> None:
    room = Size(size.width - 2, size.height - 2)
    for card in FIGURED:
        fitting = [dots for dots in figures_of(card) if size_of(dots).width <= room.width]
        (height,) = {size_of(dots).height for dots in fitting[:1]}
        assert height <= room.height
        assert len(fitting) == len(LARGE) - LARGE.index(size)


@pytest.mark.parametrize("size", LARGE)
def test_no_two_ranks_share_a_figure(size: Size) -> None:
    for suit in Suit:
        drawn = [draw(Face(Card(rank, suit)), size, FULL) for rank in (Rank.ACE, *COURT)]
        assert len(set(drawn)) == 4
        assert all(halves(Card(rank, suit), size) > size.area / 6 for rank in (Rank.ACE, *COURT))
        assert all(halves(Card(rank, suit), size) == 0 for rank in Rank if rank not in (Rank.ACE, *COURT))


def test_cells_have_the_dots_of_their_figure() -> None:
    for card in FIGURED:
        for dots in figures_of(card):
            shown = [
                (
                    cell.ink if cell.filled in ("upper", "full") else cell.ground,
                    cell.ink if cell.filled in ("lower", "full") else cell.ground,
                )
                for row in cells_of(dots)
                for cell in row
            ]
            wanted = [pair for above, below in zip(dots[::2], dots[1::2]) for pair in zip(above, below)]
            assert shown == wanted


# -- both ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("strip", [4, 6])
def test_under_other_cards_rank_and_suit_come_first_and_the_picture_beside_them(size: Size, strip: int) -> None:
    for card in PACK:
        drawn = inside(Face(card, strip=strip), size)
        assert drawn[0].startswith(card.symbol)
        assert not drawn[-1].endswith(card.rank.symbol)
        count = "".join(drawn).count(card.suit.symbol)
        assert count == (1 if card in FIGURED else 1 + card.rank)


# -- piles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", CARDS[:3])
@pytest.mark.parametrize("glyphs", [FULL, PLAIN])
def test_on_a_pile_each_suit_has_a_place_of_its_own(size: Size, glyphs: Glyphs) -> None:
    every = inside(Face(UNKNOWN, covers=tuple(Suit), label="1"), size, glyphs)[-1]
    places = {suit: every.index(glyphs.suit(suit)) for suit in Suit}
    assert [suit for suit, _ in sorted(places.items(), key=lambda item: item[1])] == list(reversed(Suit))
    for covers in ((Suit.HEARTS,), (Suit.CLUBS, Suit.SPADES), (Suit.DIAMONDS, Suit.HEARTS, Suit.CLUBS)):
        row = inside(Face(UNKNOWN, covers=covers, label="1"), size, glyphs)[-1]
        assert {suit for suit, x in places.items() if row[x] == glyphs.suit(suit)} == set(covers)
        assert Counter(row)[glyphs.gone] == len(Suit) - len(covers)


def test_the_cards_that_stick_out_of_a_pile_are_lit_with_it() -> None:
    drawn = {light: draw(Face(UNKNOWN, light, covers=(Suit.HEARTS,)), Size(9, 7), FULL) for light in Light}
    for light, lines in drawn.items():
        assert {role.split("-")[2] for line in lines[-2:] for _, role in line} == {light.value}
        assert {role for line in lines[1:-2] for _, role in line} == {"card--back"}


def test_without_half_cells_a_court_card_is_drawn_in_letters_alone() -> None:
    assert inside(Face(parse_card("QH")), Size(9, 7), PLAIN) == ["QH     ", "       ", "   H   ", "       ", "     QH"]


@pytest.mark.parametrize("glyphs", [FULL, PLAIN])
def test_every_face_fits_every_size_also_while_it_turns(glyphs: Glyphs) -> None:
    for width, height, card in product((5, 9, 13, 19), (3, 5, 7, 13), PACK):
        for strip in (0, 1, 2, 3, 4, width - 2, width - 1):
            drawn = inside(Face(card, strip=strip), Size(width, height), glyphs)
            assert len(drawn) == height - 2
            assert all(cell_len(row) == len(row) == width - 2 for row in drawn)
