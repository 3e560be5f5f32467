"""The hint on the screen: badges on the cards, at all sizes, and the keys that answer it."""

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.clockwork.clockwork_rules import RULES
from clockspades.table.update import COMPARING
from clockspades.tui.screens.log import LogScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.widgets.advice_badge import AdviceBadge
from tests.tui.layout import SIZES
from tests.tui.patience import CLOCK, at_exchange, where
from tests.tui.seated import ANA, BEN, Seated, at_table, game_where


def to_take(session: AnySession) -> bool:
    return session.to_act == 0 and len(RULES.legal_actions(session.state)) == 3 and session.state.turn > 8


def badges(me: Seated) -> list[AdviceBadge]:
    """Those that say something."""
    return [badge for badge in me.screen.query(AdviceBadge) if badge.words and badge.size.area]


async def ask(me: Seated) -> None:
    """Ask for a hint, and wait until it is on the cards."""
    await me.press("h")
    await me.until(lambda: me.screen.state.advice not in (None, COMPARING), "the advice")
    await me.until(lambda: bool(badges(me)), "the badges")


@pytest.mark.parametrize("size", SIZES)
async def test_each_choice_has_its_badge_on_the_upper_edge_of_its_card(size: tuple[int, int]) -> None:
    for session in (game_where(to_take), where(at_exchange, CLOCK, variant="watch")):
        async with at_table(session, size) as me:
            await ask(me)
            advice = me.screen.state.advice
            assert advice is not None
            cards = [me.table.region_of(badge.target) for badge in advice.badges]
            assert [(badge.region.y, card.contains_region(badge.region)) for badge, card in zip(badges(me), cards)] == [
                (card.y, True) for card in cards
            ]
            assert len(badges(me)) == len(cards) >= 3
            assert me.prompt == advice.words


async def test_badges_follow_their_cards_to_another_size() -> None:
    async with at_table(game_where(to_take)) as me:
        await ask(me)
        await me.pilot.resize_terminal(120, 40)
        advice = me.screen.state.advice
        assert advice is not None

        def stand() -> bool:
            cards = [me.table.region_of(badge.target) for badge in advice.badges]
            return all(card.contains_region(badge.region) for badge, card in zip(badges(me), cards))

        await me.until(stand, "the badges in their new places")


async def test_the_key_again_takes_them_away() -> None:
    async with at_table(game_where(to_take)) as me:
        await ask(me)
        assert me.keys == ["play the best", "close"]
        await me.press("h")
        await me.until(lambda: not badges(me), "no badges")
        assert isinstance(me.app.screen, TableScreen)
        assert "hint" in me.keys


async def test_another_screen_opens_over_the_table_and_closes_the_hint() -> None:
    async with at_table(game_where(to_take)) as me:
        await ask(me)
        await me.press("l")
        assert isinstance(me.app.screen, LogScreen)
        await me.press("escape")
        assert me.screen.state.advice is None


async def test_the_line_of_keys_plays_the_best() -> None:
    session = game_where(to_take)
    async with at_table(session) as me:
        await ask(me)
        advice, at = me.screen.state.advice, session.at
        assert advice is not None
        await me.click_key("play the best")
        await me.until(lambda: session.at > at, "the move")
        assert session.position(at + 1).action == advice.best


async def test_a_hint_is_for_whoever_is_to_act() -> None:
    async with at_table(game_where(lambda session: session.outcome is not None)) as me:
        assert "hint" not in me.keys
        await me.press("h")
        assert me.screen.state.advice is None


async def test_behind_the_curtain_there_is_no_hint() -> None:
    async with at_table(game_where(to_take, (ANA, BEN))) as me:
        await me.press("h")
        assert me.screen.state.advice is None
