"""What the result says beside the verdict: who won, who played, whether the game counts, and how it compares."""

from collections.abc import Sequence
from datetime import date

from clockspades.daily.daily_model import result_words
from clockspades.engine.phrases import listed
from clockspades.engine.seating import bot_label
from clockspades.engine.session import PRACTICE, AnySession
from clockspades.engine.text import printable
from clockspades.saved.archive import REPEAT, Archive
from clockspades.statistics.milestones import news
from clockspades.statistics.records import record_of


def headline(session: AnySession) -> str:
    """Who won; if nobody did, how far the game got or that it was drawn."""
    assert session.outcome is not None, "the result is told of a finished game"
    winners, goal = session.outcome.winners, session.game.goal
    if winners:
        return listed([session.names[seat] for seat in winners])
    if len(session.seats) > 1:
        return "Drawn"
    return f"{session.outcome.scores[0]} of {goal}" if goal else "Lost"


def how_played(session: AnySession, seats: Sequence[int]) -> str:
    """The level of the bots on a side, and whether the game is practice, which does not count.

    Of a person's partner only that it sees all cards: the level would read as that of both.
    """
    side = [session.seats[seat] for seat in seats]
    levels = [seat for seat in side if session.game.sees_all(seat.bot) or not any(other.is_human for other in side)]
    bots = dict.fromkeys(printable(bot_label(session.game, seat)) for seat in levels)
    return " · ".join(filter(None, [*bots, "practice" if session.is_practice else ""]))


def among_others(archive: Archive, session: AnySession, today: date) -> str:
    """How a finished game compares with others of its kind, and why it does not count if that is so.

    This reads every saved game.
    """
    if session.is_repeat:
        return REPEAT
    found = record_of(archive, session)
    if found is None:
        return ""
    record, standing = found
    compared = standing.words() if standing and standing.others else ""
    practice = PRACTICE if session.assisted else ""
    daily = result_words(archive, session, today)
    return " ".join(filter(None, (daily, practice, news(archive, session), compared, record.words())))
