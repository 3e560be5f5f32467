"""Every sentence of Spades: events as each seat sees them, prompts, hints, what there is to see, and the end."""

from typing import Any, Final

import pytest

from clockspades.cards import parse_cards
from clockspades.engine.rules import Deal, Outcome
from clockspades.engine.wording import NamesForYou
from clockspades.games.spades.scoring import ScoreLine, Sheet, SpadesReason, score_side
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import (
    PACKS,
    CardKept,
    ChoseCards,
    DrawCard,
    GotCards,
    LookAtCards,
    Looked,
    MakeBid,
    PassCards,
    SideScored,
    SpadesAction,
    SpadesEvent,
    SpadesPhase,
    SpadesState,
    TurnedTop,
)
from clockspades.games.spades.spades_words import NOBODY_BIDS, SpadesWords, line_words
from clockspades.games.tricks import PlayCard
from tests.games.spades.tables import NAMES, bidding, card, cards, dealt, playing, scored, start
from tests.games.spades.tables import bid as bid_of
from tests.games.spades.test_house_rules import HANDS

WORDS: Final = SpadesWords()
MADE = ScoreLine(5, 7, 50, 0, 2, 0, 152, 9)


# -- events ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "words", "to_others"),
    [
        (
            TurnedTop(0, card("AS")),
            "Ana looks at the top card: the A♠",
            "Ana looks at the top card",
        ),
        (
            CardKept(0, card("AS"), card("2C"), True),
            "Ana keeps the A♠ and discards the 2♣",
            "Ana keeps it and discards the next card",
        ),
        (
            CardKept(0, card("AS"), card("2C"), False),
            "Ana discards the 2♣ and keeps the A♠",
            "Ana discards it and keeps the next card",
        ),
        (Looked(0, cards("AS 2C 3D")), "Ana looks at A♠ 3♦ 2♣", "Ana looks at 3 cards"),
        (ChoseCards(0, 2, cards("AS KS QH")), "Ana passes A♠ K♠ Q♥ to Cyd", "Ana passes three cards to Cyd"),
        (GotCards(0, 2, cards("AS KS QH")), "Ana gets A♠ K♠ Q♥ from Cyd", "Ana gets three cards from Cyd"),
    ],
)
def test_an_event_shows_its_cards_to_one_seat_alone(event: SpadesEvent, words: str, to_others: str) -> None:
    assert WORDS.describe(RULES.observe_event(event, 0), NAMES) == words
    for other in (1, 2, 3, None):
        assert WORDS.describe(RULES.observe_event(event, other), NAMES) == to_others


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            ScoreLine(4, 3, -40, -100, 1, 100, -239, 11),
            "Bid 4, took 3 (−40). Nil (−100). 1 bag (+1). Penalty at 11 bags (−100)",
        ),
        (ScoreLine(0, 0, 0, 200, 0, 0, 200, 0), "Nil (+200)"),
        (ScoreLine(0, 0, 0, 0, 0, 0, 0, 0), "One nil made, one failed (0)"),
    ],
)
def test_a_line_of_the_score_sheet(line: ScoreLine, words: str) -> None:
    assert line_words(line) == words


# -- what is to be done ----------------------------------------------------------------------------------


def test_a_blind_nil_is_asked_before_the_look() -> None:
    state = bidding("AK2.A32.K432.432", state=start(blind_nil="always"))
    for seat in (0, 1, None):
        assert WORDS.prompt(RULES.observe(state, seat), NAMES) == (
            "Bo may look at the cards, or bid blind nil. No bids yet."
        )
    assert [hint.words for hint in WORDS.hints(RULES.observe(state, 1), NAMES)] == [
        "Look at the cards, then bid.",
        "Bid blind nil: +200 if made, −200 if set.",
    ]


def test_a_bid_is_hinted_with_what_it_makes_of_the_partners() -> None:
    words = [hint.words for hint in WORDS.hints(bidding("AK2.A32.K432.432", "4 0 2"), NAMES)]
    assert words[2] == "Bid 3: +30 if made, −30 if set."
    assert words[-1] == "Bid nil, no tricks: +100 if made, −100 if set."
    words = [hint.words for hint in WORDS.hints(bidding("AK2.A32.K432.432", "4 5 2"), NAMES)]
    assert words[2] == "Bid 3 (8 with Cyd's 5): +80 if made, −80 if set."


def passing() -> SpadesState:
    state = bidding("AK2.A32.Q432.432", state=start(blind_nil="always"))
    state = RULES.reduce(state, MakeBid(0, blind=True)).state
    for _ in range(3):
        state = RULES.reduce(RULES.reduce(state, LookAtCards()).state, MakeBid(3)).state
    return state


