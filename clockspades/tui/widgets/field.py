"""A field in which a line of text is typed."""

from textual.reactive import reactive
from textual.widgets import Input


class Field(Input):
    """Its cursor stands still: a screen that nobody touches writes no byte."""

    cursor_blink = reactive(False, init=False)
