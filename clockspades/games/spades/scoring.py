"""What a deal of Spades is worth: contracts, nils and bags, and when the game is won (spades 10 to 15 and 20 on)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, NamedTuple

from clockspades.engine.codec import OMITTED
from clockspades.engine.rules import Outcome

TRICK_POINTS: Final = 10
"""For each trick bid, won or lost (spades 10 and 11)."""
TEN: Final = 10
"""The contract that can be worth :data:`TEN_POINTS` (spades 26)."""
TEN_POINTS: Final = 200
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
    DEALS = "deals"


class Bid(NamedTuple):
    """How many tricks a player said to take: 0 is a nil, which may be bid blind."""

    tricks: int
    blind: bool = False

    @property
    def is_nil(self) -> bool:
        return not self.tricks


@dataclass(frozen=True, slots=True)
class Scoring:
    """How deals are scored and when the game ends, as it was chosen before the game."""

    target: int
    """The points that win (spades 15)."""
    bags: int
    """Every so many bags cost :attr:`bag_penalty` (spades 14); 0 if there are no bags (spades 27)."""
    bag_penalty: int
    failed_nil_helps: bool
    """Whether the tricks of a failed nil count towards the partner's contract (spades 13)."""
    floor: int | None
    """A side at this score or below loses (spades 15); None if there is no such score."""
    nil: Annotated[int, OMITTED] = 100
    """What a nil is worth (spades 24); 0 if nobody may bid it."""
    ten_for_200: Annotated[bool, OMITTED] = False
    """Whether a contract of ten or more is worth 200 points (spades 26)."""
    bag_points: Annotated[int, OMITTED] = 1
    """What each bag adds to the score (spades 27)."""
    deals: Annotated[int | None, OMITTED] = None
    """The deals after which the game ends instead of at its target (spades 28)."""
    least_bid: Annotated[int, OMITTED] = 0
    """The least that partners bid together (spades 22), or must take if nobody bids (spades 23)."""

    def bags_running(self, total_bags: int) -> int:
        """How many of the bags of a game are on the way to the next penalty (spades 14)."""
        return total_bags % self.bags if self.bags else 0

    def contract_points(self, tricks: int) -> int:
        """What a contract of so many tricks wins or loses (spades 10, 11 and 26)."""
        return TEN_POINTS if self.ten_for_200 and tricks >= TEN else TRICK_POINTS * tricks

    def nil_points(self, blind: bool) -> int:
        """What a nil wins or loses (spades 12 and 24)."""
        return 2 * self.nil if blind else self.nil


class ScoreLine(NamedTuple):
    """What a deal brought a side: one line of the score sheet."""

    contract: int
    """The tricks bid, by both partners together; where nobody bid, those taken or the least (spades 23)."""
    tricks: int
    """The tricks taken towards the contract."""
    contract_points: int
    nil_points: int
    """What the side's nils won and lost (spades 12)."""
    bags: int
    """Bags taken (spades 10 and 13)."""
    penalty: int
    """What the bags cost, 0 or more (spades 14)."""
    score: int
    """The score after the deal."""
    total_bags: int
    """The bags of the game after the deal."""
    bag_points: Annotated[int, OMITTED] = 1
    """What each bag added to the score (spades 27)."""
    is_bid: Annotated[bool, OMITTED] = True
    """Whether players bid in the deal (spades 23)."""

    @property
    def is_made(self) -> bool:
        """Whether the contract was made; a side of nils alone has none to fail."""
        return self.tricks >= self.contract

    @property
    def points(self) -> int:
        return self.contract_points + self.nil_points + self.bags * self.bag_points - self.penalty


class Sheet(NamedTuple):
    """A deal on the score sheet."""

    number: int
    """The number of the deal, from 1."""
    dealer: int
    bids: tuple[Bid | None, ...]
    """By seat; None if nobody bid in the deal (spades 23)."""
    taken: tuple[int, ...]
    """By seat the tricks taken."""
    lines: tuple[ScoreLine, ...]
    """By side."""


def score_side(scoring: Scoring, bids: Sequence[Bid | None], taken: Sequence[int], score: int, bags: int) -> ScoreLine:
    """What a deal brings a side (spades 10 to 14): bids and tricks of its players, its score and bags before.

    Where nobody bid, the side bid what it took, or the least if that is more (spades 23).
    """
    made = [bid for bid in bids if bid is not None]
    tricks = tricks_towards(made, taken, scoring.failed_nil_helps) if made else sum(taken)
    contract = sum([bid.tricks for bid in made]) if made else max(tricks, scoring.least_bid)
    is_made = tricks >= contract
    points = scoring.contract_points(contract) if made else TRICK_POINTS * contract
    contract_points = points if is_made else -points
    nil_points = sum([nil_value(scoring, bid, count) for bid, count in zip(made, taken) if bid.is_nil])
    new_bags = penalty = 0
    if scoring.bags:
        new_bags = sum(taken) - tricks + (tricks - contract if is_made else 0)
        penalty = scoring.bag_penalty * ((bags + new_bags) // scoring.bags - bags // scoring.bags)
    after = score + contract_points + nil_points + new_bags * scoring.bag_points - penalty
    return ScoreLine(
        contract, tricks, contract_points, nil_points, new_bags, penalty, after, bags + new_bags, scoring.bag_points,
        bool(made),
    )  # fmt: skip


def tricks_towards(bids: Sequence[Bid], taken: Sequence[int], failed_nil_helps: bool) -> int:
    """How many tricks a side has taken towards its contract (spades 13)."""
    return sum(number for bid, number in zip(bids, taken) if is_counted(bid.tricks, failed_nil_helps))


def is_counted(bid: int, failed_nil_helps: bool) -> bool:
    """Whether the tricks of a player with this bid count towards the contract: by choice after a nil (spades 13)."""
    return bid > 0 or failed_nil_helps


def nil_value(scoring: Scoring, bid: Bid, taken: int) -> int:
    """What a nil wins, or loses with a trick taken (spades 12)."""
    points = scoring.nil_points(bid.blind)
    return -points if taken else points


def outcome_after(scoring: Scoring, scores: Sequence[int], sides: Sequence[int], number: int = 0) -> Outcome | None:
    """How the game ends with these scores after a whole deal, or None if another is played (spades 15 and 28).

    ``sides`` are by seat the side that it plays for, and ``number`` is that of the deal. A side at the floor loses to
    the best of the others, and where all are at the floor to the best of all. Equal scores at the top: another deal.
    """
    fallen = [scoring.floor is not None and score <= scoring.floor for score in scores]
    best = max([score for score, is_out in zip(scores, fallen) if not is_out] or scores)
    is_over = best >= scoring.target if scoring.deals is None else number >= scoring.deals
    if scores.count(best) > 1 or not (is_over or any(fallen)):
        return None
    winner = scores.index(best)
    winners = tuple([seat for seat, side in enumerate(sides) if side == winner])
    usual = SpadesReason.TARGET if scoring.deals is None else SpadesReason.DEALS
    return Outcome(winners, tuple(scores), usual if is_over else SpadesReason.FLOOR)
