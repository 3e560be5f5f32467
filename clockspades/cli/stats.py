"""``stats``: wins, streaks and scores of the games played here."""

import json
from collections.abc import Iterator

from clockspades.cli.arguments import parse_game
from clockspades.cli.output import say
from clockspades.engine.archive import Archive
from clockspades.engine.statistics import Record, records
from clockspades.engine.text import printable
from clockspades.games.catalogue import find_game, game_names


def stats(game_name: str | None, *, as_json: bool) -> int:
    """Print a record for each kind of game, in words or as one JSON object per line; the exit status."""
    chosen = None if game_name is None else parse_game(game_name).name
    archive = Archive(find_game)
    names = game_names()
    found = sorted(records(archive, chosen), key=lambda record: names.index(record.kind.game))
    if as_json:
        for record in found:
            say(json.dumps(record.as_json()))
        return 0
    if not found:
        what = "" if chosen is None else f" of {chosen}"
        say(f"No finished games{what} in {printable(str(archive.directory))}.")
    for number, record in enumerate(found):
        if number:
            say("")
        for line in describe(record):
            say(line)
    return 0


def describe(record: Record) -> Iterator[str]:
    """A record in words, line by line."""
    if record.practice:
        yield record.words()
    elif record.share is None:
        yield f"{record.title}: no games without assistance"
    else:
        drawn = f", {record.drawn:,} drawn" if record.drawn else ""
        yield f"{record.title}: {record.played:,} played, {record.won:,} won ({record.share:.1%}){drawn}"
    if record.expectation is not None:
        yield f"  average: {record.expectation.share:.1%} ({record.expectation.words})"
    if record.played:
        yield f"  winning streak: best {record.best_run:,}, current {record.current_run:,}"
    if record.scores:
        mean = sum(record.scores) / len(record.scores)
        yield f"  score: best {record.scores[-1]} of {record.goal}, average {mean:.1f}"
    if record.assisted:
        yield f"  assisted: {record.assisted:,} (not counted above)"
