"""Every sentence of Clockwork Spades, with one card and with several, and under both rule sets."""

from typing import Final

import pytest

from clockspades.cards import UNKNOWN, parse_card, parse_cards
from clockspades.engine.rules import Outcome
from clockspades.engine.wording import NamesForYou
from clockspades.games.clockwork.clockwork_rules import (
    RULES,
    ClockworkEvent,
    ClockworkReason,
    ClockworkState,
    Drew,
    Played,
    PlayMatches,
    RuleSet,
    TakeSpade,
    Took,
    TurnBegan,
)
from clockspades.games.clockwork.clockwork_words import ClockworkWords
from tests.games.clockwork.tables import initial, rank, ranks, table

WORDS: Final = ClockworkWords()
PAGAT, GAMERULES = RuleSet.PAGAT, RuleSet.GAMERULES
NAMES = ("Ana", "Bo")
BUT_2_AND_6 = "A 3 4 5 7 8 9 T J Q"


def test_what_another_draws_is_counted() -> None:
    said = [WORDS.describe(Drew(1, (UNKNOWN,) * count), NAMES) for count in (1, 2)]
    assert said == ["Bo draws 1 card", "Bo draws 2 cards"]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (table(PAGAT, "AC 8C 9C"), "You must play A♣ on the A♠."),
        (table(PAGAT, "7C 8C 9C"), "No match: take the A♠, 2♠ or 3♠."),
        (table(PAGAT, ""), "No cards: take the A♠, 2♠ or 3♠."),
        (table(PAGAT, "7C", "Q", left="Q"), "No match: take the Q♠, the last spade. That ends the game."),
    ],
)
def test_prompts_for_the_one_person_who_plays(state: ClockworkState, words: str) -> None:
    assert WORDS.prompt(state, NamesForYou(NAMES, 0)) == words


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize(
    ("state", "told"),
    [
        (table(PAGAT, "AC 8C 9C", seat=1), "Bo must match the A♠, 2♠ or 3♠, or take one."),
        (table(PAGAT, "QC", "Q", left="Q", seat=1), "Bo must match the Q♠, or take it."),
    ],
)
def test_prompts_for_who_only_looks_on(seat: int | None, state: ClockworkState, told: str) -> None:
    assert WORDS.prompt(RULES.observe(state, seat), NAMES) == told


def test_hints_for_a_play() -> None:
    (hint,) = WORDS.hints(table(PAGAT, "AC 8C 9C"), NAMES)
    assert hint.action == PlayMatches()
    assert hint.words == (
        "Play A♣ on the A♠. There is no choice: you must play every match."
        " Then Bo plays on 4 5 6, and Ana on 7 8 9, already holding 8♣ 9♣."
    )


def test_hints_for_a_take() -> None:
    state = table(
        PAGAT,
        "8C 8D 9C",
        "A 3 4",
        left=BUT_2_AND_6,
        played={"3": "3C", "4": "4C 4D 4H"},
        discard="AC",
        taken=("2S", "6S"),
    )
    first, second, third = WORDS.hints(state, NAMES)
    assert [hint.action for hint in (first, second, third)] == [TakeSpade(rank(letter)) for letter in "A34"]
    after = "Then Bo plays on 5 7 8, and Ana on 9 10 J, already holding 9♣."
    assert first.words == (f"Take the A♠. Ana then has 2 penalties. Two aces still unseen will be dead. {after}")
    assert second.words == (
        "Take the 3♠, and the 3♣ on it is discarded. Ana then has 2 penalties."
        f" Two 3s still unseen will be dead. {after}"
    )
    assert third.words == (f"Take the 4♠, and the 4♣ 4♦ 4♥ on it are discarded. Ana then has 2 penalties. {after}")


def test_hints_near_the_end_say_that_windows_may_change() -> None:
    state = table(PAGAT, "8C 8D 9C", "5 6 7", left="5 6 7 8", taken=("", "AS"))
    assert WORDS.hints(state, NAMES)[0].words.endswith(
        "Then Bo plays on 8 6 7, and Ana on 8 6 7 (unless Bo takes a spade), already holding 8♣ 8♦."
    )
    state = table(PAGAT, "TC", "5 6 7", left="5 6 7 8")
    assert WORDS.hints(state, NAMES)[2].words.endswith(
        "Then Bo plays on 8 5 6, and Ana on 8 5 6 (unless Bo takes a spade), with no match so far."
    )


def test_hints_name_the_last_spade_and_what_the_other_has() -> None:
    state = table(PAGAT, "8C", "Q", left="Q", taken=("AS 2S 3S 4S 5S", "6S 7S 8S 9S TS JS"), kings=("", "KC"))
    (hint,) = WORDS.hints(state, NAMES)
    assert hint.words == ("Take the Q♠. Ana then has 6 penalties. That is the last spade, so the game ends. Bo has 7.")


