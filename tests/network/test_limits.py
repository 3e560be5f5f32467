import socket
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection

from clockspades.network.meeting.invitation import PATH
from clockspades.network.server.listening import (
    LONGEST_PAUSE,
    REMEMBERED,
    Door,
    Failures,
    Limits,
    Rate,
    listen,
    open_door,
)


class Street:
    """A door on this machine, and connections to it."""

    def __init__(self, limits: Limits) -> None:
        self.door = Door(socket.AF_INET, limits)
        self.door.bind(("127.0.0.1", 0))
        self.door.listen()
        self.callers: list[socket.socket] = []
        self.guests: list[socket.socket] = []

    def call(self) -> socket.socket:
        """Connect, and be let in; the other end."""
        self.callers.append(socket.create_connection(self.door.getsockname()))
        guest, _ = self.door.accept()
        self.guests.append(guest)
        return guest

    def is_open(self, number: int) -> bool:
        """Whether a caller is still connected."""
        caller = self.callers[number]
        caller.setblocking(False)
        try:
            return caller.recv(1) != b""
        except BlockingIOError:
            return True

    def close(self) -> None:
        for each in (self.door, *self.callers, *self.guests):
            each.close()


@pytest.fixture
def street() -> Iterator[Street]:
    found = Street(Limits(waiting=3, waiting_from_one_address=3, connections=6))
    yield found
    found.close()


def test_who_has_waited_longest_makes_room(street: Street) -> None:
    for _ in range(5):
        street.call()
    assert [street.is_open(number) for number in range(5)] == [False, False, True, True, True]


def test_a_network_has_a_bound_too() -> None:
    found = Street(Limits(waiting=9, waiting_from_one_address=9, waiting_from_one_network=2))
    for _ in range(3):
        found.call()
    assert [found.is_open(number) for number in range(3)] == [False, True, True]
    found.close()


def test_who_has_joined_stays(street: Street) -> None:
    street.door.has_joined(street.call().fileno())
    for _ in range(5):
        street.call()
    assert street.is_open(0)
    assert [street.is_open(number) for number in range(1, 6)] == [False, False, True, True, True]


def test_no_more_than_so_many_connections(street: Street) -> None:
    for _ in range(6):
        street.door.has_joined(street.call().fileno())
    refused = socket.create_connection(street.door.getsockname())
    street.guests[0].close()  # makes room for one
    street.callers.append(socket.create_connection(street.door.getsockname()))
    street.door.setblocking(False)
    accepted = 0
    for _ in range(2):
        try:
            street.guests.append(street.door.accept()[0])
            accepted += 1
        except BlockingIOError:
            break
    assert accepted == 1
    refused.close()


def test_a_flood_is_noticed() -> None:
    rate = Rate(Limits(frames_a_second=100, burst=10))
    assert all(rate.allows(20, 1000.0) for _ in range(10))
    assert not rate.allows(20, 1000.0)


def test_a_steady_player_is_never_too_fast() -> None:
    rate = Rate(Limits(frames_a_second=100, burst=10))
    assert all(rate.allows(200, 5 + number / 90) for number in range(1000))


def test_large_frames_count_more() -> None:
    rate = Rate(Limits(frames_a_second=1, burst=10))
    assert rate.allows(9 * 256, 0.0)
    assert not rate.allows(0, 0.0)


def test_what_a_frame_has_caused_is_counted_afterwards() -> None:
    rate = Rate(Limits(frames_a_second=1, burst=10))
    assert rate.allows(0, 100.0)
    rate.charge(8)
    assert rate.allows(0, 100.0)
    assert not rate.allows(0, 100.0)
    assert rate.allows(0, 101.0)  # what was refused does not count


def test_failed_joins_get_slower_and_slower() -> None:
    failures = Failures()
    pauses = [failures.pause("192.0.2.7") for _ in range(2000)]
    assert pauses == sorted(pauses)
    assert pauses[0] < pauses[1] < LONGEST_PAUSE == pauses[-1]
    assert failures.pause("192.0.2.8") == pauses[0]
    failures.forget("192.0.2.7")
    assert failures.pause("192.0.2.7") == pauses[0]


def test_failures_are_remembered_within_bounds() -> None:
    failures = Failures()
    for number in range(REMEMBERED * 3):
        failures.pause(f"address {number}")
    assert len(failures.counts) == REMEMBERED


def test_one_customer_guesses_as_one() -> None:
    failures = Failures()
    pauses = [failures.pause(f"2001:db8::{number:x}") for number in range(1, 5)]
    assert pauses == sorted({*pauses})
    assert failures.pause("2001:db8:0:1::1") == pauses[0]


# -- a socket ---------------------------------------------------------------------------------------------------------


async def test_no_frame_waits_until_the_one_before_is_acknowledged() -> None:
    limits = Limits()
    door = open_door(("127.0.0.1", 0), limits)
    sends_at_once = []

    async def attend(connection: ServerConnection) -> None:
        guest = connection.transport.get_extra_info("socket")
        sends_at_once.append(guest.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    async with (
        await listen(door, attend, None, limits),
        connect(f"ws://127.0.0.1:{door.getsockname()[1]}{PATH}", compression=None, proxy=None) as client,
    ):
        await client.wait_closed()
    assert [bool(each) for each in sends_at_once] == [True]
