"""The rollout policy of Spades, position by position: which card it plays, and what it never does."""

from collections.abc import Mapping

from clockspades.games.spades.core import Core, bit_of, bits_of, card_of, each
from clockspades.games.spades.policy import Contracts, contracts_of, policy_card, wasted_cards
from tests.games.spades.tables import card, start, suits

NOTHING: Mapping[int, str] = {}


def position(
    hand: str, out: str, trick: str, bids: str, taken: str, lacking: Mapping[int, str], mode: str
) -> tuple[Core, Contracts]:
    """Seat 0 is to act with this hand after these plays; the other cards that are left are ``out``, wherever.

    The policy sees no other hand, so seat 1 holds them all. ``lacking`` are by seat suits that it has shown to lack.
    """
    played = [bit_of(card(text)) for text in trick.split()]
    held = [bits_of(suits(hand)), bits_of(suits(out)), 0, 0]
    leader = -len(played) % 4
    for turn, bit in enumerate(played):
        held[(leader + turn) % 4] |= bit
    shown = [bits_of(suits(lacking.get(seat, ""))) for seat in range(4)]
    tricks = [int(count) for count in taken.split()]
    core = Core(held, leader, tricks, bits_of(suits(hand)).bit_count(), broken=True, lacking=shown)
    for bit in played:
        core.play(bit)
    assert core.seat == 0
    return core, contracts_of([int(said) for said in bids.split()], start(mode=mode).settings, (0,) * 4)


def plays(
    hand: str,
    out: str,
    trick: str = "",
    bids: str = "1 1 1 1",
    taken: str = "0 0 0 0",
    lacking: Mapping[int, str] = NOTHING,
    mode: str = "partners",
) -> str:
    """The card that the policy plays there."""
    return card_of(policy_card(*position(hand, out, trick, bids, taken, lacking, mode))).text


def wasted(hand: str, out: str, trick: str, bids: str = "1 1 1 1", taken: str = "0 0 0 0") -> set[str]:
    """The cards that are wasted there."""
    core, contracts = position(hand, out, trick, bids, taken, NOTHING, "partners")
    return {card_of(card).text for card in each(wasted_cards(core, contracts))}


# -- last seat -------------------------------------------------------------------------------------------


def test_last_it_leaves_the_trick_to_its_partner() -> None:
    assert plays("A3..K2.", "KQJ2.AK.A.A", "9S TS 8S") == "3S"
    assert plays("AK.A5..", "QJT.KJ.A.", "9H QH 8H") == "5H"


def test_last_and_alone_it_takes_the_trick_from_any_other_seat() -> None:
    assert plays("4.AJ2..", "A.K3.A.", "9H TH 4H") == "2H"
    assert plays("4.AJ2..", "A.K3.A.", "9H TH 4H", bids="3 1 1 1", mode="cutthroat") == "JH"


def test_alone_it_sets_any_other_seat() -> None:
    hand, out, taken = "2.KT3..", "A.A.A.", "2 2 2 1"
    assert plays(hand, out, "9H JH 4H", bids="2 3 2 4", taken=taken, mode="cutthroat") == "KH"
    assert plays(hand, out, "9H JH 4H", bids="2 2 2 1", taken=taken, mode="cutthroat") == "TH"


def test_last_it_does_not_trump_its_partners_trick() -> None:
    assert plays("32..82.", "AK.AK.A.A", "9H TH 8H") == "2D"


def test_last_it_wins_with_the_cheapest_winner() -> None:
    assert plays("4.AQJ2..", "AK.K3.A.", "9H 4H TH") == "JH"
    assert plays("A52..8.", "KQ.A3.A.", "9H 4H TH") == "2S"
    assert plays("AT72...", "KQ.A3.A.", "9H 4H 5S") == "7S"


def test_last_it_plays_low_where_it_cannot_win() -> None:
    assert plays("4.JT2..", "A.AK3.A.", "QH 4H 3H") == "2H"


def test_last_it_takes_the_trick_from_a_partner_with_a_nil() -> None:
    assert plays("A.KT2..", "K.A3.A.", "4H 9H 5H", bids="3 3 0 3") == "TH"


def test_a_higher_card_than_needed_is_wasted_and_so_is_one_on_the_partners_trick() -> None:
    assert wasted("A.AQJ2..", "K.K3.A.", "9H 4H TH") == {"QH", "AH"}
    assert wasted("A.AQJ2..", "K.K3.A.", "9H TH 4H") == {"JH", "QH", "AH"}
    assert wasted("A32..8.", "K.A3.A.", "9H TH 4H") == {"2S", "3S", "AS"}
    assert wasted("A3..K2.", "KQJ2.AK.A.A", "9S TS 8S") == {"AS"}


