"""The door for SSH without the program of a guest: who somebody is, what is refused, and what becomes of processes."""

import asyncio
import json
import os
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("people are let in over SSH on Unix only", allow_module_level=True)

import asyncssh
from asyncssh import SSHClientConnection, SSHClientProcess, SSHKey

from clockspades.engine.text import UserError
from clockspades.guests import program
from clockspades.guests.program import GuestOrder, name_of
from clockspades.guests.ssh import door, players, terminal
from clockspades.guests.ssh.door import LIMITS, SshDoor, host_key
from clockspades.network.server.listening import Limits, open_door
from clockspades.network.server.notices import ServerLog
from tests.guests.processes import PATIENCE, gone

BEGINS = "import json, os, sys, time, tty; tty.setraw(0); os.write(1, b'here %d.' % os.getpid())\n"
ECHO = f"{BEGINS}while data := os.read(0, 4096): os.write(1, data)"
STUBBORN = f"{BEGINS}import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\nwhile True: time.sleep(60)"
TALKS = f"{BEGINS}while True: os.write(1, b'x' * 4096)"
FAILS = f"{BEGINS}raise SystemExit(7)"
TELLS = f"""{BEGINS}
told = dict(os.environ), os.get_terminal_size(0), os.read(int(sys.argv[-2]), 4096).decode(), os.listdir("/dev/fd")
os.write(1, json.dumps(told).encode() + b"!")
"""
"""Says all that a program can find out."""
ANA, BEN = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
"""Keys."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """These programs do not hear that they should end."""
    monkeypatch.setattr(program, "GRACE", 0.1)


class Client(asyncssh.SSHClient):
    """Somebody who answers what they are asked if they have no key: nothing."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: object) -> list[str]:
        assert instructions == door.NO_KEY
        assert not prompts
        return []


class House(ServerLog):
    """A door with its log, and those who knock."""

    def __init__(self, port: int, key: SSHKey) -> None:
        super().__init__()
        self.port, self.key = port, key
        self.events: list[tuple[str, dict[str, Any]]] = []

    def write(self, event: str, level: int = 0, /, **fields: Any) -> None:
        self.events.append((event, fields))

    @asynccontextmanager
    async def come(self, key: SSHKey | None = ANA, **options: Any) -> AsyncIterator[SSHClientConnection]:
        """A connection."""
        options = {"username": "ana", "client_keys": [key] if key else None, **options}
        known = asyncssh.import_known_hosts(f"[127.0.0.1]:{self.port} {self.key.export_public_key().decode()}")
        async with asyncssh.connect(
            "127.0.0.1", self.port, client_factory=Client, known_hosts=known, agent_path=None, config=None, **options
        ) as connection:
            yield connection

    @asynccontextmanager
    async def play(
        self, key: SSHKey | None = ANA, term: str | None = "xterm", **options: Any
    ) -> AsyncIterator["Guest"]:
        """A connection with a terminal."""
        asks = {each: options.pop(each) for each in ("term_size", "env", "command") if each in options}
        async with (
            self.come(key, **options) as connection,
            connection.create_process(term_type=term, encoding=None, **asks) as process,
        ):
            yield Guest(connection, process)


class Guest:
    def __init__(self, connection: SSHClientConnection, process: SSHClientProcess[bytes]) -> None:
        self.connection, self.process = connection, process
        self.heard = b""

    async def wait_for(self, part: bytes) -> bytes:
        """What came until it has a part."""
        async with asyncio.timeout(PATIENCE):
            while part not in self.heard:
                data = await self.process.stdout.read(4096)
                assert data, self.heard
                self.heard += data
        return self.heard

    async def pid(self) -> int:
        """The id of their program."""
        return int((await self.wait_for(b".")).partition(b"here ")[2].partition(b".")[0])

    async def end(self) -> tuple[str, int | None]:
        """All that came until the end, and the exit status."""
        async with asyncio.timeout(PATIENCE):
            said = self.heard + await self.process.stdout.read() + await self.process.stderr.read()
            await self.process.wait_closed()
        return said.decode(), self.process.exit_status


