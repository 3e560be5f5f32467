"""What a table tells a connection: messages made from what is kept of it, each with what its seat observes."""

from collections.abc import Iterator
from typing import Any, Final

from clockspades.engine.actions import Deal
from clockspades.engine.deal_proof import Proof
from clockspades.network.table.history import is_host, log_text, name_in_proofs
from clockspades.network.table.model import Kept, Live, Phase
from clockspades.network.wire.messages import Begun, Commits, Joined, Log, Point, Seats, SeatShown, Shuffle
from clockspades.network.wire.points import SeenPoint, observed_point, write_point
from clockspades.saved.series import series_before

PIECE: Final = 10_000
"""Characters of a piece of a log: each takes 6 bytes in a frame at most."""


def joined(kept: Kept, seat: int | None) -> Joined:
    """The answer to a join: the table, for a seat or a spectator."""
    terms = kept.terms
    return Joined(
        terms.table,
        seat,
        seat is not None and is_host(kept, seat),
        terms.game.name,
        terms.options,
        tuple(terms.game.bots),
        terms.limit,
        terms.best_of,
        terms.free_words,
    )


def begun(kept: Kept, seat: int | None, points: int) -> Begun:
    """The game, for a client that has so many of its points. A game must have begun."""
    header = kept.header
    assert header is not None, "a game has begun"
    series = series_before(header)
    return Begun(
        header.game,
        header.options,
        tuple(each._asdict() for each in header.seats),
        seat,
        None if series is None else series.as_json(),
        name_in_proofs(kept),
        kept.number,
        kept.epoch,
        points,
        len(kept.positions),
    )


def seats(kept: Kept, live: Live, now: float) -> Seats:
    """Who sits where at the time ``now``."""
    here = live.here
    names = [each.name for each in (kept.seats if kept.header is None else kept.header.seats)]
    shown = tuple(
        SeatShown(
            names[seat],
            each.kind,
            seat in here,
            each.replaced,
            tuple(sorted(voter for (gone, voter), vote in live.votes.items() if gone == seat and vote)),
            tuple(sorted(voter for (gone, voter), vote in live.votes.items() if gone == seat and not vote)),
            is_host(kept, seat),
        )
        for seat, each in enumerate(kept.seats)
    )
    thinking = round(max(0.0, now - live.since), 1) if kept.phase is Phase.PLAYING else None
    return Seats(shown, thinking, sum(line.seat is None for line in live.lines.values()))


def shuffling(shuffle: Proof) -> Shuffle:
    """The message that asks for promises, with the seats whose promises are there."""
    there = (seat for seat, each in enumerate(shuffle.seats) if each is not None)
    return Shuffle(shuffle.table, shuffle.number, tuple(there))


def commits(shuffle: Proof) -> Commits:
    """The message with all promises."""
    given = tuple(None if each is None else each.commit.hex() for each in shuffle.seats)
    return Commits(shuffle.table, shuffle.number, given, shuffle.host.commit.hex())


def seen(kept: Kept, number: int, seat: int | None) -> SeenPoint:
    """A point as a seat observes it; None observes what all see."""
    return observed_point(kept.terms.game, len(kept.seats), number, kept.positions[number], seat)


def write_seen(kept: Kept, number: int, seat: int | None, before: Any) -> tuple[Point, Any]:
    """A point for a seat to which the view ``before`` went last, or None, and the view that goes with it."""
    point = seen(kept, number, seat)
    return Point(write_point(kept.terms.game, point, seat, before)), point.view


def proof_at(kept: Kept, number: int) -> Proof | None:
    """The proof of the deal that is over at a point; None if none is."""
    state = kept.positions[number].state
    if state.outcome is None and not kept.terms.game.rules.deal_due(state):
        return None
    actions = (position.action for position in reversed(kept.positions[: number + 1]))
    return next((action.proof for action in actions if isinstance(action, Deal)), None)


def log_pieces(kept: Kept) -> Iterator[Log]:
    """The log of the game in pieces that fit in a frame."""
    text = log_text(kept)
    for at in range(0, len(text), PIECE):
        yield Log(kept.number, at // PIECE, text[at : at + PIECE], at + PIECE >= len(text))
