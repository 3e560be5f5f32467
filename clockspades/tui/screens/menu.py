"""What the screens with a menu share: the keys that move over it and choose."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.widgets.menu_item import MenuItem


class MenuScreen(SizedScreen):
    """A screen on which one line of a menu has the focus."""

    ALLOW_SELECT = False
    AUTO_FOCUS = "MenuItem"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left", "app.focus_previous", "To the line before"),
        Binding("down,right", "app.focus_next", "To the next line"),
        Binding("enter,space", "choose", "Choose the line"),
    ]

    async def action_choose(self) -> None:
        """Do what the line with the focus says."""
        if isinstance(self.focused, MenuItem):
            await self.focused.press()
