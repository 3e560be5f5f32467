"""The program of a guest, which ``clockspades browser`` and ``clockspades ssh`` start.

With an invitation it shows that table, and nothing else; without one, the games against bots. Its user is a stranger
and its files are the host's, so it limits itself first.
"""

import fcntl
import gc
import os
import select
import signal
import sys
import termios
from contextlib import suppress
from pathlib import Path
from threading import Thread

from clockspades import routes
from clockspades.cli.output import BROKEN_PIPE, SOFTWARE, USAGE, complain
from clockspades.engine.text import UserError
from clockspades.language import _
from clockspades.saved.archive import HOME_VARIABLE, data_directory


def main() -> int:
    """Show what the order says, and tell the host in one sentence if that fails; the exit status."""
    try:
        pipe, complaints = map(int, sys.argv[-2:])
        sys.stderr = open(complaints, "w", encoding="utf-8", errors="replace")  # noqa: SIM115 (for what Python says, too)
        return _show(pipe)
    except BrokenPipeError:  # the server has ended
        return BROKEN_PIPE
    except Exception as error:
        what = _("the process of a guest ended by an error: {error}", error=f"{type(error).__name__}: {error}")
        complain(f"clockspades: {what}")
        return SOFTWARE


def _show(pipe: int) -> int:
    """Show what the order says; the exit status."""
    from clockspades.guests.bounds import bound, fence
    from clockspades.guests.program import read_order

    bound()
    order = read_order(pipe)
    Thread(target=_end_with_server, args=(pipe,), name="server", daemon=True).start()
    with suppress(OSError, termios.error):  # it is shown in a browser
        terminal = termios.tcgetattr(sys.stdin.fileno())
        terminal[3] &= ~termios.ISIG  # keys are no signals, also before and after the screens
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, terminal)
        fcntl.ioctl(sys.stdin.fileno(), termios.TIOCSCTTY, 0)  # so that a signal tells the size of its window
    sys.path[:] = map(os.path.abspath, sys.path)
    os.chdir(data_directory())
    os.environ[HOME_VARIABLE] = os.curdir  # no message tells where the host has it
    fence(Path(), goes_out=bool(order.invitation))
    gc.disable()  # nothing loaded for the first frame is garbage; the application turns it on again
    from clockspades.cli.screens import open_for_guest
    from clockspades.network.client.kept_seats import sit_down, sweep_seats
    from clockspades.network.meeting.invitation import read

    if not order.invitation:
        return open_for_guest(routes.TitleRoute())
    from clockspades.network.client.elsewhere import Elsewhere
    from clockspades.saved.settings import load as load_settings

    try:
        sweep_seats()
        name = order.name or load_settings().settings.own_name
        kept = sit_down(read(order.invitation, allow_open=True), name, watch=order.watches)
    except UserError as error:
        complaint = _("a guest can't sit down")
        complain(f"clockspades: {complaint}: {error}")
        return USAGE
    try:
        return open_for_guest(routes.LobbyRoute(Elsewhere(kept)))
    finally:
        kept.close()


def _end_with_server(pipe: int) -> None:
    """End when the server has ended, even if it was killed: the other end of the pipe is closed then."""
    poll = select.poll()
    poll.register(pipe, 0)
    while not any(found & (select.POLLHUP | select.POLLERR) for _, found in poll.poll()):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
