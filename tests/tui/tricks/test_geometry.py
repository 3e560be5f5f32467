"""Where everything stands: round a table, in a fan, on a panel."""

from itertools import combinations, pairwise, product
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region, Size

from clockspades.cards import PACK
from clockspades.games.catalogue import table_rules
from clockspades.games.spades.spades_state import LookAtCards, MakeBid
from clockspades.games.trick_table_rules import TrickTableRules
from clockspades.table.model import Selection, TableModel, Target, TargetKind, player_view
from clockspades.table.trick_widget_models import ChoicePanelModel
from clockspades.table.widget_models import Face
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.layout.panel import panel_layout, panel_place
from clockspades.tui.layout.round_layout import LARGEST, round_layout
from clockspades.tui.widgets.fan import CORNER, fan_layout
from tests.games.trick_games import SPADES, game_where

PLAYERS: Final = (2, 3, 4, 5, 6)
CLOTHS: Final = ((60, 9), (54, 15), (67, 19), (80, 27), (134, 47))
"""Columns and rows of the cloth at the sizes that tables are looked at in."""
BIDS: Final = ChoicePanelModel("Your bid", (), ("Crown bids 1.",), ("nil", *map(str, range(1, 14))), 4)


# -- the table ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("largest", CARDS)
def test_nothing_on_a_round_table_overlaps_or_is_cut(players: int, largest: Size) -> None:
    for width, height in product(range(50, 150, 7), range(9, 55, 2)):
        layout = round_layout(width, height, players, largest)
        places = [*layout.badges, *layout.plays]
        assert len(places) == 2 * players
        places += [layout.sign] * (players < 5)
        assert all(Region(0, 0, width, height).contains_region(place) for place in places)
        assert not any(one.overlaps(other) for one, other in combinations(places, 2))
        assert layout.card.area <= max(largest.area, LARGEST.area * (largest == CARDS[0]))
        assert layout.mat == Region() or all(
            layout.mat.shrink((1, 1, 1, 1)).contains_region(play) for play in layout.plays
        )
        assert not any(layout.mat.overlaps(badge) for badge in layout.badges)
        assert layout.card != LARGEST or layout.mat


@pytest.mark.parametrize(("players", "cloth"), [*product(PLAYERS, CLOTHS)])
def test_players_sit_clockwise_and_every_card_lies_on_its_player_s_side(players: int, cloth: tuple[int, int]) -> None:
    layout = round_layout(*cloth, players)
    middle_x = layout.middle.x + layout.middle.width / 2
    assert layout.plays[0].y == max(play.y for play in layout.plays)
    assert layout.badges[0].y >= layout.plays[0].bottom
    for place in range(1, players):
        play, badge = layout.plays[place], layout.badges[place]
        centre = play.x + play.width / 2
        if 2 * place == players:
            assert abs(centre - middle_x) <= 1
            assert badge.bottom <= play.y
            assert play.y == min(other.y for other in layout.plays)
        elif 2 * place < players:
            assert centre < middle_x
            assert badge.right <= play.x
            mirrored = players - place
            assert (layout.plays[mirrored].y, layout.badges[mirrored].y) == (play.y, badge.y)
            assert place == 1 or play.y < layout.plays[place - 1].y
        else:
            assert centre > middle_x
            assert badge.x >= play.right


# -- the fan -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "cards", "beside"),
    [(Size(columns, rows), *hand) for columns, rows in ((58, 4), (78, 6), (98, 8), (118, 10), (198, 10))
     for hand in ((13, 0), (17, 0), (8, 5), (8, 4), (6, 2), (1, 1), (0, 5), (1, 0))],
)  # fmt: skip
def test_every_corner_of_a_hand_is_in_sight(size: Size, cards: int, beside: int) -> None:
    layout = fan_layout(size, cards, beside)
    places = [*layout.cards, *layout.beside]
    assert all(Region(0, 0, *size).contains_region(place) for place in places)
    for group in (layout.cards, layout.beside):
        assert all(after.x - before.x >= CORNER for before, after in pairwise(group))
    assert not any(one.overlaps(other) for one in layout.cards for other in layout.beside)
    left, right = min(place.x for place in places), size.width - max(place.right for place in places)
    assert abs(left - right) <= 1


