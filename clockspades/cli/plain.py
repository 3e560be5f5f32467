"""Line mode: games, practice and the deals of a day in lines of text, on standard input and output."""

import contextlib
import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from random import Random
from typing import Final

from clockspades.cli.games import rules_text
from clockspades.cli.output import print_by_lines, say
from clockspades.cli.voice import voice
from clockspades.daily.daily import DailyDeal, DayKey, PlayedDaily, line_to_paste, streak, utc_today
from clockspades.daily.daily_model import day_words, result_words, streak_words
from clockspades.duel.duel import Answering, answer, part_of
from clockspades.duel.duel_words import to_send_words
from clockspades.duel.packing import DuelError
from clockspades.engine.days import local_today
from clockspades.engine.phrases import sentence
from clockspades.engine.session import AnySession
from clockspades.engine.share import NO_CODE, deal_of
from clockspades.engine.text import printable
from clockspades.language import _
from clockspades.plain.conversation import STILL, Conversation, Ending, NextGame
from clockspades.plain.practice import PracticeTalk
from clockspades.plain.typed_lines import standard_input
from clockspades.practice.mistakes import own_mistakes
from clockspades.practice.puzzles import puzzles
from clockspades.review.kept_reviews import kept_review
from clockspades.review.review import can_be_reviewed
from clockspades.review.review_words import describe as describe_review
from clockspades.saved.archive import Archive
from clockspades.saved.log import identity_in
from clockspades.saved.log_writer import NOT_SAVED
from clockspades.saved.series import series_after, series_before
from clockspades.saved.settings import load
from clockspades.statistics.milestones import news as milestone_news
from clockspades.statistics.progress import progress, run_words
from clockspades.statistics.records import compared

TALLEST: Final = 1000
"""Lines that no terminal shows at once, whatever ``LINES`` says."""


def converse(archive: Archive, session: AnySession, rng: Random) -> int:
    """Play a game that is kept in a log, the games after it in its series, and the same deals again; the exit status.

    It ends when the game, or the series, is over or left, and says where the log is. KeyboardInterrupt after Ctrl+C,
    when that has been said.
    """
    print_by_lines()
    lines, speak, stakes = standard_input(), voice(), load().settings.stakes
    wanted = STILL._replace(tells_stakes=stakes != "off", shows_chance=stakes == "win chance")
    while True:
        page = min(shutil.get_terminal_size().lines, TALLEST)
        conversation = Conversation(
            session, rng, lines, speak, rules_text(session.game, session.game.preset(session.options)), page
        )
        conversation.wanted = wanted
        ending: Ending | None = None
        with contextlib.closing(session), contextlib.suppress(KeyboardInterrupt):
            ending = conversation.hold()
        news = session.take_news()
        if news:
            say(news)
        if ending is not Ending.GAME_OVER:
            end = _("End of input.") + " " if ending is Ending.END_OF_INPUT else "" if ending else "\n"  # after a ^C
            say(end + _("The game is saved.") if session.path is not None else _(NOT_SAVED))
            if session.path is not None:
                say(_("Continue with: {command}", command=archive.way_back(session, plain=True)))
        else:
            for line in _afterwards(archive, session):
                speak(line)
            for line in _to_share(archive, session):
                say(line)
        if session.path is not None:
            say(_("Saved in: {path}", path=printable(str(session.path))))
        if ending is None:
            raise KeyboardInterrupt
        if ending is not Ending.GAME_OVER:
            return 0
        goes_on, again = series_after(session).goes_on, deal_of(session) is not None
        following = conversation.ask_after_the_game(_reviewer(archive, session), goes_on=goes_on, again=again)
        if following is None:
            return 0
        if following is NextGame.GAME:
            session = archive.rematch(session, rng)
        else:
            session = archive.again(session, rng, other_side=following is NextGame.OTHER_SIDE)


def _afterwards(archive: Archive, session: AnySession) -> Iterator[str]:
    """What follows the verdict of a finished game: its milestones, and how the series and such games stand."""
    if series_before(session.header) is not None:
        yield series_after(session).words(session.names_at_table, session.game.sides(session.options))
    reached = milestone_news(archive, session)
    if reached:
        yield reached
    if session.spent is not None:
        yield f"{session.spent.words()}."
    yield from compared(archive, session)
    if daily := result_words(archive, session, utc_today()):
        yield daily


def _to_share(archive: Archive, session: AnySession) -> Iterator[str]:
    """The line for a friend, always in symbols, and the number of the deal."""
    part = part_of(session.header)
    if isinstance(part, Answering) and session.path is not None:
        try:
            yield to_send_words(printable(part.challenger), answer(archive, session.path))
        except DuelError as error:
            yield sentence(str(error))
    deal = deal_of(session)
    if session.humans:
        yield _("Share this game: {line}", line=line_to_paste(session))
    yield _("Deal number: {number}", number=deal.number) if deal else _(NO_CODE)


def _reviewer(archive: Archive, session: AnySession) -> Callable[[int], Iterator[str]] | None:
    """The lines of the review of a finished game, by seat; None if no bot can evaluate the game."""
    log = session.path
    if log is None or not can_be_reviewed(session.game):
        return None

    def lines(seat: int) -> Iterator[str]:
        # without a bar: a screen reader would read it again and again
        found = kept_review(archive, session, log, seat)
        if found is not None:
            yield from describe_review(session, found)
            if session.humans == (seat,) and (run := run_words(progress(archive), identity_in(session))):
                yield run
            if session.standing.day is not None:
                yield _("Share this game: {line}", line=line_to_paste(session, found))

    return lines


def talk(archive: Archive) -> int:
    print_by_lines()
    PracticeTalk(own_mistakes(archive, local_today()), puzzles(), standard_input(), voice(), archive).hold()
    return 0


def heading(deal: DailyDeal, found: Mapping[DayKey, PlayedDaily], today: date) -> str:
    """The line above a deal of the day: its game, its day and its state, and the streak."""
    heading = _("Deal of the day.")
    return f"{heading} {day_words(found, deal, today)} {streak_words(streak([*found.values()], today))}."
