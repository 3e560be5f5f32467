"""Which of several processes serves a table: a pure reducer from inputs to effects, one for each table and process.

A process owns a table for the seconds of its lease, and renews it in time. The store knows whose claim was the last,
and takes records from no other. So an owner that was paused, or cut off from the store, finds out that it has lost the
table before anybody hears of what it did: until its lease is renewed it takes no message, and it tells what it saved
only when the store has taken it.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

LEASE: Final = 2.0
"""Seconds for which a table is owned, and after which another process takes it over if its owner has died."""
RENEWED_AFTER: Final = LEASE / 3
"""Seconds of a lease after which it is renewed."""
ASKED_AGAIN_AFTER: Final = LEASE / 6
"""Seconds after which a renewal is tried again that was not answered."""


class Stage(StrEnum):
    """How far a process is with a table."""

    AWAY = "away"
    """Another process owns it, or none does."""
    CLAIMING = "claiming"
    LOADING = "loading"
    """This process owns it, and reads its records."""
    OURS = "ours"


@dataclass(frozen=True, slots=True)
class Ownership:
    """What a process knows of the owner of a table. All times are those of the process's own clock, in seconds."""

    stage: Stage = Stage.AWAY
    fence: int = 0
    """The fencing number of the lease, while there is one."""
    until: float = 0.0
    """Until when no other process can own the table."""
    due: float = 0.0
    """When the lease is to be renewed."""
    asked: float | None = None
    """When the renewal that is under way was sent."""

    def is_sure(self, now: float) -> bool:
        """Whether messages can be taken: certainly nobody else owns the table."""
        return self.stage is Stage.OURS and now < self.until


AWAY: Final = Ownership()

# -- inputs ----------------------------------------------------------------------------------------------------


class Wanted(NamedTuple):
    """Somebody comes to the table, and waits for :class:`Admit`, :class:`Direct` or :class:`TurnBack`."""


class Created(NamedTuple):
    """The table was opened here: this process has the lease, which it asked for at a time."""

    fence: int
    asked: float


class Claimed(NamedTuple):
    """The claim that was sent at a time was granted."""

    fence: int
    asked: float


class TakenBy(NamedTuple):
    """The claim was refused: this process owns the table."""

    owner: str
    seconds: float


class Loaded(NamedTuple):
    """The table is as its records say, which were read with this lease."""

    fence: int


class LeaseDue(NamedTuple):
    """Time has passed: give it when :attr:`Ownership.due` is reached."""


class Renewed(NamedTuple):
    """The renewal that was sent at a time was granted."""

    asked: float


class RequestFailed(NamedTuple):
    """The store has not answered, or the records make no table."""

    effect: "StoreRequest"
    """What it was asked."""


class LeaseLost(NamedTuple):
    """The lease ends: there is a newer claim, the table was removed, or this process gives it up."""

    fence: int


OwnerInput: TypeAlias = Wanted | Created | Claimed | TakenBy | Loaded | LeaseDue | Renewed | RequestFailed | LeaseLost

# -- effects ---------------------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """Claim the table: :class:`Claimed`, :class:`TakenBy` or :class:`RequestFailed` answers."""


class Load(NamedTuple):
    """Read the records: :class:`Loaded` or :class:`RequestFailed` answers."""

    fence: int


class Renew(NamedTuple):
    """Renew the lease: :class:`Renewed`, :class:`LeaseLost` or :class:`RequestFailed` answers."""

    fence: int
    asked: float


class Admit(NamedTuple):
    """Serve all who wait."""


class Direct(NamedTuple):
    """Bring all who wait to the owner. It may have died: then they come back here."""

    owner: str
    seconds: float


class TurnBack(NamedTuple):
    """Let all who wait come again later: nobody knows now where the table is."""


class Drop(NamedTuple):
    """Forget the table, and end its connections, so that they return. Nobody is told of what waits for the store."""


class Release(NamedTuple):
    """Let others claim the table at once."""

    fence: int


StoreRequest: TypeAlias = Claim | Load | Renew | Release
"""What takes time."""
StoreAnswer: TypeAlias = Admit | Direct | TurnBack
"""What those who wait are told."""
OwnerEffect: TypeAlias = StoreRequest | StoreAnswer | Drop


class Owned(NamedTuple):
    """The next state, and the effects on the way."""

    state: Ownership
    effects: tuple[OwnerEffect, ...] = ()


def own(state: Ownership, given: OwnerInput, now: float) -> Owned:
    """The next state, and the effects that the shell runs in this order."""
    stage = state.stage
    match given:
        case Wanted():
            return _wanted(state, now)
        case Created(fence, asked):
            return Owned(_leased(Ownership(Stage.OURS, fence), asked))
        case Claimed(fence, asked) if stage is Stage.CLAIMING:
            return Owned(_leased(Ownership(Stage.LOADING, fence), asked), (Load(fence),))
        case TakenBy(owner, seconds) if stage is Stage.CLAIMING:
            return Owned(AWAY, (Direct(owner, seconds),))
        case RequestFailed(Claim()) if stage is Stage.CLAIMING:
            return Owned(AWAY, (TurnBack(),))
        case Loaded(fence) if stage is Stage.LOADING and fence == state.fence:
            ours = replace(state, stage=Stage.OURS)
            return Owned(ours, (Admit(),) if ours.is_sure(now) else ())
        case RequestFailed(Load(fence)) if stage is Stage.LOADING and fence == state.fence:
            return Owned(AWAY, (TurnBack(), Release(fence)))
        case LeaseDue() if state.fence and state.asked is None and now >= state.due:
            return Owned(replace(state, asked=now), (Renew(state.fence, now),))
        case Renewed(asked) if state.fence and asked == state.asked:
            leased = _leased(state, asked)
            return Owned(leased, (Admit(),) if leased.is_sure(now) else ())
        case RequestFailed(Renew(_, asked)) if state.fence and asked == state.asked:
            return Owned(replace(state, asked=None, due=now + ASKED_AGAIN_AFTER))
        case LeaseLost(fence) if state.fence == fence:
            return Owned(AWAY, (Drop(),))
    return Owned(state)  # it is about an earlier lease


def _wanted(state: Ownership, now: float) -> Owned:
    if state.stage is Stage.AWAY:
        return Owned(Ownership(Stage.CLAIMING), (Claim(),))
    if state.is_sure(now):
        return Owned(state, (Admit(),))
    return own(state, LeaseDue(), now)  # they wait for the lease to be renewed


def _leased(state: Ownership, asked: float) -> Ownership:
    """With a lease that was asked for at this time, so that the store counts from then on or later."""
    return replace(state, until=asked + LEASE, due=asked + RENEWED_AFTER, asked=None)
