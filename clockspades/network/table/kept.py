"""What is kept of a table: its records, what they make of it, and the log of its game.

Records are facts in their order, which the host keeps on its disk before anyone hears of them. Each goes on from what
those before it made: :func:`apply`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, overload

from clockspades.engine.codec import OMITTED, RECORD, Codec, CodecError, Named, size
from clockspades.engine.deal_proof import Contribution, Proof, ShareBytes
from clockspades.engine.fair_deal import commit_of
from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT, HUMAN, WITHOUT_UNDO, Header, Seat
from clockspades.engine.options import Json, OptionValue
from clockspades.engine.rules import Action, Deal, IllegalActionError, Outcome
from clockspades.engine.seating import name_bots
from clockspades.engine.session import AnySession, Position, Session
from clockspades.games.catalogue import find_game
from clockspades.network.wire.messages import OPEN, FinishReason
from clockspades.network.wire.secrecy import share_of
from clockspades.saved.log import NOTES, LogNote, action_line, dump, result_line
from clockspades.saved.series import KEY as SERIES_KEY
from clockspades.saved.series import SERIES_JSON, new_series, options_of_next, series_before

MOST_DEALS: Final = 400
"""Deals of a game at a table, at most. Only a game of Spades can go on for ever: one of Clogs has 375 at most."""
TAKEN_BACK, REPLACED, RETURNED, LATE, *_ENDINGS = NOTES[1:]
PLAYED_OUT: Final = dict(zip(FinishReason, _ENDINGS))


class Record(Named):
    """A fact about a table."""


class OpenedTable(Record, word="opened"):
    """The table was opened: the first record."""

    table: str
    """What identifies the table: 1 to 56 letters, digits, hyphens and underscores. It is no secret."""
    game: str
    options: Mapping[str, OptionValue]
    """A value for every option of the game."""
    secret: Annotated[bytes, size(32)]
    """256 random bits, from which the host's shares and the seeds of bots follow."""
    code: str
    """The SHA-256 of the code, as :func:`digest` has it."""
    host: str | None
    """The SHA-256 of the key with which the host joins; None for a table that starts when its seats are taken."""
    kinds: tuple[str, ...]
    """For each seat ``open`` or ``bot:`` and the bot's id."""
    bot: str
    """The id of the bot that plays for people who are gone."""
    best_of: int | None = None
    limit: int | None = None
    """Seconds that a move may take before a bot chooses it; None if nobody is hurried."""
    free_words: bool = False
    """Whether people can say anything."""
    no_hints: Annotated[bool, OMITTED] = False


class Sat(Record, word="sat"):
    """A person sat down."""

    seat: int
    name: str
    key: str


class SeatChanged(Record, word="moved"):
    """A person moved to an open seat."""

    seat: int
    to: int


class Placed(Record, word="placed"):
    """A seat was opened, or a bot was put on it."""

    seat: int
    kind: str


class Began(Record, word="began"):
    """A game began: the first, or the next one."""

    started: str
    """When, in UTC, as the header of a log has it."""


class Committed(Record, word="committed"):
    """A seat promised a share."""

    seat: int
    commit: ShareBytes


class Closed(Record, word="closed"):
    """All promises for the deal are there: seats without one take no part in it."""


class Shared(Record, word="shared"):
    """A seat sent the share that it had promised."""

    seat: int
    share: ShareBytes


class Acted(Record, word="acted"):
    """An action of a seat, or the deal."""

    seat: int | None
    action: Mapping[str, Json]
    """As a log has it, without the seat."""
    late: bool = False
    """Whether a bot chose it because the person's time was up."""


class TookBack(Record, word="took-back"):
    """All agreed to go back to a point."""

    point: int


class PlayedOut(Record, word="played-out"):
    """The rest of the deal is played out for everyone, as a seat asked."""

    seat: int
    about: FinishReason


class Replaced(Record, word="replaced"):
    """A bot plays for a person who is gone."""

    seat: int


class Returned(Record, word="returned"):
    """A person for whom a bot played is back."""

    seat: int


RECORDS: Final = Codec(Record, text=RECORD)
"""Writes each record as one line of JSON without its end, and reads it."""


def opening(records: Sequence[str]) -> OpenedTable | None:
    """The first record of a table, whose records are these as a store has them; None if it does not open the table."""
    with suppress(CodecError):
        first = RECORDS.read_text(records[0]) if records else None
        return first if isinstance(first, OpenedTable) else None
    return None


