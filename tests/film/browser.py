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
STAND_STILL = "document.getAnimations().map(each => { each.pause(); each.currentTime = %d; }).length"
"""How many animations there are, all of which are stopped at a time in milliseconds."""


def chromium() -> str:
    """The browser. CI must have it: nobody looks for skipped tests there."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("chromium is not installed here")
    return found


def pictures(svg: Path, size: tuple[int, int], seconds: Sequence[float]) -> list[bytes]:
    """PNGs of the file at these times, and of this size in pixels."""
    return asyncio.run(asyncio.wait_for(_pictures(svg, size, seconds), PATIENCE))


async def _pictures(svg: Path, size: tuple[int, int], seconds: Sequence[float]) -> list[bytes]:
    taken = []
    async with _page(svg, size) as page:
        for each in seconds:
            count = await _ask(page, "Runtime.evaluate", expression=STAND_STILL % round(1000 * each))
            assert count["result"]["value"], "something must move"
            taken.append(base64.b64decode((await _ask(page, "Page.captureScreenshot", format="png"))["data"]))
    return taken


@asynccontextmanager
async def _page(svg: Path, size: tuple[int, int]) -> AsyncIterator[ClientConnection]:
    """The file in a new browser."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        opened = (f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}", svg.resolve().as_uri())
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        browser = subprocess.Popen([chromium(), *QUIET, *opened], **quiet)
        try:
            port = Path(profile, "DevToolsActivePort")
            while not (port.exists() and port.read_text().endswith("\n") or port.exists() and "\n" in port.read_text()):
                assert browser.poll() is None, "the browser ended"
                await asyncio.sleep(0.05)
            address = "ws://127.0.0.1:{}{}".format(*port.read_text().split())
            async with connect(address, max_size=None, proxy=None) as page:
                targets = (await _ask(page, "Target.getTargets"))["targetInfos"]
                target = next(each["targetId"] for each in targets if each["type"] == "page")
                session = await _ask(page, "Target.attachToTarget", targetId=target, flatten=True)
                page.session = session["sessionId"]  # type: ignore[attr-defined]
                metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
                await _ask(page, "Emulation.setDeviceMetricsOverride", **metrics)
                while not (await _ask(page, "Runtime.evaluate", expression="document.readyState === 'complete'"))[
                    "result"
                ]["value"]:
                    await asyncio.sleep(0.05)
                yield page
        finally:
            browser.terminate()
            browser.wait()


async def _ask(page: ClientConnection, method: str, **parameters: Any) -> dict[str, Any]:
    session = getattr(page, "session", None)
    await page.send(json.dumps({"id": 1, "method": method, "params": parameters, **({"sessionId": session} if session else {})}))
    while True:
        answer = json.loads(await page.recv())
        if answer.get("id") == 1:
            assert "error" not in answer, answer
            found: dict[str, Any] = answer["result"]
            return found
