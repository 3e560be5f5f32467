"""A process of a club for tests: ``python -m tests.network.club_process STORE``.

It prints its port. For each line on standard input it opens a table, and prints the code. It ends with its input.
"""

import asyncio
import sys
from secrets import token_bytes, token_hex

from clockspades.games.catalogue import GAMES
from clockspades.network.club.club_server import open_store
from clockspades.network.meeting.invitation import draw_code
from clockspades.network.server.bot_pool import BotPool
from clockspades.network.server.hosting import Host
from clockspades.network.server.listening import Limits, listen, open_door
from clockspades.network.server.server_process import stopped_by_signals
from clockspades.network.table.kept import OpenedTable
from clockspades.network.wire.messages import OPEN
from clockspades.network.wire.secrecy import digest

GAME = next(game for game in GAMES if max(game.player_counts()) > 1)


def _say(line: object) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def run(address: str) -> None:
    store, limits = await open_store(address), Limits()
    door = open_door(("127.0.0.1", 0), limits)
    host = Host(store, BotPool(), limits, joined=door.has_joined)
    await host.share(("127.0.0.1", 0))
    server = await listen(door, host.attend, None, limits)
    _say(door.getsockname()[1])
    stop = stopped_by_signals()
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)

    async def open_tables() -> None:
        while await lines.readline():
            code, options = draw_code(), GAME.configure({})
            kinds = (OPEN,) * GAME.seats(options)
            await host.open(
                OpenedTable(
                    token_hex(16), GAME.name, options, token_bytes(32), digest(code), None, kinds, GAME.quickest_bot
                )
            )
            _say(code)
        stop.set()

    opening = asyncio.create_task(open_tables())
    await stop.wait()
    server.close(close_connections=False)
    await host.close()
    await server.wait_closed()
    await store.close()
    opening.cancel()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
