"""Opening a table at a club, as a client, and the club that this user went to last."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Final

from websockets.exceptions import WebSocketException

from clockspades.engine.codec import CodecError
from clockspades.engine.options import known_options
from clockspades.engine.text import UserError, printable
from clockspades.games.catalogue import find_game
from clockspades.language import N_, _
from clockspades.network.client.connection import CUT_OFF, NO_ANSWER, in_words, open_socket
from clockspades.network.meeting.invitation import LONGEST, Invitation, InvitationError, draw_code, read
from clockspades.network.server.hosted_server import NewTable
from clockspades.network.wire.messages import TO_CLIENT, TO_HOST, Goodbye, HasOpened, Open
from clockspades.saved.archive import data_directory
from clockspades.saved.writing import read_start, write_whole

PATIENCE: Final = 30.0
"""Seconds that a club has to answer. After a wrong access word it answers late."""
ATTEMPTS: Final = 5
"""How often a table is asked for if the connection is cut, or the server restarts."""
PAUSE: Final = 2.0
"""Seconds until it is asked for again."""
OLD_CLUB: Final = N_("The club has an older version, which knows no tables without hints.")
NO_CLUB: Final = N_("What answers at this address is no club of clockspades.")


def open_table(club: Invitation, plan: NewTable) -> Invitation:
    """Open the table of a plan at a club, and return the invitation to it; UserError if that fails.

    Of the plan only the game, its options, the seats, the host, the series, the limit and the hints are read. It takes
    a moment.
    """
    assert plan.host is not None, "who opens a table at a club is its host"
    code, terms = draw_code(), (plan.best_of, plan.limit, plan.no_hints)
    game = find_game(plan.game)
    assert game is not None, "its host has the game"
    options = known_options(plan.options, game.added_options)
    wish = Open(code, plan.host, plan.game, options, plan.kinds, club.code, *terms)
    try:
        fault = asyncio.run(_ask(club, wish))
    except CodecError as error:
        fault = str(error)
    if plan.no_hints and '"no_hints"' in fault:
        fault = _(OLD_CLUB)
    if fault:
        raise UserError(printable(fault).removesuffix("."))
    return club._replace(code=code)


async def _ask(club: Invitation, wish: Open) -> str:
    """Ask for a table until somebody answers; why there is none, in a sentence."""
    fault = ""
    for attempt in range(ATTEMPTS):
        if attempt:
            await asyncio.sleep(PAUSE)
        try:
            async with open_socket(club) as socket, asyncio.timeout(PATIENCE):
                await socket.send(TO_HOST.write_text(wish))
                message = TO_CLIENT.read_text(await socket.recv())
        except CodecError:
            return _(NO_CLUB)
        except TimeoutError:
            return _(NO_ANSWER)
        except (OSError, WebSocketException) as error:
            fault = in_words(error)
            if fault != _(CUT_OFF) and not attempt:
                return fault  # nobody is there
        else:
            match message:
                case HasOpened():
                    return ""
                case Goodbye(final=False):
                    fault = message.told  # it asks to come again
                case Goodbye():
                    return message.told
                case _:
                    return _(NO_CLUB)
    return fault


def remember_club(club: Invitation) -> None:
    """Keep the address of a club, with its access word, for the next time, if it can be written."""
    with suppress(OSError):
        write_whole(_place(), f"{club}\n")


def last_club() -> Invitation | None:
    """The club that this user went to last; None if there is none."""
    with suppress(OSError, UnicodeDecodeError, InvitationError):
        return read(read_start(_place(), LONGEST).decode("ascii"), allow_open=True, needs_code=False)
    return None


def _place() -> Path:
    return data_directory() / "club-address"
