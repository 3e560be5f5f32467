"""Five bots at a table are five characters: each has its name, its colour and its level."""

from random import Random

from clockspades.engine.header import Seat
from clockspades.engine.seating import fill_seats, name_bots, seat_tint
from clockspades.engine.session import AnySession, Session
from clockspades.tui.drawing.themes import BAIZE
from tests.games.trick_games import CLOGS
from tests.tui.seated import Seated
from tests.tui.tricks.tables import at_tricks


def six_players() -> AnySession:
    """A deal of Clogs in which Ana has the last card of the first trick."""
    options = CLOGS.configure({"players": 6})
    session: AnySession = Session(CLOGS, options, name_bots(CLOGS, fill_seats(CLOGS, options, [Seat("Ana")]), 12345))
    session.deal(Random(1))
    while session.to_act != 0:
        session.act(CLOGS.rules.legal_actions(session.state)[0])
    return session


def inks(me: Seated, name: str) -> list[str]:
    """The colours in which a name is written alone, from the top of the screen down."""
    strips = me.app.screen._compositor.render_strips()
    segments = (segment for strip in strips for segment in strip if segment.text.strip() == name)
    return [segment.style.color.name for segment in segments if segment.style and segment.style.color]


async def test_each_bot_has_its_colour_on_its_badge_and_in_the_log_and_its_level_beside_the_name() -> None:
    session = six_players()
    async with at_tricks(session, (120, 40)) as me:
        bots = session.seats[1:]
        assert [seat.name for seat in bots] == ["Verge", "Crown", "Fusee", "Arbor", "Pivot"]
        for seat in bots:
            assert f"{seat.name} · steady" in me.text
            assert f"{seat.name} plays" in me.text or f"{seat.name} leads" in me.text
            assert {*inks(me, seat.name)} == {BAIZE.variables[f"name-{seat_tint(seat)}"]}
            assert len(inks(me, seat.name)) >= 2, "on the badge and in the log"
        assert not {*inks(me, "Ana")} & {BAIZE.variables[f"name-{tint}"] for tint in range(1, 7)}


async def test_a_badge_without_room_for_the_level_tells_it_when_it_is_pointed_at() -> None:
    session = six_players()
    async with at_tricks(session, (60, 18)) as me:
        assert "Verge · steady" not in me.text
        await me.hover(me.round.badge(1))
        assert me.prompt.endswith("Verge is a bot (steady).")
