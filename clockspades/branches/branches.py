"""Branches: games that were played on from a replay of another game, and are kept with it; and going through them.

A game ``NAME.cslog`` has its branches in the folder ``NAME.branches`` of the archive, each in a log of its own. Every
other part of the program looks for games beside that folder, so a branch is never offered, counted or reviewed.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession
from clockspades.engine.share import code_of
from clockspades.engine.standing import BRANCH_KEY, Origin, origin_of
from clockspades.engine.text import printable
from clockspades.engine.wording import Names
from clockspades.language import N_, _, pgettext
from clockspades.saved.archive import Archive
from clockspades.saved.log import SUFFIX, FindGame, LoadedLog, LogError, load, load_header
from clockspades.saved.log_editor import delete_log, mark_assisted, shared_points, write_header, write_note
from clockspades.saved.writing import held

FOLDER: Final = ".branches"
"""What follows the name of a log, without its own suffix, in the name of the folder with its branches."""
LONGEST_NAME: Final = 30
"""Characters in the name of a branch beyond which none has room for it."""

NO_BRANCHES: Final = N_("a branch would show the hands of a game that several people still play")


class BranchLine(NamedTuple):
    path: Path
    name: str = ""
    """Empty for the game; it can be shown as it is."""
    left: int = 0
    """The point at which it leaves the game or branch that is shown, or the other way round."""


def game_log(archive: Archive, path: Path) -> Path:
    """The log of the game that the log of a branch belongs to; any other log is a game's own."""
    folder = path.absolute().parent
    if folder.suffix == FOLDER and folder.parent == archive.directory.absolute():
        return folder.with_suffix(SUFFIX)
    return path.absolute()


def goes_on_between_people(session: AnySession) -> bool:
    """Whether several people play a game that is not finished: then nobody may see all hands."""
    return len(session.humans) > 1 and not session.is_over


def check_branch(path: Path, find_game: FindGame) -> None:
    """LogError if a log is of a branch of a game that :func:`goes_on_between_people`: older versions began some."""
    folder = path.absolute().parent
    if folder.suffix != FOLDER:
        return
    try:
        game = load(folder.with_suffix(SUFFIX), find_game)
    except LogError:  # the game is gone
        return
    if goes_on_between_people(game.session):
        raise LogError(path, 0, _(NO_BRANCHES))


def load_to_show(path: Path, find_game: FindGame) -> LoadedLog:
    """Read a log to show it; LogError if it cannot be read, or as in :func:`check_branch`."""
    check_branch(path, find_game)
    return load(path, find_game)


def lines_of(archive: Archive, game: Path, shown: LoadedLog) -> tuple[BranchLine, ...]:
    """The game in a log and its branches, the oldest first, as seen from the one that is shown.

    Logs that have nothing in common with that one are left out.
    """
    lines, shown_path = [], shown.path.absolute()
    for path in (game, *branch_logs(archive, game)):
        shared, header = shared_points(path, shown.session, archive.find_game)
        left = shown.session.last
        if path != shown_path:
            left = leaves_at(leaves_at(shared, header, shown.path), shown.header, path)
        if left or path == shown_path:
            lines.append(BranchLine(path, "" if path == game else _name(path, header), left))
    return tuple(lines)


def leaves_at(shared: int, branch: Header | None, game: Path) -> int:
    """The point at which a branch leaves a game that it has the points up to ``shared`` in common with.

    It is the point that the branch was begun at, though the first moves may be the same again. That point is only
    known in the game that was played on from; in others it is ``shared``.
    """
    origin = None if branch is None else origin_of(branch)
    return min(shared, origin.point) if origin is not None and origin.of == game.name else shared


def begin_branch(archive: Archive, game: Path, shown: LoadedLog, seats: Sequence[Seat]) -> AnySession:
    """A new branch of the game in a log, from the point that the game or branch shown is at.

    LogError if its log cannot be written.
    """
    folder, code = _folder(archive, game), code_of(shown.session)
    if folder.is_symlink():
        raise LogError(folder, 0, _("branches are not kept in a folder that is a link"))
    with held(archive.directory):  # another branch must not get the same name
        taken = {_name(path, _header(archive, path)) for path in branch_logs(archive, game)}
        name = next(
            name for number in count(1) if (name := pgettext("name", "Branch {number}", number=number)) not in taken
        )
        told = Origin(shown.path.name, shown.session.at, name)._asdict()
        return archive.fork(shown.session, seats, code=code, marks={BRANCH_KEY: told}, folder=folder)


def rename_branch(path: Path, name: str) -> None:
    """Call a branch by another name; LogError if its log cannot be changed, or another program has it open."""
    write_header(path, BRANCH_KEY, lambda told: {**(told if isinstance(told, dict) else {}), "name": name})


def delete_branch(path: Path) -> None:
    """Delete a branch; LogError if its log cannot be deleted, or another program has it open."""
    delete_log(path)
    with suppress(OSError):  # it has others
        path.parent.rmdir()


def _folder(archive: Archive, game: Path) -> Path:
    return archive.directory.absolute() / f"{game.stem}{FOLDER}"


def branch_logs(archive: Archive, game: Path) -> list[Path]:
    """The logs of the branches of a game, the oldest first."""
    with suppress(OSError):
        return sorted(_folder(archive, game).glob(f"*{SUFFIX}"))
    return []


def _name(path: Path, header: Header | None) -> str:
    """What the branch in a log is called; the name of the file if its header does not say."""
    match {} if header is None else header.extra.get(BRANCH_KEY):
        case {"name": str(name)} if name.strip():
            return printable(name)[:LONGEST_NAME]
    return printable(path.stem)[:LONGEST_NAME]


