"""What actions show, on the screen: from the table, from the log, and in a replay."""

from pathlib import Path
from random import Random
from typing import Any

from textual.widgets import Static

from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.spades.spades_state import MakeBid, SpadesPhase
from clockspades.table.model import action_words, points_explained
from clockspades.tui.widgets.game_log import GameLog
from tests.games.trick_games import SPADES, game_where, in_phase
from tests.tui.seated import Seated, at_table
from tests.tui.test_replay import replaying, saved


def to_bid_last() -> AnySession:
    return game_where(
        SPADES,
        lambda session: in_phase(SpadesPhase.BID)(session) and all(session.state.bids[seat] for seat in (1, 2, 3)),
    )


def part(me: Seated, name: str) -> str:
    """A part of the sheet; empty if it is not shown."""
    static = me.here.query_one(f"#{name}", Static)
    return str(static.render()) if static.display else ""


async def asks(me: Seated, *keys: str) -> None:
    await me.press(*keys)
    await me.until(lambda: me.is_at("MeaningScreen") and bool(part(me, "action")), "the sheet")


async def test_the_key_shows_what_the_last_bid_of_another_showed_and_arrows_and_the_log_lead_to_others() -> None:
    session = to_bid_last()
    async with at_table(session) as me:
        player = me.screen.player
        assert player is not None
        points = points_explained(player)
        await asks(me, "x")
        shown = player.meanings[session.at - 1]
        assert shown is not None
        assert points[-1] == session.at
        assert part(me, "action") == action_words(player, points[-1])
        assert part(me, "shows").split("\n") == [*shown.words]
        assert not part(me, "hand")
        assert not part(me, "choices"), "nothing of what the bot reckoned with while the game goes on"
        for keys, point in (("left", points[-2]), ("left", points[-3]), ("right", points[-2]), ("left", points[-3])):
            await me.press(keys)
            assert part(me, "action") == action_words(player, point)
        await me.press(*["left"] * len(points))
        assert part(me, "action") == action_words(player, points[0])
        for first, last in (("right", "escape"), ("x", "x")):
            await me.press(first, last, to="TableScreen")
        await me.press("l", to="LogScreen")
        log = me.here.query_one(GameLog)
        for key, point in (("", points[-1]), ("up", points[-2]), ("up", points[-3]), ("down", points[-2])):
            await me.press(*filter(None, (key,)))
            assert log.cursor == point
        await asks(me, "x")
        assert part(me, "action") == action_words(player, points[-2])
        await me.press("x", to="LogScreen")
        await me.press("l", to="TableScreen")
        assert session.at == points[-1]


# -- in a replay -------------------------------------------------------------------------------------------


def three_bids(people: tuple[int, ...] = (), *, over: bool = False) -> AnySession:
    """Bots that evaluate have bid, but for the people."""
    best = f"bot:{SPADES.best_bot}"
    seats = [Seat(name, "human" if at in people else best) for at, name in enumerate(("Ana", "Bo", "Cyd", "Dov"))]
    session: AnySession = Session(SPADES, SPADES.configure({"target": 50, "floor": -200, "dealer": 3}), seats)
    rng = Random(4)
    while session.outcome is None and (over or session.at < 4):
        session.deal(rng)
        if session.outcome is None and (over or session.at < 4):
            legal: Any = SPADES.rules.legal_actions(session.state)
            session.act(MakeBid(3) if session.state.phase is SpadesPhase.BID else rng.choice(legal))
    return session


async def test_a_replay_shows_what_the_bot_saw_and_reckoned(tmp_path: Path, little_effort: None) -> None:
    session = three_bids()
    async with replaying(saved(tmp_path, session), (120, 40)) as (me, screen):
        screen.travel(3)
        await me.press("x")
        assert part(me, "action") == "Bo bids 3"
        assert part(me, "shows").startswith("About 3 tricks.")
        assert all(card.symbol in part(me, "hand") for card in session.position(2).state.hands[1])
        await me.until(lambda: "Win chance" in part(me, "choices"), "the chances")
        marked = [line for line in part(me, "choices").split("\n") if line.startswith("▸")]
        assert len(marked) == 1
        assert marked[0].startswith("▸ bid 3. Win chance: ")
        await me.press("left")
        assert part(me, "action") == "Ana bids 3"
        await me.press("x")
        assert me.here is screen
        await me.press("v", "v")  # all closed, then Ana
        assert screen.view.seat == 0
        await me.press("x")
        assert part(me, "action") == "Bo bids 3"
        assert part(me, "shows")
        assert not part(me, "hand")
        assert not part(me, "choices")
        await me.press("left")
        assert part(me, "hand"), "of what that seat saw"


async def test_a_game_that_goes_on_keeps_the_hands_of_bots_secret(tmp_path: Path) -> None:
    async with replaying(saved(tmp_path, three_bids((0,)))) as (me, screen):
        screen.travel(3)
        for _ in screen.views:
            await me.press("x")
            assert part(me, "action") == "Bo bids 3"
            assert not part(me, "hand")
            await me.press("x", "v")
