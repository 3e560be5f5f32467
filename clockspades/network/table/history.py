"""What the records of a table make of it, and the log of its game."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from clockspades.engine.actions import Action, Deal
from clockspades.engine.deal_proof import Contribution, Proof
from clockspades.engine.fair_deal import commit_of
from clockspades.engine.header import HUMAN, Header, Seat
from clockspades.engine.options import Json
from clockspades.engine.rules import IllegalActionError
from clockspades.engine.seating import name_bots
from clockspades.engine.session import TAKEN_BACK, AnySession, Position, Session
from clockspades.games.catalogue import find_game
from clockspades.network.table import records
from clockspades.network.table.model import Kept, Occupant, Points, Table, Terms
from clockspades.network.table.records import RECORDS, Record
from clockspades.network.wire.frames import WireError
from clockspades.network.wire.secrecy import share_of
from clockspades.saved.log import LogNote, dump, format_action, format_result
from clockspades.saved.series import KEY as SERIES_KEY
from clockspades.saved.series import new_series, options_of_next, series_before

REPLACED: Final = "A bot plays for {}, who is gone."
"""The note in a log where the others let a bot play for a person."""
RETURNED: Final = "{} is back."
"""The note in a log where that person returned."""
LATE: Final = "{}'s time was up: a bot chose a move."
"""The note in a log where a bot chose one move for a person."""


class RecordError(ValueError):
    """Records that make no table; the message is a sentence."""


def restore(given: Iterable[Record]) -> Table:
    """The table that its records make, without connections; RecordError if they are not those of a table."""
    kept: Kept | None = None
    for number, record in enumerate(given, 1):
        try:
            kept = _open(record) if kept is None else apply(kept, record)
        except Exception as error:  # whatever a damaged record has
            raise RecordError(f"Record {number} of the table does not fit: {error}") from error
    if kept is None:
        raise RecordError("The table has no records.")
    return Table(kept)


def restored(records: Iterable[Any]) -> Table:
    """The table with these records as JSON has them; RecordError if they make none."""
    try:
        return restore(map(RECORDS.from_json, records))
    except WireError as error:
        raise RecordError(f"A record of the table can't be read: {error}") from error


def _open(record: Record) -> Kept:
    if not isinstance(record, records.Opened):
        raise RecordError("it does not open a table")
    game = find_game(record.game)
    if game is None:
        raise RecordError("this version of clockspades does not have the game")
    options = game.configure(dict(record.options))
    if len(record.kinds) != game.seats(options):
        raise RecordError("the game has another number of seats")
    secret = bytes.fromhex(record.secret)
    terms = Terms(
        record.table, game, options, secret, record.code, record.host, record.bot, record.best_of, record.limit,
        record.free_words,
    )  # fmt: skip
    return Kept(terms, tuple(Occupant(kind) for kind in record.kinds))


def apply(kept: Kept, record: Record) -> Kept:
    """What is kept after one more record. ValueError or IndexError if it does not follow from those before."""
    match record:
        case records.Sat(seat, name, key):
            return _seated(kept, seat, Occupant(HUMAN, name, key))
        case records.Moved(seat, to):
            return _seated(_seated(kept, to, kept.seats[seat]), seat, kept.seats[to])
        case records.Placed(seat, kind):
            return _seated(kept, seat, Occupant(kind))
        case records.Began(started):
            return _begun(kept, started)
        case records.Committed(seat, commit):
            return _contributed(kept, seat, Contribution(bytes.fromhex(commit)))
        case records.Closed():
            return replace(kept, is_closed=True)
        case records.Shared(seat, share):
            promised = _shuffle(kept).seats[seat]
            if promised is None:
                raise RecordError("this seat promised no share")
            return _contributed(kept, seat, Contribution(promised.commit, bytes.fromhex(share)))
        case records.Acted(seat, action, late):
            if seat != kept.to_act:
                raise RecordError("it is another seat's turn")
            arguments = {**action}
            do = arguments.pop("do", None)
            if not isinstance(do, str):
                raise RecordError("it does not say what was done")
            return acted(kept, kept.terms.game.rules.parse_action(do, arguments), late=late)
        case records.TookBack(point):
            return _taken_back(kept, point)
        case records.Replaced(seat):
            return _noted(_seated(kept, seat, kept.seats[seat]._replace(replaced=True)), REPLACED, seat)
        case records.Returned(seat):
            return _noted(_seated(kept, seat, kept.seats[seat]._replace(replaced=False)), RETURNED, seat)
    raise RecordError("the table is open already")


def acted(kept: Kept, action: Action, *, late: bool = False) -> Kept:
    """What is kept after an action of the seat to act, or the deal; IllegalActionError if the rules refuse it.

    ``late`` notes that a bot chose it, because the time of the person was up.
    """
    if not kept.positions:
        raise IllegalActionError("The game has not begun.")
    seat = kept.to_act
    step = kept.terms.game.rules.reduce(kept.state, action)
    positions = kept.positions.then(Position(step.state, action, seat, step.events))
    deals = (*kept.deals, len(kept.positions)) if isinstance(action, Deal) else kept.deals
    after = _with_shuffle(replace(kept, positions=positions, deals=deals))
    return _noted(after, LATE, seat) if late and seat is not None else after


def _seated(kept: Kept, seat: int, occupant: Occupant) -> Kept:
    seats = [*kept.seats]
    seats[seat] = occupant
    return replace(kept, seats=tuple(seats))


def _begun(kept: Kept, started: str) -> Kept:
    """The first game, or the next one: another seat begins it, and the series goes on."""
    terms, before = kept.terms, kept.header
    if before is None:
        options, number = dict(terms.options), 0
        drawn = int.from_bytes(share_of(terms.secret, terms.table, 0)[:4], "big")
        seats = name_bots(terms.game, [Seat(each.name, each.kind) for each in kept.seats], drawn)
        series = None if terms.best_of is None else new_series(len(seats), terms.best_of)
    else:
        if kept.outcome is None:
            raise RecordError("the game before is not over")
        options, number, seats = options_of_next(session_of(kept)), kept.number + 1, before.seats
        series = (series_before(before) or new_series(len(seats))).after(kept.outcome).before_next()
    extra: dict[str, Json] = {} if series is None else {SERIES_KEY: series.as_json()}
    begun = replace(
        kept,
        number=number,
        header=Header(terms.game.name, options, seats, started, extra),
        positions=Points().then(Position(terms.game.rules.initial(options), None, None, ())),
        deals=(),
        notes=(),
        epoch=kept.epoch + 1,
    )
    for seat, occupant in enumerate(kept.seats):
        if occupant.replaced:
            begun = _noted(begun, REPLACED, seat)
    return _with_shuffle(begun)


def _with_shuffle(kept: Kept) -> Kept:
    """With a new shuffle if a deal is due, else with none."""
    terms = kept.terms
    if not terms.game.rules.deal_due(kept.state):
        return kept if kept.shuffle is None else replace(kept, shuffle=None, is_closed=False)
    table, number = name_in_proofs(kept), len(kept.deals)
    host = Contribution(commit_of(share_of(terms.secret, table, number)))
    return replace(kept, shuffle=Proof(table, number, (None,) * len(kept.seats), host), is_closed=False)


def name_in_proofs(kept: Kept) -> str:
    """What the proofs of this game's deals call the table: no two games of it have the same."""
    return f"{kept.terms.table}-{kept.number + 1}"


