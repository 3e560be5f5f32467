"""The table as people play at it: by keys, by mouse, and with everything going on around them."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Final

import pytest
from textual import events
from textual.geometry import Offset, Region
from textual.widget import Widget
from textual.worker import WorkerState

from clockspades.cards import PACK, Card
from clockspades.engine.actions import Action
from clockspades.engine.header import Header, Seat
from clockspades.engine.rules import Outcome
from clockspades.engine.session import PEEKED, AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import (
    KING_OF_SPADES,
    RULES,
    ClockworkEvent,
    Discarded,
    Drew,
    DrewKingOfSpades,
    PassedKing,
    Play,
    Played,
    State,
    Took,
    matches,
)
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, load
from clockspades.table.effects import Act, AskBot, Effect
from clockspades.table.faces import Face
from clockspades.table.inputs import Observed, Undo
from clockspades.table.model import Direction, Selection, Target, TargetKind, player_view
from clockspades.tui.layout.cells import CARDS, nearest
from clockspades.tui.screens.help import HelpScreen
from clockspades.tui.screens.hint import HintScreen
from clockspades.tui.screens.log import LogScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets import flight
from clockspades.tui.widgets.flight import Flight, Flyer
from clockspades.tui.widgets.game_log import GameLog
from tests.tui.patience import reached
from tests.tui.seated import ANA, GAME, PATIENCE, TICK, Seated, at_table, begun, game_where, opened, printed

STEADY: Final = Seat("Tock", "bot:steady")


def to_play(count: int = 1) -> Callable[[AnySession], bool]:
    """Whether Ana is to act and has so many matches."""
    return lambda session: session.to_act == 0 and len(matches(session.state)) == count


def to_take(session: AnySession) -> bool:
    """Whether Ana has to take one of three spades."""
    return session.to_act == 0 and len(RULES.legal_actions(session.state)) == 3


def at_the_end(session: AnySession) -> bool:
    return session.outcome is not None


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
        assert me.prompt == GAME.words.verdict(session.state, session.names)
        await me.press("enter")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
    assert finished_log(archive) == session.state


async def test_a_whole_game_by_mouse_alone(archive: Archive) -> None:
    session = begun(archive, GAME, (ANA, TICK), seed=12)
    async with opened(archive, TableRoute(session), (120, 40)) as me:
        way = 0
        while True:
            await me.turn()
            if session.outcome is not None:
                break
            point, playing = session.at, matches(me.view)
            for card in playing:
                number = me.view.hands[0].index(card)
                way += 1
                await me.click(me.hand.place(number))
                await me.click(me.hand.place(number) if way % 2 else me.dial.places[card.rank])
            if not playing:
                await me.click(me.dial.places[me.view.window[-1]])
            await me.moved_on(point)
        assert way > 4
        await me.click_key("result")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
    assert finished_log(archive) == session.state


# -- keys --------------------------------------------------------------------------------------------------


async def test_escape_lets_go_of_everything_and_then_goes_back_to_the_title(archive: Archive) -> None:
    session = game_where(to_play(2))
    async with at_table(session) as me:
        await me.press(str(me.view.hands[0].index(matches(me.view)[0]) + 1), "space")
        await me.press("right")
        await me.press("escape")
        assert me.selection == Selection()
        assert me.prompt == GAME.words.prompt(me.view, session.names)
        await me.press("escape")
        await me.until(lambda: isinstance(me.app.screen, TitleScreen), "the title")


async def test_the_arrows_reach_everything_on_the_screen() -> None:
    session = game_where(lambda s: s.to_act == 0 and s.state.turn == 9 and len(s.state.hands[0]) == 3)
    keys: tuple[Direction, ...] = ("up", "right", "down", "down", "left", "up")
    async with at_table(session) as me:
        await me.press("left")
        for size in ((60, 18), (80, 24), (120, 40)):
            await me.pilot.resize_terminal(*size)
            places, here = me.table.places(), me.selection.cursor
            assert here is not None
            assert reached(places, here) == set(places), size
            for key in keys:
                here = nearest(places, here, key)
                await me.press(key)
                assert me.selection.cursor == here, size
                assert here is not None
                assert me.prompt == me.explain(here), size


async def test_a_cursor_move_repaints_in_one_small_frame_what_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    session = game_where(to_play(2))
    async with at_table(session, (120, 40)) as me:
        await me.press("1")
        frames: list[str] = []
        me.app.see_frame = frames.append
        repainted: list[str | None] = []
        for widget in me.screen.walk_children(Widget):
            monkeypatch.setattr(widget, "refresh", _noted(widget, repainted))
        await me.press("2")
        assert len(frames) == 1
        assert len(frames[0].encode()) < 4096
        assert sorted(map(str, repainted)) == ["near-hand", "prompt"]


def _noted(widget: Widget, repainted: list[str | None]) -> Callable[..., Widget]:
    """The widget's way to ask for a repaint, each time noted."""
    refresh = widget.refresh

    def noted(*regions: Region, **kinds: bool) -> Widget:
        repainted.append(widget.id)
        return refresh(*regions, **kinds)

    return noted


