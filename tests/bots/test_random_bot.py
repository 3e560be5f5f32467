"""The bot that plays at random."""

from collections import Counter
from random import Random

from clockspades.engine.game import RandomBot
from clockspades.games.german_clock.german_clock_rules import GermanClockState, PlaceCard, TurnStock
from tests.games.german_clock.tables import initial


def test_every_legal_action_is_as_likely() -> None:
    asked: list[GermanClockState] = []

    def legal_actions(view: GermanClockState) -> tuple[TurnStock | PlaceCard, ...]:
        asked.append(view)
        return (TurnStock(), PlaceCard())

    view = initial(1)
    bot = RandomBot(legal_actions, Random(5))
    found = Counter(bot.choose(view) for _ in range(2000))
    assert asked == [view] * 2000
    assert abs(found[TurnStock()] - 1000) < 4 * 23, "four standard deviations"
    assert found.total() == found[TurnStock()] + found[PlaceCard()]
