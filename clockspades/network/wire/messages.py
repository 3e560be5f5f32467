"""The messages of a table over a network, both ways, each a frozen dataclass (docs/network.md, "Messages").

A frame is JSON text of a bounded size, as it may come from somebody who is hostile: an object with one key, the
:attr:`Named.word` of a message. A host refuses keys that it does not know; a client ignores them, as a newer host may
have more to say.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from clockspades.engine.codec import EXCUSED, OMITTED, Codec, JsonText, Must, Named, Notation, between
from clockspades.engine.deal_proof import ShareBytes, WholeProof
from clockspades.engine.header import HUMAN, Seat
from clockspades.engine.options import Json, OptionValue
from clockspades.engine.seating import SeatError, check_name
from clockspades.engine.share import ALPHABET
from clockspades.engine.text import first_hidden
from clockspades.network.wire.secrecy import CODE_LENGTH
from clockspades.network.wire.words import Says, heard
from clockspades.saved.series import LENGTHS, Series

MOST_BYTES: Final = 64 * 1024
"""The size of the largest frame."""
MOST_ITEMS: Final = 1024
"""The most items in a list: more than any game has deals, or any seat legal actions."""
HIGHEST: Final = 2**53 - 1
"""The highest number, and the lowest below 0: every language has whole numbers up to it."""
LONGEST_CODE: Final = 64
LONGEST_WORDS: Final = 200
"""Characters that somebody can say at once."""
FIRST_PHRASES: Final = ("well played", "thanks", "oops", "one moment")
"""What everyone can say at any table."""
PHRASES: Final = (*FIRST_PHRASES, "nice bid", "sorry, partner", "no problem", "hello", "good luck", "good game")
"""What everyone can say where the host takes ``ready``. A program shows them in the language of its person, and one
that it does not know as it is."""
MOST_POINTS: Final = 100_000
"""Points of a game: no log has more lines."""
MOST_SEATS: Final = 16
LONGEST_LIMIT: Final = 24 * 3600
"""Seconds that a move may take, at most, where there is a limit."""
OPEN: Final = "open"
"""The kind of a seat that nobody has taken."""
WATCH_INSTEAD: Final = "You can watch instead."
"""How a host ends what it says to somebody for whom it has no seat."""
MORE: Final = "clockspades-more"
"""The subprotocol of a WebSocket whose host takes ``more`` in a join."""

_KEY: Final = re.compile(r"[0-9a-f]{32,64}", re.ASCII)


def _text(pattern: str, words: str) -> Must:
    found = re.compile(pattern, re.ASCII)
    return Must(lambda text: found.fullmatch(text) is not None, words)


SeatNumber: TypeAlias = Annotated[int, between(0, MOST_SEATS - 1)]
PointNumber: TypeAlias = Annotated[int, between(0, MOST_POINTS)]
"""A point of an epoch, or an epoch."""
ShortText: TypeAlias = Annotated[str, _text(f"(?s:.{{0,{LONGEST_CODE}}})", f"{LONGEST_CODE} characters at most")]


class ToHost(Named):
    """A message from a client to the host."""


class ToClient(Named):
    """A message from the host to a client."""


# -- to the host -----------------------------------------------------------------------------------------------


class Open(ToHost, word="open"):
    """Open a table at a server of many, before ``join``, and become its host.

    The client draws the code and the host's key itself. So this can be repeated when its answer was lost: who names
    the same code and host has the table already.
    """

    code: Annotated[str, _text(f"[{ALPHABET}]{{{CODE_LENGTH}}}", f"{CODE_LENGTH} characters of an invitation")]
    """The code of the new table: 10 characters of invitations, of 5 random bits each."""
    host: Annotated[str, _text("[0-9a-f]{64}", "64 digits of 0-9 and a-f")]
    """The SHA-256 of the key with which the host joins."""
    game: str
    options: Mapping[str, OptionValue]
    """Those that are not the default."""
    seats: Annotated[tuple[str, ...], Must(lambda seats: 1 <= len(seats) <= MOST_SEATS, f"1 to {MOST_SEATS} seats")]
    """For each seat ``open`` or ``bot:`` and the bot's id."""
    access: ShortText = ""
    best_of: Annotated[int, Must(LENGTHS.__contains__, "3, 5 or 7")] | None = None
    limit: Annotated[int, between(1, LONGEST_LIMIT)] | None = None
    """Seconds that a move may take before a bot chooses it."""
    no_hints: Annotated[bool, OMITTED] = False
    """Whether programs show no hints at the table. A club that is older refuses a table with this."""


