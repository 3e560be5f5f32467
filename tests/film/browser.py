"""Pictures of an SVG at any time of its animation, taken by Chromium through its DevTools protocol."""

import asyncio
import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 60.0
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    "--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-port=0",
)  # fmt: skip
IS_LOADED = "document.readyState === 'complete' && document.URL !== 'about:blank'"
STAND_STILL = "document.getAnimations().map(each => { each.pause(); each.currentTime = %d; }).length"
"""How many animations there are, all of which are stopped at a time in milliseconds."""


def chromium() -> str:
    """The browser. CI must have it: nobody looks for skipped tests there."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("chromium is not installed here")
    return found


def pictures(svg: Path, size: tuple[int, int], seconds: Sequence[float]) -> list[bytes]:
    """PNGs of this size in pixels of a file at these times; without times, one of a file that stands still."""
    return asyncio.run(asyncio.wait_for(_pictures(svg, size, seconds), PATIENCE))


async def _pictures(svg: Path, size: tuple[int, int], seconds: Sequence[float]) -> list[bytes]:
    taken = []
    async with _opened(svg, size) as page:
        for each in seconds or (0.0,):
            moving = await page.evaluate(STAND_STILL % round(1000 * each))
            assert bool(moving) == bool(seconds), "either something moves, or there are no times"
            shot = await page.ask("Page.captureScreenshot", format="png")
            taken.append(base64.b64decode(shot["data"]))
    return taken


class _Page:
    """A page of the browser, asked over the DevTools protocol."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.session: dict[str, str] = {}

    async def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        await self.connection.send(json.dumps({"id": 1, "method": method, "params": parameters, **self.session}))
        while (answer := json.loads(await self.connection.recv())).get("id") != 1:
            pass  # an event, or the answer to nothing
        assert "error" not in answer, answer
        found: dict[str, Any] = answer["result"]
        return found

    async def evaluate(self, expression: str) -> Any:
        return (await self.ask("Runtime.evaluate", expression=expression))["result"]["value"]


@asynccontextmanager
async def _opened(svg: Path, size: tuple[int, int]) -> AsyncIterator[_Page]:
    """The file in a new browser."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        arguments = (f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}", svg.resolve().as_uri())
        nothing = subprocess.DEVNULL
        browser = subprocess.Popen([chromium(), *QUIET, *arguments], stdin=nothing, stdout=nothing, stderr=nothing)
        try:
            port = Path(profile, "DevToolsActivePort")
            while not port.exists() or len(port.read_text().split()) < 2:
                assert browser.poll() is None, "the browser ended"
                await asyncio.sleep(0.05)
            number, path = port.read_text().split()
            async with connect(f"ws://127.0.0.1:{number}{path}", max_size=None, proxy=None) as connection:
                page = _Page(connection)
                targets = (await page.ask("Target.getTargets"))["targetInfos"]
                target = next(each["targetId"] for each in targets if each["type"] == "page")
                attached = await page.ask("Target.attachToTarget", targetId=target, flatten=True)
                page.session["sessionId"] = attached["sessionId"]
                width, height = size
                await page.ask(
                    "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
                )
                while not await page.evaluate(IS_LOADED):
                    await asyncio.sleep(0.05)
                yield page
        finally:
            browser.terminate()
            browser.wait(PATIENCE)
