"""Short codes: a host and guests in processes of their own, with a mailbox and a relay on this machine."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Thread

import pytest

from clockspades.engine.text import UserError
from clockspades.games.catalogue import GAMES
from clockspades.network.client.client import Link
from clockspades.network.client.elsewhere import Elsewhere, host_table, join_table, ways_back
from clockspades.network.client.kept_seats import sit_down
from clockspades.network.meeting import short_codes
from clockspades.network.meeting.invitation import COMMAND, EXAMPLE
from clockspades.network.meeting.short_codes import (
    KILLED,
    CodeShown,
    Exchange,
    GuestPassage,
    NotReached,
    ShortCode,
    ShortCodeError,
    Take,
    code_line,
    find_code,
    read_exchange,
    started,
    way_back,
    way_by,
)
from clockspades.network.server.hosted_server import NewTable
from clockspades.network.wire.messages import OPEN
from clockspades.network.wire.secrecy import digest
from tests.network.cables import cable
from tests.network.players import Player, met
from tests.network.wormholes import exchange

WAIT = 120
GAME = GAMES[0]
CLOCKSPADES = (sys.executable, "-m", "clockspades")
TYPED = "5-hemisphere-crowfoot"


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exchange]:
    with exchange(tmp_path_factory.mktemp("exchange")) as found:
        yield found


@pytest.fixture
def there(servers: Exchange, monkeypatch: pytest.MonkeyPatch) -> Exchange:
    """The mailbox and the relay, for this process and all that it starts."""
    use(monkeypatch, servers)
    return servers


def use(monkeypatch: pytest.MonkeyPatch, servers: Exchange) -> None:
    monkeypatch.setenv("CLOCKSPADES_MAILBOX", servers.mailbox)
    monkeypatch.setenv("CLOCKSPADES_RELAY", servers.relay)
    monkeypatch.setenv("CLOCKSPADES_DIRECT", "yes" if servers.direct else "no")


class Headless:
    """``clockspades host --headless --code`` in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*CLOCKSPADES, "host", *arguments, "--headless", "--code", "--listen", "127.0.0.1:0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._lines: Queue[str] = Queue()
        self._reading = Thread(target=self._read)
        self._reading.start()

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(WAIT)
        self._reading.join()
        assert self.process.stderr is not None
        self.process.stderr.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout:
            for line in self.process.stdout:
                self._lines.put(line.strip())

    def line(self, seconds: float = WAIT) -> str:
        return self._lines.get(timeout=seconds)

    def code(self) -> str:
        """The next short code."""
        while True:
            code = find_code(self.line())
            if code is not None:
                return code


@contextmanager
def headless(*arguments: str) -> Iterator[Headless]:
    host = Headless(*arguments)
    try:
        yield host
    finally:
        host.end()


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.02)


# -- what is typed ---------------------------------------------------------------------------------------------


@pytest.mark.quick
@pytest.mark.parametrize(
    "typed", [TYPED, "5 hemisphere crowfoot", " $ clockspades join 5-Hemisphere-Crowfoot ", f"'{TYPED}'"]
)
def test_a_short_code_is_read_as_people_type_it(typed: str) -> None:
    assert find_code(typed) == TYPED
    assert read_back(code_line(TYPED)) == TYPED


def read_back(line: str) -> str | None:
    return find_code(line.removeprefix(COMMAND))


@pytest.mark.quick
@pytest.mark.parametrize(
    "typed", ["", EXAMPLE.line, EXAMPLE.code, "K7M2-QX9RTA", "5", "5-hemisphere", "hemisphere-crowfoot"]
)
def test_an_invitation_or_the_code_of_a_table_is_no_short_code(typed: str) -> None:
    assert find_code(typed) is None


@pytest.mark.quick
@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CLOCKSPADES_MAILBOX", "http://example.org"),
        ("CLOCKSPADES_RELAY", "example.org:4001"),
        ("CLOCKSPADES_DIRECT", "1"),
    ],
)
def test_a_variable_that_is_wrong_is_one_sentence(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ShortCodeError, match=f"^{variable} .*{re.escape(repr(value))}$"):
        read_exchange()


@pytest.mark.quick
@pytest.mark.parametrize("package", short_codes.PACKAGES)
def test_without_the_extra_it_is_one_sentence(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UserError, match=r"^magic-wormhole is needed for short codes: run `.*'magic-wormhole\[dilate\]"):
        join_table(ShortCode(TYPED), "Ben")


@pytest.mark.quick
def test_the_way_back_is_drawn_from_the_secret_of_the_table() -> None:
    nameplate, _, rest = way_back(b"x" * 32).partition("-")
    assert nameplate.isdecimal()
    assert len(rest) == 32
    assert way_back(b"x" * 32) == way_back(b"x" * 32) != way_back(b"y" * 32)


def test_nobody_at_the_mailbox_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Exchange("ws://127.0.0.1:9/v1", "", direct=False))
    with pytest.raises(UserError, match=r"^the mailbox at ws://127\.0\.0\.1:9/v1 can't be reached$"):
        join_table(ShortCode(TYPED), "Ben")


# -- games ----------------------------------------------------------------------------------------------------------


class Guest:
    """A guest with a short code, who plays by themselves."""

    def __init__(self, code: str, name: str) -> None:
        self.passage = GuestPassage(way_by(code))
        self.player = Player(sit_down(self.passage.find(), name), Random(name), self._find)

    async def _find(self) -> object:
        return await asyncio.to_thread(self.passage.find)


async def came(code: str, name: str) -> Guest:
    return await asyncio.to_thread(Guest, code, name)