@asynccontextmanager
async def served(command: str = ECHO, *, most: int = 8, limits: Limits = LIMITS) -> AsyncIterator[House]:
    key, stop = host_key(), asyncio.Event()
    listening = open_door(("127.0.0.1", 0), limits)
    house = House(listening.getsockname()[1], key)

    async def seat(user: str, address: str) -> GuestOrder:
        assert address == "127.0.0.1"
        if user == "nobody":
            raise UserError("nobody is not known here")
        return GuestOrder("wss://192.0.2.7/#…" if user == "sitter" else "", name_of(user))

    served = SshDoor(listening, (sys.executable, "-c", command), seat, most=most, log=house)
    serving = asyncio.create_task(served.serve_until(key, stop))
    try:
        yield house
    finally:
        stop.set()
        async with asyncio.timeout(PATIENCE):
            await serving
    assert "fault" not in [event for event, _ in house.events], house.events


# -- who somebody is ---------------------------------------------------------------------------------------


async def told(house: House, key: SSHKey | None, **options: Any) -> tuple[dict[str, str], list[int], dict[str, Any]]:
    async with house.play(key, **options) as guest:
        said = (await guest.wait_for(b"!")).partition(b".")[2].partition(b"!")[0]
        environment, size, order, files = json.loads(said)
        assert len(files) <= 6, "three streams, the pipe, the host's standard error, and the list itself"
        return environment, size, json.loads(order)


async def test_each_key_is_a_player_and_who_has_none_is_a_visitor(home: Path) -> None:
    async with served(TELLS) as house:
        ana, again, ben, none, other = [
            Path((await told(house, key))[0]["CLOCKSPADES_HOME"]) for key in (ANA, ANA, BEN, None, None)
        ]
    assert len({ana, ben, none, other}) == 4
    assert again == ana
    assert {each.parent for each in (ana, ben, none)} == {home / "ssh-players"}
    assert players.is_kept(ana)
    assert not players.is_kept(none)
    assert not [*(home / "ssh-players").iterdir()], "nobody has kept anything"


async def test_a_program_gets_nothing_that_it_should_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSWORD_OF_THE_HOST", "1234")
    monkeypatch.setenv("LC_ALL", "C")
    sent = {"LD_PRELOAD": "/tmp/x.so", "PYTHONPATH": "/tmp", "TEXTUAL_LOG": "/tmp/x", "COLORTERM": "truecolor"}
    sent |= {"LANG": "de_DE.UTF-8;rm"}
    async with served(TELLS) as house:
        environment, size, order = await told(house, ANA, env=sent, term_size=(10**6, 0), username="zoë")
        assert size == [400, 1]
        assert (order["invitation"], order["name"]) == ("", "Zoë")
        assert "PASSWORD_OF_THE_HOST" not in environment
        assert not {"LD_PRELOAD", "TEXTUAL_LOG", "NO_COLOR"} & environment.keys()
        assert environment.get("PYTHONPATH") != "/tmp"
        assert (environment["TERM"], environment["COLORTERM"], environment["LC_ALL"]) == (
            "xterm", "truecolor", "C.UTF-8",
        )  # fmt: skip
        environment, _, _ = await told(house, ANA, env={"LC_ALL": "C", "NO_COLOR": "yes"}, term="x/../\x1b[2J")
        assert (environment["TERM"], environment["LC_ALL"]) == ("xterm-256color", "C")
        assert (environment["NO_COLOR"], environment.get("COLORTERM")) == ("1", None)


async def test_a_weak_key_is_none_and_so_is_a_weak_signature() -> None:
    rsa, weak = (asyncssh.generate_private_key("ssh-rsa", key_size=size) for size in (2048, 1024))
    async with served(TELLS) as house:
        ways = (rsa, "rsa-sha2-256", True), (rsa, "ssh-rsa", False), (weak, "rsa-sha2-256", False)
        for key, algorithm, is_kept in ways:
            environment, _, _ = await told(house, key, signature_algs=algorithm)
            assert players.is_kept(Path(environment["CLOCKSPADES_HOME"])) == is_kept


class Liar(asyncssh.SSHKeyPair):
    """Somebody's public key with the signature of another."""

    def __init__(self) -> None:
        public = ANA.public_data
        super().__init__(b"ssh-ed25519", b"ssh-ed25519", (b"ssh-ed25519",), (b"ssh-ed25519",), public, b"")

    def sign(self, data: bytes) -> bytes:
        return BEN.sign(data, b"ssh-ed25519")


async def test_nobody_comes_in_as_somebody_whose_key_they_lack() -> None:
    async with served(TELLS) as house:
        ana = (await told(house, ANA))[0]["CLOCKSPADES_HOME"]
        liar = (await told(house, None, client_keys=[Liar()]))[0]["CLOCKSPADES_HOME"]
    assert liar != ana
    assert not players.is_kept(Path(liar))