class TablePhase(StrEnum):
    """What a table waits for."""

    LOBBY = "lobby"
    """People to sit down, and the start."""
    SHUFFLING = "shuffling"
    """Promises and shares for the deal that is due."""
    PLAYING = "playing"
    OVER = "over"
    """Another game, if all want one."""
    STOPPED = "stopped"
    """Nothing any more: the game has had :data:`MOST_DEALS` without an end."""

    @property
    def is_last(self) -> bool:
        """Whether nothing more has to happen at the table."""
        return self in (TablePhase.OVER, TablePhase.STOPPED)


class Occupant(NamedTuple):
    """Who has a seat."""

    kind: str = OPEN
    """``open``, ``human`` or ``bot:`` and the bot's id."""
    name: str = ""
    """The name of a person; a bot gets one when the game begins."""
    key: str = ""
    """The SHA-256 of a person's key."""
    replaced: bool = False
    """Whether a bot plays for this person until they return."""

    @property
    def is_person(self) -> bool:
        return self.kind == HUMAN

    @property
    def bot(self) -> str:
        """The id of the bot that sits here; empty for a person, and for an open seat."""
        return self.kind.removeprefix(BOT) if self.kind.startswith(BOT) else ""


AnyPosition: TypeAlias = Position[Any, Any, Any]


