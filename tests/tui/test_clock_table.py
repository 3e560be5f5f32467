"""The table of Clock and Watch as people play at it: by keys, by mouse, and with cards that turn by themselves."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from clockspades.cards import Rank
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clock.clock_rules import Exchange, Turn
from clockspades.games.clock.clock_table import ClockTableRules
from clockspades.games.clock.clock_words import card_at
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, load
from clockspades.saved.settings import Settings
from clockspades.table.model import Target, TargetKind
from clockspades.table.state import Running
from clockspades.tui.screens.help import HelpScreen
from clockspades.tui.screens.hint import HintScreen
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.widgets.banner import Banner
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.flight import Flight, Flyer
from clockspades.tui.widgets.key_line import KeyLine
from tests.tui.patience import CLOCK, at_exchange, dealt, reached, where
from tests.tui.seated import ANA, Seated, at_table, begun, opened

WON, LOST = 3, 0
"""Seeds of a game of Clock that is won, and of one that is lost."""


def runs(me: Seated) -> bool:
    """Whether cards turn by themselves."""
    return isinstance(me.screen.state.phase, Running)


def pace(me: Seated) -> float:
    """Seconds until the next card turns."""
    assert me.screen._timer is not None
    return me.screen._timer._interval


def row(me: Seated, name: str) -> CardRow:
    return me.screen.query_one(f"#{name}", CardRow)


def finished(archive: Archive) -> AnySession:
    """The only game that is kept, which must be true and finished."""
    (entry,) = archive.entries()
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.finished
    return loaded.session


# -- whole games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "headline"), [(WON, "Ana"), (LOST, "37 of 52")])
async def test_a_whole_game_by_keys_alone(archive: Archive, seed: int, headline: str) -> None:
    session = begun(archive, CLOCK, (ANA,), seed)
    async with opened(archive, TableRoute(session)) as me:
        while session.outcome is None:
            point = session.at
            await me.press("space" if point % 2 else "enter")
            await me.moved_on(point)
            assert session.at == point + 1
        assert me.prompt == CLOCK.words.verdict(session.state, session.names)
        assert "result" in me.keys
        assert "turn" not in me.keys
        await me.press("space")
        assert isinstance(me.app.screen, TableScreen)
        await me.press("enter")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
        assert isinstance(me.app.screen, ResultScreen)
        assert me.app.screen.query_one(Banner).lines[0].text == headline
        assert "Another deal" in me.text
    assert finished(archive).state == session.state


async def test_a_whole_game_by_mouse_alone(archive: Archive) -> None:
    session = begun(archive, CLOCK, (ANA,), LOST)
    async with opened(archive, TableRoute(session), (120, 40)) as me:
        while session.outcome is None:
            point = session.at
            places = (me.dial.places[session.state.in_hand.rank % 13], row(me, "in-hand").place(0), me.dial.places[4])
            await me.click(places[point % 3], chain=1 + point % 3 // 2)
            if session.at == point:
                await me.click(places[1])
            await me.moved_on(point)
        await me.click_key("result")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
    assert finished(archive).state == session.state


@pytest.mark.parametrize("seed", [12, 13])
async def test_a_whole_game_of_watch_by_keys_alone(archive: Archive, seed: int) -> None:
    session = begun(archive, CLOCK, (ANA,), seed, variant="watch")
    async with opened(archive, TableRoute(session)) as me:
        await me.press("f")
        await me.until(lambda: at_exchange(session), "the fourth king")
        point, view = session.at, session.view(0)
        piles = [pile for pile, cards in enumerate(view.face_down, 1) if cards]
        await me.press("left", "right", "right", "down", "down", "down")
        pile = piles[2]
        assert me.selection.cursor == Target(TargetKind.PILE, pile, len(view.face_down[pile - 1]))
        await me.press("up", "2" if len(view.face_down[pile - 1]) > 1 else "1")
        depth = min(2, len(view.face_down[pile - 1]))
        await me.press("enter")
        await me.moved_on(point)
        assert session.positions[point + 1].action == Exchange(pile, depth)
        await me.press("f")
        await me.until(lambda: session.outcome is not None, "the end")
        await me.press("enter")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
    assert finished(archive).state == session.state


async def test_a_whole_game_of_watch_by_mouse_alone(archive: Archive) -> None:
    session = begun(archive, CLOCK, (ANA,), 12, variant="watch")
    async with opened(archive, TableRoute(session)) as me:
        await me.click_key("finish")
        await me.until(lambda: at_exchange(session), "the fourth king")
        point, down = session.at, session.state.face_down
        (deepest,) = {max(range(1, 13), key=lambda pile: len(down[pile - 1]))}
        await me.click(row(me, "in-hand").place(0))
        assert me.prompt == f"The {session.state.in_hand.symbol} is the fourth king."
        empty = next(pile for pile in range(1, 13) if not down[pile - 1])
        await me.click(me.dial.places[empty])
        assert "is complete" in me.prompt
        await me.click(me.dial.places[deepest])
        assert me.selection.cursor == Target(TargetKind.PILE, deepest, 1)
        assert session.at == point
        await me.click(row(me, "lower").place(len(down[deepest - 1]) - 1))
        await me.moved_on(point)
        assert session.positions[point + 1].action == Exchange(deepest, len(down[deepest - 1]))
        await me.click_key("finish")
        await me.until(lambda: session.outcome is not None, "the end")
        await me.click_key("result")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
    assert finished(archive).state == session.state


# -- cards that turn by themselves -------------------------------------------------------------------------


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that turn by themselves turn at once."""
    monkeypatch.setattr(ClockTableRules, "paces", (0.02, 0.02, 0.01))


