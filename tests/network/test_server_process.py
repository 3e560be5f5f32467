"""The process of a server: how it starts, what it says, and how it ends."""

import asyncio
import errno
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from websockets.asyncio.server import Server

from clockspades.cli.host import INSECURE
from clockspades.engine.text import UserError
from clockspades.games.catalogue import GAMES
from clockspades.network.meeting.invitation import read
from clockspades.network.own_process import answer, own_command
from clockspades.network.server import hosted_server, hosting
from clockspades.network.server.databases import (
    MOST,
    OVER_FOR,
    databases_folder,
    kept_tables,
    sweep_databases,
)
from clockspades.network.server.hosted_server import (
    ANSWERS,
    MODULE,
    PLANS,
    Answer,
    HostedServer,
    NewTable,
    Noticed,
    OldTable,
    Ready,
    ServerStartError,
)
from clockspades.network.server.listening import Door, listen
from clockspades.network.server.server_process import run_server
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.stores.table_store import Lease
from clockspades.network.wire.messages import OPEN
from tests.network.plain_client import PlainClient

GAME = GAMES[0]
WAIT = 120
PLAN = NewTable(GAME.name, GAME.configure({}), (OPEN, OPEN), GAME.best_bot, None, address="127.0.0.1", port=0)


def with_plan(plan: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        own_command(MODULE),
        input=plan, capture_output=True, text=True, timeout=WAIT, check=False,
    )  # fmt: skip


def test_it_ends_when_its_input_does() -> None:
    done = with_plan(f"{PLANS.write_text(PLAN)}\n")
    (line,) = done.stdout.splitlines()
    ready = ANSWERS.read_text(line)
    assert isinstance(ready, Ready)
    assert (done.returncode, done.stderr) == (0, "")
    assert read(ready.invitation).is_local
    assert read(ready.invitation).is_encrypted
    assert not ready.is_readable
    assert len(kept_tables()) == 1


def test_secrets_are_in_no_argument_and_no_variable() -> None:
    server = HostedServer(PLAN)
    try:
        code = read(server.ready.invitation).code
        if sys.platform == "linux":
            place = Path(f"/proc/{server._process.pid}")
            assert code.encode() not in (place / "cmdline").read_bytes()
            assert code.encode() not in (place / "environ").read_bytes()
    finally:
        server.close()


def test_a_port_in_use_is_one_sentence() -> None:
    first = HostedServer(PLAN)
    port = read(first.ready.invitation).port
    try:
        with pytest.raises(ServerStartError, match=f"port {port} is in use by another program"):
            HostedServer(NewTable(PLAN.game, PLAN.options, PLAN.kinds, PLAN.bot, None, address="127.0.0.1", port=port))
        with pytest.raises(ServerStartError, match="its table is open in another process"):
            HostedServer(OldTable(first.ready.database))
    finally:
        first.close()


async def test_a_killed_server_comes_back_with_the_same_invitation_and_the_same_table() -> None:
    server = await asyncio.to_thread(HostedServer, PLAN)
    try:
        invitation = read(server.ready.local)
        ana, ben = PlainClient(invitation, "Ana"), PlainClient(invitation, "Ben")
        async with asyncio.timeout(WAIT):
            sitting = asyncio.create_task(ana.play())
            while ana.seat is None:
                await asyncio.sleep(0.01)
            server._process.kill()
            await asyncio.to_thread(server._process.wait)
            assert await asyncio.to_thread(server.revive)
            assert not await asyncio.to_thread(server.revive)
            assert read(server.ready.local) == invitation
            logs = await asyncio.gather(sitting, ben.play())
        assert logs[0] == logs[1] != ""
        assert ana.joins > 1
    finally:
        await asyncio.to_thread(server.close)


