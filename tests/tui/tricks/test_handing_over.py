"""Several people at a table of tricks: what one does is seen by all before the next sits down, and no hand is."""

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.spades.state import Phase
from tests.games.trick_games import SPADES, game_where
from tests.tui.tricks.tables import at_tricks


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_at_the_next_draw_it_is_said_what_was_kept_and_discarded(size: tuple[int, int]) -> None:
    """Spades 17: whoever draws sees the second card too, which the curtain of the other one covers at once."""

    def draws(session: AnySession) -> bool:
        return session.to_act == 0 and session.state.phase is Phase.DRAW

    session = game_where(SPADES, draws, people=(0, 1), mode="cutthroat", players=2, dealer=1)
    async with at_tricks(session, size) as me:
        await me.lift_curtain()
        top, second = session.state.stock[:2]
        await me.press("1", "enter")
        await me.lift_curtain()
        assert not any(f"the {card.symbol}" in me.prompt for card in (top, second)), "Ben saw neither"
        await me.press("2", "enter")
        await me.lift_curtain()
        assert me.prompt.startswith(f"Ana keeps the {top.symbol} and discards the {second.symbol}.")
        assert second.symbol in me.text
