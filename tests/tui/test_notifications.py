"""Notifications: one at a time, on their own screen only, and never over a hand or a trick."""

from typing import Final

from textual.widgets._toast import Toast

from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.round_table import RoundTable
from tests.games.trick_games import SPADES, game_where
from tests.tui.layout import SIZES
from tests.tui.seated import at_table
from tests.tui.seated import game_where as clockwork_where

LONG: Final = "The settings cannot be saved: the disk is full. They are in use until you leave the program."


async def test_no_trick_and_no_hand_is_covered() -> None:
    async with at_table(game_where(SPADES, lambda session: bool(session.state.trick)), SIZES[0]) as me:
        me.app.notify(LONG)
        toasts = me.here.query(Toast)
        for size in SIZES:
            await me.pilot.resize_terminal(*size)
            await me.until(lambda: any(toast.region.area for toast in toasts), "the notification")
            await me.pilot.pause()
            toast, table = me.here.query_one(Toast), me.screen.query_one(RoundTable)
            assert not toast.region.overlaps(me.screen.query_one(Fan).region), size
            assert not [place for place in range(4) if toast.region.overlaps(table.play(place))], size


async def test_they_do_not_pile_up_and_go_with_their_screen() -> None:
    async with at_table(clockwork_where(lambda session: session.to_act == 0)) as me:
        for words in ("One.", "Two."):
            me.app.notify(words)
            await me.pilot.pause()
            assert me.said == [words]
        await me.press("l", to="LogScreen")
        assert me.said == []
        me.app.notify("Three.")
        await me.pilot.pause()
        assert me.said == ["Three."]
        await me.press("l")
        assert me.said == []
