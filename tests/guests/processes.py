"""The processes of guests: how long tests wait for them, and until they have ended."""

import asyncio
import os
from typing import Final

PATIENCE: Final = 60.0
"""Seconds that a test waits for something."""


async def gone(*processes: int) -> None:
    """Wait until no process is left."""
    async with asyncio.timeout(PATIENCE):
        for process in processes:
            while True:
                try:
                    os.kill(process, 0)
                except ProcessLookupError:
                    break
                await asyncio.sleep(0.01)