class Join(ToHost, word="join"):
    """The first message on a connection: sit down, come back to a seat, or watch.

    The client draws its key itself, once for each table, and keeps it. So a join can be repeated when its answer was
    lost: who has the key has the seat.
    """

    code: ShortText
    key: str = ""
    """32 to 64 hexadecimal digits in small letters: at least 128 random bits. Empty for a spectator."""
    name: str = ""
    """The name of the person. Not read if the key has a seat, and not needed to watch."""
    seat: SeatNumber | None = None
    """The seat wanted; None for the first that is open."""
    watch: bool = False
    epoch: PointNumber = 0
    points: PointNumber = 0
    """How many points the client has; the host sends those that follow if the epoch is still the same."""
    program: ShortText = ""
    """What tells the running program from others with the same key, drawn at random when it starts."""
    attempt: int = 0
    """It rises with each connection of the program: a join that was late does not end a newer connection."""
    more: Annotated[bool, OMITTED] = False
    """Whether the client understands ``more`` in a point. Only a host that speaks :data:`MORE` takes this key."""

    def fault(self) -> str:
        if not self.watch and not _KEY.fullmatch(self.key):
            return "The key of a seat must have 32 to 64 digits of 0-9 and a-f."
        if self.name or not self.watch:
            try:
                check_name(self.name)
            except SeatError as error:
                return f"You can't sit down: {error}."
        return ""


class Sit(ToHost, word="sit"):
    """Move to an open seat before the game begins."""

    seat: SeatNumber


class Swap(ToHost, word="swap"):
    """The host lets two seats change places, with whoever has them, before the game begins."""

    seat: SeatNumber
    to: SeatNumber


class ReadyMark(ToHost, word="ready"):
    """Say before the game that one is ready for it, or not any more. The host sees it, and may start anyway."""

    ready: bool


class Leave(ToHost, word="leave"):
    """Give up the seat before the game begins; later it is kept, and this only ends the connection."""


class PlaceBot(ToHost, word="place"):
    """The host puts a bot on an open seat, or opens one, whoever has it, before the game begins."""

    seat: SeatNumber
    bot: str | None = None
    """The id of one of the game's bots; None opens the seat."""


class Start(ToHost, word="start"):
    """The host starts the game."""


class Commit(ToHost, word="commit"):
    """The promise of a share for the deal that is due. It also says that its person is ready."""

    table: str
    """As ``shuffle`` names it."""
    deal: int
    commit: ShareBytes
    """The SHA-256 of the share."""


class Share(ToHost, word="share"):
    """The share that was promised, once all promises are known."""

    table: str
    deal: int
    share: ShareBytes


class ActAt(ToHost, word="act"):
    """An action at a point, as a log has it without the seat."""

    epoch: PointNumber
    at: PointNumber
    """The point at which it was chosen, the last that the client has."""
    action: Mapping[str, Json]


class AskTakeback(ToHost, word="takeback"):
    """Ask all other people to take back one's last move in this deal, and all that came after it."""

    epoch: PointNumber
    point: PointNumber


class AskToFinish(ToHost, word="finish"):
    """In one's own turn, ask that the rest of the deal be played out: as the end is certain, or to give up."""

    epoch: PointNumber
    point: PointNumber
    concede: bool = False


class AnswerTakeback(ToHost, word="answer"):
    """The answer to a question to all: whether a move is taken back, or the rest played out."""

    epoch: PointNumber
    point: PointNumber
    agree: bool


