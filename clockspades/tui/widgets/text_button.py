"""Text that does something when it is clicked; a key of its screen does the same."""

from textual.content import Content
from textual.widgets import Static


class TextButton(Static):
    """Text with an action of its screen behind it."""

    def __init__(self, text: Content, action: str, *, id: str | None = None) -> None:
        super().__init__(text, id=id)
        self._action = action

    async def on_click(self) -> None:
        """Do the action."""
        await self.screen.run_action(self._action)
