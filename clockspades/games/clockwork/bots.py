"""Players of Clockwork Spades that are programs. Each is given an observed state and its own generator."""

from random import Random

from clockspades.games.clockwork.rules import Play, State, Take, legal_actions


class RandomBot:
    """Any legal action, each as likely."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: State) -> Play | Take:
        """One of the legal actions."""
        return self._rng.choice(legal_actions(view))


class SteadyBot(RandomBot):
    """To be written."""
