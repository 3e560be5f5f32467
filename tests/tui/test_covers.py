"""What covers a table: a curtain between two people, a notification, a terminal that is too small."""

import re
from random import Random
from typing import Final

import pytest
from textual import events
from textual.geometry import Offset
from textual.widgets._toast import Toast

from clockspades.engine.session import AnySession, Session
from clockspades.games.clockwork.clockwork_rules import RULES, matches
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.table import inputs as did
from clockspades.tui.textual_fixes.input_gate import LEFT
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.round_table import RoundTable
from tests.games import trick_games
from tests.tui.layout import SIZES
from tests.tui.seated import ANA, BEN, GAME, Seated, at_table, game_where, opened, printed
from tests.tui.shell import at_shell
from tests.tui.test_sizes import full_table

SMALL: Final = (59, 17)
LARGE: Final = (80, 24)
NAMES: Final = ("Ana", "Ben")
TURNS: Final = 4
LONG: Final = "The settings cannot be saved: the disk is full. They are in use until you leave the program."

# -- the curtain -------------------------------------------------------------------------------------------


def cards_in(text: str) -> set[str]:
    """Every card that is not a spade, as it is drawn or written."""
    return set(re.findall("(?:10|[A2-9JQK])[♣♦♥]", text))


def hand(session: AnySession, seat: int) -> set[str]:
    return {card.symbol for card in session.state.hands[seat]}


class Watch:
    """Looks at every frame for cards of a hand that is not to be seen."""

    def __init__(self, me: Seated) -> None:
        self._session = me.session
        self._seat: int | None = None
        self._until = 0
        self.frames = 0
        self.seen: list[str] = []
        """What could be seen and should not."""
        me.app.see_frame = self._look

    def allow(self, seat: int) -> None:
        """From now until the next point a seat's own cards may be seen."""
        self._seat, self._until = seat, self._session.at

    def _look(self, frame: str) -> None:
        self.frames += 1
        if self._session.outcome is not None:
            return  # all hands are open now
        allowed = self._seat if self._session.at == self._until else None
        hidden = {card for seat in (0, 1) if seat != allowed for card in hand(self._session, seat)}
        if seen := hidden & cards_in(printed(frame)):
            self.seen.append(f"{seen} in\n{printed(frame)}")


def is_covered(me: Seated) -> bool:
    return me.is_at("CurtainScreen")


async def lift(me: Seated) -> None:
    """Wait for the curtain, and lift it."""
    await me.shows("CurtainScreen")
    me.type("space")
    await me.until(lambda: not is_covered(me) and me.screen.player is not None and me.screen.player.active, "the hand")


async def test_no_frame_shows_the_other_s_cards_nor_when_a_move_is_taken_back() -> None:
    session: AnySession = Session(GAME, GAME.configure({"rules": "gamerules"}), (ANA, BEN))
    rng = Random(2)
    session.deal(rng)
    async with at_table(session, moving=True) as me:  # where every card has its rank and suit as text
        watch = Watch(me)
        for _ in range(TURNS):
            await me.shows("CurtainScreen")
            seat, point = session.to_act, session.at
            assert seat is not None
            assert NAMES[seat] in me.text
            assert not cards_in(me.text)
            watch.allow(seat)
            await lift(me)
            assert hand(session, seat) <= cards_in(me.text)
            if not matches(me.view):
                me.type(str(rng.randint(1, len(RULES.legal_actions(me.view)))))
            me.type("enter")
            await me.moved_on(point)
        assert watch.seen == []
        assert watch.frames > 2 * TURNS

        await lift(me)
        asker = session.to_act
        assert asker is not None
        back = max(takeback.point for takeback in session.takebacks if takeback.seat == asker)
        await me.press("u", to="QuestionScreen")
        watch = Watch(me)
        await me.click(me.here.query_one("#curtain-yes").region)
        await me.shows("CurtainScreen")
        assert f"{NAMES[asker]}'s move is taken back." in said_in(me)
        assert session.at == session.last == back
        watch.allow(asker)
        await lift(me)
        assert watch.seen == []


async def test_no_other_key_and_no_resize_lifts_the_curtain_which_says_all_in_a_narrow_window_too() -> None:
    async with at_table(game_where(lambda s: s.to_act == 0, (ANA, BEN))) as me:
        await me.shows("CurtainScreen")
        watch = Watch(me)
        for size in ((120, 40), (40, 12), (60, 18), (30, 14)):
            await me.pilot.resize_terminal(*size)
        assert said_in(me) == (
            "Ana Ana's turn. Everyone else, look away. Press Space or click to see your cards. Space show cards q quit"
        )
        await me.pilot.resize_terminal(*LARGE)
        for key in ("escape", "u", "r", "l", "h", "1", "right", "tab", "enter"):
            await me.press(key)
            assert is_covered(me), key
        assert me.session.at == me.session.last
        assert "Only Space or a click shows your cards" in said_in(me)
        assert watch.frames > 3
        assert watch.seen == []
        await lift(me)  # nobody is allowed to see anything
        await me.until(lambda: watch.seen != [], "a card, which it would have seen")


