"""A Redis of a test's own: on a free port of this machine, with its files in a folder."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Final

import pytest

from tests.network.cables import free_port

PROGRAM: Final = shutil.which("redis-server") or shutil.which("valkey-server")
WITH_US: Final = ("setpriv", "--pdeathsig", "KILL") if shutil.which("setpriv") else ()
"""Ends the server with the tests, however they end."""
PATIENCE: Final = 60

needs_redis = pytest.mark.skipif(
    PROGRAM is None and not os.environ.get("CI"), reason="redis-server is not installed (Debian: redis-server)"
)


class RedisServer:
    """A server that syncs each write, and can be killed and started again."""

    def __init__(self, folder: Path, *settings: str) -> None:
        assert PROGRAM is not None, "CI must install redis-server"
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self._command = [
            *WITH_US, PROGRAM, "--port", f"{self.port}", "--bind", "127.0.0.1", "--dir", f"{folder}", "--save", "",
            *(settings or ("--appendonly", "yes", "--appendfsync", "always")),
        ]  # fmt: skip
        self.process: subprocess.Popen[bytes]
        self.start()

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=sys.stderr)
        latest = monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, "redis-server has ended"
            assert monotonic() < latest, "redis-server does not answer"
            sleep(0.02)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as probe:
                probe.sendall(b"PING\r\n")
                return probe.recv(16).startswith(b"+PONG")
        except OSError:
            return False
