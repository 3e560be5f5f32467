"""Games whose deals are made from shares, as a network table makes them, and what each program there knows."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from clockspades.engine.deal_proof import Contribution, Proof
from clockspades.engine.fair_deal import commit_of, fair_deal
from clockspades.engine.header import Header, Seat
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game

TABLE = "Sunday-evening"
PEOPLE = (Seat("Ana"), Seat("Tick", "bot:random"), Seat("Ben"), Seat("Cleo"))
STARTED = "2026-11-21T10:00:00Z"

MakeDeal = Callable[[AnySession, Proof], Deal]


def shares_of(number: int, seats: Sequence[Seat] = PEOPLE) -> list[bytes | None]:
    """What each seat gives to a deal, None for a bot, and then what the host gives."""
    kinds = [*(seat.is_human for seat in seats), True]
    return [Random(f"{number} {at}").randbytes(32) if gives else None for at, gives in enumerate(kinds)]


def proof_of(number: int, shares: Sequence[bytes | None], table: str = TABLE) -> Proof:
    """The proof of a deal in which everyone did what they had promised."""
    *seats, host = (None if share is None else Contribution(commit_of(share), share) for share in shares)
    assert host is not None
    return Proof(table, number, tuple(seats), host)


def known_to(seat: int, proof: Proof) -> Proof:
    """What the program of a seat knows of a deal before it is made: all commits, and the share that it sent."""
    seats = [
        each if each is None or number == seat else Contribution(each.commit) for number, each in enumerate(proof.seats)
    ]
    return replace(proof, seats=tuple(seats), host=Contribution(proof.host.commit))


def dealt(session: AnySession, proof: Proof) -> Deal:
    return fair_deal(session.game.rules, session.state, proof)


def fair_game(deals: int, *, make: MakeDeal = dealt, seats: Sequence[Seat] = PEOPLE) -> AnySession:
    """A game of Spades up to its deal with this number, counted from 1, played at random."""
    game, rng = find_game("spades"), Random(1)
    assert game is not None
    session: AnySession = Session(game, game.configure({}), seats)
    for number in range(deals):
        while not game.rules.deal_due(session.state):
            assert session.outcome is None
            session.act(rng.choice(game.rules.legal_actions(session.state)))
        session.act(make(session, proof_of(number, shares_of(number, seats))))
    return session


def header_of(session: AnySession, **extra: str) -> Header:
    return Header(session.game.name, session.options, session.seats, STARTED, extra, added=session.game.added_options)
