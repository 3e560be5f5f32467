"""A game that plays itself over and over, to be looked at by somebody who has not chosen one yet."""

from random import Random
from typing import Final

from clockspades.engine.characters import MIDDLE_ONES
from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT, Seat
from clockspades.engine.options import Options
from clockspades.engine.players import Bots
from clockspades.engine.session import AnySession, Session

CURTAIN_CALL: Final = 4
"""Steps that a finished game stays."""


class Exhibition:
    """Games with the same options, one after the other, with the quickest bot in every seat; none of them is kept."""

    def __init__(self, game: AnyGame, options: Options, rng: Random) -> None:
        self._game, self._options, self._rng = game, options, rng
        self._begin()

    def _begin(self) -> None:
        bot = BOT + self._game.quickest_bot
        seats = [Seat(MIDDLE_ONES[number], bot) for number in range(self._game.seats(self._options))]
        self.session: AnySession = Session(self._game, self._options, seats)
        self.session.deal(self._rng)
        self._bots = Bots(self.session, self._rng)
        self._left = CURTAIN_CALL

    def step(self) -> None:
        """Let one action be taken, or a new game begin when the last was over for a while."""
        session = self.session
        seat = session.to_act
        if seat is not None:
            session.act(self._bots[seat].choose(session.sight(seat)))
            session.deal(self._rng)
        elif self._left:
            self._left -= 1
        else:
            self._begin()