# -- what is said ------------------------------------------------------------------------------------------


async def test_hovering_explains_without_doing_anything() -> None:
    session = game_where(to_play(1))
    async with at_table(session) as me:
        prompt, point = me.prompt, session.at
        (card,) = matches(me.view)
        places = {Target(TargetKind.HAND, me.view.hands[0].index(card)): me.hand.place(me.view.hands[0].index(card))}
        places |= {Target(TargetKind.HOUR, hour): me.dial.places[hour] for hour in (0, card.rank, card.rank % 12 + 1)}
        for target, place in places.items():
            await me.hover(place)
            assert me.prompt == me.explain(target) != prompt
        await me.hover(me.screen.query_one(GameLog).region)
        assert me.prompt == prompt
        await me.click(me.hand.place(me.view.hands[0].index(card)))
        picked = me.prompt
        await me.hover(me.dial.places[0])
        await me.hover(me.screen.query_one(GameLog).region)
        assert me.prompt == picked
        assert session.at == point


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


async def test_while_the_bot_thinks_the_keys_are_answered(stuck_bot: Event) -> None:
    session = game_where(to_play(1))
    async with at_table(session) as me:
        await me.press("enter")
        await me.until(lambda: session.to_act == 1, "the bot's turn")
        await me.press("right")
        assert me.selection.cursor is not None
        await me.press("l")
        await me.until(lambda: isinstance(me.app.screen, LogScreen), "the log")
        await me.press("l")
        stuck_bot.set()
        await me.turn()
        assert session.at == session.last


async def test_what_is_undone_while_the_bot_thinks_stays_undone(stuck_bot: Event) -> None:
    session = game_where(to_play(1))
    point = session.at
    async with at_table(session) as me:
        await me.press("enter")
        await me.until(lambda: session.to_act == 1, "the bot's turn")
        await me.press("u")
        assert session.at == point
        stuck_bot.set()
        await me.rest()
        assert session.at == point
        assert me.screen.player is not None
        assert me.screen.player.active


async def test_a_bot_that_still_thinks_of_what_was_undone_is_asked_nothing_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goes_on, asked = Event(), list[object]()

    class SlowBot:
        def choose(self, view: State) -> Action:
            asked.append(self)
            goes_on.wait(PATIENCE)
            return RULES.legal_actions(view)[0]

    monkeypatch.setattr(ClockworkSpades, "make_bot", lambda game, name, rng: SlowBot())
    session = game_where(to_play(1))
    async with at_table(session) as me:
        await me.press("enter")
        await me.until(lambda: len(asked) == 1, "the bot's choice")
        await me.press("u", "enter")
        await me.until(lambda: len(asked) == 2, "another choice")
        assert asked[0] is not asked[1]
        goes_on.set()
        await me.turn()


async def test_a_choice_that_comes_too_late_is_not_played_for_the_person(stuck_bot: Event) -> None:
    both_play = game_where(lambda s: to_play(1)(s) and bool(matches(GAME.rules.reduce(s.state, Play()).state)))
    point = both_play.at
    async with at_table(both_play) as me:
        await me.press("enter")
        await me.until(lambda: both_play.to_act == 1, "the bot's turn")
        (worker,) = me.screen.workers
        stuck_bot.set()
        while worker.state is not WorkerState.SUCCESS:
            await asyncio.sleep(0)
        me.screen.dispatch(Undo())  # before the screen hears of it
        await me.rest()
        assert both_play.at == point


async def test_a_bot_that_searches_plays_too() -> None:
    session = game_where(to_play(1), (ANA, STEADY))
    async with at_table(session) as me:
        point = session.at
        await me.press("enter")
        await me.until(lambda: session.at > point and session.to_act == 0, "the bot's choice")


