"""While somebody else is to play: the cursor moves, and nothing is worked out from hands that are not seen."""

from random import Random

import pytest

from clockspades.cards import PACK
from clockspades.engine.session import AnySession, Seat, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clogs.rules import TurnClog
from clockspades.games.tricks import PlayCard
from clockspades.tui.tables.scene import Attention, Scene, sight_of
from clockspades.tui.tables.tricks_slices import why_not

SEATS = tuple(Seat(name) for name in ("Ana", "Ben", "Cyd", "Dov"))


@pytest.mark.parametrize("name", ["clogs", "spades"])
def test_it_is_said_whose_turn_it_is(name: str) -> None:
    game = find_game(name)
    assert game is not None
    session: AnySession = Session(game, game.configure({"dealer": 0}), SEATS)
    rng = Random(2)
    session.deal(rng)
    checked = 0
    while session.outcome is None and session.last < 60:
        if session.to_act != 0:
            scene = Scene(sight_of(session, 0, 0, active=False), Attention())
            for action in (TurnClog(0), *map(PlayCard, PACK)) if name == "clogs" else map(PlayCard, PACK):
                assert why_not(scene, action) == game.prompt(session.view(0), session.names)
            checked += 1
        session.act(rng.choice(game.legal_actions(session.state)))
        session.deal(rng)
    assert checked > 10
