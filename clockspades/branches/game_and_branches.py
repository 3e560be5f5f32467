"""A game and its branches, as a replay goes through them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from clockspades.branches.branches import (
    NO_BRANCHES,
    Line,
    begin_branch,
    game_log,
    goes_on_between_people,
    lines_of,
)
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.saved.archive import Archive, stands_apart
from clockspades.saved.log import Loaded, LogError, load
from clockspades.saved.log_editor import mark_assisted, write_note


@dataclass(frozen=True, slots=True)
class GameAndBranches:
    """A game and its branches as their logs were when they were last read, and which of them is shown.

    Each session is at the point that was last shown of it.
    """

    archive: Archive
    opened: Loaded
    """The game or branch that was opened first."""
    shown: Loaded
    game: Loaded | None
    """The game; None if its log is gone."""
    lines: tuple[Line, ...]
    """The game and its branches, as seen from the one that is shown."""

    @property
    def line(self) -> Line | None:
        """The game or branch shown; None if its log is gone."""
        return self.line_of(self.shown.path)

    @property
    def name(self) -> str:
        """The name of the branch shown, empty for the game."""
        return "" if self.line is None else self.line.name

    @property
    def others(self) -> tuple[Line, ...]:
        """The game and the branches that leave what is shown somewhere; those that left the game before do not."""
        others = [line for line in self.lines if line != self.line]
        left_game = next((line.left for line in others if not line.name), 0)
        return tuple(line for line in others if not line.name or line.left > left_game)

    @property
    def next_path(self) -> Path:
        """The log of the branch after the one shown; after the last one, of the game."""
        at = -1 if self.line is None else self.lines.index(self.line)
        return self.lines[(at + 1) % len(self.lines)].path

    def line_of(self, path: Path) -> Line | None:
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
        """Whether a branch shows the one person of a game that counts cards that are still to come in it."""
        if self.game is None or self.game.fault is not None:
            return False
        if stands_apart(self.game.header) or self.game.header.is_repeat:
            return False
        session = self.game.session
        goes_on = session.position(-1).state.outcome is None
        return goes_on and len(session.humans) == 1 and not session.is_practice

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
            raise LogError(self.game.path, 0, NO_BRANCHES)
        if self.game is not None and self.would_assist:
            mark_assisted(self.game, self.archive.find_game)
        return begin_branch(self.archive, game_log(self.archive, self.opened.path), self.shown, seats)

    def write_note(self, text: str) -> None:
        """Write a note at the point shown into its log; LogError as in :func:`log_editor.write_note`."""
        shown, at = self.shown, self.shown.session.at
        written = write_note(shown.path, shown.session, at, text, self.archive.find_game)
        others = [note for note in shown.notes if note.after != at]
        shown.notes[:] = sorted([*others, *written], key=lambda note: note.after)

    def read(self, path: Path) -> Loaded:
        """A log, read unless it is the game or the one that was opened; LogError if it cannot be."""
        held = (each for each in (self.opened, self.game) if each is not None)
        found = next((each for each in held if each.path.absolute() == path.absolute()), None)
        return found or load(path, self.archive.find_game)

    def _again(self, loaded: Loaded) -> Loaded:
        """A log of a branch, read again and at the same point; as it was if that cannot be done."""
        if loaded is not self.game:
            with suppress(LogError):
                again = load(loaded.path, self.archive.find_game)
                _go_to(again, loaded.session.at)
                return again
        return loaded


def open_game_and_branches(archive: Archive, opened: Loaded, point: int = 0) -> GameAndBranches:
    """A game or branch shown at a point, or at the nearest that it has."""
    _go_to(opened, point)
    return _seen_from(archive, opened, opened, None)


def _seen_from(archive: Archive, opened: Loaded, shown: Loaded, game: Loaded | None) -> GameAndBranches:
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


def _go_to(loaded: Loaded, point: int) -> None:
    """Go to a point of a log, or to the nearest that it has."""
    loaded.session.go_to(min(max(point, 0), loaded.session.last))
