"""The proof of a deal: who promised and who gave a share of its key (docs/network.md, "A shuffle that nobody can rig").

:mod:`clockspades.engine.fair_deal` deals from it, and finds out whether it holds.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from clockspades.engine.options import Json

SIZE: Final = 32
"""Bytes of a share, and of its commit."""
MOST_SEATS: Final = 16
"""Seats of a table that a proof can be of."""
MOST_DEALS: Final = 100_000
"""Deals of a game that can have proofs: no log has more lines."""

_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_HEX: Final = re.compile(rf"[0-9a-f]{{{2 * SIZE}}}", re.ASCII)
_FORM: Final = (
    'the "proof" of a deal must be {"table": TEXT, "deal": N, "seats": [SHARE, …], "host": SHARE}, and each SHARE null'
    ' or {"commit": HEX, "share": HEX or null}'
)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a seat or the host gave to the key of a deal. ValueError if a part does not have :data:`SIZE` bytes."""

    commit: bytes
    """The SHA-256 of the share, promised before anyone showed a share."""
    share: bytes | None = None
    """None if it is not known yet, or did not come in time."""

    def __post_init__(self) -> None:
        if len(self.commit) != SIZE or (self.share is not None and len(self.share) != SIZE):
            raise ValueError(f"a commit and a share have {SIZE} bytes each")

    def as_json(self) -> dict[str, Json]:
        """Both in hexadecimal digits; null for a share that is missing."""
        return {"commit": self.commit.hex(), "share": None if self.share is None else self.share.hex()}


@dataclass(frozen=True, slots=True)
class Proof:
    """All that the key of a deal is made of. ValueError if no log can have these values.

    While a deal is being agreed on, it is what is known so far: some of the shares are missing.
    """

    table: str
    """What identifies the table: 1 to 64 letters, digits, ``-`` and ``_`` of ASCII."""
    number: int
    """How many deals went before it in the game."""
    seats: tuple[Contribution | None, ...]
    """By seat; None for one that takes no part, as a bot plays it."""
    host: Contribution

    def __post_init__(self) -> None:
        check_table(self.table)
        if not 0 <= self.number < MOST_DEALS:
            raise ValueError(f"the number of a deal in a proof is from 0 to {MOST_DEALS - 1:,}")
        if not 1 <= len(self.seats) <= MOST_SEATS:
            raise ValueError(f"a proof has 1 to {MOST_SEATS} seats")

    @property
    def commits(self) -> tuple[bytes | None, ...]:
        """The promises of the seats, and then the host's."""
        return tuple(None if each is None else each.commit for each in self.contributions)

    @property
    def contributions(self) -> tuple[Contribution | None, ...]:
        """Those of the seats, and then the host's."""
        return *self.seats, self.host

    def as_json(self) -> dict[str, Json]:
        """The value of the key ``proof`` of a deal in a log."""
        return {
            "table": self.table,
            "deal": self.number,
            "seats": [None if each is None else each.as_json() for each in self.seats],
            "host": self.host.as_json(),
        }

    @classmethod
    def parse(cls, value: Json, *, is_whole: bool = True) -> "Proof":
        """The proof that :meth:`as_json` wrote; ValueError if it is none, or lacks the host's share but is whole."""
        match value:
            case {"table": str(table), "deal": int(number), "seats": [*seats], "host": host, **rest} if (
                not rest and type(number) is int and len(seats) <= MOST_SEATS
            ):
                given = _parse_contribution(host)
                if given is None or (is_whole and given.share is None):
                    raise ValueError("the proof of a deal lacks the host's share")
                return cls(table, number, tuple(map(_parse_contribution, seats)), given)
        raise ValueError(_FORM)


def check_table(name: str) -> None:
    """ValueError if no table can be called this in a proof."""
    if not _TABLE.fullmatch(name):
        raise ValueError("the table of a proof is named by 1 to 64 letters, digits, hyphens and underscores")


def _parse_contribution(value: Json) -> Contribution | None:
    match value:
        case None:
            return None
        case {"commit": str(commit), "share": None, **rest} if not rest:
            return Contribution(_parse_hex(commit))
        case {"commit": str(commit), "share": str(share), **rest} if not rest:
            return Contribution(_parse_hex(commit), _parse_hex(share))
    raise ValueError(_FORM)


def _parse_hex(text: str) -> bytes:
    if not _HEX.fullmatch(text):
        raise ValueError(f"a commit or share in the proof of a deal is not {2 * SIZE} digits of 0-9 and a-f")
    return bytes.fromhex(text)


def without_proof(line: Mapping[str, Json]) -> dict[str, Json]:
    """The line of an action in a log without the proof of a deal: two deals are the same if their cards are."""
    return {key: value for key, value in line.items() if key != "proof" or line.get("do") != "deal"}