@pytest.mark.parametrize(
    ("kings", "end"), [("", "loses"), ("KC KD", "loses"), ("KC KD KH", "wins with all four kings")]
)
def test_hints_name_the_king_of_spades_where_it_is_sure_to_be_drawn(kings: str, end: str) -> None:
    state = table(PAGAT, "AC AD 8C", stock="9C", kings=(kings, ""))
    assert WORDS.hints(state, NAMES)[0].words.endswith(f" The stock then runs out: Ana draws the K♠ and {end}.")
    state = table(PAGAT, "8C", stock="9C", kings=(kings, ""))
    assert all(hint.words.endswith(f"Ana draws the K♠ and {end}.") for hint in WORDS.hints(state, NAMES))
    state = table(PAGAT, "AC AD 8C", stock="9C 9D", kings=(kings, ""))
    assert "K♠" not in WORDS.hints(state, NAMES)[0].words


@pytest.mark.parametrize(
    ("taken", "play", "take"),
    [
        (("", ""), "and the game is drawn with no spades each", "and Bo wins with no spades to 1"),
        (("5S", ""), "and Bo wins with no spades to 1", "and Bo wins with no spades to 2"),
        (("", "5S"), "and Ana wins with no spades to 1", "and the game is drawn with 1 spade each"),
        (("5S", "6S 7S 8S"), "and Ana wins with 1 spade to 3", "and Ana wins with 2 spades to 3"),
    ],
)
def test_hints_where_the_fewest_spades_win_when_the_stock_runs_out(
    taken: tuple[str, str], play: str, take: str
) -> None:
    left = "A 2 3 9 T J Q"
    state = table(GAMERULES, "AC AD 9C", stock="9D", left=left, taken=taken, kings=("KC", "KD"))
    assert WORDS.hints(state, NAMES)[0].words.endswith(f"Ana draws the K♠ {play}.")
    state = table(GAMERULES, "9C", stock="9D", left=left, taken=taken, kings=("KC", "KD"))
    assert all(hint.words.endswith(f"Ana draws the K♠ {take}.") for hint in WORDS.hints(state, NAMES))
    state = state._replace(kings=(parse_cards("KC KD KH"), ()))
    assert all(
        hint.words.endswith("Ana draws the K♠ and wins with all four kings.") for hint in WORDS.hints(state, NAMES)
    )


@pytest.mark.parametrize(
    ("rules", "outcome", "words"),
    [
        (PAGAT, Outcome((1,), (12, 1), ClockworkReason.LAST_SPADE), "Bo wins with 1 penalty to 12"),
        (PAGAT, Outcome((1,), (12, 0), ClockworkReason.LAST_SPADE), "Bo wins with no penalties to 12"),
        (GAMERULES, Outcome((1,), (11, 1), ClockworkReason.LAST_SPADE), "Bo wins with 1 spade to 11"),
        (GAMERULES, Outcome((), (6, 6), ClockworkReason.DRAWN), "Drawn with 6 spades each"),
    ],
)
def test_verdicts_of_the_last_spade(rules: RuleSet, outcome: Outcome, words: str) -> None:
    assert WORDS.verdict(initial(rules, 0)._replace(outcome=outcome), NAMES) == f"{words}: the last spade was taken."


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((0,), (4, 6), ClockworkReason.FEWEST_SPADES), "Ana wins with 4 spades to 6: the stock ran out."),
        (Outcome((), (6, 6), ClockworkReason.DRAWN), "Drawn with 6 spades each: the stock ran out."),
    ],
)
def test_verdicts_of_the_fewest_spades(outcome: Outcome, words: str) -> None:
    kings = ((), parse_cards("KC KS"))
    assert WORDS.verdict(initial(GAMERULES, 0)._replace(kings=kings, outcome=outcome), NAMES) == words


def test_a_survey_of_the_whole_table() -> None:
    state = table(
        PAGAT, "4C 5C 6C", "A 3 4", left=BUT_2_AND_6, seat=1, taken=("2S", "6S"), kings=("KC KD", ""),
        played={"A": "AC", "3": "3C 3D", "Q": "QC QD QH"}, discard="2C", stock="7C",
    )  # fmt: skip
    survey = WORDS.survey(RULES.observe(state, 1), 1, NAMES)
    assert (survey.hand, survey.table) == (
        ("Bo holds 4♣, 5♣ and 6♣.",),
        (
            "1 o'clock: the A♠, in the window, with A♣ on it.",
            "2 o'clock is empty: Ana took the 2♠.",
            "3 o'clock: the 3♠, in the window, with 3♣ and 3♦ on it.",
            "4 o'clock: the 4♠, in the window.",
            "5 o'clock: the 5♠.",
            "6 o'clock is empty: Bo took the 6♠.",
            "7 o'clock: the 7♠.",
            "8 o'clock: the 8♠.",
            "9 o'clock: the 9♠.",
            "10 o'clock: the 10♠.",
            "11 o'clock: the J♠.",
            "12 o'clock: the Q♠, with Q♣, Q♦ and Q♥ on it.",
            "Ana holds 3 cards.",
            "Ana has 3 penalties: 2♠, K♣ and K♦.",
            "Bo has 1 penalty: 6♠.",
            "Discard pile: 2♣.",
            "The stock has 1 card, with the K♠ underneath.",
            "As it stands: the K♠ for Bo.",
        ),
    )
    onlooker = WORDS.survey(RULES.observe(state, None), None, NAMES)
    assert onlooker.hand == ()
    assert {"Ana holds 3 cards.", "Bo holds 3 cards."} < set(onlooker.table)