async def test_nobody_is_let_in_before_the_table_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or somebody who returns at once would hear that there is no such table."""
    tables: list[int] = []

    async def watched(door: Door, attend: Any, *others: Any) -> Server:
        tables.append(len(attend.__self__.tables))
        return await listen(door, attend, *others)

    monkeypatch.setattr("clockspades.network.server.listening.listen", watched)
    ready = await briefly(PLAN)
    await briefly(OldTable(ready.database))
    assert tables == [1, 1]


async def test_a_table_that_can_not_be_brought_back_stays_on_the_disk() -> None:
    ready = await briefly(PLAN)
    path = Path(ready.database)
    store = SqliteStore.open(path)
    (table,) = await store.tables()
    await store.append(Lease(table), 1, ['{"sit":{}}'])
    await store.close()
    content = path.read_bytes()
    with pytest.raises(UserError, match="the table can't be brought back: "):
        await briefly(OldTable(str(path)))
    assert path.read_bytes() == content


async def briefly(plan: NewTable | OldTable) -> Ready:
    """Serve a table, and stop at once; what the server says when it is ready."""
    stop, told = asyncio.Event(), list[Answer]()
    stop.set()
    await asyncio.wait_for(run_server(plan, told.append, stop), WAIT)
    (ready,) = told
    assert isinstance(ready, Ready)
    return ready


def test_a_host_is_told_what_comes_behind_the_first_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosted_server, "MODULE", __name__)
    server = HostedServer(PLAN)
    server._process.wait(WAIT)
    while len(server.notices) < 2:
        sleep(0.001)
    assert {*server.notices} == {"Something was damaged.", "Something else is missing."}
    server.close()


def main() -> int:
    """A server that has something to say."""
    for line in (
        Ready("", "", "", False, ""),
        Noticed("Something was damaged."),
        Noticed("Something else is missing."),
    ):
        answer(ANSWERS.write_text(line))
    return 0


async def test_a_host_is_told_once_that_bots_choose_in_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("multiprocessing.synchronize._multiprocessing.SemLock", refuse)
    told, stop = list[Answer](), asyncio.Event()
    plan = replace(PLAN, kinds=(OPEN, "bot:random"), insecure=True)
    serving = asyncio.create_task(run_server(plan, told.append, stop))
    async with asyncio.timeout(WAIT):
        while not told:
            await asyncio.sleep(0.001)
        (ready,) = told
        assert isinstance(ready, Ready)
        await PlainClient(read(ready.local, allow_open=True), "Ana").play()
        stop.set()
        await serving
    (notice,) = (each.words for each in told if isinstance(each, Noticed))
    assert notice.startswith("No process can be started for bots (No space left on device)")


async def test_a_table_is_deleted_when_everyone_has_the_log() -> None:
    server = await asyncio.to_thread(HostedServer, PLAN)
    invitation = read(server.ready.local)
    async with asyncio.timeout(WAIT):
        await asyncio.gather(*(PlainClient(invitation, name).play() for name in ("Ana", "Ben")))
    await asyncio.to_thread(server.close)
    assert [*databases_folder().iterdir()] == []


async def test_a_signal_ends_it_and_everybody_is_told() -> None:
    server = await asyncio.to_thread(HostedServer, PLAN)
    ana = PlainClient(read(server.ready.local), "Ana")
    async with asyncio.timeout(WAIT):
        sitting = await ana.sitting()
        server._process.send_signal(signal.SIGTERM)
        await sitting
        assert await asyncio.to_thread(server._process.wait) == 0
    assert json.loads(ana.frames[-1]) == {"goodbye": {"words": hosting.CLOSED, "final": False}}
    server.close()
    assert len(kept_tables()) == 1


def test_old_tables_are_cleared_away(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        with_plan(f"{PLANS.write_text(PLAN)}\n")
    (newest, middle, oldest) = kept_tables()
    os.utime(oldest.database, (1e9, 1e9))
    sweep_databases()
    assert {each.database for each in kept_tables()} == {newest.database, middle.database}
    assert len([*databases_folder().iterdir()]) == 4  # each with its key
    monkeypatch.setattr("clockspades.network.server.databases.MOST", 1)
    sweep_databases()
    assert [each.database for each in kept_tables()] == [newest.database]
    assert MOST > 1
    assert OVER_FOR > 0


async def test_headless_prints_the_invitation_and_a_line_for_each_game(home: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "clockspades", "host", GAME.name, "--headless", "--listen", "127.0.0.1:0",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    async with asyncio.timeout(WAIT):
        invitation = read((await process.stdout.readline()).decode())
        await asyncio.gather(*(PlainClient(invitation, name).play() for name in ("Ana", "Ben")))
        line = json.loads(await process.stdout.readline())
        process.send_signal(signal.SIGINT)
        rest, errors = await process.communicate()
    assert (process.returncode, rest, errors) == (0, b"", b"")
    assert line["game"] == GAME.name
    assert {seat["name"] for seat in line["seats"]} == {"Ana", "Ben"}
    assert line["result"]["reason"]


async def test_a_table_that_is_not_encrypted_is_told_once_unless_it_is_for_this_machine_alone() -> None:
    for address, told in (("127.0.0.1:0", 0), (":0", 1)):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "clockspades", "host", GAME.name, "--headless", "--insecure", "--listen", address,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        async with asyncio.timeout(WAIT):
            invitation = read((await process.stdout.readline()).decode(), allow_open=True)
            process.send_signal(signal.SIGTERM)
            _, errors = await process.communicate()
        assert not invitation.is_encrypted
        assert errors.decode().count(f"clockspades: {INSECURE}\n") == told
        assert errors.decode().count("\n") == told + 1  # and that the table is kept


def test_a_server_that_hangs_ends_after_its_program() -> None:
    code = f"""
import asyncio, sys
from {MODULE.rpartition(".")[0]} import server_process

async def hang(*_):
    while True:
        pass

server_process.GRACE, server_process.run_server = 0.1, hang
sys.exit(server_process.main())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], input=f"{PLANS.write_text(PLAN)}\n", text=True, timeout=WAIT, check=False
    )
    assert done.returncode == 1