class Points(Sequence[AnyPosition]):
    """The points of a game. They never change, and to go on with one more takes no longer in a long game.

    All points that went on from each other share one list, of which each has so many from the start.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, shared: list[AnyPosition] | None = None, length: int = 0) -> None:
        self._shared, self._length = shared or [], length

    def then(self, position: AnyPosition) -> "Points":
        is_newest = len(self._shared) == self._length
        shared = self._shared if is_newest else self._shared[: self._length]
        shared.append(position)
        return Points(shared, self._length + 1)

    def until(self, point: int) -> "Points":
        return Points(self._shared, point + 1)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> AnyPosition: ...
    @overload
    def __getitem__(self, index: slice) -> list[AnyPosition]: ...
    def __getitem__(self, index: int | slice) -> AnyPosition | list[AnyPosition]:
        if isinstance(index, slice):
            return [self._shared[number] for number in range(*index.indices(self._length))]
        return self._shared[range(self._length)[index]]

    def __iter__(self) -> Iterator[AnyPosition]:
        return islice(self._shared, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Points) and [*self] == [*other]


@dataclass(frozen=True, slots=True, repr=False)
class KeptTable:
    """All that the records of a table say. It has no text of its own, which could be longer than all memory."""

    terms: OpenedTable
    game: AnyGame
    seats: tuple[Occupant, ...]
    number: int = 0
    """How many games went before this one."""
    header: Header | None = None
    """The header of this game's log; None until the first game begins."""
    positions: Points = field(default_factory=Points)
    deals: tuple[int, ...] = ()
    """The points of it to which a deal led."""
    notes: tuple[LogNote, ...] = ()
    epoch: int = 0
    """How many takebacks and games went before."""
    shuffle: Proof | None = None
    """What is known of the shares for the deal that is due; None if none is."""
    is_closed: bool = False
    """Whether all promises for it are there."""
    agreed: tuple[PlayedOut, int, int] | None = None
    """How the rest of a deal was last played out, the epoch, and how many deals were made until then."""

    @property
    def phase(self) -> TablePhase:
        if self.header is None:
            return TablePhase.LOBBY
        if self.outcome is not None:
            return TablePhase.OVER
        if self.shuffle is None:
            return TablePhase.PLAYING
        return TablePhase.STOPPED if self.shuffle.number >= MOST_DEALS else TablePhase.SHUFFLING

    @property
    def ending(self) -> PlayedOut | None:
        """How the rest of this deal is played out; None if it is not."""
        now = self.epoch, len(self.deals)
        return self.agreed[0] if self.agreed and self.agreed[1:] == now and self.phase is TablePhase.PLAYING else None

    @property
    def last(self) -> int:
        """The number of the last point; -1 before the first game."""
        return len(self.positions) - 1

    @property
    def state(self) -> Any:
        return self.positions[-1].state

    @property
    def outcome(self) -> Outcome | None:
        outcome: Outcome | None = self.state.outcome if self.positions else None
        return outcome

    @property
    def to_act(self) -> int | None:
        return self.game.rules.to_act(self.state) if self.positions else None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people have, here or not, without those for whom a bot plays."""
        return tuple(seat for seat, each in enumerate(self.seats) if each.is_person and not each.replaced)

    @property
    def missing(self) -> tuple[int, ...]:
        """The people whose promises the deal that is due waits for, or once it is closed, the shares they promised."""
        given = [] if self.shuffle is None else [(seat, self.shuffle.seats[seat]) for seat in self.people]
        if self.is_closed:
            return tuple(seat for seat, each in given if each is not None and each.share is None)
        return tuple(seat for seat, each in given if each is None)


class RecordError(ValueError):
    """Records that make no table; the message is a sentence."""


def restore(given: Iterable[Record]) -> KeptTable:
    """What its records make of a table; RecordError if they are not those of a table."""
    kept: KeptTable | None = None
    for number, record in enumerate(given, 1):
        try:
            kept = _open(record) if kept is None else apply(kept, record)
        except Exception as error:  # whatever a damaged record has
            raise RecordError(f"Record {number} of the table does not fit: {error}") from error
    if kept is None:
        raise RecordError("The table has no records.")
    return kept


def restored(records: Iterable[str]) -> KeptTable:
    """As :func:`restore`, of records as a store has them."""
    try:
        return restore(map(RECORDS.read_text, records))
    except CodecError as error:
        raise RecordError(f"A record of the table can't be read: {error}") from error


def _open(record: Record) -> KeptTable:
    if not isinstance(record, OpenedTable):
        raise RecordError("it does not open a table")
    game = find_game(record.game)
    if game is None:
        raise RecordError("this version of clockspades does not have the game")
    options = game.configure(dict(record.options))
    if len(record.kinds) != game.seats(options):
        raise RecordError("the game has another number of seats")
    return KeptTable(replace(record, options=options), game, tuple(Occupant(kind) for kind in record.kinds))


def apply(kept: KeptTable, record: Record) -> KeptTable:
    """What is kept after one more record. ValueError or IndexError if it does not follow from those before."""
    match record:
        case Sat(seat, name, key):
            return _seated(kept, seat, Occupant(HUMAN, name, key))
        case SeatChanged(seat, to):
            return _seated(_seated(kept, to, kept.seats[seat]), seat, kept.seats[to])
        case Placed(seat, kind):
            return _seated(kept, seat, Occupant(kind))
        case Began(started):
            return _begun(kept, started)
        case Committed(seat, commit):
            return _contributed(kept, seat, Contribution(commit))
        case Closed():
            return replace(kept, is_closed=True)
        case Shared(seat, share):
            promised = _shuffle(kept).seats[seat]
            if promised is None:
                raise RecordError("this seat promised no share")
            return _contributed(kept, seat, Contribution(promised.commit, share))
        case Acted(seat, action, late):
            if seat != kept.to_act:
                raise RecordError("it is another seat's turn")
            arguments = {**action}
            do = arguments.pop("do", None)
            if not isinstance(do, str):
                raise RecordError("it does not say what was done")
            return acted(kept, kept.game.rules.parse_action(do, arguments), late=late)
        case TookBack(point):
            return _taken_back(kept, point)
        case PlayedOut(seat, about):
            if kept.phase is not TablePhase.PLAYING:
                raise RecordError("there is nothing to play out")
            return _noted(replace(kept, agreed=(record, kept.epoch, len(kept.deals))), PLAYED_OUT[about], seat)
        case Replaced(seat):
            return _noted(_seated(kept, seat, kept.seats[seat]._replace(replaced=True)), REPLACED, seat)
        case Returned(seat):
            return _noted(_seated(kept, seat, kept.seats[seat]._replace(replaced=False)), RETURNED, seat)
    raise RecordError("the table is open already")


def acted(kept: KeptTable, action: Action, *, late: bool = False) -> KeptTable:
    """What is kept after an action of the seat to act, or the deal; IllegalActionError if the rules refuse it.

    ``late`` notes that a bot chose it, because the time of the person was up.
    """
    if not kept.positions:
        raise IllegalActionError("The game has not begun.")
    seat = kept.to_act
    step = kept.game.rules.reduce(kept.state, action)
    positions = kept.positions.then(Position(step.state, action, seat, step.events))
    deals = (*kept.deals, len(kept.positions)) if isinstance(action, Deal) else kept.deals
    after = _with_shuffle(replace(kept, positions=positions, deals=deals))
    return _noted(after, LATE, seat) if late and seat is not None else after


def _seated(kept: KeptTable, seat: int, occupant: Occupant) -> KeptTable:
    seats = [*kept.seats]
    seats[seat] = occupant
    return replace(kept, seats=tuple(seats))


def _begun(kept: KeptTable, started: str) -> KeptTable:
    """The first game, or the next one: another seat begins it, and the series goes on."""
    terms, before = kept.terms, kept.header
    if before is None:
        options, number = dict(terms.options), 0
        drawn = int.from_bytes(share_of(terms.secret, terms.table, 0)[:4], "big")
        seats = name_bots(kept.game, [Seat(each.name, each.kind) for each in kept.seats], drawn)
        series = None if terms.best_of is None else new_series(len(seats), terms.best_of)
    else:
        if kept.outcome is None:
            raise RecordError("the game before is not over")
        options, number, seats = options_of_next(session_of(kept)), kept.number + 1, before.seats
        series = (series_before(before) or new_series(len(seats))).after(kept.outcome).before_next()
    extra: dict[str, Json] = {} if series is None else {SERIES_KEY: SERIES_JSON.write(series)}
    begun = replace(
        kept,
        number=number,
        header=Header(
            terms.game, options, seats, started, extra, WITHOUT_UNDO, kept.game.added_options
        ),  # for players' older programs
        positions=Points().then(Position(kept.game.rules.initial(options), None, None, ())),
        deals=(),
        notes=(),
        epoch=kept.epoch + 1,
    )
    for seat, occupant in enumerate(kept.seats):
        if occupant.replaced:
            begun = _noted(begun, REPLACED, seat)
    return _with_shuffle(begun)


def _with_shuffle(kept: KeptTable) -> KeptTable:
    """With a new shuffle if a deal is due, else with none."""
    terms = kept.terms
    if not kept.game.rules.deal_due(kept.state):
        return kept if kept.shuffle is None else replace(kept, shuffle=None, is_closed=False)
    table, number = name_in_proofs(kept), len(kept.deals)
    host = Contribution(commit_of(share_of(terms.secret, table, number)))
    return replace(kept, shuffle=Proof(table, number, (None,) * len(kept.seats), host), is_closed=False)


def name_in_proofs(kept: KeptTable) -> str:
    """What the proofs of this game's deals call the table: no two games of it have the same."""
    return f"{kept.terms.table}-{kept.number + 1}"