@pytest.mark.parametrize(
    ("state", "lines"),
    [
        (table(PAGAT, ""), {"Ana has no penalties.", "The discard pile is empty.",
                                   "The stock has 6 cards, with the K♠ underneath."}),
        (table(PAGAT, "", stock="", discard="7C 7D"), {"Discard pile: 7♣ and 7♦.",
                                                       "The stock has no cards, with the K♠ underneath."}),
        (table(PAGAT, "", kings=("KC KS", "")), {"Ana has 1 penalty: K♣.", "Ana also has K♠, which does not count.",
                                                 "The stock is gone."}),
        (table(GAMERULES, "", taken=("AS", ""), kings=("KC KD", "")), {"Ana has 1 spade: A♠.", "Bo has no spades.",
                                                                       "Ana also has K♣ and K♦, which do not count."}),
    ],
)  # fmt: skip
def test_what_a_survey_counts(state: ClockworkState, lines: set[str]) -> None:
    assert WORDS.survey(RULES.observe(state, 0), 0, NAMES).hand == ("Ana holds no cards.",)
    assert lines <= set(WORDS.survey(RULES.observe(state, 0), 0, NAMES).table)


def test_choices_are_called_by_what_they_do() -> None:
    assert [WORDS.phrase(action) for action in RULES.legal_actions(table(PAGAT, "AC"))] == ["play"]
    assert [WORDS.phrase(action) for action in RULES.legal_actions(table(PAGAT, "8C", "T J Q"))] == [
        "take 10♠",
        "take J♠",
        "take Q♠",
    ]


def test_a_choice_is_named_in_a_sentence() -> None:
    assert (WORDS.doing(TakeSpade(rank("A"))), WORDS.chosen(TakeSpade(rank("A")))) == ("take the A♠", "the A♠")
    assert WORDS.doing(PlayMatches()) == "play every match"


def test_a_choice_and_a_better_one() -> None:
    view = table(PAGAT, "2C 3C 4C", "7 8 9")
    told = WORDS.regret(view, TakeSpade(rank("7")), TakeSpade(rank("8")), NAMES)
    assert told == "on turn 9 Ana took the 7♠ and not the 8♠"


TURNS: tuple[ClockworkEvent, ...] = (
    TurnBegan(1, 0, ranks("A 2 3")),
    Played(0, parse_cards("2C 2D")),
    Drew(0, parse_cards("7C 8C")),
    Took(1, parse_card("4S"), ()),
    Took(0, parse_card("7S"), parse_cards("7H")),
    Played(1, parse_cards("TC")),
)


@pytest.mark.parametrize(
    ("winners", "seat", "words"),
    [
        ((0,), 0, "won in 21 turns, 1 penalty to 2 -♠"),
        ((0,), 1, "lost in 21 turns, 2 penalties to 1 ♠-"),
        ((1,), None, "ended in 21 turns, 1 penalty to 2 -♠♠-"),
        ((), 1, "drawn in 21 turns, 2 penalties to 1 ♠-"),
    ],
)
def test_a_recap_gives_no_card_away(winners: tuple[int, ...], seat: int | None, words: str) -> None:
    state = table(PAGAT, "", "", taken=("7S", "4S"), kings=("", "KD"))._replace(
        turn=21,
        outcome=Outcome(winners, (1, 2), ClockworkReason.LAST_SPADE),
    )
    assert WORDS.recap(TURNS, state, seat) == words


# -- what an action shows ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "action", "words"),
    [
        ("6C 7D 8H", TakeSpade(rank("A")), ("Held no ace, 2 or 3.",)),
        ("AC 7D 8H", PlayMatches(), ("The cards that stay in hand are no ace, 2 or 3.",)),
        ("AC 2D 8H", PlayMatches(), ("The card that stays in hand is no ace, 2 or 3.",)),
        ("AC 2D 3H", PlayMatches(), ()),
    ],
)
def test_an_action_shows_which_ranks_are_not_held(
    hand: str, action: PlayMatches | TakeSpade, words: tuple[str, ...]
) -> None:
    state = table(PAGAT, hand)
    events = [RULES.observe_event(event, None) for event in RULES.reduce(state, action).events]
    assert WORDS.meaning(RULES.observe(state, None), events, NAMES) == words
