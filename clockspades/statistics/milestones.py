"""Milestones: what good play or rare luck reaches, found in the saved games and the reviews that are kept.

A game says itself what can be reached in it: :attr:`Game.milestones`. Those of no game in particular are here.

Nothing is stored: if a game is deleted, its milestone is open again. Only games that count can reach one. Most follow
from the result or the review of a game; a log is played again only if it may have reached another one.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import compress
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from clockspades.daily.daily import day_begun, deal_in, run_up_to
from clockspades.engine.game import AnyGame
from clockspades.engine.goals import End, GameMilestone
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import GAMES, find_game
from clockspades.language import _, headed, listed, percent
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, identity_in, lasting_lines, load_whole, parse_object
from clockspades.saved.series import series_before
from clockspades.statistics.progress import CountedGame, Progress, progress, right_choices
from clockspades.statistics.records import GameKind, OwnGame
from clockspades.statistics.statistics_model import day_of_game

CHOICES: Final = 5
"""The fewest choices that make a difference in a game that is worth calling free of mistakes."""
WINS: Final = 5
HOPELESS: Final = 0.1
RIGHT: Final = 25
DAYS: Final = 7
LONG_SERIES: Final = 5
"""The shortest series that is worth winning without a defeat."""


class MilestoneProgress(NamedTuple):
    """How far a player has come towards a milestone."""

    done: int
    of: int


Find: TypeAlias = Callable[[Sequence[CountedGame], Archive | None], tuple[CountedGame | None, MilestoneProgress | None]]
"""The game that reaches a milestone, of all that count in the order of play, and how far the player has come.

