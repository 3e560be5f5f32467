"""Deals that nobody can choose: from shares that all promise before anyone shows theirs, and whether a proof holds.

docs/network.md, "A shuffle that nobody can rig", has the protocol, the bytes and test vectors.
"""

import hmac
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Final

from clockspades.engine.deal_proof import PROMISES, SIZE, Contribution, Proof
from clockspades.engine.header import Header
from clockspades.engine.rules import ActionT, Deal, EventT, Rules, StateT
from clockspades.engine.session import AnySession
from clockspades.engine.standing import NETWORK_KEY, origin_of
from clockspades.engine.wording import Names
from clockspades.language import N_, _, pgettext

PURPOSE: Final = b"clockspades deal"
"""The first bytes that are hashed, which no other use of SHA-256 in this program shares."""

PROVED: Final = N_(
    "The proof of a deal shows everyone who sat at the table that nobody chose the cards;"
    " it does not stop a host who reads their own program's memory."
)
"""What a proof proves that holds, and what it does not."""


def _host() -> str:
    """What sentences call the host, whose share belongs to no seat."""
    return pgettext("who gives a share", "the host")


def commit_of(share: bytes) -> bytes:
    """The promise of a share: its SHA-256. ValueError if the share does not have 32 bytes."""
    if len(share) != SIZE:
        raise ValueError(f"a share has {SIZE} bytes, not {len(share)}")
    return sha256(share).digest()


def deal_key(proof: Proof) -> bytes:
    """The 32 bytes that all shares, the table and the number of the deal make together.

    They depend on the shares alone, not on the commits. ValueError if the host's share is missing.
    """
    if proof.host.share is None:
        raise ValueError("there is no key without the host's share")
    return sha256(_encoding(proof)).digest()


def _encoding(proof: Proof) -> bytes:
    """The bytes whose hash is the key. Two tables, numbers or lists of shares never give the same bytes."""
    seats = (bytes([seat]) + _counted(_share(each)) for seat, each in enumerate(proof.seats))
    return b"".join(
        [
            _counted(PURPOSE),
            _counted(proof.table.encode("ascii")),
            proof.number.to_bytes(4, "big"),
            bytes([len(proof.seats)]),
            *seats,
            _counted(_share(proof.host)),
        ]
    )


def _share(given: Contribution | None) -> bytes:
    return b"" if given is None or given.share is None else given.share


def _counted(part: bytes) -> bytes:
    """At most 255 bytes, behind one byte with their number."""
    return bytes([len(part)]) + part


def fair_deal(rules: Rules[StateT, ActionT, EventT], state: StateT, proof: Proof) -> Deal:
    """The deal that is due, as the shares shuffle it, with the proof.

    The cards stand as in :attr:`Rules.cards` at first. From the last place down to the second, the card there changes
    places with one drawn from those before it and itself. Shares are taken as they are: :func:`faults` checks the
    commits.
    """
    due = {*rules.pack(state)}
    cards = [card for card in rules.cards if card in due]
    drawn = _bytes(deal_key(proof))
    for last in range(len(cards) - 1, 0, -1):
        at = _below(last + 1, drawn)
        cards[last], cards[at] = cards[at], cards[last]
    return Deal(tuple(cards), proof)


def _below(size: int, drawn: Iterator[int]) -> int:
    """A number from 0, less than ``size``, each equally likely: bytes for which some would be likelier are left out."""
    most = 256 - 256 % size
    return next(byte for byte in drawn if byte < most) % size


def _bytes(key: bytes) -> Iterator[int]:
    """The bytes of HMAC-SHA-256 of 0, 1, 2 and so on, each as 4 bytes, without an end in practice."""
    for counter in range(1 << 32):
        yield from hmac.digest(key, counter.to_bytes(4, "big"), "sha256")


def faults(
    deal: Deal, rules: Rules[StateT, ActionT, EventT], state: StateT, names: Names, *, table: str, number: int
) -> Iterator[str]:
    """Sentences on what does not fit in a deal that was made in ``state``: the number ``number`` from 0 of this table.

    ``names`` are those of the seats, none of them "you". A log shows no more: whether the promises came before the
    shares is known to those who sat at the table, whose programs ask :func:`broken_promises`.
    """
    proof, told = deal.proof, number + 1
    if proof is None:
        yield _("Deal {deal} has no proof, unlike others of this game.", deal=told)
        return
    if proof.table != table:
        yield _("Deal {deal}: the proof is from another table.", deal=told)
    if proof.number != number:
        yield _("Deal {deal}: the proof is of deal {other}.", deal=told, other=proof.number + 1)
    if len(proof.seats) != len(names):
        words = N_("Deal {deal}: the proof is of {seats} seats, but {players} play.")
        yield _(words, deal=told, seats=len(proof.seats), players=len(names))
        return
    if proof.host.share is None:
        yield _("Deal {deal}: the host's share is missing.", deal=told)
        return
    wrong = [*_misfits(proof, names, told)]
    yield from wrong
    if wrong:  # other cards follow from it
        return
    if fault := deal.fault(rules.pack(state)):
        yield _("Deal {deal}: the pack is not the one that is due: {fault}.", deal=told, fault=fault)
        return
    fair = fair_deal(rules, state, proof)
    for place, (dealt, due) in enumerate(zip(deal.cards, fair.cards), 1):
        if dealt is not due:
            words = N_("Deal {deal}: card {place} is the {card}, but the shares deal the {due} there.")
            yield _(words, deal=told, place=place, card=dealt.symbol, due=due.symbol)
            return


