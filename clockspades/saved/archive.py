"""Where games are kept: beginning one, listing them, and finding the one to carry on with."""

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from datetime import UTC, date, datetime
from functools import cache
from itertools import count
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from clockspades.engine import share
from clockspades.engine.days import day, day_of
from clockspades.engine.game import AnyGame
from clockspades.engine.header import TIME_FORMAT, Header, Seat
from clockspades.engine.options import Json, OptionValue
from clockspades.engine.players import Dealer
from clockspades.engine.rules import Deal, Outcome
from clockspades.engine.seating import name_bots
from clockspades.engine.session import AnySession, Session
from clockspades.engine.standing import DAILY_KEY, LOOKS_AHEAD, REPEAT_KEY, Standing
from clockspades.engine.text import printable, quoted
from clockspades.language import NC_, _, wrong
from clockspades.saved import log
from clockspades.saved.index import GLANCE, Entry, Index, digest_of
from clockspades.saved.log_writer import LogWriter, Unsaved, reopen
from clockspades.saved.series import KEY as SERIES_KEY
from clockspades.saved.series import SERIES_JSON, Series, options_of_next, series_after
from clockspades.saved.writing import HOME_VARIABLE as HOME_VARIABLE
from clockspades.saved.writing import NOWHERE, held, make_folder, sweep, user_directory

NO_HOME: Final = NC_("fault", "you have no home folder: set {variable} to the folder to use")


def data_directory() -> Path:
    """Where saved games are."""
    return user_directory("data")


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


class Skimmed(NamedTuple):
    """What the header, the notes and the result of a log tell, without its actions."""

    entry: Entry
    game: AnyGame
    header: Header
    standing: Standing
    outcome: Outcome | None
    """How the game ended; None while it goes on, and if no game can end like this."""


class _HasLog(Protocol):
    """A game that is kept in a log."""

    @property
    def path(self) -> Path: ...


LogT = TypeVar("LogT", bound=_HasLog)


