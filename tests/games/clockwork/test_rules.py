"""Every case of Clockwork Spades in docs/rules.md, on tables set up by hand."""

import pytest

from clockspades.cards import UNKNOWN, Card, Rank, format_cards, parse_card, parse_cards
from clockspades.engine.rules import Deal, Ended, IllegalActionError, Outcome
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import (
    RULES,
    STOCK,
    ClockworkAction,
    ClockworkReason,
    ClockworkState,
    Discarded,
    Drew,
    DrewKingOfSpades,
    PassedKing,
    Played,
    PlayMatches,
    RuleSet,
    TakeSpade,
    Took,
    TurnBegan,
    matches,
    next_window,
)
from tests.games.clockwork.tables import HOURS, initial, rank, ranks, table

PAGAT, GAMERULES = RuleSet.PAGAT, RuleSet.GAMERULES
both_rule_sets = pytest.mark.parametrize("rules", [PAGAT, GAMERULES], ids=["pagat", "gamerules"])


def deck(top: str) -> tuple[Card, ...]:
    """The 39 cards, these on top."""
    first = parse_cards(top)
    return first + tuple(card for card in STOCK if card not in first)


def refusal(state: ClockworkState, action: ClockworkAction | Deal) -> str:
    """The sentence with which an action is refused."""
    with pytest.raises(IllegalActionError) as caught:
        RULES.reduce(state, action)
    return str(caught.value)


def window_after(letters_left: str, after: str) -> str:
    clock: list[tuple[Card, ...] | None] = [() if letter in letters_left else None for letter in HOURS]
    return " ".join(found.letter for found in next_window(clock, rank(after)))


# -- 1: deal -------------------------------------------------------------------------------------------


@both_rule_sets
def test_clockwork_1_before_the_deal_twelve_spades_lie_on_the_clock_and_nobody_holds_a_card(rules: RuleSet) -> None:
    nothing: tuple[tuple[()], tuple[()]] = ((), ())
    assert initial(rules, 1) == ClockworkState(
        rules=rules, first=1, turn=0, seat=1, window=(), clock=((),) * 12, hands=nothing, denied=nothing,
        taken=nothing, kings=nothing, discard=(), stock=(), outcome=None,
    )  # fmt: skip


@both_rule_sets
def test_clockwork_1_the_first_player_draws_three_then_the_other(rules: RuleSet) -> None:
    state, events = RULES.reduce(initial(rules, 0), Deal(deck("4H 5D 6C 7H 8D 9C TH")))
    assert state.hands == (parse_cards("4H 5D 6C"), parse_cards("7H 8D 9C"))
    assert (state.seat, state.turn) == (0, 1)
    assert state.stock[0] is parse_card("TH")
    assert len(state.stock) == 33
    assert events == (
        Drew(0, parse_cards("4H 5D 6C")),
        Drew(1, parse_cards("7H 8D 9C")),
        TurnBegan(1, 0, ranks("A 2 3")),
    )


# -- 2 and 3: the window -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "after", "window"),
    [
        ("A 2 3 4 5 6 7 8 9 T J Q", "Q", "A 2 3"),
        ("A 2 3 4 5 6 7 8 9 T J Q", "3", "4 5 6"),
        ("A 2 3 4 5 6 7 8 9 T J Q", "J", "Q A 2"),
        ("A 2 4 5 6 7 8 9 T J Q", "Q", "A 2 4"),
        ("A 4 8 T", "8", "T A 4"),
        ("A 4 8 T", "5", "8 T A"),
        ("A 6 J", "6", "J A 6"),
        ("A 6 J", "7", "J A 6"),
        ("2 9", "2", "9 2"),
        ("2 9", "9", "2 9"),
        ("7", "7", "7"),
        ("7", "Q", "7"),
        ("", "Q", ""),
    ],
)
def test_clockwork_2_the_window_is_the_next_three_spades_or_all(left: str, after: str, window: str) -> None:
    assert window_after(left, after) == window


