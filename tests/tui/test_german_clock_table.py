"""The table of German Clock as people play at it: by keys, by mouse, and with a card that is dragged."""

from textual.geometry import Region

from clockspades.cards import Card, Rank
from clockspades.engine.session import AnySession
from clockspades.games.german_clock.german_clock_rules import Place, can_place
from clockspades.games.german_clock.german_clock_selectors import WASTE
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.table.model import player_view
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.flight import Flyer, corner
from tests.tui.patience import GERMAN, where
from tests.tui.seated import ANA, Seated, at_table, begun, opened

LOST = 2
"""The seed of a game that is lost."""


def top(me: Seated) -> Region:
    """Where the top card of the waste lies."""
    return me.screen.query_one("#waste", CardRow).place(WASTE - 1)


def stock(me: Seated) -> Region:
    return me.screen.query_one("#stock", CardRow).place(0)


def hour(me: Seated, rank: Rank) -> Region:
    return me.dial.places[rank % 13]


def fits(session: AnySession) -> bool:
    """Whether a card lies on the waste that can be placed, and others under it."""
    return can_place(session.state) and len(session.state.waste) > 3 and len(session.state.suits) == 4


# -- whole games -------------------------------------------------------------------------------------------


async def test_missed_cards_are_named_by_the_result_and_at_their_points_of_the_replay(archive: Archive) -> None:
    session = begun(archive, GERMAN, (ANA,), LOST)
    async with opened(archive, TableRoute(session)) as me:
        missed: list[tuple[int, Card]] = []
        while session.outcome is None:
            point = session.at
            if can_place(session.state) and (session.state.stock or not session.state.redeals_left):
                if session.state.stock and len(session.state.suits) == 4 and len(missed) < 2:
                    missed.append((point, session.state.waste[-1]))
                    await me.press("space")
                else:
                    await me.press("enter")
            else:
                await me.press("space")
            await me.moved_on(point)
        await me.press("enter")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
        states = [position.state for position in session.positions]
        remarks = GERMAN.words.review(states, session.names_at_table)
        said = [remark for remark in remarks if "missed the" in remark.words]
        assert [remark.point for remark in said[:2]] == [point for point, _ in missed]
        assert all(card.symbol in remark.words for remark, (_, card) in zip(said, missed))
        review = " ".join(str(me.app.screen.query_one("#remarks").render()).split())
        assert review == "The replay has 2 remarks.", "there is no room for them"
        await me.press("w")
        await me.until(lambda: isinstance(me.app.screen, ReplayScreen), "the replay")
        screen = me.app.screen
        assert isinstance(screen, ReplayScreen)
        assert {mark.point for mark in screen.timeline.marks if mark.sign == "?"} == {one.point for one in remarks}
        for remark in GERMAN.words.review(states, session.names):
            screen.travel(remark.point)
            await me.pilot.pause()
            assert screen.player is not None
            assert screen.player.caption.endswith(remark.words)
            assert screen.player.remarks[-1] == (remark.point, remark.words)
            screen.travel(remark.point - 1)
            assert remark.words not in screen.player.caption


# -- a card that is dragged --------------------------------------------------------------------------------


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
