"""Bindings of one screen or widget, to read and to replace.

Fault: Textual 8.2.8 binds keys to classes. A screen or widget has nothing like ``App.bind``
(https://github.com/Textualize/textual/issues/5477), and ``App.set_keymap`` takes a key away from every other binding of
the same screen, also from Space of the rules. But a game's commands are on the screen of its table only, and settings
give commands other keys.

The map is ``DOMNode._bindings``. Its lists belong to the class (``BindingsMap.copy``): never change one, replace it.

Can go: once a screen or widget can be given bindings.
"""

from textual.binding import BindingsMap
from textual.dom import DOMNode


def bindings_of(node: DOMNode) -> BindingsMap:
    """The bindings of a screen, a widget or the application. Don't change them: they share lists with the class."""
    return node._bindings


def replace_bindings(node: DOMNode, bindings: BindingsMap) -> None:
    """Give a screen, a widget or the application other bindings."""
    node._bindings = bindings


def bindings_of_class(kind: type[DOMNode]) -> BindingsMap:
    """The bindings that a new screen or widget of a class begins with."""
    return kind._merged_bindings or BindingsMap()
