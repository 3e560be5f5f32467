"""The saved games: replay any of them, continue an unfinished one, or compare two of the same deal."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from clockspades.branches.branches import branch_logs
from clockspades.engine.days import local_now
from clockspades.games.catalogue import offers
from clockspades.language import N_, _, ngettext
from clockspades.saved.archive import Archive
from clockspades.saved.index import GLANCE, Entry
from clockspades.saved.log import LoadedLog
from clockspades.saved.saved_games import SavedGame, saved_game
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.screens.ask import AskScreen
from clockspades.tui.screens.kinds import CLOSE, Overlay, panel
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.rows import RowsPane
from clockspades.tui.widgets.saved_list import SavedList

ABOUT: Final = 5
"""The rows of the text below the list, the blank one above it included."""
LONGEST_PATH: Final = 4096
"""The most characters in the path of a file."""
SEARCHING: Final = N_("Looking for games of this deal…")
NONE_SAVED: Final = N_("No other saved game has this deal. With its share code, a friend or you can play it again.")

REPLAY: Final = Command("enter,space", "replay", N_("Replay"), N_("replay"))
CARRY_ON: Final = Command("c", "carry_on", N_("Continue the game or its series"), N_("continue"))
COMPARE_DEAL: Final = Command("d", "compare_deal", N_("Compare with another game of the same deal"), N_("same deal"))
CHOOSE: Final = Command(
    "enter,space", "choose", N_("Compare with this game"), N_("compare"), now=lambda self: self._chosen is not None
)
OTHER_FILE: Final = Command(
    "f", "other_file", N_("Compare with a game in another file"), N_("file"), when=lambda self: not self.app.is_guest
)
CLOSE_LIST: Final = CLOSE._replace(keys="escape,q,d", name="")


def saved_list(entries: Sequence[Entry], archive: Archive) -> SavedList:
    titles = [offer.preset.title for offer in offers()]
    return SavedList(entries, partial(saved_game, find_game=archive.find_game), local_now(), titles)


class SavedScreen(Overlay):
    """The list of saved games, and more about the one under the cursor."""

    AUTO_FOCUS = "SavedList"
    FOCUSED = (SavedList,)
    commands: tuple[Command, ...] = (REPLAY, CARRY_ON, COMPARE_DEAL)
    KEY_LINE: tuple[Command, ...] = (
        REPLAY._replace(now=lambda self: self._chosen is not None),
        CARRY_ON._replace(now=lambda self: self._chosen is not None and self._chosen.goes_on),
        COMPARE_DEAL._replace(now=lambda self: self._can_compare),
        CLOSE,
    )

    def __init__(self) -> None:
        super().__init__()
        self._chosen: SavedGame | None = None

    def compose(self) -> ComposeResult:
        archive = self.app.archive
        entries = self._games(archive.at_a_glance, GLANCE) or self._games(archive)
        with panel(_("Saved games")) as box:
            box.styles.max_height = len(entries) + ABOUT + 2  # no higher than its content and its border
            if entries:
                with RowsPane():
                    yield saved_list(entries, self.app.archive)
            yield Static(id="about")

    def fill(self) -> None:
        if self.query(SavedList):
            self.call_after_refresh(run_in_thread, self, partial(self._games, self.app.archive), self._list)
        else:
            folder = self.app.folder
            none = _("No saved games yet in {folder}.", folder=folder) if folder else _("No saved games yet.")
            self.query_one("#about", Static).update(Content(none))

    def _games(self, archive: Archive, most: int = -1) -> list[Entry]:
        return archive.entries("NOT lesson", most)

    def _list(self, entries: Sequence[Entry]) -> None:
        self.query_one(".panel").styles.max_height = len(entries) + ABOUT + 2
        self.query_one(SavedList).list_again(entries)

    @on(SavedList.Pointed)
    def _pointed(self) -> None:
        self._chosen = chosen = self.query_one(SavedList).chosen
        about = self.query_one("#about", Static)
        about.set_class(chosen.broken, "-broken")
        branches = len(branch_logs(self.app.archive, chosen.path))
        kept = ngettext("It has {number} branch, in its replay.", "It has {number} branches, in its replay.", branches)
        about.update(card_text(f"{chosen.sentence} {kept}" if branches else chosen.sentence))
        self.refresh_keys()

    @property
    def _can_compare(self) -> bool:
        return self._chosen is not None and self._chosen.finished and not self._chosen.broken

    def action_compare_deal(self) -> None:
        if self._chosen is not None and self._can_compare:
            loaded = self.app.read_game(self._chosen.path)
            if loaded is not None:
                self.app.push_screen(SameDealScreen(loaded))

    @on(SavedList.Chosen)
    def action_replay(self) -> None:
        """Replay the game under the cursor, as far as its log is valid."""
        if self._chosen is not None:
            self.app.watch_again(self._chosen.path)

    def action_carry_on(self) -> None:
        """Continue the game under the cursor; of a finished game in an unfinished series, show the result."""
        if self._chosen is not None and (self._chosen.goes_on or not self._chosen.finished):
            self.app.carry_on(self._chosen.path)


class SameDealScreen(Overlay):
    """The saved games that a finished game can be compared with. A file from elsewhere can be named too."""

    FOCUSED = (SavedList,)
    commands = KEY_LINE = (CHOOSE, OTHER_FILE, CLOSE_LIST)

    def __init__(self, loaded: LoadedLog) -> None:
        super().__init__()
        self._loaded = loaded
        self._chosen: Path | None = None

    def compose(self) -> ComposeResult:
        with panel(_("Compare with another game of this deal")) as box:
            box.styles.max_height = ABOUT + 2
            yield Static(Content(glyphs().words(_(SEARCHING))), id="about")

    def fill(self) -> None:
        run_in_thread(self, partial(self.app.archive.others_of_deal, self._loaded), self._list)

    def _list(self, entries: Sequence[Entry]) -> None:
        if not entries:
            self.query_one("#about", Static).update(Content(_(NONE_SAVED)))
            return
        box = self.query_one(".panel")
        box.styles.max_height = len(entries) + ABOUT + 2
        games = saved_list(entries, self.app.archive)
        box.mount(RowsPane(games), before="#about")
        games.focus()

    @on(SavedList.Pointed)
    def _pointed(self) -> None:
        chosen = self.query_one(SavedList).chosen
        self._chosen = chosen.path
        self.query_one("#about", Static).update(card_text(f"{chosen.players}. {chosen.sentence}"))
        self.refresh_keys()

    @on(SavedList.Chosen)
    def action_choose(self) -> None:
        if self._chosen is not None:
            self.app.compare_games(self._loaded.path, self._chosen)

    def action_other_file(self) -> None:
        self.app.push_screen(AskScreen(_("File of a game of the same deal"), "", LONGEST_PATH), self._file_named)

    def _file_named(self, name: str | None) -> None:
        if name:
            path = Path(name.strip("'\""))
            with suppress(RuntimeError):  # ~NAME of nobody is a file of that name
                path = path.expanduser()
            self.app.compare_games(self._loaded.path, path)
