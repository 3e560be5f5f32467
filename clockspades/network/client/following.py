"""What a table shows of a game that is played elsewhere, and when: a pure reducer between a client and a table.

The point shown is pulled. The table asks for the next one with the effects that ask a bot or a deal of a session in
this process, and gets it as soon as it is there, but not before the time that the table wants. To act is a message to
the host, and the point that comes of it is the answer.
"""

from typing import Final, NamedTuple, TypeAlias

from clockspades.engine.session import Takeback
from clockspades.engine.wording import said
from clockspades.language import N_, _
from clockspades.network.client import client as my
from clockspades.network.client.client import Client, Link
from clockspades.network.client.remote_game import RemoteGame, cut, remote_player, remote_point
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import ToClient
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.effects import Effect as TableEffect
from clockspades.table.inputs import Input as TableInput
from clockspades.table.state import Cause

MOST_BEHIND: Final = 12
"""Points that the table may be behind the game before it skips some."""
NOT_SENT: Final = N_("Your move goes to the host as soon as the connection is back.")
ON_ITS_WAY: Final = N_("Your move is on its way to the host.")
DECLINED: Final = N_("That was declined: your move stands.")
ASKED: Final = N_("The others are asked whether you may take your move back.")
PLAY_ON: Final = N_("[You want|{name} wants] to play on.")
TIME_UP: Final = N_("Your time was up: a bot chose for you.")
PLAYED_FOR_YOU: Final = N_("A bot chose this for you.")


class Following(NamedTuple):
    """A client, and the point of its game that the table shows."""

    client: Client
    shown: int = -1
    """The number of the point shown; -1 while the table shows none."""
    epoch: int = 0
    is_asked: bool = False
    """Whether the table waits for the next point."""
    waits: bool = False
    """Whether the point before still has some time to be looked at."""
    has_acted: bool = False
    """Whether the person here acted at the point shown, or went on from it."""
    timer: int = 0
    catches_up: bool = True
    """Whether all points of the game are on their way, and the last of them is shown."""
    declined: Takeback | None = None
    ending: say.FinishAsked | None = None
    """How the rest of the deal is played out, while the table shows that."""

    @property
    def game(self) -> RemoteGame | None:
        """The game up to the point shown."""
        game = self.client.game
        return None if game is None or self.shown < 0 else cut(game, self.shown)

    @property
    def is_behind(self) -> bool:
        """Whether there are points that the table has not shown."""
        return self.client.last > self.shown


class Heard(NamedTuple):
    """The client changed."""

    client: Client
    message: ToClient | None = None


class Asked(NamedTuple):
    """The table asks for something: an effect of its reducer."""

    effect: TableEffect


class TimeOver(NamedTuple):
    """A timer ended."""

    timer: int


FollowingInput: TypeAlias = Heard | Asked | TimeOver


class GiveTable(NamedTuple):
    """Give the table an input."""

    given: TableInput


class GiveClient(NamedTuple):
    """Give the client an input."""

    given: my.ClientInput


class Wait(NamedTuple):
    """Give :class:`TimeOver` after so many seconds."""

    timer: int
    seconds: float


class Followed(NamedTuple):
    """The next state, and the effects on the way."""

    state: Following
    effects: tuple[GiveTable | GiveClient | Wait, ...] = ()


def opened(client: Client) -> Following:
    """The state for a table that is opened now: it shows the last point, if all have come."""
    return Following(client, catches_up=not client.has_all)


def update(state: Following, given: FollowingInput) -> Followed:
    """The next state, and the effects in their order."""
    match given:
        case Heard(client, message):
            return _heard(state, client, message)
        case TimeOver(timer):
            return _go_on(state._replace(waits=False)) if timer == state.timer else Followed(state)
        case Asked(effect):
            return _asked(state, effect)


def _heard(state: Following, client: Client, message: ToClient | None) -> Followed:
    before, state = state, state._replace(client=client)
    if state.ending is not None and not client.is_played_out and not state.is_behind:
        state = state._replace(ending=None)
    match message:
        case say.Begun(points=0):
            return Followed(state._replace(catches_up=True))
        case say.NextPoint() | say.Seats() if state.catches_up and client.has_all:
            return _leap(state._replace(catches_up=False), Cause.OPENED)
        case None if state.shown < 0 and client.has_all:  # all came before anybody listened here
            return _leap(state._replace(catches_up=False), Cause.OPENED)
        case say.Seats(asks=asks) if client.is_played_out and state.ending is None and state.shown >= 0:
            following = _go_on(state._replace(ending=asks))
            return following._replace(effects=(GiveTable(did.PlaysOut()), *following.effects))
        case say.Back():
            return _taken_back(before, state)
        case say.Refused(say.ActAt.word):
            return Followed(state._replace(has_acted=False), (GiveTable(did.SessionRefused(message.told)),))
        case say.Refused(say.AskTakeback.word | say.AskToFinish.word):
            return Followed(state, (GiveTable(did.ShowNote(message.told)),))
        case say.TakebackEnded(seat, point, refused_by) if seat == client.seat:
            if isinstance(before.client.asked, say.FinishAsked):
                if refused_by is None or client.game is None:
                    return _go_on(state)
                return Followed(state, (GiveTable(did.ShowNote(said(client.game.names, refused_by, PLAY_ON))),))
            if refused_by is None or client.game is None:
                return Followed(state, (GiveTable(did.ShowNote(_("The game went on: nothing is taken back."))),))
            takeback = Takeback(seat, point)
            words = takeback.declined(client.game.names, refused_by)
            return Followed(state._replace(declined=takeback), (GiveTable(did.ShowNote(words)),))
    return _go_on(state)