async def test_a_double_click_neither_plays_what_is_under_the_curtain_nor_lifts_the_next() -> None:
    async with at_table(game_where(full_table, (ANA, BEN)), (120, 40)) as me:
        await me.shows("CurtainScreen")
        point, place = me.session.at, me.dial.places[me.session.state.window[0]]
        await me.click(place)
        await me.until(lambda: not is_covered(me), "the table")
        await me.click(place, chain=2)
        assert me.session.at == point
        await me.click(place)
        await me.shows("CurtainScreen")
        assert me.session.at > point
        await me.click(place, chain=2)
        assert is_covered(me)


def said_in(me: Seated) -> str:
    """The words on the screen, without frames."""
    return " ".join(re.sub(r"[│╭╮╰╯─╱╲]", " ", me.text).split())


# -- a terminal that is too small --------------------------------------------------------------------------


async def test_a_table_hears_that_the_terminal_is_too_small_and_large_enough_again(
    saved_session: AnySession, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_shell(saved_session, monkeypatch) as me:
        for size, given in ((SMALL, [did.Covered()]), ((40, 12), []), (LARGE, [did.Uncovered()])):
            await me.pilot.resize_terminal(*size)
            assert me.given == given
            await me.press("5", "enter")
            assert (did.Confirm() in me.given) == (size == LARGE)


async def test_what_lies_over_a_table_stays_in_a_small_terminal_where_ctrl_z_suspends_and_ctrl_q_leaves(
    archive: Archive, saved_session: AnySession, monkeypatch: pytest.MonkeyPatch
) -> None:
    suspended = []
    async with opened(archive, TableRoute(saved_session), LARGE) as me:
        monkeypatch.setattr(me.app, "action_suspend_process", lambda: suspended.append(True))
        await me.press("question_mark")
        await me.pilot.resize_terminal(*SMALL)
        await me.press("escape", "q", "f2", "ctrl+p", "ctrl+z")
        assert suspended
        await me.pilot.resize_terminal(*LARGE)
        assert me.is_at("HelpScreen")
        await me.press("escape")
        assert not me.screen.state.is_covered
        await me.pilot.resize_terminal(*SMALL)
        await me.press("ctrl+q")
        assert me.app.is_leaving


# -- notifications -----------------------------------------------------------------------------------------


async def test_a_click_on_a_notification_lifts_no_curtain(archive: Archive) -> None:
    session = archive.fork(game_where(full_table, (ANA, BEN)), (ANA, BEN))
    async with opened(archive, TableRoute(session), LARGE) as me:
        await me.shows("CurtainScreen")
        me.app.notify("The game is saved elsewhere.")
        await me.until(lambda: any(toast.region for toast in me.here.query(Toast)), "the notification")
        toast, cloth = me.here.query_one(Toast).region.offset, Offset(1, 20)
        for at, button in ((toast, 3), (toast, 1), (cloth, 3), (cloth, LEFT)):
            assert is_covered(me)
            for kind in (events.MouseDown, events.MouseUp):
                me.app.post_message(kind(None, at.x, at.y, 0, 0, button, False, False, False))
            await me.pilot.pause()
            assert bool(me.here.query(Toast)) == (button == 3 and at == toast)
        assert not is_covered(me)


async def test_a_notification_covers_no_trick_and_no_hand_and_goes_with_the_next_or_its_screen() -> None:
    game = trick_games.game_where(trick_games.SPADES, lambda session: bool(session.state.trick))
    async with at_table(game, SIZES[0]) as me:
        me.app.notify(LONG)
        for size in (SIZES[0], SIZES[3]):
            await me.pilot.resize_terminal(*size)
            await me.until(lambda: any(toast.region.area for toast in me.here.query(Toast)), "the notification")
            await me.pilot.pause()
            toast, table = me.here.query_one(Toast), me.screen.query_one(RoundTable)
            assert not toast.region.overlaps(me.screen.query_one(Fan).region), size
            assert not [place for place in range(4) if toast.region.overlaps(table.play(place))], size
        me.app.notify("One.")
        await me.pilot.pause()
        assert me.said == ["One."]
        await me.press("l", to="LogScreen")
        assert me.said == []
