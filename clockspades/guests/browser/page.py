"""The web page of a table: who may come in, the table in their browser, and how many can be there at once."""

import asyncio
import re
from asyncio import Event
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import textual_serve.server
from aiohttp import WSCloseCode, web
from jinja2 import Environment, FileSystemLoader
from textual_serve.server import Server, to_int

from clockspades.engine.seating import SeatError, check_name
from clockspades.engine.text import UserError, reason_of
from clockspades.guests.browser.guest_process import FAILED, TOLD, GuestProcess
from clockspades.guests.visitors import KEPT_FOR, Visitor, Visitors
from clockspades.language import N_, _, ngettext, pgettext, preferred, speaking, spoken
from clockspades.network.meeting.invitation import Invitation, InvitationError, read_code
from clockspades.network.server.listening import Door, Failures, Limits, Rates, logger
from clockspades.network.wire.secrecy import digest, fits

LIMITS: Final = Limits(waiting=256, waiting_from_one_address=128, connections=512)
"""The limits of connections. All may come from one address, as a proxy in front brings them."""
FILES: Final = Path(__file__).parent / "static"
ARRIVALS: Final = Limits(burst=20, frames_a_second=0.1)
"""New visitors from one address: how many can come at once, and how many a second after that."""
HEARTBEAT: Final = 10.0
"""Seconds between pings to a browser. It counts as gone if it has not answered after half as many."""

ELSEWHERE: Final = N_("Your seat is open in another window now.")
TOO_MANY: Final = N_("Many guests have come from your network just now. Try again in a minute.")
WRONG_CODE: Final = N_("That is not the code of this table. It has ten characters: ask your host for it.")
WRONG_PLACE: Final = N_(
    "This page was opened at another address than the one it is served at."
    " Open it at the address that your host sent you."
)
NOT_KEPT: Final = N_("Your seat can't be kept on the machine of your host: {fault}.")

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:;"
        " img-src 'self' data: blob:; connect-src 'self' ws: wss:; form-action 'self'; base-uri 'none';"
        " manifest-src 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
"""Headers of every answer. Nothing is loaded from other sites, no site may frame the page, and caches ask again."""


