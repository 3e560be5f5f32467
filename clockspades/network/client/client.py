"""The client of one table: a pure reducer from inputs to effects (docs/network.md).

It knows no socket, no disk and no clock. The screens, and bots that join a table, are shells of it. It joins again when
the connection is cut, sends what the host has not confirmed, and checks the shuffle.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from clockspades.engine.codec import CodecError
from clockspades.engine.deal_proof import Contribution, Proof, ShareBytes, check_table
from clockspades.engine.fair_deal import broken_promises, commit_of
from clockspades.language import N_, _, recognised, speaking
from clockspades.network.client.remote_game import RemoteGame, after_point, check_drawable, cut, last_view, read_game
from clockspades.network.wire import messages as say
from clockspades.network.wire.form import read_point
from clockspades.network.wire.messages import MOST_POINTS, ToClient, ToHost
from clockspades.table.effects import Act, MakeDeal

SHORTEST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 15.0
"""Seconds before connecting again: after the first failure, and at most. Each pause is twice the one before."""
MOST_PIECES: Final = 2000
MOST_DOUBTS: Final = 50
"""Doubts that are told, at most: a host that cheats could cause any number."""
MOST_GAMES: Final = 2000
BAD_HOST: Final = N_("The host's program sent something that this version does not understand.")

NOT_DUE: Final = N_("The host announced the shuffle of a deal that is not due: no share is sent for it.")
CHANGED: Final = N_("The host changed the promises for deal {number}: no share is sent for others than the first.")
USED: Final = N_("The host announced a promise for deal {number} that was used before: no share is sent.")
NOT_MINE: Final = N_("Deal {number} has a promise in your name that your program did not make: no share is sent.")
NO_PROMISE: Final = N_("The host left your share out of the shuffle of deal {number}.")
LEFT_OUT: Final = N_("Deal {number} is made without your share: your promise came too late, or the host left it out.")
MISSED: Final = N_(
    "Deal {number} is made without the share that your program sent: it came too late, or the host left it out."
)
SAME_GAME: Final = N_("The host began an earlier game again: no share is sent for it.")
UNPROVED: Final = N_("Another game began before your program was shown how deal {number} of the one before was made.")
TOO_MANY: Final = N_("Your program promises shares in at most {number} games at one table: play at a new one.")
NOT_KEPT: Final = N_("Your share of the next deal can't be kept on this machine ({fault}), so it is not promised.")
DOUBTS: Final = (NOT_DUE, CHANGED, USED, NOT_MINE, NO_PROMISE, LEFT_OUT, MISSED, SAME_GAME, UNPROVED, TOO_MANY)
"""The messages of doubts, which are kept in English."""


class Link(StrEnum):
    """The state of a client's connection to the host."""

    CONNECTING = "connecting"
    JOINING = "joining"
    """Connected; the host has not answered yet."""
    HERE = "here"
    WAITING = "waiting"
    ENDED = "ended"
    """Ended, and not to be tried again; :attr:`Client.farewell` says why."""


class Ticket(NamedTuple):
    """What a client joins with. The shell keeps it on the disk before it connects for the first time."""

    code: str
    key: str
    """32 hexadecimal digits at least, drawn for this table. Empty for a spectator."""
    name: str
    seat: int | None = None
    watch: bool = False


class Pledge(NamedTuple):
    """The share that this seat gives to a deal: random, and drawn for it alone."""

    table: str
    deal: int
    share: ShareBytes


class Ledger(NamedTuple):
    """What a seat promised and was shown of the shuffles. The shell keeps it on the disk.

    Nothing is promised or sent before it is there. So a host gets one share for a deal at most, and only for the
    promises that it showed first, whatever becomes of this program.
    """

    games: tuple[str, ...] = ()
    """The tables in proofs of the games with a share or promises, the newest last."""
    pledge: Pledge | None = None
    """The share for the deal that is due, or was last."""
    promises: tuple[Proof, ...] = ()
    """What is known of the deals of the newest game, by deal. The first promises that came are final.

    The share of this seat is there if the host must have it: the deal came over the connection on which it was sent.
    All shares are there once the host has shown them.
    """
    doubts: tuple[str, ...] = ()
    """Sentences on what does not fit in the shuffle of deals."""


