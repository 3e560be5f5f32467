"""Every sentence of Clogs."""

from dataclasses import replace

import pytest

from clockspades.cards import Suit, parse_card
from clockspades.engine.game import Outcome, Regret
from clockspades.games.clogs.rules import (
    ClogsAction,
    ClogsEvent,
    ClogsLaid,
    ClogTurned,
    State,
    TookOver,
    TurnClog,
    initial,
    observe,
    reduce,
)
from clockspades.games.clogs.words import describe, hints, phrase, progress, prompt, recap, regret, survey, verdict
from clockspades.games.tricks import CardPlayed, DealScored, Play, PlayCard, Trick
from tests.games.clogs.tables import table

NAMES = ("Ana", "Bo", "Cyd", "Dov")
NINE, FOUR, THREE = (parse_card(text) for text in ("9H", "4H", "3H"))


def turned(card: str, winning: str) -> ClogTurned:
    """Cyd turns up a clog where hearts were led and Bo is winning."""
    return ClogTurned(2, 1, parse_card(card), Suit.HEARTS, Play(1, parse_card(winning)))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ClogsLaid(5), "Everyone has 5 clogs face down"),
        (ClogTurned(0, 0, parse_card("9H"), None, None), "Ana leads the 1st clog unseen: the 9♥"),
        (turned("4C", "4H"), "Cyd turns up the 2nd clog: the 4♣"),
        (turned("3H", "4H"), "Cyd turns up the 2nd clog: the 3♥"),
        (turned("4S", "4H"), "Cyd turns up the 2nd clog: the 4♠, which matches the 4♥ in a lower suit"),
        (turned("5H", "4H"), "Cyd turns up the 2nd clog: the 5♥, lower than the 4♥"),
        (turned("AC", "4H"), "Cyd turns up the 2nd clog: the A♣, which takes nothing"),
        (
            TookOver(Play(0, parse_card("4C")), Play(1, FOUR), is_clog=True),
            "The 4♣ matches the 4♥: Ana takes the trick over",
        ),
        (
            TookOver(Play(0, parse_card("4C")), Play(1, FOUR), is_clog=False),
            "The 4♣ matches the 4♥: Ana takes the trick over",
        ),
        (TookOver(Play(0, THREE), Play(1, FOUR), is_clog=True), "The 3♥ beats the 4♥: Ana takes the trick over"),
        (TookOver(Play(0, THREE), Play(1, FOUR), is_clog=False), ""),
        (CardPlayed(3, FOUR), "Dov plays the 4♥"),
    ],
)
def test_events(event: ClogsEvent, words: str) -> None:
    assert describe(event, NAMES) == words


LEADS = table("9H 4C", "8C", "3D", clogs=("5C", "6C", "7C"))
FOLLOWS = table("9H", "8C TH 3H", "3D", trick="9H", clogs=("5C", "6C", "7C"))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (initial(3, 50, 0), "The cards are being dealt."),
        (LEADS, "Ana leads any card of the hand or a clog unseen."),
        (table("9H", "8C", "3D"), "Ana leads any card of the hand."),
        (table("", "8C", "3D", clogs=("5C", "", "")), "Ana leads a clog unseen."),
        (FOLLOWS, "Bo must follow with the 3♥ or 10♥. Hearts were led, and the 9♥ of Ana is winning."),
        (
            table("9H", "8C", "3D", trick="9H", clogs=("", "6C", "")),
            "Bo has no hearts in hand: any card may be thrown away, or a clog turned up."
            " Hearts were led, and the 9♥ of Ana is winning.",
        ),
        (
            table("9H", "", "3D", trick="9H", clogs=("", "6C", "")),
            "Bo has no card in hand: a clog must be turned up. Hearts were led, and the 9♥ of Ana is winning.",
        ),
        (
            table("9H", "8C", "3D", trick="9H"),
            "Bo has no hearts in hand: any card may be thrown away. Hearts were led, and the 9♥ of Ana is winning.",
        ),
    ],
)
def test_prompts(state: State, words: str) -> None:
    assert prompt(state, NAMES) == words
    assert prompt(observe(state, state.seat), NAMES) == words