@pytest.mark.usefixtures("hasty")
async def test_cards_turn_by_themselves_to_the_end_and_the_timer_stops_there() -> None:
    session = dealt(CLOCK, 5)
    async with at_table(session) as me:
        assert not runs(me)
        await me.press("3", "minus")
        await me.until(lambda: session.outcome is not None, "the end")
        await me.until(lambda: not runs(me), "rest")


@pytest.mark.parametrize("key", ["up", "h"])
async def test_a_key_stops_them(key: str) -> None:
    session = dealt(CLOCK, LOST)
    async with at_table(session) as me:
        await me.press("1")
        await me.until(lambda: session.at == 2, "the first turn")
        assert runs(me)
        assert "stop" in me.keys
        await me.press(key)
        await me.until(lambda: not runs(me), "rest")
        assert session.at == 2
        assert "stop" not in [key.words for key in me.screen.query_one(KeyLine).keys]


async def test_so_does_a_click_which_turns_nothing() -> None:
    session = dealt(CLOCK, LOST)
    async with at_table(session) as me:
        await me.press("1")
        await me.until(lambda: session.at == 2, "the first turn")
        await me.click(me.dial.places[3])
        assert not runs(me)
        assert session.at == 2
        await me.click(me.dial.places[3])
        await me.moved_on(2)


async def test_the_speed_is_chosen_while_they_turn() -> None:
    session = dealt(CLOCK, LOST)
    async with at_table(session) as me:
        first, second, third = ClockTableRules.paces
        await me.click_key("run")
        assert pace(me) == first
        for expected in (second, third, first):
            await me.click_key("speed")
            assert pace(me) == expected
        for key, expected in (("minus", first), ("plus", second), ("plus", third), ("plus", third), ("1", first)):
            await me.press(key)
            assert pace(me) == expected
            assert runs(me)


async def test_all_the_rest_is_turned_at_once_and_kept(archive: Archive) -> None:
    session = begun(archive, CLOCK, (ANA,), LOST)
    frames: list[str] = []
    async with opened(archive, TableRoute(session)) as me:
        me.app.see_frame = frames.append
        await me.press("f")
        assert session.outcome is not None
        assert len(frames) <= 3
        await me.press("f")
    assert finished(archive).last == session.last


