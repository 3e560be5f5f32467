"""What people do at a table beside playing: join, leave, say something, and agree on what becomes of the game."""

from dataclasses import replace
from typing import Final

from clockspades.engine.header import BOT
from clockspades.engine.seating import LONGEST_NAME, NUMERALS, shortened
from clockspades.engine.session import Takeback, takebacks_among
from clockspades.engine.text import likeness
from clockspades.language import N_
from clockspades.network.table import kept as record
from clockspades.network.table import served_table as model
from clockspades.network.table.kept import TablePhase
from clockspades.network.table.serving import RefusedError, Serving, begun, joined, proof_at, seats, seen
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import OPEN, PHRASES, FinishReason
from clockspades.network.wire.secrecy import digest, fits
from clockspades.network.wire.words import nworded, worded

NO_TABLE: Final = N_("No table here has this code: it is mistyped, or the table has ended.")
ELSEWHERE: Final = N_("You sat down from somewhere else.")
NEWER: Final = N_("Your program has a newer connection.")
"""Why a connection ends whose seat has another one."""
REMOVED: Final = N_("The host has taken your seat back.")
STOPPED: Final = nworded(
    "This game has had {number} deal, as many as a table allows, so it ends without a winner.",
    "This game has had {number} deals, as many as a table allows, so it ends without a winner.",
    record.MOST_DEALS,
)
TOO_MANY: Final = nworded(
    "At most {number} person can watch a table.", "At most {number} people can watch a table.", model.MOST_WATCHERS
)
LAST: Final = N_("The last seat is the host's. You can watch instead.")
TAKEN: Final = N_("All seats are taken. You can watch instead.")
PAUSE: Final = 1.0
"""Seconds between two things that a person says."""
PAUSE_TO_ASK: Final = 10.0
"""Seconds between two questions of a person to all others."""


def join(work: Serving, connection: str, wish: say.Join) -> None:
    """Give a connection the seat of its key, an open one, or a place among those who watch; or end it."""
    terms = work.kept.terms
    if not fits(wish.code, terms.code):
        work.effects.append(model.Close(connection, NO_TABLE, is_break_in=True))
        return
    if work.kept.phase is TablePhase.STOPPED:
        work.effects.append(model.Close(connection, STOPPED))
        return
    seat = None
    if wish.watch:
        if not _take_over(work, work.program(wish.program), connection, wish):
            return
        if sum(line.seat is None for line in work.live.lines.values()) >= model.MOST_WATCHERS:
            work.effects.append(model.Close(connection, TOO_MANY))
            return
    else:
        known = [number for number, each in enumerate(work.kept.seats) if fits(wish.key, each.key)]
        seat = known[0] if known else _sit_down(work, connection, wish)
        if seat is None or not _come_back(work, seat, connection, wish):
            return
    has_points = wish.epoch == work.kept.epoch and wish.points <= len(work.kept.positions)
    following = wish.points if has_points else 0
    view = seen(work.kept, following - 1, seat).view if wish.more and following else None
    line = model.JoinedLine(
        seat, following, view, program=wish.program, attempt=wish.attempt, came=work.now, more=wish.more, name=wish.name
    )
    work.change(lines={**work.live.lines, connection: line})
    if seat is not None:
        work.change(
            came={seat: work.now, **work.live.came},  # only once: who comes again and again is idle as well
            heard={**work.live.heard, seat: work.now},
        )
    work.seats_changed = True
    _greet(work, connection, seat, following)


def _sit_down(work: Serving, connection: str, wish: say.Join) -> int | None:
    """Give a new person a seat; None if there is none, which was said then."""
    free = [number for number, each in enumerate(work.kept.seats) if each.kind == OPEN]
    host, key = work.kept.terms.host, digest(wish.key)
    is_for_host = host not in (None, key) and all(each.key != host for each in work.kept.seats)
    if work.now - work.live.removed.get(key, -model.REMOVED_FOR) < model.REMOVED_FOR:
        work.effects.append(model.Close(connection, REMOVED))
        return None
    if len(free) <= is_for_host or work.kept.phase is not TablePhase.LOBBY:
        work.effects.append(model.Close(connection, LAST if free else TAKEN))
        return None
    seat = wish.seat if wish.seat in free else free[0]
    taken = {likeness(each.name) for each in work.kept.seats}  # whose name somebody has gets a numeral
    names = (f"{shortened(wish.name, LONGEST_NAME - len(numeral))}{numeral}" for numeral in NUMERALS)
    work.store(record.Sat(seat, next(each for each in names if likeness(each) not in taken), key))
    work.change(ready=work.live.ready - {key})
    return seat


