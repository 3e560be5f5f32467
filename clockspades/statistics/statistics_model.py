"""What the statistics show of each game: wins beside those expected, luck and skill, charts, and games to see again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from clockspades.engine.days import day_of, short_day
from clockspades.engine.spent import time_words
from clockspades.language import _, grouped, marked, ngettext, numeral, percent, pgettext
from clockspades.review.review_model import filled, point_at
from clockspades.review.review_words import signed_percent, skill_words
from clockspades.statistics import progress as figures
from clockspades.statistics.progress import ENOUGH, CountedGame, Feat, Progress, Span, feats, wins
from clockspades.statistics.records import KindRecord, OwnGame
from clockspades.table.glyphs import FULL, Glyphs


class ChartModel(NamedTuple):
    """A row of numbers, to be drawn as columns up and down from 0."""

    title: str = ""
    values: tuple[float, ...] = ()
    highest: str = ""
    """It and the lowest number in words, or 0 if that is beyond them."""
    lowest: str = ""


class FeatModel(NamedTuple):
    path: Path
    name: str
    words: str


class GameModel(NamedTuple):
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


def record_lines(record: KindRecord, games: Sequence[CountedGame]) -> Iterator[str]:
    """A record in words, line by line: how many games were won, and then all else about these games."""
    found = wins(games)
    yield record.title if record.played else record.words()
    if record.played:
        run = _("Streak {number} · best {best}", number=grouped(record.current_run), best=grouped(record.best_run))
        is_compared = found is not None and found.games == record.played
        expected = _("({number} expected)", number=grouped(found.expected, 1)) if found and is_compared else ""
        yield f"{run} · {record.tally} {expected}".rstrip()
    if record.expectation is not None:
        chance = _("Chance to win a game: {share}", share=percent(record.expectation.share, 1))
        yield f"{chance} ({_(record.expectation.words)})."
    if record.scores:
        best, goal, mean = grouped(record.scores[-1]), grouped(record.goal or 0), grouped(fmean(record.scores), 1)
        yield _("Best score {best} of {goal} · average {average}", best=best, goal=goal, average=mean)
    spent = [game.own.spent for game in games if game.own.spent is not None]
    if spent:
        hints = fmean(each.hints for each in spent)
        words = _("{number} hints", number=numeral(hints, 1)) if hints else _("no hints")
        yield f"{_('On average {time}', time=time_words(fmean(each.seconds for each in spent)))} · {words}"
    if record.assisted:
        yield _("Practice: {number}, not counted.", number=grouped(record.assisted))
    if record.repeats:
        yield _("Repeats: {number}, not counted.", number=grouped(record.repeats))


def luck_and_skill(newest_first: Sequence[CountedGame], glyphs: Glyphs = FULL) -> Iterator[str]:
    """Luck and skill on average per game as a table, line by line; or how many games that still needs."""
    found = figures.spans(newest_first)
    if not newest_first:
        return
    if figures.is_all_luck(newest_first):
        yield _("All luck: there was nothing to decide.")
    elif found:
        words = glyphs.words  # a sign may need more than one letter
        rows = [
            (span_name(span, newest_first), words(percents(span.luck)), words(skill_words(round(1000 * span.skill))))
            for span in found
        ]
        table = [[pgettext("head of a column", each) for each in _HEADS], *rows]
        first, second, third = (max(map(len, column)) for column in zip(*table))
        yield from (f"{span:{first}}  {luck:>{second}}  {skill:>{third}}" for span, luck, skill in table)
    else:
        yield missing(newest_first)


_HEADS: Final = marked("head of a column", "average of", "luck", "skill")


def right_words(progress: Progress) -> Iterator[str]:
    """The right choices in all games, in a line; none before the first choice that made a difference."""
    found = figures.right_choices(progress.games[::-1])
    if found.of:
        yield _(
            "Right choices in all games: {right} of {of} · {run} in a row · best {best}",
            right=grouped(found.right), of=grouped(found.of), run=grouped(found.current), best=grouped(found.best),
        )  # fmt: skip


def missing(games: Sequence[CountedGame]) -> str:
    """How many games are still to be played, or reviewed, before luck and skill say something about a player."""
    if len(games) < ENOUGH:
        return _("Luck and skill need {number} games: {more} more.", number=ENOUGH, more=ENOUGH - len(games))
    return _("Luck and skill need {number} reviews: {more} more.", number=ENOUGH, more=ENOUGH - _reviewed(games))


def _reviewed(games: Sequence[CountedGame]) -> int:
    return sum(game.digest is not None for game in games)


def span_name(span: Span, games: Sequence[CountedGame]) -> str:
    """Which games an average is of: ``last 10``, ``all 37``, ``all 30 reviewed``."""
    if span.games < (reviewed := _reviewed(games)):
        return pgettext("average of", "last {number}", number=span.games)
    if reviewed < len(games):
        return pgettext("average of", "all {number} reviewed", number=reviewed)
    return pgettext("average of", "all {number}", number=reviewed)


def percents(share: float) -> str:
    """A share with its sign: ``+1.8%``, ``−1.8%``, ``0.0%``."""
    return signed_percent(round(1000 * share))


def _signed(number: float) -> str:
    return "+" * (number > 0) + numeral(number, 1) if round(number, 1) else "0"


def charts(games: Sequence[CountedGame]) -> Iterator[ChartModel]:
    """The mean skill of the last ten games, and the wins beyond expectation; games in the order of play."""
    leads, skills = figures.lead(games), figures.running_skill(games)
    if len(leads) > 2:
        yield _chart(_("Wins above expected"), leads, _signed)
    if len(skills) > 1 and not figures.is_all_luck(games):
        yield _chart(_("Skill over the last {number}", number=ENOUGH), skills, percents)


def _chart(title: str, numbers: Sequence[float], label: Callable[[float], str]) -> ChartModel:
    return ChartModel(title, (*numbers,), label(max(0.0, *numbers)), label(min(0.0, *numbers)))


class ChartRow(NamedTuple):
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


def feat_model(feat: Feat, game: CountedGame) -> FeatModel:
    end, found = 1 - game.own.share, game.digest
    if feat is Feat.HIGHEST or found is None:
        words = pgettext("in a list", "{score} of {goal}", score=game.own.score, goal=game.own.game.goal)
    elif feat is Feat.BEST:
        skill = round(1000 * found.skill)
        words = (
            skill_words(0)
            if not skill
            else pgettext("part of a result", "skill {change}", change=signed_percent(skill))
        )
        words = f"{pgettext('in a list', _ENDS[int(2 * end)])}, {words}"
    elif feat is Feat.CLOSEST:
        words = pgettext("in a list", _ENDS[3 + int(2 * end)], chance=percent(found.last_chance))
    else:
        words = pgettext("part of a result", "luck {change}", change=percents(found.luck))
    return FeatModel(game.own.path, _(feat), f"{day_of_game(game.own)}, {words}")


_ENDS: Final = marked(
    "in a list", "won", "drawn", "lost", "won from {chance}", "drawn from {chance}", "lost from {chance}"
)


def day_of_game(own: OwnGame) -> str:
    """The day on which a game began, here: ``12 Nov 2026``."""
    began = day_of(own.header.started)
    return pgettext("in a list", "no date") if began is None else f"{short_day(began)} {began.year}"


def review_progress(games: Sequence[CountedGame]) -> str:
    return ngettext(
        "{done} of {number} game reviewed", "{done} of {number} games reviewed", len(games), done=_reviewed(games)
    )
