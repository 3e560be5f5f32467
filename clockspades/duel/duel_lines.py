"""The three lines of a duel: what each says, how it is written, and how it is read back (docs/duel.md).

A line has a few words for people and a code: all that it says as bytes and a check, in the alphabet of share codes. The
words are not read. Capitals, blanks, dashes and dots that chat programs change make no difference.
"""

import re
from base64 import b32decode, b32encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from clockspades.duel.packing import DuelError
from clockspades.engine.game import AnyGame
from clockspades.engine.seating import SeatError, check_name
from clockspades.engine.share import ALPHABET, CodeError, SharedDeal, read_code, to_paste, write_code
from clockspades.engine.share import LONGEST as LONGEST_CODE
from clockspades.engine.text import unadorned
from clockspades.language import N_, _, pgettext

COMMAND: Final = "clockspades duel"
"""The beginning of a line: it can be pasted into a shell, too."""
LONGEST: Final = 4000
"""The most characters of a line. That of a long game of Spades has 700."""
SEAL: Final = 20
SALT: Final = 16
REFERENCE: Final = 5
"""The first bytes of a seal, by which an answer and an opening name their challenge."""
MARK: Final = 4

MOST_PIECES: Final = 150
"""Pieces that wraps make of a code, at most."""
_CHECK: Final = 4
_GROUP: Final = 8
_BASE_32: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_WRITTEN: Final = str.maketrans(_BASE_32, ALPHABET)
_READ: Final = str.maketrans(f"{ALPHABET}OILU", f"{_BASE_32}ABB!", "- ")
"""O is read as 0, I and L as 1; U is in no code."""
_BEFORE: Final = re.compile(r"^(?:[^·]*?(?:·| - )){3}")
"""What stands before the code in a line; terminals without dots write a hyphen."""
_AROUND: Final = " \"'“”‘’»>`*_)].,;:!?…-"
"""What may stand behind the code."""
_NOBODY: Final = "-"
"""What stands for the bots of a game without any."""


class Challenge(NamedTuple):
    """The deal, who plays it against whom, and the seal of the challenger's game."""

    seal: bytes
    deal: SharedDeal
    seat: int
    bots: tuple[str, ...]
    """The bots in the other seats, by id, in the order of the seats."""
    name: str

    @property
    def reference(self) -> bytes:
        return self.seal[:REFERENCE]


class DuelAnswer(NamedTuple):
    """The friend's whole game."""

    reference: bytes
    mark: bytes
    """The mark of the game, which tells it from one that other rules make of the same moves."""
    name: str
    moves: int


class Opening(NamedTuple):
    """The challenger's whole game, and the salt of its seal."""

    reference: bytes
    mark: bytes
    salt: bytes
    moves: int


DuelLine: TypeAlias = Challenge | DuelAnswer | Opening


def write_line(line: DuelLine, title: str) -> str:
    """The line as it is pasted; ``title`` is the game's. DuelError if it would be too long."""
    match line:
        case Challenge(seal, deal, seat, bots, name):
            code = write_code(*deal).replace("-", "")
            against = ",".join(bots if len({*bots}) > 1 else bots[:1]) or _NOBODY
            data = b"C" + seal + f"{code} {seat} {against} {name}".encode()
            kind = pgettext("line of a duel", "challenge")
        case DuelAnswer(reference, mark, name, moves):
            called = name.encode()
            data = b"A" + reference + mark + bytes([len(called)]) + called + _whole(moves)
            kind = pgettext("line of a duel", "answer")
        case Opening(reference, mark, salt, moves):
            data = b"O" + reference + mark + salt + _whole(moves)
            kind = pgettext("line of a duel", "opening")
    text = to_paste(COMMAND, title, kind, _encode(data))
    if len(text) > LONGEST:
        raise DuelError(_("this game is too long for a line"))
    return text


