"""Every sentence of Clogs."""

import re
from typing import Final

import pytest

from clockspades.cards import parse_card
from clockspades.engine.rules import Outcome
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.clogs.clogs_rules import (
    RULES,
    ClogsAction,
    ClogsReason,
    ClogsState,
    TurnClog,
)
from clockspades.games.clogs.clogs_words import ClogsWords
from clockspades.games.tricks import CardPlayed, DealScored, Play, PlayCard, Trick
from tests.conformance.playing import random_game
from tests.games.clogs.tables import initial, table

WORDS: Final = ClogsWords()
NAMES = ("Ana", "Bo", "Cyd", "Dov")
NINE, FOUR, THREE = (parse_card(text) for text in ("9H", "4H", "3H"))


FOLLOWS = table("9H", "8C TH 3H", "3D", trick="9H", clogs=("5C", "6C", "7C"))


def said(state: ClogsState) -> list[str]:
    return [hint.words for hint in WORDS.hints(RULES.observe(state, state.seat), NAMES)]


def test_hints_for_a_lead() -> None:
    card, ace, clog = said(table("9H AC", "8C", "3D", clogs=("5C", "6C", "7C")))
    assert card == "Lead the 9♥. 2 players to come; 10 unseen cards can beat it."
    assert ace == "Lead the A♣. No card left can beat it."
    assert clog == "Lead clog A, whatever it is: one of 37 unseen cards."


def test_hints_for_following() -> None:
    low, high = said(table("9H", "8C TH 2H", "3D", trick="9H"))
    assert low == "Play the 10♥: Ana's 9♥ still wins."
    assert high == "Play the 2♥: it beats Ana's 9♥. 1 player to come; A♥ 2♣ 2♦ can beat it."


def test_hints_for_the_last_to_play() -> None:
    throw, match, clog = said(table("9H", "8C", "3D 9D", trick="9H 8H", clogs=("", "", "5C")))
    assert throw == "Throw away the 3♦: Bo's 8♥ still wins."
    assert match == "Throw away the 9♦: Bo's 8♥ still wins."
    assert clog == "Turn up clog A: 9 of the 35 unseen cards can beat Bo's 8♥."
    throw, match = said(table("9H", "8C", "3D 8D", trick="9H 8H"))
    assert match == "Play the 8♦: it matches Bo's 8♥. It takes the trick."
    (clog,) = said(table("9H", "", trick="2C", clogs=("", "AS")))
    assert clog == "Turn up clog A: 1 of the 25 unseen cards can beat Ana's 2♣."
    (clog,) = said(table("9H", "", trick="AC", clogs=("", "AS")))
    assert clog == "Turn up clog A: none of the 25 unseen cards can beat Ana's A♣."


def test_a_hint_names_the_last_unseen_card() -> None:
    game = ClogsGame()
    session = random_game(game, game.configure({"players": 2, "target": 12}), 0)
    said = set()
    for position in session.positions:
        seat = game.rules.to_act(position.state)
        if seat is not None:
            said |= {hint.words for hint in game.words.hints(game.rules.observe(position.state, seat), session.names)}
    named = [words for words in said if ": it is the " in words]
    assert named
    assert not [words for words in said if " 1 unseen card" in words]
    for words in named:
        assert re.fullmatch(
            r"(Turn up clog .: it is the .*, which (beats|cannot beat) .*|Lead clog .: it is the .*)\.", words
        )


def test_a_survey() -> None:
    state = FOLLOWS._replace(scores=(12, 3, 0))
    survey = WORDS.survey(RULES.observe(state, 1), 1, NAMES)
    assert (survey.hand, survey.table) == (
        ("Bo holds 8♣ 10♥ 3♥.",),
        (
            "The trick so far: Ana 9♥.",
            "Ana's 9♥ is winning.",
            "Ana holds 1 card.",
            "Cyd holds 1 card.",
            "Ana has 1 clog face down: A.",
            "Bo has 1 clog face down: A.",
            "Cyd has 1 clog face down: A.",
            "Ana has 12 points, with no tricks in this deal.",
            "Bo has 3 points, with no tricks in this deal.",
            "Cyd has no points, with no tricks in this deal.",
            "First to 50 points wins.",
            "Ana dealt deal 1.",
        ),
    )


def test_a_survey_between_tricks_and_for_who_has_no_seat() -> None:
    last = Trick((Play(0, NINE), Play(1, FOUR)), 1)
    state = table("8C", "7C", clogs=("- 5C 6C", ""))._replace(tricks=(last,), scores=(0, 1))
    survey = WORDS.survey(RULES.observe(state, None), None, NAMES[:2])
    assert survey.hand == ()
    assert survey.table == (
        "Bo took the last trick: Ana 9♥, Bo 4♥.",
        "Ana holds 1 card.",
        "Bo holds 1 card.",
        "Ana has 2 clogs face down: B and C.",
        "Bo has no clogs.",
        "Ana has no points, with no tricks in this deal.",
        "Bo has 1 point, with 1 trick in this deal.",
        "First to 50 points wins.",
        "Bo dealt deal 1.",
    )
    assert WORDS.survey(initial(2, 50, 0), None, NAMES[:2]).table[0] == "No card has been played yet."
    due = table("", "", dealer=1)._replace(tricks=(last,) * 13)
    assert WORDS.survey(due, None, NAMES[:2]).table[-1] == "Deal 1 is over. Bo deals next."


def finished(*scores: int) -> ClogsState:
    winner = scores.index(50)
    start = table(*["9H"] * len(scores), scores=scores)
    return start._replace(outcome=Outcome((winner,), scores, ClogsReason.TARGET))


@pytest.mark.parametrize(
    ("made", "best", "words"),
    [
        (PlayCard(parse_card("8C")), TurnClog(0), "played the 8♣; a clog"),
        (TurnClog(0), PlayCard(parse_card("8C")), "turned up a clog; the 8♣"),
    ],
)
def test_a_regret(made: ClogsAction, best: ClogsAction, words: str) -> None:
    assert WORDS.regret(FOLLOWS, made, best, NAMES) == f"in trick 1 of deal 1 Bo {words} was better"


HISTORY = (
    DealScored(1, (5, 3, 5), (5, 3, 5), (5, 3, 5)),
    CardPlayed(0, FOUR),
    DealScored(2, (3, 6, 1), (3, 6, 1), (8, 9, 6)),
)


def test_a_recap_of_one_deal_tells_its_points_once() -> None:
    assert WORDS.recap(HISTORY[:1], finished(50, 3, 5), 1) == "lost in 1 deal, 3 points to 50 and 5"