async def test_two_bots_play_a_game_to_its_end() -> None:
    session: AnySession = Session(GAME, GAME.configure({}), (Seat("Tick", "bot:random"), Seat("Tock", "bot:random")))
    session.deal(Random(5))
    async with at_table(session) as me:
        await me.until(lambda: session.outcome is not None, "the end")
        assert me.prompt == GAME.words.verdict(session.state, session.names)
        assert me.dial.model.angle is None


# -- going back --------------------------------------------------------------------------------------------


async def test_undo_and_redo_go_from_decision_to_decision() -> None:
    session = game_where(lambda s: to_take(s) and s.state.turn > 5)
    async with at_table(session) as me:
        points, said = [session.at], []
        for _ in range(2):
            await me.press("u")
            assert session.at < points[-1]
            assert session.to_act == 0
            assert me.view == session.view(0)
            points.append(session.at)
            said.append(me.prompt)
        assert said[0] == PEEKED
        assert said[1].startswith("Ana must "), "once for both"
        for point in reversed(points[:-1]):
            await me.press("r")
            assert session.at == point
        await me.press("r")
        assert me.prompt == "Nothing to redo."


async def test_at_the_first_decision_there_is_nothing_to_take_back() -> None:
    async with at_table(game_where(lambda s: s.to_act == 0)) as me:
        await me.press("u")
        assert me.prompt == "Nothing to undo."


async def test_a_finished_game_is_not_undone() -> None:
    session = game_where(at_the_end)
    async with at_table(session) as me:
        assert "undo" not in me.keys
        await me.press("u")
        assert session.outcome is not None
        assert "result" in me.keys


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


async def test_what_cannot_be_kept_is_not_played() -> None:
    session = game_where(to_play(1))
    session.journal = disk = FullDisk(session)
    async with at_table(session) as me:
        point = session.at
        await me.press("enter")
        await me.until(lambda: "[b]cannot[/b] be written: No space left on device" in me.prompt, "a word about it")
        assert session.at == point
        assert me.view == session.view(0)
        disk.full = False
        await me.press("enter")
        await me.moved_on(point)
        await me.turn()


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


async def test_a_bot_whose_choice_cannot_be_kept_tries_again_on_enter() -> None:
    session = game_where(to_play(1))
    session.journal = disk = FullDisk(session)
    disk.full = False
    async with at_table(session) as me:
        me.screen.session.journal = disk
        session.act(Play())
        disk.full = True
        me.session_moved()
        await me.until(lambda: "No space left" in me.prompt, "a word about it")
        point = session.at
        assert session.to_act == 1
        disk.full = False
        await me.press("enter")
        await me.moved_on(point)


# -- what lies over the table ------------------------------------------------------------------------------


async def test_overlays_open_and_close_by_key_and_by_mouse() -> None:
    overlays = (("l", "log", LogScreen), ("h", "hint", HintScreen), ("question_mark", "help", HelpScreen))
    async with at_table(game_where(to_take)) as me:
        for key, words, screen in overlays:
            await me.press(key)
            assert isinstance(me.app.screen, screen), key
            await me.press(key)
            assert isinstance(me.app.screen, TableScreen), key
            await me.click_key(words)
            assert isinstance(me.app.screen, screen), words
            await me.press("escape")
            assert isinstance(me.app.screen, TableScreen), f"Escape closes {words}"


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


async def test_the_key_line_names_the_spades_to_choose_from() -> None:
    async with at_table(game_where(to_take)) as me:
        point = me.session.at
        await me.click_key("spade")
        assert me.selection.cursor == Target(TargetKind.HOUR, me.view.window[0])
        await me.click_key("take")
        await me.moved_on(point)


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


async def test_resizing_at_any_moment_loses_nothing() -> None:
    session = game_where(to_play(2))
    async with at_table(session) as me:
        first, _ = matches(me.view)
        number = me.view.hands[0].index(first)
        await me.press(str(number + 1), "space", "right")
        selection = me.selection
        for size in ((120, 40), (60, 18), (40, 10), (200, 60), (80, 24)):
            await me.pilot.resize_terminal(*size)
            assert me.selection == selection
        text = me.text
        await me.pilot.resize_terminal(100, 30)
        await me.pilot.resize_terminal(80, 24)
        assert me.text == text
        await me.press("enter")
        await me.turn()
        assert not set(session.state.hands[0]) & {first}