def test_passing_is_asked_of_the_bidder_and_then_of_the_partner() -> None:
    state = passing()
    assert WORDS.prompt(RULES.observe(state, 2), NAMES) == "Bo passes three cards to Dov."
    assert WORDS.hints(RULES.observe(state, 1), NAMES)[0].words == "Pass A♠ K♠ 2♠."
    chosen = RULES.reduce(state, PassCards(cards("AS KS AH"))).state
    assert WORDS.prompt(RULES.observe(chosen, 1), NAMES) == "Dov passes three cards to Bo."
    assert WORDS.survey(RULES.observe(chosen, 1), 1, NAMES).hand[1] == "Bo passed A♠ K♠ A♥ to Dov."
    done = RULES.reduce(chosen, PassCards(state.hands[3][-3:])).state
    assert WORDS.survey(RULES.observe(done, 3), 3, NAMES).hand[1:] == (
        f"Dov passed {' '.join(given.symbol for given in state.hands[3][-3:])} to Bo.",
        "Dov got A♠ K♠ A♥ from Bo.",
    )
    assert len(WORDS.survey(RULES.observe(done, 0), 0, NAMES).hand) == 1


def test_a_card_of_the_stock_is_named_to_who_looks_at_it() -> None:
    state = RULES.reduce(
        start(players=2), Deal(parse_cards("AS") + tuple(c for c in PACKS[2] if c is not card("AS")))
    ).state
    two = NAMES[:2]
    assert WORDS.prompt(RULES.observe(state, 1), two) == ("Bo: keep the A♠, or discard it and take the next card?")
    assert WORDS.prompt(RULES.observe(state, 0), two) == ("Bo looks at the top card, and keeps it or the next one.")
    assert [hint.words for hint in WORDS.hints(RULES.observe(state, 1), two)] == [
        "Keep the A♠ and discard the next card.",
        "Discard the A♠ and keep the next card, whatever it is.",
    ]
    drawn = RULES.reduce(state, DrawCard(True)).state
    assert WORDS.survey(RULES.observe(drawn, 1), 1, two).hand == ("Bo holds A♠.", "Bo discarded A♣.")
    assert "The stock has 50 cards." in WORDS.survey(RULES.observe(drawn, 0), 0, two).table
    assert "Bo holds 1 card." in WORDS.survey(RULES.observe(drawn, 0), 0, two).table


FOLLOWING = {0: "J.6..", 1: "A.23..", 2: "K.4..", 3: "Q.5.."}
VOID = {0: "J.6..", 1: "A..2.3", 2: "K.4..", 3: "Q.5.."}
LEADING = {0: "A2.3..", 1: "K4.K..", 2: "Q5.Q..", 3: "J6.J.."}


def test_what_a_card_leads_to_is_hinted() -> None:
    leads = playing(LEADING, "", "3 3 3 3", taken=(10, 0, 0, 0))
    assert [hint.words for hint in WORDS.hints(RULES.observe(leads, 0), NAMES)] == [
        "Lead the A♠. No higher spade is left.",
        "Lead the 2♠. Higher spades left: K♠ Q♠ J♠ 6♠ 5♠ 4♠.",
        "Lead the 3♥. Higher hearts left: K♥ Q♥ J♥.",
    ]
    void = playing(VOID, "KH QH JH", "3 3 3 3", leader=2, taken=(10, 0, 0, 0))
    assert [hint.words for hint in WORDS.hints(RULES.observe(void, 1), NAMES)] == [
        "Play the A♠: it trumps Cyd's K♥. It takes the trick.",
        "Throw away the 2♦: Cyd's K♥ still wins.",
        "Throw away the 3♣: Cyd's K♥ still wins.",
    ]


# -- what there is to see --------------------------------------------------------------------------------


