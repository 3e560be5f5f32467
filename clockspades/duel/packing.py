"""The moves of a game as one whole number, and back: each is its place among the moves that were legal there.

Deals are left out: they follow from the number of the game's deal. The legal moves are in the order of their lines in
a log, so that the number does not depend on the order in which a version of the program thinks of them.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any, Final

from clockspades.engine import share
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.options import Options
from clockspades.engine.rules import Action, Deal
from clockspades.engine.session import AnySession, Session
from clockspades.engine.text import UserError
from clockspades.language import _
from clockspades.saved.log import dump

MOST_ACTIONS: Final = 5000
"""The actions of a game, deals included, beyond which it is not packed. A long game of Spades has 1,700."""


class DuelError(UserError, ValueError):
    """A line that is no line of a duel or fits no game here, or a game without one. The message is a clause."""


def pack(session: AnySession) -> int:
    """The moves of a finished game as a number; DuelError if it is longer than :data:`MOST_ACTIONS`.

    The first move is the remainder of a division by the number of moves that were legal, the second one that of the
    quotient, and so on. A forced move adds nothing.
    """
    if session.last > MOST_ACTIONS:
        raise DuelError(_("this game is too long for a line"))
    places = []
    for point in range(session.last):
        action = session.position(point + 1).action
        if action is not None and not isinstance(action, Deal):
            legal = _legal(session.game, session.position(point).state)
            places.append((legal.index(action), len(legal)))
    return reduce(lambda moves, place: moves * place[1] + place[0], reversed(places), 0)


def unpack(
    game: AnyGame, options: Options, seats: Sequence[Seat], number: int, moves: int, deals: Sequence[Deal] = ()
) -> AnySession:
    """The finished game with these moves; DuelError if they are none of a whole game.

    ``number`` is that of its deal. With ``deals``, those come in place of its own.
    """
    session: AnySession = Session(game, options, seats)
    dealt = 0
    while session.outcome is None:
        if session.last == MOST_ACTIONS:
            raise DuelError(_("the line has moves of a game that never ends"))
        if game.rules.deal_due(session.state):
            made = share.generator(number, dealt)
            session.act(deals[dealt] if deals else game.rules.deal(session.state, made))
            dealt += 1
        else:
            legal = _legal(game, session.state)
            moves, place = divmod(moves, len(legal))
            session.act(legal[place])
    if moves:
        raise DuelError(_("the line has moves after the end of its game"))
    return session


def _legal(game: AnyGame, state: Any) -> list[Action]:
    """The legal moves in the order of their lines."""
    legal = game.rules.legal_actions(state)
    return [*legal] if len(legal) < 2 else sorted(legal, key=lambda action: dump(action.as_json()))
