"""What a deal of Spades is worth: contracts, nils and bags, and when the game is won (spades 10 to 15)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from clockspades.engine.rules import Outcome

TRICK_POINTS: Final = 10
"""For each trick bid, won or lost (spades 10 and 11)."""
NIL_POINTS: Final = 100
BLIND_NIL_POINTS: Final = 200
SHORT_TARGET: Final = 250
"""The highest target of a short game (spades 14)."""
LONG_BAGS: Final[Mapping[str, int]] = {"bags": 10, "bag_penalty": 100}
"""How many bags bring which penalty, as options (spades 14)."""
SHORT_BAGS: Final[Mapping[str, int]] = {"bags": 5, "bag_penalty": 50}
"""The same in a short game (spades 14)."""


class SpadesReason(StrEnum):
    """Why a game ends (spades 15)."""

    TARGET = "target"
    FLOOR = "floor"


class Bid(NamedTuple):
    """How many tricks a player said to take: 0 is a nil, which may be bid blind."""

    tricks: int
    blind: bool = False

    @property
    def is_nil(self) -> bool:
        """Whether the player said to take no trick (spades 4)."""
        return not self.tricks


@dataclass(frozen=True, slots=True)
class Scoring:
    """How deals are scored and when the game ends, as it was chosen before the game."""

    target: int
    """The points that win (spades 15)."""
    bags: int
    """Every so many bags cost :attr:`bag_penalty` (spades 14)."""
    bag_penalty: int
    failed_nil_helps: bool
    """Whether the tricks of a failed nil count towards the partner's contract (spades 13)."""
    floor: int | None
    """A side at this score or below loses (spades 15); None if there is no such score."""

    def bags_running(self, total_bags: int) -> int:
        """How many of the bags of a game are on the way to the next penalty (spades 14)."""
        return total_bags % self.bags


class ScoreLine(NamedTuple):
    """What a deal brought a side: one line of the score sheet."""

    contract: int
    """The tricks bid, by both partners together."""
    tricks: int
    """The tricks taken towards the contract."""
    contract_points: int
    nil_points: int
    """What the side's nils won and lost (spades 12)."""
    bags: int
    """Bags taken, a point each (spades 10 and 13)."""
    penalty: int
    """What the bags cost, 0 or more (spades 14)."""
    score: int
    """The score after the deal."""
    total_bags: int
    """The bags of the game after the deal."""

    @property
    def is_made(self) -> bool:
        """Whether the contract was made; a side of nils alone has none to fail."""
        return self.tricks >= self.contract

    @property
    def points(self) -> int:
        """All that the deal brought."""
        return self.contract_points + self.nil_points + self.bags - self.penalty


class Sheet(NamedTuple):
    """A deal on the score sheet."""

    number: int
    """The number of the deal, from 1."""
    dealer: int
    bids: tuple[Bid, ...]
    """By seat."""
    taken: tuple[int, ...]
    """By seat the tricks taken."""
    lines: tuple[ScoreLine, ...]
    """By side."""


def score_side(scoring: Scoring, bids: Sequence[Bid], taken: Sequence[int], score: int, bags: int) -> ScoreLine:
    """What a deal brings a side (spades 10 to 14): bids and tricks of its players, its score and bags before."""
    contract = sum(bid.tricks for bid in bids)
    tricks = tricks_towards(bids, taken, scoring.failed_nil_helps)
    bags_of_nils = sum(taken) - tricks
    is_made = tricks >= contract
    contract_points = TRICK_POINTS * (contract if is_made else -contract)
    nil_points = sum(nil_value(bid, count) for bid, count in zip(bids, taken) if bid.is_nil)
    new_bags = bags_of_nils + (tricks - contract if is_made else 0)
    total_bags = bags + new_bags
    penalty = scoring.bag_penalty * (total_bags // scoring.bags - bags // scoring.bags)
    after = score + contract_points + nil_points + new_bags - penalty
    return ScoreLine(contract, tricks, contract_points, nil_points, new_bags, penalty, after, total_bags)


def tricks_towards(bids: Sequence[Bid], taken: Sequence[int], failed_nil_helps: bool) -> int:
    """How many tricks a side has taken towards its contract (spades 13)."""
    return sum(number for bid, number in zip(bids, taken) if is_counted(bid.tricks, failed_nil_helps))


def is_counted(bid: int, failed_nil_helps: bool) -> bool:
    """Whether the tricks of a player with this bid count towards the contract: by choice after a nil (spades 13)."""
    return bid > 0 or failed_nil_helps


def nil_value(bid: Bid, taken: int) -> int:
    """What a nil wins, or loses with a trick taken (spades 12)."""
    points = BLIND_NIL_POINTS if bid.blind else NIL_POINTS
    return -points if taken else points


def outcome_after(scoring: Scoring, scores: Sequence[int], sides: Sequence[int]) -> Outcome | None:
    """How the game ends with these scores after a whole deal, or None if another is played (spades 15).

    ``sides`` are by seat the side that it plays for. A side at the floor loses to the best of the others, and
    where all are at the floor to the best of all. Equal scores at the top: another deal.
    """
    fallen = [scoring.floor is not None and score <= scoring.floor for score in scores]
    if not any(fallen) and max(scores) < scoring.target:
        return None
    best = max([score for score, is_out in zip(scores, fallen) if not is_out] or scores)
    if scores.count(best) > 1:
        return None
    winner = scores.index(best)
    winners = tuple(seat for seat, side in enumerate(sides) if side == winner)
    return Outcome(winners, tuple(scores), SpadesReason.TARGET if best >= scoring.target else SpadesReason.FLOOR)
