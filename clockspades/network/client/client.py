"""The client of one table: a pure reducer from inputs to effects (docs/network.md).

It knows no socket, no disk and no clock. The screens, and bots that join a table, are shells of it. It joins again when
the connection is cut, sends what the host has not confirmed, and checks the shuffle.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from clockspades.engine.actions import Action
from clockspades.engine.deal_proof import Contribution, Proof
from clockspades.engine.fair_deal import broken_promises, commit_of
from clockspades.engine.options import Json
from clockspades.network.client.remote_game import RemoteGame, after_point, check_drawable, cut, last_view, read_game
from clockspades.network.wire import messages as say
from clockspades.network.wire.frames import WireError, read_object
from clockspades.network.wire.messages import MOST_POINTS, TO_CLIENT, ToClient, ToHost
from clockspades.network.wire.points import read_point
from clockspades.network.wire.secrecy import share_of

SHORTEST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 15.0
"""Seconds before connecting again: after the first failure, and at most. Each pause is twice the one before."""
MOST_SAID: Final = 50
"""Things said that are remembered, at most."""
MOST_PIECES: Final = 2000
"""Pieces of a log that are taken, at most."""
BAD_HOST: Final = "The host's program sent something that this version does not understand."
NO_PROMISE: Final = "The host left your share out of the shuffle of deal {}."
ANOTHER_PROMISE: Final = "The host announced another promise in your name for deal {}."


class Link(StrEnum):
    """The state of a client's connection to the host."""

    CONNECTING = "connecting"
    """Trying to connect, for the first time or again."""
    JOINING = "joining"
    """Connected; the host has not answered yet."""
    HERE = "here"
    WAITING = "waiting"
    """Cut off, and waiting for the next attempt."""
    ENDED = "ended"
    """Ended, and not to be tried again; :attr:`Client.farewell` says why."""


class Ticket(NamedTuple):
    """What a client joins with. The shell keeps it on the disk before it connects for the first time."""

    code: str
    key: str
    """32 hexadecimal digits at least, drawn for this table. Empty for a spectator."""
    secret: bytes
    """32 random bytes, drawn for this table: the shares of the shuffle follow from it."""
    name: str
    seat: int | None = None
    watch: bool = False


class Promised(NamedTuple):
    """What this seat knows of the shuffle that is being agreed on, or of the last one."""

    table: str
    deal: int
    committed: tuple[int, ...] = ()
    """The seats whose promises are there."""
    known: Proof | None = None
    """The promises, once all are there, with the share that this seat sent over this connection."""


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
    """Why the connection ended for good, or was last cut off, in a sentence."""
    joined: say.Joined | None = None
    """The table; None before the first answer."""
    seats: say.Seats | None = None
    game: RemoteGame | None = None
    """The game with every point that came; None in the lobby."""
    number: int = 0
    """How many games went before it at this table."""
    epoch: int = 0
    until: int = 0
    """How many points there were when the host last said so. Those before the last only fill in what was missed."""
    pending: say.Act | None = None
    """An action that the host has not confirmed."""
    sent: int = 0
    """The connection over which it was last sent, by its :attr:`attempt`; 0 if it was not sent."""
    shuffle: Promised | None = None
    """The deal that is due; None if none is."""
    is_ready: bool = False
    """Whether the person has gone on to that deal."""
    promises: tuple[Proof, ...] = ()
    """What is known of deals whose proofs have not come, the oldest first.

    The share of this seat is there if the host must have it: the deal came over the connection on which it was sent.
    """
    doubts: tuple[str, ...] = ()
    """Sentences on what does not fit in the shuffle of deals."""
    question: say.TakebackAsked | None = None
    """A takeback that waits for agreement."""
    said: tuple[say.Said, ...] = ()
    """What people said last."""
    again: tuple[int, ...] = ()
    """The seats that want another game."""
    wants_again: bool = False
    log: tuple[str, ...] = ()
    """The pieces of the log of a game that is over."""
    has_log: bool = False
    """Whether all of them are there."""

    @property
    def seat(self) -> int | None:
        """The seat; None for a spectator, and before the host answered."""
        return None if self.joined is None else self.joined.seat

    @property
    def shown(self) -> tuple[say.SeatShown, ...]:
        """The seats of the table; none before the host has told who sits there."""
        return () if self.seats is None else self.seats.seats

    @property
    def last(self) -> int:
        """The number of the last point; -1 before the first."""
        return -1 if self.game is None else len(self.game.points) - 1

    @property
    def has_all(self) -> bool:
        """Whether no point is on its way that only fills in what was missed."""
        return self.last >= 0 and self.last + 1 >= self.until


