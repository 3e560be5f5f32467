"""What each widget of the table of Clock and Watch shows of it."""

from functools import partial
from typing import Any, Final

from clockspades.cards import PACK, UNKNOWN, Card, Rank
from clockspades.engine import phrases
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession
from clockspades.games.clock import clock_table as selectors
from clockspades.games.clock.clock_rules import (
    CENTRE,
    ExchangeKing,
    TurnUp,
    cards_up,
    king_at,
    kings_in_order,
)
from clockspades.games.clock.clock_table import ClockTableRules
from clockspades.games.dial_table_rules import score
from clockspades.table.model import Selection, TableModel, Target, TargetKind
from clockspades.table.widget_models import CountModel, Face, Light
from tests.tui.patience import CLOCK, at_exchange, dealt, lost, model, where, won

count: Final = partial(score, what="face up")
TABLE: Final = ClockTableRules()


def turned(seed: int, turns: int, **options: Json) -> AnySession:
    """A game after so many turns."""
    session = dealt(CLOCK, seed, **options)
    for _ in range(turns):
        session.act(TurnUp())
    return session


def face_of(shown: TableModel[Any, Any], pile: int) -> Face | None:
    dial = selectors.dial_model(shown)
    return dial.centre if pile == CENTRE else dial.hours[pile - 1]


# -- the dial ----------------------------------------------------------------------------------------------


def test_the_hand_of_the_clock_follows_the_card_in_hand() -> None:
    session = turned(3, 0)
    seen = set()
    while session.outcome is None:
        dial, rank = selectors.dial_model(model(session)), session.state.in_hand.rank
        lit = [pile for pile in range(1, CENTRE + 1) if _lit(dial.centre if pile == CENTRE else dial.hours[pile - 1])]
        assert lit == [rank]
        if rank is Rank.KING:
            assert (dial.angle, dial.window) == (None, ())
        else:
            assert (dial.angle, dial.window) == (30 * rank % 360, (rank,))
        seen.add(rank)
        session.act(TurnUp())
    assert len(seen) == len(Rank)


def _lit(face: Face | None) -> bool:
    return face is not None and face.light is Light.LIVE


def test_a_game_that_is_won_strikes_twelve() -> None:
    session = where(won, CLOCK)
    dial = selectors.dial_model(model(session))
    assert (dial.angle, dial.window, dial.caption) == (0.0, tuple(range(1, 13)), "52 of 52")
    assert all(_lit(face) for face in (*dial.hours, dial.centre))
    assert selectors.outlook(model(session)).text == "won"


# -- beside it ---------------------------------------------------------------------------------------------


def test_the_kings_count_down() -> None:
    session = turned(3, 0)
    while True:
        kings = kings_in_order(session.view(0))
        faces = selectors.lower_row(model(session)).cards
        assert len(faces) == 4
        assert [face.card for face in faces if face and face.card is not None] == [*kings]
        assert [_lit(face) for face in faces] == [False] * 3 + [len(kings) == 4]
        assert f"kings {len(kings)} of 4" in selectors.heading(model(session)).quiet
        if session.outcome is not None:
            break
        session.act(TurnUp())


def test_the_card_in_hand_stands_out_and_the_cards_face_up_are_counted() -> None:
    session = turned(3, 20)
    assert selectors.hand_row(model(session)).cards == (Face(session.state.in_hand, Light.LIVE),)
    assert count(model(session)) == CountModel(21, ("of 52", "face up"))


def test_the_marks_of_a_timeline_are_the_kings_and_the_exchange() -> None:
    session = where(lost, CLOCK, bot="steady", variant="watch")
    history = model(session).player.history
    marks = TABLE.marks(history)
    assert [mark.sign for mark in marks].count("K") >= 4
    (exchange,) = [mark for mark in marks if mark.sign == "x"]
    assert isinstance(session.positions[exchange.point].action, ExchangeKing)


def test_a_repeat_says_so_above() -> None:
    session = to_exchange()
    assert "repeat" not in selectors.heading(model(session)).quiet
    session.standing = session.standing._replace(is_repeat=True)
    assert "repeat" in selectors.heading(model(session)).quiet


# -- the exchange of Watch ---------------------------------------------------------------------------------


def to_exchange() -> AnySession:
    """The fourth king in hand, with piles of several cards."""
    return where(
        lambda s: at_exchange(s) and any(len(cards) == 3 for cards in s.state.face_down), CLOCK, variant="watch"
    )


def test_the_cards_of_the_pile_pointed_at_are_spread_out() -> None:
    session = to_exchange()
    pile = next(n for n, cards in enumerate(session.state.face_down, 1) if len(cards) == 3)
    pointed = Target(TargetKind.PILE, pile, 2)
    shown = model(session, Selection(pointed))
    assert selectors.dial_model(shown).angle == 30 * pile % 360
    face = face_of(shown, pile)
    assert face is not None
    assert face.pointed
    spread = selectors.lower_row(shown).cards
    assert [face and (face.card, face.label, face.pointed) for face in spread] == [
        (UNKNOWN, "1", False), (UNKNOWN, "2", True), (UNKNOWN, "3", False),
    ]  # fmt: skip
    asked = selectors.lower_row(model(session, Selection(pointed, confirming=pointed))).cards
    assert [face and face.picked for face in asked] == [False, True, False]


def test_what_is_known_of_a_card_is_said_beside_it() -> None:
    session = to_exchange()
    view = session.view(0)
    pile = next(n for n, cards in enumerate(view.face_down, 1) if len(cards) == 3)
    unseen = 4 - len(view.face_up[pile - 1])
    said = TABLE.explain(model(session), Target(TargetKind.PILE, pile, 2))
    assert f"The second card of 3 at {pile} o'clock, 1 under it. " in said
    assert f"{phrases.ranked(unseen, Rank(pile)).capitalize()} still unseen." in said
    assert said == TABLE.explain(
        model(session, Selection(Target(TargetKind.PILE, pile, 1))), Target(TargetKind.LOWER, 1)
    )


def test_the_exchanged_king_is_shown_where_it_lies() -> None:
    session = to_exchange()
    pile = next(n for n, cards in enumerate(session.state.face_down, 1) if len(cards) == 3)
    king: Card = session.state.in_hand
    session.act(ExchangeKing(pile, 3))
    assert king_at(session.view(0)) == (pile, 3)
    for all_open in (False, True):
        face = face_of(model(session, all_open=all_open), pile)
        assert face is not None
        assert (face.card, face.label) == (UNKNOWN, "3K")
    assert selectors.outlook(model(session)).text.strip() == f"{king.symbol} 3rd at {pile}"
    assert "The exchanged king is the third card." in TABLE.explain(model(session), Target(TargetKind.PILE, pile))
    assert "No kings unseen." in TABLE.explain(model(session), Target(TargetKind.PILE, CENTRE))


# -- the result --------------------------------------------------------------------------------------------


def test_the_result_shows_the_kings_as_they_came_and_the_last_stands_out() -> None:
    session = where(lost, CLOCK)
    face = TABLE.result(session.state, ())
    ((kings,),) = face.piles
    assert len(kings) == 4
    assert kings[-1] is session.state.in_hand
    assert face.deciding == kings[-1:]
    assert face.counts == (f"{cards_up(session.state)} of {len(PACK)} face up",)