@pytest.mark.parametrize(
    ("user", "name"),
    [("ana", "Ana"), ("McX", "McX"), ("x" * 60, "X" + "x" * 39), ("", "Player"), ("\x1b[2J", "Player"), ("ß", "SS")],
)
def test_a_user_name_becomes_a_name_that_can_be_shown(user: str, name: str) -> None:
    assert name_of(user) == name


# -- what is refused ---------------------------------------------------------------------------------------


async def test_there_is_no_second_session_and_no_way_through() -> None:
    async with served() as house, house.play() as guest:
        await guest.pid()
        for wanted in (
            guest.connection.create_process(term_type="xterm"),
            guest.connection.open_connection("127.0.0.1", house.port),
            guest.connection.open_unix_connection("/run/x"),
            guest.connection.start_sftp_client(),
        ):
            with pytest.raises(asyncssh.ChannelOpenError):
                await wanted
        with pytest.raises(asyncssh.ChannelListenError):
            await guest.connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", house.port)
        guest.process.stdin.write(b"still there")
        await guest.wait_for(b"still there")


@pytest.mark.parametrize(
    ("asks", "words"),
    [
        ({"command": "cat /etc/passwd"}, door.NO_COMMANDS),
        ({"term": None}, door.NO_TERMINAL),
        ({"term": "dumb"}, door.NO_SCREEN.format(terminal="'dumb'")),
        ({"username": "nobody"}, "nobody is not known here"),
    ],
)
async def test_what_is_asked_for_in_vain_gets_one_sentence(asks: dict[str, Any], words: str) -> None:
    async with served() as house, house.play(**asks) as guest:
        assert await guest.end() == (f"{words}\r\n", 2)


async def test_one_more_than_the_bound_is_told_so_and_who_comes_again_takes_their_own_place(home: Path) -> None:
    async with served(most=1) as house, house.play() as ana:
        first = await ana.pid()
        async with house.play(BEN) as ben:
            full = "1 guest is here already, and more can't come. Try again later."
            assert await ben.end() == (f"{full}\r\n", 1)
        async with house.play() as again:
            await gone(first)
            assert (await ana.end())[0].endswith(f"{door.ELSEWHERE}\r\n")
            await again.pid()
            assert [*(home / "ssh-players").iterdir()], "forgotten with the first window, and made again"


async def test_many_who_come_at_once_from_one_address_have_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "ARRIVALS", Limits(burst=2, frames_a_second=0.001))
    monkeypatch.setattr(door, "CONNECTS", Limits(burst=3, frames_a_second=0.001))
    async with served(FAILS) as house:
        for words in (door.FAILED, door.FAILED, door.TOO_MANY):
            async with house.play() as guest:
                assert (await guest.end())[0].endswith(f"{words}\r\n")
        assert all(fields["status"] for event, fields in house.events if event == "guest left"), "the host knows"
        with pytest.raises((OSError, asyncssh.Error)):
            async with house.come():
                pass


@pytest.mark.parametrize("sent", [b"", b"SSH-2.0-x\r\n", b"GET / HTTP/1.1\r\n\r\n", b"x" * 9000, os.urandom(300_000)])
async def test_who_never_comes_to_a_terminal_has_to_go(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SECONDS_TO_COME", 0.2)
    async with served() as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(sent)
        async with asyncio.timeout(PATIENCE):
            try:
                assert (await reader.read(14)).startswith(b"SSH-2.0-clocks")
                await reader.read()
            except ConnectionError:
                pass
        writer.close()
        if not sent:
            async with house.come() as connection, asyncio.timeout(PATIENCE):
                await connection.wait_closed()


async def test_who_comes_gets_in_while_others_sleep_at_the_door() -> None:
    async with served(limits=LIMITS._replace(waiting_from_one_address=8)) as house:
        asleep = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(20)]
        async with house.play() as guest:
            await guest.pid()
        ends = [asyncio.create_task(reader.read()) for reader, _ in asleep[:8]]
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait(ends)
        for _, writer in asleep:
            writer.close()


@pytest.mark.parametrize("value", ["x", "x" * 2000])
async def test_a_flood_of_variables_ends_the_connection(value: str) -> None:
    async with served() as house, house.come() as connection:
        with suppress(OSError, asyncssh.Error):  # it is closed while we write
            env = {f"V{number}": value for number in range(80)}
            process = await connection.create_process(term_type="xterm", env=env)
            for _ in range(200):
                process.stdin.write("x")
                await asyncio.sleep(0.01)
        assert connection.is_closed()