class PageServer(Server):
    """Serves the page of one table. Each visitor has a process that ends with their connection."""

    def __init__(
        self, invitation: Invitation, command: Sequence[str], *, most: int, url: str | None = None, door: Door
    ) -> None:
        """``command`` starts the process of a guest; ``most`` can be there at once.

        ``url`` is the address at which browsers find the page; without it they find it at ``door`` directly.
        """
        super().__init__(command[0], title="Clockspades", public_url=url or "")
        self.invitation, self.most = invitation, most
        self.visitors = Visitors(invitation)
        self._command, self._door, self._failures = command, door, Failures()
        self._arrivals = Rates(ARRIVALS)
        self._guests: dict[Path, GuestProcess] = {}
        """Those who are there, by their folders."""
        self._template = Environment(loader=FileSystemLoader(FILES), autoescape=True).get_template("page.html")
        self._is_secure = self.public_url.startswith("https:")
        self._cookie = f"__Host-{self.visitors.cookie}" if self._is_secure else self.visitors.cookie

    async def serve_until(self, stop: Event) -> None:
        runner = web.AppRunner(
            await self._make_app(), access_log=None, logger=logger, keepalive_timeout=15, shutdown_timeout=5
        )
        await runner.setup()
        try:
            await web.SockSite(runner, self._door).start()
            await stop.wait()
        finally:
            await runner.cleanup()

    async def _make_app(self) -> web.Application:
        app = web.Application(client_max_size=4096, middlewares=[_secure])
        assets = Path(textual_serve.server.__file__).parent / "static"
        app.add_routes(
            [
                web.get("/", self.handle_table),
                web.post("/", self.handle_arrival),
                web.get("/name", self.handle_name),
                web.get("/ws", self.handle_websocket),
                web.static("/static", assets),
                web.static("/page", FILES),
            ]
        )
        app.on_shutdown.append(self.on_shutdown)
        return app

    async def on_shutdown(self, app: web.Application) -> None:
        """End every process; each page comes back once the server does."""
        await asyncio.gather(*(self._end(guest, WSCloseCode.GOING_AWAY, "") for guest in [*self._guests.values()]))

    async def handle_table(self, request: web.Request) -> web.Response:
        """Show the table to visitors who have come in, and the form to come in to others."""
        visitor = self._visitor(request)
        if visitor is None:
            return self._page(needs_code=True)
        if visitor.folder not in self._guests and len(self._guests) >= self.most:
            return self._page(told=self._full, status=503)
        origin = self._origin(request)
        return self._page(socket=f"ws{origin.removeprefix('http')}/ws")

    async def handle_name(self, request: web.Request) -> web.Response:
        visitor = self._visitor(request)
        return self._page(needs_code=visitor is None, name="" if visitor is None else visitor.name)

    async def handle_arrival(self, request: web.Request) -> web.Response:
        """Let in a visitor who sends the code and a name."""
        if not self._is_own(request):
            return self._page(told=_(WRONG_PLACE), status=403)
        form = await request.post()
        code, name = str(form.get("code", "")), str(form.get("name", "")).strip()
        watches, address = form.get("seat") == "watch", request.remote or ""
        before = self._visitor(request)
        if before is None and not self._opens(code):
            await asyncio.sleep(self._failures.pause(address))
            return self._page(told=_(WRONG_CODE), needs_code=True, name=name, status=403)
        self._failures.forget(address)
        try:
            check_name(name)
        except SeatError as error:
            wrong = ": ".join((_("This can't be your name"), f"{error}."))
            return self._page(told=wrong, needs_code=before is None, code=code, name=name, status=400)
        answer = web.Response(status=303, headers={"Location": "/"})
        if before is None or (before.name, before.watches) != (name, watches):
            if not self._arrivals.allow(address):
                return self._page(told=_(TOO_MANY), needs_code=before is None, code=code, name=name, status=429)
            try:
                cookie = self.visitors.add(name, watches=watches, here=self._guests.keys())
            except OSError as error:
                return self._page(told=_(NOT_KEPT, fault=reason_of(error)), status=500)
            answer.set_cookie(
                self._cookie, cookie, max_age=KEPT_FOR, path="/", httponly=True, samesite="Lax", secure=self._is_secure
            )
        return answer

    def _page(self, *, needs_code: bool | None = None, status: int = 200, **texts: str) -> web.Response:
        """A page: the table behind ``socket``, or the form to come in, or only the text ``told``."""
        words = {"_": _, "pgettext": pgettext, "language": spoken(), **texts}
        text = self._template.render(asks=needs_code is not None, needs_code=needs_code, tells=TOLD, **words)
        return web.Response(text=text, content_type="text/html", status=status)

    def _visitor(self, request: web.Request) -> Visitor | None:
        cookie = request.cookies.get(self._cookie)
        return None if cookie is None else self.visitors.find(cookie)

    def _opens(self, code: str) -> bool:
        try:
            return fits(read_code(code.strip()), digest(self.invitation.code))
        except InvitationError:
            return False

    def _origin(self, request: web.Request) -> str:
        """The origin of the page, as browsers write it."""
        return self.public_url or f"http://{request.host}"

    def _is_own(self, request: web.Request) -> bool:
        """Whether one of our own pages sent this request, by its ``Origin``."""
        return request.headers.get("Origin", "").lower() == self._origin(request).lower()

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Show the table to a visitor for as long as the connection holds."""
        visitor = self._visitor(request)
        if visitor is None or not self._is_own(request):
            raise web.HTTPForbidden(text=_(WRONG_PLACE))
        websocket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=1 << 16, timeout=2, autoping=True)
        await websocket.prepare(request)
        if request.transport is not None:
            self._door.has_joined(request.transport.get_extra_info("socket").fileno())
        while (before := self._guests.get(visitor.folder)) is not None:
            await self._end(before, TOLD, _(ELSEWHERE))
        if len(self._guests) >= self.most:
            await websocket.close(code=TOLD, message=self._full.encode())
            return websocket
        guest = self._guests[visitor.folder] = GuestProcess(self._command, self.invitation, visitor, websocket)
        self.visitors.note(visitor)
        try:
            await guest.start(to_int(request.query.get("width", ""), 80), to_int(request.query.get("height", ""), 24))
            await guest.pass_on()
        except OSError:  # no process can be started, or it takes no input any more
            await guest.close(TOLD, _(FAILED))
        finally:
            await asyncio.shield(self._part(visitor.folder, guest))
        return websocket

    @property
    def _full(self) -> str:
        return ngettext(
            "{number} guest is here already, and more can't come. Try again later.",
            "{number} guests are here already, and more can't come. Try again later.", self.most,
        )  # fmt: skip

    async def _part(self, folder: Path, guest: GuestProcess) -> None:
        """End a process, and let its seat be taken again."""
        try:
            await guest.stop()
        finally:
            del self._guests[folder]
            guest.is_gone.set()

    async def _end(self, guest: GuestProcess, code: int, words: str) -> None:
        """Close the connection of a guest, and wait until the process has ended."""
        await guest.close(code, words)
        await guest.is_gone.wait()


@web.middleware
async def _secure(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answer in the language that the browser asks for, with the headers that every answer has."""
    try:
        with speaking(language_for(request.headers.get("Accept-Language", ""))):
            answer = await handler(request)
    except web.HTTPException as error:
        error.headers.update(HEADERS)
        raise
    if not answer.prepared:
        answer.headers.update(HEADERS)
    return answer


def language_for(accepted: str) -> str:
    """The language that a browser asks for most, as ``de-AT, de;q=0.9, en;q=0.8``, or that of this server."""
    wishes = re.findall(r"([a-z]+)[\w-]*\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*(?:,|$)", accepted[:500].casefold())
    asked = sorted(wishes, key=lambda wish: -float(wish[1] or 1))
    return preferred({"LANGUAGE": ":".join([*(code for code, _weight in asked), spoken()])})


def read_url(text: str) -> str:
    """The origin of the page's public address; UserError if a page can't be there."""
    try:
        parts = urlsplit(text)
        host, _port = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    if parts.scheme not in ("http", "https") or not host or parts.path not in ("", "/") or parts.query:
        words = N_("--url needs an address such as https://table.example.org, without a path, not {text}")
        raise UserError(_(words, text=repr(text)))
    return f"{parts.scheme}://{parts.netloc}"