NO_LEDGER: Final = Ledger()


class Promised(NamedTuple):
    """What this seat was told, and has done, over this connection for the deal that is due."""

    table: str
    deal: int
    committed: tuple[int, ...] = ()
    has_promised: bool = False
    """Whether this seat has sent its promise."""
    known: Proof | None = None
    """The promises, once all are there, with the share of this seat if it has sent that."""


@dataclass(frozen=True, slots=True)
class Client:
    """What a client knows."""

    ticket: Ticket
    program: str = ""
    """What tells this program from others that use the ticket, drawn at random when it starts."""
    attempt: int = 0
    """How many connections it has made."""
    link: Link = Link.CONNECTING
    failures: int = 0
    """How many attempts to connect have failed since it was last here."""
    pause: float = 0.0
    """Seconds until the next attempt, where it waits for one."""
    farewell: str = ""
    """Why the connection ended for good, was last cut off, or takes long, in a sentence."""
    may_watch: bool = False
    """Whether the host has no seat for this person, but lets them watch."""
    joined: say.Joined | None = None
    """The table; None before the first answer."""
    seats: say.Seats | None = None
    game: RemoteGame | None = None
    """The game with every point that came; None in the lobby."""
    table: str = ""
    """The name of the table in the proofs of the game's deals."""
    number: int = 0
    """How many games went before it at this table."""
    epoch: int = 0
    until: int = 0
    """How many points there were when the host last said so. Those before the last only fill in what was missed."""
    pending: say.ActAt | None = None
    """An action that the host has not confirmed."""
    sent: int = 0
    """The connection over which it was last sent, by its :attr:`attempt`; 0 if it was not sent."""
    shuffle: Promised | None = None
    """The deal that is due; None if none is."""
    is_ready: bool = False
    """Whether the person has gone on to that deal."""
    is_in_time: bool = False
    """Whether an honest host has the share of this seat for the last deal, if it was sent."""
    ledger: Ledger = NO_LEDGER
    safe: Ledger = NO_LEDGER
    """The ledger as it is on the disk."""
    question: say.TakebackAsked | None = None
    again: tuple[int, ...] = ()
    """The seats that want another game."""
    wants_again: bool = False
    log: tuple[str, ...] = ()
    has_log: bool = False
    """Whether all of them are there."""

    @property
    def seat(self) -> int | None:
        """The seat; None for a spectator, and before the host answered."""
        return None if self.joined is None else self.joined.seat

    def takes(self, kind: type[ToHost]) -> bool:
        """Whether the host knows a message that not all know."""
        return self.joined is not None and kind.word in self.joined.takes

    @property
    def asked(self) -> say.TakebackAsked | say.FinishAsked | None:
        """What somebody asks all others; None if nobody asks anything."""
        asks = None if self.seats is None else self.seats.asks
        return asks if self.question is None and asks is not None and asks.waiting else self.question

    @property
    def is_played_out(self) -> bool:
        return self.seats is not None and self.seats.asks is not None and not self.seats.asks.waiting

    @property
    def has_no_hints(self) -> bool:
        return self.joined is not None and self.joined.no_hints

    @property
    def shown(self) -> tuple[say.SeatShown, ...]:
        """The seats of the table; none before the host has told who sits there."""
        return () if self.seats is None else self.seats.seats

    @property
    def doubts(self) -> tuple[str, ...]:
        """Sentences on what does not fit in the shuffle of deals."""
        return tuple(recognised(doubt, DOUBTS) for doubt in self.ledger.doubts)

    @property
    def ledger_of_game(self) -> Ledger:
        return self.ledger if self.ledger.games[-1:] == (self.table,) else NO_LEDGER

    @property
    def lacks_share(self) -> bool:
        """Whether the deal that is due waits for a share that was promised for this seat by another program."""
        if self.shuffle is None or self.shuffle.known is None or self.seat is None:
            return False
        own = self.shuffle.known.seats[self.seat]
        share = _own_share(self, self.shuffle.table, self.shuffle.deal)
        return own is not None and (share is None or own.commit != commit_of(share))

    @property
    def last(self) -> int:
        """The number of the last point; -1 before the first."""
        return -1 if self.game is None else len(self.game.points) - 1

    @property
    def has_all(self) -> bool:
        """Whether no point is on its way that only fills in what was missed."""
        return self.last >= 0 and self.last + 1 >= self.until


