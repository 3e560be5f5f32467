"""The proof of a deal: who promised and who gave a share of its key (docs/network.md, "A shuffle that nobody can rig").

:mod:`clockspades.engine.fair_deal` deals from it, and finds out whether it holds.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Annotated, Final, TypeAlias

from clockspades.engine.codec import REQUIRED, Codec, Key, Must, size
from clockspades.engine.options import Json
from clockspades.language import NC_, grouped, wrong

SIZE: Final = 32
"""Bytes of a share, and of its commit."""
MOST_SEATS: Final = 16
"""Seats of a table that a proof can be of."""
MOST_DEALS: Final = 100_000
"""Deals of a game that can have proofs: no log has more lines."""

_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)

ShareBytes: TypeAlias = Annotated[bytes, size(SIZE)]
"""A share, or the promise of one."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a seat or the host gave to the key of a deal. ValueError if a part does not have :data:`SIZE` bytes."""

    commit: ShareBytes
    """The SHA-256 of the share, promised before anyone showed a share."""
    share: Annotated[ShareBytes | None, REQUIRED] = None
    """None if it is not known yet, or did not come in time."""

    def __post_init__(self) -> None:
        if len(self.commit) != SIZE or (self.share is not None and len(self.share) != SIZE):
            raise ValueError(wrong("a commit and a share have {number} bytes each", number=SIZE))


@dataclass(frozen=True, slots=True)
class Proof:
    """All that the key of a deal is made of. ValueError if no log can have these values.

    While a deal is being agreed on, it is what is known so far: some of the shares are missing.
    """

    table: str
    """What identifies the table: 1 to 64 letters, digits, ``-`` and ``_`` of ASCII."""
    number: Annotated[int, Key("deal")]
    """How many deals went before it in the game."""
    seats: tuple[Contribution | None, ...]
    """By seat; None for one that takes no part, as a bot plays it."""
    host: Contribution

    def __post_init__(self) -> None:
        check_table(self.table)
        if not 0 <= self.number < MOST_DEALS:
            words = wrong("the number of a deal in a proof is from 0 to {most}", most=grouped(MOST_DEALS - 1))
            raise ValueError(words)
        if not 1 <= len(self.seats) <= MOST_SEATS:
            raise ValueError(wrong("a proof has 1 to {most} seats", most=MOST_SEATS))

    @property
    def commits(self) -> tuple[bytes | None, ...]:
        """The promises of the seats, and then the host's."""
        return tuple(None if each is None else each.commit for each in self.contributions)

    @property
    def contributions(self) -> tuple[Contribution | None, ...]:
        """Those of the seats, and then the host's."""
        return *self.seats, self.host

    @property
    def is_whole(self) -> bool:
        """Whether the host has given its share."""
        return self.host.share is not None


WholeProof: TypeAlias = Annotated[Proof, Must(attrgetter("is_whole"), NC_("must be", "a proof with the host's share"))]
"""A proof of a deal that was made."""
PROMISES: Final = Codec(Proof)
"""What is known of a proof before its deal is made."""


def check_table(name: str) -> None:
    """ValueError if no table can be called this in a proof."""
    if not _TABLE.fullmatch(name):
        words = wrong("the table of a proof is named by 1 to 64 letters, digits, hyphens and underscores")
        raise ValueError(words)


def without_proof(line: Mapping[str, Json]) -> dict[str, Json]:
    """The line of an action in a log without the proof of a deal: two deals are the same if their cards are."""
    return {key: value for key, value in line.items() if key != "proof" or line.get("do") != "deal"}
