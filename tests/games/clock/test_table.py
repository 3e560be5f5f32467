"""How Clock and Watch are played at a table: by key, by arrow and by click."""

from typing import Final

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.clock.clock_rules import CENTRE, ExchangeKing, TurnUp
from clockspades.games.clock.clock_table import CHOOSE_FIRST, ClockTableRules
from clockspades.games.clock.clock_words import card_at
from clockspades.table.model import Direction, Selection, Target, TargetKind
from clockspades.table.parts import InPart
from clockspades.table.table_rules import Choose, Nothing
from tests.table.responses import after
from tests.tui.patience import CLOCK, at_exchange, dealt, model, where, won

RULES: Final = ClockTableRules()
HAND: Final = Target(TargetKind.HAND, 0)
TURNING: Final = dealt(CLOCK, 0)
OVER: Final = where(won, CLOCK)


def to_exchange(session: AnySession) -> bool:
    """The fourth king in hand, a pile of three and a complete one."""
    return at_exchange(session) and {0, 3} <= {len(cards) for cards in session.state.face_down[:-1]}


EXCHANGING: Final = where(to_exchange, CLOCK, variant="watch")
LIVE: Final = tuple(pile for pile, cards in enumerate(EXCHANGING.state.face_down, 1) if cards)
THREE: Final = next(pile for pile, cards in enumerate(EXCHANGING.state.face_down, 1) if len(cards) == 3)


def pile(number: int, depth: int = 0) -> Target:
    return Target(TargetKind.PILE, number, depth)


def lower(number: int) -> Target:
    return Target(TargetKind.LOWER, number)


# -- turning -----------------------------------------------------------------------------------------------


def test_enter_space_and_a_click_on_any_pile_or_on_the_hand_turn_a_card() -> None:
    shown = model(TURNING)
    assert RULES.confirm(shown) == RULES.space(shown) == Choose(TurnUp())
    for target in (*map(pile, range(1, CENTRE + 1)), HAND):
        assert RULES.press(shown, target) == Choose(TurnUp())


def test_a_click_on_a_king_explains_and_turns_nothing() -> None:
    shown = model(TURNING)
    assert after(shown, RULES.press(shown, lower(3))).selection == Selection(note=RULES.explain(shown, lower(3)))


def test_cards_turn_by_themselves_until_a_king_is_exchanged_or_all_is_over() -> None:
    assert RULES.next_turn(model(TURNING).player) == TurnUp()
    assert RULES.next_turn(model(EXCHANGING).player) is None
    assert RULES.next_turn(model(OVER).player) is None
    assert len(RULES.paces) == 3
    assert sorted(RULES.paces, reverse=True) == [*RULES.paces]


def test_a_digit_chooses_nothing_while_cards_are_turned() -> None:
    assert RULES.digit(model(TURNING, Selection(pile(3))), 1) == Nothing()


# -- the exchange ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cursor", [None, pile(THREE), HAND])
def test_nothing_is_exchanged_before_a_card_is_chosen(cursor: Target | None) -> None:
    shown = model(EXCHANGING, Selection(cursor))
    assert after(shown, RULES.confirm(shown)).selection.refusal == CHOOSE_FIRST
    assert after(shown, RULES.space(shown)).selection.refusal == CHOOSE_FIRST


def test_a_depth_is_chosen_only_in_a_pile() -> None:
    for cursor in (None, HAND, pile(CENTRE)):
        assert RULES.digit(model(EXCHANGING, Selection(cursor)), 1) == Nothing()


def test_a_digit_chooses_a_card_that_lies_that_deep() -> None:
    shown = model(EXCHANGING, Selection(pile(THREE, 1)))
    assert RULES.digit(shown, 3) == Choose(ExchangeKing(THREE, 3), pile(THREE, 3))
    assert RULES.digit(shown, 4) == Nothing()
    assert RULES.digit(shown, 0) == Nothing()


def test_the_cursor_goes_round_the_clock_and_down_a_pile_wherever_things_stand_on_the_screen() -> None:
    shown = model(EXCHANGING)
    keys: tuple[tuple[Direction, Target], ...] = (
        ("left", pile(LIVE[0], 1)), ("left", pile(LIVE[-1], 1)), ("right", pile(LIVE[0], 1)),
        ("up", pile(LIVE[0], 1)), ("right", pile(LIVE[1], 1)),
    )  # fmt: skip
    for direction, expected in keys:
        shown = after(shown, RULES.move(shown, direction, HAND))
        assert shown.cursor == expected
        assert shown.selection.note == RULES.explain(shown, expected)
    shown = model(EXCHANGING, Selection(pile(THREE, 1)))
    for depth in (2, 3, 3):
        shown = after(shown, RULES.move(shown, "down", None))
        assert shown.cursor == pile(THREE, depth)


def test_enter_space_and_a_click_on_a_card_exchange_the_king_for_it() -> None:
    shown = model(EXCHANGING, Selection(pile(THREE, 2)))
    exchange = Choose(ExchangeKing(THREE, 2), pile(THREE, 2))
    assert RULES.confirm(shown) == RULES.space(shown) == RULES.press(shown, lower(1)) == exchange


def test_a_click_on_a_pile_spreads_it_and_on_anything_else_explains() -> None:
    shown = model(EXCHANGING)
    spread = after(shown, RULES.press(shown, pile(THREE))).selection
    assert spread == Selection(pile(THREE, 1), note=RULES.explain(shown, pile(THREE, 1)))
    complete = next(number for number in range(1, CENTRE) if number not in LIVE)
    for target in (pile(complete), pile(CENTRE), HAND, lower(0)):
        assert after(shown, RULES.press(shown, target)).selection == Selection(note=RULES.explain(shown, target))


def test_what_is_exchanged_is_asked_again() -> None:
    target = pile(THREE, 3)
    shown = model(EXCHANGING, Selection(target, confirming=target))
    asked = f"Exchange the king for {card_at(THREE, 3)}? Press Enter or click it again. Escape cancels."
    assert RULES.reminder(shown) == asked
    assert RULES.reminder(model(EXCHANGING, Selection(target))) == RULES.explain(shown, target)
    assert RULES.reminder(model(EXCHANGING)) == ""


# -- the cursor and the keys -------------------------------------------------------------------------------


def test_the_cursor_appears_on_the_first_pile_and_then_goes_where_the_arrow_leads() -> None:
    shown = model(TURNING)
    first = after(shown, RULES.move(shown, "up", pile(7)))
    assert first.selection == Selection(pile(1), note=RULES.explain(shown, pile(1)))
    assert after(first, RULES.move(first, "right", HAND)).cursor == HAND
    assert {pile(number) for number in range(1, CENTRE + 1)} | {HAND} == set(RULES.targets(shown))


def test_the_key_line_names_what_can_be_done() -> None:
    for session, is_running, words in (
        (TURNING, False, ["turn", "run"]),
        (TURNING, True, ["stop", "speed"]),
        (EXCHANGING, False, ["pile", "depth"]),
    ):
        assert [key.words for key in RULES.keys(model(session), is_running=is_running)] == words


def test_a_card_of_a_pile_stands_among_those_that_are_spread_out() -> None:
    assert RULES.place(pile(THREE)) == pile(THREE)
    assert [RULES.place(pile(THREE, depth)) for depth in (1, 2, 3)] == [InPart("lower", at) for at in (0, 1, 2)]