class Started(NamedTuple):
    """The shell has started: connect."""


class Connected(NamedTuple):
    """A connection is open."""

    more: bool = False
    """Whether the host takes ``more`` in a join."""


class Got(NamedTuple):
    """A message came."""

    message: ToClient


class Garbled(NamedTuple):
    """A frame came that is no message."""


class Late(NamedTuple):
    """Nobody has answered for a while; a connection is still tried."""

    words: str
    """Why that may be, in a sentence."""


class Disconnected(NamedTuple):
    """The connection could not be made, or was cut. Only the one that was asked for last counts."""

    words: str
    """Why, in a sentence."""
    jitter: float
    """A random number from 0 to 1, so that clients don't all come back at once."""


class PauseOver(NamedTuple):
    """The pause that :class:`Pause` asked for is over. A person who is impatient can give it too."""


class Want(NamedTuple):
    """The person asks the host for something else, by a message as it goes over the wire.

    If the connection is cut, it is not sent again, unless it agrees to another game that has not begun.
    """

    message: ToHost


class Drawn(NamedTuple):
    """The answer to :class:`DrawShare`."""

    table: str
    deal: int
    share: bytes


class LedgerKept(NamedTuple):
    """The answer to :class:`KeepLedger`: the disk has this ledger, also after a crash of the machine."""

    ledger: Ledger


class LedgerNotKept(NamedTuple):
    """The other answer to :class:`KeepLedger`: the disk refused, and has what it had before."""

    words: str
    """What went wrong, as the end of a sentence: ``No space left on device``."""


ClientInput: TypeAlias = (
    Started | Connected | Got | Garbled | Late | Disconnected | PauseOver | Act | MakeDeal | Want | Drawn | LedgerKept
    | LedgerNotKept
)  # fmt: skip
"""The person acts at the last point, and goes on to the deal that is due, with the effects of their table."""


class Connect(NamedTuple):
    """Open a connection: :class:`Connected` or :class:`Disconnected` answers."""


class Post(NamedTuple):
    """Send a message. If the connection is cut meanwhile, forget it."""

    message: ToHost


class Pause(NamedTuple):
    """Give :class:`PauseOver` after so many seconds."""

    seconds: float


class HangUp(NamedTuple):
    """End the connection; :class:`Disconnected` need not answer."""


class DrawShare(NamedTuple):
    """Draw 32 random bytes for a deal, and give them with :class:`Drawn`."""

    table: str
    deal: int


class KeepLedger(NamedTuple):
    """Keep a ledger on the disk in the place of the one before, and give :class:`LedgerKept` or :class:`LedgerNotKept`.

    A client that is started again begins with ``Client(ticket, program, ledger=…, safe=…)``.
    """

    ledger: Ledger


class Tell(NamedTuple):
    """Show what came. The state already has it."""

    message: ToClient


ClientEffect: TypeAlias = Connect | Post | Pause | HangUp | DrawShare | KeepLedger | Tell


class Updated(NamedTuple):
    """The next state, and the effects on the way."""

    client: Client
    effects: tuple[ClientEffect, ...]