def test_the_partners_trick_is_taken_over_as_cheaply_as_can_be_where_every_card_does() -> None:
    assert wasted("A.AQJ..", "K.K3.A.", "9H TH 4H") == {"QH", "AH"}


def test_no_card_is_wasted_by_who_needs_no_more_tricks_or_with_a_nil_at_the_table() -> None:
    assert wasted("A.AQJ2..", "K.K3.A.", "9H 4H TH", bids="3 3 3 0") == set()
    assert wasted("A.AQJ2..", "K.K3.A.", "9H 4H TH", bids="1 3 1 3", taken="1 3 0 3") == set()


def test_the_trick_of_a_partner_whose_nil_failed_does_not_count() -> None:
    assert wasted("A.AQJ2..", "K.K3.A.", "9H TH 4H", bids="3 3 0 3", taken="0 0 1 0") == {"QH", "AH"}


def test_only_the_last_seat_wastes_cards() -> None:
    assert wasted("A.AQJ2..", "K.K3.A.", "9H TH") == set()


# -- second and third seat -------------------------------------------------------------------------------


def test_second_it_plays_low_without_the_highest_card() -> None:
    assert plays("4.KQ2..", "AK.AJ3.A.", "9H") == "2H"


def test_second_it_trumps_only_what_its_partner_cannot_beat() -> None:
    assert plays("74..82.", "Q.QJT.A.", "5H", bids="2 2 2 2") == "2D"
    assert plays("74..82.", "Q.QT.A.", "JH", bids="2 2 2 2") == "2D"
    assert plays("74..82.", "Q.T.A.", "KH", bids="2 2 2 2") == "4S"
    assert plays("74..82.", "Q.QJT.A.", "5H", bids="2 2 2 2", mode="cutthroat") == "4S"


def test_second_it_takes_the_trick_with_the_highest_card_that_is_left() -> None:
    assert plays("4.AK2..", "AK.QJ3.A.", "9H") == "KH"


def test_third_it_plays_high_and_of_equal_cards_the_lowest() -> None:
    assert plays("4.KQ2..", "A.AT3.A.", "8H 9H") == "QH"
    assert plays("4.KJ2..", "A.AQ3.A.", "8H 9H") == "KH"


def test_third_it_leaves_the_trick_to_a_partner_whom_nobody_can_beat() -> None:
    assert plays("4.AK2..", "A.J3.A.", "QH 9H") == "2H", "ace and king are its own"


def test_third_it_trumps_a_trick_that_its_partner_may_lose() -> None:
    assert plays("74..82.", "Q.QJT.A.", "5H 3H", bids="2 2 2 2") == "4S"
    assert plays("74..82.", "Q.9.A.", "JH 3H", bids="2 2 2 2") == "2D"


def test_third_it_takes_over_a_trick_that_its_partner_would_lose() -> None:
    assert plays("4.A42..", "A.KQ3.A.", "TH 9H") == "AH"


# -- leads -----------------------------------------------------------------------------------------------


def test_it_draws_trumps_when_it_has_the_most_of_them() -> None:
    assert plays("AKQJ.A2..", "T98.K.A.A", bids="6 2 3 2") == "AS"


def test_it_leads_a_high_card_that_the_others_are_likely_to_follow() -> None:
    assert plays("4.A2.A2.", "AKQJ.K9.KQJT98.A") == "AD"


def test_it_leads_low_of_a_suit_that_its_partner_may_trump() -> None:
    assert plays("4.Q72.732.", "AKQJ.AK9.KQJT98.A", lacking={2: ".A.."}) == "2H"


def test_it_leads_no_suit_that_an_enemy_may_trump() -> None:
    assert plays("4.972.732.", "AKQJ.AKJ.AKQJT98.A", lacking={1: ".A.."}) == "2D"
    assert plays("4.972.732.", "AKQJ.AKJ.AKQJT98.A", lacking={1: "A..A."}) == "2D"


def test_it_does_not_lead_from_a_guarded_king() -> None:
    assert plays("4.K72.Q73.", "AKQJ.A93.AKT98.A") == "3D"


# -- bags and contracts ----------------------------------------------------------------------------------


