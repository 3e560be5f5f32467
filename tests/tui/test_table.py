"""The table as people play at it: by keys, by mouse, and with everything going on around them."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from textual import events
from textual.geometry import Offset

from clockspades.cards import PACK
from clockspades.engine.actions import Action
from clockspades.engine.header import Header
from clockspades.engine.rules import Outcome
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import (
    RULES,
    State,
    matches,
)
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, load
from clockspades.table.faces import Face
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets import flight
from clockspades.tui.widgets.flight import Flight, Flyer
from clockspades.tui.widgets.game_log import GameLog
from tests.tui.seated import ANA, GAME, PATIENCE, TICK, Seated, at_table, begun, game_where, opened, printed


def to_play(count: int = 1) -> Callable[[AnySession], bool]:
    """Whether Ana is to act and has so many matches."""
    return lambda session: session.to_act == 0 and len(matches(session.state)) == count


def to_take(session: AnySession) -> bool:
    """Whether Ana has to take one of three spades."""
    return session.to_act == 0 and len(RULES.legal_actions(session.state)) == 3


def finished_log(archive: Archive) -> State:
    """The end of the only game that is kept, which must be true and finished."""
    (entry,) = archive.entries()
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.finished
    state: State = loaded.session.positions[-1].state
    return state


# -- whole games -------------------------------------------------------------------------------------------


async def test_a_whole_game_by_keys_alone(archive: Archive) -> None:
    session = begun(archive, GAME, (ANA, TICK), seed=11)
    async with opened(archive, TableRoute(session), (80, 24)) as me:
        while True:
            await me.turn()
            if session.outcome is not None:
                break
            point = session.at
            if not matches(me.view):
                await me.press("2" if len(me.view.window) > 1 else "1")
            await me.press("enter")
            await me.moved_on(point)
        assert me.prompt == GAME.words.verdict(session.state, session.names_at_table)
        await me.press("enter")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
    assert finished_log(archive) == session.state


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


class FullDisk:
    """A journal on a disk that has no room, until it has."""

    path = Path("game.cslog")

    def __init__(self, session: AnySession) -> None:
        self.header = Header(session.game.name, session.options, session.seats, "2026-11-21T10:00:00Z")
        self.full = True

    def cut(self, actions: int) -> None:
        self.append(None, None, None)

    def append(self, seat: int | None, action: Any, outcome: Outcome | None) -> None:
        if self.full:
            raise LogError(self.path, 0, "[b]cannot[/b] be written: No space left on device")

    def note(self, text: str) -> None:
        self.append(None, None, None)

    def secure(self) -> None:
        pass

    def take_news(self) -> str:
        return ""

    def close(self) -> None:
        pass


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_a_table_is_left_though_the_log_cannot_be_cut(key: str) -> None:
    session = game_where(to_take)
    session.act(session.game.rules.legal_actions(session.state)[0])
    async with at_table(session) as me:
        await me.turn()
        await me.press("u")
        session.journal = FullDisk(session)
        await me.press(key)
        if key == "escape":
            await me.until(lambda: isinstance(me.app.screen, TitleScreen), "the title")
            assert "No space left on device" in me.said[-1]
        else:
            await me.until(lambda: bool(me.app.return_value), "the farewell")
            assert str(me.app.return_value).endswith("device. The moves you took back are still in the saved game.")


# -- what lies over the table ------------------------------------------------------------------------------


async def test_the_key_line_does_what_its_keys_do() -> None:
    session = game_where(to_play(1))
    async with at_table(session, (100, 30)) as me:
        point = session.at
        await me.click_key("move")
        assert me.selection.cursor is not None
        await me.click_key("play")
        await me.turn()
        assert session.at > point
        await me.click_key("undo")
        assert session.at == point
        await me.click_key("quit")
        assert me.app.return_value == "The game is saved. Continue with: clockspades resume"


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
    monkeypatch.setattr(flight, "SECONDS", 600.0)
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


async def test_a_card_that_is_sent_again_before_it_landed_flies_the_new_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flight, "SECONDS", 20.0)
    async with at_table(game_where(to_take), moving=True) as me:
        flyer = Flyer()
        await me.table.mount(flyer)
        card, size, origin = PACK[0], CARDS[-1], Offset(0, 0)
        due = Event()
        flyer.fly(Flight(Face(card), size, Offset(0, 0), Offset(30, 0), delay=0.01), origin)
        flyer.set_timer(0.01, due.set)
        flyer.land()
        flyer.fly(Flight(Face(card), size, Offset(0, 0), Offset(0, 1000)), origin)
        await me.until(due.is_set, "the time to leave on the first flight")
        await me.until(lambda: flyer.offset.y > 0, "the second flight")
        assert not flyer.is_free
        assert flyer.offset.x == 0


@pytest.mark.parametrize("turns", [False, True])
async def test_a_card_is_drawn_before_its_new_size_is_laid_out(turns: bool) -> None:
    async with at_table(game_where(to_take), moving=True) as me:
        flyer = Flyer()
        await me.table.mount(flyer)
        for size in (CARDS[0], CARDS[-1]):
            flyer.fly(Flight(Face(PACK[0]), size, Offset(0, 0), Offset(30, 0), turns=turns), Offset(0, 0))
            assert flyer.render_line(size.height - 1).text.strip()
        assert not flyer.render_line(CARDS[0].height - 1).text.strip()


async def test_a_card_that_turns_shows_its_back_until_it_is_turned() -> None:
    async with at_table(game_where(to_take), moving=True) as me:
        flyer, size = Flyer(), CARDS[0]
        await me.table.mount(flyer)
        flyer.fly(Flight(Face(PACK[0]), size, Offset(0, 0), Offset(30, 0), turns=True), Offset(0, 0))
        for turned, is_open in ((0.0, False), (0.9, True)):
            flyer.set_reactive(Flyer.turned, turned)
            drawn = "".join(flyer.render_line(line).text for line in range(size.height))
            assert (PACK[0].rank.letter in drawn) == is_open


async def test_a_card_that_is_to_turn_lies_open_as_soon_as_nothing_is_to_move_any_more() -> None:
    async with at_table(game_where(to_take), moving=True) as me:
        flyer = Flyer()
        await me.table.mount(flyer)
        flyer.fly(Flight(Face(PACK[0]), CARDS[-1], Offset(0, 0), Offset(30, 0), turns=True), Offset(0, 0))
        me.app.change_settings(animation="off")
        await me.until(lambda: flyer.is_free, "the end of the flight")


# -- much at once ------------------------------------------------------------------------------------------


async def test_two_clicks_beside_a_panel_close_it_once() -> None:
    async with at_table(game_where(to_take), (120, 40)) as me:
        for key in ("l", "question_mark", "f2", "f3"):
            await me.press(key)
            over = me.app.screen
            assert over is not me.screen
            for _ in range(2):
                for event in (events.MouseDown, events.MouseUp, events.Click):
                    over._forward_event(event(None, 1, 38, 0, 0, 1, False, False, False, 1, 38))
            await me.rest()
            assert me.app.screen is me.screen


async def test_whatever_is_done_in_whatever_haste_the_game_stays_true(archive: Archive) -> None:
    session = begun(archive, GAME, (ANA, TICK), seed=5)
    keys = [*["enter", "1", "2", "space", "right", "up"] * 3, "left", "down", "u", "r", "l", "h", "question_mark", "f4"]
    async with opened(archive, TableRoute(session)) as me:
        await me.rush(keys, Random(5))
        await me.until(lambda: session.last > 1, "a turn")
        await me.until(lambda: session.outcome is not None or me.view == session.view(0), "a table that shows the game")
    (entry,) = archive.entries()
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.session.positions == session.positions[: session.at + 1]
