"""How good a score is: the chance that each side wins a game of Spades from where it stands between two deals."""

from collections.abc import Sequence
from math import exp, sqrt

from clockspades.games.spades.scoring import Line, outcome_after
from clockspades.games.spades.state import Settings


def win_chances(settings: Settings, lines: Sequence[Line]) -> list[float]:
    """By side the chance to win, 0 to 1, after a deal that was scored so.

    A side is taken to gain some points each deal, give or take about as many again, until the target is reached;
    the bags on its way to the next penalty weigh on it.
    """
    scoring, scores = settings.scoring, [line.score for line in lines]
    outcome = outcome_after(scoring, scores, settings.sides)
    if outcome is not None:
        winner = settings.sides[outcome.winners[0]]
        return [float(side == winner) for side in range(len(lines))]
    gain = 8.5 * settings.hand / len(lines)
    to_come = max(1.0, (scoring.target - max(scores)) / gain)
    spread = 0.78 * (gain + 15) * sqrt(to_come)
    per_bag = scoring.bag_penalty / scoring.bags * min(1.0, to_come / 3)
    best = max(scores)
    weights = [exp((line.score - best - per_bag * (scoring.bags_running(line.total_bags))) / spread) for line in lines]
    return [weight / sum(weights) for weight in weights]
