"""Every case of Spades in docs/rules.md about cards, turns and what each seat sees; test_scoring.py has the others."""

from itertools import pairwise
from random import Random

import pytest

from clockspades.cards import PACK, UNKNOWN, Suit, shuffled
from clockspades.engine.rules import Deal, IllegalActionError
from clockspades.games.spades.scoring import Bid
from clockspades.games.spades.spades_rules import RULES, playable, unseen_cards
from clockspades.games.spades.spades_state import (
    PACKS,
    RANKS,
    BidMade,
    CardKept,
    ChoseCards,
    DrawCard,
    GotCards,
    LookAtCards,
    Looked,
    MakeBid,
    PassCards,
    SpadesBroken,
    SpadesPhase,
    SpadesState,
    TurnedTop,
    beats,
)
from clockspades.games.tricks import CardPlayed, DealBegan, Dealt, Play, PlayCard, Trick, TrickBegan, TrickTaken
from tests.games.spades.tables import bid, card, cards, playing, scored, start

DEAL = Deal(shuffled(PACK, Random(1)))


def refusal(state: SpadesState, action: object) -> str:
    """Why an action is refused."""
    with pytest.raises(IllegalActionError) as refused:
        RULES.reduce(state, action)  # type: ignore[arg-type]
    return str(refused.value)


def after(state: SpadesState, *actions: object) -> SpadesState:
    """The state after these actions."""
    for action in actions:
        state = RULES.reduce(state, action).state  # type: ignore[arg-type]
    return state


def bids(state: SpadesState, text: str) -> SpadesState:
    """The state after these bids, who is asked for a blind nil looking first unless it bids one."""
    for said in map(bid, text.split()):
        assert said is not None
        if not state.looked[state.seat] and not said.blind:
            state = after(state, LookAtCards())
        state = after(state, MakeBid(said.tricks, said.blind))
    return state


def played(state: SpadesState, texts: str) -> SpadesState:
    """The state after these cards."""
    return after(state, *(PlayCard(card(text)) for text in texts.split()))


# -- pack, seats and deal --------------------------------------------------------------------------------


def test_spades_1_the_ace_is_high_and_the_two_low() -> None:
    order = [card(f"{rank}H") for rank in "23456789TJQKA"]
    for lower, higher in pairwise(order):
        assert beats(higher, lower, Suit.HEARTS)
        assert not beats(lower, higher, Suit.HEARTS)
    assert PACKS[4] == PACK


def test_spades_3_before_the_first_deal_nobody_holds_a_card_and_who_sits_left_of_the_dealer_will_lead() -> None:
    state = start(dealer=2)
    assert (state.phase, state.number, state.dealer, state.seat, state.leader) == (SpadesPhase.DEAL, 0, 2, 3, 3)
    assert state.hands == state.given == state.received == state.discards == ((),) * 4
    assert (state.stock, state.passing, state.trick, state.tricks, state.sheets) == ((), (), (), (), ())
    assert (state.bids, state.looked, state.broken) == ((None,) * 4, (True,) * 4, False)


def test_spades_3_thirteen_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    state, events = RULES.reduce(start(dealer=2), DEAL)
    for turn, dealt_card in enumerate(DEAL.cards):
        assert dealt_card in state.hands[(3 + turn) % 4]
    assert [len(hand) for hand in state.hands] == [13] * 4
    assert events == (DealBegan(1, 2), *(Dealt(seat, state.hands[seat]) for seat in (3, 0, 1, 2)))


def test_spades_3_the_next_dealer_sits_to_the_left() -> None:
    state = start(mode="cutthroat", dealer=3)
    for dealer in (3, 0, 1, 2, 3):
        assert state.dealer == dealer
        state = after(state, Deal(shuffled(PACK, Random(dealer))))
        assert (state.dealer, state.seat) == (dealer, (dealer + 1) % 4)
        state = to_the_end_of_the_deal(bids(state, "1 1 1 1"))


