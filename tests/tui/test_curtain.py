"""Two people at one keyboard: nothing of a hand is drawn before its owner is there, and nothing after."""

import re
from random import Random
from typing import Final

from clockspades.engine.session import AnySession, Session
from clockspades.games.clockwork.clockwork_rules import RULES, matches
from tests.tui.seated import ANA, BEN, GAME, Seated, at_table, game_where, printed

NAMES: Final = ("Ana", "Ben")
TURNS: Final = 6
_CARD: Final = re.compile("(?:10|[A2-9JQK])[♣♦♥]")


def cards_in(text: str) -> set[str]:
    """Every card that is not a spade, as it is drawn or written."""
    return set(_CARD.findall(text))


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
    await me.until(lambda: is_covered(me), "the curtain")
    me.type("space")
    await me.until(lambda: not is_covered(me) and me.screen.player is not None and me.screen.player.active, "the hand")


async def play_on(me: Seated, rng: Random) -> None:
    """Take one turn, whatever there is to do."""
    point = me.session.at
    if not matches(me.view):
        me.type(str(rng.randint(1, len(RULES.legal_actions(me.view)))))
    me.type("enter")
    await me.moved_on(point)


async def test_no_frame_shows_the_other_s_cards_nor_when_a_move_is_taken_back() -> None:
    session: AnySession = Session(GAME, GAME.configure({"rules": "gamerules"}), (ANA, BEN))
    rng = Random(2)
    session.deal(rng)
    async with at_table(session, moving=True) as me:  # where every card has its rank and suit as text
        watch = Watch(me)
        for _ in range(TURNS):
            await me.until(lambda: is_covered(me), "the curtain")
            seat = session.to_act
            assert seat is not None
            assert NAMES[seat] in me.text
            assert not cards_in(me.text)
            watch.allow(seat)
            await lift(me)
            assert hand(session, seat) <= cards_in(me.text)
            await play_on(me, rng)
        assert watch.seen == []
        assert watch.frames > 2 * TURNS

        await lift(me)
        asker = session.to_act
        assert asker is not None
        back = max(takeback.point for takeback in session.takebacks if takeback.seat == asker)
        await me.press("u", to="QuestionScreen")
        watch = Watch(me)
        await me.click(me.here.query_one("#curtain-yes").region)
        await me.until(lambda: is_covered(me), "the curtain")
        assert f"{NAMES[asker]}'s move is taken back." in said_in(me)
        assert session.at == session.last == back
        assert watch.seen == []
        watch.allow(asker)
        await lift(me)
        assert hand(session, asker) <= cards_in(me.text)
        await play_on(me, rng)


# -- the curtain -------------------------------------------------------------------------------------------


async def test_no_other_key_and_no_resize_lifts_the_curtain_which_says_all_in_a_narrow_window_too() -> None:
    async with at_table(game_where(lambda s: s.to_act == 0, (ANA, BEN))) as me:
        await me.until(lambda: is_covered(me), "the curtain")
        watch = Watch(me)
        for size in ((120, 40), (40, 12), (60, 18), (30, 14)):
            await me.pilot.resize_terminal(*size)
            assert is_covered(me)
        assert said_in(me) == (
            "Ana Ana's turn. Everyone else, look away. Press Space or click to see your cards. Space show cards q quit"
        )
        await me.pilot.resize_terminal(80, 24)
        for key in ("escape", "u", "r", "l", "h", "1", "right", "tab", "enter"):
            await me.press(key)
            assert is_covered(me), key
            assert me.session.at == me.session.last, key
        assert "Only Space or a click shows your cards" in said_in(me)
        assert watch.frames > 3
        assert watch.seen == []
        await lift(me)  # nobody is allowed to see anything
        assert watch.seen != [], "it would have seen a card"


async def test_a_double_click_neither_plays_what_is_under_the_curtain_nor_lifts_the_next() -> None:
    session = game_where(lambda s: s.to_act == 0 and len(RULES.legal_actions(s.state)) == 3, (ANA, BEN))
    async with at_table(session, (120, 40)) as me:
        await me.until(lambda: is_covered(me), "the curtain")
        point, place = session.at, me.dial.places[session.state.window[0]]
        await me.click(place)
        await me.until(lambda: not is_covered(me), "the table")
        await me.click(place, chain=2)
        assert session.at == point
        await me.click(place)
        await me.until(lambda: is_covered(me), "the curtain")
        assert session.at > point
        await me.click(place, chain=2)
        assert is_covered(me)


def said_in(me: Seated) -> str:
    """The words on the screen, without frames."""
    return " ".join(re.sub(r"[│╭╮╰╯─╱╲]", " ", me.text).split())
