"""The terminal as Textual drives it, but one that can be slow, stuck or closed without holding up the program.

Faults, all in ``LinuxDriver`` of Textual 8.2.8, and what is done here:

- ``WriterThread`` waits for the terminal without end: output goes through ``terminal_writer``, a frame in one piece.
- ``_run_input_thread`` ends the program with a traceback and exit status 0 when the terminal is gone, and at a byte
  that is no UTF-8. At the end of its input it reads on at full speed
  (https://github.com/Textualize/textual/pull/6690), and nothing tells the application
  (https://github.com/Textualize/textual/issues/5140). Here a terminal that is gone leaves the program, any other error
  ends it as one of its own, and what comes goes through ``terminal_parser``.
- It reads however much the application has still to handle: the key that quits comes at the end of a flood.
- It asks for sizes between the keys, which can be wrong or huge. Here the system alone tells the size.
- It does not ask for the base layout of a key, so letters do nothing under a Cyrillic or Greek layout.
- ``_sigtstp_application`` stops the application inside of the signal handler, and waits there for the thread of the
  keyboard, which may wait for the loop (https://github.com/Textualize/textual/issues/6298). Here it is a call in the
  loop. ``_sigcont_application`` starts the application mode although it was not stopped, and a second thread reads the
  keyboard. After ``fg`` nothing is drawn until something changes.
- ``start_application_mode`` always hides the terminal's cursor, which braille displays follow.
- Textual draws characters that a terminal of plain letters lacks, and takes each for as wide as Rich does. East Asian
  terminals draw suits and frames two cells wide: they are asked where the cursor stands after some. If the answer says
  so, all is drawn anew, character by character.
- Nothing public gives back the terminal from another thread, or says which driver an application has.

Can go: part by part, as Textual mends them. ``tests/pty/test_leaving.py`` and ``test_bytes.py`` show them.
"""

import os
import select
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, SelectSelector
from threading import Event, Thread
from typing import Any, Final, Protocol, Self, cast

from textual import constants, events
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual.app import App
from textual.drivers.linux_driver import KITTY_REPORT_ALTERNATE_KEYS, LinuxDriver
from textual.message import Message

from clockspades.table.glyphs import FULL, draw_narrow, glyphs
from clockspades.tui.textual_fixes.terminal_parser import TerminalParser
from clockspades.tui.textual_fixes.terminal_writer import TerminalWriter

LAST_WRITE: Final = 0.5
"""Seconds that the terminal has to take what gives it back to the shell."""
OFTEN: Final = 0.1
"""Seconds after which the thread of the keyboard looks whether it should end."""
SOON: Final = 0.01
"""Seconds after which it looks whether the application has caught up."""
MOST_WAITING: Final = 1000
"""Messages that may wait in the application."""
MEASURED: Final = "♠♥─│╭●→▀…·"
"""Characters that are two cells wide in some terminals."""
ASK_WIDTH: Final = f"\x1b[2H{MEASURED}\x1b[6n\x1b[2K"
"""Asks where the cursor stands after them. In the first row the answer would be that of a key, as Shift+F3."""
AT_ONCE: Final = 4096
"""Bytes that are read at once."""


class Owner(Protocol):
    """What the driver asks of its application."""

    @property
    def shows_cursor(self) -> bool:
        """Whether the terminal's own cursor is shown."""

    @property
    def escape_waits(self) -> float:
        """Seconds that Escape waits now for the rest of a sequence, if they are more than those of ``ESCDELAY``."""

    def draw_again(self) -> None:
        """Draw everything as the terminal shows it now."""

    def leave(self) -> None:
        """Save all, and exit without asking."""


