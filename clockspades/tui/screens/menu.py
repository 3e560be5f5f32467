"""The base class of screens with a menu: its arrow keys and Enter."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.widgets.menu_item import MenuItem


class MenuScreen(SizedScreen):
    """A screen on which one menu item has the focus."""

    ALLOW_SELECT = False
    AUTO_FOCUS = "MenuItem"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left", "app.focus_previous", "Previous item"),
        Binding("down,right", "app.focus_next", "Next item"),
        Binding("enter,space", "choose", "Choose", show=False),
    ]

    async def action_choose(self) -> None:
        """Run the item that has the focus."""
        if isinstance(self.focused, MenuItem):
            await self.focused.press()