def _come_back(work: Serving, seat: int, connection: str, wish: say.Join) -> bool:
    """A person is here, perhaps again: the connection that they had ends, and the bot in their seat stops.

    Return False if it is the new connection that ends: its program has made another one since.
    """
    if not _take_over(work, work.connection(seat), connection, wish):
        return False
    if work.kept.seats[seat].replaced:
        return_to(work, seat)
    if seat not in work.live.came:  # who comes again and again does not end a vote
        work.forget_votes(about=seat)
    return True


def return_to(work: Serving, seat: int) -> None:
    """Let a person play on for whom a bot played."""
    work.store(record.Returned(seat))
    work.change(asked=None, came={**work.live.came, seat: work.now})
    work.seats_changed = True


def _take_over(work: Serving, older: str | None, connection: str, wish: say.Join) -> bool:
    """End an older connection; return False if it is the new one that ends."""
    if older is None:
        return True
    line = work.live.lines[older]
    is_same = bool(wish.program) and line.program == wish.program
    if is_same and line.attempt > wish.attempt:
        work.effects.append(model.Close(connection, NEWER, final=False))
        return False
    work.forget(older)
    work.effects.append(model.Close(older, NEWER if is_same else ELSEWHERE, final=not is_same))
    return True


def _greet(work: Serving, connection: str, seat: int | None, following: int) -> None:
    work.send(connection, joined(work.kept, seat))
    kept, live = work.kept, work.live
    if kept.header is None:
        return
    work.send(connection, begun(work.kept, seat, following))
    if following and (proof := proof_at(kept, following - 1)):  # it may have been lost behind its point
        work.send(connection, say.Proved(proof))
    if isinstance(live.question, say.TakebackAsked):
        work.send(connection, live.question)
    if live.again:
        work.send(connection, say.WantAgain(live.again))


def give_up(work: Serving, connection: str, seat: int | None) -> None:
    """Let a person leave: before the game for good, later with their seat kept."""
    if seat is None:
        work.effects.append(model.Close(connection, N_("You looked on at this table.")))
    elif work.kept.phase is TablePhase.LOBBY:
        work.store(record.Placed(seat, OPEN))
        work.effects.append(model.Close(connection, N_("You have left the table.")))
    else:
        work.effects.append(model.Close(connection, N_("You have left the table. Your seat is kept for you.")))
    work.leave(connection)


def sit(work: Serving, seat: int, to: int) -> None:
    """Move a person to an open seat; RefusedError if it is not open."""
    if to != seat and work.seat(to).kind != OPEN:
        raise RefusedError("This seat is not open.")
    _change_places(work, seat, to)


def swap(work: Serving, one: int, other: int) -> None:
    """Let two seats change places, with whoever has them; RefusedError if there is no such seat."""
    if work.seat(one) != work.seat(other):
        _change_places(work, one, other)


def _change_places(work: Serving, one: int, other: int) -> None:
    if one == other:
        return
    moved = [(work.connection(one), other), (work.connection(other), one)]
    work.store(record.SeatChanged(one, other))
    for connection, seat in moved:
        if connection is not None:
            work.change_lines([connection], seat=seat)
            work.send(connection, joined(work.kept, seat))
    work.seats_changed = True


def note_ready(work: Serving, seat: int, *, is_ready: bool) -> None:
    """Note whether a person is ready for the game; once it has begun, that says nothing more."""
    own, seats = {work.kept.seats[seat].key}, {each.key for each in work.kept.seats}
    ready = work.live.ready & seats | own if is_ready else work.live.ready - own
    if work.kept.phase is TablePhase.LOBBY and ready != work.live.ready:
        work.change(ready=ready)
        work.seats_changed = True


def place_bot(work: Serving, seat: int, place: int, bot: str | None) -> None:
    """Put a bot on an open seat, or open the seat if ``bot`` is None; RefusedError if the seat asks too much."""
    there = work.seat(place)
    if bot is not None:
        if bot not in work.kept.game.bots:
            raise RefusedError(worded("{game} has no such bot.", game=work.kept.game.title))
        if there.is_person:
            raise RefusedError(worded("{name} sits there: open the seat first.", name=work.name(place)))
    elif place == seat:
        raise RefusedError("You can't put yourself out: leave the table instead.")
    kind = OPEN if bot is None else f"{BOT}{bot}"
    if there.kind == kind:
        return
    work.store(record.Placed(place, kind))
    work.seats_changed = True
    if there.is_person:
        work.change(removed={**work.live.removed, there.key: work.now})
    connection = work.connection(place)
    if connection is not None:
        work.effects.append(model.Close(connection, REMOVED))
        work.leave(connection)


