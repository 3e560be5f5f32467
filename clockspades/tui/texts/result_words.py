"""What the result says beside the verdict: who won, who played, how it compares, and what to learn next."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from clockspades.bots.evaluation import NOTABLE
from clockspades.daily.daily_model import result_words
from clockspades.engine.seating import bot_label
from clockspades.engine.session import AnySession
from clockspades.engine.text import printable
from clockspades.language import _, listed
from clockspades.practice.puzzles import read_puzzles
from clockspades.review.review import Review, Turn, turning_point
from clockspades.review.review_words import turning_point_words
from clockspades.saved.archive import Archive
from clockspades.saved.log import identity_in
from clockspades.statistics.milestones import reached_by
from clockspades.statistics.progress import progress, run_words
from clockspades.statistics.records import compared


class LessonKeys(NamedTuple):
    """The keys that a lesson names, as people call them."""

    mistake: str
    practice: str
    new_game: str


def headline(session: AnySession) -> str:
    """Whether the only person at the table won; with several or none who won, or that nobody did."""
    assert session.outcome is not None, "the result is told of a finished game"
    winners, goal = session.outcome.winners, session.game.goal
    if len(session.humans) == 1 and (winners or len(session.seats) == 1):
        return _("You win" if session.humans[0] in winners else "You lose")
    if winners:
        return listed([session.names[seat] for seat in winners])
    if len(session.seats) > 1:
        return _("Drawn")
    return _("{number} of {all}", number=session.outcome.scores[0], all=goal) if goal else _("Lost")


def how_played(session: AnySession, seats: Sequence[int]) -> str:
    """The level of the bots on a side.

    A person's partner is named only if it sees all cards: its level would read as that of both.
    """
    side = [session.seats[seat] for seat in seats]
    levels = [seat for seat in side if session.game.sees_all(seat.bot) or not any(other.is_human for other in side)]
    bots = dict.fromkeys(printable(bot_label(session.game, seat)) for seat in levels)
    return " · ".join(filter(None, bots))


def is_own_win(session: AnySession) -> bool:
    """Whether the only person at the table won; with no person or several, whether anybody did."""
    assert session.outcome is not None, "the result is told of a finished game"
    winners = session.outcome.winners
    return bool(winners) and (len(session.humans) != 1 or session.humans[0] in winners)


def has_choices(session: AnySession) -> bool:
    """Whether anybody could choose between several actions anywhere in a game."""
    return any(seat is not None for seat in session.choosers())


class Company(NamedTuple):
    """How a finished game compares with the others of its kind."""

    milestones: tuple[str, ...]
    """What is said of those that it reached."""
    words: str
    run: str = ""
    """The run of right choices that it carried on, in a sentence."""


def among_others(archive: Archive, session: AnySession, today: date) -> Company:
    """How a finished game compares with others, and why it does not count if that is so.

    This reads every saved game. Of a first game nothing is told in numbers.
    """
    daily = "" if session.standing.is_repeat else result_words(archive, session, today)
    words = " ".join(filter(None, (daily, *compared(archive, session))))
    if not session.standing.counts:
        return Company((), words)
    found, identity = progress(archive), identity_in(session)
    return Company(tuple(each.reached for each in reached_by(found, identity)), words, run_words(found, identity))


class NextLesson(NamedTuple):
    """One thing to learn next, and how."""

    words: str
    """One sentence, with the key."""
    action: str
    """The action of the result screen that shows it."""
    point: int | None = None


def lesson(session: AnySession, review: Review | None, keys: LessonKeys) -> NextLesson | None:
    """What to learn next: from the costliest choice, or the last right one that counted; or practice, or another form.

    None if there is nothing of the kind.
    """
    turn = None if review is None else _to_learn_from(session, review)
    if review is not None and turn is not None:
        return NextLesson(turning_point_words(session, review, turn, keys.mistake), "turning_point", turn.point)
    if has_choices(session) and session.game.name in {puzzle.game for puzzle in read_puzzles()}:
        return NextLesson(_("Sharpen your choices with puzzles: press {key}.", key=keys.practice), "practice")
    preset = session.game.preset(session.options)
    others = [other for other in session.game.presets if other.name != preset.name]
    if others:
        words = _("Next, try {game}: press {key}.", game=_(others[0].title), key=keys.new_game)
        return NextLesson(words, "next_form")
    return None


def _to_learn_from(session: AnySession, review: Review) -> Turn | None:
    """The choice worth telling: the costliest mistake, the turning point, or the last right one that counted."""
    own = next(iter(review.mistakes), None)
    if own is not None and own.choice is not None and own.choice.loss >= NOTABLE:
        return own
    right = [turn for turn, choice in review.own.made if choice.matters and choice.is_right]
    return turning_point(session, review) or next(reversed(right), None)
