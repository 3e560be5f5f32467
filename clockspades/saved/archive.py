"""Where games are kept: beginning one, listing them, and finding the one to carry on with."""

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random, SystemRandom
from typing import BinaryIO, Final, Literal, NamedTuple

from clockspades.engine import share
from clockspades.engine.actions import Deal
from clockspades.engine.days import day, day_of
from clockspades.engine.deal_proof import without_proof
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header, Seat
from clockspades.engine.options import Json, Options, OptionValue
from clockspades.engine.players import Dealer
from clockspades.engine.seating import name_bots
from clockspades.engine.session import AnySession, Session
from clockspades.engine.standing import DAILY_KEY, DUEL_KEY, LESSON_KEY, LOOKS_AHEAD, REPEAT_KEY, Standing
from clockspades.engine.text import printable, quoted
from clockspades.saved.log import (
    SUFFIX,
    FindGame,
    LoadedLog,
    LogError,
    complaining,
    identity_in,
    identity_of,
    is_empty,
    is_same_file,
    load,
    load_header,
    parse_object,
)
from clockspades.saved.log_editor import mark_assisted
from clockspades.saved.log_writer import LogWriter, Unsaved, reopen
from clockspades.saved.series import KEY as SERIES_KEY
from clockspades.saved.series import SERIES_JSON, Series, options_of_next, series_after
from clockspades.saved.writing import held, make_folder, sweep

HOME_VARIABLE: Final = "CLOCKSPADES_HOME"
"""The environment variable that puts everything the program keeps into one directory."""
NOWHERE: Final = Path(os.devnull, "no home folder")
"""The directory of a user who has no home: nothing can be in it."""
NO_HOME: Final = f"you have no home folder: set {HOME_VARIABLE} to the folder to use"


def data_directory() -> Path:
    """Where saved games are."""
    return user_directory("data")


def user_directory(kind: Literal["data", "config"]) -> Path:
    """What ``CLOCKSPADES_HOME`` names, or else the user's directory for such files, or :data:`NOWHERE`."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        with contextlib.suppress(RuntimeError):  # ~NAME of nobody is a directory of that name
            return Path(home).expanduser()
        return Path(home)
    import platformdirs

    find = platformdirs.user_data_path if kind == "data" else platformdirs.user_config_path
    with contextlib.suppress(RuntimeError):
        found = find("clockspades", appauthor=False)
        if found.is_absolute():
            return found
    return NOWHERE


def other_folders() -> tuple[Path, ...]:
    """Where a game can be saved if it cannot be written where it was: the user's home, and for temporary files."""
    from tempfile import gettempdir

    folders = []
    with contextlib.suppress(RuntimeError):  # there is no home
        folders.append(Path.home())
    with contextlib.suppress(OSError):  # there is no such folder
        folders.append(Path(gettempdir()))
    return tuple(folders)


class Earlier(NamedTuple):
    """A saved game of a deal."""

    path: Path
    started: str
    """When it began, as its header says."""
    looks_ahead: bool = False
    """Whether it is a deal of the day to play on, which no longer counts once another game shows its cards."""


class Entry(NamedTuple):
    """One saved game in the archive."""

    path: Path
    changed: float
    """When it was last written, in seconds since 1970."""
    finished: bool
    lesson: bool = False
    branch: bool = False
    """Whether it was played on from a replay of another game."""
    day: date | None = None
    """The day whose deal it is."""
    identity: str = ""
    """What it has in common with copies of its log."""

    @property
    def continues(self) -> bool:
        """Whether it is an unfinished game to continue. A branch is not: it would hide the real game."""
        return not self.finished and not self.branch


class _Start(NamedTuple):
    """The first lines of a saved game as data."""

    path: Path
    header: dict[str, Json]
    action: dict[str, Json]
    """The first action, which is a deal; empty if there is none."""