async def test_two_guests_play_a_whole_game_over_a_connection_that_is_cut(
    there: Exchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with asyncio.timeout(WAIT), cable(int(there.relay.rpartition(":")[2])) as relay:
        servers = there._replace(relay=f"tcp:127.0.0.1:{relay.port}")
        use(monkeypatch, servers)
        with headless("spades", "--option", "target=50", "--seat", "1=bot:random", "--seat", "3=bot:random") as host:
            first = await asyncio.to_thread(host.code)
            ana = await came(first, "Ana")
            second = await asyncio.to_thread(host.code)
            assert "ask the host for the next one" in await asyncio.to_thread(refused, Take(servers, first, patience=1))
            if first.partition("-")[0] == second.partition("-")[0]:  # then it was a wrong guess at the second one
                second = await asyncio.to_thread(host.code)
            ben = await came(second, "Ben")
            play = [asyncio.create_task(guest.player.play()) for guest in (ana, ben)]
            try:
                await until(lambda: ana.player.table.client.last > 5)
                assert relay.passed
                relay.cut()
                await asyncio.sleep(1)
                relay.mend()
                done = await asyncio.gather(*play)
            finally:
                for each, guest in zip(play, (ana, ben)):
                    each.cancel()
                    guest.passage.close()
                    guest.player.kept.close()
            assert all(client.has_log and not client.doubts for client in done)
            assert {client.seat for client in done} == {0, 2}
            assert ana.player.kept.invitation.fingerprint
            if sys.platform == "linux":
                secrets = [first.encode(), second.encode(), ana.passage.way.code.encode()]
                for process in (host.process.pid, *children(host.process.pid)):
                    place = Path(f"/proc/{process}")
                    told = (place / "cmdline").read_bytes() + (place / "environ").read_bytes()
                    assert not [secret for secret in secrets if secret in told]


def refused(order: Take) -> str:
    """Why a code leads nowhere."""
    process = started(order)
    answers = list(process.answers())
    process.end()
    (answer,) = answers
    assert isinstance(answer, NotReached)
    return answer.words


def children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in found]


@pytest.mark.thorough
async def test_a_wrong_word_uses_the_code_up_and_after_three_no_code_is_made(there: Exchange) -> None:
    with headless(GAME.name) as host:
        async with asyncio.timeout(WAIT):
            for _ in range(3):
                code = await asyncio.to_thread(host.code)
                with pytest.raises(UserError, match=r"^the words of the code are wrong"):
                    await asyncio.to_thread(join_table, ShortCode(f"{code.partition('-')[0]}-wrong-words"), "Ben")
            assert host.process.stderr is not None
            told = await asyncio.to_thread(host.process.stderr.readline)
            assert "Three wrong codes were typed in a row." in told
            with pytest.raises(Empty):
                host.line(0.5)


# -- the seats ---------------------------------------------------------------------------------------------------------


async def left(elsewhere: Elsewhere) -> None:
    elsewhere.leave()
    await elsewhere.close()
    await asyncio.to_thread(elsewhere.close_server)


def kill(process: "subprocess.Popen[bytes] | None") -> None:
    assert process is not None
    process.kill()


def hosted() -> Elsewhere:
    key = "0f" * 16
    plan = NewTable("clogs", {"players": 2}, (OPEN, OPEN), "steady", digest(key), address="127.0.0.1", port=0)
    return host_table(plan, "Ana", key, with_code=True)


def has_code(table: Elsewhere) -> bool:
    return table.code is not None and bool(table.code.code)


def code_of(table: Elsewhere) -> str:
    assert table.code is not None
    return table.code.code


@pytest.mark.thorough
async def test_a_guest_comes_back_without_a_code_and_so_does_the_host(there: Exchange) -> None:
    async with asyncio.timeout(WAIT):
        ana = await asyncio.to_thread(hosted)
        await met(ana)
        await until(lambda: has_code(ana))
        first = code_of(ana)
        ben = await asyncio.to_thread(join_table, ShortCode(first), "Ben")
        await met(ben)
        seat = ben.client.seat
        assert ben._passage is not None
        await until(lambda: has_code(ana) and code_of(ana) != first)

        kill(ben._passage._process)
        await until(lambda: ben.client.link is not Link.HERE)
        await until(lambda: ben.client.link is Link.HERE)
        attempt = ben.client.attempt
        assert ana.codes is not None
        kill(ana.codes._process)
        await until(lambda: not has_code(ana))
        assert ana.code == CodeShown("", KILLED)
        await until(lambda: has_code(ana))
        await until(lambda: ben.client.attempt > attempt and ben.client.link is Link.HERE)
        await until(lambda: ana.client.shown[1].here)
        ben.leave()
        ben.close_server()  # before the connection could say goodbye, as where the next screen takes a while
        async with asyncio.timeout(10):  # it is heard: a pulse is missed only after 30 seconds
            await until(lambda: not ana.client.shown[1].here)
        await left(ben)

        found = {way.name: way for way in await asyncio.to_thread(ways_back)}
        again = await asyncio.to_thread(found["Ben"].come_back)
        await met(again)
        assert again.client.seat == seat

        await left(ana)
        await until(lambda: again.client.link is not Link.HERE)
        found = {way.name: way for way in await asyncio.to_thread(ways_back)}
        back = await asyncio.to_thread(found["Ana"].come_back)
        await met(back)
        await until(lambda: has_code(back))
        await until(lambda: again.client.link is Link.HERE)
        assert again.client.seat == seat

        second = code_of(back)
        back.make_code()
        await until(lambda: has_code(back) and code_of(back) != second)
        await left(again)
        await left(back)