class Archive:
    """The directory of saved games."""

    def __init__(self, find_game: log.FindGame, directory: Path | None = None) -> None:
        self.find_game = find_game
        self.directory = directory or data_directory() / "games"
        self.index = Index(self.directory, find_game)
        self._most: int | None = None

    @property
    def at_a_glance(self) -> "Archive":
        """The same games, of which only the newest are looked at again: what a screen shows first."""
        glance = copy(self)
        glance._most = GLANCE
        return glance

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
        marks: Mapping[str, Json] = {},
    ) -> AnySession:
        """A new game with its first deal made, kept in a new log, or nowhere if none can be written.

        ``number`` is the deal's, one drawn from ``rng`` if none is given; ``series`` are the games before this one.
        Bots without a name get one that follows from the number. The header of the log keeps the names, the series, the
        number in a share code, and the ``marks``, which are what else it says of the game's standing. It marks the game
        as a repeat if the deal was played before here. A number that the system draws is taken to be new. As a number
        deals the same pack in every game, a deal of the day is also a repeat of another game with its number, and one
        to play on is marked as assisted by any game that looks ahead.
        LogError if that game cannot be marked, as while it is played.
        """
        is_new = number is None and isinstance(rng, SystemRandom)
        number = share.draw_number(rng) if number is None else number
        seats = name_bots(game, seats, number)
        with held(self.directory):  # another game of this deal must not begin before this one can be found
            extra: dict[str, Json] = {share.KEY: share.write_code(game, options, number)}
            of_day = DAILY_KEY in marks and self._ask("number = ?", number)
            if not is_new and (of_day or self.begun_with(game, _first_deal(game, options, number))):
                extra[REPEAT_KEY] = True
            open_deals = [] if is_new else [*self._open_deals_of_days(number)]
            extra.update(marks)
            if series is not None:
                extra[SERIES_KEY] = SERIES_JSON.write(series)
            journal = self._new_journal(game, options, seats, extra, self.directory)
            try:
                if not isinstance(journal, Unsaved):
                    for open_deal in open_deals:
                        from clockspades.saved.log_editor import mark_assisted  # most games change no other's log

                        mark_assisted(open_deal, self.find_game)
                session = Session(game, options, seats, journal, header=journal.header)
                try:
                    Dealer(session, rng).deal()
                except log.LogError as error:  # the disk is full since a moment ago
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
        for loaded in self._open_deals_of_days(number):
            return Earlier(loaded.path, loaded.header.started, looks_ahead=True)
        begun = self.begun_with(game, _first_deal(game, options, number)).values()
        return max(begun, key=lambda each: (each.started, each.path.name), default=None)

    def begun_with(self, game: AnyGame, deal: Deal) -> dict[Path, Earlier]:
        """Every saved game of this game that begins with this deal, by its file."""
        found = self._ask("game = ? AND deal = ?", game.name, digest_of(deal.as_json()))
        started = {each.path: each.header.get("started") for each in found}
        return {path: Earlier(path, told if isinstance(told, str) else "") for path, told in started.items()}

    def others_of_deal(self, loaded: log.LoadedLog) -> list[Entry]:
        """The saved games that a finished game can be compared with, the one last played first."""
        deal = loaded.session.position(1).action
        assert isinstance(deal, Deal), "every game begins with a deal"
        which = f"finished AND NOT lesson AND game = ? AND deal = ? AND identity != ? AND {_NO_COPY}"
        known = loaded.header.game, digest_of(deal.as_json()), log.identity_in(loaded.session)
        found = list(self.skim(f"{which} ORDER BY {NEWEST_FIRST}", *known))
        others = [each.entry for each in found if each.header.options == loaded.header.options]
        return [entry for entry in others if not log.is_same_file(entry.path, loaded.path)]

    def logs_of(self, game: AnyGame) -> list[Entry]:
        """Every saved game of this game, lessons among them."""
        return self._ask("game = ?", game.name)

    def duels(self) -> list[Entry]:
        """Every log that has a part in a duel. A finished game comes before a copy of it that was not played on."""
        return self._ask(f"duel ORDER BY {LIKE_A_COPY}")

    def _open_deals_of_days(self, number: int) -> Iterator[log.LoadedLog]:
        """Every deal of the day with this number that can be played on, and may still count for its day."""
        for each in self._ask("number = ? AND day != ''", number):
            with contextlib.suppress(log.LogError):
                loaded = log.load(each.path, self.find_game)
                over = loaded.fault is not None or loaded.session.outcome is not None
                if loaded.session.standing.counts and not over:
                    yield loaded

    def keeps(self, path: Path) -> bool:
        """Whether a log is among the saved games, and no branch or file elsewhere."""
        return os.path.realpath(path.parent) == os.path.realpath(self.directory)

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
        branch = session.fork(seats)
        branch.standing = Standing.of(extra, seats, session.game, is_assisted=branch.standing.is_assisted)
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
        following.may_peek, following.programs = session.may_peek, session.programs
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
            seats = (*seats[-1:], *seats[:-1])
            series = series and series._replace(wins=(*series.wins[-1:], *series.wins[:-1]))
        following = self.begin(*deal[:2], seats, rng, number=deal.number, series=series, marks={REPEAT_KEY: True})
        following.may_peek, following.programs = session.may_peek, session.programs
        return following

    def resume(self, path: Path) -> log.LoadedLog:
        """A saved game to play on; LogError if it is faulty or open elsewhere.

        One that was interrupted before its first deal has only its first line: that deal is a :class:`Dealer`'s.
        """
        return reopen(path, self.find_game, other_folders)

    def take_up(self, path: Path, rng: Random) -> AnySession:
        """A saved game to play on, with its cards dealt; closed if it is over. LogError if it cannot be resumed."""
        session = self.resume(path).session
        try:
            Dealer(session, rng).deal()
        except log.LogError:
            session.close()
            raise
        if session.outcome is not None:
            session.close()  # it was stopped between its last action and its result
        return session

    def entries(self, where: str = "1", most: int = -1) -> list[Entry]:
        """Saved games, the one last played first. A file without a whole line is left out: no game began in it.

        ``where`` says in SQL which ones, and ``most`` how many at most.
        """
        sweep(self.directory)
        return self._ask(f"{where} ORDER BY {NEWEST_FIRST} LIMIT ?", most)

    def games(self) -> list[Entry]:
        """Every saved game once, however many copies of its log there are, the one last played first."""
        return self.entries(_NO_COPY)

    def newest_unfinished(self) -> Path | None:
        """The unfinished game last played, or None. Branches are left out."""
        return next((entry.path for entry in self.entries(TO_CONTINUE, 1)), None)

    def skim(self, where: str, *arguments: Any) -> Iterator[Skimmed]:
        """What the logs of these games tell, taken as they stand: :func:`load` would prove it, but plays them again.

        ``where`` says in SQL which ones. A log whose header cannot be read is left out.
        """

        @cache  # many games have these in common
        def read(form: str, result: str) -> tuple[Header, AnyGame, Outcome | None] | None:
            with contextlib.suppress(ValueError):
                header, game = log.parse_header(log.dump({**json.loads(form), "started": ""}), self.find_game)
                with contextlib.suppress(ValueError):
                    return header, game, log.parse_result(result, game, header.options)
                return header, game, None
            return None

        for each in self._ask(where, *arguments):
            extra, found = json.loads(each.rest), read(each.form, each.result)
            started = extra.pop("started", None)
            if found is not None and isinstance(started, str):
                header, game, outcome = found
                standing = Standing.of(extra, header.seats, game, is_assisted=bool(each.assisted))
                yield Skimmed(each, game, header._replace(started=started, extra=extra), standing, outcome)

    def remembered(self, fact: str, games: Sequence[LogT], find: Callable[[LogT], Any]) -> Iterator[Any]:
        """What ``find`` says of each of these games, as JSON; it is asked again if the log or its reviews change."""
        named = ((os.fsencode(each.path.name), each) for each in games)
        return self.index.facts(fact, named, find, self._most) if games else iter(())

    def _ask(self, where: str, *arguments: Any) -> list[Entry]:
        return self.index.logs(where, *arguments, most=self._most)

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
        started = now.strftime(TIME_FORMAT)
        header = Header(game.name, dict(options), tuple(seats), started, extra, added=game.added_options)
        stem = f"{now.strftime('%Y-%m-%d-%H%M%S-%f')}-{game.name}"
        names = (f"{stem}{f'-{number}' * (number > 1)}{log.SUFFIX}" for number in count(1))  # a clock may be set back
        try:
            with log.complaining(folder, NC_("fault", "cannot be made")):
                make_folder(folder)
            path = next(free for name in names if not os.path.lexists(free := folder / name))
            return LogWriter.create(path, header, other_folders, session)
        except log.LogError as error:
            if session is None or session.standing.is_lesson:
                return Unsaved(header, no_home() if self.is_nowhere else _not_written(folder, error))
            raise


