"""Every case of German Clock in docs/rules.md, on tables set up by hand."""

import pytest

from clockspades.cards import PACK, UNKNOWN, Card, Rank, Suit, parse_card, parse_cards
from clockspades.engine.rules import Deal, Ended, IllegalActionError, Outcome
from clockspades.games.german_clock.german_clock_rules import (
    RULES,
    GermanClockAction,
    GermanClockReason,
    GermanClockState,
    OrderSet,
    PassBegan,
    PlaceCard,
    PlacedOnFoundation,
    Redeal,
    Turned,
    TurnStock,
    can_place,
    is_choice,
    wanted,
)
from tests.games.german_clock.tables import initial, suits, table


def refusal(state: GermanClockState, action: GermanClockAction | Deal) -> str:
    """The sentence with which an action is refused."""
    with pytest.raises(IllegalActionError) as caught:
        RULES.reduce(state, action)
    return str(caught.value)


def in_order(letters: str) -> tuple[Card, ...]:
    """The pack with all of one suit first, then all of the next."""
    return tuple(Card(rank, suit) for suit in suits(letters) for rank in Rank)


# -- the deal ------------------------------------------------------------------------------------------


def test_german_clock_1_all_cards_are_dealt_to_the_stock() -> None:
    state, events = RULES.reduce(initial(1), Deal(PACK))
    assert (state.stock, state.waste, state.passes) == (PACK, (), 1)
    assert events == (PassBegan(1, 52),)
    assert RULES.legal_actions(state) == (TurnStock(),)


# -- stock and waste -----------------------------------------------------------------------------------


def test_german_clock_2_cards_come_from_the_stock_one_at_a_time_to_the_waste() -> None:
    state, events = RULES.reduce(table("7C", "8D 9H"), TurnStock())
    assert (state.waste, state.stock) == (parse_cards("7C 8D"), parse_cards("9H"))
    assert events == (Turned(parse_card("8D")),)


def test_german_clock_3_only_the_top_card_of_the_waste_is_placed() -> None:
    state = table("7C 8D", "9H", "C")
    assert not can_place(state)
    assert refusal(state, PlaceCard()) == "Not yet: 8 o'clock needs the 8♣."
    assert can_place(table("8D 7C", "9H", "C"))
    assert refusal(table("", "9H"), PlaceCard()) == "The waste is empty."


# -- foundations ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", "CDHS")
def test_german_clock_5_the_first_card_played_sets_the_first_suit(letter: str) -> None:
    card = parse_card(f"7{letter}")
    state, events = RULES.reduce(table(card.text, "9H"), PlaceCard())
    assert state.clock[6] == (card,)
    assert (state.waste, state.suits) == ((), (card.suit,))
    assert events == (PlacedOnFoundation(card), OrderSet((card.suit,)))
    for rank in Rank:
        expected = {other for other in Suit if other.is_red is not card.suit.is_red} if rank == 7 else {card.suit}
        assert set(wanted(state, rank)) == expected


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        ("C", "D", "CDSH"), ("C", "H", "CHSD"), ("S", "D", "SDCH"), ("S", "H", "SHCD"),
        ("D", "C", "DCHS"), ("D", "S", "DSHC"), ("H", "C", "HCDS"), ("H", "S", "HSDC"),
    ],
)  # fmt: skip
def test_german_clock_4_and_5_the_second_card_sets_the_second_suit_and_the_others_follow(
    first: str, second: str, order: str
) -> None:
    before = table(f"7{second}", "9H", first, {"7": f"7{first}"})
    assert is_choice(before)
    state, events = RULES.reduce(before, PlaceCard())
    assert state.suits == suits(order)
    assert events == (PlacedOnFoundation(parse_card(f"7{second}")), OrderSet(suits(order)))
    assert [suit.is_red for suit in state.suits] in ([False, True] * 2, [True, False] * 2)
    for height, letter in enumerate(order):
        pile = " ".join(f"Q{below}" for below in order[:height])
        for suit in "CDHS":
            there = table(f"Q{suit}", "9H", order, {"Q": pile})
            assert can_place(there) == (suit == letter)
            assert not is_choice(there)


def test_german_clock_5_the_second_suit_has_the_other_colour() -> None:
    state = table("7S", "9H", "C", {"7": "7C"})
    assert refusal(state, PlaceCard()) == "Not yet: 7 o'clock needs the 7♦ or the 7♥."
    state = table("KH", "9H", "D", {"K": "KD"})
    assert refusal(state, PlaceCard()) == "Not yet: the centre needs the K♣ or the K♠."


