"""Chromium without a window: a guest in it, what its page shows as text, and pictures of films.

The page paints on a canvas. So tests read what is in the terminal of its script.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

from playwright.sync_api import Browser, Error, Page, ViewportSize, sync_playwright

from tests.programs import installed

FLAGS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE: Final = 60.0
LINES: Final = """() => {
    const { buffer, cols, rows } = (!window.isForgotten && shown?.terminal) || { rows: 0 };
    return [...Array(rows).keys()].map(at => buffer.active.getLine(at).translateToString(false, 0, cols).padEnd(cols));
}"""
"""Gives the lines of the terminal, as many characters each."""


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

    def __init__(
        self, browser: Browser, width: int = 1100, height: int = 700, density: float = 1.0, *, is_phone: bool = False
    ) -> None:
        """``density`` is how many pixels of the screen make one of the page."""
        size: ViewportSize = {"width": width, "height": height}
        self.page: Page = browser.new_context(
            viewport=size, device_scale_factor=density, is_mobile=is_phone, has_touch=is_phone
        ).new_page()
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        """Addresses that are not on this machine, which it asked for."""
        self.columns, self.rows = 80, 24
        """The size of the terminal when :attr:`text` was read last."""
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda sent: self._asked(sent.url))

    def come_in(self, address: str, name: str) -> None:
        """Open the address of the invitation, and sit down under a name."""
        self.page.goto(address)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Sit down").click()

    def forget(self) -> None:
        """Forget what is shown, before the page loads again."""
        self.page.evaluate("() => { window.isForgotten = true; }")

    @property
    def text(self) -> str:
        """What the terminal in the page shows."""
        try:
            lines: list[str] = self.page.evaluate(LINES)
        except Error:  # the page is loading
            return ""
        self.columns, self.rows = len(lines[0]) if lines else 80, len(lines)
        return "\n".join(lines)

    def see(self, pattern: str) -> "re.Match[str]":
        """Wait until the terminal shows something, and find it in what was read then, as more may be drawn since."""
        found: list[re.Match[str]] = []

        def is_shown() -> bool:
            found.extend(re.finditer(pattern, self.text))
            return bool(found)

        self.until(is_shown, pattern)
        return found[0]

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something holds."""
        end = monotonic() + PATIENCE
        while not holds():
            assert monotonic() < end, f"{what} never came:\n{self.text}\n{self.errors}"
            self.page.wait_for_timeout(50)

    def click(self, at: int) -> None:
        """Click the character at a place of :attr:`text`, with the mouse."""
        self.page.mouse.click(*self._middle(at))

    def tap(self, at: int, rows_below: float = 0.0) -> None:
        """Tap that character with a finger, or so far below it."""
        x, y = self._middle(at, rows_below)
        self.page.touchscreen.tap(x, y)

    def _middle(self, at: int, rows_below: float = 0.0) -> tuple[float, float]:
        row, column = divmod(at, self.columns + 1)
        box = self.page.locator(".xterm-screen").bounding_box()
        assert box is not None
        cell, line = box["width"] / self.columns, box["height"] / self.rows
        return box["x"] + (column + 0.5) * cell, box["y"] + (row + 0.5 + rows_below) * line

    def fits(self) -> bool:
        """Whether nothing of the page is outside of what can be seen, and the terminal has its smallest size."""
        return bool(
            self.page.evaluate(
                """() => {
                    const parts = [...document.querySelectorAll(".xterm-screen, #keys, #keys button")];
                    const boxes = parts.map(each => each.getBoundingClientRect());
                    const inside = boxes.every(
                        box => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
                    );
                    const root = document.scrollingElement;
                    const scrolls = root.scrollHeight > innerHeight || root.scrollWidth > innerWidth;
                    return inside && !scrolls && shown.terminal.cols >= 60 && shown.terminal.rows >= 18;
                }"""
            )
        )

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
