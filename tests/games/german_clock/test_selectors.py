"""What each widget of the table of German Clock shows of it, and that none gives away what is the player's to see."""

from functools import partial
from typing import Any, Final

import pytest

from clockspades.cards import PACK, UNKNOWN, Rank, Suit
from clockspades.engine.session import AnySession
from clockspades.games.dial_table_rules import score
from clockspades.games.german_clock import german_clock_table as selectors
from clockspades.games.german_clock.german_clock_rules import GermanClockState, PassBegan, Redeal, TurnStock, can_place
from clockspades.games.german_clock.german_clock_table import SHOWN, GermanClockTableRules
from clockspades.table.log_view import log_lines
from clockspades.table.model import TableModel, Target, TargetKind
from clockspades.table.widget_models import CountModel, Face, Light
from tests.tui.patience import GERMAN, dealt, lost, model, where, won

count: Final = partial(score, what="on the clock")
TABLE: Final = GermanClockTableRules()
SELECTORS: Final = (
    selectors.dial_model, selectors.stock_row, selectors.waste_row, selectors.order, selectors.heading, count,
    partial(log_lines, style=TABLE.log_style), selectors.asked,
)  # fmt: skip
TARGETS: Final = (
    selectors.STOCK,
    selectors.TOP,
    *(Target(TargetKind.HOUR, int(rank)) for rank in Rank),
)


def midway() -> AnySession:
    """Some twenty cards on the clock, the stock half gone for the second time."""
    return where(lambda s: s.state.passes == 2 and len(s.state.stock) == 10, GERMAN, bot="watchful")


def test_the_win_chance_is_shown_the_first_time_through_the_stock_only() -> None:
    """The second time a player can know the cards to come, and the win chance does not."""
    for session, is_shown in ((dealt(GERMAN, 1), True), (midway(), False)):
        assert (selectors.asked(model(session)._replace(chance=0.5)).foot is not None) is is_shown


# -- the dial ----------------------------------------------------------------------------------------------


def test_a_foundation_shows_its_top_card_on_the_suits_under_it() -> None:
    session = midway()
    view, dial = session.view(0), selectors.dial_model(model(session))
    faces = (*dial.hours, dial.centre)
    assert len({len(pile) for pile in view.clock}) > 1
    for rank, face, pile in zip(Rank, faces, view.clock):
        assert face is not None
        if pile:
            assert (face.card, face.covers) == (pile[-1], tuple(card.suit for card in pile[:-1]))
        else:
            assert (face.card, face.label) == (None, rank.letter)
        assert face.light is Light.PLAIN


def test_the_hand_goes_round_once_with_each_time_through_the_stock() -> None:
    session = dealt(GERMAN, 1)
    assert selectors.dial_model(model(session)).angle == 0
    angles = []
    while session.state.stock:
        session.act(TurnStock())
        angles.append(selectors.dial_model(model(session)).angle or 0.0)
    assert angles[25] == 180
    assert angles == [*sorted(angles[:-1]), 0]
    session.act(Redeal())
    assert selectors.dial_model(model(session)).angle == 0
    session.act(TurnStock())
    assert selectors.dial_model(model(session)).angle == pytest.approx(360 / 52)


def test_the_end_is_shown_on_the_dial() -> None:
    session = where(won, GERMAN, bot="watchful")
    dial = selectors.dial_model(model(session))
    assert (dial.window, dial.angle, dial.caption) == (tuple(range(1, 13)), 0, "52 of 52")
    assert all(face is not None and face.light is Light.LIVE for face in (*dial.hours, dial.centre))
    session = where(lost, GERMAN)
    dial = selectors.dial_model(model(session))
    assert (dial.window, dial.angle, dial.caption) == ((), None, f"{session.state.placed} of 52")


# -- beside it ---------------------------------------------------------------------------------------------


def test_the_stock_is_counted_and_its_place_stays_when_it_is_gone() -> None:
    session = dealt(GERMAN, 1)
    assert selectors.stock_row(model(session)).cards == (Face(UNKNOWN, label="52"),)
    top = session.state.stock[0]
    assert selectors.stock_row(model(session, all_open=True)).cards == (Face(top, Light.DIM, label="52"),)
    while session.state.stock:
        session.act(TurnStock())
    assert selectors.stock_row(model(session)).cards == (Face(None, label="0"),)


