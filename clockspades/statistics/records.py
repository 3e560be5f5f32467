"""What became of the games that were played here: how many of each kind were won, and how far they came.

Counted are finished games in which one person played here, alone, against bots, or over a network. Games with other
options, other bots or other people are of another kind, unless an option only says who begins. Assisted games, repeats
of a deal that was played before, and practice against a bot that sees all cards each have a number of their own, and
count for nothing else. Lessons and games played on from a replay are not counted at all.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from clockspades.engine.game import AnyGame, Expectation
from clockspades.engine.header import HUMAN, Header, Seat
from clockspades.engine.options import Json, Options, OptionValue
from clockspades.engine.rules import Outcome
from clockspades.engine.seating import bots_in_words
from clockspades.engine.session import AnySession
from clockspades.engine.spent import Spent
from clockspades.engine.standing import PRACTICE, REPEAT, Standing
from clockspades.games.catalogue import find_game
from clockspades.language import _, grouped, headed, listed, ngettext, npgettext, pgettext
from clockspades.saved.archive import LIKE_A_COPY, Archive, Skimmed
from clockspades.saved.log import identity_in, is_same_file


class GameKind(NamedTuple):
    """What games have in common that are counted together."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    """The options by key, without those that name a seat."""
    partner: str | None
    """The bot on the person's side, or ``human``; None where they play alone."""
    against: tuple[str, ...]
    """The bots on other sides, and ``human`` for each person, in alphabetical order."""


class AmongOthers(NamedTuple):
    """How far a game came beside the others of its kind."""

    others: int
    behind: int
    """How many others came less far."""

    def words(self) -> str:
        """What can be said for it; empty if none of the others came less far."""
        if not self.behind:
            return ""
        if self.others == 1:
            return _("Better than your other game.")
        if self.behind == self.others:
            return _("Your best of {number} games.", number=self.others + 1)
        return _("Better than {number} of your {others} other games.", number=self.behind, others=self.others)


class OwnGame(NamedTuple):
    """A finished game that one person played here, as its log tells it."""

    path: Path
    game: AnyGame
    header: Header
    standing: Standing
    kind: GameKind
    outcome: Outcome
    identity: str
    """What it has in common with copies of its log."""
    reviewed: bool = False
    spent: Spent | None = None

    @property
    def seat(self) -> int:
        return self.standing.people[0]

    @property
    def share(self) -> float:
        """1 if the person won, 0.5 for a draw, 0 for a loss."""
        return self.outcome.share(self.seat, len(self.header.seats))

    @property
    def score(self) -> int | None:
        """How far it came; None in a game whose scores do not say that."""
        scores, seat = self.outcome.scores, self.seat
        return scores[seat] if self.game.goal is not None and seat < len(scores) else None


class KindRecord(NamedTuple):
    kind: GameKind
    played: int
    won: int
    drawn: int
    best_run: int
    current_run: int
    """How many of the last games were won, with none between that was not."""
    scores: tuple[int, ...]
    """How far each game came, in rising order; empty where scores do not say that."""
    goal: int | None
    """The score of a game that is won, where scores say how far it came."""
    expectation: Expectation | None
    assisted: int
    """Games that were assisted; they are in none of the other numbers."""
    repeats: int = 0
    """Games of deals that were played before; they are in none of the other numbers, even if they were assisted."""
    practice: int = 0
    """Games with a bot that sees all cards; they are in none of the other numbers."""

    @property
    def title(self) -> str:
        """What the games are called, with what sets them apart from the game as it is offered."""
        game = find_game(self.kind.game)
        assert game is not None, "it was played"
        return _title(game, self.kind)

    @property
    def share(self) -> float | None:
        return self.won / self.played if self.played else None

    @property
    def tally(self) -> str:
        won = pgettext("record", "won {won} of {played}", won=grouped(self.won), played=grouped(self.played))
        return f"{won}, {pgettext('record', '{number} drawn', number=grouped(self.drawn))}" if self.drawn else won

    def words(self) -> str:
        """All games of the kind in a sentence; empty if there are none."""
        if self.practice:
            games = ngettext(
                "{number} practice game, not counted.", "{number} practice games, not counted.", self.practice
            )
            return headed(self.title, games)
        if not self.played and not self.assisted and not self.repeats:
            return ""
        return headed(self.title, f"{self.tally}." if self.played else _("no games that count."))

    def as_json(self) -> dict[str, Json]:
        """The record as ``stats --json`` prints it."""
        return {
            "game": self.kind.game,
            "options": dict(self.kind.options),
            "partner": self.kind.partner,
            "against": list(self.kind.against),
            "title": self.title,
            "played": self.played,
            "won": self.won,
            "drawn": self.drawn,
            "share": self.share,
            "expected": None if self.expectation is None else self.expectation.share,
            "best_run": self.best_run,
            "current_run": self.current_run,
            "goal": self.goal,
            "scores": list(self.scores),
            "assisted": self.assisted,
            "repeats": self.repeats,
            "practice": self.practice,
        }


