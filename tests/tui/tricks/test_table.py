"""A table of tricks: where a trick goes, what bids say, whose names stand in which colours, and its replay."""

from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest
from textual.geometry import Offset

from clockspades.engine.header import Header, Seat
from clockspades.engine.seating import fill_seats, name_bots, seat_tint
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clogs.clogs_table import just_turned
from clockspades.games.spades.spades_state import SpadesPhase
from clockspades.routes import ReplayRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import SUFFIX, format_log, load
from clockspades.table import inputs as did
from clockspades.table.model import Badge, Selection, TableAdvice, TableModel, player_view
from clockspades.table.widget_models import Face, Tone
from clockspades.tui.drawing.themes import BAIZE
from clockspades.tui.screens.replay_screen import ReplayScreen
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.flight import corner
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.round_table import RoundTable
from tests.games.trick_games import CLOGS, SPADES, game_where, in_phase, seated_at
from tests.tui.seated import Seated, at_table, opened
from tests.tui.shell import at_shell


async def test_a_trick_goes_to_whoever_took_it() -> None:
    async with at_table(game_where(CLOGS, lambda s: bool(s.state.tricks), players=4)) as me:
        badge = me.round.badge(me.session.state.tricks[-1].winner)
        player, last = me.table.shown.player, Selection(shown_trick=len(me.session.state.tricks) - 1)
        over = TableModel(player._replace(view=player.view._replace(trick=())), last)
        flights = me.table.flights(me.table.rules.gathering(over))
        assert len(flights) == 4
        for flight in flights:
            assert flight.size == me.round.play(0).size
            middle = flight.end + Offset(flight.size.width // 2, flight.size.height // 2)
            assert badge.grow((1, 1, 1, 1)).contains_point(middle)


async def test_bids_say_what_they_are_worth_where_that_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_shell(game_where(SPADES, in_phase(SpadesPhase.BID)), monkeypatch) as me:
        bids = me.table.rules.targets(me.table.shown)
        badges = tuple(Badge(bid, ("12 %",), Tone.PLAIN) for bid in bids)
        me.give(did.Confirm(), advice=TableAdvice("Think.", badges))
        for size, has_room in (((60, 18), False), ((80, 24), True)):
            await me.pilot.resize_terminal(*size)
            assert me.text.count("12 %") == len(bids) * has_room
        me.given.clear()
        await me.click(me.panel.choice(5))
        assert [each for each in me.given if isinstance(each, did.MouseDown | did.Pressed)] == [
            did.MouseDown(is_on_table=False),  # else the hint goes, and the panel is smaller, before the click is over
            did.Pressed(bids[5]),
        ]


async def test_a_double_click_chooses_once() -> None:
    """Its second click is not for the choice that has come between."""
    async with at_table(game_where(SPADES, in_phase(SpadesPhase.DRAW), players=2)) as me:
        await me.turn()
        place = me.table.seen(me.table.rules.targets(me.table.shown)[0])
        for chain, chooses in ((1, True), (2, False), (1, True)):
            at = me.session.at
            await me.click(place, chain=chain)
            await me.turn()
            assert (me.session.at > at) == chooses


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
    strips = me.here._compositor.render_strips()
    segments = (segment for strip in strips for segment in strip if segment.text.strip() == name)
    return [segment.style.color.name for segment in segments if segment.style and segment.style.color]


async def test_each_bot_has_its_colour_on_its_badge_and_in_the_log_and_its_level_beside_the_name() -> None:
    """Where the badge has no room for the level, it is told when the badge is pointed at."""
    session = six_players()
    async with at_table(session, (120, 40)) as me:
        bots = session.seats[1:]
        assert [seat.name for seat in bots] == ["Verge", "Crown", "Fusee", "Arbor", "Pivot"]
        for seat in bots:
            assert f"{seat.name} · strong" in me.text
            assert f"{seat.name} plays" in me.text or f"{seat.name} leads" in me.text
            assert {*inks(me, seat.name)} == {BAIZE.variables[f"name-{seat_tint(seat)}"]}
            assert len(inks(me, seat.name)) >= 2, "on the badge and in the log"
        assert not {*inks(me, "Ana")} & {BAIZE.variables[f"name-{tint}"] for tint in range(1, 7)}
        await me.pilot.resize_terminal(60, 18)
        assert "Verge · strong" not in me.text
        await me.hover(me.round.badge(1))
        assert me.prompt.endswith("Verge is a bot (strong).")


# -- in a replay -----------------------------------------------------------------------------------------


GAMES: Final[tuple[tuple[Any, dict[str, Any]], ...]] = (
    (CLOGS, {"players": 6, "target": 8}),
    (SPADES, {"target": 50, "floor": -200, "blind_nil": "always"}),
    (SPADES, {"players": 2, "target": 50, "floor": -200}),
)


def played_out(game: Any, options: dict[str, Any]) -> AnySession:
    """The first seeded game of random choices that comes to an end soon."""
    for seed in range(20):
        session: AnySession = Session(game, game.configure(options), seated_at(game, **options))
        rng = Random(seed)
        for _ in range(1500):
            session.deal(rng)
            if session.outcome is not None:
                return session
            session.act(rng.choice(game.rules.legal_actions(session.state)))
    raise AssertionError("one of so many games ends")


@pytest.mark.parametrize(("game", "options"), GAMES, ids=["clogs", "spades", "spades-for-two"])
async def test_all_hands_that_are_open_are_in_sight_beside_the_table_or_below_it(
    archive: Archive, game: Any, options: dict[str, Any]
) -> None:
    session = played_out(game, options)
    archive.directory.mkdir(parents=True)
    path = archive.directory / f"game{SUFFIX}"
    header = Header(game.name, session.options, session.seats, "2026-11-21T10:00:00Z")
    path.write_text(format_log(header, session), encoding="utf-8")
    async with opened(archive, ReplayRoute(load(path, find_game))) as seated:
        screen = await seated.shows("ReplayScreen")
        log, fan = screen.query_one(GameLog), screen.query_one(Fan)
        await seated.press("right")
        hands: Any = session.positions[1].state
        assert not hands.hands[0] or [line.words for line in log.model[::2]] == [*session.names[1:]]
        for size in ((80, 24), (100, 30), (120, 40)):
            await seated.pilot.resize_terminal(*size)
            assert log.get_content_height(log.size, log.size, log.content_size.width) <= log.content_size.height
        first = next(point for point, position in enumerate(session.positions) if any(position.state.hands))
        for size in ((79, 30), (60, 18)) if len(session.seats) > 2 else ():
            await seated.pilot.resize_terminal(*size)
            for point in range(first, first + 12, 2):
                screen.go_to(point)
                await seated.pilot.pause()
                text, hands = seated.text, session.positions[point].state.hands
                assert [card for hand in hands for card in hand if card.symbol not in text] == []
                assert not fan.display
        if game is CLOGS:
            await clogs_fly_from_their_players_badge(seated, screen, session)
        await seated.press("v", "v")
        assert screen.view.seat == 0
        assert fan.display


async def clogs_fly_from_their_players_badge(seated: Seated, screen: ReplayScreen, session: AnySession) -> None:
    """Where the open hands leave no room for them."""
    players, turned = [], 0
    for point in range(session.last):
        session.go_to(point)
        players.append(player_view(session, 0, 0, active=False, all_open=True))
    layout, table = screen.query_one(RoundTable), screen.table
    near, trick = layout.badge(0), layout.play(0)
    for before, after in pairwise(players):
        clog = just_turned(after)
        if clog is not None and clog.seat == 0:
            (flight,) = table.flights(table.rules.moves(before, after))
            assert (flight.face, flight.size, flight.turns) == (Face(clog.card), trick.size, True)
            assert (flight.start, flight.end) == (corner(near, trick.size), corner(trick, trick.size))
            turned += 1
    assert turned