def test_the_top_of_the_waste_always_lies_in_the_same_place() -> None:
    session = dealt(GERMAN, 1)
    for turned in range(7):
        row = selectors.waste_row(model(session))
        cards = [face.card for face in row.cards if face is not None]
        assert len(row.cards) == selectors.WASTE
        assert row.fanned
        assert tuple(cards) == session.state.waste[-selectors.WASTE :]
        assert row.cards[selectors.WASTE - min(turned, selectors.WASTE) :] == tuple(map(Face, cards))
        session.act(TurnStock())


def test_the_order_of_suits_and_the_redeals_that_are_left_are_shown() -> None:
    session = dealt(GERMAN, 1)
    view: GermanClockState = session.view(0)
    for suits, text in (
        ((), "· · · ·"),
        ((Suit.HEARTS,), "♥ · · ·"),
        ((Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS), "♥ ♠ ♦ ♣"),
    ):
        assert selectors.order(_seen(session, view._replace(suits=suits))).text == text
    for redeals, text in ((2, "2 redeals left"), (1, "1 redeal left"), (0, "no redeals left")):
        assert selectors.order(_seen(session, view._replace(redeals=redeals))).quiet == (text,)
    assert count(model(midway())) == CountModel(midway().state.placed, ("of 52", "on the clock"))


def _seen(session: AnySession, view: GermanClockState) -> TableModel[Any, Any]:
    shown = model(session)
    return shown._replace(player=shown.player._replace(view=view))


def test_redeals_and_settled_suits_stand_out_in_the_log_and_are_marked() -> None:
    session = where(lost, GERMAN)
    lines, history = log_lines(model(session), TABLE.log_style), model(session).player.history
    bold = [line.words for line in lines if line.style == "bold"]
    assert sum(words.startswith("The order of suits") for words in bold) == 2
    assert lines[-1].words == GERMAN.words.verdict(session.state, session.names)
    marks = TABLE.marks(history)
    (redeal,) = [mark for mark in marks if mark.sign == "2"]
    assert any(isinstance(event, PassBegan) for event in history[redeal.point - 1])
    assert [mark.sign for mark in marks if mark.sign in "♣♦♥♠"] == [suit.symbol for suit in session.state.suits[:2]]


# -- what is said, and what is not -------------------------------------------------------------------------


def test_what_lies_where_is_explained() -> None:
    session = midway()
    view = session.view(0)
    assert TABLE.explain(model(session), Target(TargetKind.STOCK, 0)) == "10 cards in the stock; no redeals are left."
    said = TABLE.explain(model(session), Target(TargetKind.WASTE, 0))
    assert said.startswith(f"Top of the waste: the {view.waste[-1].symbol}. Under it: {view.waste[-2].symbol} ")
    for rank in Rank:
        said = TABLE.explain(model(session), Target(TargetKind.HOUR, int(rank)))
        assert ("No card" in said) == (not view.clock[rank - 1])
        assert all(card.symbol in said for card in view.clock[rank - 1])
    fresh = model(dealt(GERMAN, 1))
    assert TABLE.explain(fresh, Target(TargetKind.WASTE, 0)) == "The waste is empty."
    assert TABLE.explain(fresh, Target(TargetKind.STOCK, 0)) == "52 cards in the stock; 1 redeal is left."
    done = model(where(won, GERMAN, bot="watchful"))
    assert TABLE.explain(done, Target(TargetKind.HOUR, 13)).startswith("All four in the centre: K")


def test_nothing_shows_whether_the_card_on_the_waste_can_be_placed() -> None:
    """On the same table with another order of suits another card fits: but for that order, all is shown the same."""
    session = midway()
    view: GermanClockState = session.view(0)
    first, second, third, fourth = view.suits
    fits = set()
    for card in view.waste:
        tables = [view._replace(waste=(card,), suits=suits) for suits in (view.suits, (third, fourth, first, second))]
        one, other = (_seen(session, table) for table in tables)
        fits |= {(can_place(tables[0]), can_place(tables[1]))}
        for select in SELECTORS:
            assert select is selectors.order or select(one) == select(other), select
        for target in TARGETS:
            assert TABLE.explain(one, target) == TABLE.explain(other, target)
    assert {(True, False), (False, False)} <= fits


# -- the result --------------------------------------------------------------------------------------------


def test_the_result_shows_what_was_left_on_the_waste_or_the_whole_clock() -> None:
    session = where(lost, GERMAN)
    face = TABLE.result(session.state, ())
    assert face.piles == ((session.state.waste[-SHOWN:],),)
    assert face.deciding == session.state.waste[-1:]
    assert face.counts == (f"{session.state.placed} of {len(PACK)} on the clock",)
    session = where(won, GERMAN, bot="watchful")
    ((cards,),) = TABLE.result(session.state, ()).piles
    assert [card.rank for card in cards] == list(Rank)