def test_with_its_contract_made_it_ducks_and_gets_rid_of_high_cards() -> None:
    assert plays("2.KT3..", "A.A.A.", "9H 4H JH", bids="2 2 2 2", taken="2 2 2 3") == "TH"
    assert plays("2.K3..", "A.A.A.", "9H TH 4H", bids="2 2 2 2", taken="3 2 2 3") == "KH", "its partner's trick"


def test_with_its_contract_sure_it_leaves_tricks_that_nobody_needs() -> None:
    hand, out = "AK.KT3..", "43.A2.AKQ.A"
    assert plays(hand, out, "9H 4H JH", taken="0 1 0 1") == "TH"
    assert plays(hand, out, "9H 4H JH", taken="0 0 0 0") == "KH", "one is to spare"


def test_it_wants_tricks_to_set_a_contract_that_needs_nearly_all_of_them() -> None:
    assert plays("2.KT3..", "A.A.A.", "9H 4H JH", bids="2 3 2 3", taken="2 2 2 1") == "KH"
    assert plays("2.KT3..", "A.A.A.", "9H 4H JH", bids="2 3 2 3", taken="2 2 2 4") == "TH", "they have made it"


def test_with_its_contract_lost_it_wants_tricks_only_to_set_another() -> None:
    assert plays("2.KT3..", "A.A.A.", "9H 4H JH", bids="9 2 2 1", taken="0 1 0 0") == "KH"
    assert plays("2.KT3..", "A.A.A.", "9H 4H JH", bids="9 2 2 1", taken="0 3 0 0") == "TH"


# -- nils ------------------------------------------------------------------------------------------------


def test_a_nil_plays_its_highest_card_under_the_winning_one() -> None:
    assert plays("2.QT3..", "A.A.A.", "9H 4H JH", bids="0 4 4 4") == "TH"


def test_a_nil_gets_rid_of_a_spade_where_one_does_not_win() -> None:
    assert plays("Q3..K2.", "A.A.A.", "9H KS 4H", bids="0 4 4 4") == "QS"


def test_it_takes_a_trick_that_its_partners_nil_would_take() -> None:
    assert plays("4.AJ2..", "A.Q3.A.", "TH 9H", bids="2 1 0 1") == "AH"


def test_it_plays_high_before_its_partners_nil() -> None:
    assert plays("4.KQ2..", "A.AT3.A.", "9H", bids="2 1 0 1") == "QH"


def test_it_keeps_its_high_cards_where_its_partners_nil_is_safe() -> None:
    assert plays("4.A2..7", "A.T3.A.", "KC", bids="2 1 0 1") == "7C"


def test_it_leads_for_its_partners_nil_what_that_is_not_stuck_above() -> None:
    assert plays("4.A2.K2.", "A5.KQ3.AQJ3.", bids="2 1 0 1") == "AH"
    assert plays("4.A2.K2.", "A5.KQ3.AQJ3.", bids="2 1 0 1", lacking={2: "..A."}) == "2D"


def test_it_plays_low_for_a_nil_behind_it_to_be_stuck() -> None:
    assert plays("AK.Q2..", "Q.K3.A.", "TH 3H", bids="2 0 4 4", taken="0 0 2 0") == "2H"


def test_it_hunts_no_nil_that_has_shown_to_lack_the_suit() -> None:
    assert plays("A7..82.", "Q.Q4.A.", "3H TH", bids="1 0 1 2") == "8D", "the two goes under it"
    assert plays("A7..82.", "Q.Q4.A.", "3H TH", bids="1 0 1 2", lacking={1: ".A.."}) == "7S"


def test_it_hunts_no_nil_that_cannot_be_stuck() -> None:
    """No hidden heart is above the king, and a nil that follows takes no trick from a spade."""
    assert plays("A7..82.", "Q.Q3.A.", "TH KH", bids="1 0 1 2") == "7S"
    assert plays("A7..82.", "Q.Q3.A.", "TH 4S", bids="1 0 1 2") == "7S"


def test_it_hunts_no_nil_with_tricks_that_its_contract_needs() -> None:
    hand, out = "4.A2.A2.", "KQ.KQJ.KQJ."
    assert plays(hand, out, "TH 3H", bids="1 0 1 4") == "2H"
    assert plays(hand, out, "TH 3H", bids="4 0 1 2") == "AH"


def test_it_leads_low_at_a_nil_once_its_contract_is_sure() -> None:
    hand, out = "AK.A3.K2.", "KQ.KQJ4.AQJ93."
    assert plays(hand, out, bids="2 0 2 4", taken="0 0 2 0") == "2D"
    assert plays(hand, out, bids="2 0 2 4", taken="0 0 2 0", lacking={1: "..A."}) == "3H"
