"""Words that do an action of their screen: a line of a menu, and a text to click."""

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.geometry import Offset, Size
from textual.widget import Widget
from textual.widgets import Static

from clockspades.language import SOURCE, spoken
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import key_name, terminal
from clockspades.tui.textual_fixes.bindings_map import bindings_of


class MenuItem(Widget, can_focus=True, inherit_bindings=False):
    """Does an action of its screen. The pointer moves the focus within a menu, so that one line stands out."""

    def __init__(
        self, words: str, action: str, *, hot: str = "", details: Sequence[str] = (), id: str | None = None
    ) -> None:
        """``hot`` is the letter of the words that the screen has bound to the same action.

        If the settings give that another key, the key stands behind the words; and if the words of another language do
        not have the letter, unless items stand beside each other.
        """
        super().__init__(id=id)
        self._words, self.action, self._hot, self._details = words, action, hot, tuple(details)

    def call(self, words: str, hot: str = "") -> None:
        if words != self._words:
            self._words, self._hot = words, hot
            self.refresh(layout=True)

    def _shown(self, width: int) -> Content:
        """The words, with a mark where the focus is; below them the details. Rows are broken that are too wide."""
        focus = self.has_focus
        words = Content.styled(f"{glyphs().points_right if focus else ' '} {self._words}", "bold" if focus else "")
        keys, style = self._keys(), "underline" if focus else "bold $gold"
        is_beside = getattr(self.styles.width, "is_auto", False)
        is_own, places = self._hot.lower() in keys, (self._hot, self._hot.swapcase())
        at = next((at for at in map(words.plain.find, places) if at >= 0), -1)
        if is_own and at >= 0:
            words = words.stylize(style, at, at + 1)
        elif self._hot and keys and (not is_own or (spoken() != SOURCE and not is_beside)):
            key = Content.styled(f"  {self._hot.lower() if is_own else keys[0]}", style)
            has_room = not is_own or not width or words.cell_length + key.cell_length <= width
            words += key if has_room else ""
        details = (Content.styled("  " + glyphs().words(detail), "" if focus else "$quiet") for detail in self._details)
        return Content("\n").join(row for line in (words, *details) for row in _broken(line, width))

    def render(self) -> Content:
        return self._shown(self.size.width)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(line.cell_length for line in self._shown(0).split("\n"))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._shown(width).split("\n"))

    @property
    def cursor_screen_offset(self) -> Offset:
        return self.content_region.offset + Offset(2, 0)

    def _keys(self) -> list[str]:
        """The keys that its screen has bound to its action, as people call them."""
        return [key_name(terminal(), key) for key, binding in bindings_of(self.screen) if binding.action == self.action]

    async def press(self) -> None:
        await self.screen.run_action(self.action)

    async def on_click(self, event: events.Click) -> None:
        self.focus()
        await self.press()

    def on_enter(self) -> None:
        if isinstance(self.screen.focused, MenuItem):
            self.focus()


def _broken(line: Content, width: int) -> list[Content]:
    """A line in rows of so many cells, the later ones indented like its words; whole if no width is given."""
    if not width or line.cell_length <= width:
        return [line]
    first, *rows = line.wrap(width)
    rest = Content(" ").join(rows).wrap(max(1, width - 2))
    return [first, *(Content("  ") + row for row in rest)]


class TextButton(Static):
    """Text with an action of its screen behind it, which a key does too."""

    def __init__(self, text: Content, action: str, *, id: str | None = None) -> None:
        super().__init__(text, id=id)
        self._action = action

    async def on_click(self) -> None:
        await self.screen.run_action(self._action)
