"""Cards as they are drawn: exact widths, the roles of their parts, and one character a cell in both sets."""

import re
from itertools import product
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.geometry import Size

from clockspades.cards import ALL_CARDS, UNKNOWN, Card, Rank, Suit, parse_card
from clockspades.table.glyphs import FULL, PLAIN, Border, Glyphs
from clockspades.table.widget_models import Face, Light
from clockspades.tui.drawing.drawn_cards import draw
from clockspades.tui.drawing.palette import ROLES
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.layout.round_layout import LARGEST

SMALL: Final = CARDS[-1]

sets = st.sampled_from([FULL, PLAIN])
faces = st.builds(
    Face,
    st.sampled_from([UNKNOWN, None, *ALL_CARDS]),
    st.sampled_from(Light),
    st.booleans(),
    st.booleans(),
    st.lists(st.sampled_from(Suit), max_size=3, unique=True).map(tuple),
    st.sampled_from(["", "1", "3", "17", "39"]),
)


def lines(face: Face, size: Size = SMALL, glyphs: Glyphs = FULL) -> list[str]:
    """The characters of a card, line by line."""
    return ["".join(text for text, _ in line) for line in draw(face, size, glyphs)]


def roles(face: Face, size: Size = SMALL) -> set[str]:
    return {role for line in draw(face, size, FULL) for _, role in line}


def ink(suit: Suit) -> str:
    """The role in which a suit's cards are printed."""
    (role,) = {role for text, role in draw(Face(Card(Rank.FOUR, suit)), SMALL, FULL)[1] if suit.symbol in text}
    return role


def every_character(glyphs: Glyphs) -> set[str]:
    frames = [value for value in glyphs if isinstance(value, Border)]
    words = [value for value in glyphs if isinstance(value, str)] + [char for frame in frames for char in frame]
    return {char for word in words for char in word}


# -- what is to be seen ------------------------------------------------------------------------------------


def test_a_small_card() -> None:
    assert lines(Face(parse_card("TS"))) == ["╭───╮", "│10♠│", "╰───╯"]
    assert lines(Face(parse_card("TS")), glyphs=PLAIN) == [".---.", "|10S|", "'---'"]
    assert lines(Face(parse_card("9S"))) == ["╭───╮", "│ 9♠│", "╰───╯"]


def test_rank_and_suit_stand_within_the_strip_in_sight() -> None:
    for card, size, strip, glyphs in product(ALL_CARDS, CARDS, (3, 4, 5), (FULL, PLAIN)):
        assert glyphs.card(card) in lines(Face(card, strip=strip), size, glyphs)[1][:strip]


def test_a_ten_stands_on_its_edge_only_where_it_must() -> None:
    ten = Face(parse_card("TH"))
    assert lines(ten._replace(strip=4))[1] == "│10♥│"
    assert lines(ten._replace(strip=3))[1] == "10♥ │"
    assert lines(Face(parse_card("9H"), strip=3))[1] == "│9♥ │"


def test_a_card_to_be_played_stands_out_by_its_frame_and_its_colours() -> None:
    live, plain, dim = (Face(parse_card("4H"), light) for light in (Light.LIVE, Light.PLAIN, Light.DIM))
    assert lines(live) == ["┏━━━┓", "┃ 4♥┃", "┗━━━┛"]
    assert lines(plain) == lines(dim) == ["╭───╮", "│ 4♥│", "╰───╯"]
    assert len({frozenset(roles(face)) for face in (live, plain, dim)}) == 3
    assert lines(live, glyphs=PLAIN) != lines(plain, glyphs=PLAIN)


def test_the_cursor_shows_by_its_shape_too() -> None:
    for glyphs in (FULL, PLAIN):
        assert lines(Face(parse_card("4H"), pointed=True), glyphs=glyphs) != lines(
            Face(parse_card("4H")), glyphs=glyphs
        )
    assert lines(Face(parse_card("4H"), pointed=True)) == ["╔═══╗", "▸ 4♥◂", "╚═══╝"]


@pytest.mark.parametrize("size", CARDS)
def test_the_cards_played_on_a_spade_can_be_counted(size: Size) -> None:
    for covers in ((Suit.CLUBS,), (Suit.CLUBS, Suit.HEARTS), (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)):
        foot = lines(Face(parse_card("4S"), covers=covers), size)[-1]
        assert re.sub("[^♣♦♥♠]", "", foot) == "".join(suit.symbol for suit in covers)
        drawn = dict(draw(Face(parse_card("4S"), covers=covers), size, FULL)[-1])
        assert {drawn[suit.symbol] for suit in covers} == {ink(suit) for suit in covers}


@pytest.mark.parametrize("size", CARDS)
def test_a_back_tells_how_many_cards_it_stands_for_and_nothing_else(size: Size) -> None:
    drawn = lines(Face(UNKNOWN, label="17"), size)
    assert re.sub("[^0-9A-Z♣♦♥♠]", "", "".join(drawn)) == "17"
    assert "17" in drawn[size.height // 2]


@pytest.mark.parametrize(("strip", "is_shown"), [(0, True), (4, False), (5, False), (6, True)])
def test_a_covered_card_shows_no_part_of_its_lower_index(strip: int, is_shown: bool) -> None:
    drawn = lines(Face(parse_card("TS"), strip=strip), Size(7, 5))
    assert "10♠" in drawn[1]
    assert ("10♠" in drawn[3]) == is_shown
    assert is_shown or not drawn[3].strip("│ ")


@given(faces, st.sampled_from([*CARDS, LARGEST]), sets)
def test_every_line_is_as_wide_as_the_card_and_each_part_has_a_role(face: Face, size: Size, glyphs: Glyphs) -> None:
    drawn = lines(face, size, glyphs)
    assert len(drawn) == size.height
    assert all(cell_len(line) == len(line) == size.width for line in drawn)
    assert glyphs is FULL or all(line.isascii() for line in drawn)
    assert {role for line in draw(face, size, glyphs) for _, role in line} <= set(ROLES)


@pytest.mark.parametrize("glyphs", [FULL, PLAIN])
def test_every_character_takes_one_cell_and_the_plain_ones_are_ascii(glyphs: Glyphs) -> None:
    assert all(cell_len(char) == 1 for char in every_character(glyphs))
    assert glyphs is FULL or all(char.isascii() for char in every_character(glyphs))


def test_a_large_card_has_its_index_twice_and_its_suit_in_the_middle() -> None:
    for card, drawn in (("QH", ["│Q♥   │", "│  ♥  │", "│   Q♥│"]), ("TH", ["│10♥  │", "│  ♥  │", "│  10♥│"])):
        assert lines(Face(parse_card(card)), Size(7, 5))[1:4] == drawn