# -- inputs ----------------------------------------------------------------------------------------------------


class Began(NamedTuple):
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


class Lost(NamedTuple):
    """The connection could not be made, or was cut. Only the one that was asked for last counts."""

    words: str
    """Why, in a sentence."""
    jitter: float
    """A random number from 0 to 1, so that clients don't all come back at once."""


class PauseOver(NamedTuple):
    """The pause that :class:`Pause` asked for is over. A person who is impatient can give it too."""


class Choose(NamedTuple):
    """The person acts at the last point."""

    action: Action


class Ready(NamedTuple):
    """The person goes on to the deal that is due."""


class Want(NamedTuple):
    """The person asks the host for something else, by a message as it goes over the wire.

    If the connection is cut, it is not sent again, unless it agrees to another game that has not begun.
    """

    message: ToHost


Input: TypeAlias = Began | Connected | Got | Garbled | Lost | PauseOver | Choose | Ready | Want


# -- effects ---------------------------------------------------------------------------------------------------


class Connect(NamedTuple):
    """Open a connection: :class:`Connected` or :class:`Lost` answers."""


class Post(NamedTuple):
    """Send a message. If the connection is cut meanwhile, forget it."""

    message: ToHost


class Pause(NamedTuple):
    """Give :class:`PauseOver` after so many seconds."""

    seconds: float


class HangUp(NamedTuple):
    """End the connection; :class:`Lost` need not answer."""


class KeepPromises(NamedTuple):
    """Keep on the disk what is known of these deals, and forget what was kept before.

    A client that is started again begins with ``Client(ticket, program, promises=…)``.
    """

    promises: tuple[Proof, ...]


class Tell(NamedTuple):
    """Show what came. The state already has it."""

    message: ToClient


Effect: TypeAlias = Connect | Post | Pause | HangUp | KeepPromises | Tell


class Updated(NamedTuple):
    """The next state, and the effects on the way."""

    client: Client
    effects: tuple[Effect, ...]


def update(client: Client, given: Input) -> Updated:
    """The next state, and the effects that the shell runs in this order."""
    if client.link is Link.ENDED:
        return Updated(client, ())
    match given:
        case Began():
            return Updated(replace(client, link=Link.CONNECTING), (Connect(),))
        case Connected(more):
            joining = replace(client, link=Link.JOINING, attempt=client.attempt + 1)
            return Updated(joining, (Post(replace(_join(joining), more=more)),))
        case Got(message):
            return _got(client, message)
        case Garbled():
            return Updated(replace(client, link=Link.ENDED, farewell=BAD_HOST), (HangUp(),))
        case Lost(words, jitter):
            return _lost(client, words, jitter)
        case PauseOver():
            if client.link is not Link.WAITING:
                return Updated(client, ())
            return Updated(replace(client, link=Link.CONNECTING), (Connect(),))
        case Choose(action):
            if client.pending is not None or client.game is None:
                return Updated(client, ())
            act = say.Act(client.epoch, client.last, action.as_json())
            sent = client.attempt if client.link is Link.HERE else 0
            return _posted(replace(client, pending=act, sent=sent), act)
        case Ready():
            return _promise(replace(client, is_ready=True))
        case Want(message):
            wants_again = client.wants_again or isinstance(message, say.Again)
            return _posted(replace(client, wants_again=wants_again), message)


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
    except (ValueError, LookupError):  # a wire error, and what names no seat or point
        return Updated(replace(client, link=Link.ENDED, farewell=BAD_HOST), (HangUp(),))
    return Updated(after, (*effects, Tell(message)))