class Say(ToHost, word="say"):
    """Say one of :data:`PHRASES`, or anything where the host allows it."""

    words: str

    def fault(self) -> str:
        if not self.words.strip() or len(self.words) > LONGEST_WORDS or first_hidden(self.words):
            return f"You can say at most {LONGEST_WORDS} characters of plain text at once."
        return ""


class Vote(ToHost, word="vote"):
    """What should be done about a person who is gone: let a bot play until they return, or wait.

    Of the own seat, ``false`` says that its person is back, if a bot plays for them. ``true`` says that its share for
    the deal will not come, if no other person plays.
    """

    seat: SeatNumber
    replace: bool


class Again(ToHost, word="again"):
    """Agree to another game after this one."""

    number: int


FRAME: Final = JsonText(
    "the message", deepest=100, largest=HIGHEST, longest=MOST_BYTES, halves=False, compact=True
)  # fmt: skip
"""The text of a message. Every language can read it."""
TO_HOST: Final = Codec(ToHost, Notation(most_items=MOST_ITEMS), text=FRAME)
TAKES: Final = tuple(kind.word for kind in ToHost.__subclasses__())
"""The words of all of them."""


# -- to the client ---------------------------------------------------------------------------------------------


class HasOpened(ToClient, word="opened"):
    """The answer to ``open``: the table is on the disk of the server, and can be joined."""

    table: str
    """What identifies the table; no other table has it."""


class Joined(ToClient, word="joined"):
    """The answer to ``join``: the table, and one's place at it. Nothing in it is secret."""

    table: str
    """What identifies the table; no other table has it."""
    seat: int | None
    """None for a spectator. It can change until the game begins: ``joined`` comes again then."""
    is_host: bool
    game: str
    options: Mapping[str, OptionValue]
    bots: tuple[str, ...]
    limit: int | None = None
    """Seconds that a move may take; None if nobody is hurried."""
    best_of: int | None = None
    free_words: bool = False
    """Whether people can say anything, not only :data:`PHRASES`."""
    takes: tuple[str, ...] = ()
    """The words of the messages that the host knows. Empty from a host that is older than ``swap`` and ``ready``."""
    no_hints: bool = False
    """Whether programs show no hints at this table. It is a matter of honour: the host can't see it."""
    ssh: int = 0
    """The port at which guests come in over SSH, with the code of the table as user name; 0 if they can't."""


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One seat of a table, as everyone sees it."""

    name: str
    """Empty for an open seat, and for a bot until the game begins."""
    kind: str
    """``open``, ``human`` or ``bot:`` and the bot's id."""
    here: bool = False
    """Whether a person is connected, and the table has not waited for them for so long that they count as gone."""
    replaced: bool = False
    """Whether a bot plays for this person until they return."""
    replace: tuple[int, ...] = ()
    """The seats that want a bot to play for this person, who is gone."""
    wait: tuple[int, ...] = ()
    host: bool = False
    idle: bool = False
    """Whether a person is connected who counts as gone, as the table has waited for them for so long."""
    ready: bool = False

    @property
    def is_person(self) -> bool:
        """Whether the seat is a person's, who may be gone."""
        return self.kind == HUMAN


class FinishReason(StrEnum):
    """Why the rest is played out: the asker proves who takes every trick, or who wins the game, or gives up."""

    CLAIM = "claim"
    SETTLED = "settled"
    CONCEDE = "concede"


@dataclass(frozen=True, slots=True)
class FinishAsked:
    """Somebody asks that the rest of a deal be played out, or all have agreed, and it is."""

    about: FinishReason
    seat: int
    point: int
    waiting: tuple[int, ...] = ()
    """The seats whose answer is missing."""


class Seats(ToClient, word="seats"):
    """Who sits where, whenever that changes."""

    seats: tuple[SeatShown, ...]
    thinking: float | None = None
    """Seconds for which the seat to act has been thinking; None if nobody is."""
    watching: int = 0
    watchers: tuple[str, ...] = ()
    """The names of those who gave one."""
    asks: Annotated[FinishAsked | None, EXCUSED] = None
    """The question whether the rest is played out, or how it is. An older program does not see it, and is not sent it
    in a message of its own, which it would not understand."""


