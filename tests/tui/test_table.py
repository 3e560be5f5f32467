"""The table on the screen: cards in the air, hints on them, moments, and what is written to the terminal."""

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Offset, Region

from clockspades.cards import PACK, Rank
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_bots import ClockworkSteadyBot
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkAction, ClockworkState, matches
from clockspades.games.clockwork.clockwork_table import ClockworkTableRules
from clockspades.games.german_clock.german_clock_rules import PlaceCard, can_place
from clockspades.games.german_clock.german_clock_table import WASTE
from clockspades.routes import ReplayRoute, TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, load
from clockspades.saved.log_writer import LogWriter
from clockspades.saved.settings import Settings
from clockspades.table import inputs as did
from clockspades.table.effects import Advise, Animate
from clockspades.table.model import Badge, TableAdvice, player_view
from clockspades.table.moments import LONGEST, Moment
from clockspades.table.widget_models import Face, Tone
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.screens.replay_screen import ReplayScreen
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets import flight
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.flight import AdviceBadge, Flight, Flyer, cascade, corner
from tests.tui.patience import CLOCK, GERMAN, at_exchange, where
from tests.tui.seated import PATIENCE, Seated, at_table, game_where, let_flights_last, opened, printed
from tests.tui.shell import at_shell


def to_play(count: int = 1) -> Callable[[AnySession], bool]:
    """Whether Ana is to act and has so many matches."""
    return lambda session: session.to_act == 0 and len(matches(session.state)) == count


def to_take(session: AnySession) -> bool:
    """Whether Ana has to take one of three spades."""
    return session.to_act == 0 and len(RULES.legal_actions(session.state)) == 3


# -- what is kept ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_a_table_is_left_though_the_log_cannot_keep_the_undo(
    archive: Archive, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def undo(log: LogWriter, actions: int) -> None:
        raise LogError(log.path, 0, "[b]cannot[/b] be written: No space left on device")

    monkeypatch.setattr(LogWriter, "undo", undo)
    session = game_where(to_take)
    session = archive.fork(session, session.seats)
    session.act(session.game.rules.legal_actions(session.state)[0])
    async with opened(archive, TableRoute(session)) as me:
        await me.turn()
        before = session.at
        await me.press("u")
        await me.until(lambda: session.at < before, "the undo")
        await me.press(key)
        if key == "escape":
            await me.shows("TitleScreen")
            assert "No space left on device" in me.said[-1]
        else:
            assert (await me.farewell()).endswith("device. The moves you took back are still in the saved game.")


# -- what moves --------------------------------------------------------------------------------------------


async def test_a_card_in_the_air_repaints_its_way_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    let_flights_last(monkeypatch, 600.0)
    session = game_where(to_play(2))
    before = player_view(session, 0, 0, active=True)
    async with at_shell(session, monkeypatch, moving=True) as me:
        frames: list[str] = []
        me.app.see_frame = frames.append
        session.act(RULES.legal_actions(session.state)[0])
        me.run(Animate(me.table.rules.moves(before, player_view(session, 0, 0, active=False))))
        await me.until(lambda: any(flyer.region.area for flyer in me.in_the_air), "a card in the air")
        await me.pilot.pause(0)
        assert any("Clockwork Spades" in printed(frame) for frame in frames), "all is painted when cards first fly"
        frames.clear()
        await me.until(lambda: bool(frames), "its way")
        me.table.land()
        await me.pilot.pause(0)
        assert not [frame for frame in frames if "Clockwork Spades" in printed(frame)]