@both_rule_sets
def test_clockwork_3_the_window_moves_on_after_a_play(rules: RuleSet) -> None:
    step = RULES.reduce(table(rules, "AC 8D 9D", "A 2 3"), PlayMatches())
    assert (step.state.seat, step.state.window, step.state.turn) == (1, ranks("4 5 6"), 10)
    assert step.events[-1] == TurnBegan(10, 1, ranks("4 5 6"))


# -- 4: the start of a turn ----------------------------------------------------------------------------


def test_clockwork_4_pagat_leaves_the_hand_short_until_the_end_of_the_turn() -> None:
    state = table(PAGAT, "AC 8C 8D", "A 2 3", left="A 2 3 4 5 7 8 9 T J Q", other="6C 4D 6H", stock="TC TD TH JC JD")
    state, events = RULES.reduce(state, PlayMatches())
    assert state.hands[1] == parse_cards("4D")
    assert state.discard == parse_cards("6C 6H")
    assert events == (
        Played(0, parse_cards("AC")),
        Drew(0, parse_cards("TC")),
        TurnBegan(10, 1, ranks("4 5 7")),
        Discarded(1, parse_cards("6C 6H")),
    )
    state, events = RULES.reduce(state, PlayMatches())
    assert state.hands[1] == parse_cards("TD TH JC")
    assert events == (
        Played(1, parse_cards("4D")),
        Drew(1, parse_cards("TD TH JC")),
        TurnBegan(11, 0, ranks("8 9 T")),
    )


def test_clockwork_4_gamerules_refills_the_hand_at_once() -> None:
    left = "A 2 3 4 5 7 8 9 T J Q"
    state = table(GAMERULES, "AC 8C 8D", left=left, other="6C 4D 6D", stock="TC JC JD JH")
    state, events = RULES.reduce(state, PlayMatches())
    assert state.hands[1] == parse_cards("4D JC JD")
    assert state.discard == parse_cards("6C 6D")
    assert state.stock == parse_cards("JH")
    assert events == (
        Played(0, parse_cards("AC")),
        Drew(0, parse_cards("TC")),
        TurnBegan(10, 1, ranks("4 5 7")),
        Discarded(1, parse_cards("6C 6D")),
        Drew(1, parse_cards("JC JD")),
    )


def test_clockwork_4_gamerules_a_dead_card_drawn_in_the_refill_stays_until_the_next_turn_begins() -> None:
    left = "A 2 3 4 5 7 8 9 T J Q"
    state = table(GAMERULES, "AC 8C 8D", left=left, other="6C 4D 7H", stock="TC 6D 9C 9D JC JD JH QC QD")
    state, events = RULES.reduce(state, PlayMatches())
    assert state.hands[1] == parse_cards("4D 7H 6D")
    assert state.discard == parse_cards("6C"), "the hand is refilled once"
    assert events[3:] == (Discarded(1, parse_cards("6C")), Drew(1, parse_cards("6D")))
    state = RULES.reduce(state, PlayMatches()).state
    assert state.hands[1] == parse_cards("6D 9C 9D"), "4D and 7H were played, and 6D takes up a place"
    state, events = RULES.reduce(state, PlayMatches())
    assert state.hands[1] == parse_cards("9C 9D QC")
    assert state.discard == parse_cards("6C 6D")
    assert events[2:] == (
        TurnBegan(12, 1, ranks("J Q A")),
        Discarded(1, parse_cards("6D")),
        Drew(1, parse_cards("QC")),
    )


@both_rule_sets
def test_clockwork_4_a_card_that_dies_is_discarded_when_its_holder_begins_a_turn(rules: RuleSet) -> None:
    state = table(rules, "7C 6D 9D", left="A 2 3 4 5 7 8 9 T J Q", other="4D 9H 2C", stock="8C 8H")
    state, events = RULES.reduce(state, TakeSpade(rank("2")))
    assert state.hands[0] == parse_cards("7C 6D 9D"), "the dead 6 of who just took stays until their next turn"
    assert state.discard == parse_cards("2C"), "the 2 that has just died goes as its holder's turn begins"
    assert events[:3] == (
        Took(0, parse_card("2S"), ()),
        TurnBegan(10, 1, ranks("4 5 7")),
        Discarded(1, parse_cards("2C")),
    )