def own_games(archive: Archive) -> Iterator[OwnGame]:
    """Each finished game in which one person played here, in the order in which they began; no lesson and no branch."""
    games = dict[str, Skimmed]()
    for each in archive.skim(f"result != '' ORDER BY {LIKE_A_COPY}"):
        if each.outcome is not None:  # a damaged copy hides no game
            games.setdefault(each.entry.identity, each)
    for each in sorted(games.values(), key=lambda each: (each.header.started, each.entry.path.name)):
        entry, game, header, standing, outcome = each
        kind = _kind(game, header.options, header.seats, standing)
        if kind is not None and outcome is not None:
            reviewed, spent = bool(entry.reviewed), Spent(*json.loads(entry.spent)) if entry.spent else None
            yield OwnGame(entry.path, game, header, standing, kind, outcome, entry.identity, reviewed, spent)


def records(archive: Archive) -> list[KindRecord]:
    """A record for each kind of game that was finished here, in a fixed order."""
    return records_of(own_games(archive))


def records_of(games: Iterable[OwnGame]) -> list[KindRecord]:
    """A record for each kind of these games, which are in the order in which they began; the kinds in a fixed order."""
    found: dict[GameKind, list[OwnGame]] = {}
    for each in games:
        found.setdefault(each.kind, []).append(each)
    return [_record(found[kind][0].game, kind, found[kind]) for kind in sorted(found, key=repr)]


def record_of(archive: Archive, session: AnySession) -> tuple[KindRecord, AmongOthers | None] | None:
    """The record of all games of a session's kind, and how far the session came among the others.

    None if such games are not counted. How far it came is None unless the session is finished, counts, and has a score
    that says how far it came. Its own log may be in the archive or anywhere else.
    """
    kind = _kind(session.game, session.options, session.seats, session.standing)
    if kind is None:
        return None
    found = [each for each in own_games(archive) if each.kind == kind]
    record = _record(session.game, kind, found)
    outcome, goal = session.outcome, session.game.goal
    if outcome is None or goal is None or not session.standing.counts:
        return record, None
    own, others = outcome.scores[session.humans[0]], [each for each in found if each.standing.counts]
    identity, path = identity_in(session), session.path or Path()
    others = [each for each in others if each.identity != identity and not is_same_file(each.path, path)]
    scores = [each.score for each in others if each.score is not None]
    return record, AmongOthers(len(scores), sum(score < own for score in scores))


def compared(archive: Archive, session: AnySession) -> Iterator[str]:
    """How a finished game compares with the others of its kind, or why it does not count, in sentences.

    Of a first game nothing is told in numbers.
    """
    if session.standing.is_repeat:
        yield _(REPEAT)
        return
    found = record_of(archive, session)
    if found is None:
        return
    record, among = found
    if session.standing.is_assisted:
        yield _(PRACTICE)
    if record.played == 1:
        return
    if among is not None and (words := among.words()):
        yield words
    if words := record.words():
        yield words


def _kind(game: AnyGame, options: Options, seats: Sequence[Seat], standing: Standing) -> GameKind | None:
    """What a game is counted with; None if no record mentions it."""
    if not standing.is_recorded:
        return None
    (person,) = standing.people
    chosen = tuple((option.key, options[option.key]) for option in game.options if not option.seat)
    partner = game.partner(options, person)
    against = sorted(_player(seats[other]) for other in game.opponents(options, person))
    return GameKind(game.name, chosen, None if partner is None else _player(seats[partner]), tuple(against))


def _player(seat: Seat) -> str:
    return HUMAN if seat.is_human else seat.bot


def _record(game: AnyGame, kind: GameKind, games: Sequence[OwnGame]) -> KindRecord:
    is_open = any(map(game.sees_all, (*kind.against, kind.partner or "")))
    counted = [each for each in games if each.standing.counts]
    repeats = 0 if is_open else sum(each.standing.is_repeat for each in games)
    shares = [each.share for each in counted]
    runs = [len([*run]) if share == 1 else 0 for share, run in groupby(shares)]
    return KindRecord(
        kind=kind,
        played=len(counted),
        won=shares.count(1),
        drawn=shares.count(0.5),
        best_run=max(runs, default=0),
        current_run=runs[-1] if runs else 0,
        scores=tuple(sorted(each.score for each in counted if each.score is not None)),
        goal=game.goal,
        expectation=game.expectation(game.configure(dict(kind.options))),
        assisted=0 if is_open else len(games) - len(counted) - repeats,
        repeats=repeats,
        practice=len(games) if is_open else 0,
    )


def _title(game: AnyGame, kind: GameKind) -> str:
    """What games of a kind are called: options that are not the usual ones, and who else played."""
    options = game.configure(dict(kind.options))
    others = [_in_words(game, bot, number) for bot, number in Counter(kind.against).items()]
    partner = pgettext("after a game", "with {player}", player=_in_words(game, kind.partner, 1)) if kind.partner else ""
    against = pgettext("after a game", "against {players}", players=listed(others)) if others else ""
    parts = [game.title_of(options), *game.choices(options), f"{partner} {against}".strip()]
    return ", ".join(filter(None, parts))


def _in_words(game: AnyGame, player: str, number: int) -> str:
    if player != HUMAN:
        return bots_in_words(game, player, number)
    return npgettext("players, after 'with' or 'against'", "a friend", "{number} friends", number)
