"""The terminal as Textual drives it, but one that can be slow, stuck or closed without holding up the program."""

import select
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Final, cast

from textual.drivers.linux_driver import LinuxDriver

from clockspades.tui.terminal_writer import TerminalWriter

if TYPE_CHECKING:
    from clockspades.tui.navigator import Navigator

LAST_WRITE: Final = 0.5
"""Seconds that the terminal has to take what gives it back to the shell."""


class TerminalDriver(LinuxDriver):
    """Drives a terminal on Linux, macOS and other Unix systems."""

    is_heard = True
    """Whether the terminal took all that was written to it before it was given back."""
    _writer: TerminalWriter | None = None
    _watch: Thread | None = None

    # -- output ----------------------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        if self._writer is None:
            assert self._file is not None, "the screens are opened in a terminal only"
            self._writer = TerminalWriter(
                self._file, lambda: self._soon(self._app.refresh), lambda: self._soon(self._leave)
            )
            self._writer.start()
        if self._watch is None:
            self._watch = Thread(target=self._wait_for_hangup, name="terminal-hangup", daemon=True)
            self._watch.start()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.show_cursor(is_shown=cast("Navigator", self._app).settings.cursor == "shown")

    def show_cursor(self, *, is_shown: bool) -> None:
        """Show the terminal's own cursor, or hide it. Either way it stands on what has the focus."""
        self.write("\x1b[?25h" if is_shown else "\x1b[?25l")

    def write(self, data: str) -> None:
        """Write to the terminal, soon."""
        if self._writer is not None:
            self._writer.write(data)

    def stop_application_mode(self) -> None:
        """Give the terminal back. What was still to be drawn on it does not matter any more."""
        if self._writer is not None and self._writer.drop_queued():
            self.write("\x1b[?2026l")  # a frame may have been cut short, and the terminal still wait for its end
        super().stop_application_mode()

    def close(self) -> None:
        """Stop writing, whether or not the terminal takes what is left."""
        super().close()
        if self._writer is not None:
            self.is_heard = self._writer.stop(LAST_WRITE)
            self._writer = None

    def restore(self) -> None:
        """Give the terminal back from another thread, unless that is done."""
        if self._writer is not None:
            self._writer.drop_queued()
            self._disable_mouse_support()
            self.stop_application_mode()
            self.close()

    # -- the end of the terminal -----------------------------------------------------------------------

    def _soon(self, call: Callable[[], object]) -> None:
        """Call something in the loop, from any thread."""
        with suppress(RuntimeError):  # the loop may be closed already
            self._loop.call_soon_threadsafe(call)

    def _leave(self) -> None:
        cast("Navigator", self._app).leave()

    def _wait_for_hangup(self) -> None:
        """Leave when the terminal is closed, even if no signal says so."""
        poll = select.poll()
        poll.register(self.fileno, 0)
        if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll()):
            self._soon(self._leave)

    def run_input_thread(self) -> None:
        """Read the keyboard. A terminal that is gone is no error."""
        try:
            super().run_input_thread()
        except OSError:
            self._soon(self._leave)

    # -- Ctrl+Z and fg ---------------------------------------------------------------------------------

    def _sigtstp_application(self, *_: object) -> None:
        """Stop, between two steps of the loop: in the middle of one, the writer may be locked."""
        self._soon(super()._sigtstp_application)

    def _sigcont_application(self, *_: object) -> None:
        """Go on. Without a stop before it, the signal comes from a closed terminal, or from ``kill -CONT``."""
        if self._must_signal_resume:
            super()._sigcont_application()
            self._soon(self._app.refresh)
        else:
            self._soon(self._renew)

    def _renew(self) -> None:
        if not self._app._exit and self._writer is not None:
            self.suspend_application_mode()
            self.resume_application_mode()
            self._app.refresh()
