"""What Spades celebrates: nils made and broken, bags that tip over, and scores that count up after a deal."""

from dataclasses import dataclass
from typing import Final

from clockspades.games.spades.events import BidMade, NilSettled, SideScored, SpadesEvent
from clockspades.games.spades.state import State
from clockspades.games.trick_selectors import CountUp, count_up, score_shown
from clockspades.games.tricks import DealBegan, TrickTaken
from clockspades.table.model import PlayerView
from clockspades.table.moments import COUNT_SECONDS, Moment, parts_of, rolled, within

NIL_SECONDS: Final = 1.2
"""How long a nil is celebrated or mourned."""
BAGS_SECONDS: Final = 1.5
"""How long bags fill, tip over, and cost their points."""
FULL: Final = 0.4
"""The share of a moment when bags are full."""
TIPPED: Final = 0.7
"""The share of a moment when their penalty falls off the score."""


@dataclass(frozen=True, slots=True)
class NilMade:
    """A seat took no trick in the deal, as it had bid (spades 12)."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class NilBroken:
    """A seat that bid nil took its first trick (spades 12)."""

    seat: int


@dataclass(frozen=True, slots=True)
class BagsTip:
    """The bags of a side were full, and cost it points (spades 14)."""

    side: int
    before: int
    """The bags on the way to the penalty before the deal."""
    limit: int
    """How many make the penalty."""
    penalty: int


def moment(player: PlayerView[State, SpadesEvent]) -> Moment | None:
    """What is celebrated of the last action."""
    parts: list[NilMade | NilBroken | BagsTip | CountUp] = []
    counts = count_up(player.happened)
    seconds = 0.0
    scoring = player.view.settings.scoring
    for event in player.happened:
        match event:
            case TrickTaken(winner) if _breaks_nil(player, winner):
                parts.append(NilBroken(winner))
                seconds = max(seconds, NIL_SECONDS)
            case NilSettled(seat, _, 0, points):
                parts.append(NilMade(seat, points))
                seconds = max(seconds, NIL_SECONDS)
            case SideScored(side, _, line) if line.penalty and counts is not None:
                before = scoring.bags_running(line.total_bags - line.bags)
                parts.append(BagsTip(side, before, scoring.bags, line.penalty))
                seconds = max(seconds, BAGS_SECONDS)
    if counts is not None:
        parts.append(counts)
        seconds = max(seconds, COUNT_SECONDS)
    return Moment(seconds, tuple(parts)) if parts else None


def _breaks_nil(player: PlayerView[State, SpadesEvent], winner: int) -> bool:
    """Whether the seat that has just taken a trick bid nil, and it is its first of the deal."""
    taken = 0
    for event in (event for happened in reversed(player.history) for event in reversed(happened)):
        match event:
            case TrickTaken(seat) if seat == winner:
                taken += 1
                if taken > 1:
                    return False
            case BidMade(seat, bid) if seat == winner:
                return bid.is_nil
            case DealBegan():
                return False
    return False


def nil_of(shown: Moment | None, seat: int) -> NilMade | NilBroken | None:
    """The nil of a seat that is celebrated."""
    nils: tuple[NilMade | NilBroken, ...] = (*parts_of(shown, NilMade), *parts_of(shown, NilBroken))
    return next((nil for nil in nils if nil.seat == seat), None)


def tip_of(shown: Moment | None, side: int) -> BagsTip | None:
    """The bags of a side that tip over."""
    return next((tip for tip in parts_of(shown, BagsTip) if tip.side == side), None)


def score_now(shown: Moment | None, side: int, score: int) -> int:
    """The score of a side during a moment: the penalty of its bags falls off at the end."""
    tip = tip_of(shown, side)
    if shown is None or tip is None:
        return score_shown(shown, side, score)
    before = next(parts_of(shown, CountUp)).before[side]
    most = score + tip.penalty
    if shown.share < TIPPED:
        return rolled(before, most, within(shown.share, 0.0, FULL))
    return rolled(most, score, within(shown.share, TIPPED, 1.0))


def bags_now(shown: Moment | None, side: int, bags: int, gained: int) -> int | None:
    """The bags of a side on the way to the penalty, with those that the last deal brought it; None while they tip over.

    They count up with the score.
    """
    tip = tip_of(shown, side)
    if shown is not None and tip is None and any(parts_of(shown, CountUp)):
        return rolled(bags - gained, bags, shown.share)
    if shown is None or tip is None or shown.share >= TIPPED:
        return bags
    return rolled(tip.before, tip.limit - 1, within(shown.share, 0.0, FULL)) if shown.share < FULL else None