# -- 5: playing ----------------------------------------------------------------------------------------


@both_rule_sets
def test_clockwork_5_every_match_is_played_each_on_its_spade(rules: RuleSet) -> None:
    state = table(rules, "3H AC 3D", played={"3": "3C"}, other="TC TD TH", stock="6C 6D 6H 7C")
    assert matches(state) == parse_cards("3H AC 3D")
    assert RULES.legal_actions(state) == (PlayMatches(),)
    state, events = RULES.reduce(state, PlayMatches())
    assert state.clock[0] == parse_cards("AC")
    assert state.clock[2] == parse_cards("3C 3H 3D")
    assert events[0] == Played(0, parse_cards("3H AC 3D"))
    assert state.hands[0] == parse_cards("6C 6D 6H")


@both_rule_sets
@pytest.mark.parametrize("letter", HOURS)
def test_clockwork_5_with_a_match_no_spade_can_be_taken(rules: RuleSet, letter: str) -> None:
    told = refusal(table(rules, "4H 5D 9C", "4 5 6"), TakeSpade(rank(letter)))
    assert told == "You hold a match, the 4♥: play it instead of taking a spade."


# -- 6: taking -----------------------------------------------------------------------------------------


@both_rule_sets
@pytest.mark.parametrize("letter", ["4", "5", "6"])
def test_clockwork_6_without_a_match_any_spade_of_the_window_can_be_taken(rules: RuleSet, letter: str) -> None:
    state = table(rules, "7C 8D 9D", "4 5 6", other="JC JD JH")
    assert RULES.legal_actions(state) == tuple(TakeSpade(rank(letter)) for letter in "456")
    state, events = RULES.reduce(state, TakeSpade(rank(letter)))
    assert state.taken == (parse_cards(f"{letter}S"), ())
    assert state.clock[rank(letter) - 1] is None
    assert events == (Took(0, parse_card(f"{letter}S"), ()), TurnBegan(10, 1, ranks("7 8 9")))


@both_rule_sets
def test_clockwork_6_the_cards_played_on_a_spade_taken_go_to_the_discard_pile(rules: RuleSet) -> None:
    state = table(
        rules, "7C 8D 9D", played={"2": "2H 2C"}, discard="QC", seat=1, taken=("4S", "5S"), left="A 2 3 6 7 8 9 T J Q"
    )
    state, events = RULES.reduce(state, TakeSpade(rank("2")))
    assert state.discard == parse_cards("QC 2H 2C")
    assert state.taken == (parse_cards("4S"), parse_cards("5S 2S"))
    assert events[0] == Took(1, parse_card("2S"), parse_cards("2H 2C"))


@both_rule_sets
def test_clockwork_6_a_spade_outside_the_window_cannot_be_taken(rules: RuleSet) -> None:
    state = table(rules, "7C 8D 9D", "4 5 6", left="A 4 5 6 7 8 9 T J Q")
    assert refusal(state, TakeSpade(rank("A"))) == "The A♠ isn't in your window (4 5 6)."
    assert refusal(state, TakeSpade(rank("2"))) == "The 2♠ is gone: take one of 4 5 6."
    assert refusal(state, TakeSpade(Rank.KING)) == "The K♠ lies under the stock: take one of 4 5 6."


@both_rule_sets
def test_clockwork_6_without_a_match_nothing_can_be_played(rules: RuleSet) -> None:
    told = refusal(table(rules, "7C 8D 9D", "4 5 6"), PlayMatches())
    assert told == "You have no match for 4 5 6: take one of these spades."


# -- 7: a discard is not a play ------------------------------------------------------------------------


