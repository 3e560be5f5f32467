"""The base class of screens with a menu: its arrow keys and Enter."""

from typing import Final

from clockspades.table.commands import Command
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.widgets.menu_item import MenuItem

CHOOSE: Final = Command("enter,space", "choose", "Choose", "choose", listed=False, name="menu.choose")
PREVIOUS_ITEM: Final = Command("up,left", "app.focus_previous", "Previous item", name="menu.previous")
_NEXT: Final = Command("down,right", "app.focus_next", "Next item", name="menu.next")
NEXT_ITEM: Final = _NEXT._replace(shown=(PREVIOUS_ITEM, _NEXT))
ACROSS: Final = _NEXT._replace(shown=(PREVIOUS_ITEM._replace(keys="left"), _NEXT._replace(keys="right")))
"""The same, where the items stand beside each other."""


class MenuScreen(SizedScreen):
    """A screen on which one menu item has the focus."""

    ALLOW_SELECT = False
    AUTO_FOCUS = "MenuItem"
    commands: tuple[Command, ...] = (PREVIOUS_ITEM, NEXT_ITEM, CHOOSE)

    async def action_choose(self) -> None:
        """Run the item that has the focus."""
        if isinstance(self.focused, MenuItem):
            await self.focused.press()
