"""House rules that options choose (spades 20 to 30) at the table. What they score is in test_examples.py."""

import pytest

from clockspades.cards import UNKNOWN
from clockspades.games.spades.scoring import Bid, SpadesReason
from clockspades.games.spades.spades_rules import RULES, playable
from clockspades.games.spades.spades_state import LookAtCards, Looked, MakeBid, PassCards, SpadesPhase, SpadesState
from clockspades.games.tricks import PlayCard
from tests.games.spades.tables import card, cards, dealt, playing, scored, start, suits
from tests.games.spades.test_rules import DEAL, after, bids, played, refusal

HANDS = [suits(hand) for hand in ("AKQJT.432.432.43", "9876.AKQ.AKQ.AKQ", ".JT98.JT98.JT987", "5432.765.765.652")]
"""Hands with 5, 4, 0 and 4 spades; the dealer is seat 0, so that seat 1 bids first."""
NIL = Bid(0)


def legal_bids(state: SpadesState) -> list[int]:
    return [action.tricks for action in RULES.legal_actions(state) if isinstance(action, MakeBid)]


# -- bids ------------------------------------------------------------------------------------------------


def test_spades_20_one_of_a_pair_bids_nil_and_the_other_four_or_more() -> None:
    state = after(start(bidding="suicide"), DEAL)
    assert legal_bids(state) == [*range(4, 14), 0]
    assert refusal(state, MakeBid(3)) == "One of you bids nil, and the other 4 or more."
    state = bids(state, "5 0")
    assert legal_bids(state) == [0]
    assert refusal(state, MakeBid(4)) == "Your partner bid 5: one of you has to bid nil."
    state = bids(state, "0")
    assert legal_bids(state) == [*range(4, 14)]
    assert refusal(state, MakeBid(0)) == "Your partner bid nil: bid 4 or more."
    assert bids(state, "4").phase is SpadesPhase.PLAY


def test_spades_20_and_22_who_may_not_bid_nil_may_not_bid_it_blind() -> None:
    state = bids(after(start(bidding="suicide", blind_nil="always"), DEAL), "blind")
    assert state.looked == (False, True, False, False)
    step = RULES.reduce(state, MakeBid(0, blind=True))
    assert step.events[-1] == Looked(3, state.hands[3]), "who has nothing to bid blind looks without being asked"
    assert legal_bids(step.state) == [*range(4, 14)]
    least = bids(after(start(least_bid=4, blind_nil="always"), DEAL), "3 4")
    assert legal_bids(least) == [*range(1, 14)]
    assert RULES.legal_actions(bids(least, "1")) == (LookAtCards(), MakeBid(0, blind=True))


def test_spades_21_in_mirror_the_spades_are_the_bids_and_nobody_chooses() -> None:
    state = dealt(HANDS, start(bidding="mirror"))
    assert (state.phase, state.seat, state.bids) == (SpadesPhase.PLAY, 1, (Bid(5), Bid(4), NIL, Bid(4)))
    state = dealt(HANDS, start(bidding="mirror", nil_pass=2))
    assert (state.phase, state.passing, state.bids[2]) == (SpadesPhase.PASS, (2, 0), NIL)


def test_spades_21_in_whiz_a_bid_is_the_spades_or_nil() -> None:
    state = dealt(HANDS, start(bidding="whiz"))
    assert legal_bids(state) == [4, 0]
    assert refusal(state, MakeBid(3)) == "You have 4 spades: bid 4 or nil."
    state = bids(state, "4")
    assert legal_bids(state) == [0]
    assert refusal(state, MakeBid(1)) == "You have no spade: bid nil."


def test_spades_22_partners_bid_four_or_more_together() -> None:
    state = bids(after(start(least_bid=4), DEAL), "3 0")
    assert legal_bids(state) == [*range(1, 14)]
    assert refusal(state, MakeBid(0)) == "Your partner bid 3: together you have to bid 4 or more."
    state = bids(state, "1")
    assert legal_bids(state) == [*range(4, 14)]
    assert refusal(state, MakeBid(0)) == "Your partner bid nil: together you have to bid 4 or more."
    assert legal_bids(bids(after(start(least_bid=4), DEAL), "4 0"))[-1] == 0, "beside four a nil is enough"


def test_spades_22_the_last_bidder_may_not_make_it_thirteen() -> None:
    state = bids(after(start(sum="not-13"), DEAL), "4 3 2")
    assert legal_bids(state) == [1, 2, 3, *range(5, 14), 0]
    assert refusal(state, MakeBid(4)) == "All bids together may not be 13: bid another number."
    assert len(legal_bids(bids(after(start(sum="not-13"), DEAL), "4 9"))) == 14, "only the last is bound"


def test_spades_23_nobody_bids_in_the_first_deal_and_all_do_in_the_second() -> None:
    state = after(start(first_deal="itself", blind_nil="always"), DEAL)
    assert (state.phase, state.seat, state.bids, state.looked) == (SpadesPhase.PLAY, 1, (None,) * 4, (True,) * 4)
    while state.phase is SpadesPhase.PLAY:
        state = after(state, RULES.legal_actions(state)[0])
    assert state.sheets[0].bids == (None,) * 4
    assert sum(state.scores) == 130
    assert after(state, DEAL).phase is SpadesPhase.BID


# -- nils and the cards for them -------------------------------------------------------------------------


