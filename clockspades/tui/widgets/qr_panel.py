"""The QR code of a link, which opens it on a phone."""

from typing import Final

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from clockspades.network.meeting.page_link import qr_code
from clockspades.table.glyphs import glyphs

DARK_ON_LIGHT: Final = "#000000 on #ffffff"
"""In every theme: cameras look for dark ink."""


class QrPanel(Static, can_focus=False, inherit_bindings=False):
    """The code of a link with a few words below it; nothing where there is none, or only plain letters."""

    link: reactive[str] = reactive("", init=False)

    def __init__(self, words: str, id: str | None = None) -> None:
        super().__init__(id=id, classes="nothing")
        self._words = words

    def watch_link(self, link: str) -> None:
        """Draw the code of another link."""
        rows = qr_code(link) if glyphs().braille else ()
        code = Content.styled("\n".join(rows), DARK_ON_LIGHT)
        self.set_class(not rows, "nothing")
        self.update(Content("\n").join([code, Content.styled(self._words, "$text-quiet")]))