def start(work: Serving) -> None:
    """Begin the game; RefusedError if a seat is open."""
    if any(each.kind == OPEN for each in work.kept.seats):
        raise RefusedError("A seat is still open: wait for somebody, or put a bot there.")
    work.begin()


def ask_takeback(work: Serving, seat: int, epoch: int, point: int) -> None:
    """Ask all other people to take a move back; RefusedError if it can't be asked for."""
    if epoch != work.kept.epoch or not _can_ask(work, Takeback(seat, point)):
        raise RefusedError("This move can't be taken back any more.")
    waiting = _others(work, seat)
    if not waiting:
        raise RefusedError("All others must agree to take a move back, and none of them is here.")
    if _may_ask(work, seat, point):
        _ask(work, say.TakebackAsked(seat, point, waiting))


def ask_to_finish(work: Serving, seat: int, wish: say.AskToFinish) -> None:
    """Play out the rest of a deal if nothing in it can change; else ask all other people, if it can be asked for."""
    kept, rules = work.kept, work.kept.game.rules
    if not _is_turn(work, seat, wish.point) or wish.epoch != kept.epoch:
        raise RefusedError("You can ask for this when it is your turn.")
    if not _may_ask(work, seat, wish.point):  # first, as a proof takes a while
        return
    view, about = rules.observe(kept.state, seat), FinishReason.CONCEDE
    if not wish.concede:
        about = FinishReason.CLAIM if rules.settles(view) else FinishReason.SETTLED
        if about is FinishReason.SETTLED and not rules.is_settled(view):
            raise RefusedError(kept.game.words.unproved)
    elif rules.throw(view) is None:
        raise RefusedError("There is no deal to give up now.")
    waiting = () if about is FinishReason.CLAIM else _others(work, seat)
    _ask(work, say.FinishAsked(about, seat, kept.last, waiting))


def _is_turn(work: Serving, seat: int, point: int) -> bool:
    kept = work.kept
    return (kept.phase, kept.to_act, kept.last, kept.ending) == (TablePhase.PLAYING, seat, point, None)


def _others(work: Serving, seat: int) -> tuple[int, ...]:
    """The other people, here or not: bots have no vote."""
    return tuple(other for other in work.kept.people if other != seat)


def _may_ask(work: Serving, seat: int, point: int) -> bool:
    """Note that a seat asks all others something; False if it asks about this point already.

    RefusedError if another question is open, or the seat has just asked one.
    """
    asked = work.live.question
    if asked is not None:
        if (asked.seat, asked.point) == (seat, point):
            return False
        raise RefusedError("Another question is open: it has to be answered first.")
    if work.now - work.live.asked_at.get(seat, -PAUSE_TO_ASK) < PAUSE_TO_ASK:
        raise RefusedError("You have just asked the others something: wait a moment.")
    work.change(asked_at={**work.live.asked_at, seat: work.now})
    return True


def _ask(work: Serving, question: say.TakebackAsked | say.FinishAsked) -> None:
    """Ask those who have not answered; if all have agreed, do it."""
    if isinstance(question, say.TakebackAsked):
        if question.waiting:
            work.change(question=question)
            work.send_all(question)
        else:
            _take_back(work, question.point)
        return
    work.change(question=question if question.waiting else None)
    if not question.waiting:
        work.store(record.PlayedOut(question.seat, question.about))
    work.send_all(seats(work.kept, work.live, work.now))  # before the points


def _can_ask(work: Serving, takeback: Takeback) -> bool:
    """Whether a move can be taken back: not from before the promises for the next deal, which are made only once."""
    kept = work.kept
    if kept.header is None or kept.is_closed or kept.outcome is not None:
        return False
    people = [seat for seat, each in enumerate(kept.seats) if each.is_person]
    moves = ((point, kept.positions[point + 1].seat) for point in range(kept.last - 1, -1, -1))
    return takeback in takebacks_among(people, moves)


def answer(work: Serving, seat: int, answer: say.AnswerTakeback) -> None:
    """Count one answer; RefusedError if nobody asks this seat."""
    asked = work.live.question
    if asked is None or (answer.epoch, answer.point) != (work.kept.epoch, asked.point):
        raise RefusedError("Nobody asks for this any more.")
    if seat == asked.seat:
        raise RefusedError("You asked: the others have to agree.")
    if seat not in asked.waiting:
        return
    if not answer.agree:
        _end_question(work, asked, seat)
        return
    _wait_for(work, asked, seat)


