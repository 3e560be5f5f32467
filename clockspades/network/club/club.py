"""Who may open a table at a club, which is a server of many tables, and how long a table is kept."""

from collections.abc import Mapping
from secrets import token_bytes, token_hex
from typing import Final, NamedTuple

from clockspades.engine.header import BOT
from clockspades.engine.options import OptionError
from clockspades.games.catalogue import find_game
from clockspades.language import N_
from clockspades.network.meeting.invitation import CUSTOMER, NETWORK, network_of
from clockspades.network.server.hosting import Host, NotOpenedError
from clockspades.network.server.listening import Remembered
from clockspades.network.table.kept import OpenedTable, TablePhase
from clockspades.network.table.served_table import ServedTable
from clockspades.network.wire.messages import OPEN, Open
from clockspades.network.wire.secrecy import digest, fits
from clockspades.network.wire.words import nworded, worded

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
LOBBY_FOR: Final = 1 * DAY
"""Seconds that an empty table is kept if no game has begun there."""
REMEMBERED: Final = 4096
"""Addresses and networks whose tables are counted, at most: those that opened one last."""

NO_ACCESS: Final = N_("This club opens tables only for those who have its access word: ask the club for its address.")
NO_GAME: Final = N_("This club has no tables for this game: it has {games}.")
WRONG_SEATS: Final = N_(
    "The table can't be opened: its seats are not those of the game, or no seat is left for a person."
)
ENDING: Final = N_("The club's server is about to restart: try again in a minute.")


class ClubTerms(NamedTuple):
    """What a club allows."""

    access: str | None = None
    """The SHA-256 of the access word; None if everyone may open tables."""
    games: tuple[str, ...] = ()
    tables: int = 500
    tables_per_address: int = 60
    """How many can be opened from one address within an hour."""
    tables_per_network: int = 240
    """How many can be opened within an hour from one network, which can have many addresses."""
    unfinished_for: float = 30 * DAY
    """Seconds that a table with an unfinished game is kept after somebody was last there."""
    finished_for: float = 7 * DAY
    """The same for a table whose game is over."""


class Club:
    """What a club knows of its tables beside what its store keeps."""

    def __init__(self, terms: ClubTerms, unvisited: Mapping[str, float] | None = None) -> None:
        """``unvisited`` are the :attr:`unvisited` that the last server ended with."""
        self.terms = terms
        self.unvisited: dict[str, float] = dict(unvisited or {})
        """By table, for how many seconds nobody has been there while a server ran, give or take a minute.

        No clock that is set anew removes a table.
        """
        self._noted: float | None = None
        """When that was last noted."""
        self.is_ending = False
        """Whether no table can be opened any more."""
        self._opened = Remembered[list[float]](REMEMBERED)
        """By network when tables were opened from there."""

    def admit(self, wish: Open, address: str, host: Host, now: float) -> OpenedTable:
        """The table that somebody at this address may open; NotOpenedError if they may not."""
        if self.is_ending:
            raise NotOpenedError(ENDING, "ending", final=False)
        if self.terms.access is not None and not fits(wish.access, self.terms.access):
            raise NotOpenedError(NO_ACCESS, "access")
        opened = self._check(wish)
        if not host.has_table(opened.code):
            self._count(address, host, now)
            self.unvisited[opened.table] = 0.0
        return opened

    def note_visits(self, host: Host, now: float) -> None:
        """Note at which tables people are. ``now`` is of a clock that never jumps, here as everywhere."""
        passed = 0.0 if self._noted is None else now - self._noted
        self._noted = now
        names = [table.kept.terms.table for table in host.tables]
        self.unvisited = {
            name: 0.0 if host.is_visited(name) else self.unvisited.get(name, -passed) + passed for name in names
        }

    def sweep(self, host: Host, now: float) -> None:
        """Note where people are, and remove the tables that nobody has visited for long.

        A store that is shared is told how long to keep the others, in case no process has them any more by then.
        """
        self.note_visits(host, now)
        for table in host.tables:
            name = table.kept.terms.table
            left = self._kept_for(table) - self.unvisited[name]
            if left > 0:
                host.keep(name, left)
            else:
                self._remove(name, host)

    def _kept_for(self, table: ServedTable) -> float:
        match table.kept.phase:
            case TablePhase.LOBBY:
                return min(LOBBY_FOR, self.terms.unfinished_for)
            case TablePhase.OVER | TablePhase.STOPPED:
                return self.terms.finished_for
            case _:
                return self.terms.unfinished_for

    def _remove(self, name: str, host: Host) -> None:
        self.unvisited.pop(name, None)
        host.remove(name)

    def _check(self, wish: Open) -> OpenedTable:
        """The table that is asked for; NotOpenedError if there can be no such table here."""
        game = find_game(wish.game)
        if game is None or game.name not in self.terms.games:
            raise NotOpenedError(worded(NO_GAME, games=", ".join(self.terms.games)), "form")
        try:
            options = game.configure(dict(wish.options))
        except (OptionError, TypeError) as error:
            raise NotOpenedError(worded("The table can't be opened: {fault}.", fault=str(error)), "form") from error
        if game.seats(options) < 2:
            raise NotOpenedError("This game is for one player: choose a game for two or more.", "form")
        known = {OPEN, *(f"{BOT}{bot}" for bot in game.bots)}
        if len(wish.seats) != game.seats(options) or not {*wish.seats} <= known or OPEN not in wish.seats:
            raise NotOpenedError(WRONG_SEATS, "form")
        return OpenedTable(
            table=token_hex(16), game=game.name, options=options, secret=token_bytes(32), code=digest(wish.code),
            host=wish.host, kinds=wish.seats, bot=game.best_bot, best_of=wish.best_of, limit=wish.limit,
            no_hints=wish.no_hints,
        )  # fmt: skip

    def _count(self, address: str, host: Host, now: float) -> None:
        """Count one more table, and make room for it; NotOpenedError if there are too many."""
        counted: list[list[float]] = []
        for bits, most in ((CUSTOMER, self.terms.tables_per_address), (NETWORK, self.terms.tables_per_network)):
            network = network_of(address, bits)
            recent = self._opened[network] = [at for at in self._opened.get(network, []) if now - at < HOUR]
            if len(recent) >= most:
                words = nworded(
                    "From your network {number} table was opened within an hour: try again later.",
                    "From your network {number} tables were opened within an hour: try again later.",
                    most,
                )
                raise NotOpenedError(words, "full")
            counted.append(recent)
        if host.size >= self.terms.tables:
            self._make_room(host)
        for recent in counted:
            recent.append(now)

    def _make_room(self, host: Host) -> None:
        """Remove the finished table that was visited longest ago; NotOpenedError if there is none."""
        names = (table.kept.terms.table for table in host.tables if table.kept.phase.is_last)
        free = [name for name in names if not host.is_visited(name)]
        if not free:
            words = nworded(
                "The club is full: it has {number} table whose game is not over. Try again later.",
                "The club is full: it has {number} tables whose games are not over. Try again later.",
                self.terms.tables,
            )
            raise NotOpenedError(words, "full")
        self._remove(max(free, key=lambda name: self.unvisited.get(name, 0.0)), host)
