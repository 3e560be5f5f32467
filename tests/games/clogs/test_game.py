"""Clogs as the engine is given it."""

from random import Random

import pytest

from clockspades.cards import PACK
from clockspades.engine.actions import Deal
from clockspades.engine.options import OptionError
from clockspades.engine.rules import Outcome
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.clogs.clogs_rules import LAYOUTS, ClogsReason
from tests.games.clogs.tables import table

GAME = ClogsGame()


def test_four_play_to_fifty_unless_others_are_asked_for() -> None:
    assert GAME.configure({}) == {"players": 4, "target": 50, "dealer": 0}
    assert GAME.option("target").values == range(5, 501)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_its_options_choose_the_players_the_target_and_the_dealer(players: int) -> None:
    options = GAME.configure({"players": players, "target": 20, "dealer": players - 1})
    assert GAME.seats(options) == players
    state = GAME.rules.initial(options)
    assert (len(state.hands), state.target, state.dealer) == (players, 20, players - 1)
    assert GAME.rules.deal_due(state)
    assert GAME.rules.to_act(state) is None
    deal = GAME.rules.deal(state, Random(1))
    assert isinstance(deal, Deal)
    assert sorted(deal.cards, key=PACK.index) == list(LAYOUTS[players].pack)
    dealt = GAME.rules.reduce(state, deal).state
    assert not GAME.rules.deal_due(dealt)
    assert GAME.rules.to_act(dealt) == 0


def test_who_does_not_play_does_not_deal() -> None:
    with pytest.raises(OptionError, match="dealer cannot be 4: with 4 players, use a number from 0 to 3"):
        GAME.configure({"dealer": 4})
    assert GAME.configure({"players": 6, "dealer": 4})["dealer"] == 4


def test_its_prompt_after_the_end_is_the_verdict() -> None:
    over = table("9H", "8C", scores=(50, 3))._replace(outcome=Outcome((0,), (50, 3), ClogsReason.TARGET))
    assert GAME.rules.to_act(over) is None
    assert GAME.rules.scores(over) == (50, 3)
    assert GAME.words.prompt(over, ("Ana", "Bo")) == "Ana wins with 50 points: Bo has 3."


def test_its_rules_are_a_page_of_its_own() -> None:
    assert GAME.rules_text().startswith("# Clogs\n")