async def test_a_flyer_turns_at_its_end_and_forgets_its_way_when_it_is_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_table(game_where(to_take), moving=True) as me:
        flyer, ends = Flyer(), list[bool]()
        await me.table.mount(flyer)
        origin, far = Offset(0, 0), Flight(Face(PACK[0]), CARDS[0], Offset(0, 0), Offset(30, 0), seconds=20.0)

        def is_open() -> bool:
            return PACK[0].rank.letter in "".join(flyer.render_line(line).text for line in range(CARDS[0].height))

        due = Event()
        flyer.fly(far._replace(delay=0.01), origin)
        flyer.set_timer(0.01, due.set)
        flyer.land()
        flyer.fly(far._replace(end=Offset(0, 1000)), origin)
        await me.until(due.is_set, "the time to leave on the first flight")
        await me.until(lambda: flyer.offset.y > 0, "the second flight")
        assert (flyer.is_free, flyer.offset.x) == (False, 0)
        flyer.land()

        monkeypatch.setattr(flight, "WAIT", 0.01)
        monkeypatch.setattr(flight, "TURN", 0.01)
        land = flyer.land

        def noted() -> None:
            ends.append(is_open())
            land()

        monkeypatch.setattr(flyer, "land", noted)
        flyer.fly(far._replace(turns=True, seconds=0.01), origin)
        assert not is_open()
        await me.until(lambda: flyer.is_free, "the end of the flight")
        assert ends == [True], "it was turned up"
        flyer.fly(far, origin)
        me.app.change_settings(animation="off")
        await me.until(lambda: flyer.is_free, "the end of the flight, as nothing is to move any more")


# -- a card that is dragged ------------------------------------------------------------------------------


async def test_a_dragged_card_goes_with_the_pointer_and_back_unless_it_is_dropped_where_it_belongs() -> None:
    """Where it is dropped, it leaves from there."""

    def fits(session: AnySession) -> bool:
        """Whether a card lies on the waste that can be placed, though not at three, and others under it."""
        state = session.state
        is_deep = len(state.waste) > 3 and len(state.suits) == 4
        return is_deep and can_place(state) and state.waste[-1].rank is not Rank.THREE

    session = where(fits, GERMAN)
    async with at_table(session) as me:
        card, point, hours = session.state.waste[-1], session.at, me.dial.places
        top = me.screen.query_one("#waste", CardRow).place(WASTE - 1)
        seen: list[tuple[Region, bool]] = []
        me.app.see_frame = lambda _: seen.extend((flyer.region, me.selection.picked is card) for flyer in me.in_the_air)
        await me.drag(top, hours[3], hours[9], me.screen.query_one("#log").region)
        assert len({region for region, _ in seen}) >= 3
        assert all(picked for _, picked in seen)
        assert (me.in_the_air, me.selection.picked, session.at) == ([], None, point)
        await me.drag(top, hours[3], key="escape")
        assert (me.in_the_air, session.at) == ([], point)
        assert me.is_at("TableScreen")

        def on_its_way() -> Flight:
            """What would fly now."""
            before = player_view(session, 0, 0, active=True)
            after = session.fork(session.seats)
            after.act(PlaceCard())
            (way,) = me.table.flights(me.table.rules.moves(before, player_view(after, 0, 0, active=True)))
            return way

        await me.drag(top, hours[3])
        assert on_its_way().start == corner(top, on_its_way().size)
        await me.click(top)
        await me.moved_on(point)


# -- hints -----------------------------------------------------------------------------------------------


def late_to_take(session: AnySession) -> bool:
    return session.to_act == 0 and len(RULES.legal_actions(session.state)) == 3 and session.state.turn > 8


def badges(me: Seated) -> list[AdviceBadge]:
    """Those that say something."""
    return [badge for badge in me.screen.query(AdviceBadge) if badge.words and badge.size.area]


