"""What is laid over a table of tricks: the table waits for it, and nobody else's turn begins under it."""

from threading import Event

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.spades.state import Phase
from clockspades.saved.settings import Settings
from clockspades.tui.screens.curtain import CurtainScreen
from clockspades.tui.screens.log import LogScreen
from clockspades.tui.screens.table_screen import TableScreen
from tests.tui.tricks.tables import SPADES, at_tricks, game_where

STILL = Settings(animation="off")


def ends_a_trick(session: AnySession) -> bool:
    """Whether Ana plays the last card of a trick, and somebody else is to lead then."""
    state = session.state
    if session.to_act != 0 or state.phase is not Phase.PLAY or len(state.trick) != 3 or len(state.hands[0]) < 3:
        return False
    after = SPADES.rules.reduce(state, SPADES.rules.legal_actions(state)[0]).state
    return SPADES.rules.to_act(after) != 0


async def test_a_trick_lies_there_as_long_as_something_lies_over_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Settings, "trick_seconds", 0.3)
    session = game_where(SPADES, ends_a_trick, people=(0, 1, 2, 3))
    async with at_tricks(session, settings=STILL) as me:
        await me.lift_curtain()
        await me.choose_by_keys(SPADES.rules.legal_actions(session.state)[0])
        await me.until(lambda: me.shows_trick, "the trick")
        await me.click_key("log")
        await me.until(lambda: isinstance(me.app.screen, LogScreen), "the log")
        await me.rest()
        assert [type(screen) for screen in me.app.screen_stack[-2:]] == [TableScreen, LogScreen]
        assert me.shows_trick
        await me.press("escape")
        await me.until(lambda: isinstance(me.app.screen, CurtainScreen), "the curtain")
        assert not me.shows_trick


async def test_the_next_person_s_turn_does_not_begin_under_what_another_reads(stuck_bot: Event) -> None:
    def leads(session: AnySession) -> bool:
        return session.to_act == 0 and session.state.phase is Phase.PLAY and not session.state.trick

    session = game_where(SPADES, leads, people=(0, 2))
    async with at_tricks(session, settings=STILL) as me:
        await me.lift_curtain()
        await me.choose_by_keys(SPADES.rules.legal_actions(session.state)[0])
        await me.until(lambda: session.to_act == 1, "the bot's turn")
        await me.press("l")
        await me.until(lambda: isinstance(me.app.screen, LogScreen), "the log")
        stuck_bot.set()
        await me.until(lambda: session.to_act == 2, "the other person's turn")
        await me.rest()
        assert isinstance(me.app.screen, LogScreen)
        await me.press("escape")
        await me.lift_curtain()
        assert me.screen.player is not None
        assert me.screen.player.seat == 2


async def test_no_forced_move_is_played_under_what_somebody_reads(
    stuck_bot: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Settings, "forced_seconds", 0.05)

    def leaves_one_choice(session: AnySession) -> bool:
        state = session.state
        if session.to_act != 3 or state.phase is not Phase.PLAY or not 0 < len(state.trick) < 3:
            return False
        after = SPADES.rules.reduce(state, SPADES.rules.legal_actions(state)[0]).state
        return len(after.hands[0]) > 1 and len(SPADES.rules.legal_actions(after)) == 1

    session = game_where(SPADES, leaves_one_choice)
    async with at_tricks(session, settings=Settings(animation="off", bot_pace="at once"), automatic=True) as me:
        await me.press("l")
        await me.until(lambda: isinstance(me.app.screen, LogScreen), "the log")
        stuck_bot.set()
        await me.until(lambda: session.to_act == 0, "Ana's turn")
        at = session.at
        await me.rest()
        assert session.at == at
        await me.press("escape")
        await me.moved_on(at)
