"""What the people at a table agree on: to take a move back, to let a bot play, another game. And what they say."""

from dataclasses import replace
from typing import Final

from clockspades.engine.session import Takeback
from clockspades.network.table.history import session_of
from clockspades.network.table.model import Phase
from clockspades.network.table.records import Replaced, TookBack
from clockspades.network.table.serving import RefusedError, Serving, seen
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import PHRASES

PAUSE: Final = 1.0
"""Seconds between two things that a person says."""


def ask_takeback(work: Serving, seat: int, epoch: int, point: int) -> None:
    """Ask all other people to take a move back; RefusedError if it can't be asked for."""
    asked = work.live.question
    if epoch != work.kept.epoch or not _can_ask(work, Takeback(seat, point)):
        raise RefusedError("This move can't be taken back any more.")
    if asked is not None:
        if (asked.seat, asked.point) == (seat, point):
            return
        raise RefusedError(f"Answer {work.name(asked.seat)} first, who asks to take a move back.")
    waiting = tuple(other for other in work.kept.people if other != seat)
    if not waiting:
        raise RefusedError("All others must agree to take a move back, and none of them is here.")
    _ask(work, say.TakebackAsked(seat, point, waiting))


def _ask(work: Serving, question: say.TakebackAsked) -> None:
    work.change(question=question)
    work.send_all(question)


def _can_ask(work: Serving, takeback: Takeback) -> bool:
    """Whether a move can be taken back: not from before the promises for the next deal, which are made only once."""
    kept = work.kept
    return kept.header is not None and not kept.is_closed and takeback in session_of(kept).takebacks


def answer_takeback(work: Serving, seat: int, answer: say.AnswerTakeback) -> None:
    """Count one answer; RefusedError if nobody asks this seat."""
    asked = work.live.question
    if asked is None or (answer.epoch, answer.point) != (work.kept.epoch, asked.point):
        raise RefusedError("Nobody asks for this any more.")
    if seat == asked.seat:
        raise RefusedError("You asked: the others have to agree.")
    if seat not in asked.waiting:
        return
    if not answer.agree:
        work.change(question=None)
        work.send_all(say.TakebackEnded(asked.seat, asked.point, seat))
        return
    _wait_for(work, asked, seat)


def _wait_for(work: Serving, asked: say.TakebackAsked, agreed: int) -> None:
    """Go on with a question after one more seat agreed, or is not asked any more."""
    waiting = tuple(other for other in asked.waiting if other != agreed)
    if waiting:
        _ask(work, replace(asked, waiting=waiting))
    else:
        _take_back(work, asked.point)


def _take_back(work: Serving, to: int) -> None:
    work.store(TookBack(to))
    work.change(question=None)
    work.change_lines(work.live.lines, told=None)
    for name, line in work.live.lines.items():
        if line.following > to:
            work.change_lines([name], following=to + 1, view=seen(work.kept, to, line.seat).view)
    work.send_all(say.Back(to, work.kept.epoch))


def speak(work: Serving, seat: int, words: str) -> None:
    """Say something to everyone; RefusedError if the table does not allow it, or it is too much."""
    if words not in PHRASES and not work.kept.terms.free_words:
        raise RefusedError("At this table people can only say the fixed phrases.")
    if work.now - work.live.said.get(seat, -PAUSE) < PAUSE:
        raise RefusedError("You have just said something: wait a moment.")
    work.change(said={**work.live.said, seat: work.now})
    work.send_all(say.Said(seat, words))


def vote(work: Serving, seat: int, gone: int, wants_bot: bool) -> None:
    """Note what a seat wants done about a person who is gone; RefusedError if nobody is."""
    away = work.seat(gone)
    if work.kept.phase is Phase.LOBBY:
        raise RefusedError("The game has not begun.")
    if not away.is_person or away.replaced:
        raise RefusedError("A bot plays there.")
    if gone in work.live.here:
        raise RefusedError("You can't replace yourself." if gone == seat else f"{work.name(gone)} is here.")
    if work.live.votes.get((gone, seat)) != wants_bot:
        work.change(votes={**work.live.votes, (gone, seat): wants_bot})
        work.seats_changed = True


def count_votes(work: Serving) -> None:
    """Let a bot play for each person who is gone, if all who are here want that."""
    here = work.live.here
    for gone in sorted({gone for gone, _ in work.live.votes}):
        if here and all(work.live.votes.get((gone, seat)) for seat in here):
            work.store(Replaced(gone))
            work.forget_votes(about=gone)
            work.seats_changed = True
            if (asked := work.live.question) is not None and gone in asked.waiting:
                _wait_for(work, asked, gone)


def end_void_question(work: Serving) -> None:
    """End the question of a takeback that the game has gone past."""
    asked = work.live.question
    if asked is not None and not _can_ask(work, Takeback(asked.seat, asked.point)):
        work.change(question=None)
        work.send_all(say.TakebackEnded(asked.seat, asked.point, None))


def agree_to_another_game(work: Serving, seat: int, number: int) -> None:
    """Note that a seat wants another game after the one with this number."""
    if work.kept.phase is Phase.OVER and number == work.kept.number and seat not in work.live.again:
        work.change(again=(*work.live.again, seat))
        work.send_all(say.WantAgain(work.live.again))
