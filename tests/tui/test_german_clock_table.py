"""A card of German Clock that is dragged."""

from textual.geometry import Region

from clockspades.cards import Rank
from clockspades.engine.session import AnySession
from clockspades.games.german_clock.german_clock_rules import Place, can_place
from clockspades.games.german_clock.german_clock_table import WASTE
from clockspades.table.model import player_view
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.flight import Flyer, corner
from tests.tui.patience import GERMAN, where
from tests.tui.seated import Seated, at_table


def top(me: Seated) -> Region:
    """Where the top card of the waste lies."""
    return me.screen.query_one("#waste", CardRow).place(WASTE - 1)


def hour(me: Seated, rank: Rank) -> Region:
    return me.dial.places[rank % 13]


def fits(session: AnySession) -> bool:
    """Whether a card lies on the waste that can be placed, and others under it."""
    return can_place(session.state) and len(session.state.waste) > 3 and len(session.state.suits) == 4


def carried(me: Seated) -> Flyer | None:
    return next((flyer for flyer in me.screen.query(Flyer) if not flyer.is_free), None)


async def test_a_dragged_card_goes_with_the_pointer_and_back_where_it_is_let_go_elsewhere() -> None:
    session = where(fits, GERMAN)
    async with at_table(session) as me:
        card, point = session.state.waste[-1], session.at
        seen: list[tuple[Region, bool]] = []

        def look(frame: str) -> None:
            flyer = carried(me)
            if flyer is not None:
                seen.append((flyer.region, me.selection.picked is card))

        me.app.see_frame = look
        await me.drag(top(me), me.dial.places[3], me.dial.places[9], me.screen.query_one("#log").region)
        assert len({region for region, _ in seen}) >= 3
        assert all(picked for _, picked in seen)
        assert carried(me) is None
        assert me.selection.picked is None
        assert session.at == point
        await me.click(top(me))
        await me.moved_on(point)


async def test_a_card_dropped_on_another_hour_leaves_from_the_waste_when_it_is_placed() -> None:
    session = where(lambda s: fits(s) and s.state.waste[-1].rank is not Rank.THREE, GERMAN)
    async with at_table(session) as me:
        await me.drag(top(me), hour(me, Rank.THREE))
        before = player_view(session, 0, 0, active=True)
        session.act(Place())
        (flight,) = me.table.flights(before, player_view(session, 0, 0, active=True))
        assert flight.start == corner(top(me), flight.size)


async def test_a_key_lets_a_dragged_card_go() -> None:
    session = where(fits, GERMAN)
    async with at_table(session) as me:
        point = session.at

        await me.drag(top(me), me.dial.places[3], key="escape")
        assert session.at == point
        assert carried(me) is None
        assert isinstance(me.app.screen, TableScreen)
