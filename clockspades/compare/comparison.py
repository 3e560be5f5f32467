"""Two games of the same deal beside each other: where they parted, and which went better for the person who played."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from clockspades.branches.branches import last_shared
from clockspades.engine.actions import Deal
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession
from clockspades.saved.archive import Archive, Entry
from clockspades.saved.log import Loaded, LogError, is_same_file, load_header


class Parting(NamedTuple):
    """A choice that a seat made in one way in the first game, and in another way in the second."""

    points: tuple[int, int]
    """The point of each game before the choice."""
    seat: int | None
    """Who chose; None if a later deal of the games has other cards."""


class Player(NamedTuple):
    """The person whose games are compared; of several the first, and of bots alone the first bot."""

    name: str
    """As it can be shown. Where both have the same name, a number follows it."""
    seat: int


class Comparison(NamedTuple):
    """Two finished games that began with the same cards."""

    logs: tuple[Loaded, Loaded]
    players: tuple[Player, Player]
    partings: tuple[Parting, ...]
    """First where the games parted: until there they are the same, and anybody may have chosen there.

    Then each later choice at which one of the players saw exactly the same in both games and chose otherwise. Empty if
    the games are the same to the end.
    """

    @property
    def games(self) -> tuple[AnySession, AnySession]:
        return self.logs[0].session, self.logs[1].session

    @property
    def shared(self) -> int:
        """The number of steps that both games have in common."""
        return self.partings[0].points[0] if self.partings else self.games[0].last

    @property
    def same_seat(self) -> bool:
        """Whether both had the same cards: then their results say who did better."""
        return self.players[0].seat == self.players[1].seat

    @property
    def better(self) -> int | None:
        """Which of the games went better, 0 or 1: a win, then the lead. None if neither did, or the cards differed."""
        first, second = (_success(game, player.seat) for game, player in zip(self.games, self.players))
        return None if not self.same_seat or first == second else int(first < second)

    @property
    def other_bots(self) -> tuple[int, ...]:
        """The seats that different bots played in the two games."""
        pairs = enumerate(zip(*(game.seats for game in self.games)))
        return tuple(seat for seat, (one, other) in pairs if one.bot and other.bot and one.bot != other.bot)

    def parting_before(self, step: int) -> Parting | None:
        """The last parting that both games have passed after so many steps, or else the first."""
        passed = (each for each in reversed(self.partings) if max(each.points) < step)
        return next(passed, self.partings[0] if self.partings else None)

    def actions(self, parting: Parting) -> tuple[Any, Any]:
        """The action of each game at a parting."""
        first, second = (game.position(point + 1).action for game, point in zip(self.games, parting.points))
        return first, second


def compare(one: Loaded, other: Loaded) -> Comparison:
    """Compare two logs; LogError if one is faulty or not finished, or they are not games of the same deal."""
    for loaded in (one, other):
        if loaded.fault is not None:
            raise loaded.fault
        if not loaded.session.is_over:
            raise LogError(loaded.path, 0, "this game is not finished, and only finished games can be compared")
    games = (one.session, other.session)
    difference = _difference(*games)
    if difference:
        raise LogError(other.path, 0, f"cannot be compared with {one.path}: {difference}")
    players = _players(*games)
    return Comparison((one, other), players, tuple(_partings(*games, {player.seat for player in players})))


def others_of_deal(archive: Archive, loaded: Loaded) -> list[Entry]:
    """The saved games that a finished game can be compared with, the one last played first."""
    session = loaded.session
    deal = session.position(1).action
    assert isinstance(deal, Deal), "every game begins with a deal"
    paths = archive.begun_with(session.game, deal)
    found = [entry for entry in archive.entries() if entry.finished and entry.path in paths]
    return [
        entry for entry in found if not is_same_file(entry.path, loaded.path) and _has_options(archive, entry, loaded)
    ]


def _has_options(archive: Archive, entry: Entry, loaded: Loaded) -> bool:
    try:
        return not entry.lesson and load_header(entry.path, archive.find_game).options == loaded.header.options
    except LogError:
        return False


def _difference(one: AnySession, other: AnySession) -> str:
    """Why two games are not of the same deal; empty if they are."""
    if one.game.name != other.game.name:
        return f"this is a game of {other.game.title}, and that one of {one.game.title}"
    for option in one.game.options:
        told, wanted = other.options[option.key], one.options[option.key]
        if told != wanted:
            return f"the option {option.key} is {_value(told)} here, and {_value(wanted)} there"
    if one.position(1).action != other.position(1).action:
        return "the first deal has other cards"
    return ""


def _value(value: Json) -> str:
    return "none" if value is None else str(value)


def _players(one: AnySession, other: AnySession) -> tuple[Player, Player]:
    seats = [next(iter(session.humans), 0) for session in (one, other)]
    first, second = (session.names[seat] for session, seat in zip((one, other), seats))
    if first == second:
        first, second = f"{first} (1)", f"{second} (2)"
    return Player(first, seats[0]), Player(second, seats[1])


def _partings(one: AnySession, other: AnySession, seats: set[int]) -> Iterator[Parting]:
    """Where two games parted, and where one of these seats had the same choice again and made another one."""
    shared = last_shared(one, other)
    if shared == one.last:
        return
    made = one.position(shared + 1)
    yield Parting((shared, shared), None if isinstance(made.action, Deal) else made.seat)
    views = {seen: point for point, seen in _choices(one, shared + 1, seats)}
    for there, seen in _choices(other, shared + 1, seats):
        here = views.get(seen)
        if here is not None and one.position(here + 1).action != other.position(there + 1).action:
            yield Parting((here, there), seen[0])


def _choices(session: AnySession, start: int, seats: set[int]) -> Iterator[tuple[int, tuple[int, Any]]]:
    """Each point from ``start`` at which one of these seats has a choice: the seat, and what it sees."""
    rules = session.game.rules
    for point in range(start, session.last):
        state = session.position(point).state
        seat = rules.to_act(state)
        if seat in seats and len(rules.legal_actions(state)) > 1:
            yield point, (seat, rules.observe(state, seat))


def _success(session: AnySession, seat: int) -> tuple[float, int]:
    """How well a finished game went for a seat: 1 for a win, 0.5 for a draw, 0 for a loss; then its lead."""
    return session.end.outcome.share(seat, len(session.seats)), session.game.rules.lead(session.end, seat)
