"""How good a score is: the chance that each side wins a game of Spades from where it stands between two deals."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from clockspades.games.spades.scoring import Line, outcome_after
from clockspades.games.spades.state import Settings

# How these were found is not recorded. They say roughly how the bots score, and only the bots go by them.
POINTS_A_TRICK: Final = 8.5
"""What a side gains for each of its tricks: less than a trick bid is worth, as some contracts fail."""
SPREAD: Final = 0.78
"""How far apart two sides may come in a deal, as a share of what they gain and :data:`MARGIN` besides."""
MARGIN: Final = 15
"""Points that may go astray even where little is gained."""
DEALS_OF_BAGS: Final = 3
"""Deals to come from which on the bags so far cost all of their share of the next penalty."""


def win_chances(settings: Settings, lines: Sequence[Line]) -> list[float]:
    """By side the chance to win, 0 to 1, after a deal that was scored so.

    A side is taken to gain some points each deal, give or take about as many again, until the target is reached;
    the bags on its way to the next penalty count against it.
    """
    scoring, scores = settings.scoring, [line.score for line in lines]
    outcome = outcome_after(scoring, scores, settings.sides)
    if outcome is not None:
        winner = settings.sides[outcome.winners[0]]
        return [float(side == winner) for side in range(len(lines))]
    gain = POINTS_A_TRICK * settings.hand / len(lines)
    to_come = max(1.0, (scoring.target - max(scores)) / gain)
    spread = SPREAD * (gain + MARGIN) * sqrt(to_come)
    per_bag = scoring.bag_penalty / scoring.bags * min(1.0, to_come / DEALS_OF_BAGS)
    best = max(scores)
    weights = [exp((line.score - best - per_bag * scoring.bags_running(line.total_bags)) / spread) for line in lines]
    return [weight / sum(weights) for weight in weights]
