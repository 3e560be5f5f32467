"""The table on the screen: cards in the air, hints on them, moments, and what is written to the terminal."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Final

import pytest
from textual import events
from textual.geometry import Offset, Size

from clockspades.cards import PACK
from clockspades.engine.actions import Action
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import RULES, Reason, State, matches
from clockspades.games.clockwork.clockwork_selectors import FourKings
from clockspades.games.clockwork.clockwork_table import ClockworkTableRules
from clockspades.routes import ReplayRoute, TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, load
from clockspades.saved.log_writer import LogWriter
from clockspades.saved.settings import Settings
from clockspades.table.faces import Face
from clockspades.table.model import TableModel
from clockspades.table.moments import Moment
from clockspades.table.update import COMPARING
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.flight import AdviceBadge, Flight, Flyer
from clockspades.tui.widgets.game_log import GameLog
from tests.table.test_moments import ended, lost_or_won
from tests.tui.layout import SIZES
from tests.tui.patience import CLOCK, at_exchange, where
from tests.tui.seated import PATIENCE, Seated, at_table, game_where, let_flights_last, opened, printed


def to_play(count: int = 1) -> Callable[[AnySession], bool]:
    """Whether Ana is to act and has so many matches."""
    return lambda session: session.to_act == 0 and len(matches(session.state)) == count


def to_take(session: AnySession) -> bool:
    """Whether Ana has to take one of three spades."""
    return session.to_act == 0 and len(RULES.legal_actions(session.state)) == 3


# -- the bot -----------------------------------------------------------------------------------------------


@pytest.fixture
def stuck_bot(monkeypatch: pytest.MonkeyPatch) -> Event:
    """A bot that thinks until the event is set, which a test does before it ends."""
    goes_on = Event()

    class StuckBot:
        def __init__(self, rng: Random) -> None:
            self._rng = rng

        def choose(self, view: State) -> Action:
            goes_on.wait(PATIENCE)
            return self._rng.choice(RULES.legal_actions(view))

    monkeypatch.setattr(ClockworkSpades, "make_bot", lambda game, name, rng: StuckBot(rng))
    return goes_on


# -- what is kept ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_a_table_is_left_though_the_log_cannot_be_cut(
    archive: Archive, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(log: LogWriter, actions: int) -> None:
        raise LogError(log.path, 0, "[b]cannot[/b] be written: No space left on device")

    monkeypatch.setattr(LogWriter, "cut", cut)
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
            await me.shows(TitleScreen)
            assert "No space left on device" in me.said[-1]
        else:
            await me.until(lambda: bool(me.app.return_value), "the farewell")
            assert str(me.app.return_value).endswith("device. The moves you took back are still in the saved game.")


# -- what lies over the table ------------------------------------------------------------------------------


async def test_the_wheel_scrolls_the_log() -> None:
    session = game_where(lambda s: s.to_act == 0 and s.state.turn > 12)
    async with at_table(session) as me:
        log = me.screen.query_one(GameLog)
        end = log.above
        assert end > 4
        for event, change in ((events.MouseScrollUp, -2), (events.MouseScrollUp, -4), (events.MouseScrollDown, -2)):
            await me.pilot._post_mouse_events([event], log, offset=(3, 1))
            assert log.above == end + change
        for _ in range(4):
            await me.pilot._post_mouse_events([events.MouseScrollDown], log, offset=(3, 1))
        assert log.above == end


# -- its size ----------------------------------------------------------------------------------------------


async def test_a_game_opened_in_a_small_window_comes_when_the_window_grows() -> None:
    async with at_table(game_where(to_take), (50, 12)) as me:
        assert "60x18" in me.text
        await me.pilot.resize_terminal(80, 24)
        assert me.view.hands[0][0].symbol in me.text
        assert me.prompt.split()[0] in me.text


# -- what moves --------------------------------------------------------------------------------------------


def in_the_air(me: Seated) -> list[Flyer]:
    return [flyer for flyer in me.table.query(Flyer) if not flyer.is_free]


async def test_a_card_in_the_air_repaints_its_way_and_no_more(
    stuck_bot: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_flights_last(monkeypatch, 600.0)
    async with at_table(game_where(to_play(2)), (120, 40), moving=True) as me:
        frames: list[str] = []
        me.app.see_frame = frames.append
        me.type("enter")
        await me.until(lambda: any(flyer.region.area for flyer in in_the_air(me)), "a card in the air")
        await me.pilot.pause(0)
        assert any("Clockwork Spades" in printed(frame) for frame in frames), "it is painted for the new turn"
        frames.clear()
        await me.until(lambda: bool(frames), "its way")
        me.table.land()
        await me.pilot.pause(0)
        assert not [frame for frame in frames if "Clockwork Spades" in printed(frame)]
        stuck_bot.set()


async def test_a_card_that_is_sent_again_before_it_landed_flies_the_new_way() -> None:
    async with at_table(game_where(to_take), moving=True) as me:
        flyer = Flyer()
        await me.table.mount(flyer)
        card, size, origin = PACK[0], CARDS[-1], Offset(0, 0)
        due = Event()
        flyer.fly(Flight(Face(card), size, Offset(0, 0), Offset(30, 0), delay=0.01, seconds=20.0), origin)
        flyer.set_timer(0.01, due.set)
        flyer.land()
        flyer.fly(Flight(Face(card), size, Offset(0, 0), Offset(0, 1000), seconds=20.0), origin)
        await me.until(due.is_set, "the time to leave on the first flight")
        await me.until(lambda: flyer.offset.y > 0, "the second flight")
        assert not flyer.is_free
        assert flyer.offset.x == 0


async def test_a_card_is_drawn_before_its_new_size_is_laid_out_and_shows_its_back_until_it_is_turned() -> None:
    async with at_table(game_where(to_take), moving=True) as me:
        flyer = Flyer()
        await me.table.mount(flyer)

        def fly(size: Size, turns: bool) -> None:
            flyer.fly(Flight(Face(PACK[0]), size, Offset(0, 0), Offset(30, 0), turns=turns), Offset(0, 0))

        for turns in (False, True):
            for size in (CARDS[0], CARDS[-1]):
                fly(size, turns)
                assert flyer.render_line(size.height - 1).text.strip()
            assert not flyer.render_line(CARDS[0].height - 1).text.strip()
        fly(CARDS[0], True)
        for turned, is_open in ((0.0, False), (0.9, True)):
            flyer.set_reactive(Flyer.turned, turned)
            drawn = "".join(flyer.render_line(line).text for line in range(CARDS[0].height))
            assert (PACK[0].rank.letter in drawn) == is_open
        me.app.change_settings(animation="off")
        await me.until(lambda: flyer.is_free, "the end of the flight, as nothing is to move any more")


# -- hints -----------------------------------------------------------------------------------------------


def late_to_take(session: AnySession) -> bool:
    return session.to_act == 0 and len(RULES.legal_actions(session.state)) == 3 and session.state.turn > 8


def badges(me: Seated) -> list[AdviceBadge]:
    """Those that say something."""
    return [badge for badge in me.screen.query(AdviceBadge) if badge.words and badge.size.area]


async def ask(me: Seated) -> None:
    """Ask for a hint, and wait until it is on the cards."""
    await me.press("h")
    await me.until(lambda: me.screen.state.advice not in (None, COMPARING), "the advice")
    await me.until(lambda: bool(badges(me)), "the badges")


@pytest.mark.parametrize("is_watch", [False, True], ids=["clockwork", "watch"])
async def test_each_choice_has_its_badge_on_the_upper_edge_of_its_card_at_every_size(is_watch: bool) -> None:
    async with at_table(where(at_exchange, CLOCK, variant="watch") if is_watch else game_where(late_to_take)) as me:
        await ask(me)
        advice = me.screen.state.advice
        assert advice is not None

        def stand() -> bool:
            cards = [me.table.region_of(badge.target) for badge in advice.badges]
            there = [(badge.region.y, card.contains_region(badge.region)) for badge, card in zip(badges(me), cards)]
            return there == [(card.y, True) for card in cards]

        for size in SIZES:
            await me.pilot.resize_terminal(*size)
            await me.until(stand, "the badges in their places")
            assert len(badges(me)) == len(advice.badges) >= 3
            assert me.prompt == advice.words


async def test_the_key_again_takes_them_away_and_the_line_of_keys_plays_the_best() -> None:
    session = game_where(late_to_take)
    async with at_table(session) as me:
        await ask(me)
        assert me.keys == ["play the best", "close"]
        await me.press("h")
        await me.until(lambda: not badges(me), "no badges")
        assert isinstance(me.app.screen, TableScreen)
        assert "hint" in me.keys
        await ask(me)
        advice, at = me.screen.state.advice, session.at
        assert advice is not None
        await me.click_key("play the best")
        await me.until(lambda: session.at > at, "the move")
        assert session.position(at + 1).action == advice.best


# -- moments ---------------------------------------------------------------------------------------------


LOGS: Final = Path(__file__).parents[1] / "logs"


def before_the_end(session: AnySession) -> tuple[AnySession, Any]:
    """A session of its own before the last action, and that action."""
    session.go_to(session.last - 1)
    return session.fork(session.seats), session.position(session.last).action


async def act(me: Seated, action: Any) -> None:
    me.act(action)
    await me.pilot.pause()


async def test_a_moment_changes_nothing_but_what_it_draws(archive: Archive) -> None:
    """Every line is as wide, and what can be read beside the dial stays."""
    session, action = before_the_end(ended("four-kings"))
    async with opened(archive, TableRoute(session), settings=Settings(animation="off")) as me:
        await me.pilot.pause()
        await act(me, action)
        moment = me.table.rules.moment(me.table.shown.player)
        assert moment is not None
        for size in SIZES:
            await me.pilot.resize_terminal(*size)
            await me.rest()
            still, side = me.text, me.line("prompt")
            for share in (0.0, 0.5, 0.9):
                me.table._moment = moment._replace(share=share)
                me.table._draw_moment()
                await me.pilot.pause()
                assert me.line("prompt") == side
                assert [len(line) for line in me.text.splitlines()] == [len(line) for line in still.splitlines()]
            me.table.end_moment()


async def test_a_replay_celebrates_a_single_step_forward(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClockworkTableRules, "moments", {Reason.FOUR_KINGS: Moment(60.0, (FourKings(),))})
    loaded = load(LOGS / "clockwork-spades" / "defaults-four-kings.cslog", find_game)
    async with opened(archive, ReplayRoute(loaded, loaded.session.last - 1), moving=True) as me:
        await me.pilot.pause()
        screen = me.app.screen
        assert isinstance(screen, ReplayScreen)
        table = screen.table

        def moment() -> Any:
            return None if table.model is None else table.model.moment

        me.type("right")
        await me.until(lambda: moment() is not None, "a moment")
        me.type("v")
        await me.until(lambda: moment() is None, "the end of it")
        for key in ("home", "end"):
            me.type(key)
            await me.pilot.pause()
        assert screen.session.at == screen.session.last
        assert moment() is None


def moment_of(me: Seated) -> Any:
    model: TableModel[Any, Any] | None = me.table.model
    return None if model is None else model.moment


async def test_a_moment_ends_by_itself_and_nothing_moves_after_it(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, action = before_the_end(lost_or_won("german-clock", wins=True))
    shares, draw = list[float](), Table._draw_moment

    def noted(table: Table) -> None:
        draw(table)
        shares.extend([] if table.shown.moment is None else [table.shown.moment.share])

    monkeypatch.setattr(Table, "_draw_moment", noted)
    async with opened(archive, TableRoute(session), moving=True, settings=Settings(animation="quick")) as me:
        await me.pilot.pause()
        await act(me, action)
        await me.rest()
        assert shares[0] == 0.0
        assert len(shares) > 1
        assert moment_of(me) is None
        assert not me.app.animator._animations
        assert all(flyer.is_free for flyer in me.table.query(Flyer))