def _end_question(work: Serving, asked: say.TakebackAsked | say.FinishAsked, refused_by: int | None) -> None:
    work.change(question=None)
    work.send_all(say.TakebackEnded(asked.seat, asked.point, refused_by))
    work.seats_changed |= isinstance(asked, say.FinishAsked)


def _wait_for(work: Serving, asked: say.TakebackAsked | say.FinishAsked, agreed: int) -> None:
    """Go on with a question after one more seat agreed, or is not asked any more."""
    _ask(work, replace(asked, waiting=tuple(other for other in asked.waiting if other != agreed)))


def _take_back(work: Serving, to: int) -> None:
    work.store(record.TookBack(to))
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
    """Note what a seat wants done about a person who is gone, or idle; RefusedError if nobody is."""
    away = work.seat(gone)
    if gone == seat and not wants_bot:
        return  # they are back
    if gone == seat and work.kept.is_closed and work.kept.people == work.kept.missing == (seat,):
        work.change(late=work.mark)  # nobody else waits who could vote
        return
    if work.kept.phase is TablePhase.LOBBY:
        raise RefusedError("The game has not begun.")
    if not away.is_person or away.replaced:
        raise RefusedError("A bot plays there.")
    if gone == seat or (gone in work.live.here and gone not in work.live.idle):
        name = work.name(gone)
        raise RefusedError("You can't replace yourself." if gone == seat else worded("{name} is here.", name=name))
    if work.live.votes.get((gone, seat)) != wants_bot:
        work.change(votes={**work.live.votes, (gone, seat): wants_bot})
        work.seats_changed = True


def note_idle(work: Serving) -> None:
    """Note for whom the table has waited for too long, though they are here."""
    live, now = work.live, work.now
    idle = tuple(
        seat
        for seat in _waited_for(work)
        if seat in live.here and now - max(live.since, live.came.get(seat, live.since)) >= model.IDLE_AFTER
    )
    if idle != live.idle:
        work.change(idle=idle)
        work.seats_changed = True
        for seat in {*live.idle} & {*live.here} - {*idle}:
            work.forget_votes(about=seat)


def _waited_for(work: Serving) -> tuple[int, ...]:
    """The people without whom the table does not go on, as long as no limit ends that."""
    kept = work.kept
    match kept.phase:
        case TablePhase.PLAYING if kept.terms.limit is None:
            return tuple(seat for seat in kept.people if seat == kept.to_act)
        case TablePhase.SHUFFLING if kept.terms.limit is None:
            return kept.missing
        case TablePhase.OVER if work.live.again:
            return tuple(seat for seat in kept.people if seat not in work.live.again)
    return ()


def count_votes(work: Serving) -> None:
    """Let a bot play for each person who is gone or idle, if all others want that who are here and say something."""
    just_came = {line.seat for line in work.live.lines.values() if work.now - line.came < model.JUST_CAME}
    for gone in sorted({gone for gone, _ in work.live.votes} - just_came):
        voters = [seat for seat in work.live.here if seat != gone and not _is_silent(work, gone, seat)]
        if voters and all(work.live.votes.get((gone, seat)) for seat in voters):
            work.store(record.Replaced(gone))
            work.forget_votes(about=gone)
            work.seats_changed = True
            if (asked := work.live.question) is not None and gone in asked.waiting:
                _wait_for(work, asked, gone)


def _is_silent(work: Serving, gone: int, seat: int) -> bool:
    """Whether a seat has not voted about a person, and will hardly do so any more."""
    is_quiet = work.now - work.live.heard.get(seat, work.now) >= model.SILENT_AFTER
    return (gone, seat) not in work.live.votes and (is_quiet or seat in work.live.idle)


def end_void_question(work: Serving) -> None:
    match work.live.question:
        case say.TakebackAsked(seat, point) as asked if not _can_ask(work, Takeback(seat, point)):
            _end_question(work, asked, None)
        case say.FinishAsked(_, seat, point) as asked if not _is_turn(work, seat, point):
            _end_question(work, asked, None)


def agree_to_another_game(work: Serving, seat: int, number: int) -> None:
    if work.kept.phase is TablePhase.OVER and number == work.kept.number and seat not in work.live.again:
        work.change(again=(*work.live.again, seat))
        work.send_all(say.WantAgain(work.live.again))
