"""How long a small message takes there and back through a wormhole, against a connection of this machine.

``python tests/bench/short_codes.py`` starts a mailbox and a relay here, and sends all through the relay.
"""

import os
import socket
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from queue import Queue
from statistics import median
from threading import Thread
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.network.meeting.invitation import Invitation
from clockspades.network.meeting.short_codes import LOOPBACK, Codes, GuestPassage, Way, way_back
from tests.network.wormholes import exchange

SIZE = 200
"""Bytes of a message, as of most messages of a game."""


def echo() -> int:
    """A server that sends back what comes; its port."""
    server = socket.create_server((LOOPBACK, 0))

    def attend(connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with connection:
            while data := connection.recv(1 << 16):
                connection.sendall(data)

    def serve() -> None:
        while True:
            Thread(target=attend, args=(server.accept()[0],), daemon=True).start()

    Thread(target=serve, daemon=True).start()
    port: int = server.getsockname()[1]
    return port


def times(port: int, count: int) -> list[float]:
    """Milliseconds that each of so many messages takes, in order of length."""
    found = []
    with socket.create_connection((LOOPBACK, port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(count):
            began, got = perf_counter(), 0
            connection.sendall(b"x" * SIZE)
            while got < SIZE:
                got += len(connection.recv(SIZE))
            found.append((perf_counter() - began) * 1000)
    return sorted(found)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="messages each way, in each of three rounds")
    count = parser.parse_args().count
    with tempfile.TemporaryDirectory() as folder, exchange(Path(folder)) as servers:
        os.environ["CLOCKSPADES_DIRECT"] = "no"
        port, changes = echo(), Queue[None]()
        codes = Codes(Invitation(LOOPBACK, port, "K7M2QX9RTA"), way_back(b"bench"), servers, lambda: changes.put(None))
        while not codes.shown.code:
            changes.get(timeout=60)
        passage = GuestPassage(Way(codes.shown.code, servers.mailbox, servers.relay))
        there = passage.find().port
        print(f"{'':12}{'median':>10}{'99th':>10}   milliseconds for {SIZE} bytes there and back")
        ratios = []
        for _ in range(3):
            direct, through = times(port, count), times(there, count)
            for name, each in (("directly", direct), ("wormhole", through)):
                print(f"{name:12}{median(each):10.3f}{each[len(each) * 99 // 100]:10.3f}")
            ratios.append(median(through) / median(direct))
        print(f"ratio of the medians: {median(ratios):.0f}")
        passage.close()
        codes.close()


if __name__ == "__main__":
    main()