def to_the_end_of_the_deal(state: SpadesState) -> SpadesState:
    while state.phase is SpadesPhase.PLAY:
        state = RULES.reduce(state, RULES.legal_actions(state)[0]).state
    assert state.phase is SpadesPhase.DEAL
    return state


# -- bidding ---------------------------------------------------------------------------------------------


def test_spades_4_each_bids_once_clockwise_from_the_dealers_left() -> None:
    state = after(start(dealer=1), DEAL)
    for seat, tricks in ((2, 4), (3, 0), (0, 13), (1, 1)):
        assert (state.phase, state.seat) == (SpadesPhase.BID, seat)
        state, events = RULES.reduce(state, MakeBid(tricks))
        assert events[0] == BidMade(seat, Bid(tricks))
    assert state.bids == (Bid(13), Bid(1), Bid(4), Bid(0))
    assert (state.phase, state.seat) == (SpadesPhase.PLAY, 2)
    assert refusal(state, MakeBid(3)) == "The bidding is over, and bids cannot be changed."


def test_spades_4_no_card_is_played_before_all_have_bid() -> None:
    state = after(start(), DEAL)
    assert refusal(state, PlayCard(state.hands[1][0])) == "Play starts when everyone has bid."
    assert refusal(start(), MakeBid(1)) == "The cards have not been dealt yet."
    assert refusal(state, LookAtCards()) == "You have already looked at your cards: bid now."


def test_spades_4_a_bid_is_0_to_13_and_there_is_no_passing() -> None:
    state = after(start(), DEAL)
    assert {action.tricks for action in RULES.legal_actions(state) if isinstance(action, MakeBid)} == set(range(14))
    assert len(RULES.legal_actions(state)) == 14
    assert refusal(state, MakeBid(14)) == "There are 13 tricks in a deal: bid 0 to 13."


def test_spades_5_blind_nil_is_open_to_who_is_100_or_more_behind() -> None:
    state = after(scored(start(), (20, 120)), DEAL)
    assert state.looked == (False, True, False, True)
    assert after(scored(start(), (21, 120)), DEAL).looked == (True,) * 4
    assert after(scored(start(blind_nil="off"), (0, 400)), DEAL).looked == (True,) * 4
    assert after(start(blind_nil="always"), DEAL).looked == (False,) * 4


def test_spades_5_in_cutthroat_behind_is_behind_the_best() -> None:
    state = after(scored(start(mode="cutthroat"), (50, 0, 100, -50)), DEAL)
    assert state.looked == (True, False, True, False)


def test_spades_5_who_may_bid_blind_sees_nothing_before_the_bid_or_a_look() -> None:
    state = after(start(blind_nil="always"), DEAL)
    assert RULES.legal_actions(state) == (LookAtCards(), MakeBid(0, blind=True))
    assert not any(isinstance(event, Dealt) for event in RULES.reduce(start(blind_nil="always"), DEAL).events)
    assert all(RULES.observe(state, seat).hands == ((UNKNOWN,) * 13,) * 4 for seat in (None, 0, 1, 2, 3))
    looked, events = RULES.reduce(state, LookAtCards())
    assert (looked.seat, RULES.observe(looked, 1).hands[1]) == (1, state.hands[1])
    assert RULES.observe(looked, 3).hands[1] == (UNKNOWN,) * 13
    assert events == (Looked(1, state.hands[1]),)
    assert len(RULES.legal_actions(looked)) == 14
    blind, events = RULES.reduce(state, MakeBid(0, blind=True))
    assert events == (BidMade(1, Bid(0, blind=True)), Looked(1, state.hands[1]))
    assert RULES.observe(blind, 1).hands[1] == state.hands[1]
    assert RULES.observe(blind, 2).hands[2] == (UNKNOWN,) * 13