class Archive:
    """The directory of saved games."""

    def __init__(self, find_game: FindGame, directory: Path | None = None) -> None:
        self.find_game = find_game
        self.directory = directory or data_directory() / "games"

    @property
    def is_nowhere(self) -> bool:
        """Whether there are no saved games, and never will be, as the user has no home."""
        return NOWHERE in self.directory.parents

    def begin(
        self,
        game: AnyGame,
        options: Mapping[str, OptionValue],
        seats: Sequence[Seat],
        rng: Random,
        *,
        number: int | None = None,
        series: Series | None = None,
        is_repeat: bool = False,
        daily: date | None = None,
        duel: Json = None,
    ) -> AnySession:
        """A new game with its first deal made, kept in a new log, or nowhere if none can be written.

        ``number`` is the deal's, one drawn from ``rng`` if none is given; ``series`` are the games before this one.
        Bots without a name get one that follows from the number. The header of the log keeps the names, the series, and
        the number in a share code. It marks the game as a repeat if ``is_repeat``,
        or if the deal was played before here. A number that the system draws is taken to be new.
        ``daily`` is the day whose deal it is, and ``duel`` its part in a duel. A number deals the same pack in every
        game, so a deal of the day is also a repeat of another game with its number, and one to play on is marked as
        assisted by any game that looks ahead.
        LogError if that game cannot be marked, as while it is played.
        """
        is_new = number is None and isinstance(rng, SystemRandom)
        number = share.draw_number(rng) if number is None else number
        seats = name_bots(game, seats, number)
        with held(self.directory):  # another game of this deal must not begin before this one can be found
            starts = [] if is_new else [*self._starts()]
            if not is_new:
                is_repeat = is_repeat or bool(_begun(starts, game, _first_deal(game, options, number)))
                is_repeat = is_repeat or (daily is not None and any(self._number_in(each) == number for each in starts))
            extra: dict[str, Json] = {share.KEY: share.write_code(game, options, number)}
            if is_repeat:
                extra[REPEAT_KEY] = True
            if daily is not None:
                extra[DAILY_KEY] = daily.isoformat()
            if duel is not None:
                extra[DUEL_KEY] = duel
            if series is not None:
                extra[SERIES_KEY] = SERIES_JSON.write(series)
            journal = self._new_journal(game, options, seats, extra, self.directory)
            try:
                if not isinstance(journal, Unsaved):
                    for open_deal in self._open_deals_of_days(starts, number):
                        mark_assisted(open_deal, self.find_game)
                session = Session(game, options, seats, journal, header=journal.header)
                try:
                    Dealer(session, rng).deal()
                except LogError as error:  # the disk is full since a moment ago
                    journal.remove()
                    session.journal = Unsaved(journal.header, _not_written(self.directory, error))
                    Dealer(session, rng).deal()
            except ValueError:
                journal.remove()
                raise
        return session

    def earlier(self, game: AnyGame, options: Mapping[str, OptionValue], number: int) -> Earlier | None:
        """The last saved game that begins with the deal of this number; None if it was not played here.

        The same cards are the same deal, for any players and any other options. Branches begin as their game, so their
        folders are not searched. A deal of the day to play on comes first, even one of another game.
        """
        starts = [*self._starts()]
        for loaded in self._open_deals_of_days(starts, number):
            return Earlier(loaded.path, loaded.header.started, looks_ahead=True)
        begun = _begun(starts, game, _first_deal(game, options, number)).values()
        return max(begun, key=lambda each: (each.started, each.path.name), default=None)

    def begun_with(self, game: AnyGame, deal: Deal) -> dict[Path, Earlier]:
        """Every saved game of this game that begins with this deal, by its file."""
        return _begun(self._starts(), game, deal)

    def others_of_deal(self, loaded: LoadedLog) -> list[Entry]:
        """The saved games that a finished game can be compared with, the one last played first."""
        deal = loaded.session.position(1).action
        assert isinstance(deal, Deal), "every game begins with a deal"
        paths = self.begun_with(loaded.session.game, deal)
        found = [entry for entry in self.games() if entry.finished and not entry.lesson and entry.path in paths]
        own = identity_in(loaded.session)
        others = [entry for entry in found if entry.identity != own and not is_same_file(entry.path, loaded.path)]
        return [entry for entry in others if self._has_options(entry.path, loaded.header.options)]

    def _has_options(self, path: Path, options: Options) -> bool:
        with contextlib.suppress(LogError):
            return load_header(path, self.find_game).options == options
        return False

    def headers(self, game: AnyGame) -> Iterator[Mapping[str, Json]]:
        """The header of every saved game of this game, lessons among them, as data that nobody has checked."""
        return (start.header for start in self._starts() if start.header.get("game") == game.name)

    def duels(self) -> Iterator[tuple[Path, dict[str, Json]]]:
        """Every log that has a part in a duel, with what its header says of it, which nobody has checked.

        A finished game comes before a copy of it that was not played on.
        """
        for entry in sorted(self.entries(), key=like_a_copy):
            start = _start(entry.path)
            told = start and start.header.get(DUEL_KEY)
            if isinstance(told, dict):
                yield entry.path, told

    def _starts(self) -> Iterator[_Start]:
        with contextlib.suppress(OSError):
            yield from filter(None, map(_start, self.directory.glob(f"*{SUFFIX}")))

    def _number_in(self, start: _Start) -> int | None:
        """The number of the deal of a game; None if its header has no code."""
        name, code = start.header.get("game"), start.header.get(share.KEY)
        game = self.find_game(name) if isinstance(name, str) else None
        with contextlib.suppress(share.CodeError):
            return share.read_code(code, [game]).number if game is not None and isinstance(code, str) else None
        return None

    def _open_deals_of_days(self, starts: Iterable[_Start], number: int) -> Iterator[LoadedLog]:
        """Every deal of the day with this number that can be played on, and may still count for its day."""
        for start in starts:
            if Standing.of(start.header).day is not None and self._number_in(start) == number:
                with contextlib.suppress(LogError):
                    loaded = load(start.path, self.find_game)
                    over = loaded.fault is not None or loaded.session.outcome is not None
                    if loaded.session.standing.counts and not over:
                        yield loaded

    def keeps(self, log: Path) -> bool:
        """Whether a log is among the saved games, and no branch or file elsewhere."""
        return os.path.realpath(log.parent) == os.path.realpath(self.directory)

    def fork(
        self,
        session: AnySession,
        seats: Sequence[Seat],
        *,
        code: str = "",
        marks: Mapping[str, Json] = {},
        folder: Path | None = None,
    ) -> AnySession:
        """A new game that begins as ``session`` went up to the point it shows, kept in a log of its own.

        ``code`` is the share code that deals its cards, empty if none does; bots without a name get one as in
        :meth:`begin`. ``marks`` is what the log's header says of its standing. The log is in ``folder``, or else beside
        the others. LogError if it cannot be written, unless the game is a lesson.
        """
        extra: dict[str, Json] = {**({share.KEY: code} if code else {}), **marks}
        number = share.read_code(code, [session.game]).number if code else 0
        seats = name_bots(session.game, seats, number)
        branch = session.fork(seats, extra)
        folder = folder or self.directory
        branch.journal = self._new_journal(session.game, session.options, seats, extra, folder, branch)
        branch.header = branch.journal.header
        return branch

    def rematch(self, session: AnySession, rng: Random) -> AnySession:
        """The next game between the seats of a finished one, in the same series; LogError as in :meth:`begin`.

        A lesson or a game played on from a replay begins no series.
        """
        series = None if session.standing.is_apart else series_after(session).before_next()
        following = self.begin(session.game, options_of_next(session), session.seats, rng, series=series)
        following.may_peek = session.may_peek
        return following

    def again(self, session: AnySession, rng: Random, *, other_side: bool = False) -> AnySession:
        """The deal of a finished game once more, as a repeat in the same series; LogError as in :meth:`begin`.

        On the ``other_side`` everybody moves to the next seat, so that each player gets the cards of the one to their
        left. ValueError if the cards have no share code.
        """
        deal = share.deal_of(session)
        if deal is None:
            raise ValueError(share.NO_CODE)
        seats, series = session.seats, None if session.standing.is_apart else series_after(session).before_next()
        if other_side:
            seats, series = (*seats[-1:], *seats[:-1]), series and series.moved_round()
        following = self.begin(*deal[:2], seats, rng, number=deal.number, series=series, is_repeat=True)
        following.may_peek = session.may_peek
        return following

    def resume(self, path: Path) -> LoadedLog:
        """A saved game to play on; LogError if it is faulty or open elsewhere.

        One that was interrupted before its first deal has only its first line: that deal is a :class:`Dealer`'s.
        """
        return reopen(path, self.find_game, other_folders)

    def entries(self) -> list[Entry]:
        """Every saved game, the one last played first. A file without a whole line is left out: no game began in it."""
        sweep(self.directory)
        try:
            paths = list(self.directory.glob(f"*{SUFFIX}"))
        except OSError:
            return []
        found = [entry for path in paths if (entry := _entry(path)) is not None]
        return sorted(found, key=_by_time, reverse=True)

    def games(self) -> list[Entry]:
        """Every saved game once, however many copies of its log there are, the one last played first."""
        found = dict[str, Entry]()
        for entry in sorted(self.entries(), key=like_a_copy):
            found.setdefault(entry.identity, entry)
        return sorted(found.values(), key=_by_time, reverse=True)

    def newest_unfinished(self) -> Path | None:
        """The unfinished game last played, or None. Branches are left out."""
        return next((entry.path for entry in self.games() if entry.continues), None)

    def way_back(self, session: AnySession, *, plain: bool = False) -> str:
        """The command that carries on with a game, as it is typed: it names the log where another is played on first.

        :meth:`newest_unfinished` is played on first, and a log may be kept anywhere.
        """
        command = "clockspades resume --plain" if plain else "clockspades resume"
        if session.path is None or session.path == self.newest_unfinished():
            return command
        return f"{command} {printable(quoted(session.path))}"

    def _new_journal(
        self,
        game: AnyGame,
        options: Mapping[str, OptionValue],
        seats: Sequence[Seat],
        extra: Mapping[str, Json],
        folder: Path,
        session: AnySession | None = None,
    ) -> LogWriter | Unsaved:
        """A new log in a folder. If none can be written, a new game or a lesson is not saved.

        LogError if the log of any other ``session`` cannot be written.
        """
        now = datetime.now(UTC)
        header = Header(game.name, dict(options), tuple(seats), now.strftime("%Y-%m-%dT%H:%M:%SZ"), extra)
        stem = f"{now.strftime('%Y-%m-%d-%H%M%S-%f')}-{game.name}"
        names = (f"{stem}{f'-{number}' * (number > 1)}{SUFFIX}" for number in count(1))  # a clock may be set back
        try:
            with complaining(folder, "cannot be made"):
                make_folder(folder)
            path = next(free for name in names if not os.path.lexists(free := folder / name))
            return LogWriter.create(path, header, other_folders, session)
        except LogError as error:
            if session is None or LESSON_KEY in extra:
                return Unsaved(header, NO_HOME if self.is_nowhere else _not_written(folder, error))
            raise