def _take(client: Client, message: ToClient) -> Updated:
    match message:
        case say.Joined():
            return _welcome(client, message)
        case say.Seats():
            return Updated(replace(client, seats=message), ())
        case say.Begun():
            return _begin(client, message)
        case say.Point(written):
            return _point(client, written)
        case say.Back(to, epoch):
            return Updated(_back(client, to, epoch), ())
        case say.Shuffle():
            return _asked_to_promise(client, message)
        case say.Commits():
            return _promised(client, message)
        case say.Proved(proof):
            return _proved(client, proof)
        case say.TakebackAsked():
            return Updated(replace(client, question=message), ())
        case say.TakebackEnded():
            return Updated(replace(client, question=None), ())
        case say.Said():
            return Updated(replace(client, said=(*client.said, message)[-MOST_SAID:]), ())
        case say.Done() | say.Refused():
            pending = client.pending
            is_of_it = pending is not None and (message.epoch, message.at) == (pending.epoch, pending.at)
            return Updated(replace(client, pending=None) if is_of_it else client, ())
        case say.WantAgain(seats):
            return Updated(replace(client, again=seats), ())
        case say.Log(number, at, text, is_last):
            if number == client.number and at == len(client.log) < MOST_PIECES and not client.has_log:
                return Updated(replace(client, log=(*client.log, text), has_log=is_last), ())
        case say.Goodbye(words, final):
            link = Link.ENDED if final else client.link
            return Updated(replace(client, link=link, farewell=words), (HangUp(),) if final else ())
    return Updated(client, ())


# -- the connection --------------------------------------------------------------------------------------------


def _welcome(client: Client, joined: say.Joined) -> Updated:
    """The host answered: what is open from before comes again after this, or is over."""
    here = replace(client, link=Link.HERE, failures=0, pause=0.0, farewell="", joined=joined)
    if client.link is Link.HERE:
        return Updated(here, ())  # only the seat has changed
    return Updated(replace(here, question=None, again=(), shuffle=None), ())


def _begin(client: Client, begun: say.Begun) -> Updated:
    """A game begins, or goes on after a connection was cut."""
    game = read_game(read_object(TO_CLIENT.as_json(begun)[begun.word]))
    if begun.points:
        if client.game is None or begun.points > client.last + 1 or begun.epoch != client.epoch:
            raise WireError("The host goes on at a point that the client does not have.")
        game = cut(client.game, begun.points - 1)
    is_same = begun.epoch == client.epoch and client.game is not None
    after = replace(client, game=game, number=begun.number, epoch=begun.epoch, until=begun.until, log=(), has_log=False)
    if begun.number != client.number:
        after = replace(after, wants_again=False, again=())
    if not is_same:
        return Updated(replace(after, pending=None), ())
    resent: list[ToHost] = []
    if client.pending is not None and client.sent != client.attempt:  # two refusals could not be told apart
        resent.append(client.pending)
    if after.wants_again:
        resent.append(say.Again(after.number))
    return _posted(replace(after, sent=client.attempt), *resent)


# -- the game --------------------------------------------------------------------------------------------------


def _point(client: Client, written: Mapping[str, Json]) -> Updated:
    if client.game is None or client.last >= MOST_POINTS:
        raise WireError("A point came that no game has.")
    point = read_point(client.game.game, dict(written), last_view(client.game))
    game = after_point(client.game, point)
    due = game.game.rules.deal_due(game.points[-1].view)
    after = replace(client, game=game, is_ready=client.is_ready and due)
    if after.has_all:
        check_drawable(game, client.game)
    if due or client.shuffle is None:
        return Updated(after, ())
    return _remembered(replace(after, shuffle=None), client.shuffle.known)