def test_prompts_for_who_only_looks_on() -> None:
    told = "Bo is to play. Hearts were led, and the 9♥ of Ana is winning."
    for seat in (0, 2, None):
        assert prompt(observe(FOLLOWS, seat), NAMES) == told
    assert prompt(observe(LEADS, 1), NAMES) == "Ana leads any card of the hand or a clog unseen."


def test_a_prompt_between_two_deals() -> None:
    last = table("9H", "8C", trick="9H", dealer=1)
    last = replace(last, tricks=(Trick(last.trick, 0),) * 12)
    state = reduce(last, PlayCard(parse_card("8C"))).state
    assert prompt(state, NAMES) == "Ana deals the next cards."


def said(state: State) -> list[str]:
    return [hint.words for hint in hints(observe(state, state.seat), NAMES)]


def test_hints_for_a_lead() -> None:
    card, ace, clog = said(table("9H AC", "8C", "3D", clogs=("5C", "6C", "7C")))
    assert card == "Lead the 9♥. Still to play: 2. What takes it over, if it comes: any of 10 cards."
    assert ace == "Lead the A♣. No card that is still out takes the trick over."
    assert clog == "Lead the 1st clog unseen: its suit must be followed. It is one of 37 cards."


def test_hints_for_following() -> None:
    low, high = said(table("9H", "8C TH 2H", "3D", trick="9H"))
    assert low == "Play the 10♥: the 9♥ of Ana goes on winning."
    assert high == "Play the 2♥: it beats the 9♥ of Ana. Still to play: 1. What takes it over, if it comes: A♥ 2♣ 2♦."


def test_hints_for_the_last_to_play() -> None:
    throw, match, clog = said(table("9H", "8C", "3D 9D", trick="9H 8H", clogs=("", "", "5C")))
    assert throw == "Throw away the 3♦: the 8♥ of Bo goes on winning."
    assert match == "Throw away the 9♦: the 8♥ of Bo goes on winning."
    assert clog == "Turn up the 1st clog: 9 of the 35 cards that it can be take the trick over from Bo."
    throw, match = said(table("9H", "8C", "3D 8D", trick="9H 8H"))
    assert match == "Play the 8♦: it matches the 8♥ of Bo. That takes the trick."
    (clog,) = said(table("9H", "", trick="2C", clogs=("", "AS")))
    assert clog == "Turn up the 1st clog: 1 of the 25 cards that it can be takes the trick over from Ana."
    (clog,) = said(table("9H", "", trick="AC", clogs=("", "AS")))
    assert clog == "Turn up the 1st clog: none of the 25 cards that it can be take the trick over from Ana."


@pytest.mark.parametrize(
    ("action", "words"), [(PlayCard(FOUR), "play 4♥"), (TurnClog(0), "clog 1"), (TurnClog(4), "clog 5")]
)
def test_actions_as_they_are_typed(action: ClogsAction, words: str) -> None:
    assert phrase(action) == words


def test_a_survey() -> None:
    state = replace(FOLLOWS, scores=(12, 3, 0))
    assert survey(observe(state, 1), 1, NAMES) == (
        ("Bo holds 8♣ 10♥ 3♥.",),
        (
            "On the trick: the 9♥ of Ana.",
            "The 9♥ of Ana is winning.",
            "Ana holds 1 card.",
            "Cyd holds 1 card.",
            "Ana has 1 clog face down: the 1st.",
            "Bo has 1 clog face down: the 1st.",
            "Cyd has 1 clog face down: the 1st.",
            "Points: Ana 12 (0 in this deal), Bo 3 (0 in this deal) and Cyd 0 (0 in this deal)."
            " The first to reach 50 wins.",
            "Deal 1 was dealt by Ana.",
        ),
    )


