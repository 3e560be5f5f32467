"""Secrets: the code of a table, the digests that are kept in their place, the host's shares, and the seeds of bots."""

import hmac
from hashlib import sha256
from typing import Final

CODE_LENGTH: Final = 10
"""Characters of the code of a table, each of 5 random bits."""


def digest(text: str) -> str:
    """The SHA-256 of a code or a key, in hexadecimal digits: what is kept and compared in its place."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fits(text: str, kept: str) -> bool:
    """Whether a code or a key is the one whose :func:`digest` was kept. It takes the same time for every text."""
    return hmac.compare_digest(digest(text), kept)


def share_of(secret: bytes, table: str, number: int) -> bytes:
    """The share of the host for a deal: it follows from the secret of the table, so a restart changes no deal.

    ``table`` and ``number`` are those of the deal's proof.
    """
    return hmac.digest(secret, f"clockspades share {table} {number}".encode(), "sha256")


def bot_seed(secret: bytes, table: str, seat: int, point: int) -> str:
    """The seed of a bot for its choice at a point: after a takeback the same moves get the same answers."""
    return hmac.digest(secret, f"clockspades bot {table} {seat} {point}".encode(), "sha256").hex()