def _shuffle(kept: Kept) -> Proof:
    if kept.shuffle is None:
        raise RecordError("no deal is due")
    return kept.shuffle


def _contributed(kept: Kept, seat: int, given: Contribution) -> Kept:
    shuffle = _shuffle(kept)
    seats = [*shuffle.seats]
    seats[seat] = given
    return replace(kept, shuffle=replace(shuffle, seats=tuple(seats)))


def completed(kept: Kept) -> Proof:
    """The proof for the deal that is due, with the host's share."""
    shuffle = _shuffle(kept)
    share = share_of(kept.terms.secret, shuffle.table, shuffle.number)
    return replace(shuffle, host=Contribution(shuffle.host.commit, share))


def _taken_back(kept: Kept, point: int) -> Kept:
    """The game at an earlier point. What was noted since stands there: who left or returned still did."""
    if not 0 <= point < kept.last:
        raise RecordError("there is nothing to take back")
    notes = (*(LogNote(min(note.after, point), note.text) for note in kept.notes), LogNote(point, TAKEN_BACK))
    positions, deals = kept.positions.until(point), tuple(deal for deal in kept.deals if deal <= point)
    return _with_shuffle(replace(kept, positions=positions, deals=deals, notes=notes, epoch=kept.epoch + 1))


def _noted(kept: Kept, words: str, seat: int) -> Kept:
    """With a note about a person, unless the game is over or has not begun."""
    if kept.header is None or kept.outcome is not None:
        return kept
    return replace(kept, notes=(*kept.notes, LogNote(kept.last, words.format(kept.header.seats[seat].name))))


def is_host(kept: Kept, seat: int) -> bool:
    """Whether the host has a seat."""
    return kept.terms.host is not None and kept.seats[seat].key == kept.terms.host


# -- the game as others know it --------------------------------------------------------------------------------


def session_of(kept: Kept) -> AnySession:
    """The game as a session without a journal; only after the first has begun."""
    assert kept.header is not None, "a game has begun"
    return Session(kept.terms.game, kept.header.options, kept.header.seats, positions=kept.positions)


def log_text(kept: Kept) -> str:
    """The log of the game so far, as its file would be; only after the first has begun."""
    assert kept.header is not None, "a game has begun"
    lines, notes = [dump(kept.header.as_json())], dict[int, list[str]]()
    for note in kept.notes:
        notes.setdefault(note.after, []).append(dump({"note": note.text}))
    for number, position in enumerate(kept.positions):
        if position.action is not None:
            lines.append(dump(format_action(position.seat, position.action)))
        lines += notes.get(number, ())
    if kept.outcome is not None:
        lines.append(dump(format_result(kept.outcome)))
    return "".join(lines)
