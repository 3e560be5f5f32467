"""How good a score is: the chance that each side wins a game of Spades from where it stands between two deals."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from math import exp, sqrt
from typing import Final, TypeAlias

from clockspades.games.spades.scoring import ScoreLine, outcome_after
from clockspades.games.spades.spades_state import BlindNil, SpadesSettings, is_blind_nil_open

# Only the bots go by these. The first two are fitted to games that the rollout policy played without blind nils, so
# that chances come true. The slope of the results on them is 0.99 ± 0.08 for partners, 0.97 ± 0.08 for three players
# and 1.05 ± 0.08 in cutthroat, with standard errors by games. How the others were found is not recorded.
POINTS_A_TRICK: Final = 5.5
"""What a side gains for each of its tricks: less than a trick bid is worth, as some contracts fail and bags cost."""
SPREAD: Final = {2: 1.95, 3: 1.3, 4: 1.5}
"""By the number of sides how far apart they may come in a deal, as a share of what they gain."""
DEALS_OF_BAGS: Final = 3
"""Deals to come from which on the bags so far cost all of their share of the next penalty."""
DEALS_AHEAD: Final = 3
"""Deals that are looked ahead where partners may bid blind nils; another one changes chances by some 2%."""
CAUTION: Final = 0.01
"""How much better a blind nil must be than a bid."""
STEP: Final = 10
"""Points between the scores that are looked ahead from; chances between them are interpolated."""

# What a deal brings two sides in points, and how likely that is. This is roughly what came of 13,000 deals that the
# rollout policy bid and played. Players who search make some 12% fewer blind nils than it does (docs/strength.md).
_CONTRACT: Final = ((80, 0.28), (60, 0.31), (40, 0.18), (-40, 0.1), (-60, 0.06), (-80, 0.07))
_BLIND_NIL: Final = ((10, 0.24), (30, 0.52), (50, 0.24))
"""What the partner brings beside a blind nil that is made."""
_BLIND_MADE: Final = (0.2, 0.5, 0.7, 0.83, 0.88)
"""The share of blind nils that is made, by the number of cards that are exchanged."""
_CONTRACTS: Final = (
    (60, 60, 0.15), (80, 40, 0.14), (40, 80, 0.14), (80, 60, 0.05), (60, 80, 0.05), (60, 40, 0.015), (40, 60, 0.015),
    (80, -40, 0.055), (-40, 80, 0.055), (60, -80, 0.055), (-80, 60, 0.055), (80, -60, 0.04), (-60, 80, 0.04),
    (100, -40, 0.025), (-40, 100, 0.025), (60, -60, 0.02), (-60, 60, 0.02), (40, -80, 0.015), (-80, 40, 0.015),
    (100, 40, 0.01), (40, 100, 0.01),
)  # fmt: skip

Outcomes: TypeAlias = Mapping[tuple[bool, bool], Sequence[tuple[int, int, float]]]
"""What a deal brings two sides, and how likely that is, by whether each bids a blind nil."""


def win_chances(settings: SpadesSettings, lines: Sequence[ScoreLine], number: int = 0) -> list[float]:
    """By side the chance to win, 0 to 1, after a deal that was scored so, the ``number``-th of the game.

    Partners who may bid blind nils (spades 5) are taken to bid them where that is better for them. That makes a lead
    of 100 points worth less than a smaller one: see :func:`chances_by_contracts`.
    """
    chances, settings = chances_by_contracts(settings, lines, number), _from_here(settings, number)
    if not are_blind_nils_usual(settings) or 1.0 in chances:
        return chances
    scores = [line.score for line in lines]
    chance, ahead, open_to = 0.0, _look_ahead(settings), _open_to(settings, scores)
    near = [
        [(floor, 1 - part / STEP), (floor + STEP, part / STEP)] for floor, part in map(_split, _worths(settings, lines))
    ]
    for (first, weight), (second, other_weight) in product(*near):
        if weight and other_weight:
            chance += weight * other_weight * ahead.deal((first, second), open_to, DEALS_AHEAD)
    return [chance, 1 - chance]


def chances_by_contracts(settings: SpadesSettings, lines: Sequence[ScoreLine], number: int = 0) -> list[float]:
    """By side the chance to win after a deal that was scored so, if nobody bids a blind nil any more.

    A side is taken to gain some points each deal, give or take about as many again, until the target is reached;
    the bags on its way to the next penalty count against it. More points are never worth less, so that bots who go by
    this play for their contracts, and not to fall behind.
    """
    scores, settings = [line.score for line in lines], _from_here(settings, number)
    outcome = outcome_after(settings.scoring, scores, settings.sides)
    if outcome is not None:
        winner = settings.sides[outcome.winners[0]]
        return [float(side == winner) for side in range(len(lines))]
    return _by_contracts(settings, scores, _worths(settings, lines))


def are_blind_nils_usual(settings: SpadesSettings) -> bool:
    """Whether players bid blind nils: only partners, who pass each other cards."""
    return settings.partners and settings.blind_nil is not BlindNil.OFF


@lru_cache(maxsize=1 << 10)
def better_blind(settings: SpadesSettings, lines: tuple[ScoreLine, ...], number: int = 0) -> tuple[bool, ...]:
    """By side whether a blind nil is open to partners in the next deal (spades 5), and better than a bid."""
    if not are_blind_nils_usual(settings):
        return (False,) * len(lines)
    settings = _from_here(settings, number)
    open_to = _open_to(settings, [line.score for line in lines])
    worths = tuple([round(worth) for worth in _worths(settings, lines)])
    return _look_ahead(settings).better_blind(worths, open_to, DEALS_AHEAD)


class _LookAhead:
    """The chance of the first of two sides to win, by looking some deals ahead, in which blind nils may be bid."""

    def __init__(self, settings: SpadesSettings) -> None:
        self._settings, self._outcomes = settings, _outcomes(settings)
        self.score, self.deal = cache(self._score), cache(self._deal)

    def _score(self, scores: tuple[int, ...], deals: int) -> float:
        """The chance at these scores after a deal."""
        done = DEALS_AHEAD - deals
        outcome = outcome_after(self._settings.scoring, scores, self._settings.sides, done)
        if outcome is not None:
            return float(0 in outcome.winners)
        if not deals:
            return _by_contracts(_from_here(self._settings, done), scores, scores)[0]
        return self.deal(scores, _open_to(self._settings, scores), deals)

    def _deal(self, scores: tuple[int, ...], open_to: tuple[bool, ...], deals: int) -> float:
        """The chance before another deal; ``open_to`` says to which side a blind nil is open in it."""
        return self._bid(scores, self.better_blind(scores, open_to, deals), deals)

    def better_blind(self, scores: tuple[int, ...], open_to: tuple[bool, ...], deals: int) -> tuple[bool, bool]:
        """By side whether a blind nil is open to it in the next deal, and better than a bid."""
        if not any(open_to):
            return False, False
        bid = self._bid(scores, (False, False), deals)
        return (
            open_to[0] and self._bid(scores, (True, False), deals) > bid + CAUTION,
            open_to[1] and self._bid(scores, (False, True), deals) < bid - CAUTION,
        )

    def _bid(self, scores: tuple[int, ...], blind: tuple[bool, bool], deals: int) -> float:
        """The chance before a deal in which these sides bid blind nils."""
        first, second = scores
        return sum(
            [
                share * self.score((first + one, second + other), deals - 1)
                for one, other, share in self._outcomes[blind]
            ]
        )


def _outcomes(settings: SpadesSettings) -> Outcomes:
    worth, made = settings.scoring.nil_points(blind=True), _BLIND_MADE[settings.blind_pass]
    nil = (*((worth + points, made * share) for points, share in _BLIND_NIL), (30 - worth, 1 - made))
    found: dict[tuple[bool, bool], Sequence[tuple[int, int, float]]] = {(False, False): _CONTRACTS}
    for blind in ((True, False), (False, True), (True, True)):
        mine, other = [nil if is_nil else _CONTRACT for is_nil in blind]
        found[blind] = tuple([(one, two, share * rest) for one, share in mine for two, rest in other])
    return found


def _from_here(settings: SpadesSettings, number: int) -> SpadesSettings:
    """The settings of a game that begins after so many deals: the deals to play are those that are left (spades 28)."""
    deals = settings.scoring.deals
    return settings if deals is None else replace(settings, scoring=replace(settings.scoring, deals=deals - number))


@lru_cache(maxsize=16)
def _look_ahead(settings: SpadesSettings) -> _LookAhead:
    return _LookAhead(settings)


def _open_to(settings: SpadesSettings, scores: Sequence[int]) -> tuple[bool, ...]:
    return tuple([is_blind_nil_open(settings, scores, side) for side in range(len(scores))])


def _worths(settings: SpadesSettings, lines: Sequence[ScoreLine]) -> list[float]:
    """By side the score, less what its bags so far will cost."""
    scoring, to_come = settings.scoring, _deals_to_come(settings, [line.score for line in lines])
    per_bag = scoring.bag_penalty / scoring.bags * min(1.0, to_come / DEALS_OF_BAGS) if scoring.bags else 0.0
    return [line.score - per_bag * scoring.bags_running(line.total_bags) for line in lines]


def _split(worth: float) -> tuple[int, float]:
    """The score at or below a worth that is looked ahead from, and how far above it that is."""
    steps, part = divmod(worth, STEP)
    return int(steps) * STEP, part


def _gain(settings: SpadesSettings) -> float:
    """The points that a side gains in a deal."""
    return POINTS_A_TRICK * settings.hand / (max(settings.sides) + 1)


def _deals_to_come(settings: SpadesSettings, scores: Sequence[int]) -> float:
    deals, target = settings.scoring.deals, settings.scoring.target
    return max(1.0, (target - max(scores)) / _gain(settings) if deals is None else float(deals))


def _by_contracts(settings: SpadesSettings, scores: Sequence[int], worths: Sequence[float]) -> list[float]:
    """By side the chance to win without blind nils; ``worths`` are scores less what the bags will cost."""
    spread = SPREAD[len(scores)] * _gain(settings) * sqrt(_deals_to_come(settings, scores))
    best = max(worths)
    weights = [exp((worth - best) / spread) for worth in worths]
    return [weight / sum(weights) for weight in weights]