def _shuffle(kept: KeptTable) -> Proof:
    if kept.shuffle is None:
        raise RecordError("no deal is due")
    return kept.shuffle


def _contributed(kept: KeptTable, seat: int, given: Contribution) -> KeptTable:
    shuffle = _shuffle(kept)
    seats = [*shuffle.seats]
    seats[seat] = given
    return replace(kept, shuffle=replace(shuffle, seats=tuple(seats)))


def completed(kept: KeptTable) -> Proof:
    """The proof for the deal that is due, with the host's share."""
    shuffle = _shuffle(kept)
    share = share_of(kept.terms.secret, shuffle.table, shuffle.number)
    return replace(shuffle, host=Contribution(shuffle.host.commit, share))


def _taken_back(kept: KeptTable, point: int) -> KeptTable:
    """The game at an earlier point. What was noted since stands there: who left or returned still did."""
    if not 0 <= point < kept.last:
        raise RecordError("there is nothing to take back")
    notes = (*(LogNote(min(note.after, point), note.text) for note in kept.notes), LogNote(point, TAKEN_BACK))
    positions, deals = kept.positions.until(point), tuple(deal for deal in kept.deals if deal <= point)
    return _with_shuffle(replace(kept, positions=positions, deals=deals, notes=notes, epoch=kept.epoch + 1))


def _noted(kept: KeptTable, words: str, seat: int) -> KeptTable:
    """With a note about a person, unless the game is over or has not begun."""
    if kept.header is None or kept.outcome is not None:
        return kept
    return replace(kept, notes=(*kept.notes, LogNote(kept.last, words.format(name=kept.header.seats[seat].name))))


def is_host(kept: KeptTable, seat: int) -> bool:
    return kept.terms.host is not None and kept.seats[seat].key == kept.terms.host


def session_of(kept: KeptTable) -> AnySession:
    """The game as a session without a journal; only after the first has begun."""
    header = kept.header
    assert header is not None, "a game has begun"
    return Session(kept.game, header.options, header.seats, positions=kept.positions, header=header)


def log_text(kept: KeptTable) -> str:
    """The log of the game so far, as its file would be; only after the first has begun."""
    assert kept.header is not None, "a game has begun"
    lines, notes = [dump(kept.header.as_json())], dict[int, list[str]]()
    for note in kept.notes:
        notes.setdefault(note.after, []).append(dump({"note": note.text}))
    for number, position in enumerate(kept.positions):
        if position.action is not None:
            lines.append(action_line(position.seat, position.action))
        lines += notes.get(number, ())
    if kept.outcome is not None:
        lines.append(result_line(kept.outcome))
    return "".join(lines)