def update(client: Client, given: ClientInput) -> Updated:
    """The next state, and the effects that the shell runs in this order."""
    if client.link is Link.ENDED:
        return Updated(client, ())
    match given:
        case Started():
            return Updated(replace(client, link=Link.CONNECTING), (Connect(),))
        case Connected(more):
            joining = replace(client, link=Link.JOINING, attempt=client.attempt + 1)
            return Updated(joining, (Post(replace(_join(joining), more=more)),))
        case Got(message):
            return _got(client, message)
        case Garbled():
            return Updated(replace(client, link=Link.ENDED, farewell=_(BAD_HOST)), (HangUp(),))
        case Late(words):
            return Updated(replace(client, farewell=words) if client.link is Link.CONNECTING else client, ())
        case Disconnected(words, jitter):
            return _lost(client, words, jitter)
        case PauseOver():
            if client.link is not Link.WAITING:
                return Updated(client, ())
            return Updated(replace(client, link=Link.CONNECTING), (Connect(),))
        case Act(action):
            if client.pending is not None or client.game is None:
                return Updated(client, ())
            act = say.ActAt(client.epoch, client.last, action.as_json())
            sent = client.attempt if client.link is Link.HERE else 0
            return _posted(replace(client, pending=act, sent=sent), act)
        case MakeDeal():
            return _proceed(replace(client, is_ready=True))
        case Want(message):
            wants_again = client.wants_again or isinstance(message, say.Again)
            return _posted(replace(client, wants_again=wants_again), message)
        case Drawn(table, deal, share):
            return _pledged(client, Pledge(table, deal, share))
        case LedgerKept(ledger):
            return _proceed(replace(client, safe=ledger))
        case LedgerNotKept(words):
            return _not_kept(client, _(NOT_KEPT, fault=words))


def _posted(client: Client, *messages: ToHost) -> Updated:
    """Send messages, if anybody is there to hear them."""
    return Updated(client, tuple(map(Post, messages)) if client.link is Link.HERE else ())


def _join(client: Client) -> say.Join:
    ticket = client.ticket
    return say.Join(
        ticket.code, ticket.key, ticket.name, ticket.seat, ticket.watch, client.epoch, client.last + 1,
        client.program, client.attempt,
    )  # fmt: skip


def _lost(client: Client, words: str, jitter: float) -> Updated:
    if client.link is Link.WAITING:
        return Updated(client, ())
    pause = min(SHORTEST_PAUSE * 2.0 ** min(client.failures, 10), LONGEST_PAUSE) * (0.5 + jitter / 2)
    reason = client.farewell if client.link is Link.HERE and client.farewell else words  # the host said why
    waiting = replace(client, link=Link.WAITING, failures=client.failures + 1, pause=pause, farewell=reason)
    return Updated(waiting, (Pause(pause),))


def _got(client: Client, message: ToClient) -> Updated:
    """The state after a message, and what the client answers by itself."""
    try:
        after, effects = _take(client, message)
        if after.seat is not None and after.shown:
            _check_seats(after, after.seat)
    except (ValueError, LookupError):  # a wire error, and what names no seat or point
        return Updated(replace(client, link=Link.ENDED, farewell=_(BAD_HOST)), (HangUp(),))
    return Updated(after, (*effects, Tell(message)))


def _check_seats(client: Client, *named: int) -> None:
    """CodecError if the table does not have all these seats."""
    seats = client.shown if client.game is None else client.game.seats
    if not {*named} <= {*range(len(seats))}:
        raise CodecError("the table has no such seat", "")


def _take(client: Client, message: ToClient) -> Updated:
    match message:
        case say.Joined():
            return _welcome(client, message)
        case say.Seats(seats):
            if not seats or len(seats) != len(client.shown or seats):
                raise CodecError("a table has another number of seats than before", "")
            after = replace(client, seats=message)
            if message.asks is not None:
                _check_seats(after, message.asks.seat, *message.asks.waiting)
            return Updated(after, ())
        case say.Begun():
            return _begin(client, message)
        case say.NextPoint(written):
            return _point(client, {**written})
        case say.Back(to, epoch):
            return Updated(_back(client, to, epoch), ())
        case say.Shuffle():
            return _asked_to_promise(client, message)
        case say.Commits():
            return _promised(client, message)
        case say.Proved(proof):
            return _proved(client, proof)
        case say.TakebackAsked():
            _check_seats(client, message.seat, *message.waiting)
            return Updated(replace(client, question=message), ())
        case say.TakebackEnded(seat, _, refused_by):
            _check_seats(client, seat, refused_by or 0)
            return Updated(replace(client, question=None), ())
        case say.Said(seat):
            _check_seats(client, seat)
        case say.Done() | say.Refused():
            pending = client.pending
            is_of_it = pending is not None and (message.epoch, message.at) == (pending.epoch, pending.at)
            return Updated(replace(client, pending=None) if is_of_it else client, ())
        case say.WantAgain(seats):
            _check_seats(client, *seats)
            return Updated(replace(client, again=seats), ())
        case say.Log(number, at, text, is_last):
            if number == client.number and at == len(client.log) < MOST_PIECES and not client.has_log:
                return Updated(replace(client, log=(*client.log, text), has_log=is_last), ())
        case say.Goodbye(words, final):
            may_watch = final and client.joined is None and words.endswith(say.WATCH_INSTEAD)
            link = Link.ENDED if final else client.link
            parted = replace(client, link=link, farewell=message.told, may_watch=may_watch)
            return Updated(parted, (HangUp(),) if final else ())
    return Updated(client, ())