def _taken_back(before: Following, state: Following) -> Followed:
    asked, client = before.client.question, state.client
    state = state._replace(declined=None)
    if state.catches_up or client.game is None:
        return Followed(state)
    leap = _leap(state, Cause.TRAVELLED)
    if asked is None:
        return leap
    words = Takeback(asked.seat, asked.point).agreed(client.game.names)
    return leap._replace(effects=(*leap.effects, GiveTable(did.ShowNote(words))))


def _go_on(state: Following) -> Followed:
    """Show the next point if the table asks for it, or if somebody acted in the place of who decides here."""
    client = state.client
    if state.catches_up or client.game is None or not client.game.points:
        return Followed(state)
    if state.shown < 0 or state.epoch != client.epoch or client.last < state.shown:
        return _leap(state, Cause.OPENED if state.shown < 0 else Cause.TRAVELLED)
    if not state.is_behind:
        return Followed(state)
    if client.last - state.shown > MOST_BEHIND and state.ending is None:
        return _leap(state, Cause.ADVANCED)
    if state.is_asked and not state.waits:
        return _step(state)
    return _step(state) if _decides(state) else Followed(state)


def _decides(state: Following) -> bool:
    """Whether the table waits at the point shown for the person here: for a move, or to go on to the next deal."""
    game, seat = state.game, state.client.seat
    if game is None or seat is None:
        return False
    to_act = game.game.rules.to_act(game.points[-1].view)
    return to_act == seat or (to_act is None and state.shown > 0 and not state.is_asked)


def _step(state: Following) -> Followed:
    """Show the next point."""
    client, game = state.client, state.client.game
    assert game is not None, "there is a next point"
    point = game.points[state.shown + 1]
    is_surprise = client.seat is not None and point.seat == client.seat and not state.has_acted and not state.ending
    cause = Cause.ADVANCED if point.seat is None else Cause.ACTED
    state = state._replace(shown=state.shown + 1, is_asked=False, waits=False, has_acted=False)
    moved = GiveTable(did.SessionMoved(remote_point(cut(game, state.shown)), cause))
    if not is_surprise:
        return Followed(state, (moved,))
    is_late = client.joined is not None and client.joined.limit is not None
    return Followed(state, (moved, GiveTable(did.ShowNote(_(TIME_UP if is_late else PLAYED_FOR_YOU)))))


def _leap(state: Following, cause: Cause) -> Followed:
    """Show the last point."""
    client, game = state.client, state.client.game
    if game is None or not game.points:
        return Followed(state)
    state = state._replace(shown=client.last, epoch=client.epoch, is_asked=False, waits=False, has_acted=False)
    return Followed(state, (GiveTable(did.SessionMoved(remote_point(game), cause)),))


def _asked(state: Following, effect: TableEffect) -> Followed:
    client, game = state.client, state.game
    if game is None:
        return Followed(state)
    match effect:
        case do.Observe(near):
            player = remote_player(game, near)
            if client.has_no_hints:  # what a bid or a play shows is a hint too
                player = player._replace(meanings=())
            return Followed(state, (GiveTable(did.Observed(player)),))
        case do.AskBot(seconds=seconds):
            return _wait_for_next(state, seconds)
        case do.DismissBot():
            return Followed(state._replace(is_asked=False, waits=False))
        case do.MakeDeal():
            following = _wait_for_next(state, 0.0)
            return following._replace(effects=(GiveClient(effect), *following.effects))
        case do.Act():
            if client.pending is not None:
                return Followed(state, (GiveTable(did.ShowNote(_(ON_ITS_WAY))),))
            if state.is_behind:
                return _go_on(state)
            said = () if client.link is Link.HERE else (GiveTable(did.ShowNote(_(NOT_SENT))),)
            return Followed(state._replace(has_acted=True), (GiveClient(effect), *said))
        case do.Travel(forward=False):
            return _ask_for_takeback(state)
        case do.AskOthers(gives_up):
            ask = my.Want(say.AskToFinish(client.epoch, client.last, gives_up))
            return Followed(state, (GiveClient(ask),))
    return Followed(state)


def _wait_for_next(state: Following, seconds: float) -> Followed:
    """Show the next point, but not before so many seconds have passed."""
    timer = state.timer + 1
    state = state._replace(is_asked=True, waits=seconds > 0, timer=timer)
    return Followed(state, (Wait(timer, seconds),)) if seconds > 0 else _go_on(state)


def _ask_for_takeback(state: Following) -> Followed:
    """Ask the others to take back the last move of the person here, unless one of them has declined."""
    client, game = state.client, state.game
    takeback = None if game is None else remote_point(game).takeback_of(client.seat)
    if takeback is None or state.is_behind:
        return Followed(state, (GiveTable(did.ShowNote(_("Nothing to undo."), is_refusal=True)),))
    if takeback == state.declined:
        return Followed(state, (GiveTable(did.ShowNote(_(DECLINED), is_refusal=True)),))
    ask = my.Want(say.AskTakeback(client.epoch, takeback.point))
    return Followed(state, (GiveTable(did.ShowNote(_(ASKED))), GiveClient(ask)))