def _back(client: Client, to: int, epoch: int) -> Client:
    if client.game is None or to < 0:
        raise WireError("A move was taken back before the game.")
    game = cut(client.game, to)
    return replace(client, game=game, epoch=epoch, until=0, question=None, pending=None, shuffle=None, is_ready=False)


# -- the shuffle -----------------------------------------------------------------------------------------------


def _share(client: Client, table: str, deal: int) -> bytes:
    return share_of(client.ticket.secret, table, deal)


def _asked_to_promise(client: Client, asked: say.Shuffle) -> Updated:
    shuffle = client.shuffle
    if shuffle is None or (shuffle.table, shuffle.deal) != (asked.table, asked.deal):
        shuffle = Promised(asked.table, asked.deal)
    return _promise(replace(client, shuffle=shuffle._replace(committed=asked.committed)))


def _promise(client: Client) -> Updated:
    """Promise a share, if one is asked for and the person is ready, as everyone is for the first deal of a game."""
    shuffle = client.shuffle
    if shuffle is None or client.seat is None or client.seat in shuffle.committed:
        return Updated(client, ())
    if shuffle.deal and not client.is_ready:
        return Updated(client, ())
    commit = commit_of(_share(client, shuffle.table, shuffle.deal))
    return _posted(client, say.Commit(shuffle.table, shuffle.deal, commit.hex()))


def _promised(client: Client, commits: say.Commits) -> Updated:
    """Remember all promises, and send the own share if its promise is among them."""
    given = (None if each is None else Contribution(bytes.fromhex(each)) for each in commits.seats)
    promised = known = Proof(commits.table, commits.deal, tuple(given), Contribution(bytes.fromhex(commits.host)))
    answer: tuple[Effect, ...] = ()
    seat, doubts = client.seat, client.doubts
    if seat is not None:
        share = _share(client, commits.table, commits.deal)
        own = known.seats[seat]
        if own is not None and own.commit == commit_of(share):
            seats = [*known.seats]
            seats[seat] = Contribution(own.commit, share)
            known = replace(known, seats=tuple(seats))
            answer = (Post(say.Share(commits.table, commits.deal, share.hex())),)
        elif own is not None:
            doubts = (*doubts, ANOTHER_PROMISE.format(commits.deal + 1))
        elif client.shuffle is not None and seat in client.shuffle.committed:
            doubts = (*doubts, NO_PROMISE.format(commits.deal + 1))
    shuffle = Promised(commits.table, commits.deal, () if client.shuffle is None else client.shuffle.committed, known)
    after, effects = _remembered(replace(client, shuffle=shuffle, doubts=doubts), promised)
    return Updated(after, (*effects, *answer))


def _remembered(client: Client, known: Proof | None) -> Updated:
    """Remember what is known of a deal until its proof comes."""
    if known is None:
        return Updated(client, ())
    promises = (*_without(client.promises, known), known)
    return Updated(replace(client, promises=promises), (KeepPromises(promises),))


def _without(promises: tuple[Proof, ...], deal: Proof) -> tuple[Proof, ...]:
    """What is known of other deals than this one."""
    return tuple(each for each in promises if (each.table, each.number) != (deal.table, deal.number))


def _proved(client: Client, written: Mapping[str, Json]) -> Updated:
    """Compare the proof of a deal that is over with what is known of it."""
    proof = Proof.parse(dict(written))
    left = _without(client.promises, proof)
    known = next((each for each in client.promises if each not in left), None)
    if known is None or client.game is None:
        return Updated(client, ())
    names = tuple(seat.name for seat in client.game.seats)
    doubts = (*client.doubts, *broken_promises(proof, known, names))
    return Updated(replace(client, promises=left, doubts=doubts), (KeepPromises(left),))
