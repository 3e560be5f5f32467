"""The dealer at a table: makes every deal that is due, all of a game's from one number."""

from random import Random

from clockspades.engine import share
from clockspades.engine.actions import Deal
from clockspades.engine.session import AnySession


class Dealer:
    """Makes the deals of a session, the first and those that follow when one is played out.

    They follow from the number in the code of the session's log, or without one from a number drawn from ``rng``
    once: a player who takes back the last action of a deal and takes another gets the same next cards.
    """

    def __init__(self, session: AnySession, rng: Random) -> None:
        self._session, self._rng = session, rng
        self._drawn: int | None = None

    def deal(self) -> None:
        """Make every deal that is due; the journal's error where one cannot be kept."""
        session = self._session
        while session.game.rules.deal_due(session.state):
            dealt = sum(isinstance(at.action, Deal) for at in session.positions[: session.at + 1])
            session.act(session.game.rules.deal(session.state, share.generator(self._number(), dealt)))

    def _number(self) -> int:
        number = share.number_of(self._session)
        if number is not None:
            return number
        if self._drawn is None:
            self._drawn = share.draw_number(self._rng)
        return self._drawn
