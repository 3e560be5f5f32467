"""A table of tricks: what stays to be seen, what flies, whose names stand in which colours, and its replay."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Final

import pytest

from clockspades.engine.header import Header, Seat
from clockspades.engine.seating import fill_seats, name_bots, seat_tint
from clockspades.engine.session import AnySession, Session
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.clogs.clogs_selectors import just_turned
from clockspades.games.spades.state import Phase
from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import SUFFIX, format_log
from clockspades.saved.settings import Settings
from clockspades.table.faces import Face
from clockspades.table.model import player_view
from clockspades.table.trick_widget_models import ScoreSheetModel
from clockspades.table.update import COMPARING
from clockspades.tui.drawing.themes import BAIZE
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.sheet import SheetScreen
from clockspades.tui.widgets import flight
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.flight import Flyer, corner
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.round_table import RoundTable
from tests.games.trick_games import CLOGS, SPADES, follows, game_where, in_phase, may_turn, seated_at
from tests.tui.seated import Seated, let_flights_last, opened
from tests.tui.tricks.tables import Player, at_tricks

UNTIL_A_KEY: Final = Settings(trick_beat="key")


def ends_the_trick(session: AnySession) -> bool:
    """Whether Ana plays the last card to a trick, and somebody goes on playing after it."""
    state = session.state
    return follows(session) and len(state.trick) == len(session.seats) - 1 and len(state.hands[0]) > 2


# -- a trick that was taken --------------------------------------------------------------------------------


async def play_first(me: Player) -> None:
    await me.choose_by_keys(me.session.game.rules.legal_actions(me.session.state)[0])


# -- cards in the air --------------------------------------------------------------------------------------


def in_the_air(me: Player) -> list[Flyer]:
    return [flyer for flyer in me.screen.query(Flyer).results(Flyer) if not flyer.is_free]


async def test_a_clog_goes_with_its_back_up_and_is_turned_on_the_trick(
    stuck_bot: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_flights_last(monkeypatch, 0.01)
    monkeypatch.setattr(flight, "WAIT", 600.0)
    monkeypatch.setattr(flight, "TURN", 0.01)
    session = game_where(CLOGS, may_turn, players=4)
    async with at_tricks(session, moving=True) as me:
        action = next(a for a in CLOGS.rules.legal_actions(session.state) if isinstance(a, TurnClog))
        card = session.state.clogs[0][action.place]
        await me.point_at(action)
        me.type("enter")
        await me.until(lambda: bool(in_the_air(me)), "the flight")
        (flyer,) = in_the_air(me)
        await me.until(lambda: bool(flyer.region) and flyer.offset == me.round.play(0).offset, "the clog on the trick")
        drawn = "".join(segment.text for line in range(5) for segment in flyer.render_line(line))
        assert "╱╲" in drawn
        assert card.symbol not in drawn
        assert card.symbol not in me.text.replace(flyer_text(flyer), "")
        assert flyer._flight is not None
        flyer._turn(flyer._flight)
        await me.until(lambda: me.round.model.plays[0] is not None, "it to lie there")
        assert card in [face.card for face in me.round.model.plays[:1] if face is not None]
        assert card.symbol in me.prompt
        stuck_bot.set()


def flyer_text(flyer: Flyer) -> str:
    return "\n".join("".join(segment.text for segment in flyer.render_line(line)) for line in range(flyer.size.height))


async def test_a_trick_goes_to_whoever_took_it(stuck_bot: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    let_flights_last(monkeypatch, 0.01)
    session = game_where(CLOGS, ends_the_trick, players=4)
    async with at_tricks(session, moving=True, settings=UNTIL_A_KEY) as me:
        await play_first(me)
        await me.until(lambda: me.shows_trick and not in_the_air(me), "the trick that was taken")
        let_flights_last(monkeypatch, 600.0)
        me.type("enter")
        await me.until(lambda: bool(in_the_air(me)), "the trick on its way")
        winner = session.state.tricks[-1].winner
        badge = me.round.badge(winner)
        ends = [flyer._flight.end for flyer in in_the_air(me) if flyer._flight is not None]
        assert len(ends) == 4
        size = me.round.play(0).size
        for end in ends:
            assert badge.grow((1, 1, 1, 1)).contains(end.x + size.width // 2, end.y + size.height // 2)
        stuck_bot.set()


# -- choosing ----------------------------------------------------------------------------------------------


async def test_bids_say_what_they_are_worth_where_that_has_room() -> None:
    async with at_tricks(game_where(SPADES, in_phase(Phase.BID))) as me:
        await me.press("h")
        await me.until(lambda: me.screen.state.advice not in (None, COMPARING), "the advice")
        for size, has_room in (((60, 18), False), ((80, 24), True)):
            await me.pilot.resize_terminal(*size)
            assert (me.text.count("%") > 10) == has_room


# -- what lies over it -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_the_columns_of_a_long_score_sheet_stay_as_it_scrolls(size: tuple[int, int]) -> None:
    rows = tuple((str(deal), "Anastasia and Benjamin", f"{deal * 10:+}") for deal in range(1, 41))
    model = ScoreSheetModel(("deal", "who", "points"), rows, "To 500.", names=frozenset({1}))
    async with at_tricks(game_where(SPADES, follows), size) as me:
        me.app.push_screen(SheetScreen(model))
        await me.until(lambda: "+400" in me.text, "the newest row")
        for key, row in (("home", "  1  Anastasia"), ("end", " 40  Anastasia")):
            await me.press(key)
            await me.until(lambda: row in me.text, "the row")  # noqa: B023 (waited for here)
            heading = next(line for line in me.text.splitlines() if "points" in line)
            below = next(line for line in me.text.splitlines() if row in line)
            assert heading.index("who") == below.index("Anastasia")
            assert heading.index("points") + len("points") == below.index("+") + len(below.split("+")[1].split()[0]) + 1


# -- names -----------------------------------------------------------------------------------------------


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


# -- in a replay -----------------------------------------------------------------------------------------


GAMES: Final[tuple[tuple[Any, dict[str, Any]], ...]] = (
    (CLOGS, {"players": 6, "target": 8}),
    (SPADES, {"target": 50, "floor": -200, "blind_nil": "always"}),
    (SPADES, {"players": 2, "target": 50, "floor": -200}),
)
IDS: Final = ["clogs", "spades", "spades-for-two"]


def finished(archive: Archive, game: Any, options: dict[str, Any]) -> AnySession:
    """A seeded game, played out and kept."""
    session = played_out(game, tuple(options.items()))
    header = Header(game.name, session.options, session.seats, "2026-11-21T10:00:00Z")
    archive.directory.mkdir(parents=True, exist_ok=True)
    (archive.directory / f"{game.name}{SUFFIX}").write_text(format_log(header, session), encoding="utf-8")
    return session


@cache
def played_out(game: Any, options: tuple[tuple[str, Any], ...]) -> AnySession:
    """The first seeded game of random choices that comes to an end soon."""
    for seed in range(20):
        session: AnySession = Session(game, game.configure(dict(options)), seated_at(game, **dict(options)))
        rng = Random(seed)
        for _ in range(1500):
            session.deal(rng)
            if session.outcome is not None:
                return session
            session.act(rng.choice(game.rules.legal_actions(session.state)))
    raise AssertionError("one of so many games ends")


async def watch(seated: Seated, archive: Archive, session: AnySession) -> ReplayScreen:
    path: Path = next(entry.path for entry in archive.entries() if entry.finished)
    seated.app.watch_again(path)
    screen = await seated.shows(ReplayScreen)
    assert isinstance(screen, ReplayScreen)
    await seated.until(lambda: screen.table.is_mounted, "the table")
    return screen


async def test_a_clog_flies_from_its_players_badge_where_the_open_hands_leave_no_room_for_it(archive: Archive) -> None:
    session = finished(archive, CLOGS, {"players": 4, "target": 8})
    players = []
    for point in range(session.last):
        session.go_to(point)
        players.append(player_view(session, 0, 0, active=False, all_open=True))
    async with opened(archive, TitleRoute(), (60, 18)) as seated:
        table = (await watch(seated, archive, session)).table
        assert table.model is not None
        table.model = table.model._replace(player=next(player for player in players if any(player.view.hands)))
        await seated.until(lambda: not table.query_one(Fan).display, "all hands in the place of the fan")
        layout, turned = table.query_one(RoundTable), 0
        for before, after in pairwise(players):
            clog = just_turned(after)
            if clog is not None and clog.seat == 0:
                (flight,) = table.flights(before, after)
                near, trick = layout.badge(0), layout.play(0)
                assert (flight.face, flight.size, flight.turns) == (Face(clog.card), trick.size, True)
                assert (flight.start, flight.end) == (corner(near, trick.size), corner(trick, trick.size))
                turned += 1
        assert turned


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
async def test_every_other_hand_is_in_sight_with_its_name(archive: Archive, game: Any, options: dict[str, Any]) -> None:
    session = finished(archive, game, options)
    async with opened(archive, TitleRoute()) as seated:
        screen = await watch(seated, archive, session)
        await seated.press("right")
        log = screen.query_one(GameLog)
        hands: Any = session.positions[1].state
        assert not hands.hands[0] or [line.words for line in log.model[::2]] == [*session.names[1:]]
        for size in ((80, 24), (100, 30), (120, 40)):
            await seated.pilot.resize_terminal(*size)
            assert log.get_content_height(log.size, log.size, log.content_size.width) <= log.content_size.height


@pytest.mark.parametrize(("game", "options"), GAMES[:2], ids=IDS[:2])
async def test_where_nothing_stands_beside_the_table_all_hands_that_are_open_stand_below_it(
    archive: Archive, game: Any, options: dict[str, Any]
) -> None:
    session = finished(archive, game, options)
    first = next(point for point, position in enumerate(session.positions) if any(position.state.hands))
    async with opened(archive, TitleRoute(), (60, 18)) as seated:
        screen = await watch(seated, archive, session)
        for point in range(first, first + 12):
            screen.go_to(point)
            await seated.pilot.resize_terminal(*((60, 18), (79, 30))[point % 2])
            text, hands = seated.text, session.positions[point].state.hands
            assert [card for hand in hands for card in hand if card.symbol not in text] == []
            assert not screen.query_one(Fan).display
        await seated.press("v", "v")
        assert screen.view.seat == 0
        assert screen.query_one(Fan).display
