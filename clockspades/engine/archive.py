"""Where games are kept: beginning one, listing them, and finding the one to carry on with."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

from clockspades.engine.game import Game, OptionValue
from clockspades.engine.log import SUFFIX, FindGame, Header, Loaded, LogError, LogWriter, reopen
from clockspades.engine.session import AnySession, Seat, Session

HOME_VARIABLE: Final = "CLOCKSPADES_HOME"
"""The environment variable that puts everything the program keeps into one directory."""


def data_directory() -> Path:
    """Where saved games are: under ``CLOCKSPADES_HOME`` if that is set, else the user's data directory."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home).expanduser()
    from platformdirs import user_data_path

    return user_data_path("clockspades", appauthor=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """One saved game in the archive."""

    path: Path
    changed: float
    """When it was last written, in seconds since 1970."""
    finished: bool


class Archive:
    """The directory of saved games."""

    def __init__(self, find_game: FindGame, directory: Path | None = None) -> None:
        self.find_game = find_game
        self.directory = directory or data_directory() / "games"

    def begin(
        self, game: Game[Any, Any, Any], options: Mapping[str, OptionValue], seats: Sequence[Seat], rng: Random
    ) -> AnySession:
        """A new game with its first deal made, kept in a new log; LogError if that cannot be written."""
        session = Session(game, options, seats, self._new_journal(game, options, seats))
        session.deal(rng)
        return session

    def fork(self, session: AnySession, seats: Sequence[Seat]) -> AnySession:
        """A new game that begins as ``session`` went up to the point it shows, kept in a log of its own."""
        return session.fork(seats, self._new_journal(session.game, session.options, seats))

    def resume(self, path: Path) -> Loaded:
        """A saved game to play on; LogError if it is faulty or open elsewhere."""
        return reopen(path, self.find_game)

    def entries(self) -> list[Entry]:
        """Every saved game, the one last played first."""
        found = []
        try:
            paths = list(self.directory.glob(f"*{SUFFIX}"))
        except OSError:
            return []
        for path in paths:
            try:
                found.append(Entry(path, path.stat().st_mtime, _is_finished(path)))
            except OSError:
                continue
        return sorted(found, key=lambda entry: (entry.changed, entry.path.name), reverse=True)

    def newest_unfinished(self) -> Path | None:
        """The unfinished game last played, or None."""
        return next((entry.path for entry in self.entries() if not entry.finished), None)

    def _new_journal(
        self, game: Game[Any, Any, Any], options: Mapping[str, OptionValue], seats: Sequence[Seat]
    ) -> LogWriter:
        now = datetime.now(UTC)
        header = Header(game.name, dict(options), tuple(seats), now.strftime("%Y-%m-%dT%H:%M:%SZ"))
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LogError(self.directory, 0, f"cannot be made: {error.strerror}") from error
        stem = f"{now.strftime('%Y-%m-%d-%H%M%S-%f')}-{game.name}"
        return LogWriter.create(self.directory / (stem + SUFFIX), header)


def _is_finished(path: Path) -> bool:
    """Whether a log's last full line is a result."""
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 4096))
        lines = file.read().rpartition(b"\n")[0].rpartition(b"\n")
    return lines[2].startswith(b'{"result"')