def test_spades_24_without_nils_bids_begin_at_1() -> None:
    state = after(start(nil="off"), DEAL)
    assert legal_bids(state) == [*range(1, 14)]
    assert refusal(state, MakeBid(0)) == "This game has no nil: bid 1 or more."


@pytest.mark.parametrize(
    ("options", "said", "passing", "number"),
    [
        ({"nil_pass": 1}, "3 0 4 2", (2, 0), 1),
        ({"nil_pass": 2}, "3 4 4 0", (0, 2), 2),
        ({"nil_pass": 2}, "0 0 0 4", (1, 3, 2, 0), 2),
        ({"nil_pass": 2}, "3 blind 4 0", (2, 0), 3),
        ({"nil_pass": 4}, "3 blind 4 0", (0, 2), 4),
        ({"nil_pass": 0, "blind_pass": 4}, "3 4 4 blind", (0, 2), 4),
        ({"nil_pass": 0, "blind_pass": 0}, "3 blind 4 0", (), 0),
        ({"nil_pass": 3, "mode": "cutthroat"}, "3 blind 4 0", (), 0),
    ],
)
def test_spades_25_who_exchanges_how_many_cards(
    options: dict[str, int], said: str, passing: tuple[int, ...], number: int
) -> None:
    state = bids(after(start(blind_nil="always", **options), DEAL), said)
    assert (state.passing, state.phase is SpadesPhase.PLAY) == (passing, not passing)
    if passing:
        assert state.seat == passing[0]
        assert {len(action.cards) for action in RULES.legal_actions(state) if isinstance(action, PassCards)} == {number}


def test_spades_25_the_cards_change_hands_when_both_have_chosen_and_nobody_else_sees_them() -> None:
    state = bids(dealt(HANDS, start(nil_pass=2)), "4 0 4 5")
    assert refusal(state, PassCards(cards("JC TC 9C"))) == "Pass exactly 2 different cards."
    assert refusal(state, PlayCard(card("JC"))) == "Pass 2 cards before you play."
    state = after(state, PassCards(cards("JH JD")), PassCards(cards("3C 4C")))
    assert (state.phase, state.seat) == (SpadesPhase.PLAY, 1)
    assert state.hands[0] == cards("AS KS QS JS TS JH 4H 3H 2H JD 4D 3D 2D")
    assert [RULES.observe(state, seat).received[0] for seat in (0, 1)] == [cards("JH JD"), (UNKNOWN,) * 2]


# -- the end ---------------------------------------------------------------------------------------------


def test_spades_28_the_last_deal_is_known_to_be_the_last_when_it_is_played() -> None:
    """Seat 0 has the last trick for certain; with 300 points more its side then wins in deal 4, and not in deal 3."""
    table = scored(start(deals=4), (300, 0))
    hands = {0: "A...", 1: ".A..", 2: ".K..", 3: ".Q.."}
    last = playing(hands, "", "3 3 3 3", taken=(12, 0, 0, 0), state=table)
    assert [RULES.is_settled(last._replace(number=number)) for number in (3, 4)] == [False, True]
    ended = played(last._replace(number=4), "AS AH KH QH").outcome
    assert ended is not None
    assert (ended.winners, ended.reason) == ((0, 2), SpadesReason.DEALS)


# -- play ------------------------------------------------------------------------------------------------


def test_spades_29_spades_may_be_led_at_any_time() -> None:
    state = bids(dealt(HANDS, start(lead_spades="any")), "4 0 4 5")
    assert card("9S") in playable(state)
    assert played(state, "9S JH 5S AS").seat == 0


def test_spades_30_the_lowest_club_leads_and_everyone_plays_their_lowest() -> None:
    state = bids(dealt(HANDS, start(first_trick="clubs")), "4 0 4 5")
    assert (state.seat, state.leader) == (3, 3)
    for text in ("2C", "3C", "QC", "7C"):
        assert playable(state) == (card(text),)
        assert RULES.claim(RULES.observe(state, state.seat)) is None
        state = played(state, text)
    assert (state.seat, len(playable(state))) == (1, 8), "the second trick is as ever: no spade is led"


def test_spades_30_what_may_not_be_played_to_the_first_trick_is_refused() -> None:
    hands = ("AKQJT.432.432.43", "432.AKQ.AKQJT98.", "9876..765.T98765", "5.JT98765..AKQJ2")
    state = bids(dealt([suits(hand) for hand in hands], start(first_trick="clubs")), "4 4 4 5")
    assert state.seat == 3
    assert refusal(state, PlayCard(card("AC"))) == "Play your lowest club to the first trick: the 2♣."
    state = played(state, "2C")
    assert refusal(state, PlayCard(card("4C"))) == "Play your lowest club to the first trick: the 3♣."
    state = played(state, "3C")
    assert playable(state) == cards("AH KH QH AD KD QD JD TD 9D 8D")
    assert refusal(state, PlayCard(card("2S"))) == (
        "No spade goes on the first trick while you hold a heart or a diamond."
    )
    assert played(state, "8D 5C").seat == 2


def test_spades_30_the_lowest_club_leads_after_the_exchange() -> None:
    state = bids(dealt(HANDS, start(first_trick="clubs", nil_pass=1)), "4 4 4 0")
    assert state.passing == (0, 2)
    assert after(state, PassCards(cards("AS")), PassCards(cards("JC"))).seat == 3
    three = bids(dealt(HANDS, start(first_trick="clubs", nil_pass=1)), "0 4 4 4")
    assert after(three, PassCards(cards("9S")), PassCards(cards("2C"))).seat == 1