def _welcome(client: Client, joined: say.Joined) -> Updated:
    """The host answered: what is open from before comes again after this, or is over."""
    here = replace(client, link=Link.HERE, failures=0, pause=0.0, farewell="", joined=joined, shuffle=None)
    if client.link is Link.HERE:
        return Updated(here, ())  # only the seat has changed
    return Updated(replace(here, question=None, again=()), ())


def _begin(client: Client, begun: say.Begun) -> Updated:
    """A game begins, or goes on after a connection was cut."""
    check_table(begun.table)
    game = read_game(begun)
    if begun.points:
        is_known = (begun.table, begun.epoch) == (client.table, client.epoch)
        if client.game is None or begun.points > client.last + 1 or not is_known:
            raise CodecError("the host goes on at a point that the client does not have", "")
        game = cut(client.game, begun.points - 1)
    is_same = begun.epoch == client.epoch and client.game is not None
    began = replace(
        client, game=game, table=begun.table, number=begun.number, epoch=begun.epoch, until=begun.until, log=(),
        has_log=False, shuffle=None,
    )  # fmt: skip
    after, kept = _proceed(_in_game(began))
    if begun.number != client.number:
        after = replace(after, wants_again=False, again=())
    if not is_same:
        return Updated(replace(after, pending=None), kept)
    resent: list[ToHost] = []
    if client.pending is not None and client.sent != client.attempt:  # two refusals could not be told apart
        resent.append(client.pending)
    if after.wants_again:
        resent.append(say.Again(after.number))
    after, posted = _posted(replace(after, sent=client.attempt), *resent)
    return Updated(after, (*kept, *posted))


def _point(client: Client, written: object) -> Updated:
    if client.game is None or client.last >= MOST_POINTS:
        raise CodecError("a point came that no game has", "")
    point = read_point(client.game.game, written, last_view(client.game))
    game = after_point(client.game, point)
    due = game.game.rules.deal_due(game.points[-1].view)
    after = replace(client, game=game, is_ready=client.is_ready and due)
    if after.has_all:
        check_drawable(game, client.game)
    was_due = client.last >= 0 and game.game.rules.deal_due(last_view(client.game))
    return _proceed(_dealt(after, client)) if was_due else Updated(after, ())


def _back(client: Client, to: int, epoch: int) -> Client:
    if client.game is None or to < 0:
        raise CodecError("a move was taken back before the game", "")
    game = cut(client.game, to)
    return replace(client, game=game, epoch=epoch, until=0, question=None, pending=None, shuffle=None, is_ready=False)


def _deals(game: RemoteGame) -> int:
    return sum(game.game.rules.deal_due(point.view) for point in game.points[:-1])


def _is_due(client: Client, table: str, deal: int) -> bool:
    """Whether this is the deal that the game waits for, as far as its points tell."""
    game = client.game
    if game is None or not client.has_all or not game.game.rules.deal_due(last_view(game)):
        return False
    return (table, deal) == (client.table, _deals(game))


def _known(client: Client, table: str, deal: int) -> Proof | None:
    """What is known of a deal since its promises were first shown; None if they were not."""
    return next((each for each in client.ledger.promises if (each.table, each.number) == (table, deal)), None)


def _learned(client: Client, known: Proof) -> Client:
    """The client with more that is known of a deal whose promises were shown before."""
    promises = tuple(
        known if (each.table, each.number) == (known.table, known.number) else each for each in client.ledger.promises
    )
    return replace(client, ledger=client.ledger._replace(promises=promises))