def test_a_table_is_told_line_by_line() -> None:
    before = scored(start(), (152, -8), (9, 3))
    state = playing(FOLLOWING, "KH QH JH", "3 0 4 2", leader=2, taken=(4, 0, 4, 2), state=before)
    state = state._replace(dealer=1, number=2)
    seen = WORDS.survey(RULES.observe(state, 1), 1, NAMES)
    assert seen.hand == ("Bo holds A♠ 3♥ 2♥.",)
    assert seen.table == (
        "The trick so far: Cyd K♥, Dov Q♥, Ana J♥.",
        "Cyd's K♥ is winning.",
        "Dov took the last trick: Dov 7♠, Ana 8♠, Bo 9♠, Cyd 10♠.",
        "Spades are broken.",
        "Ana bid 3 and took 4 tricks.",
        "Bo bid nil and took no tricks.",
        "Cyd bid 4 and took 4 tricks.",
        "Dov bid 2 and took 2 tricks.",
        "Ana and Cyd bid 7 together and took 8.",
        "Bo and Dov bid 2 together and took 2.",
        "All bids add up to 9 of 13 tricks.",
        "Ana holds 2 cards.",
        "Cyd holds 2 cards.",
        "Dov holds 2 cards.",
        "Bo dealt deal 2.",
        "Ana and Cyd: 152 points and 9 bags: 1 more bag costs 100.",
        "Bo and Dov: −8 points and 3 bags.",
        "First to 500 wins.",
        "Deal 1, Ana and Cyd: One nil made, one failed (0). Score: 152 (0).",
        "Deal 1, Bo and Dov: One nil made, one failed (0). Score: −8 (0).",
    )
    assert WORDS.survey(RULES.observe(state, None), None, NAMES).hand == ()


# -- the end ---------------------------------------------------------------------------------------------


def over(scores: tuple[int, ...], reason: str, winners: tuple[int, ...], **options: int | str | None) -> SpadesState:
    return start(**options)._replace(outcome=Outcome(winners, scores, SpadesReason(reason)), phase=SpadesPhase.OVER)


def test_the_verdict_says_who_won_and_why() -> None:
    state = over((-210, -40, -200), "floor", (1,), floor=-200, players=3)
    assert WORDS.verdict(state, NAMES) == (
        "Bo wins with −40 points to −200 and −210: Cyd and Ana fell to −200 or below."
    )


@pytest.mark.parametrize(
    ("made", "best", "words"),
    [
        (MakeBid(5), MakeBid(3), "in deal 1 Bo bid 5; 3"),
        (MakeBid(0), MakeBid(2), "in deal 1 Bo bid nil; 2"),
        (LookAtCards(), MakeBid(0, blind=True), "in deal 1 Bo looked at the cards; blind nil"),
        (MakeBid(0, blind=True), LookAtCards(), "in deal 1 Bo bid blind nil; looking"),
        (DrawCard(True), DrawCard(False), "in deal 1 Bo kept the K♠; discarding it"),
        (DrawCard(False), DrawCard(True), "in deal 1 Bo discarded the K♠; keeping it"),
        (PassCards(cards("AS KS 2C")), PassCards(cards("AS KS QH")), "in deal 1 Bo passed A♠ K♠ 2♣; A♠ K♠ Q♥"),
    ],
)
def test_a_choice_that_cost_is_told_beside_the_better_one(made: SpadesAction, best: SpadesAction, words: str) -> None:
    view = RULES.observe(bidding("AK2.A32.K432.432"), 1)._replace(stock=cards("KS 2H"))
    told = WORDS.regret(view, made, best, NAMES)
    assert told == f"{words} was better"


def test_a_finished_game_is_told_in_a_few_words_that_name_nobody() -> None:
    state = over((512, 380), "target", (0, 2))._replace(sheets=(Sheet(1, 0, (), (), ()),) * 3)
    history = [SideScored(0, (0, 2), MADE), SideScored(1, (1, 3), MADE._replace(tricks=4))]
    assert WORDS.recap(history, state, 0) == "won 512 to 380 in 3 deals ♠"
    assert WORDS.recap(history, state, 3) == "lost 380 to 512 in 3 deals -"
    assert WORDS.recap(history, state, None) == "ended 512 to 380 in 3 deals ♠"


def test_a_bid_is_praised_if_its_contract_and_its_nils_were_made() -> None:
    state, broken = over((512, 80), "target", (0, 2)), SideScored(1, (1, 3), MADE._replace(nil_points=-100))
    made, failed = SideScored(1, (1, 3), MADE), SideScored(1, (1, 3), MADE._replace(tricks=4))
    assert WORDS.praise([failed, broken], state, 3) == ""
    assert WORDS.praise([made], state, 3) == "Your side made its bid."
    assert WORDS.praise([made, failed, broken], state, 3) == "Your side made its bid in 1 of 3 deals."


@pytest.mark.parametrize(
    ("phase", "number", "words"),
    [
        (SpadesPhase.DEAL, 0, "not dealt yet"),
        (SpadesPhase.DRAW, 1, "deal 1, drawing"),
        (SpadesPhase.BID, 2, "deal 2, bidding"),
        (SpadesPhase.PASS, 2, "deal 2, passing"),
        (SpadesPhase.PLAY, 3, "deal 3, trick 1"),
        (SpadesPhase.DEAL, 3, "deal 3 over"),
    ],
)
def test_how_far_a_game_has_come_is_its_deal_and_what_is_done_in_it(
    phase: SpadesPhase, number: int, words: str
) -> None:
    assert WORDS.progress(start()._replace(phase=phase, number=number)) == words