async def test_a_game_that_cannot_be_kept_stops_where_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    session = dealt(CLOCK, LOST)

    def act(action: Any) -> None:
        raise LogError("game.cslog", 0, "the disk is full")

    async with at_table(session) as me:
        monkeypatch.setattr(session, "act", act)
        await me.press("1")
        await me.until(lambda: "the disk is full" in me.prompt, "a complaint")
        assert not runs(me)
        await me.press("left")
        assert "the disk is full" not in me.prompt
        await me.press("f")
        assert "the disk is full" in me.prompt
        assert session.at == 1


# -- the exchange ------------------------------------------------------------------------------------------


def to_exchange(session: AnySession) -> bool:
    """The fourth king in hand, and a pile of three."""
    return at_exchange(session) and any(len(cards) == 3 for cards in session.state.face_down)


async def test_an_exchange_is_asked_for_again_where_that_is_set() -> None:
    session = where(to_exchange, CLOCK, variant="watch")
    async with at_table(session, settings=Settings(confirm=True)) as me:
        point, pile = session.at, 1 + next(n for n, cards in enumerate(session.state.face_down) if len(cards) == 3)
        await me.click(me.dial.places[pile])
        await me.press("3", "enter")
        assert me.prompt == f"Exchange the king for {card_at(pile, 3)}? Press Enter or click it again. Escape cancels."
        await me.press("escape")
        assert me.selection.cursor is None
        await me.click(me.dial.places[pile])
        await me.click(row(me, "lower").place(2))
        assert session.at == point
        await me.click(row(me, "lower").place(2))
        await me.moved_on(point)
        assert session.positions[point + 1].action == Exchange(pile, 3)


async def test_a_hint_tells_the_best_card_with_its_odds() -> None:
    session = where(to_exchange, CLOCK, variant="watch")
    async with at_table(session, (100, 30)) as me:
        await me.press("h")
        await me.until(lambda: isinstance(me.app.screen, HintScreen), "the hint")
        await me.app.workers.wait_for_complete()
        best = CLOCK.words.hints(session.view(0), session.names)[0]
        assert best.words.split(",")[0] in " ".join(me.text.split())


# -- the pointer and the cursor ----------------------------------------------------------------------------


async def test_what_the_pointer_is_on_is_explained_until_it_leaves() -> None:
    session = where(lambda s: s.at == 9, CLOCK)
    async with at_table(session) as me:
        reminder = me.prompt
        for place, target in (
            (me.dial.places[7], Target(TargetKind.PILE, 7)),
            (me.dial.places[0], Target(TargetKind.PILE, 13)),
            (row(me, "in-hand").place(0), Target(TargetKind.HAND, 0)),
            (row(me, "lower").place(3), Target(TargetKind.LOWER, 3)),
        ):
            await me.hover(place)
            assert me.prompt == me.explain(target)
        await me.pilot.hover("#log")
        assert me.prompt == reminder


async def test_the_arrows_reach_everything() -> None:
    session = where(lambda s: s.at == 9, CLOCK)
    async with at_table(session) as me:
        await me.press("up")
        assert me.selection.cursor is not None
        for size in ((60, 18), (80, 24), (120, 40)):
            await me.pilot.resize_terminal(*size)
            assert reached(me.table.places(), me.selection.cursor) == {*me.table.places()}, size
        for key in ("up", "right", "down", "left"):
            await me.press(key)
            assert me.prompt == me.explain(me.selection.cursor)
        point = session.at
        await me.press("enter")
        await me.moved_on(point)


async def test_the_second_click_of_two_turns_a_card_but_not_one_that_began_on_what_lay_over_the_table() -> None:
    session = dealt(CLOCK, LOST)
    async with at_table(session) as me:
        await me.click(me.dial.places[5])
        await me.click(me.dial.places[5], chain=2)
        await me.click(me.dial.places[5], chain=3)
        await me.until(lambda: session.at == 4, "three turns")
        await me.press("h")
        await me.until(lambda: isinstance(me.app.screen, HintScreen), "the hint")
        await me.press("escape")
        await me.until(lambda: isinstance(me.app.screen, TableScreen), "the table")
        await me.click(me.dial.places[5], chain=2)
        assert session.at == 4
        await me.click(me.dial.places[5])
        await me.moved_on(4)


