"""The server of one table: a pure reducer from inputs to effects (docs/network.md).

It knows no socket, no disk and no clock. Whatever changes what is kept is a record, which it stores before it tells
anyone. Each seat is sent what it observes, and nothing else.
"""

from collections.abc import Sequence
from typing import Final

from clockspades.engine.codec import CodecError
from clockspades.engine.deal_proof import Proof
from clockspades.engine.fair_deal import commit_of, fair_deal
from clockspades.engine.rules import Action, Deal, IllegalActionError
from clockspades.engine.text import printable
from clockspades.language import N_
from clockspades.network.table import kept as record
from clockspades.network.table import people
from clockspades.network.table import served_table as model
from clockspades.network.table.kept import KeptTable, TablePhase
from clockspades.network.table.served_table import Awaited, ServedTable
from clockspades.network.table.serving import RefusedError, Serving, seats
from clockspades.network.wire import messages as say
from clockspades.network.wire.form import wire_form
from clockspades.network.wire.messages import OPEN, FinishReason, ToHost
from clockspades.network.wire.secrecy import bot_seed
from clockspades.network.wire.words import says_of, worded

JOIN_FIRST: Final = N_("The first message on a connection must be join.")
UNSAVED: Final = N_("The host could not save the game ({fault}): it goes on from before that.")
PLAYED_OUT: Final = N_("The rest of this deal is played out.")


def serve(
    table: ServedTable, given: model.ServerInput, now: float, date: float
) -> tuple[ServedTable, tuple[model.ServerEffect, ...]]:
    """The next table, and the effects that the shell runs in this order.

    ``now`` is in seconds since some moment, of a clock that never jumps. ``date`` is Unix time: what the clock on the
    wall says, which somebody may set.
    """
    work = Serving(table, now, date)
    _take(work, given)
    if not isinstance(given, model.NotStored):  # else bots would ask a disk that is full again and again
        _settle(work)
    return ServedTable(work.kept, work.live), tuple(work.effects)


def _take(work: Serving, given: model.ServerInput) -> None:
    match given:
        case model.Received(connection, message):
            _receive(work, connection, message)
        case model.Left(connection):
            work.leave(connection)
        case model.BotAnswered(epoch, at, action):
            _bot_chose(work, Awaited(epoch, at), action)
        case model.TimeUp(epoch, at, is_closed):
            _time_up(work, Awaited(epoch, at, is_closed))
        case model.NotStored(kept, words, connections):
            for connection in connections:
                work.effects.append(model.Close(connection, worded(UNSAVED, fault=printable(words)), final=False))
            work.kept, work.live = kept, model.Live(since=work.now)
        case model.Restored():
            work.change(since=work.now)
        case _:
            pass  # Ticked, and More: settling sends the points


def _receive(work: Serving, connection: str, message: ToHost) -> None:
    line = work.live.lines.get(connection)
    if line is None:
        if isinstance(message, say.Join):
            people.join(work, connection, message)
        else:
            work.effects.append(model.Close(connection, JOIN_FIRST))
        return
    try:
        if isinstance(message, say.Join | say.Open):
            raise RefusedError("You have joined already.")
        if line.seat is not None:
            work.change(heard={**work.live.heard, line.seat: work.now})
        if isinstance(message, say.Leave):
            people.give_up(work, connection, line.seat)
        elif line.seat is None:
            raise RefusedError("You are watching: only players can do this.")
        else:
            _receive_from(work, line.seat, connection, message)
    except RefusedError as error:
        words, act = error.args[0], message if isinstance(message, say.ActAt) else None
        epoch, at = (None, None) if act is None else (act.epoch, act.at)
        work.send(connection, say.Refused(message.word, words, epoch, at, says_of(words)))


def _receive_from(work: Serving, seat: int, connection: str, message: ToHost) -> None:
    """A message of somebody who plays; RefusedError if it has no effect."""
    if work.kept.seats[seat].replaced and not isinstance(message, say.Commit | say.Share):  # those go by themselves
        people.return_to(work, seat)
    match message:
        case say.Swap() | say.PlaceBot() | say.Start() if not record.is_host(work.kept, seat):
            raise RefusedError("Only the host can do this.")
        case say.Sit() | say.Swap() | say.PlaceBot() | say.Start() if work.kept.phase is not TablePhase.LOBBY:
            raise RefusedError("The game has begun already.")
        case say.Sit(to):
            people.sit(work, seat, to)
        case say.Swap(place, to):
            people.swap(work, place, to)
        case say.ReadyMark(is_ready):
            people.note_ready(work, seat, is_ready=is_ready)
        case say.PlaceBot(place, bot):
            people.place_bot(work, seat, place, bot)
        case say.Start():
            people.start(work)
        case say.Commit(table, deal, commit):
            _commit(work, seat, (table, deal), commit)
        case say.Share(table, deal, share):
            _share(work, seat, (table, deal), share)
        case say.ActAt():
            _act(work, seat, connection, message)
        case say.AskTakeback(epoch, point):
            people.ask_takeback(work, seat, epoch, point)
        case say.AskToFinish():
            people.ask_to_finish(work, seat, message)
        case say.AnswerTakeback():
            people.answer(work, seat, message)
        case say.Say(words):
            people.speak(work, seat, words)
        case say.Vote(gone, wants_bot):
            people.vote(work, seat, gone, wants_bot)
        case say.Again(number):
            people.agree_to_another_game(work, seat, number)


