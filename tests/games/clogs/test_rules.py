"""Every case of Clogs in docs/rules.md, on tables set up by hand."""

from random import Random

import pytest

from clockspades.cards import UNKNOWN, Card, Suit, parse_card, parse_cards, shuffled
from clockspades.engine.rules import Deal, Ended, IllegalActionError, Outcome
from clockspades.games.clogs.clogs_rules import (
    LAYOUTS,
    RANKS,
    RULES,
    SUITS,
    ClogsAction,
    ClogsLaid,
    ClogsReason,
    ClogsState,
    ClogTurned,
    TookOver,
    TurnClog,
    beats,
    unseen_cards,
)
from clockspades.games.tricks import (
    CardPlayed,
    DealBegan,
    DealScored,
    Dealt,
    Play,
    PlayCard,
    TrickBegan,
    TrickTaken,
    sorted_hand,
)
from tests.games.clogs.tables import initial, table


def card(text: str) -> Card:
    return parse_card(text)


def play(text: str) -> PlayCard:
    return PlayCard(card(text))


def after(state: ClogsState, *actions: ClogsAction | Deal) -> ClogsState:
    for action in actions:
        state = RULES.reduce(state, action).state
    return state


def refusal(state: ClogsState, action: ClogsAction | Deal) -> str:
    with pytest.raises(IllegalActionError) as refused:
        RULES.reduce(state, action)
    return str(refused.value)


def shuffled_deal(players: int, seed: int = 1) -> Deal:
    return Deal(shuffled(LAYOUTS[players].pack, Random(seed)))


# -- the pack, the dealer and the deal -------------------------------------------------------------------


def test_clogs_7_suits_and_ranks_from_high_to_low() -> None:
    assert [suit.letter for suit in SUITS] == ["C", "D", "H", "S"]
    assert [rank.letter for rank in RANKS] == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]


@pytest.mark.parametrize(
    ("players", "removed", "hand", "clogs"),
    [
        (2, "KC QC JC TC 9C 8C KD QD JD TD 9D 8D KH QH JH TH 9H 8H 7H KS QS JS TS 9S 8S 7S", 8, 5),
        (3, "KC QC JC KD QD JD KH QH JH KS QS JS TS", 8, 5),
        (4, "", 8, 5),
        (5, "KS KH", 6, 4),
        (6, "KC KD KH KS", 6, 2),
    ],
)
def test_clogs_2_the_pack_and_the_cards_of_each_number_of_players(
    players: int, removed: str, hand: int, clogs: int
) -> None:
    layout = LAYOUTS[players]
    assert set(layout.pack).isdisjoint(parse_cards(removed))
    assert len(layout.pack) == 52 - len(parse_cards(removed)) == players * (hand + clogs)
    assert (layout.hand, layout.clogs, layout.tricks) == (hand, clogs, hand + clogs)
    state = after(initial(players, 50, 0), shuffled_deal(players))
    assert [len(cards) for cards in state.hands] == [hand] * players
    assert [len(cards) for cards in state.clogs] == [clogs] * players


def test_clogs_1_before_the_first_deal_nobody_holds_a_card_and_who_sits_left_of_the_dealer_will_lead() -> None:
    nothing: tuple[tuple[()], ...] = ((), (), ())
    assert initial(3, 50, 2) == ClogsState(
        target=50, number=0, dealer=2, seat=0, leader=0, hands=nothing, clogs=nothing, lacking=(0, 0, 0), trick=(),
        tricks=(), scores=(0, 0, 0), outcome=None,
    )  # fmt: skip


def played_out(state: ClogsState) -> ClogsState:
    rng = Random(1)
    while not RULES.deal_due(state) and state.outcome is None:
        state = after(state, rng.choice(RULES.legal_actions(state)))
    return state


def test_clogs_2_packets_from_the_dealers_left_then_the_clogs() -> None:
    pack = LAYOUTS[6].pack
    state, events = RULES.reduce(initial(6, 50, 4), Deal(pack))
    assert set(state.hands[5]) == {*pack[0:3], *pack[18:21]}
    assert set(state.hands[0]) == {*pack[3:6], *pack[21:24]}
    assert set(state.hands[4]) == {*pack[15:18], *pack[33:36]}
    assert state.hands[0] == sorted_hand(state.hands[0], RANKS)
    assert state.clogs[5] == pack[36:38]
    assert state.clogs[0] == pack[38:40]
    assert state.clogs[4] == pack[46:48]
    assert events == (
        DealBegan(1, 4),
        *(Dealt(seat, state.hands[seat]) for seat in (5, 0, 1, 2, 3, 4)),
        ClogsLaid(2),
        TrickBegan(1, 5),
    )


# -- clogs -----------------------------------------------------------------------------------------------