def _misfits(proof: Proof, names: Names, told: int) -> Iterator[str]:
    for who, given in zip((*names, _host()), proof.contributions):
        if given is not None and given.share is not None and commit_of(given.share) != given.commit:
            yield _("Deal {deal}: the share of {name} does not fit what {name} had promised.", deal=told, name=who)


def broken_promises(proof: Proof, known: Proof, names: Names) -> Iterator[str]:
    """Sentences on how a proof differs from what somebody knows who sat at the table.

    ``known`` has the commits that the table was shown before any share was sent, and those shares that are known for
    certain: at least the one that this seat sent.
    """
    told = known.number + 1
    if (proof.table, proof.number, len(proof.seats)) != (known.table, known.number, len(known.seats)):
        yield _("Deal {deal}: the proof is of another deal.", deal=told)
        return
    for who, given, promised in zip((*names, _host()), proof.contributions, known.contributions):
        if promised is None:
            if given is not None:
                yield _("Deal {deal}: the proof has a share of {name}, who had promised none.", deal=told, name=who)
        elif given is None:
            yield _("Deal {deal}: the proof leaves out {name}, who had promised a share.", deal=told, name=who)
        elif given.commit != promised.commit:
            yield _("Deal {deal}: what {name} had promised was changed.", deal=told, name=who)
        elif promised.share is not None and given.share != promised.share:
            yield _("Deal {deal}: the share that {name} sent is not in the proof.", deal=told, name=who)
    yield from _misfits(proof, names, told)


def faults_of_game(session: AnySession) -> Iterator[str]:
    """Sentences on what does not fit in the proofs of a saved game; none if no deal has one, or was promised one.

    If the log was kept by somebody who sat at the table, the proofs are compared with what their program was shown. A
    branch needs none for the deals after the point where it leaves its game.
    """
    deals, origin = session.deals, origin_of(session.header)
    proofs = [deal.proof for _, deal, _ in deals if deal.proof is not None]
    shown = {known.number: known for known in promises_of(session.header)}
    used: set[bytes] = set()
    for number, (point, deal, state) in enumerate(deals if proofs or shown else ()):
        if deal.proof is None and origin is not None and point > origin.point:
            continue
        if (known := shown.get(number)) is not None:
            if deal.proof is None:
                yield _("Deal {deal} has no proof, although shares were promised for it.", deal=number + 1)
                continue
            yield from broken_promises(deal.proof, known, session.names)
        if not proofs:
            continue
        yield from faults(deal, session.game.rules, state, session.names, table=proofs[0].table, number=number)
        given = () if deal.proof is None else deal.proof.contributions
        for who, each in zip((*session.names, _host()), given):
            if each is not None:
                if each.commit in used:
                    words = N_("Deal {deal}: the share of {name} was used before in this game.")
                    yield _(words, deal=number + 1, name=who)
                used.add(each.commit)


def promises_of(header: Header) -> Iterator[Proof]:
    """The promises that the keeper of a log was shown during a network game, one entry a deal, if the log has them."""
    match header.extra.get(NETWORK_KEY):
        case {"promises": [*promises]}:
            for each in promises:
                with suppress(ValueError):
                    yield PROMISES.read(each)


def doubts_of(header: Header) -> tuple[str, ...]:
    """The doubts about shuffles that the keeper of a log was told of while the game was played, in sentences."""
    match header.extra.get(NETWORK_KEY):
        case {"doubts": [*doubts]}:
            return tuple(map(str, doubts))
    return ()


def deals_with_proof(session: AnySession) -> int:
    return sum(deal.proof is not None for _, deal, _ in session.deals)


def missing_shares(session: AnySession) -> Iterator[str]:
    """Sentences on the people who took no part in the shuffle of a deal with a proof: that is allowed, but weaker."""
    for number, (_point, deal, _state) in enumerate(session.deals, 1):
        given = () if deal.proof is None else deal.proof.seats
        for name, seat, each in zip(session.names, session.seats, given):
            if each is not None and each.share is None:
                yield _("Deal {deal}: {name} promised a share, but it did not come in time.", deal=number, name=name)
            elif each is None and seat.is_human:
                yield _("Deal {deal}: {name} took no part in the shuffle.", deal=number, name=name)