def _commit(work: Serving, seat: int, deal: tuple[str, int], commit: bytes) -> None:
    shuffle, is_due = _shuffle_of(work, deal)
    given = shuffle.seats[seat]
    if given is not None:
        if given.commit != commit:
            raise RefusedError("You have promised another share for this deal.")
        return
    if not is_due or work.kept.is_closed:
        raise RefusedError("This deal is made without your share: your promise came too late.")
    deals = (work.kept.positions[point].action for point in work.kept.deals)
    proofs = [shuffle, *(deal.proof for deal in deals if isinstance(deal, Deal) and deal.proof is not None)]
    if any(each is not None and each.commit == commit for proof in proofs for each in proof.contributions):
        raise RefusedError("This promise was made before at this table: draw another share.")
    work.store(record.Committed(seat, commit))


def _share(work: Serving, seat: int, deal: tuple[str, int], share: bytes) -> None:
    shuffle, is_due = _shuffle_of(work, deal)
    given = shuffle.seats[seat]
    if is_due and not work.kept.is_closed:
        raise RefusedError("Keep your share until all promises are there.")
    if given is None or commit_of(share) != given.commit:
        raise RefusedError("This is not the share that you promised.")
    if given.share is None:
        if not is_due:
            raise RefusedError("This deal is made without your share: it came too late.")
        work.store(record.Shared(seat, share))


def _shuffle_of(work: Serving, deal: tuple[str, int]) -> tuple[Proof, bool]:
    """The shares of a deal of this game, as far as they came, and whether it is due; RefusedError if it is to come."""
    kept, (table, number) = work.kept, deal
    shuffle = kept.shuffle
    if shuffle is not None and (shuffle.table, shuffle.number) == deal:
        return shuffle, True
    if table == record.name_in_proofs(kept) and number < len(kept.deals):
        made = kept.positions[kept.deals[number]].action
        if isinstance(made, Deal) and made.proof is not None:
            return made.proof, False
    raise RefusedError("This deal is not due.")


def _shuffle(work: Serving) -> bool:
    """Take the shuffle as far as it goes; return whether the cards were dealt."""
    kept = work.kept
    if not kept.is_closed and (not kept.missing or work.live.late == work.mark):
        work.store(record.Closed())
        people.end_void_question(work)
    if work.kept.is_closed and (not work.kept.missing or work.live.late == work.mark):
        proof = record.completed(work.kept)
        _act_out(work, fair_deal(kept.game.rules, kept.state, proof))
        return True
    _tell_of_shuffle(work)
    _start_timer(work)
    return False


def _tell_of_shuffle(work: Serving) -> None:
    shuffle = work.kept.shuffle
    assert shuffle is not None, "a deal is due"
    there = tuple(seat for seat, each in enumerate(shuffle.seats) if each is not None)
    question, (*given, _) = say.Shuffle(shuffle.table, shuffle.number, there), shuffle.commits
    promises = say.Commits(shuffle.table, shuffle.number, tuple(given), shuffle.host.commit)
    now = question, work.kept.is_closed
    groups: dict[tuple[say.Shuffle, bool] | None, list[str]] = {}
    for name, line in work.live.lines.items():
        if line.told != now and line.following > work.kept.last:
            groups.setdefault(line.told, []).append(name)
    for told, names in groups.items():
        if told is None or told[0] != question:
            work.effects.append(model.Send(tuple(names), question))
        if work.kept.is_closed:
            work.effects.append(model.Send(tuple(names), promises))
        work.change_lines(names, told=now)


def _act(work: Serving, seat: int, connection: str, act: say.ActAt) -> None:
    kept = work.kept
    if act.epoch != kept.epoch:
        raise RefusedError("A move was taken back, or a game has begun, since you chose this: choose again.")
    if act.at > kept.last:
        raise RefusedError("The game has not come to this point.")
    if act.at < kept.last:
        made = kept.positions[act.at + 1]
        if made.seat != seat:
            raise RefusedError("It was not your turn at this point.")
        if made.action != _parse(work, act):
            raise RefusedError("Another move was made for you at this point.")
    else:
        if kept.phase is TablePhase.OVER:
            raise RefusedError("The game is over.")
        if kept.phase is TablePhase.SHUFFLING:
            raise RefusedError("The cards have not been dealt yet.")
        if kept.to_act != seat:
            raise RefusedError("It is not your turn.")
        if kept.ending is not None:
            raise RefusedError(PLAYED_OUT)
        action = _parse(work, act)
        try:
            _act_out(work, action)
        except IllegalActionError as error:
            raise RefusedError(str(error)) from error
    work.done = model.Send((connection,), say.Done(act.epoch, act.at))


