"""Clockwork Spades as the engine is given it: options become rule sets, and each question goes to its place."""

from random import Random

import pytest

from clockspades.engine.actions import Deal
from clockspades.engine.rules import Outcome
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import STOCK, ClockworkReason, RuleSet, TakeSpade
from tests.games.clockwork.tables import rank, table

GAME = ClockworkSpades()
NAMES = ("Ana", "Bo")


@pytest.mark.parametrize("rules", list(RuleSet))
@pytest.mark.parametrize("first", [0, 1])
def test_its_options_choose_the_rule_set_and_who_begins(rules: RuleSet, first: int) -> None:
    state = GAME.rules.initial(GAME.configure({"rules": rules.value, "first": first}))
    assert (state.rules, state.first, state.seat, state.turn) == (rules, first, first, 0)
    assert GAME.rules.deal_due(state)
    assert GAME.rules.to_act(state) is None
    dealt = GAME.rules.reduce(state, GAME.rules.deal(state, Random(1))).state
    assert not GAME.rules.deal_due(dealt)
    assert GAME.rules.to_act(dealt) == first


def test_each_value_of_an_option_has_words_of_its_own() -> None:
    words = [GAME.option("rules").label(rules.value) for rules in RuleSet]
    assert all(word != rules.value for word, rules in zip(words, RuleSet, strict=True))
    assert len(set(words)) == 2


def test_its_deal_is_the_39_cards_that_are_not_spades() -> None:
    deal = GAME.rules.deal(GAME.rules.initial(GAME.configure({})), Random(1))
    assert isinstance(deal, Deal)
    assert sorted(deal.cards, key=str) == sorted(STOCK, key=str)
    assert deal.cards != STOCK


def test_its_scores_are_the_penalty_cards_at_any_moment() -> None:
    state = table(RuleSet.PAGAT, "7C 8D 9D", taken=("AS", "2S 3S"), kings=("", "KC"), left="4 5 6 7 8 9 T J Q")
    assert GAME.rules.scores(state) == (1, 3)
    assert GAME.rules.scores(state._replace(rules=RuleSet.GAMERULES)) == (1, 2)


def test_its_prompt_after_the_end_is_the_verdict() -> None:
    state = table(RuleSet.PAGAT, "7C", "Q", left="Q", taken=("AS 2S 3S 4S", "5S 6S 7S 8S 9S TS JS"))
    over = GAME.rules.reduce(state, TakeSpade(rank("Q"))).state
    assert over.outcome == Outcome((0,), (5, 7), ClockworkReason.LAST_SPADE)
    assert GAME.rules.to_act(over) is None
    assert (
        GAME.words.prompt(over, NAMES)
        == GAME.words.verdict(over, NAMES)
        == ("Ana wins with 5 penalties to 7: the last spade was taken.")
    )


def test_its_rules_are_a_page_of_its_own() -> None:
    assert GAME.rules_text().startswith("# Clockwork Spades")
