"""Programs that play at a table with the client of the package, over real sockets."""

import asyncio
from dataclasses import dataclass, field
from random import Random

from clockspades.network.client.client import Client, Link, Want
from clockspades.network.client.connection import TableConnection
from clockspades.network.client.elsewhere import Elsewhere
from clockspades.network.client.kept_seats import KeptSeat, sit_down
from clockspades.network.meeting.invitation import Invitation
from clockspades.network.wire.messages import OPEN, Seats, Start, ToClient
from clockspades.table.effects import Act, MakeDeal
from tests.network.choosing import choose


async def met(elsewhere: Elsewhere) -> None:
    """Wait until somebody is at the table."""
    here = asyncio.Event()
    elsewhere.listen(lambda client, _: here.set() if client.link is Link.HERE and client.seats else None)
    await here.wait()


@dataclass
class Player:
    """Somebody who plays to the end, and leaves when the log is there."""

    kept: KeptSeat
    rng: Random
    before_connecting: object = None
    thinks: tuple[float, float] = (0.0, 0.0)
    """Seconds for a move, at least and at most."""
    heard: list[ToClient] = field(default_factory=list)
    chosen: dict[tuple[int, int], Act] = field(default_factory=dict)
    """By epoch and point what they did."""

    def __post_init__(self) -> None:
        """Start the program, perhaps after it was killed."""
        self.given = (-1, -1)
        """The last point at which this program did something."""
        self.table = TableConnection(self.kept, self.hear, before_connecting=self.before_connecting)  # type: ignore[arg-type]

    @classmethod
    def join(cls, invitation: Invitation, name: str, seed: int = 0) -> "Player":
        return cls(sit_down(invitation, name), Random(f"{name} {seed}"))

    async def play(self) -> Client:
        """Play until the log is there; the state then."""
        self.done = asyncio.Event()
        work = asyncio.create_task(self.table.run())
        waits = asyncio.create_task(self.done.wait())
        try:
            await asyncio.wait([work, waits], return_when=asyncio.FIRST_COMPLETED)
        finally:
            waits.cancel()
            work.cancel()
            await asyncio.gather(work, waits, return_exceptions=True)
        return self.table.client

    def die(self) -> None:
        """End as a program that is killed: nothing is said, and nothing more is written."""
        if self.table._socket is not None:
            self.table._socket.transport.abort()
        self.table._tell = lambda *_: self.done.set()

    def hear(self, client: Client, message: ToClient | None) -> None:
        if message is not None:
            self.heard.append(message)
        in_lobby = client.joined is not None and client.joined.is_host and client.game is None
        if in_lobby and isinstance(message, Seats) and all(seat.kind != OPEN for seat in message.seats):
            self.table.give(Want(Start()))
        if client.has_log or client.link is Link.ENDED:
            self.done.set()
        if client.game is None or not client.has_all or client.pending is not None or client.link is not Link.HERE:
            return
        rules, view = client.game.game.rules, client.game.points[-1].view
        if rules.deal_due(view):
            if not client.is_ready:
                self.table.give(MakeDeal())
        elif client.seat is not None and rules.to_act(view) == client.seat:
            here = (client.epoch, client.last)
            if here != self.given:
                self.given = here
                if here not in self.chosen:
                    legal = rules.legal_actions(view)
                    chosen = choose(self.rng, [action.as_json() for action in legal])
                    self.chosen[here] = Act(next(action for action in legal if action.as_json() == chosen))
                seconds = self.rng.uniform(*self.thinks)
                if seconds:
                    asyncio.get_running_loop().call_later(seconds, self._act, self.table, here)
                else:
                    self._act(self.table, here)

    def _act(self, table: TableConnection, here: tuple[int, int]) -> None:
        if table is self.table and (table.client.epoch, table.client.last) == here:
            table.give(self.chosen[here])