def test_clockwork_7_pagat_who_discarded_all_three_cards_must_still_take() -> None:
    state = table(PAGAT, "AC 8C 8D", left="A 2 3 4 5 7 8 9 T J Q", other="6C 6D 6H", stock="TC TD TH JC JD")
    state = RULES.reduce(state, PlayMatches()).state
    assert state.hands[1] == ()
    assert RULES.legal_actions(state) == tuple(TakeSpade(rank(letter)) for letter in "457")
    state, events = RULES.reduce(state, TakeSpade(rank("7")))
    assert events[:2] == (Took(1, parse_card("7S"), ()), Drew(1, parse_cards("TD TH JC")))


# -- 8: the end of a turn ------------------------------------------------------------------------------


@both_rule_sets
@pytest.mark.parametrize(("hand", "kept"), [("AC 8D 9D", "8D 9D"), ("AC 2D 9D", "9D"), ("AC AD 2H", "")])
def test_clockwork_8_the_hand_is_filled_up_to_three(rules: RuleSet, hand: str, kept: str) -> None:
    state, events = RULES.reduce(table(rules, hand, stock="6C 6D 6H 7C"), PlayMatches())
    new = parse_cards("6C 6D 6H")[: 3 - len(kept.split())]
    assert state.hands[0] == parse_cards(kept) + new
    assert events[1] == Drew(0, new)
    assert len(state.stock) == 4 - len(new)


# -- 9 and 12: kings -----------------------------------------------------------------------------------


@both_rule_sets
def test_clockwork_9_a_king_goes_to_the_opponent_and_a_replacement_is_drawn(rules: RuleSet) -> None:
    state, events = RULES.reduce(table(rules, "AC AD 9D", stock="6C KH KD 6D 7C", kings=("KC", "")), PlayMatches())
    assert state.hands[0] == parse_cards("9D 6C 6D")
    assert state.kings == (parse_cards("KC"), parse_cards("KH KD"))
    assert events == (
        Played(0, parse_cards("AC AD")),
        Drew(0, parse_cards("6C")),
        PassedKing(0, parse_card("KH")),
        PassedKing(0, parse_card("KD")),
        Drew(0, parse_cards("6D")),
        TurnBegan(10, 1, ranks("4 5 6")),
    )


@both_rule_sets
def test_clockwork_12_no_king_comes_into_a_hand_however_the_cards_lie(rules: RuleSet) -> None:
    state = RULES.reduce(initial(rules, 0), Deal(deck("KC KD KH"))).state
    assert state.kings == ((), parse_cards("KC KD KH"))
    assert format_cards(state.hands[0] + state.hands[1]) == "AC 2C 3C 4C 5C 6C"


# -- 10: the stock is empty and a card must be drawn ---------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "outcome"),
    [
        (PAGAT, Outcome((1,), (3, 4), ClockworkReason.KING_OF_SPADES)),
        (GAMERULES, Outcome((0,), (1, 3), ClockworkReason.FEWEST_SPADES)),
    ],
)
def test_clockwork_10_who_draws_the_king_of_spades_without_the_other_three(rules: RuleSet, outcome: Outcome) -> None:
    state = table(
        rules, "AC AD 9D", stock="6C", kings=("KC KD", "KH"), taken=("5S", "6S 7S 8S"), left="A 2 3 4 9 T J Q"
    )
    state, events = RULES.reduce(state, PlayMatches())
    assert state.outcome == outcome
    assert state.kings == (parse_cards("KC KD KS"), parse_cards("KH"))
    assert state.hands[0] == parse_cards("9D 6C")
    assert events == (Played(0, parse_cards("AC AD")), Drew(0, parse_cards("6C")), DrewKingOfSpades(0), Ended(outcome))


