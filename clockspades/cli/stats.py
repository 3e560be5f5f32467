"""``stats``: the results of the games played here, wins against expectation, and luck and skill by the reviews."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from clockspades.cli.arguments import parse_game, require_home
from clockspades.cli.output import present, progress_bar, say, say_json
from clockspades.daily.daily import played, streak, utc_today
from clockspades.daily.daily_model import streak_words
from clockspades.engine.options import Json
from clockspades.engine.text import printable
from clockspades.games.catalogue import GAMES, find_game
from clockspades.language import N_, _, headed, speaking
from clockspades.saved.archive import Archive
from clockspades.statistics import statistics_model
from clockspades.statistics.milestones import ReachedMilestone, by_game, how_many, milestones
from clockspades.statistics.progress import CountedGame, Progress, feats, progress, review_own, spans, wins
from clockspades.table.glyphs import glyphs

STEPS: Final = 100
"""The steps of the bar for one review."""


def stats(game_name: str | None, *, reviewing: bool, as_json: bool, of_milestones: bool = False) -> int:
    """Print a record for each kind of game, or every milestone, in words or as one JSON object per line.

    With ``reviewing`` the reviews that are missing are computed and kept first. Returns the exit status.
    """
    named = None if game_name is None else parse_game(game_name)
    archive = Archive(find_game)
    require_home(archive)
    found = progress(archive, named)
    if reviewing:
        found = _review(archive, found)
    if as_json:
        with speaking():  # programs read it
            for each in milestones(found) if of_milestones else ():
                say_json(each.as_json())
            for game in () if of_milestones else GAMES:
                for record in found.records_of(game.name):
                    say_json({**record.as_json(), **_judged(found.of_kind(record.kind))})
        return 0
    if of_milestones:
        present("\n".join(_describe_milestones(milestones(found))))
        return 0
    if not found.records:
        folder, told = printable(str(archive.directory)), N_("No finished games of {game} in {folder}.")
        told = told if named else N_("No finished games in {folder}.")
        say(_(told, game=named and named.preset.name, folder=folder))
        return 0
    titles = {game.name: game.title for game in GAMES} if named is None else {named.game.name: named.preset.title}
    blocks = ["\n".join(lines) for name, title in titles.items() for lines in _blocks(found, name, title)]
    if named is None:
        blocks += statistics_model.right_words(found)
        days = streak([*played(archive.at_a_glance).values()], utc_today())  # all of the folder was just looked at
        if days.best:
            blocks.append(f"{_('Deal of the day.')} {streak_words(days)}.")
    present("\n\n".join(blocks))
    return 0


def _describe_milestones(reached: Sequence[ReachedMilestone]) -> Iterator[str]:
    yield headed(_("Milestones"), how_many(reached))
    for heading, group in by_game(reached):
        yield ""
        yield heading
        for each in group:
            yield f"  {headed(each.milestone.title, each.when)}"
            yield f"    {each.milestone.how}"
            if each.game is not None:
                yield f"    {printable(each.game.own.path.name)}"


def _review(archive: Archive, found: Progress) -> Progress:
    """The same with the reviews that are missing, except for those of faulty logs."""
    missing = found.unreviewed
    with progress_bar(STEPS * len(missing)) as show:
        for number, own in enumerate(missing):

            def tell(share: float, before: int = number) -> bool:
                show(round(STEPS * (before + share)))
                return True

            review = review_own(archive, own, tell)
            if review is not None:
                found = found.with_review(own, review)
    return found


def _blocks(found: Progress, name: str, title: str) -> Iterator[Iterable[str]]:
    """The kinds of a game, and then what the reviews of all its games say."""
    for record in found.records_of(name):
        first, *others = statistics_model.record_lines(record, found.of_kind(record.kind))
        yield (first, *(f"  {line}" for line in others))
    games = found.of_game(name)
    if games:
        yield _describe_reviews(title, games)


def _describe_reviews(title: str, games: Sequence[CountedGame]) -> Iterator[str]:
    yield headed(_("Luck and skill in {game}", game=title), statistics_model.review_progress(games))
    yield from (f"  {line}" for line in statistics_model.luck_and_skill(games, glyphs()))
    for feat, game in feats(games).items():
        model = statistics_model.feat_model(feat, game)
        yield f"  {headed(model.name, model.words)} ({printable(game.own.path.name)})"


def _judged(games: Sequence[CountedGame]) -> dict[str, Json]:
    """What the reviews say of the games of a kind, as data."""
    found = wins(games)
    return {
        "expected_wins": None if found is None else found.expected,
        "expected_error": None if found is None else found.error,
        "reviewed": sum(game.digest is not None for game in games),
        "spans": [span._asdict() for span in spans(games)],
        "feats": {feat: str(game.own.path) for feat, game in feats(games).items()},
    }
