"""While somebody else is to play: whatever is pressed or clicked, nothing is done, and it is said who is to play."""

from random import Random
from typing import Any

import pytest

from clockspades.cards import PACK, Card
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import table_rules
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.table.model import Selection, TableModel, player_view
from tests.games.trick_games import CLOGS, NAMES, SPADES, seated_at


def is_anothers(session: AnySession) -> bool:
    return session.to_act not in (None, 0)


def hidden_cards(session: AnySession) -> list[Card]:
    """The cards that Ana does not see: in the hands of others, face down as clogs, and in the stock."""
    state = session.state
    clogs = [clog for row in getattr(state, "clogs", ()) for clog in row if clog is not None]
    return [*(card for hand in state.hands[1:] for card in hand), *clogs, *getattr(state, "stock", ())]


@pytest.mark.parametrize("game", [CLOGS, SPADES], ids=["clogs", "spades"])
@pytest.mark.parametrize("players", [2, 4])
def test_nothing_that_is_said_names_a_card_that_is_not_seen(game: ClogsGame | SpadesGame, players: int) -> None:
    rules: Any = table_rules(game.name)
    session: AnySession = Session(game, game.configure({"players": players}), seated_at(game, players=players))
    rng, checked = Random(2), 0
    session.deal(rng)
    while session.outcome is None and session.last < 120:
        if is_anothers(session):
            model = TableModel(player_view(session, 0, 0, active=False), Selection())
            said = [rules.explain_card(model, number) for number in range(len(PACK))]
            if game is CLOGS:
                said += [rules.explain_clog(model, place) for place in range(5)]
            said = [words for words in said if words]
            hidden = hidden_cards(session)
            for words in said:
                assert NAMES[session.to_act or 0] in words
                assert not [card for card in hidden if card.symbol in words]
            checked += len(said)
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))
        session.deal(rng)
    assert checked > 100
