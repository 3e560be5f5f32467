"""Clock and Watch as the engine is given them."""

from random import Random

import pytest

from clockspades.cards import PACK
from clockspades.engine.actions import Deal
from clockspades.engine.header import Seat
from clockspades.engine.session import Session
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clock.clock_rules import TurnUp, Variant
from tests.games.clock.tables import table

GAME = Clock()


@pytest.mark.parametrize(("variant", "title"), [(Variant.CLOCK, "Clock"), (Variant.WATCH, "Watch")])
def test_its_option_chooses_the_variant_and_the_title(variant: Variant, title: str) -> None:
    options = GAME.configure({"variant": variant.value})
    state = GAME.rules.initial(options)
    assert state.variant is variant
    assert GAME.rules.deal_due(state)
    assert GAME.rules.to_act(state) is None
    state = GAME.rules.reduce(state, GAME.rules.deal(state, Random(1))).state
    assert not GAME.rules.deal_due(state)
    assert GAME.rules.to_act(state) == 0
    assert GAME.title_of(options) == title
    assert Session(GAME, options, [Seat("Ana")]).title == title


def test_its_deal_is_the_whole_pack() -> None:
    deal = GAME.rules.deal(GAME.rules.initial(GAME.configure({})), Random(1))
    assert isinstance(deal, Deal)
    assert {*deal.cards} == {*PACK}
    assert deal.cards != PACK


def test_its_score_is_the_cards_face_up_the_one_in_hand_included() -> None:
    assert GAME.rules.scores(GAME.rules.initial(GAME.configure({}))) == (0,)
    state = table(Variant.CLOCK, "7D", {7: "KS 9H", 9: "7S"})
    assert GAME.rules.scores(state) == (49,)
    assert GAME.rules.scores(GAME.rules.reduce(state, TurnUp()).state) == (50,)


def test_it_knows_how_often_it_is_won() -> None:
    clock = GAME.expectation(GAME.configure({}))
    watch = GAME.expectation(GAME.configure({"variant": "watch"}))
    assert clock.share == pytest.approx(1 / 13)
    assert watch.share == pytest.approx(0.3738, abs=0.0001)
    assert "1 in 13" in clock.words


def test_its_prompt_after_the_end_is_the_verdict() -> None:
    over = GAME.rules.reduce(table(Variant.CLOCK, "7D", {7: "KS"}), TurnUp()).state
    assert GAME.words.prompt(over, ("Ana",)) == GAME.words.verdict(over, ("Ana",))


def test_its_rules_tell_of_both() -> None:
    assert GAME.rules_text().startswith("# Clock and Watch")
    assert "1 in 13" in GAME.rules_text()
