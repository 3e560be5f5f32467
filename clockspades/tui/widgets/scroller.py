"""What does not fit on a screen, scrolled by what has the focus."""

from textual.containers import VerticalScroll

from clockspades.tui.textual_fixes.mounted import MountedOnly


class Scroller(MountedOnly, VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls as the focus moves or the wheel turns.

    Its keys are its screen's: those of ``VerticalScroll`` would take the arrow keys away from what has the focus.
    """

    def on_resize(self) -> None:
        """Keep what has the focus in view."""
        self._follow()

    def watch_virtual_size(self) -> None:
        """Keep it in view as it becomes taller, such as by a longer note, or as what stands above it does."""
        self.call_after_refresh(self._follow)  # once all has its place

    def on_descendant_focus(self) -> None:
        """Show also what stands above the first item that can have the focus, or below the last: no key leads there."""
        focused = self.screen.focused
        chain = [item for item in self.screen.focus_chain if self in item.ancestors]
        if focused is None or focused.mouse_hover:
            return  # nothing moves away from under the pointer
        if focused in chain[:1]:
            self.scroll_home(animate=False)
        elif focused in chain[-1:]:
            self.scroll_end(animate=False)
        self._follow()

    def _follow(self) -> None:
        """Scroll to all of what has the focus: its row with its note, or the item."""
        focused = self.screen.focused
        if focused is not None and self in focused.ancestors:
            rows = self.query(".-focused")
            (rows.first() if rows else focused).scroll_visible(animate=False)