def test_spades_5_what_is_no_blind_nil_is_refused() -> None:
    state = after(start(blind_nil="always"), DEAL)
    assert refusal(state, MakeBid(4)) == "Look at your cards first: only nil can be bid blind."
    assert refusal(state, MakeBid(0)) == "Look at your cards first: only nil can be bid blind."
    assert refusal(state, MakeBid(4, blind=True)) == "Only nil can be bid blind."
    looked = after(state, LookAtCards())
    assert refusal(looked, MakeBid(0, blind=True)) == (
        "You have seen your cards: blind nil must be bid before looking."
    )
    assert refusal(after(start(), DEAL), MakeBid(0, blind=True)) == (
        "You can bid blind nil only when you are 100 or more points behind."
    )
    assert refusal(after(start(blind_nil="off"), DEAL), MakeBid(0, blind=True)) == "This game has no blind nil."


def test_spades_5_the_bidder_and_then_the_partner_choose_three_cards_that_then_change_hands() -> None:
    state = bids(after(start(blind_nil="always"), DEAL), "3 blind 4 2")
    assert (state.phase, state.seat, state.passing) == (SpadesPhase.PASS, 2, (2, 0))
    mine, partners = state.hands[2][:3], state.hands[0][-3:]
    chosen, events = RULES.reduce(state, PassCards(mine))
    assert (chosen.seat, chosen.hands) == (0, state.hands)
    assert events == (ChoseCards(2, 0, mine),)
    assert refusal(chosen, PlayCard(state.hands[0][0])) == "Pass 3 cards before you play."
    passed, events = RULES.reduce(chosen, PassCards(partners))
    assert events == (ChoseCards(0, 2, partners), GotCards(2, 0, partners), GotCards(0, 2, mine), TrickBegan(1, 1))
    assert (passed.phase, passed.seat) == (SpadesPhase.PLAY, 1)
    assert set(passed.hands[0]) == {*state.hands[0], *mine} - {*partners}
    assert set(passed.hands[2]) == {*state.hands[2], *partners} - {*mine}
    assert all(len(hand) == 13 for hand in passed.hands)


def test_spades_5_neither_sees_before_both_have_chosen_and_only_they_remember() -> None:
    state = bids(after(start(blind_nil="always"), DEAL), "3 blind 4 2")
    mine, partners = state.hands[2][:3], state.hands[0][-3:]
    chosen, events = RULES.reduce(state, PassCards(mine))
    assert RULES.observe(chosen, 2).given[2] == mine
    assert RULES.observe(chosen, 0) == RULES.observe(state, 0)._replace(
        given=((), (), (UNKNOWN,) * 3, ()), passing=(0,), seat=0
    )
    assert RULES.observe_event(events[0], 0) == ChoseCards(2, 0, (UNKNOWN,) * 3)
    passed, events = RULES.reduce(chosen, PassCards(partners))
    assert RULES.observe(passed, 0).received[0] == mine
    assert RULES.observe(passed, 0).given[0] == partners
    assert RULES.observe(passed, 2).received[2] == partners
    for stranger in (1, 3, None):
        view = RULES.observe(passed, stranger)
        assert {*view.given, *view.received} == {(), (UNKNOWN,) * 3}
    assert RULES.observe_event(events[1], 0) == GotCards(2, 0, (UNKNOWN,) * 3)
    assert RULES.observe_event(events[1], 2) == events[1]


def test_spades_5_each_side_passes_in_the_order_of_its_blind_bids_and_once() -> None:
    state = bids(after(start(blind_nil="always"), DEAL), "3 blind blind blind")
    assert state.passing == (2, 0, 3, 1)
    for seat in (2, 0, 3, 1):
        assert state.seat == seat
        state = after(state, RULES.legal_actions(state)[0])
    assert (state.phase, state.seat) == (SpadesPhase.PLAY, 1)