def test_clogs_3_nobody_sees_a_clog_and_its_owner_does_not_either() -> None:
    state = after(initial(4, 50, 0), shuffled_deal(4))
    for seat in (0, 1, 2, 3, None):
        view = RULES.observe(state, seat)
        assert view.clogs == ((UNKNOWN,) * 5,) * 4
        assert [UNKNOWN in hand for hand in view.hands] == [owner != seat for owner in range(4)]


def test_clogs_3_a_clog_is_chosen_by_its_place_which_stays() -> None:
    state = table("9H", "8C", clogs=("4C 5C 6C", ""))
    state, events = RULES.reduce(state, TurnClog(1))
    assert state.trick == (Play(0, card("5C")),)
    assert state.clogs[0] == (card("4C"), None, card("6C"))
    assert events == (ClogTurned(0, 1, card("5C"), None, None),)
    assert RULES.observe(state, 0).clogs[0] == (UNKNOWN, None, UNKNOWN)
    assert RULES.observe_event(events[0], 1) == events[0]


def test_clogs_3_a_place_without_a_clog_is_refused() -> None:
    state = table("9H", "8C", clogs=("4C - 6C", ""))
    assert RULES.legal_actions(state) == (play("9H"), TurnClog(0), TurnClog(2))
    assert refusal(state, TurnClog(1)) == "Clog B has already been turned up."
    assert refusal(state, TurnClog(4)) == "There is no clog E: the last is clog C."
    assert refusal(state, TurnClog(9)) == "There is no such clog: the last is clog C."


def test_clogs_10_a_player_sees_one_hand_and_all_that_lies_on_the_table() -> None:
    state = after(initial(3, 50, 0), shuffled_deal(3))
    state = after(state, TurnClog(1), RULES.legal_actions(after(state, TurnClog(1)))[0])
    for seat in (0, 1, 2, None):
        view = RULES.observe(state, seat)
        for owner, hand in enumerate(state.hands):
            assert view.hands[owner] == (hand if owner == seat else (UNKNOWN,) * len(hand))
        assert [[clog is None for clog in row] for row in view.clogs] == [
            [place == 1 and owner == 1 for place in range(5)] for owner in range(3)
        ]
        assert view._replace(hands=state.hands, clogs=state.clogs) == state, "nothing else is hidden"


# -- leading and following -------------------------------------------------------------------------------


def test_clogs_4_a_clog_that_is_led_gives_the_suit() -> None:
    state = after(table("9H", "8C 3D", clogs=("5C", "")), TurnClog(0))
    assert RULES.legal_actions(state) == (play("8C"),)


def test_clogs_4_the_winner_of_a_trick_leads_the_next() -> None:
    state, events = RULES.reduce(table("9H 4C", "8C 3H", "7C 5H", trick="9H 3H", leader=0), play("5H"))
    assert (state.seat, state.leader, state.trick) == (1, 1, ())
    trick = (Play(0, card("9H")), Play(1, card("3H")), Play(2, card("5H")))
    assert events == (CardPlayed(2, card("5H")), TrickTaken(1, trick), TrickBegan(2, 1))
    assert state.tricks[-1].plays == trick
    assert state.taken == (0, 1, 0)


def test_clogs_5_a_suit_led_is_followed_from_the_hand() -> None:
    state = table("9H", "8C 3H KH", trick="9H", clogs=("", "5C"))
    assert RULES.legal_actions(state) == (play("3H"), play("KH"))
    assert refusal(state, play("8C")) == ("You must follow suit: hearts were led and you hold 3♥ K♥.")
    assert refusal(state, TurnClog(0)) == (
        "You must follow suit: hearts were led and you hold 3♥ K♥, so you can't turn up a clog."
    )
    assert refusal(state, play("9H")) == "The 9♥ is not in your hand."


def test_clogs_6_who_cannot_follow_throws_any_card_or_turns_up_a_clog() -> None:
    state = table("9H", "8C 3D", trick="9H", clogs=("", "5C 2H"))
    assert RULES.legal_actions(state) == (play("8C"), play("3D"), TurnClog(0), TurnClog(1))
    thrown, turned = after(state, play("8C")), after(state, TurnClog(1))
    assert thrown.scores == (1, 0)
    assert turned.scores == (0, 1)


def test_clogs_5_6_and_10_who_does_not_follow_is_known_to_lack_the_suit() -> None:
    state = table("9H 2C", "8C 3D", "8H", trick="9H", clogs=("", "2H", ""))
    hearts = 1 << Suit.HEARTS
    assert after(state, play("8C")).lacking == (0, hearts, 0)
    assert after(state, TurnClog(0)).lacking == (0, hearts, 0), "a heart among the clogs is none in the hand"
    assert after(state, play("8C"), play("8H")).lacking == (0, hearts, 0)
    assert after(table("9H", "8C", clogs=("2D", "")), TurnClog(0)).lacking == (0, 0), "a lead tells nothing"


