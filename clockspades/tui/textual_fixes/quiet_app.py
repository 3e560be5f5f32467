"""An application that ends without a traceback, and says whether it is about to end.

Faults, all in Textual 8.2.8:

- ``App._handle_exception`` prints a traceback over several screens, and there is no public way to have another text:
  https://github.com/Textualize/textual/issues/2818. ``QuietApp`` does the first half of it (the exit status, and the
  error for those who run the application), then ends the message loop as ``App._fatal_error`` does.
- An error of a node that is being removed counts like any other: see ``mounted``. Nothing is lost by it.
- Nothing public says whose code failed, or whether ``App.exit`` was called: ``is_running`` stays true for a while.

Can go: once an application can handle errors itself, and ask whether it was told to exit.
"""

from textual._context import active_message_pump
from textual.app import ReturnType
from textual.dom import DOMNode
from textual.worker import WorkerFailed, get_current_worker

from clockspades.tui.textual_fixes.mounted import is_going
from clockspades.tui.textual_fixes.painting import PaintedApp


class QuietApp(PaintedApp[ReturnType]):
    """An application whose caller says what went wrong: it is in :attr:`failure`."""

    @property
    def failure(self) -> Exception | None:
        """The error that ended the application, if one did."""
        return self._exception

    @property
    def is_leaving(self) -> bool:
        """Whether the application is told to exit, or has."""
        return self._exit

    def take_return_value(self) -> ReturnType | None:
        """What the application was told to return; None if nothing, or if it was taken already."""
        value, self._return_value = self._return_value, None
        return value

    def _handle_exception(self, error: Exception) -> None:
        """End, and keep the error.

        What a removed screen put off, and its workers, may still run and miss its widgets. That is no error, and
        neither is anything once the program is left: all is saved by then.
        """
        if self._exit:
            return
        source = get_current_worker().node if isinstance(error, WorkerFailed) else active_message_pump.get(None)
        if isinstance(source, DOMNode) and source is not self and is_going(source):
            return
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()