def test_spades_5_what_is_no_pass_is_refused() -> None:
    state = bids(after(start(blind_nil="always"), DEAL), "3 blind 4 2")
    hand, other = state.hands[2], state.hands[0][0]
    assert len(RULES.legal_actions(state)) == 286
    assert refusal(state, PassCards((hand[0], hand[1], other))) == f"The {other.symbol} is not in your hand."
    assert refusal(state, PassCards(hand[:2])) == "Pass exactly 3 different cards."
    assert refusal(state, PassCards((hand[0], hand[0], hand[1]))) == "Pass exactly 3 different cards."
    assert after(state, PassCards(hand[2::-1])).given[2] == hand[:3]
    unasked = bids(after(start(), DEAL), "3 3 3 3")
    assert refusal(unasked, PassCards(unasked.hands[1][:3])).startswith("Cards are passed only between partners")


# -- play ------------------------------------------------------------------------------------------------


def test_spades_6_the_dealers_left_leads_and_then_who_took_the_trick() -> None:
    hands = {0: "A2...", 1: "K3...", 2: "Q4...", 3: "J5.J.."}
    state = playing(hands, "AH KH QH", "3 3 3 3", taken=(10, 0, 0, 0))
    step = RULES.reduce(state, PlayCard(card("JH")))
    assert step.events == (
        CardPlayed(3, card("JH")),
        TrickTaken(0, tuple(Play(seat, card(f"{rank}H")) for seat, rank in enumerate("AKQJ"))),
        TrickBegan(12, 0),
    )
    assert (step.state.seat, step.state.leader, step.state.taken) == (0, 0, (11, 0, 0, 0))
    assert bids(after(start(dealer=3), DEAL), "1 1 1 1").seat == 0
    trumped = state._replace(hands=(*state.hands[:3], cards("JS 5S 5C")))
    taken_over = played(trumped, "5S")
    assert (taken_over.seat, taken_over.leader) == (3, 3)


FOLLOWING = {0: "J.6..", 1: "A.23..", 2: "K.4..", 3: "Q.5.."}
VOID = {0: "J.6..", 1: "A..2.3", 2: "K.4..", 3: "Q.5.."}


def test_spades_7_the_suit_led_must_be_followed() -> None:
    state = playing(FOLLOWING, "KH QH JH", "3 3 3 3", leader=2, taken=(10, 0, 0, 0))
    assert (state.seat, playable(state)) == (1, cards("3H 2H"))
    assert RULES.legal_actions(state) == (PlayCard(card("3H")), PlayCard(card("2H")))
    assert refusal(state, PlayCard(card("AS"))) == ("You must follow suit: hearts were led and you hold 3♥ 2♥.")
    assert refusal(state, PlayCard(card("9D"))) == "The 9♦ is not in your hand."


def test_spades_7_who_cannot_follow_plays_any_card() -> None:
    """The source's example: Alex leads hearts, two follow, and David, who has none, may trump or throw away."""
    state = playing(VOID, "KH QH JH", "3 3 3 3", leader=2, taken=(10, 0, 0, 0))
    assert playable(state) == cards("AS 2D 3C")
    assert played(state, "AS").seat == 1
    assert played(state, "3C").seat == played(state, "2D").seat == 2


LEADING = {0: "A2.3..", 1: "K4.K..", 2: "Q5.Q..", 3: "J6.J.."}
ONLY_SPADES = {0: "A32...", 1: "K4.K..", 2: "Q5.Q..", 3: "J6.J.."}


def test_spades_8_no_spade_is_led_before_one_was_played() -> None:
    state = playing(LEADING, "", "3 3 3 3", taken=(10, 0, 0, 0), broken=False)
    assert playable(state) == cards("3H")
    assert refusal(state, PlayCard(card("AS"))) == ("Spades are not broken yet: lead another suit.")
    assert playable(state._replace(broken=True)) == cards("AS 2S 3H")


def test_spades_8_a_hand_of_spades_alone_leads_one() -> None:
    state = playing(ONLY_SPADES, "", "3 3 3 3", taken=(10, 0, 0, 0), broken=False)
    assert playable(state) == cards("AS 3S 2S")
    led, events = RULES.reduce(state, PlayCard(card("2S")))
    assert led.broken
    assert events == (CardPlayed(0, card("2S")), SpadesBroken(0))