async def test_below_the_smallest_size_one_line_says_what_is_needed() -> None:
    session = game_where(to_take)
    async with at_table(session) as me:
        before = me.text
        for size in ((59, 18), (60, 17), (20, 5), (10, 3)):
            await me.pilot.resize_terminal(*size)
            text = me.text
            assert "60x18" in text, size
            assert f"{size[0]}x{size[1]}" in text
            assert "♠" not in text, size
        await me.pilot.resize_terminal(80, 24)
        await me.until(lambda: me.text == before, "the table as it was")


async def test_a_game_opened_in_a_small_window_comes_when_the_window_grows() -> None:
    async with at_table(game_where(to_take), (50, 12)) as me:
        assert "60x18" in me.text
        await me.pilot.resize_terminal(80, 24)
        assert me.view.hands[0][0].symbol in me.text
        assert me.prompt.split()[0] in me.text


# -- what moves --------------------------------------------------------------------------------------------


async def test_everything_that_happens_is_seen_to_move() -> None:
    session = game_where(at_the_end, rules="gamerules")
    flown: set[type[ClockworkEvent]] = set()
    async with at_table(session, (100, 30)) as me:
        for point in range(2, session.last + 1):
            session.go_to(point - 1)
            before = player_view(session, 0, 0, active=False)
            me.screen.dispatch(Observed(before))
            session.go_to(point)
            after = player_view(session, 0, 0, active=False)
            me.screen.dispatch(Observed(after))
            ways = [(way.face.card, way.start, way.end) for way in me.table.flights(before, after)]
            for event in after.history[-1]:
                if expected := _ways(me, before.view, after.view, event):
                    flown.add(type(event))
                for card, start, end in expected:
                    assert any(
                        way[0] is card and start.contains_point(way[1]) and end.contains_point(way[2]) for way in ways
                    )
            assert len(ways) == sum(len(_ways(me, before.view, after.view, event)) for event in after.history[-1])
    assert flown == {Played, Took, Drew, PassedKing, Discarded, DrewKingOfSpades}


def _ways(me: Seated, before: State, after: State, event: ClockworkEvent) -> list[tuple[Card, Region, Region]]:
    """For each card that an event moves where it leaves from and where it arrives, with some room around both."""

    def hour(number: int) -> Region:
        return me.dial.places[number].grow((2, 2, 2, 2))

    def widget(name: str, seat: int) -> Region:
        return me.screen.query_one(f"#{'near' if seat == 0 else 'far'}-{name}").region.grow((2, 4, 2, 4))

    match event:
        case Played(seat, cards):
            return [(card, widget("hand", seat), hour(card.rank)) for card in cards]
        case Took(seat, spade, covers):
            taken = (spade, hour(spade.rank), widget("tally", seat))
            return [taken, *((card, hour(spade.rank), hour(0)) for card in covers)]
        case PassedKing(seat, king):
            return [(king, hour(0), widget("tally", 1 - seat))]
        case Drew(seat, cards):
            return [(card, hour(0), widget("hand", seat)) for card in cards]
        case DrewKingOfSpades(seat):
            return [(KING_OF_SPADES, hour(0), widget("tally", seat))]
        case Discarded(seat, cards):
            return [(card, widget("hand", seat), hour(0)) for card in cards]
    return []


def in_the_air(me: Seated) -> list[Flyer]:
    return [flyer for flyer in me.table.query(Flyer) if not flyer.is_free]


async def test_cards_fly_and_land(stuck_bot: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flight, "SECONDS", 1.0)
    session = game_where(to_play(2))
    async with at_table(session, moving=True) as me:
        state = session.state
        me.type("enter")
        await me.until(lambda: any(flyer.region.area for flyer in in_the_air(me)), "a card in the air")
        assert session.state != state, "the game does not wait for it"
        await me.until(lambda: not in_the_air(me), "the landing")
        assert not in_the_air(me)
        await me.until(lambda: not any(flyer.region.area for flyer in me.table.query(Flyer)), "nothing in the air")
        stuck_bot.set()


async def test_a_card_in_the_air_repaints_its_way_and_no_more(
    stuck_bot: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flight, "SECONDS", 1.0)
    async with at_table(game_where(to_play(2)), (120, 40), moving=True) as me:
        frames: list[str] = []
        me.app.see_frame = frames.append
        me.type("enter")
        await me.until(lambda: any(flyer.region.area for flyer in in_the_air(me)), "a card in the air")
        await me.pilot.pause(0)
        assert any("Clockwork Spades" in printed(frame) for frame in frames), "it is painted for the new turn"
        frames.clear()
        await me.until(lambda: not in_the_air(me), "the landing")
        assert not [frame for frame in frames if "Clockwork Spades" in printed(frame)]
        assert frames
        stuck_bot.set()


