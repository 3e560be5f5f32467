"""The bots at a table, on the screens and in line mode.

How a bot chooses follows from the number of the deal, its seat and the number of actions so far, so that the same
moves of the same deal get the same answers on every machine, after an undo, and when the game is resumed.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from threading import Lock
from typing import Any

from clockspades.engine import share
from clockspades.engine.game import Bot, PolicyBot
from clockspades.engine.phrases import sentence
from clockspades.engine.rules import Action, Deal
from clockspades.engine.seating import PROGRAM, bots_in_words
from clockspades.engine.session import AnySession
from clockspades.engine.text import UserError
from clockspades.language import _


class Bots:
    """The bots of a session by seat."""

    def __init__(self, session: AnySession, rng: Random) -> None:
        """``rng`` draws the number if the log of the session has none."""
        self._session = session
        number = share.number_of(session)
        self._number = share.draw_number(rng) if number is None else number
        self._failed, self._asking = set[int](), Lock()

    def __getitem__(self, seat: int) -> Bot[Any, Action]:
        """The bot in a seat, for its choice at the point shown; KeyError if the game has no such bot.

        For a person one of the second level plays out what cannot change any more: it plays well, and at once. The best
        bot plays on for a program outside that fails, or is not there.
        """
        session = self._session
        game, bot = session.game, session.seats[seat].bot
        if bot.startswith(PROGRAM):
            best = game.make_bot(game.best_bot, generator(self._number, seat, session.at))
            return PolicyBot(partial(self._ask, seat, best))
        bot = bot or [bot for bot in game.bots if not game.sees_all(bot)][:2][-1]
        return game.make_bot(bot, generator(self._number, seat, session.at))

    def _ask(self, seat: int, best: Bot[Any, Action], view: Any) -> Action:
        session, player = self._session, self._session.seats[seat]
        with self._asking:  # a move that was taken back may be asked for still
            try:
                if seat not in self._failed:
                    program = session.programs.get(player)
                    if program is None:
                        raise UserError(_("{program} is not here", program=player.bot))
                    return program.choose(view)
            except UserError as error:
                self._failed.add(seat)
                bot = bots_in_words(session.game, session.game.best_bot, 1)
                words = _("From now on, {bot} plays for {name}.", bot=bot, name=session.names[seat])
                session.fault = f"{sentence(str(error))} {words}"
        return best.choose(view)


def first_other_move(session: AnySession, number: int, tell: Callable[[int], object]) -> int | None:
    """The first point that a bot came to with another move than it makes there in this version; None if there is none.

    ``number`` is the deal's. A strong bot takes as long as it did in play; ``tell`` is told how many points are done.
    """
    game = session.game
    for point in range(session.last):
        made = session.position(point + 1)
        name = "" if made.seat is None else session.seats[made.seat].bot
        if made.seat is not None and name:
            bot = game.make_bot(name, generator(number, made.seat, point))
            if bot.choose(game.sight(session.position(point).state, made.seat, name)) != made.action:
                return point + 1
        tell(point + 1)
    return None


def generator(number: int, seat: int, point: int) -> Random:
    """The generator of a bot for its choice at a point, apart from the one that shuffles the deal."""
    return Random(f"clockspades bot {number}.{seat}.{point}")


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
