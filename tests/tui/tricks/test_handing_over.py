"""Several people at a table of tricks: what one does is seen by all before the next sits down, and no hand is."""

from collections.abc import Callable
from typing import Any

import pytest

from clockspades.engine.actions import Action
from clockspades.engine.session import AnySession
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.spades.state import Phase
from clockspades.games.tricks import PlayCard
from clockspades.saved.settings import Settings
from clockspades.table import update
from clockspades.tui.screens.curtain import CurtainScreen
from clockspades.tui.screens.table_screen import TableScreen
from tests.tui.tricks.tables import CLOGS, NAMES, SPADES, at_tricks, game_where

EVERYBODY = (0, 1, 2, 3)


def can(kind: type[Action]) -> Callable[[AnySession], bool]:
    """Whether Ana can do this, and it ends no trick."""
    return lambda session: (
        session.to_act == 0
        and len(session.state.trick) in (0, 1)
        and any(isinstance(action, kind) for action in session.game.rules.legal_actions(session.state))
    )


@pytest.mark.parametrize("animation", ["full", "off"])
async def test_a_clog_that_is_turned_up_is_seen_and_told_before_the_next_sits_down(
    monkeypatch: pytest.MonkeyPatch, animation: Any
) -> None:
    monkeypatch.setattr(update, "REST", 1.0)
    session = game_where(CLOGS, can(TurnClog), people=EVERYBODY, players=4)
    settings = Settings(animation=animation)
    async with at_tricks(session, moving=animation == "full", settings=settings) as me:
        await me.lift_curtain()
        hand = {card.symbol for card in me.hand}
        await me.choose_by_keys(TurnClog(0))
        await me.until(lambda: session.to_act == 1, "the next person's turn")
        card = session.state.trick[-1].card
        await me.until(lambda: f"the {card.symbol}" in me.prompt and not me.selection.in_flight, "the card in words")
        assert isinstance(me.app.screen, TableScreen)
        assert card in [face.card for face in me.round.model.plays if face is not None]
        assert not any(symbol in me.text for symbol in hand), "her hand is covered"
        await me.until(lambda: isinstance(me.app.screen, CurtainScreen), "the curtain")
        assert me.screen.player is not None
        assert me.screen.player.names[0] == NAMES[0]
        assert session.to_act == 1


async def test_a_card_comes_to_rest_before_the_next_sits_down_or_a_key_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update, "REST", 20.0)
    session = game_where(SPADES, can(PlayCard), people=EVERYBODY)
    async with at_tricks(session, moving=True) as me:
        await me.lift_curtain()
        action = SPADES.rules.legal_actions(session.state)[0]
        await me.choose_by_keys(action)
        await me.until(lambda: session.to_act == 1, "the next person's turn")
        assert isinstance(me.app.screen, TableScreen)
        await me.press("space")
        assert isinstance(me.app.screen, CurtainScreen)


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
