"""Chromium without a window: a guest in it, what its page shows as text, and pictures of films.

The page paints on a canvas. So what the server sends is shown in a terminal of :mod:`pyte` too, which tests read.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

import pyte
from playwright.sync_api import Browser, Page, ViewportSize, WebSocket, sync_playwright

from tests.programs import installed

FLAGS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE: Final = 60.0


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, with an empty profile."""
    program = installed("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS])
        try:
            yield browser
        finally:
            browser.close()


class GuestPage:
    """A page that a guest has open, in a browser profile of its own."""

    def __init__(self, browser: Browser, width: int = 1100, height: int = 700, density: float = 1.0) -> None:
        """``density`` is how many pixels of the screen make one of the page."""
        size: ViewportSize = {"width": width, "height": height}
        self.page: Page = browser.new_context(viewport=size, device_scale_factor=density).new_page()
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        """Addresses that are not on this machine, which it asked for."""
        self.columns, self.rows = 80, 24
        self._screen, self._stream = self._new_screen()
        self.page.on("websocket", self._connected)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda sent: self._asked(sent.url))

    def come_in(self, address: str, name: str) -> None:
        """Open the address of the invitation, and sit down under a name."""
        self.page.goto(address)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Sit down").click()

    def forget(self) -> None:
        """Forget what is shown, before something new is."""
        self._screen, self._stream = self._new_screen()

    @property
    def text(self) -> str:
        """What the terminal in the page shows."""
        return "\n".join(self._screen.display)

    def see(self, pattern: str) -> "re.Match[str]":
        """Wait until the terminal shows something."""
        self.until(lambda: re.search(pattern, self.text) is not None, pattern)
        found = re.search(pattern, self.text)
        assert found is not None
        return found

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something holds."""
        end = monotonic() + PATIENCE
        while not holds():
            assert monotonic() < end, f"{what} never came:\n{self.text}\n{self.errors}"
            self.page.wait_for_timeout(50)

    def click(self, at: int) -> None:
        """Click the character at a place of :attr:`text`, with the mouse."""
        row, column = divmod(at, self.columns + 1)
        box = self.page.locator(".xterm-screen").bounding_box()
        assert box is not None
        cell, line = box["width"] / self.columns, box["height"] / self.rows
        self.page.mouse.click(box["x"] + (column + 0.5) * cell, box["y"] + (row + 0.5) * line)

    @property
    def canvas(self) -> tuple[float, float]:
        """The pixels of the canvas across and down, by those of the page that it takes."""
        across, down = self.page.evaluate(
            "() => { const c = document.querySelector('canvas'), box = c.getBoundingClientRect();"
            " return [c.width / box.width, c.height / box.height]; }"
        )
        return round(across, 1), round(down, 1)

    def picture(self, path: Path) -> None:
        """Keep a picture of the page."""
        self.page.screenshot(path=path)

    def _new_screen(self) -> "tuple[pyte.Screen, pyte.ByteStream]":
        screen = pyte.Screen(self.columns, self.rows)
        return screen, pyte.ByteStream(screen)

    def _connected(self, socket: WebSocket) -> None:
        size = re.search(r"width=(\d+)&height=(\d+)", socket.url)
        assert size is not None
        self.columns, self.rows = int(size[1]), int(size[2])
        self._screen, self._stream = self._new_screen()
        stream = self._stream

        def received(data: str | bytes) -> None:
            if isinstance(data, bytes):
                stream.feed(data)

        socket.on("framereceived", received)

    def _asked(self, url: str) -> None:
        if not re.match(r"(https?|wss?)://127\.0\.0\.1:|data:|blob:", url):
            self.elsewhere.append(url)


STAND_STILL: Final = """
    milliseconds => document.getAnimations().map(each => { each.pause(); each.currentTime = milliseconds; }).length
"""
"""Stops all animations at a time, and says how many there are."""


def pictures(svg: Path, size: tuple[int, int], seconds: Sequence[float]) -> list[bytes]:
    """PNGs of this size in pixels of a file at these times; without times, one of a file that stands still."""
    taken = []
    with chromium() as browser:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.goto(svg.resolve().as_uri())
        for each in seconds or (0.0,):
            moving = page.evaluate(STAND_STILL, 1000 * each)
            assert bool(moving) == bool(seconds), "either something moves, or there are no times"
            taken.append(page.screenshot())
    return taken
