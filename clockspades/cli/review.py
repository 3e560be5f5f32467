"""``review``: how much of the result of a finished game was luck, how much was skill, and what the mistakes cost."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from clockspades.bots.evaluation import LEAST
from clockspades.bots.kept_reviews import kept_review
from clockspades.bots.review import Review
from clockspades.cli.arguments import UsageError
from clockspades.cli.output import say
from clockspades.cli.progress import progress_bar
from clockspades.engine.log import load
from clockspades.engine.phrases import count
from clockspades.engine.session import AnySession
from clockspades.engine.text import printable
from clockspades.engine.wording import Regret
from clockspades.games.catalogue import find_game

MOST: Final = 10
"""Mistakes that are listed, at most."""


def review(path: Path, seat: int | None, *, as_json: bool) -> int:
    """Print the review of a game for a seat, by default the first person's; the exit status.

    LogError if the log is faulty, UsageError if the game cannot be reviewed or has no such seat.
    """
    loaded = load(path, find_game)
    if loaded.fault is not None:
        raise loaded.fault
    session, file = loaded.session, printable(str(path))
    if session.outcome is None:
        raise UsageError(f"{file}: this game is not over yet, and only finished games can be reviewed")
    reviewed = next(iter(session.humans), 0) if seat is None else seat
    if not 0 <= reviewed < len(session.seats):
        last = len(session.seats) - 1
        seats = f"seats 0 to {last}" if last else "seat 0 only"
        raise UsageError(f"{file}: there is no seat {reviewed}, as this game has {seats}")
    with progress_bar(session.last) as tell:
        found = kept_review(session, path, reviewed, lambda done: tell is None or tell(done) is None)
    if found is None:
        raise UsageError(f"{file}: {session.title} has no bot that can evaluate a game")
    say(json.dumps(found.as_json()) if as_json else "\n".join(describe(session, found)))
    return 0


def describe(session: AnySession, found: Review) -> Iterator[str]:
    """A review in words, line by line."""
    name = session.names[found.seat]
    start, skill = round(found.start.value, 3), round(found.skill, 3)
    luck = found.result - start - skill  # the parts add up as they are written
    yield f"{session.title}: {session.game.words.verdict(session.position(-1).state, session.names)}"
    yield f"Review for {name} (seat {found.seat}), in chances to win:"
    yield ""
    yield f"  before the deal  {start:>7.1%}"
    yield f"  luck             {_signed(luck):>7}"
    yield f"  skill            {_signed(skill):>7}{_error(found.skill_error)}"
    yield f"  result           {found.result:>7.1%}"
    yield ""
    if not found.choices:
        yield f"It was all luck: {name} had nothing to decide."
        return
    mistakes = found.mistakes
    if not mistakes:
        yield f"No mistakes in {count(found.choices, 'choice')}: none cost {LEAST:.0%} or more for certain."
        return
    more = f", the {MOST} that cost the most" if len(mistakes) > MOST else ", the costliest first" * (len(mistakes) > 1)
    yield f"{count(len(mistakes), 'mistake')} in {count(found.choices, 'choice')}{more}:"
    yield from (f"  {_mistake(session, found, turn.point)}" for turn in mistakes[:MOST])


def _mistake(session: AnySession, found: Review, point: int) -> str:
    """What was done, what was better, and how much it cost."""
    choice, before = found.turns[point - 1].choice, found.at(point - 1).value
    assert choice is not None, "a mistake is a choice"
    view = session.game.rules.observe(session.position(point - 1).state, choice.seat)
    regret = Regret(choice.played, max(0.0, before - choice.loss), choice.best, before, choice.error)
    words = session.game.words.regret(view, regret, session.names)
    return f"{choice.loss:.1%}{_error(choice.error)}: {words}."


def _signed(share: float) -> str:
    """A change of a chance with its sign: ``+1.2%``, ``−0.4%``, ``0.0%``."""
    return f"{share:+.1%}".replace("-", "−") if round(share, 3) else "0.0%"


def _error(error: float) -> str:
    """The standard error of a chance; nothing if it is exact."""
    return f" ± {error:.1%}" if error else ""
