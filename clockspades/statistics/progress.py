"""A player's progress: wins against expectation, luck and skill over the last games, and games to see again."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import accumulate
from math import sqrt
from statistics import fmean
from typing import Any, Final, NamedTuple

from clockspades.bots.evaluation import mean_and_error
from clockspades.engine.game import Offer
from clockspades.language import N_, _
from clockspades.review.kept_reviews import find_review, kept_review
from clockspades.review.review import Review, can_be_reviewed
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, load_whole
from clockspades.statistics.records import GameKind, KindRecord, OwnGame, own_games, records_of

ENOUGH: Final = 10
"""The reviewed games that say something about a player, at least."""
SPANS: Final = (ENOUGH, 50)
"""The numbers of last games over which luck and skill are averaged, besides all games."""


class Digest(NamedTuple):
    """The figures of a review that statistics use. Chances are from 0 to 1."""

    start: float
    luck: float
    skill: float
    choices: int
    last_chance: float
    """The chance to win before the last choice of the player; before the last step where there was no choice."""
    lowest: float
    """The lowest chance to win from the deal up to the last step."""
    verdicts: str
    """A sign for each choice that is known to have made a difference, in the order of play: ``+`` if it was right."""


class CountedGame(NamedTuple):
    own: OwnGame
    digest: Digest | None


class Progress(NamedTuple):
    records: tuple[KindRecord, ...]
    """One for each kind of game, those that do not count among them."""
    games: tuple[CountedGame, ...]
    """The games that count, the newest first."""
    archive: Archive | None = None
    """Where they are kept; it remembers what takes long to find in their logs."""

    def records_of(self, name: str) -> tuple[KindRecord, ...]:
        return tuple(record for record in self.records if record.kind.game == name)

    def of_kind(self, kind: GameKind) -> tuple[CountedGame, ...]:
        return tuple(game for game in self.games if game.own.kind == kind)

    def of_game(self, name: str) -> tuple[CountedGame, ...]:
        """The games of all kinds of a game, the newest first."""
        return tuple(game for game in self.games if game.own.game.name == name)

    @property
    def unreviewed(self) -> tuple[OwnGame, ...]:
        """The games that can be reviewed and are not, the newest first."""
        return tuple(game.own for game in self.games if game.digest is None and can_be_reviewed(game.own.game))

    def with_review(self, own: OwnGame, review: Review) -> "Progress":
        games = (CountedGame(own, digest(review)) if game.own == own else game for game in self.games)
        return self._replace(games=tuple(games))


class Wins(NamedTuple):
    """How many games were won, beside how many were to be expected before the deals."""

    games: int
    won: float
    """A draw counts half."""
    expected: float
    error: float


class Span(NamedTuple):
    """Luck and skill of some games, on average per game, with their standard errors."""

    games: int
    luck: float
    luck_error: float
    skill: float
    skill_error: float


class RightChoices(NamedTuple):
    """Right choices among those that made a difference, over several games."""

    right: int
    of: int
    current: int
    """How many were right since the last one that was not."""
    best: int


class Feat(StrEnum):
    """Why a game is worth seeing again."""

    BEST = N_("best game")
    CLOSEST = N_("closest game")
    LUCKIEST = N_("luckiest win")
    UNLUCKIEST = N_("unluckiest loss")
    HIGHEST = N_("best score")


def digest(review: Review) -> Digest:
    own = [turn.point for turn in review.turns if turn.choice is not None and turn.choice.seat == review.seat]
    last = review.all_turns[max(own, default=len(review.turns)) - 1]
    return Digest(
        start=review.start.value,
        luck=review.luck,
        skill=review.skill,
        choices=review.choices,
        last_chance=last.value,
        lowest=min((turn.value for turn in review.turns[:-1]), default=review.start.value),
        verdicts="".join("-+"[one.is_right] for one in review.own.counted if one.matters or not one.is_right),
    )


def progress(archive: Archive, named: Offer | None = None) -> Progress:
    """All that was played here, or of this game and preset alone, with the reviews that are kept."""
    games = [own for own in own_games(archive) if named is None or named.covers(own.game, own.header.options)]
    counted = [own for own in reversed(games) if own.standing.counts]
    reviewed = [own for own in counted if own.reviewed]
    told = zip(reviewed, archive.remembered("digest", reviewed, _kept_digest), strict=True)
    digests = {own.path: Digest(*figures) for own, figures in told if figures is not None}
    played = (CountedGame(own, digests.get(own.path)) for own in counted)
    return Progress(tuple(records_of(games)), tuple(played), archive)


def _kept_digest(own: OwnGame) -> Digest | None:
    review = find_review(own.game, own.path, own.seat)
    return None if review is None else digest(review)


def expected(game: CountedGame) -> float | None:
    """The chance to win before the deal: by the review, or known for all games of the kind, or an equal share a side.

    None for one player alone of whose game nothing is known.
    """
    own = game.own
    if game.digest is not None:
        return game.digest.start
    known = own.game.expectation(own.header.options)
    if known is not None:
        return known.share
    sides = len(own.header.seats) if own.kind.partner is None else len(own.header.seats) // 2
    return 1 / sides if sides > 1 else None


def wins(games: Iterable[CountedGame]) -> Wins | None:
    """Wins against expectation, of the games that have one; None if none has.

    The error is that of the number of wins if the expectations are right: the root of the sum of p(1 - p).
    """
    compared = [(game, share) for game in games if (share := expected(game)) is not None]
    if not compared:
        return None
    shares = [share for _, share in compared]
    return Wins(
        games=len(compared),
        won=sum(game.own.share for game, _ in compared),
        expected=sum(shares),
        error=sqrt(sum(share * (1 - share) for share in shares)),
    )


def lead(games: Sequence[CountedGame]) -> tuple[float, ...]:
    """The running total of wins beyond expectation: 0, then a number after each game, in the order of play."""
    beyond = (game.own.share - share for game in games if (share := expected(game)) is not None)
    return tuple(accumulate(beyond, initial=0.0))


def spans(newest_first: Iterable[CountedGame]) -> tuple[Span, ...]:
    """Luck and skill over the last 10, the last 50 and all reviewed games; those that are not fewer than the last ones.

    Empty if there are fewer than 10: that says nothing about a player.
    """
    digests = [game.digest for game in newest_first if game.digest is not None]
    lengths = [length for length in SPANS if length < len(digests)] + [len(digests)] * (len(digests) >= ENOUGH)
    return tuple(_span(digests[:length]) for length in lengths)


def _span(digests: Sequence[Digest]) -> Span:
    """The standard errors have both the differences between games and the errors of the reviews."""
    luck, skill = (mean_and_error(amounts) for amounts in zip(*((each.luck, each.skill) for each in digests)))
    return Span(len(digests), *luck, *skill)


def running_skill(games: Iterable[CountedGame]) -> tuple[float, ...]:
    """The mean skill of the last 10 games after each reviewed one from the tenth on; games in the order of play."""
    skills = [game.digest.skill for game in games if game.digest is not None]
    return tuple(fmean(skills[end - ENOUGH : end]) for end in range(ENOUGH, len(skills) + 1))


def right_choices(games: Iterable[CountedGame]) -> RightChoices:
    """The right choices of the reviewed games, which are in the order of play."""
    verdicts = "".join(game.digest.verdicts for game in games if game.digest is not None)
    runs = [len(run) for run in verdicts.split("-")]
    return RightChoices(verdicts.count("+"), len(verdicts), runs[-1], max(runs))


def run_words(progress: Progress, identity: str) -> str:
    """The run of right choices, in a sentence, that the game of an identity carried on; empty if it did not."""
    in_order = progress.games[::-1]
    at = next((number for number, game in enumerate(in_order) if game.own.identity == identity), -1)
    own = right_choices(in_order[at : at + 1])
    found = right_choices(in_order[: at + 1])
    if not own.of or found.current <= own.of:
        return ""
    if found.best == found.current < found.of:
        return _("{number} right choices in a row, your best.", number=found.current)
    return _("{number} right choices in a row.", number=found.current)


def is_all_luck(games: Iterable[CountedGame]) -> bool:
    """Whether none of the reviewed games had a choice; False without reviewed games."""
    digests = [game.digest for game in games if game.digest is not None]
    return bool(digests) and not any(each.choices for each in digests)


def feats(newest_first: Iterable[CountedGame]) -> dict[Feat, CountedGame]:
    """The games to see again; of equal ones the newest. No two titles of a game contradict each other.

    The best game is a win: the one with the highest skill, and of equal ones the closest finish. The closest game had a
    chance nearest to one half before its last choice. The luckiest win had good luck and is not the best game, and the
    unluckiest loss had bad luck. A review gives a title only if it sets games apart, so one alone has none.
    """
    games = [*newest_first]
    reviewed = [(game, game.digest) for game in games if game.digest is not None]
    found: dict[Feat, CountedGame] = {}

    def find(
        feat: Feat, rated: Iterable[tuple[CountedGame, Any]], is_fit: Callable[[CountedGame], bool] = lambda game: True
    ) -> None:
        merits = [*rated]
        if len({merit for _, merit in merits}) > 1:
            best, _ = max(merits, key=lambda each: each[1])
            if is_fit(best):
                found[feat] = best

    skills = ((game, (game.own.share, _shown(each.skill), -_distance(each))) for game, each in reviewed if each.choices)
    find(Feat.BEST, skills, lambda game: game.own.share == 1)
    find(Feat.CLOSEST, ((game, -_distance(each)) for game, each in reviewed))
    wins = ((game, _luck(game)) for game, _ in reviewed if game.own.share == 1)
    find(Feat.LUCKIEST, wins, lambda game: _luck(game) > 0 and game != found.get(Feat.BEST))
    losses = ((game, -_luck(game)) for game, _ in reviewed if game.own.share == 0)
    find(Feat.UNLUCKIEST, losses, lambda game: _luck(game) < 0)
    scores = [(game, game.own.score) for game in games]
    scored = [(game, score) for game, score in scores if score is not None]
    if scored:
        found[Feat.HIGHEST], _ = max(scored, key=lambda each: each[1])
    return found


def _luck(game: CountedGame) -> float:
    return 0.0 if game.digest is None else _shown(game.digest.luck)


def _shown(amount: float) -> float:
    """A change of a chance as statistics show it."""
    return round(amount, 3)


def _distance(game: Digest) -> float:
    """The distance of the chance before the last choice from one half."""
    return abs(game.last_chance - 0.5)


def own_reviews(archive: Archive) -> Iterator[tuple[OwnGame, Review | None]]:
    """Each game that counts, the newest first, with its review for the person; None if it is not computed yet.

    No log is played again. Reviews are read one by one, as they are long.
    """
    for own in reversed([*own_games(archive)]):
        if own.standing.counts:
            yield own, find_review(own.game, own.path, own.seat)


def review_own(archive: Archive, own: OwnGame, tell: Callable[[float], bool] = lambda share: True) -> Review | None:
    """Compute and keep the review of a game that has none yet; it takes seconds, so call it in a thread.

    ``tell`` is given the share that is done, from 0 to 1. None if it says no, if the log is faulty, or if the game
    cannot be reviewed.
    """
    try:
        session = load_whole(own.path, archive.find_game).session
    except LogError:
        return None
    if session.outcome is None:
        return None
    return kept_review(archive, session, own.path, own.seat, lambda point: tell(point / session.last))