def read_line(text: str, games: Sequence[AnyGame]) -> DuelLine:
    """The line in a text, with or without words around it; DuelError if it is damaged, or of none of these games."""
    lines = unadorned(text[: 2 * LONGEST]).split(COMMAND)
    pieces = [_BEFORE.sub("", line).split()[:MOST_PIECES] for line in lines]
    tried = ("".join(words[:number]).strip(_AROUND) for words in pieces for number in range(1, len(words) + 1))
    data = next(filter(None, map(_decode, tried)), None)
    if data is None:
        if len(lines) == 1:
            raise DuelError(_("this is not the line of a duel, which begins with `{command}`", command=COMMAND))
        raise DuelError(_("the line of the duel is damaged: a character is wrong, or some of it is missing"))
    try:
        return _parse(data[:1], data[1:], games)
    except DuelError:
        raise
    except (CodeError, SeatError) as error:
        raise DuelError(f"{_('the line of the duel is not valid:')} {error}") from error
    except ValueError as error:
        raise DuelError(_(_INVALID)) from error


_INVALID: Final = N_("the line of the duel is not valid: no clockspades wrote it")


def _parse(kind: bytes, data: bytes, games: Sequence[AnyGame]) -> DuelLine:
    """What the bytes of a line say; one of several ValueErrors if no line says that."""
    if kind == b"C":
        code, seat, against, name = data[SEAL:].decode().split(" ", 3)
        if len(code) > LONGEST_CODE:
            raise DuelError(_(_INVALID))
        return _challenge(data[:SEAL], read_code(code, games), int(seat), against, name)
    if kind not in (b"A", b"O"):
        raise DuelError(_("the line of the duel is from a newer version of clockspades"))
    reference, mark, rest = data[:REFERENCE], data[REFERENCE : REFERENCE + MARK], data[REFERENCE + MARK :]
    if kind == b"O":
        if len(rest) < SALT:
            raise DuelError(_(_INVALID))
        return Opening(reference, mark, rest[:SALT], int.from_bytes(rest[SALT:], "big"))
    if not rest or len(rest) <= rest[0]:
        raise DuelError(_(_INVALID))
    name = rest[1 : 1 + rest[0]].decode()
    check_name(name)
    return DuelAnswer(reference, mark, name, int.from_bytes(rest[1 + rest[0] :], "big"))


def _challenge(seal: bytes, deal: SharedDeal, seat: int, against: str, name: str) -> Challenge:
    """A challenge that can be played here; DuelError or SeatError if it cannot."""
    game = deal.game
    others = game.seats(deal.options) - 1
    bots = () if against == _NOBODY else tuple(against.split(","))
    bots = bots * others if len(bots) == 1 else bots
    check_name(name)
    if len(bots) != others or not 0 <= seat <= others:
        raise DuelError(_(_INVALID))
    for bot in bots:
        if bot not in game.bots or game.sees_all(bot):
            told = N_("the line of the duel has a bot that this version of {game} does not have")
            raise DuelError(_(told, game=game.title))
    return Challenge(seal, deal, seat, bots, name)


def _whole(number: int) -> bytes:
    """A whole number in as few bytes as it takes, the highest first."""
    return number.to_bytes(-(-number.bit_length() // 8), "big")


def _encode(data: bytes) -> str:
    checked = data + _check(data)
    characters = b32encode(checked).decode().rstrip("=").translate(_WRITTEN)
    return "-".join(characters[at : at + _GROUP] for at in range(0, len(characters), _GROUP))


def _decode(text: str) -> bytes | None:
    """The bytes of a code; None if it is none, or one with a typo."""
    characters = text.upper().translate(_READ)
    try:
        checked = b32decode(characters + "=" * (-len(characters) % 8))
    except ValueError:
        return None
    data, check = checked[:-_CHECK], checked[-_CHECK:]
    is_whole = b32encode(checked).decode().rstrip("=") == characters
    return data if data and is_whole and check == _check(data) else None


def _check(data: bytes) -> bytes:
    return sha256(b"Clockspades duel" + data).digest()[:_CHECK]
