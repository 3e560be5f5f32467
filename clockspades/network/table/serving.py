"""How one input is served: the table as it is by now, the effects so far, and what connections are told of it."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from clockspades.engine.deal_proof import Proof
from clockspades.engine.header import TIME_FORMAT
from clockspades.engine.options import known_options
from clockspades.engine.rules import Deal
from clockspades.engine.text import printable
from clockspades.network.table import kept as records
from clockspades.network.table import served_table as model
from clockspades.network.table.kept import Began, KeptTable, Occupant, Record, TablePhase
from clockspades.network.table.served_table import ServedTable
from clockspades.network.wire import messages as say
from clockspades.network.wire.form import SeenPoint, observed_point, write_point
from clockspades.network.wire.messages import ToClient
from clockspades.saved.series import series_before

PIECE: Final = 10_000
"""Characters of a piece of a log: each takes 6 bytes in a frame at most."""


class RefusedError(ValueError):
    """A message that has no effect; it says why in a sentence, which can be :class:`Worded`."""


class Serving:
    """The table as it is by now, and the effects so far, while one input is served."""

    def __init__(self, table: ServedTable, now: float, date: float) -> None:
        self.kept, self.live, self.now, self._date = table.kept, table.live, now, date
        self.effects: list[model.ServerEffect] = []
        self.seats_changed = False
        self.done: model.Send | None = None
        """The message that confirms an action. It is sent after the point that the action leads to."""

    @property
    def mark(self) -> model.Awaited:
        return model.Awaited(self.kept.epoch, self.kept.last, self.kept.is_closed)

    def store(self, record: Record) -> None:
        """Store a record, and go on with what it leads to."""
        self.keep(records.apply(self.kept, record), record)

    def keep(self, kept: KeptTable, record: Record) -> None:
        """Go on with what is kept, which this record leads to."""
        if kept.positions is not self.kept.positions or (kept.is_closed and not self.kept.is_closed):
            self.change(since=self.now, late=None, came={})
        self.kept = kept
        self.effects.append(model.Store(record))

    def change(self, **changes: Any) -> None:
        self.live = replace(self.live, **changes)

    def send(self, connection: str, message: ToClient) -> None:
        self.effects.append(model.Send((connection,), message))

    def send_all(self, message: ToClient) -> None:
        if self.live.lines:
            self.effects.append(model.Send(tuple(self.live.lines), message))

    def name(self, seat: int) -> str:
        """The name of a person, as it can be shown."""
        return printable(self.kept.seats[seat].name)

    def connection(self, seat: int) -> str | None:
        """The connection of a seat; None if its person is not here."""
        return next((name for name, line in self.live.lines.items() if line.seat == seat), None)

    def program(self, program: str) -> str | None:
        """The connection over which this program looks on; None if there is none, or the program has no name."""
        found = (name for name, line in self.live.lines.items() if line.seat is None and line.program == program)
        return next(found, None) if program else None

    def forget(self, connection: str) -> None:
        """Forget a connection, whose seat may have another one."""
        self.change(lines={name: line for name, line in self.live.lines.items() if name != connection})

    def leave(self, connection: str) -> None:
        line = self.live.lines.get(connection)
        if line is None:
            return  # a newer connection has the seat
        self.forget(connection)
        self.seats_changed = True
        if line.seat is not None:
            self.forget_votes(of=line.seat)

    def forget_votes(self, about: int | None = None, of: int | None = None) -> None:
        """Forget the votes about a person who is not gone any more, and those of one who is."""
        votes = self.live.votes
        left = {(gone, voter): vote for (gone, voter), vote in votes.items() if gone != about and voter != of}
        if len(left) < len(votes):
            self.change(votes=left)
            self.seats_changed = True

    def seat(self, seat: int) -> Occupant:
        """Who has a seat; RefusedError if the table has no such seat."""
        if seat >= len(self.kept.seats):
            raise RefusedError("There is no such seat at this table.")
        return self.kept.seats[seat]

    def begin(self) -> None:
        started = datetime.fromtimestamp(self._date, UTC).strftime(TIME_FORMAT)
        self.store(Began(started))
        self.change(again=(), question=None, ready=frozenset())
        self.change_lines(self.live.lines, following=0, view=None, has_log=False, told=None)
        for connection, line in self.live.lines.items():
            self.send(connection, begun(self.kept, line.seat, 0))
        self.seats_changed = True

    def send_points(self) -> None:
        kept, groups = self.kept, dict[tuple[int | None, int, bool, bool], list[str]]()
        for name, line in self.live.lines.items():
            if line.following <= kept.last:
                groups.setdefault((line.seat, line.following, line.view is None, line.more), []).append(name)
        changed: dict[str, model.JoinedLine] = {}
        for (seat, following, _, more), names in groups.items():
            view = self.live.lines[names[0]].view
            until = min(following + model.POINTS_AT_ONCE, kept.last + 1)
            for number in range(following, until):
                point = seen(kept, number, seat)
                written = write_point(kept.game, point, seat, view, more=more)
                self.effects.append(model.Send(tuple(names), say.NextPoint(written)))
                view = point.view
                if proof := proof_at(kept, number):
                    self.effects.append(model.Send(tuple(names), say.Proved(proof)))
            changed |= {name: self.live.lines[name]._replace(following=until, view=view) for name in names}
            if until <= kept.last:
                self.effects.extend(model.GiveLater(model.More(name), 0.0) for name in names)
        if changed:
            self.change(lines={**self.live.lines, **changed})

    def send_log(self) -> None:
        """Send the log of the game, which is over, in pieces to each connection that has seen all points."""
        last = self.kept.last
        due = [name for name, line in self.live.lines.items() if line.following > last and not line.has_log]
        if due:
            text = records.log_text(self.kept)
            for at in range(0, len(text), PIECE):
                piece = say.Log(self.kept.number, at // PIECE, text[at : at + PIECE], at + PIECE >= len(text))
                self.effects.append(model.Send(tuple(due), piece))
            self.change_lines(due, has_log=True)

    def change_lines(self, names: Iterable[str], **changes: Any) -> None:
        changed = {name: self.live.lines[name]._replace(**changes) for name in names}
        self.change(lines={**self.live.lines, **changed})


def joined(kept: KeptTable, seat: int | None) -> say.Joined:
    """The answer to a join: the table, for a seat or a spectator."""
    terms = kept.terms
    return say.Joined(
        terms.table, seat, seat is not None and records.is_host(kept, seat), terms.game,
        known_options(terms.options, kept.game.added_options),
        tuple(kept.game.bots), terms.limit, terms.best_of, terms.free_words, say.TAKES, terms.no_hints,
    )  # fmt: skip


def begun(kept: KeptTable, seat: int | None, points: int) -> say.Begun:
    """The game, for a client that has so many of its points. A game must have begun."""
    header = kept.header
    assert header is not None, "a game has begun"
    return say.Begun(
        header.game, known_options(header.options, header.added), header.seats, seat,
        series_before(header), records.name_in_proofs(kept), kept.number, kept.epoch, points, len(kept.positions),
    )  # fmt: skip


def seats(kept: KeptTable, live: model.Live, now: float) -> say.Seats:
    """Who sits where at the time ``now``."""
    here = live.here
    names = [each.name for each in (kept.seats if kept.header is None else kept.header.seats)]
    shown = tuple(
        say.SeatShown(
            names[seat],
            each.kind,
            seat in here and seat not in live.idle,
            each.replaced,
            tuple(sorted(voter for (gone, voter), vote in live.votes.items() if gone == seat and vote)),
            tuple(sorted(voter for (gone, voter), vote in live.votes.items() if gone == seat and not vote)),
            records.is_host(kept, seat),
            seat in live.idle,
            each.key in live.ready and seat in here,
        )
        for seat, each in enumerate(kept.seats)
    )
    thinking = round(max(0.0, now - live.since), 1) if kept.phase is TablePhase.PLAYING else None
    watchers = [line.name for line in live.lines.values() if line.seat is None]
    asks, ending = live.question, kept.ending
    if ending is not None:
        asks = say.FinishAsked(ending.about, ending.seat, kept.last)
    elif isinstance(asks, say.TakebackAsked):
        asks = None  # it has a message of its own
    return say.Seats(shown, thinking, len(watchers), tuple(filter(None, watchers)), asks)


def seen(kept: KeptTable, number: int, seat: int | None) -> SeenPoint:
    """A point as a seat observes it; None observes what all see."""
    return observed_point(kept.game, len(kept.seats), number, kept.positions[number], seat)


def proof_at(kept: KeptTable, number: int) -> Proof | None:
    """The proof of the deal that is over at a point; None if none is."""
    state = kept.positions[number].state
    if state.outcome is None and not kept.game.rules.deal_due(state):
        return None
    deal = bisect_right(kept.deals, number) - 1
    action = kept.positions[kept.deals[deal]].action if deal >= 0 else None
    return action.proof if isinstance(action, Deal) else None