def test_spades_8_a_spade_on_another_suit_breaks_spades_once() -> None:
    state = playing(VOID, "KH QH JH", "3 3 3 3", leader=2, taken=(10, 0, 0, 0), broken=False)
    step = RULES.reduce(state, PlayCard(card("AS")))
    assert step.state.broken
    assert step.events[:2] == (CardPlayed(1, card("AS")), SpadesBroken(1))
    assert not any(
        isinstance(event, SpadesBroken)
        for event in RULES.reduce(state._replace(broken=True), PlayCard(card("AS"))).events
    )
    assert not RULES.reduce(state, PlayCard(card("2D"))).state.broken


def test_spades_8_and_17_of_two_players_who_discarded_many_spades_one_may_break_them_with_the_last_card() -> None:
    state = after(start(players=2, mode="cutthroat", blind_nil="off"), DEAL, *[DrawCard(True)] * 26)
    state = bids(state, "1 1")
    others = [card(f"{rank}{suit}") for suit in "CH" for rank in "23456789TJQK"]
    tricks = tuple(Trick((Play(0, one), Play(1, other)), 0) for one, other in zip(others[:12], others[12:]))
    state = state._replace(tricks=tricks, hands=(cards("AD"), cards("2S")), seat=0, leader=0)
    state = played(state, "AD 2S")
    assert state.phase is SpadesPhase.DEAL
    assert state.broken


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("9H KH TH 2H", 1),
        ("9H KH 2S AH", 2),
        ("9H 2S 3S AH", 2),
        ("9H AS KS AH", 1),
        ("9H AC AD 2C", 0),
        ("9S KH AS AH", 2),
        ("2H AC 2C 3H", 3),
    ],
)
def test_spades_9_the_highest_spade_or_else_the_highest_of_the_suit_led_wins(trick: str, winner: int) -> None:
    plays = [card(text) for text in trick.split()]
    state = bids(after(start(), DEAL), "3 3 3 3")
    state = state._replace(seat=0, leader=0, broken=True, hands=tuple((play,) for play in plays))
    *before, last = plays
    state = after(state, *map(PlayCard, before))
    assert state.winning is not None
    events = RULES.reduce(state, PlayCard(last)).events
    assert [event.winner for event in events if isinstance(event, TrickTaken)] == [winner]


# -- what a player can tell ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_spades_17_and_19_unseen_cards_are_those_that_others_hold_and_what_nobody_has_seen(players: int) -> None:
    state = after(start(players=players, mode="cutthroat", blind_nil="off"), Deal(PACKS[players]))
    rng = Random(1)
    while state.phase is not SpadesPhase.DEAL:
        seat = state.seat
        others = {one for other, hand in enumerate(state.hands) if other != seat for one in hand}
        discarded = {one for other, pile in enumerate(state.discards) if other != seat for one in pile}
        stock = set(state.stock[1:] if state.phase is SpadesPhase.DRAW else state.stock)
        unseen = unseen_cards(RULES.observe(state, seat), seat)
        assert set(unseen) == others | discarded | stock
        assert [RANKS.index(one.rank) for one in unseen] == sorted(RANKS.index(one.rank) for one in unseen)
        state = after(state, rng.choice(RULES.legal_actions(state)))


# -- three and two players -------------------------------------------------------------------------------


def test_spades_16_three_players_have_17_cards_each_without_the_two_of_clubs() -> None:
    state = start(players=3)
    assert card("2C") not in PACKS[3]
    assert len(PACKS[3]) == 51
    deal = Deal(shuffled(PACKS[3], Random(1)))
    state = after(state, deal)
    assert [len(hand) for hand in state.hands] == [17] * 3
    assert {*state.hands[1]} == {*deal.cards[0::3]}
    assert len(RULES.legal_actions(state)) == 18
    assert refusal(state, MakeBid(18)) == "There are 17 tricks in a deal: bid 0 to 17."
    state = bids(state, "5 5 17")
    state = to_the_end_of_the_deal(state)
    assert (len(state.tricks), sum(state.taken)) == (17, 17)
    assert "the 2♣ does not belong" in refusal(start(players=3), Deal((card("2C"), *deal.cards[1:])))