# -- winning ---------------------------------------------------------------------------------------------


def winner(trick: str) -> str:
    """Who takes a trick of four, the last card of it being played by D."""
    *before, last = trick.split()
    state = table("KS", "KS", "KS", last, trick=" ".join(before), clogs=("2S",) * 4)
    (took,) = [event for event in RULES.reduce(state, play(last)).events if isinstance(event, TrickTaken)]
    return "ABCD"[took.winner]


def test_clogs_7_sample_trick_1_the_highest_of_the_suit_led_wins() -> None:
    assert winner("9H KH TS 2H") == "D"


def test_clogs_7_sample_trick_2_a_card_that_matches_in_a_higher_suit_wins() -> None:
    assert winner("9H 3H 3C TH") == "C"


def test_clogs_7_sample_trick_3_a_match_is_matched_in_its_turn() -> None:
    assert winner("9H 4H 4D 4C") == "D"


def test_clogs_7_sample_trick_4_a_match_is_beaten_by_a_higher_rank_of_the_suit_led() -> None:
    assert winner("9H 4H 4C 3H") == "D"


def test_clogs_7_sample_trick_5_a_high_card_of_another_suit_takes_nothing() -> None:
    assert winner("9H 4H 2C 2H") == "D"


def test_clogs_7_sample_trick_6_what_matches_a_card_that_is_not_winning_takes_nothing() -> None:
    assert winner("9H 4H 4C 3C") == "C"


def test_clogs_7_sample_trick_7_a_lower_card_of_the_suit_led_takes_nothing() -> None:
    assert winner("9H 3H 2C JH") == "B"


@pytest.mark.parametrize(
    ("one", "winning", "takes"),
    [
        ("AH", "2H", True),
        ("KH", "QH", False),
        ("4C", "4H", True),
        ("4D", "4H", True),
        ("4S", "4H", False),
        ("3H", "4C", True),
        ("5H", "4C", False),
        ("4H", "4C", False),
        ("AC", "KH", False),
        ("3C", "4C", False),
    ],
)
def test_clogs_7_what_takes_over_when_hearts_were_led(one: str, winning: str, takes: bool) -> None:
    assert beats(card(one), card(winning), Suit.HEARTS) == takes


def test_clogs_7_a_clog_turned_up_counts_like_any_other_card() -> None:
    state, events = RULES.reduce(table("9H", "8C", "2D 3D", trick="9H", clogs=("", "9D", "")), TurnClog(0))
    assert state.winning == Play(1, card("9D"))
    beaten = Play(0, card("9H"))
    assert events == (
        ClogTurned(1, 0, card("9D"), Suit.HEARTS, beaten),
        TookOver(Play(1, card("9D")), beaten, is_clog=True),
    )
    _, events = RULES.reduce(table("9H", "9C", "2D", trick="9H"), play("9C"))
    assert events == (CardPlayed(1, card("9C")), TookOver(Play(1, card("9C")), beaten, is_clog=False))


# -- points and the end ----------------------------------------------------------------------------------


def test_clogs_8_the_first_to_reach_the_target_wins_at_once_in_the_middle_of_a_deal() -> None:
    state, events = RULES.reduce(table("9H 2C", "3H 3C", trick="9H", scores=(7, 49), clogs=("2D", "3D")), play("3H"))
    assert state.outcome == Outcome((1,), (7, 50), ClogsReason.TARGET)
    assert events[-2:] == (DealScored(1, (0, 1), (0, 1), (7, 50)), Ended(state.outcome))
    assert state.hands == (parse_cards("9H 2C"), parse_cards("3C"))
    assert RULES.legal_actions(state) == ()
    assert refusal(state, play("3C")) == "The game is over."
    assert refusal(state, shuffled_deal(2)) == "The game is over."


@pytest.mark.parametrize("players", LAYOUTS)
def test_clogs_9_a_deal_is_played_out_when_hands_and_clogs_are(players: int) -> None:
    state = played_out(after(initial(players, 500, 0), shuffled_deal(players)))
    assert not any(state.hands)
    assert not any(any(row) for row in state.clogs)
    assert len(state.tricks) == LAYOUTS[players].tricks
    assert (state.number, state.dealer) == (1, 1 % players)
    assert RULES.deal_due(state)


def test_unseen_cards_are_those_of_other_hands_and_of_all_clogs() -> None:
    state = after(initial(5, 500, 0), shuffled_deal(5))
    rng = Random(1)
    while not RULES.deal_due(state):
        others = {one for seat, hand in enumerate(state.hands) if seat != state.seat for one in hand}
        clogs = {one for row in state.clogs for one in row if one is not None}
        assert set(unseen_cards(RULES.observe(state, state.seat), state.seat)) == others | clogs
        state = after(state, rng.choice(RULES.legal_actions(state)))