def test_a_survey_between_tricks_and_for_who_has_no_seat() -> None:
    last = Trick((Play(0, NINE), Play(1, FOUR)), 1)
    state = replace(table("8C", "7C", clogs=("- 5C 6C", "")), tricks=(last,), scores=(0, 1))
    own, all_else = survey(observe(state, None), None, NAMES[:2])
    assert own == ()
    assert all_else == (
        "The last trick, which Bo took: the 9♥ of Ana and the 4♥ of Bo.",
        "Ana holds 1 card.",
        "Bo holds 1 card.",
        "Ana has 2 clogs face down: the 2nd and 3rd.",
        "Bo has no clog.",
        "Points: Ana 0 (0 in this deal) and Bo 1 (1 in this deal). The first to reach 50 wins.",
        "Deal 1 was dealt by Bo.",
    )
    assert survey(initial(2, 50, 0), None, NAMES[:2]).table[0] == "No card is played yet."
    due = replace(table("", "", dealer=1), tricks=(last,) * 13)
    assert survey(due, None, NAMES[:2]).table[-1] == "Deal 1 is played out: Bo deals next."


def finished(*scores: int) -> State:
    winner = scores.index(50)
    start = table(*["9H"] * len(scores), scores=scores)
    return replace(start, outcome=Outcome((winner,), scores, "target"))


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((50, 42), "Ana wins, the first to reach 50 points: Bo has 42."),
        ((25, 42, 50, 42), "Cyd wins, the first to reach 50 points: Bo has 42, Dov 42 and Ana 25."),
    ],
)
def test_a_verdict(scores: tuple[int, ...], words: str) -> None:
    assert verdict(finished(*scores), NAMES) == words


def test_no_verdict_before_the_end() -> None:
    assert verdict(LEADS, NAMES) == "The game is not over."


@pytest.mark.parametrize(
    ("made", "best", "words"),
    [
        (PlayCard(parse_card("8C")), TurnClog(0), "played the 8♣; a clog would have won about 40%"),
        (TurnClog(0), PlayCard(parse_card("8C")), "turned up a clog; the 8♣ would have won about 40%"),
    ],
)
def test_a_regret(made: ClogsAction, best: ClogsAction, words: str) -> None:
    assert regret(FOLLOWS, Regret(made, 0.31, best, 0.4), NAMES) == (
        f"in trick 1 of deal 1 Bo {words} of the games that fit what was seen, this 31%"
    )


HISTORY = (
    DealScored(1, (5, 3, 5), (5, 3, 5), (5, 3, 5)),
    CardPlayed(0, FOUR),
    DealScored(2, (3, 6, 1), (3, 6, 1), (8, 9, 6)),
)


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (0, "won in 2 deals, 50 points to 42 and 25; deal by deal 5 and 3"),
        (1, "lost in 2 deals, 42 points to 50 and 25; deal by deal 3 and 6"),
        (None, "ended in 2 deals, 50 points to 42 and 25"),
    ],
)
def test_a_recap_names_nobody_and_no_card(seat: int | None, words: str) -> None:
    assert recap(HISTORY, finished(50, 42, 25), seat) == words


def test_a_recap_of_one_deal_tells_its_points_once() -> None:
    assert recap(HISTORY[:1], finished(50, 3, 5), 1) == "lost in 1 deal, 3 points to 50 and 5"


def test_how_far_a_game_has_come_is_its_deal_and_trick() -> None:
    assert progress(initial(4, 50, 0)) == "not dealt yet"
    start = table("9H", "3H", "4H", "2H", trick="9H 3H")
    assert progress(start) == "deal 1, trick 1"
    trick = Trick(start.trick, 0)
    assert progress(replace(start, number=3, tricks=(trick,) * 4)) == "deal 3, trick 5"
    assert progress(replace(start, number=3, trick=(), tricks=(trick,) * 13)) == "deal 3 played out"