def _doubting(client: Client, doubt: str, number: int = 0) -> Client:
    """The client with one more doubt, in English, which may be about the deal with this number."""
    doubt, doubts = doubt.format(number=number), client.ledger.doubts
    if doubt in doubts or len(doubts) >= MOST_DOUBTS:
        return client
    return replace(client, ledger=client.ledger._replace(doubts=(*doubts, doubt)))


def _in_game(client: Client) -> Client:
    """The client with a ledger for the game that begins; with a doubt instead if that is an earlier one."""
    ledger, table = client.ledger, client.table
    if client.ledger_of_game is not NO_LEDGER:
        return client
    if table in ledger.games:
        return _doubting(client, SAME_GAME)
    if len(ledger.games) >= MOST_GAMES:
        return _doubting(client, TOO_MANY, MOST_GAMES)
    unproved = [known.number + 1 for known in ledger.promises if known.host.share is None]
    after = replace(client, ledger=Ledger((*ledger.games, table)))
    return _doubting(after, UNPROVED, unproved[0]) if unproved and client.seat is not None else after


def _asked_to_promise(client: Client, asked: say.Shuffle) -> Updated:
    if not _is_due(client, asked.table, asked.deal):
        return _proceed(_doubting(client, NOT_DUE))
    if client.ledger_of_game is NO_LEDGER:
        return Updated(client, ())  # there is a doubt
    shuffle = client.shuffle or Promised(asked.table, asked.deal)
    return _proceed(replace(client, shuffle=shuffle._replace(committed=asked.committed)))


def _promised(client: Client, commits: say.Commits) -> Updated:
    """Take the promises for the deal that is due, if they are the first ones or the same again."""
    table, deal, seats, host = commits.table, commits.deal, commits.seats, commits.host
    if client.game is None or len(seats) != len(client.game.seats):
        raise CodecError("the promises are not those of this game's seats", "")
    given = tuple(None if each is None else Contribution(each) for each in seats)
    shown = Proof(table, deal, given, Contribution(host))
    first = _known(client, table, deal)
    if first is not None and first.commits != shown.commits:
        return _proceed(_doubting(client, CHANGED, deal + 1))
    if not _is_due(client, table, deal):
        return _proceed(_doubting(client, NOT_DUE) if first is None else client)
    if client.ledger_of_game is NO_LEDGER:
        return Updated(client, ())  # there is a doubt
    after = client if first is not None else _first_shown(client, shown)
    if _is_used(after, shown):
        return _proceed(_doubting(after, USED, deal + 1))
    shuffle = client.shuffle or Promised(table, deal)
    return _proceed(replace(after, shuffle=shuffle._replace(known=shuffle.known or shown)))


def _first_shown(client: Client, shown: Proof) -> Client:
    """The client with the promises for a deal, which are final from now on."""
    after = replace(client, ledger=client.ledger._replace(promises=(*client.ledger.promises, shown)))
    if client.seat is None:
        return after
    own, share = shown.seats[client.seat], _own_share(client, shown.table, shown.number)
    if own is None:
        was_there = client.shuffle is not None and client.seat in client.shuffle.committed
        return _doubting(after, NO_PROMISE, shown.number + 1) if was_there else after
    is_own = share is not None and own.commit == commit_of(share)
    return after if is_own else _doubting(after, NOT_MINE, shown.number + 1)


def _is_used(client: Client, shown: Proof) -> bool:
    """Whether the promises for a deal have one twice, or one of another deal of this game."""
    others = (known for known in client.ledger.promises if known.number != shown.number)
    given = [commit for each in (shown, *others) for commit in each.commits if commit is not None]
    return len({*given}) < len(given)


def _own_share(client: Client, table: str, deal: int) -> bytes | None:
    """The share that this seat drew for a deal; None if it has none."""
    pledge = client.ledger.pledge
    return pledge.share if pledge is not None and (pledge.table, pledge.deal) == (table, deal) else None