def test_spades_17_two_players_begin_with_no_hand_and_the_one_left_of_the_dealer_looks_at_the_top_card() -> None:
    state, events = RULES.reduce(start(players=2), DEAL)
    assert (state.phase, state.seat, state.hands, state.stock) == (SpadesPhase.DRAW, 1, ((), ()), DEAL.cards)
    assert events == (DealBegan(1, 0), TurnedTop(1, DEAL.cards[0]))
    assert RULES.observe(state, 1).stock == (DEAL.cards[0], *(UNKNOWN,) * 51)
    assert RULES.observe(state, 0).stock == RULES.observe(state, None).stock == (UNKNOWN,) * 52
    assert RULES.observe_event(events[1], 0) == TurnedTop(1, UNKNOWN)
    assert RULES.legal_actions(state) == (DrawCard(True), DrawCard(False))


def test_spades_17_nothing_else_is_done_before_all_is_drawn() -> None:
    state = after(start(players=2), DEAL)
    assert refusal(state, MakeBid(3)) == "Draw first: keep the top card or discard it."
    assert refusal(state, PlayCard(DEAL.cards[0])) == "Draw your cards and bid before you play."


def test_spades_17_the_card_looked_at_is_kept_and_the_next_discarded() -> None:
    first, second, third = DEAL.cards[:3]
    state, events = RULES.reduce(after(start(players=2), DEAL), DrawCard(True))
    assert (state.hands[1], state.discards[1], state.seat) == ((first,), (second,), 0)
    assert events == (CardKept(1, first, second, True), TurnedTop(0, third))
    assert RULES.observe_event(events[0], 0) == CardKept(1, UNKNOWN, UNKNOWN, True)


def test_spades_17_when_the_stock_is_gone_both_have_13_cards_and_bid_with_them_seen() -> None:
    state = after(start(players=2), DEAL)
    for turn in range(26):
        assert state.phase is SpadesPhase.DRAW
        state = after(state, DrawCard(turn % 3 > 0))
    assert (state.phase, state.seat, state.stock) == (SpadesPhase.BID, 1, ())
    assert [len(hand) for hand in state.hands] == [len(cards) for cards in state.discards] == [13, 13]
    assert {*state.hands[0], *state.hands[1], *state.discards[0], *state.discards[1]} == {*PACK}
    assert state.looked == (True, True)
    assert refusal(state, DrawCard(True)).startswith("No card can be drawn now")
    state = to_the_end_of_the_deal(bids(state, "5 5"))
    assert sum(state.taken) == 13


@pytest.mark.parametrize("mode", ["partners", "cutthroat"])
def test_spades_18_no_card_but_a_legal_one_is_ever_played(mode: str) -> None:
    rng = Random(mode)
    state = bids(after(start(mode=mode), Deal(shuffled(PACK, rng))), "3 3 3 3")
    while state.phase is SpadesPhase.PLAY:
        legal = playable(state)
        for other in PACK:
            if other not in legal:
                refusal(state, PlayCard(other))
        state = RULES.reduce(state, PlayCard(rng.choice(legal))).state
    assert refusal(state, PlayCard(card("2C"))) == "The cards have not been dealt yet."


# -- what is seen ----------------------------------------------------------------------------------------


def test_spades_19_a_player_sees_one_hand_and_all_that_lies_on_the_table() -> None:
    start_of_play = bids(after(start(), DEAL), "3 4 0 2")
    first = RULES.legal_actions(start_of_play)[0]
    state = after(start_of_play, first)
    for seat in (0, 1, 2, 3, None):
        view = RULES.observe(state, seat)
        for owner, hand in enumerate(state.hands):
            assert view.hands[owner] == (hand if owner == seat else (UNKNOWN,) * len(hand))
        assert view._replace(hands=state.hands) == state, "nothing else is hidden"
