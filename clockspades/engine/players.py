"""The bots at a table: the same seed makes the same players, on the screens and in line mode."""

from random import Random
from typing import Any

from clockspades.engine.actions import Action
from clockspades.engine.game import Bot
from clockspades.engine.session import AnySession


class Bots:
    """The bots of a session by seat, each made when it first has to choose, with a generator of its own."""

    def __init__(self, session: AnySession, rng: Random) -> None:
        self._session = session
        self._seeds = [rng.random() for _ in session.seats]
        self._made: dict[int, Bot[Any, Action]] = {}

    def __getitem__(self, seat: int) -> Bot[Any, Action]:
        """The bot in a seat; KeyError if a person sits there, or the game has no such bot."""
        if seat not in self._made:
            session = self._session
            self._made[seat] = session.game.make_bot(session.seats[seat].bot, Random(self._seeds[seat]))
        return self._made[seat]

    def dismiss(self, seat: int) -> None:
        """Let another that plays alike take the place of a bot, which may still think in its thread."""
        self._made.pop(seat, None)