None if no game does, and where a milestone is reached or not. The archive remembers what was found in logs.
"""


class Milestone(NamedTuple):
    title: str
    how: str
    find: Find
    reached: str
    """The news for the player who reaches it: a sentence without its full stop."""
    group: str
    """The title of its game; or that it is of no game in particular."""


class ReachedMilestone(NamedTuple):
    """A milestone, and the first game that reached it; None if none has."""

    milestone: Milestone
    game: CountedGame | None
    share: MilestoneProgress | None = None

    @property
    def when(self) -> str:
        """The day and the game that reached it: ``12 Nov 2026, Spades``; ``not yet: 3 of 10`` if none has."""
        if self.game is None and self.share is not None and self.share.done:
            return _("not yet: {done} of {of}", done=self.share.done, of=self.share.of)
        if self.game is None:
            return _("not yet")
        own = self.game.own
        return f"{day_of_game(own)}, {own.game.title_of(own.header.options)}"

    def as_json(self) -> dict[str, Json]:
        """The milestone as ``stats --milestones --json`` prints it."""
        own = None if self.game is None else self.game.own
        return {
            "milestone": self.milestone.title,
            "how": self.milestone.how,
            "group": self.milestone.group,
            "progress": None if self.share is None else [*self.share],
            "file": None if own is None else str(own.path),
            "started": None if own is None else own.header.started,
        }


def how_many(found: Sequence[ReachedMilestone]) -> str:
    return _("{done} of {of} reached", done=sum(reached.game is not None for reached in found), of=len(found))


def by_game(found: Sequence[ReachedMilestone]) -> tuple[tuple[str, tuple[ReachedMilestone, ...]], ...]:
    """The milestones by game, each game with a heading that says how many of its own are reached."""
    groups = {
        each.milestone.group: tuple(one for one in found if one.milestone.group == each.milestone.group)
        for each in found
    }
    return tuple((headed(title, how_many(reached)), reached) for title, reached in groups.items())


def milestones(progress: Progress) -> tuple[ReachedMilestone, ...]:
    """Every milestone, and which game reached it. A log that cannot be read reaches nothing."""
    in_order = progress.games[::-1]
    return tuple(ReachedMilestone(each, *each.find(in_order, progress.archive)) for each in all_milestones())


def reached_by(progress: Progress, identity: str) -> tuple[Milestone, ...]:
    """The milestones that the game of an identity is the first to reach. Some of them show only in its review."""
    if all(game.own.identity != identity for game in progress.games):
        return ()  # it does not count
    found = milestones(progress)
    return tuple(each.milestone for each in found if each.game is not None and each.game.own.identity == identity)


def news(archive: Archive, session: AnySession) -> str:
    """The milestones that a finished game is the first to reach, in a sentence each; empty if there is none."""
    reached = reached_by(progress(archive), identity_in(session))
    return " ".join(f"{_('Milestone:')} {each.reached}." for each in reached)


# -- how games are found -------------------------------------------------------------------------------------------


def _in_a_game(holds: Callable[[CountedGame], bool]) -> Find:
    return lambda games, _: (next(filter(holds, games), None), None)


def _is_against_bots(game: CountedGame) -> bool:
    return len(game.own.header.seats) > 1


def _of_game(game: AnyGame, milestone: GameMilestone) -> Milestone:
    """A milestone of a game: it shows in the result, and in the log if it says what that must have."""

    def ends_so(own: OwnGame) -> bool:
        end = End(own.header.options, own.outcome, own.seat, own.share == 1)
        return own.game.name == game.name and milestone.at_end(end)

    def find(games: Sequence[CountedGame], archive: Archive | None) -> tuple[CountedGame | None, None]:
        fit, shows = [each for each in games if ends_so(each.own)], partial(_shows, milestone)
        if not milestone.own_line and milestone.in_state is None:
            return next(iter(fit), None), None
        owns = [each.own for each in fit]
        told = (
            map(shows, owns) if archive is None else archive.remembered(f"{game.name}: {milestone.title}", owns, shows)
        )
        return next(compress(fit, told), None), None

    title, reached = _(milestone.title), _(milestone.reached or milestone.title)
    return Milestone(title, _(milestone.how), find, reached, game.title)


def _shows(milestone: GameMilestone, own: OwnGame) -> bool:
    """Whether the log of a game shows that it reached a milestone."""
    if milestone.own_line:
        wanted = {"seat": own.seat, **milestone.own_line}
        if not any(wanted.items() <= line.items() for line in _lines_with(own.path, milestone.own_line)):
            return False
    if milestone.in_state is None:
        return True
    with suppress(LogError):
        return milestone.in_state(load_whole(own.path, find_game).session.state, own.seat)
    return False


def _lines_with(path: Path, keys: Iterable[str]) -> Iterator[dict[str, Json]]:
    """The lines of a log that may have these keys and were not taken back, up to the first one that is wrong."""
    words = [f'"{key}"'.encode() for key in keys]
    with suppress(OSError, ValueError):
        read = path.read_bytes().splitlines()
        lines = (read[number] for number in lasting_lines(read))
        yield from (parse_object(line) for line in lines if all(word in line for word in words))


def _is_flawless(game: CountedGame) -> bool:
    return game.digest is not None and len(game.digest.verdicts) >= CHOICES and "-" not in game.digest.verdicts


def _came_back(game: CountedGame) -> bool:
    """Whether a game against bots was won although the win chance had been very low."""
    return _is_against_bots(game) and game.own.share == 1 and game.digest is not None and game.digest.lowest < HOPELESS


def _is_best_beaten(game: CountedGame) -> bool:
    best = game.own.game.best_bot
    return game.own.share == 1 and bool(game.own.kind.against) and {*game.own.kind.against} == {best}


def _won_series_to_nil(game: CountedGame) -> bool:
    before = series_before(game.own.header)
    if before is None or before.best_of is None or before.best_of < LONG_SERIES or not _is_against_bots(game):
        return False
    after, own = before.after(game.own.outcome), game.own.seat
    others = sum(count for seat, count in enumerate(after.wins) if seat != own)
    return game.own.kind.partner is None and own in after.winners and not others and not after.drawn


# -- several games -------------------------------------------------------------------------------------------------


def _wins_in_a_row(games: Sequence[CountedGame], _: Archive | None) -> tuple[CountedGame | None, MilestoneProgress]:
    """The game that completes a run of wins against the same bots; games against others do not end it."""
    runs: Counter[GameKind] = Counter()
    end, longest = None, 0
    for game in filter(_is_against_bots, games):
        kind = game.own.kind
        runs[kind] = runs[kind] + 1 if game.own.share == 1 else 0
        longest = max(longest, runs[kind])
        if end is None and longest == WINS:
            end = game
    return end, MilestoneProgress(min(longest, WINS), WINS)


def _days_in_a_row(games: Sequence[CountedGame], _: Archive | None) -> tuple[CountedGame | None, MilestoneProgress]:
    """The game that completes a run of days whose own deal was finished, played on that day."""
    first: dict[int, CountedGame] = {}
    for game in games:
        deal = deal_in(game.own.header, game.own.game)
        if deal is not None and deal.is_own and deal.day == day_begun(game.own.header):
            first.setdefault(deal.day.toordinal(), game)
    runs = {day: run_up_to(day, first) for day in sorted(first)}
    end = next((first[day] for day, run in runs.items() if run >= DAYS), None)
    return end, MilestoneProgress(min(max(runs.values(), default=0), DAYS), DAYS)


def _beaten_in(names: Collection[str]) -> Find:
    """The game with which the strongest bots were beaten in each of the games with these names."""

    def find(games: Sequence[CountedGame], _: Archive | None) -> tuple[CountedGame | None, MilestoneProgress]:
        left, last = {*names}, None
        for game in filter(_is_best_beaten, games):
            if game.own.game.name in left:
                left.remove(game.own.game.name)
                last = game
        return None if left else last, MilestoneProgress(len(names) - len(left), len(names))

    return find


def _right_in_a_row(games: Sequence[CountedGame], _: Archive | None) -> tuple[CountedGame | None, MilestoneProgress]:
    """The game that completes a run of right choices, over all reviewed games."""
    end, run = None, ""
    for game in games:
        run = run.rpartition("-")[-1] + (game.digest.verdicts if game.digest is not None else "")
        if end is None and "+" * RIGHT in run:
            end = game
    return end, MilestoneProgress(min(right_choices(games).best, RIGHT), RIGHT)


def all_milestones() -> tuple[Milestone, ...]:
    """Every milestone, in the order shown: those of the patiences, of the other games, and of no game in particular."""
    patiences = [game for game in GAMES if game.player_counts() == (1,)]
    others = [game for game in GAMES if game not in patiences]
    every = _("All games")
    return (
        *(_of_game(game, milestone) for game in (*patiences, *others) for milestone in game.milestones),
        Milestone(_("No mistake"), _("Choose right {number} times or more in a game, and never wrong.", number=CHOICES),
                  _in_a_game(_is_flawless), _("You made no mistake"), every),
        Milestone(_("{number} right choices", number=RIGHT),
                  _("Choose right {number} times in a row where it made a difference.", number=RIGHT),
                  _right_in_a_row, _("{number} right choices in a row", number=RIGHT), every),
        Milestone(_("Against the odds"),
                  _("Win against bots from a win chance below {chance}.", chance=percent(HOPELESS)),
                  _in_a_game(_came_back), _("You won against the odds"), every),
        Milestone(_("Beat the best bot"), _("Win a game against the strongest bots alone."),
                  _in_a_game(_is_best_beaten), _("You beat the best bot"), every),
        Milestone(_("Beat all the best bots"), _("Do so in {games}.", games=listed([game.title for game in others])),
                  _beaten_in([game.name for game in others]), _("You beat the best bots of every game"), every),
        Milestone(_("Five in a row"), _("Win {number} games in a row against the same bots.", number=WINS),
                  _wins_in_a_row, _("You won {number} games in a row", number=WINS), every),
        Milestone(_("No game lost"), _("Win a series, best of {number} or more, without a defeat.", number=LONG_SERIES),
                  _in_a_game(_won_series_to_nil), _("You won a series without a defeat"), every),
        Milestone(_("A week of daily deals"), _("Finish the deal of the day on {number} days in a row.", number=DAYS),
                  _days_in_a_row, _("You finished the deal of the day on {number} days in a row", number=DAYS), every),
    )  # fmt: skip
