"""Every case of Clock and Watch in docs/rules.md, on tables set up by hand."""

from random import Random

import pytest

from clockspades.cards import PACK, UNKNOWN, format_cards, parse_card, parse_cards
from clockspades.engine.rules import Deal, Ended, IllegalActionError, Outcome
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clock.clock_rules import (
    CENTRE,
    RULES,
    ClockAction,
    ClockReason,
    ClockState,
    Exchanged,
    ExchangeKing,
    PilesDealt,
    PlacedUnderPile,
    TurnedUp,
    TurnUp,
    Variant,
    cards_down,
    cards_up,
    is_exchange_due,
    king_at,
    kings_up,
)
from tests.games.clock.tables import dealt, initial, table

CLOCK, WATCH = Variant.CLOCK, Variant.WATCH

both_variants = pytest.mark.parametrize("variant", list(Variant), ids=[variant.value for variant in Variant])


def refusal(state: ClockState, action: ClockAction | Deal) -> str:
    """The sentence with which an action is refused."""
    with pytest.raises(IllegalActionError) as caught:
        RULES.reduce(state, action)
    return str(caught.value)


# -- 1: deal -------------------------------------------------------------------------------------------


@both_variants
def test_clock_1_a_card_to_each_pile_in_four_rounds_and_the_last_lies_on_top(variant: Variant) -> None:
    state, _ = RULES.reduce(initial(variant), Deal(PACK))
    assert format_cards(state.face_down[0]) == "AS AH AD AC"
    assert format_cards(state.face_down[11]) == "QS QH QD QC"
    assert [len(cards) for cards in state.face_down] == [4] * 12 + [3]
    assert not any(state.face_up)


# -- 2: start ------------------------------------------------------------------------------------------


@both_variants
def test_clock_2_the_top_card_of_the_centre_is_turned_up(variant: Variant) -> None:
    state, events = RULES.reduce(initial(variant), Deal(PACK))
    assert state.in_hand is parse_card("KS")
    assert format_cards(state.face_down[12]) == "KH KD KC"
    assert events == (PilesDealt(), TurnedUp(parse_card("KS"), CENTRE, 1))
    assert (cards_up(state), cards_down(state), kings_up(state)) == (1, 51, 1)


# -- 3: a turn -----------------------------------------------------------------------------------------


@both_variants
def test_clock_3_the_card_goes_under_the_pile_of_its_rank_and_the_top_card_there_is_turned_up(variant: Variant) -> None:
    state = table(variant, "7D", {7: "4C 9H", 4: "7S", 9: "KS"})
    state, events = RULES.reduce(state, TurnUp())
    assert state.in_hand is parse_card("4C")
    assert state.face_down[6] == parse_cards("9H")
    assert state.face_up[6][-1] is parse_card("7D")
    assert events == (PlacedUnderPile(parse_card("7D")), TurnedUp(parse_card("4C"), 7, 3))
    state, events = RULES.reduce(state, TurnUp())
    assert (state.in_hand, state.face_down[3], state.face_up[3][-1]) == (parse_card("7S"), (), parse_card("4C"))
    assert events == (PlacedUnderPile(parse_card("4C")), TurnedUp(parse_card("7S"), 4, 3))


@both_variants
def test_clock_3_a_king_goes_under_the_centre(variant: Variant) -> None:
    state = table(variant, "KD", {13: "2C 3C", 2: "KH", 3: "KS"})
    assert kings_up(state) == 2
    state, events = RULES.reduce(state, TurnUp())
    assert state.face_up[12] == parse_cards("KC KD")
    assert events == (PlacedUnderPile(parse_card("KD")), TurnedUp(parse_card("2C"), CENTRE, 2))
    assert kings_up(state) == 2


# -- 4: win --------------------------------------------------------------------------------------------


@both_variants
def test_clock_4_the_fourth_king_with_no_card_face_down_wins(variant: Variant) -> None:
    won = Outcome((0,), (52,), ClockReason.CLOCK_COMPLETE)
    state, events = RULES.reduce(table(variant, "7D", {7: "KS"}), TurnUp())
    assert state.outcome == won
    assert events == (PlacedUnderPile(parse_card("7D")), TurnedUp(parse_card("KS"), 7, 4), Ended(won))
    assert cards_up(state) == 52
    assert not any(state.face_down)
    assert RULES.legal_actions(state) == ()
    assert refusal(state, TurnUp()) == "The game is over."


# -- 5: loss -------------------------------------------------------------------------------------------


def test_clock_5_the_fourth_king_with_a_card_face_down_loses() -> None:
    lost = Outcome((), (50,), ClockReason.FOURTH_KING)
    state, events = RULES.reduce(table(CLOCK, "7D", {7: "KS 9H", 9: "7S"}), TurnUp())
    assert state.outcome == lost
    assert events[-1] == Ended(lost)
    assert (cards_up(state), cards_down(state)) == (50, 2)
    assert state.in_hand is parse_card("KS")


def test_clock_5_there_is_no_exchange_in_clock() -> None:
    state = dealt(CLOCK, Random(3))
    assert refusal(state, ExchangeKing(1, 1)) == "Clock has no exchange: only Watch does."


# -- 6: Watch ------------------------------------------------------------------------------------------


def fourth_king() -> ClockState:
    """Watch, with the fourth king in hand and five cards face down."""
    return table(WATCH, "KS", {7: "9H 2C", 9: "7S", 2: "7H 2H"})


