"""A screen over others that closes once."""

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, ScreenResultType

from clockspades.tui.mounted import MountedScreen
from clockspades.tui.screens.guarded import Guarded


class Modal(Guarded, MountedScreen, ModalScreen[ScreenResultType]):
    """Takes itself away, and nothing that lies under it, however many keys and clicks were on their way to close it."""

    ALLOW_SELECT = False  # else a second click on a notification that has just gone is an error

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close, unless that has been done."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
