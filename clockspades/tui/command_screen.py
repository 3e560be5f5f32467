"""What every screen is: its commands have full names, and the keys of the settings."""

from typing import TYPE_CHECKING, Any, ClassVar

from textual.screen import Screen

from clockspades.tui.bindings import in_scope, remapped, scope_of
from clockspades.tui.textual_fixes.bindings_map import bindings_of, replace_bindings
from clockspades.tui.textual_fixes.mounted import MountedOnly
from clockspades.tui.textual_fixes.resized import ResizedScreen

if TYPE_CHECKING:
    from textual.widget import Widget

    Base = Screen[Any]
else:
    Base = object


class CommandScreen(ResizedScreen, MountedOnly, Base):
    """A screen whose commands have the keys of the settings. Mix it in first."""

    ABSENT: ClassVar[frozenset[str]] = frozenset()
    """Actions of its parent classes that a screen does not have."""

    FOCUSED: "ClassVar[tuple[type[Widget], ...]]" = ()
    """Widgets with commands of their own that have the focus."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Give the commands of a screen their full names."""
        if "BINDINGS" in vars(cls):
            cls.BINDINGS = in_scope(cls.BINDINGS, scope_of(cls))
        super().__init_subclass__(**options)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._own_bindings = bindings_of(self)
        """The bindings with the keys of the commands themselves."""
        self.rebind()

    def rebind(self) -> None:
        """Give the commands the keys that they have now."""
        replace_bindings(self, remapped(self._own_bindings))
