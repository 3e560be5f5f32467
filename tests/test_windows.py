"""What reading shows of Windows, where nobody has tried the program, played on this system."""

import os
import socket
import sys
from concurrent.futures import ProcessPoolExecutor

import pytest

from clockspades.cli.arguments import UsageError
from clockspades.cli.browser import browser
from clockspades.cli.serve import serve
from clockspades.cli.ssh import ssh
from clockspades.network.server.bot_pool import BotPool
from clockspades.network.server.listening import Limits, open_door
from clockspades.simulation.processes import started


@pytest.fixture(autouse=True)
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")


def test_no_pool_has_more_processes_than_python_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 100)
    with pytest.raises(ValueError, match="61"):
        ProcessPoolExecutor(62)
    with started(1000):
        pass
    ProcessPoolExecutor(BotPool()._processes).shutdown()


def test_no_other_program_can_listen_at_the_port_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with open_door(("127.0.0.1", 0), Limits()) as door:
        options = [door.getsockopt(socket.SOL_SOCKET, each) for each in (socket.SO_REUSEADDR, socket.SO_KEEPALIVE)]
    assert options == [0, 1]


def test_servers_that_cannot_be_safe_there_say_so() -> None:
    with pytest.raises(UsageError, match="Windows: use Linux"):
        serve()
    with pytest.raises(UsageError, match="Windows: use Linux"):
        browser("", here=False, listen=None, url=None, guests=8, insecure=False)
    with pytest.raises(UsageError, match="Windows: use Linux"):
        ssh("", listen=None, guests=8, insecure=False)