# -- processes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [ECHO, STUBBORN, TALKS])
async def test_a_process_ends_with_its_connection(command: str) -> None:
    async with served(command) as house, house.play() as guest:
        pid = await guest.pid()
        guest.connection.abort()
        await gone(pid)
        async with house.play(BEN) as other:
            pid = await other.pid()
    await gone(pid)


async def test_whose_seat_is_kept_is_told_how_to_come_back() -> None:
    sits = f"{BEGINS}os.mkdir('seats'); open('seats/x.seat', 'w')"
    sits = sits.replace("os.mkdir", "os.chdir(os.environ['CLOCKSPADES_HOME']); os.mkdir")
    async with served(sits) as house:
        for key, user, words in ((ANA, "ana", ""), (BEN, "sitter", door.SEAT_KEPT), (None, "sitter", door.NO_KEY)):
            async with house.play(key, username=user) as guest:
                said, status = await guest.end()
                assert (said.partition(".")[2].strip(), status) == (words, 0)


async def test_a_line_that_is_dead_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "KEEPALIVE", 0.05)
    async with served() as house, house.play() as guest:
        pid = await guest.pid()
        await asyncio.sleep(0.5)
        os.kill(pid, 0)  # who answers stays, whatever they do
        wire = guest.connection._transport
        assert wire is not None
        wire.pause_reading()
        await gone(pid)


async def test_a_machine_without_room_for_more_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OSError(28, "no space left")

    async with served() as house:
        with monkeypatch.context() as full:
            full.setattr("os.openpty", refuse)
            async with house.play(None) as guest:
                assert await guest.end() == (f"{door.FAILED}\r\n", 2)
        assert house.events[-1] == ("guest refused", {"reason": "no space left"})
        assert not [*(home / "ssh-players").iterdir()]


async def test_what_is_typed_arrives_in_any_amount() -> None:
    text = os.urandom(1 << 17).replace(b"\x1b", b"-")
    async with served() as house, house.play(None) as guest:
        await guest.pid()
        guest.process.stdin.write(text)
        guest.process.change_terminal_size(90, 20)
        async with asyncio.timeout(PATIENCE):
            heard = await guest.process.stdout.read(1)
            while len(heard) < len(text):
                heard += await guest.process.stdout.read(1 << 16)
        assert heard == text


@pytest.mark.parametrize("command", [STUBBORN, TALKS])
async def test_neither_side_waits_for_ever_for_the_other(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "STUCK", 0.3)
    async with served(command) as house, house.play() as guest:
        pid = await guest.pid()
        guest.process.stdin.write(b"x" * (1 << 18) if command is STUBBORN else b"x")  # TALKS is not read any more
        await gone(pid)


# -- what is kept ------------------------------------------------------------------------------------------


def test_the_key_of_the_host_is_made_once_for_its_owner_alone(home: Path) -> None:
    first = host_key()
    path = home / "ssh_host_key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert host_key().get_fingerprint() == first.get_fingerprint()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("no key")
    with pytest.raises(UserError, match="move it away"):
        host_key()
    path.unlink()
    path.mkdir()
    with pytest.raises(UserError, match="can't be kept in"):
        host_key()


def test_who_has_kept_something_is_not_pushed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "MOST", 2)
    ana, ben = (players.enter(tmp_path / "all", key, ()) for key in ("ana", "ben"))
    for folder, kept in ((ana, "games"), (ben, "seats")):
        (folder / kept).mkdir()
        (folder / kept / "one").touch()
        players.part(folder)
        os.utime(folder, (0, 0))
    monkeypatch.setattr(players, "MOST", 3)
    players.part(players.enter(tmp_path / "all", "zoe", ()))
    assert ana.exists(), "there is room, so it may be a clock that was set anew"
    monkeypatch.setattr(players, "MOST", 2)
    os.utime(ana)
    os.utime(ben)
    eve = players.enter(tmp_path / "all", "eve", ())
    assert not players.is_kept(eve)
    assert players.enter(tmp_path / "all", "ana", ()) == ana
    os.utime(ben, (0, 0))
    os.utime(eve, (0, 0))
    assert players.enter(tmp_path / "all", "ana", {eve}) == ana
    assert (ben.exists(), eve.exists()) == (False, True), "forgotten after a year, but nobody who is there"
    players.part(eve)
    assert [*(tmp_path / "all").iterdir()] == [ana]
