"""The page of a table without a browser: who is let in, how many, and what becomes of their processes."""

import asyncio
import json
import os
import re
import struct
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import Morsel
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the page is served on Unix only", allow_module_level=True)

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, WSServerHandshakeError

from clockspades.engine.text import UserError
from clockspades.guests import program, visitors
from clockspades.guests.browser.guest_process import FAILED, LEFT, TOLD
from clockspades.guests.browser.page import (
    ARRIVALS,
    ELSEWHERE,
    LIMITS,
    TOO_MANY,
    WRONG_CODE,
    WRONG_PLACE,
    PageServer,
    read_url,
)
from clockspades.network.client.kept_seats import Notes, sit_down
from clockspades.network.meeting.invitation import EXAMPLE
from clockspades.network.server.listening import open_door
from tests.guests.processes import PATIENCE, gone

BEGINS = "import os, sys, time; os.write(1, b'__GANGLION__\\n')\n"
ECHO = f"""{BEGINS}
data = os.read(int(sys.argv[-2]), 4096)
while data:
    os.write(1, b"D" + len(data).to_bytes(4, "big") + data)
    data = os.read(0, 4096)
"""
"""A process that sends back its order and what it gets, and ends when its input does."""
STUBBORN = f"""{BEGINS}
os.write(1, b"D\\0\\0\\0\\1x")
while True: time.sleep(60)
"""
LEAVES = f"""{BEGINS}
meta = b'{{"type": "exit"}}'
os.write(1, b"M" + len(meta).to_bytes(4, "big") + meta)
"""
FAILS = "raise SystemExit(7)"
TELLS = f"""{BEGINS}
import json
told = json.dumps([sys.argv, dict(os.environ)]).encode()
os.write(1, b"D" + len(told).to_bytes(4, "big") + told)
os.read(0, 1)
"""


def processes_of(page: PageServer) -> list[int]:
    """The ids of the guests' processes."""
    return [guest._process.pid for guest in page._guests.values() if guest._process is not None]


class Browser:
    """Somebody with a jar for cookies, and no window."""

    def __init__(self, page: PageServer, url: str, session: ClientSession) -> None:
        self.page, self.url, self.session = page, url, session

    async def come_in(self, name: str = "Ana", code: str = EXAMPLE.code, **more: str) -> tuple[int, str]:
        """Fill in the form; the status and the page that comes of it."""
        headers = {"Origin": more.pop("origin", self.url)}
        form = {"name": name, "code": code, "seat": more.pop("seat", "take")}
        async with self.session.post(f"{self.url}/", data=form, headers=headers, allow_redirects=False) as answer:
            return answer.status, await answer.text()

    async def look(self) -> tuple[int, str]:
        async with self.session.get(f"{self.url}/") as answer:
            return answer.status, await answer.text()

    async def connect(self, **headers: str) -> ClientWebSocketResponse:
        headers.setdefault("Origin", self.url)
        return await self.session.ws_connect(f"{self.url}/ws?width=80&height=24", headers=headers)

    @property
    def cookie(self) -> "Morsel[str]":
        (cookie,) = self.session.cookie_jar
        return cookie


@asynccontextmanager
async def served(command: str = ECHO, *, most: int = 8, url: str | None = None) -> AsyncIterator[Browser]:
    """A page, and a browser that can open it."""
    door = open_door(("127.0.0.1", 0), LIMITS)
    page = PageServer(EXAMPLE, (sys.executable, "-c", command), most=most, url=url, door=door)
    stop = asyncio.Event()
    serving = asyncio.create_task(page.serve_until(stop))
    try:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            yield Browser(page, f"http://127.0.0.1:{door.getsockname()[1]}", session)
    finally:
        stop.set()
        async with asyncio.timeout(PATIENCE):
            await serving
    assert not processes_of(page)


@asynccontextmanager
async def another(browser: Browser) -> AsyncIterator[Browser]:
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        yield Browser(browser.page, browser.url, session)


async def end_of(socket: ClientWebSocketResponse) -> tuple[int | None, str]:
    """The code and the words with which a connection ends."""
    async with asyncio.timeout(PATIENCE):
        while (message := await socket.receive()).type not in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING):
            pass
    return socket.close_code, message.extra or ""


async def heard(socket: ClientWebSocketResponse, part: bytes) -> bytes:
    """What came until it has a part."""
    found = b""
    async with asyncio.timeout(PATIENCE):
        while part not in found:
            message = await socket.receive()
            assert message.type is WSMsgType.BINARY, message
            found += message.data
    return found


# -- who is let in -----------------------------------------------------------------------------------------


async def test_a_stranger_gets_no_further_than_the_form() -> None:
    async with served() as browser:
        status, text = await browser.look()
        assert status == 200
        assert 'name="code"' in text
        assert "textual.js" not in text
        assert EXAMPLE.code not in text
        with pytest.raises(WSServerHandshakeError, match="403"):
            await browser.connect()
        with pytest.raises(WSServerHandshakeError, match="403"):
            await browser.connect(Cookie=f"{browser.page.visitors.cookie}={'0' * 32}")
        assert not processes_of(browser.page)
        assert not browser.page.visitors.folder.exists()


