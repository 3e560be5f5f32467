"""What a user name leads to at a club that lets people in over SSH."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from clockspades.engine.text import UserError
from clockspades.guests.program import GuestOrder, name_of
from clockspades.language import N_, _
from clockspades.network.meeting.invitation import Invitation, InvitationError, read_code
from clockspades.network.server.listening import Failures
from clockspades.network.stores.table_store import StoreAwayError
from clockspades.network.wire.secrecy import digest

NO_TABLE: Final = N_("No table here has this code. Another user name leads to the games against bots.")
AWAY: Final = N_("The club can't look for tables now. Try again in a minute.")


class ClubSeats:
    """The table with a code, or for a user name that is none, the games against bots.

    A name can stand behind the code: ``K7M2QX9RTA+ana``.
    """

    def __init__(self, club: Invitation, find: Callable[[str], Awaitable[str | None]]) -> None:
        """``club`` is its address for programs on this machine; ``find`` finds a table by the digest of its code."""
        self._club, self._find, self._failures = club, find, Failures()

    async def __call__(self, user: str, address: str) -> GuestOrder:
        """What to show to somebody at an address. Each wrong code from there makes the next answer slower."""
        typed, _plus, name = user.partition("+")
        try:
            code = read_code(typed)
        except InvitationError:
            return GuestOrder("", name_of(user))
        try:
            found = await self._find(digest(code))
        except StoreAwayError as error:
            raise UserError(_(AWAY)) from error
        if found is None:
            await asyncio.sleep(self._failures.pause(address))
            raise UserError(_(NO_TABLE))
        self._failures.forget(address)
        return GuestOrder(str(self._club._replace(code=code)), name and name_of(name))
