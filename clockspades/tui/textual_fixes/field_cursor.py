"""Where the next character of a field is typed.

Fault: ``Input.cursor_screen_offset`` of Textual 8.2.8 is one cell too far at the end of a text, because
``Input._cursor_offset`` adds a cell there. The terminal's own cursor, input methods and braille displays would be one
cell off in the very place where people type.

Can go: once ``cursor_screen_offset`` of an empty field is its first cell.
"""

from textual.geometry import Offset
from textual.widgets import Input


def cell_of_field(field: Input) -> Offset:
    """The cell where the next character is typed."""
    at = field._position_to_cell(field.cursor_position) - field.scroll_offset.x
    return field.content_region.offset + Offset(at, 0)