@pytest.mark.parametrize("code", ["", "0000000000", "../../etc", EXAMPLE.code[:-1], "é" * 10])
async def test_a_wrong_code_lets_nobody_in(code: str) -> None:
    async with served() as browser:
        assert (await browser.come_in(code=code))[0] == 403
        assert WRONG_CODE in (await browser.come_in(code=code))[1]
        assert browser.page._failures.counts == {"127.0.0.1/32": 2}
        assert not [*browser.session.cookie_jar]
        assert (await browser.come_in(code="k7m2qx9rta"))[0] == 303
        assert browser.page._failures.counts == {}


async def test_a_cookie_is_for_this_page_alone() -> None:
    async with served() as browser:
        await browser.come_in()
        assert browser.cookie["httponly"]
        assert browser.cookie["samesite"] == "Lax"
        assert not browser.cookie["secure"]
        assert len(browser.cookie.value) == 32
        text = (await browser.look())[1]
        assert "textual.js" in text
        assert browser.cookie.value not in text
        assert EXAMPLE.code not in text


async def test_behind_a_proxy_that_encrypts_the_cookie_is_secure() -> None:
    url = "https://table.example.org"
    async with served(url=url) as browser:
        form = {"name": "Ana", "code": EXAMPLE.code}
        async with browser.session.post(
            f"{browser.url}/", data=form, headers={"Origin": url}, allow_redirects=False
        ) as answer:
            (cookie,) = answer.cookies.values()
        assert cookie["secure"]
        assert cookie.key.startswith("__Host-")
        headers = {"Cookie": f"{cookie.key}={cookie.value}"}
        async with browser.session.get(f"{browser.url}/", headers=headers) as answer:
            assert "wss://table.example.org/ws" in await answer.text()


@pytest.mark.parametrize("name", ["", "   ", "\x1b[2J", "x" * 41])
async def test_a_name_that_cannot_be_shown_is_asked_for_again(name: str) -> None:
    async with served() as browser:
        status, text = await browser.come_in(name)
        assert status == 400
        assert "This can&#39;t be your name" in text
        assert EXAMPLE.code in text, "it need not be typed again"


async def test_who_comes_again_under_the_same_name_is_the_same() -> None:
    async with served() as browser:
        await browser.come_in("Ana")
        first = browser.cookie.value
        await browser.come_in("Ana", code="")
        assert browser.cookie.value == first, "a cookie needs no code"
        await browser.come_in("Ben", code="")
        assert browser.cookie.value != first
        second = browser.cookie.value
        await browser.come_in("Ben", code="", seat="watch")
        assert browser.cookie.value != second


async def test_who_has_the_code_pushes_no_friend_out_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "KEPT", 10)
    async with served() as browser, another(browser) as eve:
        await browser.come_in("Ana")
        found = browser.page.visitors.find(browser.cookie.value)
        assert found is not None
        with monkeypatch.context() as theirs:
            theirs.setenv("CLOCKSPADES_HOME", str(found.folder))
            kept = sit_down(EXAMPLE, "Ana")
            kept.note(Notes("Spades"))
            kept.close()
        os.utime(found.folder / visitors.FILE, (0, 0))
        came = [(await eve.come_in(f"Eve {number}"))[0] for number in range(105)]
        most = ARRIVALS.burst - 1
        assert came[: int(most)] == [303] * int(most)
        assert 429 in came
        assert TOO_MANY in (await eve.come_in("Another"))[1]
        assert len([*browser.page.visitors.folder.iterdir()]) == 10
        assert (await browser.come_in("Ana", code=""))[0] == 303, "who has come in comes back"
        assert "textual.js" in (await browser.look())[1]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", ""])
async def test_no_other_page_gets_anywhere(origin: str) -> None:
    async with served() as browser:
        status, text = await browser.come_in(origin=origin)
        assert status == 403
        assert WRONG_PLACE in text
        await browser.come_in()
        with pytest.raises(WSServerHandshakeError, match="403"):
            await browser.connect(Origin=origin)
        assert not processes_of(browser.page)


async def test_nothing_comes_from_elsewhere() -> None:
    async with served() as browser:
        await browser.come_in()
        for path, status in (("/", 200), ("/page/page.js", 200), ("/static/js/textual.js", 200), ("/nowhere", 404)):
            async with browser.session.get(f"{browser.url}{path}") as answer:
                assert answer.status == status
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
                assert answer.headers["Cache-Control"] == "no-cache"
        for path in ("/static/", "/page/", "/page/../visitors.py", "/page/%2e%2e/visitors.py", "/download/x"):
            async with browser.session.get(f"{browser.url}{path}") as answer:
                assert answer.status in (403, 404)
        text = (await browser.look())[1]
        links = re.findall(r'(?:src|href|action)="([^"]*)"', text)
        assert links
        assert all(link.startswith(("/", "data:")) for link in links)