def _parse(work: Serving, act: say.ActAt) -> Action:
    """The action that somebody sent; RefusedError if the game has no such action."""
    try:
        action: Action = wire_form(work.kept.game).read_action({**act.action})
    except CodecError:
        raise RefusedError("The game has no such move.") from None
    return action


def _act_out(work: Serving, action: Action, *, late: bool = False) -> None:
    """Take an action of the seat to act, or the deal; IllegalActionError if the rules refuse it."""
    seat, ending = work.kept.to_act, work.kept.ending
    work.keep(record.acted(work.kept, action, late=late), record.Acted(seat, action.as_json(), late))
    work.seats_changed |= ending is not work.kept.ending


def _bot_chose(work: Serving, at: Awaited, action: Action) -> None:
    seat = work.kept.to_act
    if at != work.mark or seat is None:
        return
    is_late = work.live.late == at
    if is_late or work.kept.ending is not None or seat not in work.kept.people:
        _act_out(work, action, late=is_late)


def _time_up(work: Serving, at: Awaited) -> None:
    if at != work.mark or work.kept.phase not in (TablePhase.PLAYING, TablePhase.SHUFFLING):
        return
    if work.kept.ending is not None:
        return
    if work.live.here:
        work.change(late=at)
    else:
        work.change(timed=None)  # nobody is here: the table waits for all of them


def _start_timer(work: Serving) -> None:
    limit = work.kept.terms.limit
    if limit is not None and work.live.here and work.live.timed != work.mark:
        work.change(timed=work.mark)
        work.effects.append(model.GiveLater(model.TimeUp(*work.mark), limit))


def _settle(work: Serving) -> None:
    """Tell everyone what has changed, and do what follows by itself until the table waits for somebody."""
    people.note_idle(work)
    people.count_votes(work)
    people.end_void_question(work)
    while _goes_on(work):
        pass
    people.note_idle(work)
    if work.seats_changed:
        work.send_all(seats(work.kept, work.live, work.now))


def _goes_on(work: Serving) -> bool:
    """Do the next thing that follows by itself; return False if the table waits for somebody."""
    work.send_points()
    if work.done is not None:
        work.effects.append(work.done)
        work.done = None
    kept = work.kept
    match kept.phase:
        case TablePhase.LOBBY:
            is_full = all(each.kind != OPEN for each in kept.seats)
            if kept.terms.host is not None or not is_full or not kept.people:
                return False
            work.begin()
        case TablePhase.OVER:
            work.send_log()
            if not kept.people or not {*kept.people} <= {*work.live.again}:
                return False
            work.begin()
        case TablePhase.SHUFFLING:
            return _shuffle(work)
        case TablePhase.STOPPED:
            for connection in work.live.lines:
                work.effects.append(model.Close(connection, people.STOPPED))
                work.leave(connection)
            return False
        case TablePhase.PLAYING:
            return _moves_by_itself(work)
    return True


def _moves_by_itself(work: Serving) -> bool:
    """Make a move that is agreed on, and return True; or wait for the one whose turn it is."""
    kept, mark, terms = work.kept, work.mark, work.kept.terms
    seat = kept.to_act
    assert seat is not None, "somebody has to decide"
    if kept.ending is not None and (agreed := _agreed_move(kept, kept.ending)) is not None:
        _act_out(work, agreed)
        return True
    if kept.ending is None and seat in kept.people and work.live.late != mark:
        _start_timer(work)
    elif work.live.asked != mark:
        work.change(asked=mark)
        bot = kept.seats[seat].bot or terms.bot
        view = kept.game.sight(kept.state, seat, bot)
        seed = bot_seed(terms.secret, record.name_in_proofs(kept), seat, kept.last)
        work.effects.append(model.CallBot(kept.epoch, kept.last, seat, bot, view, seed))
    return False


def _agreed_move(kept: KeptTable, ending: record.PlayedOut) -> Action | None:
    """What the seat to act does while the rest is played out; None if a bot chooses for it."""
    rules, seat = kept.game.rules, kept.to_act
    view = rules.observe(kept.state, seat)
    legal: Sequence[Action] = rules.legal_actions(view)
    if len(legal) == 1:
        return legal[0]
    gives_up = ending.about is FinishReason.CONCEDE
    chosen: Action | None = None
    if seat == ending.seat:
        chosen = rules.throw(view) if gives_up else rules.claim(view)
    elif ending.about is FinishReason.CLAIM:
        chosen = rules.throw(view)
    return chosen
