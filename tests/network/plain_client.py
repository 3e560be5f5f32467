"""A client that knows nothing of clockspades but the protocol, and plays what is legal."""

import asyncio
import hashlib
import json
import secrets
import ssl
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from clockspades.network.meeting.invitation import Invitation
from tests.network.choosing import choose


def trusting() -> ssl.SSLContext:
    """A context for tests of the server: it checks nothing."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@dataclass
class PlainClient:
    """One person's program. It comes back by itself until its game is over and it has the log."""

    invitation: Invitation
    name: str
    key: str = field(default_factory=lambda: secrets.token_hex(16))
    watch: bool = False
    rng: Random = field(default_factory=Random)
    frames: list[str] = field(default_factory=list)
    sent: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    points: dict[int, dict[str, Any]] = field(default_factory=dict)
    shares: dict[tuple[str, int], bytes] = field(default_factory=dict)
    seat: int | None = None
    epoch: int = 0
    log: str = ""
    joins: int = 0
    refusals: list[str] = field(default_factory=list)
    farewell: str = ""
    socket: ClientConnection | None = None
    is_host: bool = False
    more: bool = False
    """Whether it says that it knows ``more`` in a point, and takes what it is sent then as it comes."""

    async def play(self) -> str:
        """Play until the log is there, whatever happens to the connection; return the log."""
        while not self.log and not self.farewell:
            try:
                await self.sit()
            except (OSError, WebSocketException):
                await asyncio.sleep(0.02)
        return self.log

    async def sit(self) -> None:
        """Play over one connection until it ends or the log is there; OSError if there is none."""
        context = trusting() if self.invitation.is_encrypted else None
        offered = [Subprotocol("clockspades-more")] if self.more else None
        async with connect(
            self.invitation.url, ssl=context, compression=None, proxy=None, subprotocols=offered
        ) as self.socket:
            more = {} if self.socket.subprotocol is None else {"more": True}
            self.joins += 1
            have = max(self.points, default=-1) + 1
            await self.send(
                "join", code=self.invitation.code, key="" if self.watch else self.key, name=self.name,
                watch=self.watch, epoch=self.epoch, points=have, **more,
            )  # fmt: skip
            pieces: list[str] = []
            async for frame in self.socket:
                assert isinstance(frame, str)
                self.frames.append(frame)
                ((word, told),) = json.loads(frame).items()
                if word == "log":
                    pieces.append(told["text"])
                    if told["last"]:
                        self.log = "".join(pieces)
                        return
                await self.answer(word, told)

    async def sitting(self) -> "asyncio.Task[None]":
        """Begin to :meth:`sit`, and wait until this person has a seat."""
        task = asyncio.create_task(self.sit())
        while self.seat is None:
            await asyncio.sleep(0)
        return task

    async def answer(self, word: str, told: dict[str, Any]) -> None:
        match word:
            case "joined":
                self.seat, self.is_host = told["seat"], told["is_host"]
            case "seats" if self.is_host and not self.points:
                if all(seat["kind"] != "open" for seat in told["seats"]):
                    await self.send("start")
            case "game":
                self.epoch = told["epoch"]
                self.points = {n: point for n, point in self.points.items() if n < told["points"]}
                if self.points and max(self.points) == told["until"] - 1:
                    await self.act(self.points[max(self.points)])  # what was sent before may be lost
            case "shuffle" if self.seat is not None:
                share = self.shares.setdefault((told["table"], told["deal"]), secrets.token_bytes(32))
                if self.seat not in told["committed"]:
                    commit = hashlib.sha256(share).hexdigest()
                    await self.send("commit", table=told["table"], deal=told["deal"], commit=commit)
            case "commits" if self.seat is not None:
                share = self.shares[told["table"], told["deal"]]
                if told["seats"][self.seat] == hashlib.sha256(share).hexdigest():
                    await self.send("share", table=told["table"], deal=told["deal"], share=share.hex())
            case "point":
                assert told["n"] == max(self.points, default=-1) + 1
                self.points[told["n"]] = told
                await self.act(told)
            case "back":
                self.epoch = told["epoch"]
                self.points = {n: point for n, point in self.points.items() if n <= told["to"]}
            case "refused":
                self.refusals.append(f"{told['what']}: {told['words']}")
            case "goodbye" if told["final"]:
                self.farewell = told["words"]

    async def act(self, point: dict[str, Any]) -> None:
        """Choose at a point, if it is this seat's turn."""
        if point["legal"]:
            await self.send("act", epoch=self.epoch, at=point["n"], action=choose(self.rng, point["legal"]))

    async def send(self, word: str, **what: Any) -> None:
        assert self.socket is not None
        self.sent.append((word, what))
        await self.socket.send(json.dumps({word: what}))