def _proceed(client: Client) -> Updated:
    """Keep what the disk does not have; then promise the share of this seat or send it, whatever is due.

    It is promised when the person is ready, as everyone is for the first deal of a game.
    """
    shuffle, seat = client.shuffle, client.seat
    if client.ledger != client.safe:
        return Updated(client, (KeepLedger(client.ledger),))
    if shuffle is None or seat is None or client.link is not Link.HERE:
        return Updated(client, ())
    table, deal, committed, has_promised, shown = shuffle
    share = _own_share(client, table, deal)
    if shown is not None:
        if share is None or shown.seats[seat] != Contribution(commit_of(share)):
            return Updated(client, ())  # it is another promise, or the share was sent over this connection
        seats = (*shown.seats[:seat], Contribution(commit_of(share), share), *shown.seats[seat + 1 :])
        known = replace(shown, seats=seats)
        return _posted(replace(client, shuffle=shuffle._replace(known=known)), say.Share(table, deal, share))
    is_promised = has_promised or seat in committed or _known(client, table, deal) is not None
    if is_promised or (deal and not client.is_ready):
        return Updated(client, ())
    if share is None:
        return Updated(client, (DrawShare(table, deal),))
    promised = replace(client, shuffle=shuffle._replace(has_promised=True))
    return _posted(promised, say.Commit(table, deal, commit_of(share)))


def _pledged(client: Client, pledge: Pledge) -> Updated:
    """Keep a share that was drawn for the deal that is due, before it is promised."""
    shuffle = client.shuffle
    if shuffle is None or (shuffle.table, shuffle.deal) != (pledge.table, pledge.deal):
        return Updated(client, ())
    if _own_share(client, pledge.table, pledge.deal) is not None:
        return Updated(client, ())
    return _proceed(replace(client, ledger=client.ledger._replace(pledge=pledge)))


def _not_kept(client: Client, words: str) -> Updated:
    """The disk refuses: if a share waits for it, nothing is promised, and everything is tried again later."""
    if client.shuffle is None or client.link is not Link.HERE:
        return Updated(client, ())
    after, effects = _lost(replace(client, failures=10, farewell=""), words, 1.0)
    return Updated(after, (HangUp(), *effects))


def _dealt(client: Client, before: Client) -> Client:
    """Note what is known of a deal once it was made, and whether this seat took part."""
    shuffle, seat = before.shuffle, client.seat
    after = replace(client, shuffle=None, is_in_time=_is_waited_for(before))
    if shuffle is not None and shuffle.known is not None:
        after = _learned(after, shuffle.known)
    assert before.game is not None, "it has a point at which the deal was due"
    deal = _deals(before.game)
    known = _known(after, client.table, deal)
    if seat is None or not before.has_all or (known is not None and known.seats[seat] is not None):
        return after
    was_there = shuffle is not None and seat in shuffle.committed
    return _doubting(after, NO_PROMISE if was_there else LEFT_OUT, deal + 1)


def _is_waited_for(client: Client) -> bool:
    """Whether the deal that is due can't be made without this seat: no time is up, and no bot can take the seat."""
    if client.joined is None or client.joined.limit is not None:
        return False
    own = client.shown[client.seat : client.seat + 1] if client.seat is not None else ()
    return any(not (each.idle or each.replaced or each.replace) for each in own)


def _proved(client: Client, proof: Proof) -> Updated:
    """Compare the proof of a deal that is over with what is known of it."""
    known = _known(client, proof.table, proof.number)
    if known is None or client.game is None:
        return Updated(client, ())
    names, seat, after = tuple(each.name for each in client.game.seats), client.seat, client
    if seat is not None and not client.is_in_time and known.host.share is None:
        own = known.seats[seat]
        without = None if own is None else Contribution(own.commit)
        if own != without and proof.seats[seat : seat + 1] == (without,):
            known = replace(known, seats=(*known.seats[:seat], without, *known.seats[seat + 1 :]))
            after = _doubting(client, MISSED, known.number + 1)
    with speaking():
        broken = [*broken_promises(proof, known, names)]
    after = after if broken else _learned(after, proof)
    for sentence in broken:
        after = _doubting(after, sentence)
    return _proceed(after)