@pytest.mark.parametrize("by_key", [True, False])
async def test_a_key_or_a_click_ends_a_flight_and_acts_at_once(
    stuck_bot: Event, monkeypatch: pytest.MonkeyPatch, by_key: bool
) -> None:
    monkeypatch.setattr(flight, "SECONDS", 20.0)
    session = game_where(to_play(2))
    async with at_table(session, moving=True) as me:
        me.type("enter")
        await me.until(lambda: len(in_the_air(me)) > 2, "cards in the air")
        if by_key:
            me.type("u")
        else:
            me.tap("undo")
        await me.until(lambda: session.at < session.last, "the point before")
        assert in_the_air(me) == []
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


async def test_a_card_that_is_to_turn_lies_open_as_soon_as_nothing_is_to_move_any_more() -> None:
    async with at_table(game_where(to_take), moving=True) as me:
        flyer = Flyer()
        await me.table.mount(flyer)
        flyer.fly(Flight(Face(PACK[0]), CARDS[-1], Offset(0, 0), Offset(30, 0), turns=True), Offset(0, 0))
        me.app.change_settings(animation="off")
        await me.until(lambda: flyer.is_free, "the end of the flight")


async def test_with_movement_off_nothing_flies(stuck_bot: Event) -> None:
    session = game_where(to_play(2))
    async with at_table(session) as me:
        await me.press("enter")
        await me.until(lambda: session.to_act == 1, "the bot's turn")
        assert not me.table.query(Flyer)
        assert me.dial.angle == me.dial.model.angle
        stuck_bot.set()


# -- much at once ------------------------------------------------------------------------------------------


async def test_two_clicks_beside_a_panel_close_it_once() -> None:
    async with at_table(game_where(to_take), (120, 40)) as me:
        for key in ("h", "question_mark", "f2", "f3"):
            await me.press(key)
            over = me.app.screen
            assert over is not me.screen
            for _ in range(2):
                for event in (events.MouseDown, events.MouseUp, events.Click):
                    over._forward_event(event(None, 1, 38, 0, 0, 1, False, False, False, 1, 38))
            await me.rest()
            assert me.app.screen is me.screen


async def test_a_table_that_was_left_plays_no_more(archive: Archive) -> None:
    session = begun(archive, GAME, (ANA, TICK), seed=11)
    async with opened(archive, TableRoute(session)) as me:
        await me.turn()
        choice = session.game.rules.legal_actions(session.state)[0]
        screen, point = me.screen, session.at
        await me.press("escape")
        await me.until(lambda: isinstance(me.app.screen, TitleScreen), "the title")
        screen.run_effect(Act(choice))
        await me.rest()
        assert session.at == point


async def test_whatever_is_done_in_whatever_haste_the_game_stays_true(archive: Archive) -> None:
    session = begun(archive, GAME, (ANA, TICK), seed=5)
    keys = [*["enter", "1", "2", "space", "right", "up"] * 3, "left", "down", "u", "r", "l", "h", "question_mark", "f4"]
    async with opened(archive, TableRoute(session)) as me:
        await me.rush(keys, Random(5))
        await me.until(lambda: session.last > 1, "a turn")
        await me.until(lambda: me.view == session.view(0), "a table that shows the game")
    (entry,) = archive.entries()
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.session.positions == session.positions[: session.at + 1]


async def test_every_effect_of_an_input_runs_in_the_state_that_it_led_to(
    archive: Archive, saved_session: AnySession, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, ran = TableScreen.run_effect, list[Effect]()

    def watched(screen: TableScreen, effect: Effect) -> None:
        before = screen.state
        run(screen, effect)
        assert screen.state is before
        ran.append(effect)

    monkeypatch.setattr(TableScreen, "run_effect", watched)
    async with opened(archive, TableRoute(saved_session)) as seated:
        await seated.turn()
        await seated.press("1", "enter")
        await seated.until(lambda: any(isinstance(effect, AskBot) for effect in ran), "the bot's turn")
        kinds = [type(effect).__name__ for effect in ran]
        acted = kinds.index("Act")
        assert kinds[acted : acted + 2] == ["Act", "Observe"]
        seated.app.action_leave()  # closes the game that is open
