"""The process of a guest in a browser, which ``clockspades browser`` starts.

It shows one table elsewhere, and nothing else of the program. Its user is a stranger and its files are the host's, so
it limits itself first.
"""

import gc
import os
import resource
import select
import signal
import sys
from contextlib import suppress
from threading import Thread
from typing import Final

from clockspades.cli.output import BROKEN_PIPE, SOFTWARE, USAGE, complain

MOST_MEMORY: Final = 512 << 20
"""Bytes of memory that the process can have, of which a table needs about a tenth. Stacks of threads count in full."""
LARGEST_FILE: Final = 16 << 20
"""Bytes of the largest file that it can write."""
MOST_FILES: Final = 128
"""Files and connections that it can have open."""
KINDNESS: Final = 5
"""How much it gives way to other processes: the server of the table goes first."""


def main() -> int:
    """Show the table, and say it in one sentence if that fails; the exit status."""
    try:
        return _show()
    except BrokenPipeError:  # the server has ended
        return BROKEN_PIPE
    except Exception as error:
        complain(f"clockspades: the process of a guest ended by an error: {type(error).__name__}: {error}")
        return SOFTWARE


def _show() -> int:
    """Show the table; the exit status."""
    _bound()
    Thread(target=_end_with_server, name="server", daemon=True).start()
    gc.disable()  # nothing loaded for the first frame is garbage; the application turns it on again
    from clockspades.cli.screens import open_elsewhere
    from clockspades.guests.visitors import read_order
    from clockspades.network.client.elsewhere import Elsewhere
    from clockspades.network.client.kept_seats import SeatFileError, sit_down, sweep_seats
    from clockspades.network.meeting.invitation import InvitationError, read

    try:
        with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as pipe:
            order = read_order(pipe)
        sweep_seats()
        kept = sit_down(read(order.invitation, allow_open=True), order.name, watch=order.watches)
    except (InvitationError, SeatFileError) as error:
        complain(f"clockspades: a guest can't sit down: {error}")
        return USAGE
    try:
        return open_elsewhere(Elsewhere(kept), is_guest=True)
    finally:
        kept.close()


def _bound() -> None:
    """Bound what this process can use up."""
    for what, most in (
        (resource.RLIMIT_DATA, MOST_MEMORY),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_NOFILE, MOST_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # the bound is lower already
            resource.setrlimit(what, (most, most))
    os.nice(KINDNESS)


def _end_with_server() -> None:
    """End when the server has ended, even if it was killed: the other end of standard input is closed then."""
    poll = select.poll()
    poll.register(sys.stdin.fileno(), 0)
    while not any(found & (select.POLLHUP | select.POLLERR) for _, found in poll.poll()):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
