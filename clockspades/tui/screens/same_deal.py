"""The saved games of the same deal as another: choose one to compare with."""

from contextlib import suppress
from functools import partial
from pathlib import Path, PurePath
from typing import ClassVar, Final

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from clockspades.engine.comparison import others_of_deal
from clockspades.engine.days import local_now
from clockspades.engine.log import Loaded
from clockspades.table.commands import Command
from clockspades.tui.bindings import bind
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.ask import AskScreen
from clockspades.tui.screens.overlay import CLOSE, Overlay
from clockspades.tui.texts.saved_games import saved_game
from clockspades.tui.widgets.card_text import card_text
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.saved_list import SavedList

ABOUT: Final = 5
"""The rows of the text below the list, with a blank one above it."""
LONGEST_PATH: Final = 4096
"""Characters in the path of a file beyond which there is none."""
NONE_SAVED: Final = "No other saved game has this deal. With its share code, a friend or you can play it again."

COMPARE_DEAL: Final = Command("d", "compare_deal", "Compare with another game of the same deal", "same deal")
CHOOSE: Final = Command("enter,space", "choose", "Compare with this game", "compare")
OTHER_FILE: Final = Command("f", "other_file", "Compare with a game in another file", "file")
CLOSE_LIST: Final = CLOSE._replace(keys="escape,q,d", name="")


class SameDealScreen(Overlay):
    """The saved games that a finished game can be compared with. A file from elsewhere can be named too."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "saved.tcss"]
    AUTO_FOCUS = "SavedList"
    BINDINGS = bind(CHOOSE, OTHER_FILE, CLOSE_LIST)

    app = getters.app(Navigator)

    def __init__(self, loaded: Loaded) -> None:
        super().__init__()
        self._path = loaded.path
        self._entries = others_of_deal(self.app.archive, loaded)
        self._chosen: Path | None = None

    def compose(self) -> ComposeResult:
        """The list, a sentence about the game under the cursor, and the keys."""
        with Vertical(classes="panel") as panel:
            panel.border_title = "Compare with another game of this deal"
            panel.styles.max_height = len(self._entries) + ABOUT + 2
            if self._entries:
                read = partial(saved_game, find_game=self.app.archive.find_game)
                yield SavedList(self._entries, read, local_now())
            yield Static(Content("" if self._entries else NONE_SAVED), id="about")
        yield KeyLine(*([CHOOSE] if self._entries else []), OTHER_FILE, CLOSE_LIST)

    @on(SavedList.Pointed)
    def _pointed(self, event: SavedList.Pointed) -> None:
        self._chosen = event.saved.path
        self.query_one("#about", Static).update(card_text(f"{event.saved.players}. {event.saved.sentence}"))

    @on(SavedList.Chosen)
    def _clicked(self, event: SavedList.Chosen) -> None:
        self._chosen = event.saved.path
        self.action_choose()

    def action_choose(self) -> None:
        """Compare with the game under the cursor."""
        if self._chosen is not None:
            self.app.compare_games(self._path, self._chosen)

    def action_other_file(self) -> None:
        """Ask for a file, and compare with the game in it."""
        self.app.push_screen(AskScreen("File of a game of the same deal", "", LONGEST_PATH), self._file_named)

    def _file_named(self, name: str | None) -> None:
        if name:
            path = Path(name.strip("'\""))
            with suppress(RuntimeError):  # ~NAME of nobody is a file of that name
                path = path.expanduser()
            self.app.compare_games(self._path, path)