def _header(archive: Archive, path: Path) -> Header | None:
    with suppress(LogError):
        return load_header(path, archive.find_game)
    return None


class GameAndBranches(NamedTuple):
    """A game and its branches as their logs were when they were last read, and which of them is shown.

    Each session is at the point that was last shown of it.
    """

    archive: Archive
    opened: LoadedLog
    """The game or branch that was opened first."""
    shown: LoadedLog
    game: LoadedLog | None
    """The game; None if its log is gone."""
    lines: tuple[BranchLine, ...]
    """The game and its branches, as seen from the one that is shown."""

    @property
    def line(self) -> BranchLine | None:
        """The game or branch shown; None if its log is gone."""
        return self.line_of(self.shown.path)

    @property
    def name(self) -> str:
        return "" if self.line is None else self.line.name

    def names_in(self, loaded: LoadedLog) -> Names:
        """Display names in the game or a branch: "you" in a game of your own, but not in a log from elsewhere."""
        session = loaded.session
        return session.names_at_table if self.archive.keeps((self.game or self.opened).path) else session.names

    @property
    def others(self) -> tuple[BranchLine, ...]:
        """The game and the branches that leave what is shown somewhere; those that left the game before do not."""
        others = [line for line in self.lines if line != self.line]
        left_game = next((line.left for line in others if not line.name), 0)
        return tuple(line for line in others if not line.name or line.left > left_game)

    def line_of(self, path: Path) -> BranchLine | None:
        """The game or branch in a log; None if there is no such log."""
        return next((line for line in self.lines if line.path == path.absolute()), None)

    def showing(self, path: Path, point: int) -> "GameAndBranches":
        """Another log shown, at a point, or at the nearest that it has; LogError if it cannot be read."""
        loaded = self.read(path)
        _go_to(loaded, point)
        return _seen_from(self.archive, self.opened, loaded, self.game)

    def refreshed(self) -> "GameAndBranches":
        """As the logs now are: branches may have been played on, renamed or deleted. A game has not changed.

        If the branch shown is gone, the log that was opened is shown.
        """
        opened = self._again(self.opened)
        stays = self.shown is not self.opened and self.shown.path.exists()
        return _seen_from(self.archive, opened, self._again(self.shown) if stays else opened, self.game)

    @property
    def would_assist(self) -> bool:
        """Whether the game counts, and a branch would show its one player cards that are still to come."""
        if self.game is None or self.game.fault is not None:
            return False
        return self.game.session.standing.counts and not self.game.session.is_over

    @property
    def keeps_hands_secret(self) -> bool:
        """Whether several people still play the game: a branch would show their hands to one of them."""
        return self.game is not None and goes_on_between_people(self.game.session)

    def begin_branch(self, seats: Sequence[Seat]) -> AnySession:
        """A new branch from the point shown. If it :attr:`would_assist`, the game is marked as assisted first.

        LogError if the game cannot be marked, the log of the branch cannot be written, or the game
        :attr:`keeps_hands_secret`.
        """
        if self.game is not None and self.keeps_hands_secret:
            raise LogError(self.game.path, 0, _(NO_BRANCHES))
        if self.game is not None and self.would_assist:
            mark_assisted(self.game, self.archive.find_game)
        return begin_branch(self.archive, game_log(self.archive, self.opened.path), self.shown, seats)

    def write_note(self, text: str) -> None:
        """Write a note at the point shown into its log; LogError as in :func:`log_editor.write_note`."""
        shown, at = self.shown, self.shown.session.at
        written = write_note(shown.path, shown.session, at, text, self.archive.find_game)
        others = [note for note in shown.notes if note.after != at]
        shown.notes[:] = sorted([*others, *written], key=lambda note: note.after)

    def read(self, path: Path) -> LoadedLog:
        """A log, read unless it is the game or the one that was opened; LogError if it cannot be."""
        held = (each for each in (self.opened, self.game) if each is not None)
        found = next((each for each in held if each.path.absolute() == path.absolute()), None)
        return found or load(path, self.archive.find_game)

    def _again(self, loaded: LoadedLog) -> LoadedLog:
        """A log of a branch, read again and at the same point; as it was if that cannot be done."""
        if loaded is not self.game:
            with suppress(LogError):
                again = load(loaded.path, self.archive.find_game)
                _go_to(again, loaded.session.at)
                return again
        return loaded


def open_game_and_branches(archive: Archive, opened: LoadedLog, point: int = 0) -> GameAndBranches:
    """A game or branch shown at a point, or at the nearest that it has."""
    _go_to(opened, point)
    return _seen_from(archive, opened, opened, None)


def _seen_from(archive: Archive, opened: LoadedLog, shown: LoadedLog, game: LoadedLog | None) -> GameAndBranches:
    """The game and its branches with one of them shown. ``game`` is the game if it is known."""
    path = game_log(archive, opened.path)
    lines = lines_of(archive, path, shown)
    held = next((each for each in (opened, shown, game) if each is not None and each.path.absolute() == path), None)
    if held is None and any(line.path == path for line in lines):
        with suppress(LogError):
            held = load(path, archive.find_game)
    if held is not None and goes_on_between_people(held.session):
        lines = tuple(line for line in lines if line.path == path)  # branches that an older version began
    return GameAndBranches(archive, opened, shown, held, lines)


def _go_to(loaded: LoadedLog, point: int) -> None:
    """Go to a point of a log, or to the nearest that it has."""
    loaded.session.go_to(min(max(point, 0), loaded.session.last))
