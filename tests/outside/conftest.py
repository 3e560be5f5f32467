"""What the tests of a game from outside share with those of the screens."""

from tests.tui.conftest import _quick, archive

__all__ = ("_quick", "archive")