@pytest.mark.parametrize("is_watch", [False, True], ids=["clockwork", "watch"])
async def test_each_choice_has_its_badge_on_the_upper_edge_of_its_card_at_every_size(
    is_watch: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = where(at_exchange, CLOCK, variant="watch") if is_watch else game_where(late_to_take)
    async with at_shell(session, monkeypatch) as me:
        model, rules = me.table.shown, me.table.rules
        actions = session.game.rules.legal_actions(session.state)
        choices = {target for action in actions for target in rules.targets_of(model, action)}
        advice = TableAdvice("Think.", tuple(Badge(choice, ("12 %",), Tone.PLAIN) for choice in choices))
        me.give(did.Confirm(), advice=advice)

        def stand() -> bool:
            cards = [me.table.region_of(choice) for choice in choices]
            there = [(badge.region.y, card.contains_region(badge.region)) for badge, card in zip(badges(me), cards)]
            return there == [(card.y, True) for card in cards]

        for size in ((60, 18), (120, 40)):
            await me.pilot.resize_terminal(*size)
            await me.until(stand, "the badges in their places")
            assert len(badges(me)) == len(choices) >= 3
            assert me.prompt == advice.words


async def test_a_hint_is_on_the_cards_and_the_line_of_keys_plays_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    def worth(
        _: ClockworkSteadyBot, state: ClockworkState, actions: Sequence[ClockworkAction]
    ) -> Mapping[ClockworkAction, float]:
        return {action: 1 / (number + 2) for number, action in enumerate(actions)}

    monkeypatch.setattr(ClockworkSteadyBot, "evaluate_open", worth)
    session = game_where(late_to_take)
    async with at_table(session, settings=Settings()) as me:
        await me.until(lambda: "This choice counts." in me.text, "what is said of the choice")
        assert (session.hints, badges(me)) == (0, [])
        await me.press("h")
        await me.until(lambda: bool(badges(me)), "the badges")
        assert me.keys == ["play the best", "close the hint", "take", "move", "help", "quit"]
        advice, at = me.screen.state.advice, session.at
        assert advice is not None
        assert session.hints == 1
        await me.click_key("play the best")
        await me.until(lambda: session.at > at, "the move")
        assert session.position(at + 1).action == advice.best
        await me.until(lambda: not badges(me), "no badges")


async def test_choices_at_points_that_were_passed_are_not_compared_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    compared, may_end = list[int](), Event()
    async with at_table(game_where(late_to_take)) as me:
        assert me.screen.player is not None

        def compare(*_: object) -> TableAdvice:
            compared.append(len(compared))
            assert may_end.wait(PATIENCE)
            return TableAdvice("")

        monkeypatch.setattr("clockspades.table.advice.advice_for", compare)
        threads = threading.active_count()
        for _ in range(12):
            me.screen.run_effect(Advise(me.screen.player))
            await me.pilot.pause()
        may_end.set()
        await me.until(lambda: threading.active_count() <= threads, "the end of the last")
        assert len(compared) <= 5  # those that had begun already, and the last


# -- moments ---------------------------------------------------------------------------------------------


@given(st.integers(60, 220), st.integers(10, 60), st.floats(0, 2), st.floats(0.3, LONGEST), st.floats(0, 1))
def test_a_cascade_stays_on_the_table_and_is_over_in_time(
    width: int, height: int, delay: float, seconds: float, share: float
) -> None:
    room = Region(0, 0, width, height)
    flights = cascade(room, delay, seconds)
    assert all(flight.over <= delay + seconds + 1e-9 for flight in flights)
    cards = [Region.from_offset(flight.place(share * flight.seconds), flight.size) for flight in flights]
    assert all(room.contains_region(card) for card in cards)


LOGS: Final = Path(__file__).parents[1] / "logs"


def moment_of(table: Table) -> Any:
    return None if table.model is None else table.model.moment


async def test_a_replay_celebrates_a_single_step_forward(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClockworkTableRules, "moment", lambda *_: Moment(60.0, ()))
    loaded = load(LOGS / "clockwork-spades" / "defaults-four-kings.cslog", find_game)
    async with opened(archive, ReplayRoute(loaded, loaded.session.last - 1), moving=True) as me:
        await me.pilot.pause()
        screen = me.here
        assert isinstance(screen, ReplayScreen)
        table = screen.table
        me.type("right")
        await me.until(lambda: moment_of(table) is not None, "a moment")
        me.type("v")
        await me.until(lambda: moment_of(table) is None, "the end of it")
        for key in ("home", "end"):
            me.type(key)
            await me.pilot.pause()
        assert screen.session.at == screen.session.last
        assert moment_of(table) is None


async def test_what_cannot_change_any_more_is_finished_by_its_key_and_any_other_key_skips_it() -> None:
    session = where(lambda s: GERMAN.rules.is_settled(s.view(0)), GERMAN, bot="watchful")
    async with at_table(session, moving=True) as me:
        assert "finish" in me.keys
        await me.press("f")
        await me.until(lambda: me.keys == ["skip"], "the rest, which is played out")
        await me.press("escape")
        await me.until(lambda: session.outcome is not None, "the end")
        assert me.here is me.screen
