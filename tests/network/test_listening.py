import socket

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection

from clockspades.network.meeting.invitation import PATH
from clockspades.network.server.listening import Limits, listen, open_door


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
