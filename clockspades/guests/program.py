"""The program of a guest, ``clockspades.cli.guest``: what it is told, and how every door starts and ends it.

It has an environment and a folder of its own. What it is for comes through a pipe whose other end its server holds: it
ends when that is closed, also because its server was killed.
"""

import asyncio
import os
import site
import sys
from asyncio.subprocess import Process
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, NamedTuple

from clockspades.engine.codec import Codec, CodecError
from clockspades.engine.seating import LONGEST_NAME, NAMELESS, SeatError, check_name, shortened
from clockspades.language import N_, _
from clockspades.saved.archive import HOME_VARIABLE

PASSED: Final = ("PATH", "LANG", "LANGUAGE", "PYTHONPATH", "PYTHONUTF8", "TZ")
"""The environment variables that it inherits, with those that begin with ``LC_``."""
NOBODY: Final = "guest"
GRACE: Final = 3.0
"""Seconds that it has to end by itself."""
WIDEST, HIGHEST = 400, 150
"""The largest window in columns and rows: a larger one would take a lot of memory."""
LARGEST: Final = 4096
"""Bytes of an order, at most. So much is written to a pipe, and read from it, at once."""


class GuestOrder(NamedTuple):
    """What the program of a guest is told. Nobody else can read the code there, as in arguments or the environment."""

    invitation: str
    """To the table that it shows, and nothing else. Empty: it shows the games against bots."""
    name: str
    """At the table; empty: as the settings in their folder say."""
    watches: bool = False


ORDERS: Final = Codec(GuestOrder)


class GuestProgram:
    """The running program of a guest."""

    def __init__(self, process: Process, leash: int) -> None:
        """``leash`` is this server's end of the pipe."""
        self.process = process
        self._leash: int | None = leash

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        order: GuestOrder,
        folder: Path,
        *,
        stdin: int,
        stdout: int,
        stderr: int | None = None,
        shown: Mapping[str, str] = {},
    ) -> "GuestProgram":
        """Start it; OSError if no process can be started.

        The last three streams are as in :mod:`subprocess`. All that it keeps is in ``folder``. ``shown`` are variables
        that say what shows it, such as ``TERM``. It begins a session, whose terminal its standard input becomes if that
        is one. What goes wrong is said on this program's standard error, where no guest reads it.
        """
        with ExitStack() as passed, ExitStack() as kept:
            complaints = os.dup(sys.__stderr__.fileno()) if sys.__stderr__ else os.open(os.devnull, os.O_WRONLY)
            passed.callback(os.close, complaints)
            told, leash = os.pipe()
            passed.callback(os.close, told)
            kept.callback(os.close, leash)
            os.write(leash, ORDERS.write_text(order).encode())
            process = await asyncio.create_subprocess_exec(
                *command,
                *map(str, (told, complaints)),
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                env=_environment(folder, order.name) | dict(shown),
                pass_fds=(told, complaints),
                start_new_session=True,  # Ctrl+C is for the program that started it
            )
            kept.pop_all()
        return cls(process, leash)

    async def end(self) -> None:
        """End it, and wait until it has ended. What is done already is not done again."""
        leash, self._leash = self._leash, None
        if leash is not None:
            os.close(leash)  # it ends then; a signal could find it ended already, before asyncio has noticed that
        try:
            async with asyncio.timeout(GRACE):
                await self.process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


def _environment(folder: Path, name: str) -> dict[str, str]:
    """Its environment, which tells nothing of the host. Its folder is its home, also for what Python keeps there."""
    passed = {name: value for name, value in os.environ.items() if name in PASSED or name.startswith("LC_")}
    own = dict.fromkeys((HOME_VARIABLE, "HOME", "TMPDIR"), str(folder.absolute()))
    return {**passed, "LOGNAME": name or NOBODY, "PYTHONUSERBASE": site.getuserbase(), **own}


def read_order(pipe: int) -> GuestOrder:
    """Read the order from a pipe; ValueError if none comes."""
    try:
        return ORDERS.read_text(os.read(pipe, LARGEST))
    except (OSError, CodecError) as error:
        words = N_("no order came: the program of a guest is started by a door, such as `clockspades ssh`")
        raise ValueError(_(words)) from error


def bounded(width: int, height: int) -> tuple[int, int]:
    """The size of a window in columns and rows, at least 1 by 1 and at most :data:`WIDEST` by :data:`HIGHEST`."""
    return min(max(width, 1), WIDEST), min(max(height, 1), HIGHEST)


def name_of(user: str) -> str:
    """The name at the table of somebody with this user name, which can be any text."""
    name = shortened(user.strip(), LONGEST_NAME)
    try:
        check_name(name)
    except SeatError:
        return NAMELESS
    return name[0].upper() + name[1:]
