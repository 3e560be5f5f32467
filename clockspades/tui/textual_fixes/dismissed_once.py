"""Screens that close themselves only.

Fault: ``Screen.dismiss`` of Textual 8.2.8 takes away whatever screen is on top, also when it is called a second time,
or on a screen that lies under another. A double click beside a panel so closes the screen under it, too, or ends the
program with ``ScreenStackError``.

Can go: once ``Screen.dismiss`` does nothing on a screen that is not the one shown.
"""

from typing import TYPE_CHECKING, Generic

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType

if TYPE_CHECKING:
    Base = Screen
else:
    Base = Generic


class DismissedOnce(Base[ScreenResultType]):
    """Takes itself away, and nothing that lies under it, however many keys and clicks were on their way to close it.

    Mix it in first.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close, unless that has been done."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