class Begun(ToClient, word="game"):
    """A game that began, or goes on: after ``joined``, and whenever a game begins. Points follow."""

    game: str
    options: Mapping[str, OptionValue]
    seats: tuple[Seat, ...]
    seat: int | None
    series: Series | None
    """The games before this one."""
    table: str
    """The name of the table in the proofs of this game's deals."""
    number: int
    """How many games went before it at this table."""
    epoch: int
    """It rises with each takeback and each game: points of another epoch are not those of this one."""
    points: int
    """How many points the client keeps: the next one has this number. 0 if it must begin anew."""
    until: int
    """How many points there are. Those before the last only fill in what the client missed."""


class NextPoint(ToClient, word="point", whole="written"):
    """A point of the game: each once, in order. :mod:`clockspades.network.wire.form` makes and reads what it says."""

    written: Mapping[str, Json]


class Back(ToClient, word="back"):
    """A move was taken back: the points after this one are void."""

    to: int
    epoch: int


class Shuffle(ToClient, word="shuffle"):
    """A deal is due: those seats are asked for a promise."""

    table: str
    deal: int
    """How many deals went before it in this game."""
    committed: tuple[int, ...] = ()
    """The seats whose promise is there."""


class Commits(ToClient, word="commits"):
    """All promises for a deal. Only now a client sends its share, and only if its own promise is among them."""

    table: str
    deal: int
    seats: tuple[ShareBytes | None, ...]
    """By seat its promise; None for one that takes no part."""
    host: ShareBytes


class Proved(ToClient, word="proof", whole="proof"):
    """The proof of a deal that is over, as the log has it (docs/log-format.md)."""

    proof: WholeProof


class TakebackAsked(ToClient, word="takeback"):
    """Somebody asks to take a move back, or one more person has agreed."""

    seat: int
    point: int
    waiting: tuple[int, ...]
    """The seats whose answer is missing."""


class TakebackEnded(ToClient, word="stands"):
    """The game goes on: somebody did not agree to what was asked, or played on. After all agreed, it does not come."""

    seat: int
    point: int
    refused_by: int | None
    """None if the game went on instead."""


class Said(ToClient, word="said"):
    """What somebody said. Texts are data: they are never markup."""

    seat: int
    words: str


class Done(ToClient, word="done"):
    """An action was taken, now or when it was first sent."""

    epoch: int
    at: int


class Refused(ToClient, word="refused"):
    """What was sent has no effect; the connection stays."""

    what: str
    """The word of the message that was refused; empty if it was none."""
    words: str
    """Why, in one sentence in English; :attr:`told` is for the person here."""
    epoch: int | None = None
    at: int | None = None
    """Which action was refused; None for other messages."""
    says: Annotated[Says | None, EXCUSED, OMITTED] = None
    """What the words were made of; None from an older host, and where they are the message themselves."""

    @property
    def told(self) -> str:
        """The words in the language of the person here."""
        return heard(self.words, self.says)


class WantAgain(ToClient, word="again"):
    """Who agrees to another game."""

    seats: tuple[int, ...]


class Log(ToClient, word="log"):
    """A piece of the log of a game that is over, after its last point. All pieces together are the file."""

    number: int
    at: int
    """The number of the piece, from 0."""
    text: str
    last: bool


class Goodbye(ToClient, word="goodbye"):
    """The last message on a connection that the host ends."""

    words: str
    """Why, as in :class:`Refused`."""
    final: bool
    """Whether it makes no sense to connect again."""
    says: Annotated[Says | None, EXCUSED, OMITTED] = None

    @property
    def told(self) -> str:
        """The words in the language of the person here."""
        return heard(self.words, self.says)


TO_CLIENT: Final = Codec(ToClient, Notation(lenient=True, most_items=MOST_ITEMS), text=FRAME)
