"""What the statistics show of each game: wins beside those expected, luck and skill, charts, and games to see again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from clockspades.engine.days import day_of, short_day
from clockspades.engine.phrases import count
from clockspades.engine.spent import time_words
from clockspades.review.review_model import filled, point_at
from clockspades.review.review_words import NOTHING, signed_percent, skill_words
from clockspades.statistics.progress import (
    ENOUGH,
    CountedGame,
    Feat,
    Progress,
    Span,
    feats,
    is_all_luck,
    lead,
    right_choices,
    running_skill,
    spans,
    wins,
)
from clockspades.statistics.records import KindRecord, OwnGame
from clockspades.table.glyphs import FULL, Glyphs


class ChartModel(NamedTuple):
    """A row of numbers, to be drawn as columns up and down from 0."""

    title: str = ""
    values: tuple[float, ...] = ()
    highest: str = ""
    """The highest number in words, or 0 if that is higher."""
    lowest: str = ""
    """The lowest number in words, or 0 if that is lower."""


class FeatModel(NamedTuple):
    """A game to see again."""

    path: Path
    name: str
    """Why it is worth it."""
    words: str


class GameModel(NamedTuple):
    """All that is shown of one game."""

    name: str
    title: str
    kinds: tuple[tuple[str, ...], ...]
    """What became of the games of each kind, line by line."""
    luck_and_skill: tuple[str, ...]
    """A table with a heading, or a sentence; then the right choices in all games."""
    charts: tuple[ChartModel, ...]
    feats: tuple[FeatModel, ...]


def game_models(progress: Progress, titles: Mapping[str, str], glyphs: Glyphs = FULL) -> tuple[GameModel, ...]:
    """A model for each game that was played, in the order of these titles by name."""
    names = (name for name in titles if progress.records_of(name))
    return tuple(_game_model(progress, name, titles[name], glyphs) for name in names)


def _game_model(progress: Progress, name: str, title: str, glyphs: Glyphs) -> GameModel:
    newest_first = progress.of_game(name)
    return GameModel(
        name=name,
        title=title,
        kinds=tuple(tuple(record_lines(record, progress.of_kind(record.kind))) for record in progress.records_of(name)),
        luck_and_skill=(*luck_and_skill(newest_first, glyphs), *right_words(progress)),
        charts=tuple(charts(newest_first[::-1])),
        feats=tuple(feat_model(feat, game) for feat, game in feats(newest_first).items()),
    )


# -- games of a kind -----------------------------------------------------------------------------------------------


def record_lines(record: KindRecord, games: Sequence[CountedGame]) -> Iterator[str]:
    """A record in words, line by line: how many games were won, and then all else about these games."""
    found = wins(games)
    yield record.title if record.played else record.words()
    if record.played:
        expected = f" ({found.expected:,.1f} expected)" if found is not None and found.games == record.played else ""
        yield f"Streak {record.current_run:,} · best {record.best_run:,} · {record.tally}{expected}"
    if record.expectation is not None:
        yield f"Chance to win a game: {record.expectation.share:.1%} ({record.expectation.words})."
    if record.scores:
        yield f"Best score {record.scores[-1]:,} of {record.goal:,} · average {fmean(record.scores):,.1f}"
    spent = [game.own.spent for game in games if game.own.spent is not None]
    if spent:
        hints = fmean(each.hints for each in spent)
        words = f"{hints:.1f} hints" if hints else "no hints"
        yield f"On average {time_words(fmean(each.seconds for each in spent))} · {words}"
    if record.assisted:
        yield f"Practice: {record.assisted:,}, not counted."
    if record.repeats:
        yield f"Repeats: {record.repeats:,}, not counted."


# -- luck and skill ------------------------------------------------------------------------------------------------


def luck_and_skill(newest_first: Sequence[CountedGame], glyphs: Glyphs = FULL) -> Iterator[str]:
    """Luck and skill on average per game as a table, line by line; or how many games that still needs."""
    found = spans(newest_first)
    if not newest_first:
        return
    if is_all_luck(newest_first):
        yield "All luck: there was nothing to decide."
    elif found:
        words = glyphs.words  # a sign may need more than one letter
        rows = [
            (span_name(span, newest_first), words(percents(span.luck)), words(skill_words(round(1000 * span.skill))))
            for span in found
        ]
        table = [("average of", "luck", "skill"), *rows]
        first, second, third = (max(map(len, column)) for column in zip(*table))
        yield from (f"{span:{first}}  {luck:>{second}}  {skill:>{third}}" for span, luck, skill in table)
    else:
        yield missing(newest_first)


def right_words(progress: Progress) -> Iterator[str]:
    """The right choices in all games, in a line; none before the first choice that made a difference."""
    found = right_choices(progress.games[::-1])
    if found.of:
        row = f"{found.current:,} in a row · best {found.best:,}"
        yield f"Right choices in all games: {found.right:,} of {found.of:,} · {row}"


def missing(games: Sequence[CountedGame]) -> str:
    """How many games are still to be played, or reviewed, before luck and skill say something about a player."""
    have, what = (len(games), "games") if len(games) < ENOUGH else (_reviewed(games), "reviews")
    return f"Luck and skill need {ENOUGH} {what}: {ENOUGH - have} more."


def _reviewed(games: Sequence[CountedGame]) -> int:
    return sum(game.digest is not None for game in games)


def span_name(span: Span, games: Sequence[CountedGame]) -> str:
    """Which games an average is of: ``last 10``, ``all 37``, ``all 30 reviewed``."""
    reviewed = _reviewed(games)
    return f"all {reviewed}{' reviewed' * (reviewed < len(games))}" if span.games == reviewed else f"last {span.games}"


def percents(share: float) -> str:
    """A share with its sign: ``+1.8%``, ``−1.8%``, ``0.0%``."""
    return signed_percent(round(1000 * share))


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−") if round(number, 1) else "0"


# -- charts --------------------------------------------------------------------------------------------------------


def charts(games: Sequence[CountedGame]) -> Iterator[ChartModel]:
    """The mean skill of the last ten games, and the wins beyond expectation; games in the order of play."""
    leads, skills = lead(games), running_skill(games)
    if len(leads) > 2:
        yield _chart("Wins above expected", leads, _signed)
    if len(skills) > 1 and not is_all_luck(games):
        yield _chart(f"Skill over the last {ENOUGH}", skills, percents)


def _chart(title: str, numbers: Sequence[float], label: Callable[[float], str]) -> ChartModel:
    return ChartModel(title, (*numbers,), label(max(0.0, *numbers)), label(min(0.0, *numbers)))


class ChartRow(NamedTuple):
    """A row of a chart."""

    label: str
    cells: str
    is_loss: bool


def chart_rows(model: ChartModel, columns: int, rows: int, signs: Glyphs) -> tuple[ChartRow, ...]:
    """The rows of a chart from the top: columns stand on the line at 0, or hang from it."""
    numbers = [model.values[point_at(at, len(model.values) - 1, columns)] for at in range(columns)]
    gain, loss = max(0.0, *model.values), -min(0.0, *model.values)
    above = rows if not loss else min(max(round(rows * gain / (gain + loss)), 1), rows - 1) if gain else 0
    levels = signs.levels
    standing = filled([max(0.0, number) / (gain or 1.0) for number in numbers], above, levels)
    hanging = filled(
        [max(0.0, -number) / (loss or 1.0) for number in numbers], rows - above, f" {signs.upper}{levels[-1]}"
    )
    lines = [*((cells, False) for cells in reversed(standing)), *((cells, True) for cells in hanging)]
    labels = {above - 1: "0", rows - 1: model.lowest, 0: model.highest}
    return tuple(ChartRow(labels.get(row, ""), *line) for row, line in enumerate(lines))


# -- games to see again --------------------------------------------------------------------------------------------


def feat_model(feat: Feat, game: CountedGame) -> FeatModel:
    ended = {1.0: "won", 0.5: "drawn"}.get(game.own.share, "lost")
    found = game.digest
    if feat is Feat.HIGHEST or found is None:
        words = f"{game.own.score} of {game.own.game.goal}"
    elif feat is Feat.BEST:
        skill = round(1000 * found.skill)
        words = f"{ended}, skill {signed_percent(skill)}" if skill else f"{ended}, {NOTHING}"
    elif feat is Feat.CLOSEST:
        words = f"{ended} from {found.last_chance:.0%}"
    else:
        words = f"luck {percents(found.luck)}"
    return FeatModel(game.own.path, feat, f"{day_of_game(game.own)}, {words}")


def day_of_game(own: OwnGame) -> str:
    """The day on which a game began, here: ``12 Nov 2026``."""
    began = day_of(own.header.started)
    return "no date" if began is None else f"{short_day(began)} {began.year}"


def review_progress(games: Sequence[CountedGame]) -> str:
    return f"{_reviewed(games)} of {count(len(games), 'game')} reviewed"
