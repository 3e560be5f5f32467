"""Somebody at a table elsewhere: the screens in front of a host in memory."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from textual.widgets import Static

from clockspades.engine.options import OptionValue
from clockspades.games.catalogue import find_game
from clockspades.network.client.client import Client, Link, Want
from clockspades.network.wire import messages as say
from clockspades.routes import LobbyRoute
from clockspades.saved.archive import Archive
from clockspades.saved.settings import Settings
from clockspades.table import inputs as did
from clockspades.table.state import AutoPlaying, Deciding, Over, ShowingTrick, Summary
from clockspades.tui.screens.remote_table import RemoteTableScreen
from clockspades.tui.widgets.notice import Notice
from tests.network.memory import Machine, MemoryConnection, MemoryElsewhere, MemoryHost
from tests.tui.seated import Seated, opened

QUICK = Settings(bot_pace="at once")


class Away(Seated):
    """A person at a table elsewhere."""

    host: MemoryHost
    elsewhere: MemoryElsewhere
    machines: dict[str, Machine]

    @property
    def screen(self) -> RemoteTableScreen:  # type: ignore[override]
        return next(screen for screen in self.app.screen_stack if isinstance(screen, RemoteTableScreen))

    @property
    def client(self) -> Client:
        return self.elsewhere.client

    @property
    def connection(self) -> MemoryConnection:
        return self.elsewhere.connection

    def moves_of(self, seat: int) -> list[int]:
        """The points that a seat's moves led to, as far as they came."""
        game = self.client.game
        return [] if game is None else [point.number for point in game.points if point.seat == seat]

    @property
    def notice(self) -> str:
        """What the notice over the table says."""
        notice = self.screen.query_one(Notice)
        return str(notice.query_one("#notice-words", Static).content) if notice.display else ""

    @property
    def spoken(self) -> list[str]:
        """By seat what is said there now."""
        return [speech.words for speech in self.screen.speeches]

    async def begin(self) -> None:
        """Start the game as its host, and wait for the person's turn."""
        await self.shows("LobbyScreen")
        await self.until(lambda: self.client.seats is not None, "the seats")
        self.elsewhere.give(Want(say.Start()))
        await self.shown()
        await self.turn()

    async def shown(self) -> None:
        """Wait until the table shows something."""
        await self.until(lambda: self.is_at("RemoteTableScreen") and self.screen.player is not None, "the table")

    @property
    def decides(self) -> bool:
        """Whether the table waits for the person."""
        return isinstance(self.screen.state.phase, Deciding | Summary | Over)

    async def turn(self) -> None:
        """Wait until the table waits for the person, and has shown all there is."""

        def is_settled() -> bool:
            state = self.screen.state
            if isinstance(state.phase, ShowingTrick | AutoPlaying):
                return False
            return self.decides and not self.screen.following.is_behind and self.client.pending is None

        await self.until(is_settled, "the person's turn")

    async def play_on(self, rng: Random) -> None:
        """Make one choice at random, as by typing it, or go on to the next deal."""
        state = self.screen.state
        if isinstance(state.phase, Summary):
            await self.press("enter")
            return
        assert state.player is not None
        at = self.screen.following.shown
        self.screen.dispatch(did.Chose(rng.choice(state.player.game.rules.legal_actions(state.player.view))))
        await self.until(lambda: self.screen.following.shown > at, "the answer")


@asynccontextmanager
async def at_table_elsewhere(
    game_name: str,
    *others: str,
    options: Mapping[str, OptionValue] | None = None,
    watches: bool = False,
    hosts: bool = True,
    is_guest: bool = False,
    **terms: Any,
) -> AsyncIterator[Away]:
    """Ana in the lobby of a table where others sit down, the first of them as host if she is not."""
    game = find_game(game_name)
    assert game is not None
    configured = game.configure(options or {})
    bots = game.seats(configured) - len(others) - (not watches)
    kinds = (say.OPEN,) * (game.seats(configured) - bots) + (f"bot:{game.quickest_bot}",) * bots
    host = MemoryHost(game, configured, kinds, **terms)
    elsewhere = MemoryElsewhere(host.seat("Ana", hosts=hosts and not watches, watch=watches))
    archive = Archive(find_game)
    async with opened(archive, LobbyRoute(elsewhere), settings=QUICK, is_guest=is_guest) as seated:
        away = Away(seated.pilot)
        away.host, away.elsewhere = host, elsewhere
        await away.until(lambda: elsewhere.client.link is Link.HERE, "the lobby")
        away.machines = {
            name: Machine(host.seat(name, hosts=not number and (watches or not hosts)))
            for number, name in enumerate(others)
        }
        yield away
        elsewhere.leave()