def test_clock_6_the_fourth_king_is_exchanged_for_any_face_down_card() -> None:
    state = fourth_king()
    assert is_exchange_due(state)
    assert RULES.legal_actions(state) == (
        ExchangeKing(2, 1),
        ExchangeKing(2, 2),
        ExchangeKing(7, 1),
        ExchangeKing(7, 2),
        ExchangeKing(9, 1),
    )


@pytest.mark.parametrize(
    ("exchange", "pile", "in_hand"),
    [(ExchangeKing(7, 1), "KS 2C", "9H"), (ExchangeKing(7, 2), "9H KS", "2C")],
)
def test_clock_6_the_king_takes_the_place_of_the_card_which_play_goes_on_with(
    exchange: ExchangeKing, pile: str, in_hand: str
) -> None:
    state, events = RULES.reduce(fourth_king(), exchange)
    assert state.face_down[6] == parse_cards(pile)
    assert state.in_hand is parse_card(in_hand)
    assert state.exchanged
    assert events == (Exchanged(parse_card("KS"), 7, exchange.depth, parse_card(in_hand)),)
    assert RULES.legal_actions(state) == (TurnUp(),)
    assert (cards_up(state), cards_down(state), kings_up(state)) == (47, 5, 3)
    assert king_at(state) == (7, exchange.depth)


def test_clock_6_it_is_won_when_that_king_turns_up_with_no_card_face_down() -> None:
    state, _ = RULES.reduce(fourth_king(), ExchangeKing(2, 2))
    for card in parse_cards("7H 9H 7S 2C KS"):
        assert state.outcome is None
        state, _ = RULES.reduce(state, TurnUp())
        assert state.in_hand is card
    assert state.outcome == Outcome((0,), (52,), ClockReason.CLOCK_COMPLETE)


def test_clock_6_it_is_lost_when_that_king_turns_up_with_a_card_face_down() -> None:
    state, _ = RULES.reduce(fourth_king(), ExchangeKing(9, 1))
    while state.outcome is None:
        assert RULES.legal_actions(state) == (TurnUp(),)
        state, events = RULES.reduce(state, TurnUp())
    assert state.outcome == Outcome((), (49,), ClockReason.FOURTH_KING)
    assert events[-1] == Ended(state.outcome)


@pytest.mark.parametrize(
    ("state", "action", "told"),
    [
        (fourth_king(), TurnUp(), "This is the fourth king: exchange it for a face-down card."),
        (fourth_king(), ExchangeKing(7, 3), "That is too deep: 2 cards lie face down at 7 o'clock."),
        (fourth_king(), ExchangeKing(9, 2), "That is too deep: 1 card lies face down at 9 o'clock."),
        (fourth_king(), ExchangeKing(1, 1), "That is too deep: no cards lie face down at 1 o'clock."),
        (
            RULES.reduce(fourth_king(), ExchangeKing(7, 1)).state,
            ExchangeKing(2, 1),
            "You can exchange a king only once a game.",
        ),
        (
            table(WATCH, "7D", {7: "KS 9H", 9: "7S"}),
            ExchangeKing(7, 1),
            "You can exchange only the fourth king.",
        ),
        (
            table(WATCH, "KD", {13: "2C", 2: "KS"}),
            ExchangeKing(2, 1),
            "You can exchange only the fourth king.",
        ),
    ],
)
def test_clock_6_it_is_done_once_and_then_only(state: ClockState, action: ClockAction, told: str) -> None:
    assert refusal(state, action) == told


# -- what is seen --------------------------------------------------------------------------------------


@both_variants
def test_clock_7_no_face_down_card_is_seen(variant: Variant) -> None:
    state = dealt(variant, Random(4))
    view = RULES.observe(state, 0)
    assert [len(cards) for cards in view.face_down] == [4] * 12 + [3]
    assert {card for cards in view.face_down for card in cards} == {UNKNOWN}
    assert (view.in_hand, view.face_up) == (state.in_hand, state.face_up)


def test_clock_7_where_the_exchanged_king_lies_is_seen() -> None:
    state, _ = RULES.reduce(table(WATCH, "KS", {7: "7H 2C 9H", 9: "7S", 2: "7C"}), ExchangeKing(7, 3))
    view = RULES.observe(state, 0)
    assert view.face_down[6] == (UNKNOWN, UNKNOWN, parse_card("KS"))
    assert view.face_down[8] == (UNKNOWN,)
    assert king_at(view) == (7, 3)
    state, _ = RULES.reduce(state, TurnUp())
    state, _ = RULES.reduce(state, TurnUp())
    assert king_at(RULES.observe(state, 0)) == (7, 2)
    assert RULES.observe(RULES.observe(state, 0), 0) == RULES.observe(state, 0)
    assert king_at(RULES.observe(fourth_king(), 0)) is None


GAME = Clock()


def test_its_score_is_the_cards_face_up_the_one_in_hand_included() -> None:
    assert GAME.rules.scores(GAME.rules.initial(GAME.configure({}))) == (0,)
    state = table(Variant.CLOCK, "7D", {7: "KS 9H", 9: "7S"})
    assert GAME.rules.scores(state) == (49,)
    assert GAME.rules.scores(GAME.rules.reduce(state, TurnUp()).state) == (50,)


def test_it_knows_how_often_it_is_won() -> None:
    clock = GAME.expectation(GAME.configure({}))
    watch = GAME.expectation(GAME.configure({"variant": "watch"}))
    assert clock.share == pytest.approx(1 / 13)
    assert watch.share == pytest.approx(0.3738, abs=0.0001)
    assert "1 in 13" in clock.words
