"""What each widget of the table of Clock and Watch shows of it."""

from functools import partial
from typing import Any, Final

import pytest

from clockspades.cards import PACK, UNKNOWN, Card, Rank
from clockspades.engine import phrases
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession
from clockspades.games.clock import clock_table as selectors
from clockspades.games.clock.clock_rules import (
    CENTRE,
    RULES,
    ClockState,
    ExchangeKing,
    TurnUp,
    cards_up,
    king_at,
    kings_in_order,
    kings_up,
)
from clockspades.games.clock.clock_table import ClockTableRules
from clockspades.games.dial_table_rules import score
from clockspades.table.faces import Face, Light
from clockspades.table.log_view import log_lines
from clockspades.table.model import Selection, TableModel, Target, TargetKind
from clockspades.table.parts import name_line, prompt
from clockspades.table.widget_models import CountModel
from tests.games.clockwork.test_selectors import cards_in
from tests.tui.patience import CLOCK, at_exchange, dealt, lost, model, where, won

count: Final = partial(score, what="face up")
TABLE: Final = ClockTableRules()
SELECTORS: Final = (
    selectors.dial_model, selectors.hand_row, selectors.lower_row, selectors.heading, count,
    selectors.outlook, partial(name_line, seat=0), partial(log_lines, style=TABLE.log_style), prompt,
)  # fmt: skip


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


@pytest.mark.parametrize("turns", [0, 9, 21])
def test_a_pile_shows_how_many_lie_face_down_and_the_suits_of_those_face_up(turns: int) -> None:
    session = turned(3, turns)
    view = session.view(0)
    for pile in range(1, CENTRE + 1):
        down, up = view.face_down[pile - 1], view.face_up[pile - 1]
        face = face_of(model(session), pile)
        assert face is not None
        if down:
            assert (face.card, face.label) == (UNKNOWN, str(len(down)))
            assert face.covers == tuple(card.suit for card in up)
        else:
            assert face.card is up[-1]
            assert face.covers == tuple(card.suit for card in up[:-1])


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


def test_before_the_deal_the_pack_lies_in_the_middle() -> None:
    session = turned(3, 0)
    session.go_to(0)
    dial = selectors.dial_model(model(session))
    assert dial.hours == (None,) * 12
    assert dial.centre == Face(UNKNOWN, label="52")
    assert selectors.hand_row(model(session)).cards == (None,)
    assert count(model(session)).number == 0


def test_a_game_that_is_won_strikes_twelve() -> None:
    session = where(won, CLOCK)
    dial = selectors.dial_model(model(session))
    assert (dial.angle, dial.window, dial.caption) == (0.0, tuple(range(1, 13)), "52 of 52")
    assert all(_lit(face) for face in (*dial.hours, dial.centre))
    assert selectors.outlook(model(session)).text == "won"


def test_a_game_that_is_lost_says_how_far_it_came() -> None:
    session = where(lost, CLOCK)
    dial = selectors.dial_model(model(session))
    assert (dial.angle, dial.window) == (None, ())
    assert dial.caption == f"{cards_up(session.state)} of 52"
    assert not any(_lit(face) for face in (*dial.hours, dial.centre))
    assert selectors.outlook(model(session)).text == "lost"


def test_with_all_cards_open_the_top_of_a_pile_stands_back() -> None:
    session = turned(3, 9)
    dial = selectors.dial_model(model(session, all_open=True))
    for pile, face in enumerate(dial.hours, 1):
        top = session.state.face_down[pile - 1][0]
        assert face is not None
        assert (face.card, face.light, face.label) == (top, Light.DIM, str(len(session.state.face_down[pile - 1])))


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


def test_how_likely_a_win_is_now_is_told_in_clock() -> None:
    session = turned(3, 0)
    assert selectors.outlook(model(session)).quiet == (f"win chance {(4 - kings_up(session.state)) / 51:.0%}",)


def test_the_name_is_marked_while_there_is_something_to_do() -> None:
    assert name_line(model(turned(3, 5)), 0).bright
    assert not name_line(model(where(lost, CLOCK)), 0).bright


def test_kings_and_the_exchange_stand_out_in_the_log_and_the_verdict_ends_it() -> None:
    session = where(lost, CLOCK, bot="steady", variant="watch")
    lines = log_lines(model(session), TABLE.log_style)
    bold = [line.words for line in lines if line.style == "bold"]
    assert sum("king" in words for words in bold) >= 5
    assert any("is exchanged for" in words for words in bold)
    assert lines[-1].words == CLOCK.words.verdict(session.state, session.names)
    assert lines[0].words == "Four cards are dealt face down to each hour and the centre"


def test_the_marks_of_a_timeline_are_the_kings_and_the_exchange() -> None:
    session = where(lost, CLOCK, bot="steady", variant="watch")
    history = model(session).player.history
    marks = TABLE.marks(history)
    assert [mark.sign for mark in marks].count("K") >= 4
    (exchange,) = [mark for mark in marks if mark.sign == "x"]
    assert isinstance(session.positions[exchange.point].action, ExchangeKing)


def test_a_game_that_became_practice_says_so_above() -> None:
    session = to_exchange()
    first, second, *_ = [action for action in RULES.legal_actions(session.state) if isinstance(action, ExchangeKing)]
    session.act(first)
    session.undo()
    session.act(second)
    assert "practice" in selectors.heading(model(session)).quiet


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


