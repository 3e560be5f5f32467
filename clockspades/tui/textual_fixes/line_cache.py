"""A cache that lets go of widgets that are removed.

Fault: ``StylesCache.get_inner_outer`` of Textual 8.2.8 is a method with ``lru_cache``, whose first parameter is called
``cls``. As a plain method it keeps up to a thousand ``StylesCache`` objects, with the drawn lines of their widgets,
which may be long gone: https://github.com/Textualize/textual/issues/6665.

``let_go`` makes it the class method that it was meant to be, with one cache for all widgets.

Can go: once a ``StylesCache`` that has drawn is collected with its widget.
"""

from typing import Final

from textual._styles_cache import StylesCache

AS_IT_WAS: Final = vars(StylesCache)["get_inner_outer"]
"""Textual's own method."""


def let_go() -> None:
    """Keep no drawn lines of removed widgets."""
    StylesCache.get_inner_outer = classmethod(AS_IT_WAS)  # type: ignore[assignment,method-assign]
