"""Advice to whoever asks for a hint: the choices, and what the best bot, which sees no more, thinks of each."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from clockspades.bots.weighing import WeighingBot, weighing_bot
from clockspades.engine.game import AnyGame, Hint

MOST: Final = 20
"""Choices that are told; of more the best, once they are weighed."""


class Advice(NamedTuple):
    """A choice, and how likely it wins."""

    hint: Hint[Any]
    share: float
    """The share of the deals that fit what is seen which it wins, 0 to 1."""

    @property
    def words(self) -> str:
        """The share in a sentence."""
        return f"Wins the game in {self.share:.0%} of the deals that fit what has been seen."


def adviser(game: AnyGame, hints: Sequence[Hint[Any]]) -> WeighingBot[Any, Any] | None:
    """Who can say more of these choices than their words do; None if there is one choice, or nothing to add."""
    if len(hints) < 2 or all(hint.tells_odds for hint in hints):
        return None
    return weighing_bot(game, Random(0))


def advise(bot: WeighingBot[Any, Any], view: Any, hints: Sequence[Hint[Any]]) -> tuple[Advice, ...]:
    """The choices in a view as a bot weighs them, the best first, and no more than :data:`MOST`."""
    shares = bot.evaluate(view)
    weighed = sorted((Advice(hint, shares[hint.action]) for hint in hints), key=lambda advice: -advice.share)
    return tuple(weighed[:MOST])
