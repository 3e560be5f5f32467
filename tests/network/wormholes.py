"""A mailbox and a relay of magic-wormhole on this machine."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from clockspades.network.meeting.short_codes import Exchange
from tests.network.cables import LOOPBACK, free_port

PATIENCE = 60
"""Seconds that a server has to start, on a slow machine too."""


@contextmanager
def _served(folder: Path, plugin: str, *arguments: str) -> Iterator[int]:
    """A server of Twisted in a process of its own; its port."""
    port = free_port()
    command = [sys.executable, "-W", "ignore", "-m", "twisted", plugin, f"--port=tcp:{port}:interface={LOOPBACK}"]
    process = subprocess.Popen(
        [*command, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        until = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, f"{plugin} ended"
            assert time.monotonic() < until, f"{plugin} did not start"
            with suppress(OSError), socket.create_connection((LOOPBACK, port)):
                break
            time.sleep(0.05)
        yield port
    finally:
        process.kill()
        process.wait()


@contextmanager
def exchange(folder: Path, *, direct: bool = False) -> Iterator[Exchange]:
    """A mailbox and a relay."""
    with (
        _served(folder, "wormhole-mailbox", "--channel-db=:memory:") as mailbox,
        _served(folder, "transitrelay") as relay,
    ):
        yield Exchange(f"ws://{LOOPBACK}:{mailbox}/v1", f"tcp:{LOOPBACK}:{relay}", direct)