@pytest.mark.parametrize(
    ("taken", "outcome"),
    [
        (("5S", "6S 7S"), Outcome((0,), (1, 2), ClockworkReason.FEWEST_SPADES)),
        (("5S 6S", "7S"), Outcome((1,), (2, 1), ClockworkReason.FEWEST_SPADES)),
        (("5S", "6S"), Outcome((), (1, 1), ClockworkReason.DRAWN)),
        (("", ""), Outcome((), (0, 0), ClockworkReason.DRAWN)),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("kings", [("", ""), ("KC KD", "KH")])
def test_clockwork_10_gamerules_the_fewest_spades_win_whoever_draws_the_last_card(
    taken: tuple[str, str], outcome: Outcome, seat: int, kings: tuple[str, str]
) -> None:
    state = table(GAMERULES, "AC 8D 9D", stock="", kings=kings, seat=seat, taken=taken, left="A 2 3 4 8 9 T J Q")
    assert RULES.reduce(state, PlayMatches()).state.outcome == outcome


@both_rule_sets
def test_clockwork_10_who_draws_the_king_of_spades_wins_with_the_other_three(rules: RuleSet) -> None:
    state = table(
        rules, "AC AD 9D", stock="", kings=("", "KC KD KH"), seat=1, taken=("5S", "6S 7S"), left="A 2 3 4 8 9 T J Q"
    )
    state, events = RULES.reduce(state, PlayMatches())
    outcome = Outcome((1,), (1, 5) if rules is PAGAT else (1, 2), ClockworkReason.FOUR_KINGS)
    assert state.outcome == outcome
    assert state.kings[1] == parse_cards("KC KD KH KS")
    assert events == (Played(1, parse_cards("AC AD")), DrewKingOfSpades(1), Ended(outcome))


@both_rule_sets
def test_clockwork_10_nothing_is_done_after_the_end(rules: RuleSet) -> None:
    over = RULES.reduce(table(rules, "AC AD 9D", stock="", kings=("KC", "")), PlayMatches()).state
    assert RULES.legal_actions(over) == ()
    for action in (PlayMatches(), TakeSpade(rank("A")), Deal(STOCK)):
        assert refusal(over, action) == "The game is over."


# -- 11: the last spade is taken -----------------------------------------------------------------------


def last_spade(rules: RuleSet, taken: tuple[str, str], kings: tuple[str, str]) -> ClockworkState:
    """Seat 0 has no match for the queen, the last spade, and one card has been played on it."""
    return table(rules, "JC", "Q", left="Q", played={"Q": "QH"}, taken=taken, kings=kings, other="QD", stock="")


@both_rule_sets
def test_clockwork_11_the_game_ends_before_any_drawing(rules: RuleSet) -> None:
    state, events = RULES.reduce(
        last_spade(rules, ("AS 2S 3S 4S", "5S 6S 7S 8S 9S TS JS"), ("", "")), TakeSpade(rank("Q"))
    )
    outcome = Outcome((0,), (5, 7), ClockworkReason.LAST_SPADE)
    assert state.outcome == outcome
    assert state.hands == (parse_cards("JC"), parse_cards("QD")), "nobody drew, and so nobody drew the K♠"
    assert state.discard == parse_cards("QH")
    assert events == (Took(0, parse_card("QS"), parse_cards("QH")), Ended(outcome))


def test_clockwork_11_pagat_counts_spades_and_kings() -> None:
    state = RULES.reduce(
        last_spade(PAGAT, ("AS 2S 3S 4S", "5S 6S 7S 8S 9S TS JS"), ("KC KD KH", "")), TakeSpade(rank("Q"))
    ).state
    assert state.outcome == Outcome((1,), (8, 7), ClockworkReason.LAST_SPADE)


# -- 13: what is public --------------------------------------------------------------------------------


def shown() -> ClockworkState:
    return table(
        PAGAT,
        "7C 8D 9D",
        played={"A": "AC"},
        discard="5C",
        taken=("5S", ""),
        kings=("KC", "KD"),
        left="A 2 3 4 6 7 8 9 T J Q",
    )


@pytest.mark.parametrize(
    ("seat", "hands"), [(0, "7C 8D 9D ?? ?? ??"), (1, "?? ?? ?? TC TD TH"), (None, "?? ?? ?? ?? ?? ??")]
)
def test_clockwork_13_hands_of_others_and_the_stock_are_hidden_and_all_else_is_public(
    seat: int | None, hands: str
) -> None:
    state = shown()
    view = RULES.observe(state, seat)
    assert format_cards(view.hands[0] + view.hands[1]) == hands
    assert view.stock == (UNKNOWN,) * 6
    assert view._replace(hands=state.hands, stock=state.stock) == state


@pytest.mark.parametrize(("seat", "cards"), [(0, "7C 8D"), (1, "?? ??"), (None, "?? ??")])
def test_clockwork_13_only_who_drew_sees_what_was_drawn(seat: int | None, cards: str) -> None:
    event = RULES.observe_event(Drew(0, parse_cards("7C 8D")), seat)
    assert isinstance(event, Drew)
    assert (event.seat, format_cards(event.cards)) == (0, cards)


# -- what everyone can tell of a hidden card -----------------------------------------------------------


def bits(letters: str) -> int:
    return sum(1 << found for found in ranks(letters))


@both_rule_sets
def test_a_card_kept_is_known_to_be_of_no_rank_of_the_window(rules: RuleSet) -> None:
    state = table(rules, "AC 8D 9D", left="A 2 3 4 5 6 7 8 9 T J", stock="6C")
    state = RULES.reduce(state, PlayMatches()).state
    assert state.hands[0] == parse_cards("8D 9D 6C")
    assert state.denied[0] == (bits("A 2 3"), bits("A 2 3"), 0)
    state = table(rules, "7C 8D 9D", left="A 2 3 4 5 6 7 8 9 T J")
    assert RULES.reduce(state, TakeSpade(rank("2"))).state.denied[0] == (bits("A 2 3"),) * 3


@both_rule_sets
def test_a_card_that_is_not_discarded_is_known_not_to_be_dead(rules: RuleSet) -> None:
    state = table(rules, "AC 8C 8D", left="A 2 3 4 5 7 8 9 T J", other="4D 6C 5H", stock="9C 9D 9H JC JD")
    state = RULES.reduce(state, PlayMatches()).state
    assert state.hands[1] == parse_cards("4D 5H" if rules is PAGAT else "4D 5H 9D")
    assert state.denied[1] == ((bits("6 Q"),) * 2 if rules is PAGAT else (bits("6 Q"), bits("6 Q"), 0))


def test_a_card_drawn_in_the_refill_may_be_dead_for_all_that_is_known() -> None:
    state = table(GAMERULES, "AC 8C 8D", left="A 2 3 4 5 7 8 9 T J", other="4D 6C 9H", stock="9C 6D 9D JC JD")
    state = RULES.reduce(RULES.reduce(state, PlayMatches()).state, PlayMatches()).state
    assert state.hands[1] == parse_cards("9H 6D 9D")
    assert state.denied[1] == (bits("4 5 7 6 Q"), bits("4 5 7"), 0)


@both_rule_sets
def test_what_is_known_of_a_card_leaves_with_it(rules: RuleSet) -> None:
    state = table(rules, "8C AD 9D", stock="6C")._replace(denied=((2, 4, 8), (0, 0, 0)))
    after = RULES.reduce(state, PlayMatches()).state
    assert after.hands[0] == parse_cards("8C 9D 6C")
    assert after.denied[0] == (2 | bits("A 2 3"), 8 | bits("A 2 3"), 0)
    state = table(rules, "AC 8C 8D", left="A 2 3 4 5 7 8 9 T J Q", other="4D 6C 5H")._replace(
        denied=((0,) * 3, (2, 4, 8))
    )
    assert RULES.reduce(state, PlayMatches()).state.denied[1][:2] == (2 | bits("6"), 8 | bits("6"))


GAME = ClockworkSpades()


def test_its_scores_are_the_penalty_cards_at_any_moment() -> None:
    state = table(RuleSet.PAGAT, "7C 8D 9D", taken=("AS", "2S 3S"), kings=("", "KC"), left="4 5 6 7 8 9 T J Q")
    assert GAME.rules.scores(state) == (1, 3)
    assert GAME.rules.scores(state._replace(rules=RuleSet.GAMERULES)) == (1, 2)
