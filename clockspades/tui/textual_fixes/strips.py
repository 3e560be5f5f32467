"""What the screen shows, as lines of segments.

Fault: Textual 8.2.8 has no public way to read what the screen shows but ``App.export_screenshot``, which writes an SVG
in some tenths of a second. A film has hundreds of frames.

``strips_of`` asks the compositor, as ``export_screenshot`` does.

Can go: once an application can be asked for the lines that it shows.
"""

from typing import Any

from textual.app import App
from textual.strip import Strip


def strips_of(app: App[Any]) -> list[Strip]:
    """The lines of the screen shown, from the top."""
    return app.screen._compositor.render_strips()
