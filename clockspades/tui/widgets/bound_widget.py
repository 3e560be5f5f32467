"""A widget that draws one part of what its table shows.

The table binds its model to ``table_model``. A selector, a pure function, takes from it what this widget draws, so
that the widget repaints when that changes and not otherwise.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from textual.reactive import reactive, var
from textual.widget import Widget

ModelT = TypeVar("ModelT")


class BoundWidget(Widget, Generic[ModelT], can_focus=False, inherit_bindings=False):
    """A widget that draws ``model``; each subclass declares it with its first value."""

    table_model: var[Any] = var(None)
    model: reactive[ModelT]

    def __init__(
        self, selector: Callable[[Any], ModelT] | None = None, *, id: str | None = None, classes: str | None = None
    ) -> None:
        """Without a ``selector`` the widget is bound to no table, and its owner sets its model."""
        super().__init__(id=id, classes=classes)
        self._selector = selector

    def watch_table_model(self, table_model: Any) -> None:
        """Select what this widget draws."""
        if table_model is not None and self._selector is not None:
            self.model = self._selector(table_model)