# -- the panel ---------------------------------------------------------------------------------------------


@given(
    room=st.builds(Size, st.integers(24, 100), st.integers(7, 30)),
    labels=st.lists(st.sampled_from(["nil", "3", "12", "LookAtCards"]), max_size=18),
    words=st.lists(st.sampled_from(["Choose.", "Two hundred points."]), max_size=1),
    cards=st.integers(0, 3),
)
def test_a_panel_is_whole_and_nothing_on_it_overlaps(
    room: Size, labels: list[str], words: list[str], cards: int
) -> None:
    face = ChoicePanelModel("Your bid", tuple(map(Face, PACK[:cards])), tuple(words), tuple(labels), foot="It is so.")
    layout = panel_layout(face, room)
    places = [*layout.cards, *layout.choices, *(Region(0, text.row, layout.size.width, 1) for text in layout.texts)]
    assert layout.size.width <= room.width
    assert all(Region(0, 0, *layout.size).contains_region(place) for place in places)
    assert not any(one.overlaps(other) for one, other in combinations(places, 2))


@pytest.mark.parametrize("bids", [14, 18])
@pytest.mark.parametrize(("players", "cloth"), [*product((3, 4), CLOTHS)])
def test_every_bid_has_room_between_the_badges(players: int, cloth: tuple[int, int], bids: int) -> None:
    room = round_layout(*cloth, players).middle.size
    labels = ("nil", *map(str, range(1, bids)))
    layout = panel_layout(ChoicePanelModel("Your bid", choices=labels, foot="Side 12 · all 14 of 13"), room)
    assert layout.size.height <= room.height
    assert layout.size.width <= room.width


@pytest.mark.parametrize("cloth", CLOTHS)
def test_no_bid_stands_nearly_alone_on_a_row(cloth: tuple[int, int]) -> None:
    room = round_layout(*cloth, 4).middle.size
    choices = panel_layout(BIDS, room).choices
    rows = [sum(place.y == row for place in choices) for row in sorted({place.y for place in choices})]
    assert rows[-1] > rows[0] / 2


@pytest.mark.parametrize(("height", "apart"), [(11, 1), (14, 1), (15, 2), (40, 2)])
def test_rows_of_choices_stand_apart_where_much_room_is_left(height: int, apart: int) -> None:
    layout = panel_layout(BIDS, Size(30, height))
    assert sorted({choice.y - layout.choices[0].y for choice in layout.choices})[1] == apart
    assert height - layout.size.height >= (4 if apart == 2 else 0)


@pytest.mark.parametrize("partner", [MakeBid(3), MakeBid(0, blind=True)])
def test_the_panel_stays_as_it_is_whatever_bid_is_pointed_at(partner: MakeBid) -> None:
    session = game_where(SPADES, lambda s: s.to_act == 2, dealer=0, blind_nil="always")
    for action in (*[LookAtCards()] * (not partner.blind), partner, LookAtCards(), MakeBid(2), LookAtCards()):
        session.act(action)
    player, rules = player_view(session, 0, 0, active=True), table_rules(SPADES.name)
    assert isinstance(rules, TrickTableRules)
    for cloth in CLOTHS:
        places = set()
        for bid in (0, 1, 9, 10, 13):
            panel = rules.panel(TableModel(player, Selection(Target(TargetKind.CHOICE, bid))))
            assert panel is not None
            assert panel.foot.startswith(f"Side {bid + partner.tricks} · bids ")
            places.add(panel_place(panel, round_layout(*cloth, 4).middle, Region(0, 0, *cloth)))
        assert len(places) == 1, cloth


def test_a_panel_lies_on_the_mat_where_that_is_larger() -> None:
    layout = round_layout(134, 47, 4)
    panel = panel_place(BIDS, layout.middle, Region(0, 0, 134, 47))
    assert layout.mat_under(panel) == layout.mat != Region()
    assert layout.mat_under(layout.mat) == layout.mat_under(layout.mat.grow((1, 0, 0, 0))) == Region()