# -- house rules -----------------------------------------------------------------------------------------


FOR_BO: Final = NamesForYou(NAMES, 1)


@pytest.mark.parametrize(
    ("options", "bid", "words"),
    [
        ({"bidding": "suicide"}, "", "nil or 4 to 13"),
        ({"bidding": "suicide"}, "- 4 - 0", "4 to 13"),
        ({"bidding": "whiz"}, "", "nil or 4"),
        ({"least_bid": 4}, "", ""),
        ({"least_bid": 4}, "- 1 - 1", "3 to 13"),
        ({"sum": "not-13"}, "3 - 4 3", "any number but 3"),
        ({"nil": "off"}, "", "1 to 13"),
    ],
)
def test_what_may_be_bid_is_said_where_it_is_not_every_number(options: dict[str, Any], bid: str, words: str) -> None:
    state = dealt(HANDS, start(**options))
    state = state._replace(bids=tuple(map(bid_of, bid.split())) or state.bids)
    told = WORDS.prompt(RULES.observe(state, 1), FOR_BO)
    assert told.startswith(f"Your turn to bid{': ' if words else ''}{words}. ")


def test_spades_26_a_bid_of_ten_is_hinted_with_what_it_is_worth() -> None:
    state = bidding("AK2.A32.K432.432", "4 6 2", state=start(ten_for_200="on"))
    words = {hint.action: hint.words for hint in WORDS.hints(state, NAMES)}
    assert words[MakeBid(3)] == "Bid 3 (9 with Cyd's 6): +90 if made, −90 if set."
    assert words[MakeBid(4)] == "Bid 4 (10 with Cyd's 6): +200 if made, −200 if set."


def test_spades_23_a_deal_that_bids_itself_speaks_of_no_bids() -> None:
    state = dealt(HANDS, start(first_deal="itself", least_bid=4))
    assert {"You took no tricks.", NOBODY_BIDS} <= {*WORDS.survey(state, 1, FOR_BO).table}
    assert WORDS.outlook(state, FOR_BO) == f"Tricks so far: Ana and Cyd 0; you and Dov 0. {NOBODY_BIDS}"
    rule, none = start(least_bid=4).settings.scoring, (None, None)
    assert line_words(score_side(rule, none, (4, 3), 0, 0)) == "Took 7 tricks (+70)"
    assert line_words(score_side(rule, none, (2, 1), 0, 0)) == "Took 3 tricks, fewer than 4 (−40)"


def test_spades_30_only_the_lowest_club_is_asked_for_in_the_first_trick() -> None:
    state = dealt(HANDS, start(first_deal="itself", first_trick="clubs"))
    assert WORDS.prompt(state, FOR_BO) == "Dov leads: the 2♣, the lowest club in play."
    state = RULES.reduce(state, PlayCard(card("2C"))).state
    state = RULES.reduce(state, PlayCard(card("3C"))).state
    told = WORDS.prompt(state, FOR_BO)
    assert told == "You must play your lowest club to the first trick: the Q♣. Clubs led; Ana's 3♣ is winning."


def test_spades_27_without_bags_nobody_speaks_of_them() -> None:
    state = scored(start(bags="off"), (152, -8))
    table = " ".join(WORDS.survey(RULES.observe(state, 1), 1, FOR_BO).table)
    assert "152 points." in table
    assert "bag" not in table


def test_spades_28_a_game_of_some_deals_tells_which_it_is_and_why_there_is_one_more() -> None:
    state = scored(start(deals=4), (300, 300))._replace(number=3)
    assert WORDS.progress(state) == "deal 3 of 4 over"
    assert WORDS.prompt(state, NAMES) == "Ana deals next."
    state = state._replace(number=4)
    assert WORDS.prompt(state, NAMES) == "The highest scores are equal, so another deal is played. Ana deals next."
    assert WORDS.progress(state._replace(number=5)) == "deal 5 over"
    won = over((310, 300), "deals", (0, 2), deals=4)._replace(number=5)
    told = "Ana and Cyd win with 310 points to 300. The game was 4 deals, and 1 more after equal scores."
    assert WORDS.verdict(won, NAMES) == told


def test_spades_29_spades_that_may_always_be_led_are_not_broken() -> None:
    state = playing(LEADING, "", "3 3 3 3", taken=(10, 0, 0, 0), state=start(lead_spades="any"))
    table = WORDS.survey(state, 0, NAMES).table
    assert "Spades may be led at any time." in table
    assert not any("broken" in line for line in table)