class TerminalDriver(LinuxDriver):
    """Drives a terminal on Linux, macOS and other Unix systems."""

    is_heard = True
    """Whether the terminal took all that was written to it before it was given back."""
    _writer: TerminalWriter | None = None
    _watch: Thread | None = None
    _asks: bool | None = None
    """Whether the terminal was asked how wide it draws, and has not answered; None before that."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._frame: list[str] = []
        """What was written of a frame that is not complete."""

    @classmethod
    def of(cls, app: App[Any]) -> Self | None:
        """The driver of an application, if it is one of these."""
        return app._driver if isinstance(app._driver, cls) else None

    @property
    def _owner(self) -> Owner:
        return cast(Owner, self._app)

    def start_application_mode(self) -> None:
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
        if not constants.DISABLE_KITTY_KEY:
            self.write(f"\x1b[={KITTY_REPORT_ALTERNATE_KEYS};2u")  # 2: besides what was asked for already
        if self._asks is None and glyphs() is FULL:
            self._asks = True
            self.write(ASK_WIDTH)
        self.show_cursor(is_shown=self._owner.shows_cursor)

    def process_message(self, message: Message) -> None:
        """Handle what the terminal sent. Where the cursor stands is for nobody else."""
        if not isinstance(message, events.CursorPosition):
            super().process_message(message)
        elif self._asks and message.y == 1 and len(MEASURED) <= message.x <= 2 * len(MEASURED):  # else not ours
            self._asks = False
            if message.x > len(MEASURED):
                draw_narrow()
                self._soon(self._owner.draw_again)

    def _query_in_band_window_resize(self) -> None:
        """Do not ask: the system tells the size."""

    def show_cursor(self, *, is_shown: bool) -> None:
        """Show the terminal's own cursor, or hide it. Either way it stands on what has the focus."""
        self.write("\x1b[?25h" if is_shown else "\x1b[?25l")

    def write(self, data: str) -> None:
        """Write to the terminal, soon, a frame in one piece, and only characters that it has."""
        if self._writer is not None:
            self._frame.append(data)
            if self._frame[0] != SYNC_START or data == SYNC_END:
                self._writer.write(glyphs().drawn("".join(self._frame)))
                self._frame.clear()

    def stop_application_mode(self) -> None:
        """Give the terminal back. What was still to be drawn on it does not matter any more."""
        self._frame.clear()
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
            self._frame.clear()
            self._disable_mouse_support()
            self.stop_application_mode()
            self.close()

    def _soon(self, call: Callable[[], object]) -> None:
        """Call something in the loop, from any thread."""
        with suppress(RuntimeError):  # the loop may be closed already
            self._loop.call_soon_threadsafe(call)

    def _leave(self) -> None:
        self._owner.leave()

    def _wait_for_hangup(self) -> None:
        """Leave when the terminal is closed, even if no signal says so."""
        poll = select.poll()
        poll.register(self.fileno, 0)
        if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll()):
            self._soon(self._leave)

    def run_input_thread(self) -> None:
        """Read the keyboard. A terminal that is gone is no error."""
        try:
            self._read_keyboard()
        except OSError:
            self._soon(self._leave)
        except Exception as error:
            failure = error
            self._soon(lambda: self._app._handle_exception(failure))

    def _read_keyboard(self) -> None:
        """Read the keyboard until that is no longer wanted, and what has come by then."""
        parser = self._new_parser()
        decode = getincrementaldecoder("utf-8")("surrogateescape").decode
        with SelectSelector() as selector:
            selector.register(self.fileno, EVENT_READ)
            is_last = False
            while not is_last:
                is_last = self.exit_event.is_set()
                waits = parser.seconds_left
                if selector.select(OFTEN if waits is None else min(OFTEN, waits)):
                    data = os.read(self.fileno, AT_ONCE)
                    if not data:
                        self._soon(self._leave)
                        return
                    try:
                        messages = [*parser.feed(characters)] if (characters := decode(data)) else []
                    except Exception:  # no bytes end the program: those that a fault of ours cannot read are dropped
                        parser, messages = self._new_parser(), []
                    for message in messages:
                        self.process_message(message)
                    self._keep_pace()
                for message in parser.tick():
                    self.process_message(message)

    def _new_parser(self) -> TerminalParser:
        return TerminalParser(self._debug, lambda: self._owner.escape_waits)

    def _keep_pace(self) -> None:
        """Read no faster than the application handles: what it has no time for waits in the terminal."""
        posted = Event()
        self._soon(posted.set)
        while not self.exit_event.is_set():
            if posted.wait(OFTEN) and self._app._message_queue.qsize() < MOST_WAITING:
                break
            self.exit_event.wait(SOON)

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