def test_every_pile_that_the_king_can_go_to_stands_out() -> None:
    session = to_exchange()
    dial = selectors.dial_model(model(session))
    for pile, face in enumerate(dial.hours, 1):
        assert _lit(face) == bool(session.state.face_down[pile - 1]) == (pile in dial.window)
    assert dial.angle is None
    assert selectors.outlook(model(session)).quiet == ("1 exchange left",)


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


def test_the_cursor_goes_round_the_clock_and_down_a_pile() -> None:
    session = to_exchange()
    view = session.view(0)
    piles = selectors.live_piles(view)
    here = selectors.next_place(view, None, "right")
    assert here == Target(TargetKind.PILE, piles[0], 1)
    for pile in (*piles[1:], piles[0]):
        here = selectors.next_place(view, here, "right")
        assert here.number == pile
    assert selectors.next_place(view, here, "left").number == piles[-1]
    deep = next(pile for pile in piles if len(view.face_down[pile - 1]) == 3)
    here = Target(TargetKind.PILE, deep, 1)
    depths = []
    for _ in range(4):
        here = selectors.next_place(view, here, "down")
        depths.append(here.depth)
    assert depths == [2, 3, 3, 3]
    assert selectors.next_place(view, here, "up").depth == 2
    shallow = next((pile for pile in piles if len(view.face_down[pile - 1]) < 3), None)
    if shallow is not None:
        there = Target(TargetKind.PILE, shallow, len(view.face_down[shallow - 1]))
        assert selectors.next_place(view, there, "down") == there


def test_what_is_known_of_a_card_is_said_beside_it() -> None:
    session = to_exchange()
    view = session.view(0)
    pile = next(n for n, cards in enumerate(view.face_down, 1) if len(cards) == 3)
    unseen = 4 - len(view.face_up[pile - 1])
    said = TABLE.explain(model(session), Target(TargetKind.PILE, pile, 2))
    assert f"The second card of 3 at {pile} o'clock, 1 under it. Press ⏎ to exchange." in said
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


# -- what is pointed at ------------------------------------------------------------------------------------


def test_everything_that_can_be_pointed_at_is_explained() -> None:
    session = turned(3, 9)
    shown = model(session)
    for target in (
        *(Target(TargetKind.PILE, pile) for pile in range(1, CENTRE + 1)),
        Target(TargetKind.HAND, 0),
        Target(TargetKind.LOWER, 0),
    ):
        assert TABLE.explain(shown, target).endswith(".")
    assert session.state.in_hand.symbol in TABLE.explain(shown, Target(TargetKind.HAND, 0))
    king = kings_in_order(session.view(0))
    assert ("has turned up" in TABLE.explain(shown, Target(TargetKind.LOWER, 0))) == bool(king)
    assert "still face down" in TABLE.explain(shown, Target(TargetKind.LOWER, 3))


def test_clock_6_the_fourth_king_ends_the_game_only_after_the_exchange() -> None:
    for session, words in (
        (turned(3, 0), "The fourth king ends the game."),
        (turned(3, 0, variant="watch"), "The fourth king can be exchanged for a face-down card."),
    ):
        assert TABLE.explain(model(session), Target(TargetKind.LOWER, 3)).endswith(words)
    session = to_exchange()
    session.act(ExchangeKing(next(n for n, cards in enumerate(session.state.face_down, 1) if cards), 1))
    assert "The fourth king ends the game." in TABLE.explain(model(session), Target(TargetKind.LOWER, 0))


def test_a_complete_pile_is_named_with_its_cards() -> None:
    session = where(won, CLOCK)
    said = TABLE.explain(model(session), Target(TargetKind.PILE, 5))
    assert said.startswith("5 o'clock is complete: ")
    assert all(f"5{suit}" in said for suit in "♣♦♥♠")
    assert TABLE.explain(model(session), Target(TargetKind.HAND, 0)).endswith("is the fourth king.")


def test_before_the_deal_there_is_nothing_to_explain() -> None:
    session = turned(3, 0)
    session.go_to(0)
    assert TABLE.explain(model(session), Target(TargetKind.PILE, 3)) == ""
    assert TABLE.explain(model(session), Target(TargetKind.HAND, 0)) == ""


@pytest.mark.parametrize("variant", ["clock", "watch"])
@pytest.mark.parametrize("seed", range(3))
def test_no_widget_shows_a_card_that_lies_face_down(seed: int, variant: str) -> None:
    session = where(lambda s: s.outcome is not None, CLOCK, first=seed, variant=variant)
    for point in range(session.last + 1):
        session.go_to(point)
        shown = model(session)
        state: ClockState = session.state
        place = king_at(state)
        known = {state.face_down[place[0] - 1][place[1] - 1].symbol} if place else set()
        up = {card.symbol for pile in state.face_up for card in pile}
        seen = up | known | ({state.in_hand.symbol} if state.in_hand else set())
        for select in SELECTORS:
            assert cards_in(select(shown)) <= seen | _told(shown), select


def _told(shown: TableModel[ClockState, Any]) -> set[str]:
    """The cards that the history names."""
    return cards_in([CLOCK.words.describe(event, ("Ana",)) for events in shown.player.history for event in events])


# -- the result --------------------------------------------------------------------------------------------


def test_the_result_shows_the_kings_as_they_came_and_the_last_stands_out() -> None:
    session = where(lost, CLOCK)
    face = TABLE.result(session.state, ())
    ((kings,),) = face.piles
    assert len(kings) == 4
    assert kings[-1] is session.state.in_hand
    assert face.deciding == kings[-1:]
    assert face.counts == (f"{cards_up(session.state)} of {len(PACK)} face up",)
