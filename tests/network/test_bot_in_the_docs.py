"""The bot of docs/network.md plays every game over a real socket, as a program of its own."""

import asyncio
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import find_game
from clockspades.network.meeting.certificate import make_certificate, server_context
from clockspades.saved.log import load
from tests.network.choosing import SHORT, choose
from tests.network.network_games import every_game
from tests.network.servers import inn

DOCUMENT = Path(__file__).parents[2] / "docs" / "network.md"
WAIT = 120
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")


def bot() -> str:
    """The program in the document."""
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    return str(code)


def test_the_bot_is_short_and_needs_nothing_of_ours() -> None:
    code = bot()
    assert len([line for line in code.splitlines() if line]) <= 52
    assert not re.search(r"^\s*(?:import|from)\b.*\bclockspades\b", code, re.MULTILINE)


@every_game
async def test_the_bot_plays_a_whole_game(game: AnyGame, tmp_path: Path) -> None:
    parts: dict[str, Any] = {"__name__": "bot"}
    exec(compile(bot(), "bot.py", "exec"), parts)
    rng = Random(game.name)

    class Chance:
        """Chooses as at random, but bids what can be made, so that games of Spades come to their end."""

        @staticmethod
        def choice(legal: list[dict[str, Any]]) -> dict[str, Any]:
            return choose(rng, legal)

    parts["random"] = Chance
    options = SHORT.get(game.name, {})
    async with asyncio.timeout(WAIT), inn(tmp_path, tls=True) as server:
        invitation = await server.open(game, {**options})
        seats = game.seats(game.configure({**options}))
        logs = await asyncio.gather(*(parts["play"](str(invitation), name) for name in NAMES[:seats]))
    assert len({*logs}) == 1
    path = tmp_path / "game.cslog"
    path.write_text(logs[0], encoding="utf-8")
    loaded = load(path, find_game)
    assert loaded.fault is None
    assert loaded.finished


async def test_the_bot_runs_as_a_program_of_its_own(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(bot(), encoding="utf-8")
    game = find_game("clockwork-spades")
    assert game is not None
    async with asyncio.timeout(WAIT), inn(tmp_path, tls=True) as server:
        invitation = await server.open(game)
        processes = [
            await asyncio.create_subprocess_exec(
                sys.executable, "-E", str(program), str(invitation), name, stdout=subprocess.PIPE, cwd=tmp_path
            )
            for name in NAMES[:2]
        ]  # fmt: skip
        printed = [(await process.communicate())[0] for process in processes]
    assert printed[0] == printed[1]
    assert b'"result"' in printed[0]


async def test_the_bot_tells_nothing_to_a_host_with_another_certificate(tmp_path: Path) -> None:
    """The table is open, and its host is real. Only the certificate is not the one of the invitation."""
    parts: dict[str, Any] = {"__name__": "bot"}
    exec(compile(bot(), "bot.py", "exec"), parts)
    game = find_game("clockwork-spades")
    assert game is not None
    heard: list[str | bytes] = []

    async def other(socket: ServerConnection) -> None:
        heard.extend([frame async for frame in socket])

    (tmp_path / "other.pem").write_bytes(make_certificate())
    context, fingerprint = server_context(tmp_path / "other.pem")
    async with (
        asyncio.timeout(WAIT),
        inn(tmp_path, tls=True) as server,
        serve(other, "127.0.0.1", 0, ssl=context) as imposter,
    ):
        invitation = await server.open(game)
        port = imposter.sockets[0].getsockname()[1]
        for there in (invitation._replace(port=port), invitation._replace(fingerprint=fingerprint)):
            with pytest.raises(SystemExit, match="its certificate is another one"):
                await parts["play"](str(there), "Ana")
    assert heard == []


@pytest.mark.parametrize("second", ["a", "b"], ids=["the same", "changed"])
async def test_the_bot_gives_one_share_and_refuses_second_promises_and_what_is_asked_ahead_of_time(second: str) -> None:
    parts: dict[str, Any] = {"__name__": "bot"}
    exec(compile(bot(), "bot.py", "exec"), parts)
    heard: list[tuple[str, dict[str, Any]]] = []

    async def host(socket: ServerConnection) -> None:
        async def tell(word: str, **what: Any) -> None:
            await socket.send(json.dumps({word: what}))

        async def hear() -> dict[str, Any]:
            ((word, what),) = json.loads(await socket.recv()).items()
            heard.append((word, what))
            return dict(what)

        await hear()
        await tell("joined", seat=0)
        await tell("commits", table="T1", deal=0, seats=["0" * 64], host="a")
        await tell("game", epoch=1, table="T1")
        for table, deal in (("T1", 1), ("T2", 0), ("T1", 0)):
            await tell("shuffle", table=table, deal=deal, committed=[])
        commit = (await hear())["commit"]
        for table, deal, host in (("T1", 1, "b"), ("T2", 0, "b"), ("T1", 0, "a"), ("T1", 0, second)):
            await tell("commits", table=table, deal=deal, seats=[commit], host=host)
        async for frame in socket:
            heard.extend(json.loads(frame).items())

    async with asyncio.timeout(WAIT), serve(host, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(SystemExit, match="promises for a deal twice"):
            await parts["play"](f"ws://127.0.0.1:{port}/#CODE", "Ana")
    _, (_, promised), (word, given) = heard
    assert (promised["table"], promised["deal"]) == ("T1", 0)
    assert (word, given["table"], given["deal"]) == ("share", "T1", 0)
    assert hashlib.sha256(bytes.fromhex(given["share"])).hexdigest() == promised["commit"]