def _not_written(folder: Path, error: LogError) -> str:
    """Why nothing is saved in a folder, as the end of a sentence."""
    return f"{printable(str(folder))} {printable(error.message)}"


def _entry(path: Path) -> Entry | None:
    """What the end of a file tells of the game in it, or None if it holds none."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return None
        with open(path, "rb") as file:
            header, first = _first_lines(file)
            file.seek(max(0, status.st_size - _TAIL))
            lines, newline, _ = file.read(_TAIL).rpartition(b"\n")
    except OSError:
        return None
    if not newline and status.st_size <= _TAIL:
        return None
    finished = "result" in _parse(lines.rstrip().rpartition(b"\n")[2])
    standing, identity = Standing.of(header), identity_of(header, first) if header else str(path)
    return Entry(path, status.st_mtime, finished, standing.is_lesson, standing.is_branch, standing.day, identity)


def _by_time(entry: Entry) -> tuple[float, str]:
    return entry.changed, entry.path.name


def like_a_copy(entry: Entry) -> tuple[bool, float, int, str]:
    """The higher it is, the more a log looks like a copy: it was not played on, or was finished and is newer."""
    return (
        not entry.finished,
        entry.changed if entry.finished else -entry.changed,
        len(entry.path.name),
        entry.path.name,
    )


def _start(path: Path) -> _Start | None:
    """How the game in a file starts; None if it holds none. Only the first lines are read."""
    try:
        if not path.is_file():
            return None
        with open(path, "rb") as file:
            header, first = _first_lines(file)
    except OSError:
        return None
    return _Start(path, header, first) if header else None


def _first_lines(file: BinaryIO) -> tuple[dict[str, Json], dict[str, Json]]:
    """The header and the first action of a log, each empty if it cannot be read."""
    told = islice(iter(partial(file.readline, _HEAD), b""), _HEAD_LINES)
    lines = (line for line in told if not is_empty(line))
    header = _parse(next(lines, b""))
    return header, next((first for first in map(_parse, lines) if "note" not in first), {})


def _first_deal(game: AnyGame, options: Mapping[str, OptionValue], number: int) -> Deal:
    """The deal that a game with this number begins with."""
    return game.rules.deal(game.rules.initial(options), share.generator(number))


def _begun(starts: Iterable[_Start], game: AnyGame, deal: Deal) -> dict[Path, Earlier]:
    """The games among these of this game that begin with this deal, by their files."""
    cards, found = without_proof(deal.as_json()), dict[Path, Earlier]()
    for path, header, first in starts:
        if header.get("game") == game.name and without_proof(first) == cards:
            started = header.get("started")
            found[path] = Earlier(path, started if isinstance(started, str) else "")
    return found


def _parse(line: bytes) -> dict[str, Json]:
    """The object on a line, an empty one if there is none."""
    with contextlib.suppress(ValueError):
        return parse_object(line)
    return {}


_HEAD: Final = 1 << 16
"""Bytes of the first line beyond which nothing is read of it here."""
_HEAD_LINES: Final = 100
"""Lines, with empty ones and notes, among which the first action is looked for here."""
_TAIL: Final = 4096
"""Bytes at the end of a log that hold its last line, if that is a result."""


def announcement(earlier: Earlier, today: date) -> str:
    """The sentence that a player reads before a deal is played again."""
    if earlier.looks_ahead:
        return LOOKS_AHEAD
    when = day_of(earlier.started)
    if when is None:
        return "You have played this deal before: it does not count."
    if when == today:
        return "You have already played this deal today: it does not count."
    return f"You have played this deal before, on {day(when, today)}: it does not count."