def no_home() -> str:
    """That there is no home folder, and what to do."""
    return wrong(NO_HOME, variable=HOME_VARIABLE)


def _not_written(folder: Path, error: log.LogError) -> str:
    """Why nothing is saved in a folder, as the end of a sentence."""
    return f"{printable(str(folder))} {printable(error.message)}"


def _first_deal(game: AnyGame, options: Mapping[str, OptionValue], number: int) -> Deal:
    """The deal that a game with this number begins with."""
    return game.rules.deal(game.rules.initial(options), share.generator(number))


NEWEST_FIRST: Final = "changed DESC, name DESC"
LIKE_A_COPY: Final = "NOT finished, CASE WHEN finished THEN changed ELSE -changed END, length(name), name"
"""An order in which a log comes late that looks like a copy: it was not played on, or was finished and is newer."""
_NO_COPY: Final = (
    f"name = (SELECT name FROM games AS copies WHERE copies.identity = games.identity ORDER BY {LIKE_A_COPY} LIMIT 1)"
)
TO_CONTINUE: Final = f"NOT finished AND NOT branch AND {_NO_COPY}"
"""Which games are to continue. A branch is not: it would hide the real game."""


def announcement(earlier: Earlier, today: date) -> str:
    """The sentence that a player reads before a deal is played again."""
    if earlier.looks_ahead:
        return _(LOOKS_AHEAD)
    when = day_of(earlier.started)
    if when is None:
        return _("You have played this deal before: it does not count.")
    if when == today:
        return _("You have already played this deal today: it does not count.")
    return _("You have played this deal before, on {day}: it does not count.", day=day(when, today))
