"""The shuffle of network games written from docs/network.md alone: it shares no line with the package.

``python -m tests.engine.reference_shuffle`` prints the test vectors of that document.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "network.md"
BEGINNING = "### Test vectors\n"


@dataclass(frozen=True)
class Vector:
    """What a deal is made of. A share is None if it is missing, or if the seat takes no part."""

    title: str
    table: str
    deal: int
    shares: tuple[bytes | None, ...]
    """By seat, and then the host's."""
    pack: Sequence[str]
    """The cards in use, in any order."""

    @property
    def hashed(self) -> bytes:
        """The bytes whose SHA-256 is the key."""
        *seats, host = self.shares
        assert host is not None
        parts = [b"\x10clockspades deal", bytes([len(self.table)]), self.table.encode(), self.deal.to_bytes(4, "big")]
        parts.append(bytes([len(seats)]))
        for number, share in enumerate(seats):
            parts += [bytes([number]), b"\x00" if share is None else b"\x20" + share]
        return b"".join([*parts, b"\x20", host])

    @property
    def key(self) -> bytes:
        return sha256(self.hashed).digest()

    def stream(self) -> Iterator[int]:
        """HMAC-SHA-256 by its definition (RFC 2104), of a counter."""
        inner, outer = (bytes(byte ^ pad for byte in self.key.ljust(64, b"\0")) for pad in (0x36, 0x5C))
        counter = 0
        while True:
            message = bytes([counter >> 24 & 255, counter >> 16 & 255, counter >> 8 & 255, counter & 255])
            yield from sha256(outer + sha256(inner + message).digest()).digest()
            counter += 1

    def draws(self) -> Iterator[tuple[int, int]]:
        """Each place from the last one down to 1, and the place drawn for it."""
        stream = self.stream()
        for i in range(len(self.pack) - 1, 0, -1):
            byte = next(stream)
            while byte >= 256 - 256 % (i + 1):
                byte = next(stream)
            yield i, byte % (i + 1)

    @property
    def cards(self) -> str:
        order = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
        cards = [card for card in order if card in self.pack]
        for i, j in self.draws():
            cards[i], cards[j] = cards[j], cards[i]
        return " ".join(cards)

    def as_table(self) -> str:
        """The vector as the document has it."""
        *seats, host = self.shares
        assert host is not None
        stream = self.stream()
        shown = [("table", self.table), ("deal", str(self.deal))]
        shown += [(f"share of seat {number}", share.hex()) for number, share in enumerate(seats) if share is not None]
        shown += [
            ("share of the host", host.hex()),
            ("commit of the host", sha256(host).hexdigest()),
            ("bytes that are hashed", self.hashed.hex()),
            ("K", self.key.hex()),
            ("the first 32 bytes of the stream", bytes(next(stream) for _ in range(32)).hex()),
            ("the first numbers drawn", " ".join(str(j) for _, j in list(self.draws())[:8])),
            ("cards", self.cards),
        ]
        rows = "".join(f"| {label} | `{value}` |\n" for label, value in shown)
        return f"{self.title}\n\n| | |\n|---|---|\n{rows}"


def counted(start: int) -> bytes:
    """32 bytes that count up from ``start``."""
    return bytes(range(start, start + 32))


PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
HOST = bytes(range(255, 223, -1))
VECTORS = (
    Vector(
        "Clockwork Spades between two people: 39 cards, without spades.",
        "t",
        0,
        (counted(0), counted(32), HOST),
        [card for card in PACK if card[1] != "S"],
    ),
    Vector(
        "The second deal of Spades: two people in the seats 0 and 2, and bots in the seats 1 and 3.",
        "Sunday-evening_7KQ2",
        1,
        (counted(64), None, counted(96), None, HOST),
        PACK,
    ),
    Vector(
        "Spades for three, the deal with the number 300: the person in seat 1 left before the share was sent, so a"
        " bot's\nseat would give the same key. The two of clubs is not in use.",
        "x" * 64,
        300,
        (counted(128), None, counted(160), HOST),
        [card for card in PACK if card != "2C"],
    ),
)


def documented() -> str:
    """All vectors as they stand in the document."""
    return "\n".join(vector.as_table() for vector in VECTORS)


if __name__ == "__main__":
    sys.stdout.write(documented())