async def test_an_icon_on_a_phone_opens_the_page_without_the_code() -> None:
    async with served() as browser:
        assert "/page/page.webmanifest" in (await browser.look())[1]
        async with browser.session.get(f"{browser.url}/page/page.webmanifest") as answer:
            assert answer.content_type == "application/manifest+json"
            manifest = json.loads(await answer.text())
        assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
        for icon in manifest["icons"]:
            async with browser.session.get(f"{browser.url}{icon['src']}") as answer:
                assert answer.content_type == "image/png"
                width, height = struct.unpack(">II", (await answer.read())[16:24])
                assert f"{width}x{height}" == icon["sizes"]


# -- how many, and until when ------------------------------------------------------------------------------


async def test_one_more_than_the_bound_gets_one_sentence() -> None:
    async with served(most=1) as ana, another(ana) as ben:
        await ana.come_in("Ana")
        await ben.come_in("Ben")
        full = "1 guest is here already, and more can't come. Try again later."
        first = await ana.connect()
        await heard(first, b"Ana")
        assert (await ana.look())[0] == 200, "she can load the page again"
        status, text = await ben.look()
        assert status == 503
        assert full.replace("'", "&#39;") in text
        assert await end_of(await ben.connect()) == (TOLD, full)
        assert len(processes_of(ana.page)) == 1
        await first.close()
        await gone(*processes_of(ana.page))
        async with asyncio.timeout(PATIENCE):
            while (await ben.look())[0] != 200:
                await asyncio.sleep(0.01)
        await heard(await ben.connect(), b"Ben")


async def test_a_second_window_takes_the_seat_over() -> None:
    async with served() as browser:
        await browser.come_in()
        first = await browser.connect()
        await heard(first, b"Ana")
        before = processes_of(browser.page)
        ended = asyncio.create_task(end_of(first))
        second = await browser.connect()
        await heard(second, b"Ana")
        assert await ended == (TOLD, ELSEWHERE)
        await gone(*before)
        assert len(processes_of(browser.page)) == 1


@pytest.mark.parametrize("command", [ECHO, STUBBORN])
async def test_a_process_ends_with_its_connection(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "GRACE", 0.3)
    async with served(command) as browser:
        await browser.come_in()
        socket = await browser.connect()
        await heard(socket, b"x" if command is STUBBORN else b"Ana")
        processes = processes_of(browser.page)
        assert len(processes) == 1
        connection = socket._conn
        assert connection is not None
        assert connection.transport is not None
        connection.transport.abort()  # as when the network is gone
        await gone(*processes)


async def test_who_leaves_is_told_so_and_a_failure_too() -> None:
    for command, words in ((LEAVES, LEFT), (FAILS, FAILED)):
        async with served(command) as browser:
            await browser.come_in()
            assert await end_of(await browser.connect()) == (TOLD, words)


@pytest.mark.parametrize("sent", ["no json", "[]", "{}", '["stdin", 7]', '["resize", {"width": "8"}]', "[" * 50_000])
async def test_nonsense_ends_the_connection(sent: str) -> None:
    async with served() as browser:
        await browser.come_in()
        socket = await browser.connect()
        await heard(socket, b"Ana")
        processes = processes_of(browser.page)
        await socket.send_str(sent)
        await end_of(socket)
        await gone(*processes)


async def test_what_is_typed_arrives_and_a_window_has_bounds() -> None:
    assert program.bounded(100_000, 0) == (program.WIDEST, 1)
    async with served() as browser:
        await browser.come_in()
        socket = await browser.connect()
        await socket.send_str(json.dumps(["stdin", "é\ud800"]))
        assert b"D\0\0\0\3\xc3\xa9?" in await heard(socket, b"?")
        await socket.send_str(json.dumps(["resize", {"width": 10**9, "height": -3}]))
        assert b'"width": 400, "height": 1}' in await heard(socket, b"height")
        await socket.send_str(json.dumps(["ping", "7"]))
        async with asyncio.timeout(PATIENCE):
            while (message := await socket.receive()).type is not WSMsgType.TEXT:
                pass
        assert json.loads(message.data) == ["pong", "7"]


async def test_a_process_gets_nothing_of_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSWORD_OF_THE_HOST", "1234")
    async with served(TELLS) as browser:
        await browser.come_in()
        socket = await browser.connect()
        argv, environment = json.loads(await heard(socket, b"}]"))
        assert EXAMPLE.code not in f"{argv} {environment}"
        assert browser.cookie.value not in f"{argv} {environment}"
        assert "PASSWORD_OF_THE_HOST" not in environment
        assert environment["LOGNAME"] == "Ana"
        home = Path(environment["CLOCKSPADES_HOME"])
        assert environment["HOME"] == environment["TMPDIR"] == str(home)
        assert home.parent == browser.page.visitors.folder


@pytest.mark.parametrize(
    "wrong", ["", "table.example.org", "ftp://x", "https://x/path", "https://x?y", "https://[", "http://x:y"]
)
def test_an_address_that_is_none_is_one_sentence(wrong: str) -> None:
    with pytest.raises(UserError, match="--url needs an address"):
        read_url(wrong)
    assert read_url("https://table.example.org:8443/") == "https://table.example.org:8443"