# -- the redeal ----------------------------------------------------------------------------------------


def test_german_clock_7_the_waste_is_turned_over_in_the_order_in_which_it_was_dealt() -> None:
    before = table("7C 8D 9H", "", "S", redeals=2)
    assert RULES.legal_actions(before) == (Redeal(),)
    state, events = RULES.reduce(before, Redeal())
    assert (state.stock, state.waste) == (parse_cards("7C 8D 9H"), ())
    assert (state.passes, state.redeals_left) == (2, 1)
    assert events == (PassBegan(2, 3),)


def test_german_clock_7_the_waste_is_turned_over_only_when_the_stock_is_empty() -> None:
    assert refusal(table("7C", "8D"), Redeal()) == "Not yet: turn the waste over when the stock is empty."


@pytest.mark.parametrize(("redeals", "passes"), [(0, 1), (1, 2), (2, 3)])
def test_german_clock_7_there_are_as_many_redeals_as_the_option_says(redeals: int, passes: int) -> None:
    last = table("7D 7C", "", "C", redeals=redeals, passes=passes)
    assert RULES.legal_actions(last) == (PlaceCard(),)
    assert refusal(last, Redeal()) == "No redeal is left."
    if redeals:
        assert Redeal() in RULES.legal_actions(table("7D 7C", "", "C", redeals=redeals, passes=passes - 1))


# -- what can be done, and what is offered -------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "legal", "shown"),
    [
        (table("", "7C"), (TurnStock(),), (TurnStock(),)),
        (table("7C", "8C", "C"), (TurnStock(), PlaceCard()), (TurnStock(), PlaceCard())),
        (table("7D", "8C", "C"), (TurnStock(),), (TurnStock(), PlaceCard())),
        (table("7C", "", "C"), (Redeal(), PlaceCard()), (Redeal(), PlaceCard())),
        (table("7D", "", "C"), (Redeal(),), (Redeal(), PlaceCard())),
        (table("7D 7C", "", "C", redeals=0), (PlaceCard(),), (PlaceCard(),)),
    ],
)
def test_german_clock_6_what_is_offered_does_not_tell_whether_the_card_can_be_placed(
    state: GermanClockState, legal: tuple[GermanClockAction, ...], shown: tuple[GermanClockAction, ...]
) -> None:
    assert RULES.legal_actions(state) == legal
    assert RULES.offered(state) == shown


# -- the end -------------------------------------------------------------------------------------------


def test_german_clock_8_it_is_won_when_all_52_are_on_the_clock() -> None:
    """A pack in order comes out without a redeal."""
    state = RULES.reduce(initial(0), Deal(in_order("SHCD"))).state
    for _ in PACK:
        assert state.outcome is None
        state, events = RULES.reduce(RULES.reduce(state, TurnStock()).state, PlaceCard())
    assert state.outcome == Outcome((0,), (52,), GermanClockReason.CLOCK_COMPLETE)
    assert events[-1] == Ended(state.outcome)
    assert state.suits == suits("SHCD")
    assert RULES.legal_actions(state) == RULES.offered(state) == ()
    assert refusal(state, TurnStock()) == "The game is over."


def test_german_clock_9_it_is_stuck_when_nothing_is_legal_any_more() -> None:
    state, events = RULES.reduce(table("7C", "8D", "C", redeals=0), TurnStock())
    assert state.outcome == Outcome((), (0,), GermanClockReason.STUCK)
    assert events == (Turned(parse_card("8D")), Ended(state.outcome))
    state, events = RULES.reduce(table("8D 7C", "", "C", redeals=0), PlaceCard())
    assert state.outcome == Outcome((), (1,), GermanClockReason.STUCK)
    assert events[-1] == Ended(state.outcome)


# -- what is seen --------------------------------------------------------------------------------------


@pytest.mark.parametrize("passes", [1, 2])
def test_german_clock_10_the_stock_is_hidden_before_and_after_a_redeal(passes: int) -> None:
    state = table("7C 8D", "9H TC", "S", {"A": "AS"}, passes=passes)
    view = RULES.observe(state, 0)
    assert view.stock == (UNKNOWN, UNKNOWN)
    assert (view.waste, view.clock, view.suits) == (state.waste, state.clock, state.suits)
