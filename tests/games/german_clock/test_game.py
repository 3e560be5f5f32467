"""German Clock as the engine is given it: its option, and each question goes to its place."""

from random import Random

import pytest

from clockspades.cards import PACK
from clockspades.engine.actions import Deal
from clockspades.engine.game import RandomBot
from clockspades.engine.header import Seat
from clockspades.engine.session import Session
from clockspades.engine.story import review
from clockspades.games.german_clock.german_clock_game import GermanClock
from clockspades.games.german_clock.german_clock_rules import RULES, PlaceCard, Redeal, TurnStock
from clockspades.games.german_clock.german_clock_words import missed

GAME = GermanClock()


@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_its_option_sets_the_redeals(redeals: int) -> None:
    state = GAME.rules.initial(GAME.configure({"redeals": redeals}))
    assert (state.redeals, state.redeals_left, state.passes) == (redeals, redeals, 0)
    assert GAME.rules.deal_due(state)
    assert GAME.rules.to_act(state) is None
    dealt = GAME.rules.reduce(state, GAME.rules.deal(state, Random(1))).state
    assert not GAME.rules.deal_due(dealt)
    assert GAME.rules.to_act(dealt) == 0
    assert GAME.rules.scores(dealt) == (0,)


def test_one_redeal_is_the_default_and_each_number_has_words_of_its_own() -> None:
    assert GAME.configure({}) == {"redeals": 1}
    assert len({GAME.option("redeals").label(redeals) for redeals in (0, 1, 2)}) == 3


def test_its_deal_is_the_pack() -> None:
    deal = GAME.rules.deal(GAME.rules.initial(GAME.configure({})), Random(1))
    assert isinstance(deal, Deal)
    assert sorted(deal.cards, key=str) == sorted(PACK, key=str)
    assert deal.cards != PACK


def test_how_often_it_is_won_grows_with_the_redeals_to_every_game() -> None:
    shares = [GAME.expectation({"redeals": redeals}).share for redeals in (0, 1, 2)]
    assert shares == sorted(set(shares))
    assert shares[-1] == 1


def test_only_the_undo_of_a_card_that_was_turned_up_is_a_peek() -> None:
    session = Session(GAME, GAME.configure({}), (Seat("Ana"),))
    session.deal(Random(1))
    session.act(TurnStock())
    session.act(PlaceCard())
    session.undo()
    assert not session.would_be_assisted
    session.act(TurnStock())
    assert not session.standing.is_practice
    session.undo()
    assert session.would_be_assisted
    session.act(PlaceCard())
    assert session.standing.is_practice


def test_what_was_missed_is_said_only_when_the_game_is_over() -> None:
    session = Session(GAME, GAME.configure({}), (Seat("Ana"),))
    rng = Random(1)
    session.deal(rng)
    bot = RandomBot(RULES.legal_actions, rng)
    while session.outcome is None:
        assert review(session, session.names) == ()
        session.act(bot.choose(session.view(0)))
    states = [position.state for position in session.positions]
    assert [remark.point for remark in review(session, session.names)] == [miss.point for miss in missed(states)]
    session.go_to(5)
    assert review(session, session.names), "wherever the replay stands"


def test_its_actions_are_turn_place_and_redeal() -> None:
    assert [kind.do for kind in GAME.rules.actions] == ["deal", "turn", "place", "redeal"]
    assert [GAME.rules.parse_action(do, {}) for do in ("turn", "place", "redeal")] == [
        TurnStock(),
        PlaceCard(),
        Redeal(),
    ]


def test_its_rules_are_a_page_of_its_own() -> None:
    assert GAME.rules_text().startswith("# German Clock")
