"""Saved games in words: which game, who played, how it stands or ended, when, and what is wrong with a broken one."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from clockspades.engine.days import short_day
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.options import Options
from clockspades.engine.phrases import sentence
from clockspades.engine.session import AnySession
from clockspades.engine.text import printable
from clockspades.language import _, headed, listed, pgettext
from clockspades.saved.archive import NEWEST_FIRST, Archive, Skimmed
from clockspades.saved.index import Entry
from clockspades.saved.log import FindGame, LogError, load
from clockspades.saved.series import series_after, series_before


class SavedGame(NamedTuple):
    """What a list tells of one saved game; all of it can be shown as it is."""

    path: Path
    title: str
    """The game, empty if it can't be read."""
    players: str
    """All players' names, or the name of a file that can't be read."""
    company: str
    """Who plays with and against the one person; all names if there are several people, or none."""
    status: str
    """Who won, or how far the game is."""
    sentence: str
    """The game with its options, and how it stands or ended; or what is wrong with the file."""
    finished: bool
    broken: bool
    goes_on: bool = False
    """Whether there is more to play: the game, or a series that nobody has won yet."""


def saved_game(entry: Entry, find_game: FindGame) -> SavedGame:
    """Read a saved game, as far as it is valid."""
    try:
        loaded = load(entry.path, find_game)
    except LogError as fault:
        name = printable(entry.path.name)
        return SavedGame(
            entry.path, "", name, name, pgettext("status", "can't be read"), _fault(fault), finished=False, broken=True
        )
    session = loaded.session
    series = series_before(session.header)
    if series is not None and session.outcome is not None:
        series = series_after(session)
    words, state = session.game.words, session.state
    how = headed(listed(session.names), f"{words.progress(state)}.")
    if session.outcome is not None:
        how = words.verdict(state, session.names_at_table)
    told = f"{', '.join((session.title, *session.game.choices(session.options)))}. {how}"
    if series is not None and series.best_of is not None:
        score = " : ".join(map(str, series.wins))
        told += " " + _("Best of {number}: {score}.", number=series.best_of, score=score)
    status = pgettext("status", "broken") if loaded.fault else status_of(session)
    if session.standing.listed is not None:
        word, reason = session.standing.listed
        told, status = f"{told} {reason}", headed(word, status)
    over = session.outcome is not None
    return SavedGame(
        path=entry.path,
        title=session.title,
        players=listed(session.names),
        company=_company(session.game, session.options, session.seats),
        status=status,
        sentence=_fault(loaded.fault) if loaded.fault else told,
        finished=over,
        broken=loaded.fault is not None,
        goes_on=loaded.fault is None and (not over or (series is not None and series.goes_on)),
    )


class Heading(NamedTuple):
    """What the first line of a log tells of a saved game."""

    entry: Entry
    game: AnyGame
    title: str
    company: str
    seat: int
    """The seat of the first person, or the first of all."""

    def words(self, now: datetime) -> str:
        """The game, who plays and when it was last played: ``Clogs against Tick, yesterday 14:02``."""
        return f"{self.title} {self.company}, {when(self.entry.changed, now)}"


def read_headings(archive: Archive) -> list[Heading]:
    """The headings of all saved games, the one last played first. Files that cannot be read are left out."""
    return [*map(_heading, archive.skim(f"1 ORDER BY {NEWEST_FIRST}"))]


def _heading(found: Skimmed) -> Heading:
    entry, game, header, standing = found[:4]
    company = _company(game, header.options, header.seats, among=True)
    return Heading(entry, game, game.title_of(header.options), company, next(iter(standing.people), 0))


def _company(game: AnyGame, options: Options, seats: Sequence[Seat], *, among: bool = False) -> str:
    """Who plays with and against the one person; all names if that is not one person against others.

    Those stand after the name of the game if they are ``among`` its words: ``of Ana and Ben``.
    """
    names = [printable(seat.name) for seat in seats]
    people = [number for number, seat in enumerate(seats) if seat.is_human]
    if len(people) != 1 or len(seats) == 1:
        return pgettext("players", "of {names}", names=listed(names)) if among else listed(names)
    (person,) = people
    partner = game.partner(options, person)
    others = listed([names[other] for other in game.opponents(options, person)])
    if partner is None:
        return pgettext("players", "against {others}", others=others)
    return pgettext("players", "with {partner} against {others}", partner=names[partner], others=others)


def status_of(session: AnySession) -> str:
    """Whether the one person won, who won among several, or how far the game is, in a few words."""
    outcome = session.end.outcome
    if outcome is None:
        return session.game.words.progress(session.end)
    if not outcome.winners and len(session.seats) > 1:
        return pgettext("status", "drawn")
    if len(session.seats) == 1:
        return pgettext("status", "won" if outcome.winners else "lost")
    if len(session.humans) == 1:
        return pgettext("status", "you won" if session.humans[0] in outcome.winners else "you lost")
    return pgettext("status", "{names} won", names=listed([session.names[seat] for seat in outcome.winners]))


def _fault(error: LogError) -> str:
    """What is wrong, without the directory."""
    words = printable(error.message)
    return f"{_('Broken at line {line}:', line=error.line)} {words}." if error.line else sentence(words)


def when(then: float, now: datetime) -> str:
    """A time in seconds since 1970, in at most 15 characters: ``yesterday 14:02``."""
    try:
        moment = datetime.fromtimestamp(then, tz=now.tzinfo)
    except (OSError, OverflowError, ValueError):  # the year 10000, or whatever a file system holds
        return pgettext("in a list", "no date")
    days = (now.date() - moment.date()).days
    clock = f"{moment.hour:02}:{moment.minute:02}"
    if days in (0, 1):
        return pgettext("in a list", "yesterday {clock}" if days else "today {clock}", clock=clock)
    day = short_day(moment)
    return f"{day} {clock}" if moment.year == now.year else f"{day} {moment.year}"