# -- taking back -------------------------------------------------------------------------------------------


async def test_what_was_turned_up_is_taken_back_without_a_setting_and_turned_up_again(archive: Archive) -> None:
    session = begun(archive, CLOCK, (ANA,), LOST)
    async with opened(archive, TableRoute(session)) as me:
        await me.press("space")
        await me.moved_on(1)
        await me.press("u")
        assert session.at == 1
        await me.press("r")
        assert session.at == 2
        await me.press("u", "space")
        assert session.at == 2
        assert not session.is_practice, "it was the same move again"
        assert "practice" not in me.text.splitlines()[0]


# -- around it ---------------------------------------------------------------------------------------------


async def test_the_help_names_the_keys_of_this_table_once_and_in_its_words() -> None:
    async with at_table(dealt(CLOCK, LOST)) as me:
        await me.press("question_mark")
        await me.until(lambda: isinstance(me.app.screen, HelpScreen), "the help")
        panel = me.app.screen.query_one(".panel")
        said = [" ".join(str(part.render()).strip() for part in line.children) for line in panel.children]
        assert "Space Turn up the next card; in Watch, exchange the king" in said
        assert "f Turn all the cards at once" in said
        assert not [line for line in said if "spade" in line]


async def test_a_bot_plays_by_itself() -> None:
    session: AnySession = Session(CLOCK, CLOCK.configure({"variant": "watch"}), (Seat("Tick", "bot:steady"),))
    session.deal(Random(12))
    async with at_table(session, settings=Settings(bot_pace="at once")) as me:
        assert me.keys[0] != "turn"
        await me.press("space", "1", "f")
        await me.until(lambda: session.outcome is not None, "the end")


async def test_cards_fly_from_the_hand_to_their_pile_and_from_there_to_the_hand() -> None:
    session = where(lambda s: at_exchange(s), CLOCK, variant="watch")
    async with at_table(session, moving=True) as me:
        launched: list[Flight] = []
        table = me.table
        original: Callable[..., list[Flight]] = table.flights
        table.flights = lambda before, after: launched.extend(found := original(before, after)) or found  # type: ignore[method-assign,func-returns-value]
        king = session.state.in_hand
        pile = 1 + next(n for n, cards in enumerate(session.state.face_down) if cards)
        await me.click(me.dial.places[pile])
        point = session.at
        await me.press("enter")
        await me.moved_on(point)
        await me.until(lambda: len(launched) == 2, "two cards in the air")
        assert [flight.face.card for flight in launched] == [king, session.state.in_hand]
        card = session.state.in_hand
        await me.press("space")
        await me.until(lambda: len(launched) == 4, "two more")
        assert launched[2].face.card is card
        await me.press("z")
        assert all(flyer.is_free for flyer in me.screen.query(Flyer))


async def test_the_replay_shows_the_same_table_and_its_keys_do_nothing_there(archive: Archive) -> None:
    session = begun(archive, CLOCK, (ANA,), LOST)
    async with opened(archive, TableRoute(session)) as me:
        await me.press("f", "enter")
        await me.until(lambda: isinstance(me.app.screen, ResultScreen), "the result")
        await me.press("w")
        await me.until(lambda: isinstance(me.app.screen, ReplayScreen), "the replay")
        screen = me.app.screen
        assert isinstance(screen, ReplayScreen)
        await me.press("down", "down")
        at = screen.session.at
        kings = [mark.point for mark in screen.timeline.marks if mark.sign == Rank.KING.letter]
        assert at in kings
        await me.pilot.click("#in-hand")
        await me.press("f", "right")
        assert screen.session.at == at + 1
        assert screen.focused is None


async def test_turning_a_card_takes_few_frames_and_rest_none() -> None:
    session = dealt(CLOCK, LOST)
    frames: list[str] = []
    async with at_table(session, (120, 40)) as me:
        await me.rest()
        me.app.see_frame = frames.append
        await me.press("space")
        await me.moved_on(1)
        await me.pilot.pause()
        assert 1 <= len(frames) <= 3
        assert session.positions[2].action == Turn()
