"""The fuse: who draws each of the last cards and the king of spades, if every turn goes the likeliest way.

A turn draws as many cards as have left the hand: the matches, and the dead cards (clockwork 4 to 9). Of cards that the
view shows that is certain. Of hidden ones it is as many as can be expected of the cards that nobody has seen, without
those ranks that everyone knows a card not to be. A king takes no place in a hand, and no spade is taken but the one
that is asked about. So all deals that a seat cannot tell apart have the same fuse.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from clockspades.cards import UNKNOWN, Card, Rank
from clockspades.games.clockwork.clockwork_rules import HAND, KINGS, ClockworkState, RuleSet, next_window, unseen_cards

LONGEST: Final = 12
"""The most cards in the stock with which there is a fuse."""
_TURNS: Final = 100
"""More turns than a game with a fuse has left."""


class Fuse(NamedTuple):
    """Each turn's seat, and how many cards it draws and keeps. The last turn draws the king of spades too."""

    turns: tuple[tuple[int, int], ...]

    @property
    def last(self) -> int:
        """Who draws the king of spades."""
        return self.turns[-1][0]

    @property
    def drawers(self) -> tuple[int, ...]:
        """Who draws each card but the kings, from the top of the stock."""
        return tuple(seat for seat, number in self.turns for _ in range(number))


def fuse(view: ClockworkState, taken: Rank | None = None) -> Fuse | None:
    """The fuse if the seat to act takes this spade, or else plays its matches or takes any.

    None while the stock has too many cards, after the end, where the game ends with the last spade, and where it makes
    no difference who draws that king: under the rules of gamerules, once nobody can get all four.
    """
    if view.rules is RuleSet.GAMERULES and all(view.kings):
        return None
    if not view.turn or view.outcome is not None or len(view.stock) > LONGEST:
        return None
    clock, seat, window, turns = [*view.clock], view.seat, view.window, list[tuple[int, int]]()
    unseen = [card.rank for card in unseen_cards(view, 0) if card.rank is not _KING and card not in view.hands[1]]
    left = len(view.stock) - len(KINGS) + sum(map(len, view.kings))
    hands = [[*zip(*hand)] for hand in zip(view.hands, view.denied)]
    for turn in range(_TURNS):
        match = sum(1 << rank for rank in window)
        dead = sum(1 << hour for hour, pile in enumerate(clock, 1) if pile is None and turn)  # as the turn begins
        again = _share(unseen, match) if view.rules is RuleSet.GAMERULES else 0.0
        leaves = [_chance(card, denied, unseen, match, dead, again) for card, denied in hands[seat]]
        if taken is not None and not turn:
            clock[taken - 1], leaves = None, [0.0] * len(leaves)
        number = int(sum(leaves) + 0.5)
        likely = sorted(zip(leaves, hands[seat]), key=itemgetter(0), reverse=True)
        kept = [(card, denied | match | dead) for _, (card, denied) in likely[number:]]
        drawn = HAND - len(kept)
        turns.append((seat, min(drawn, left)))
        if drawn > left:
            return Fuse(tuple(turns))
        left -= drawn
        hands[seat] = kept + [(UNKNOWN, 0)] * drawn
        seat, window = 1 - seat, next_window(clock, window[-1])
        if not window:
            break
    return None


def _chance(card: Card, denied: int, unseen: Sequence[Rank], match: int, dead: int, again: float) -> float:
    """How likely a card leaves the hand; with a chance of ``again`` the card that replaces a dead one does too."""
    ranks = [rank for rank in unseen if not denied >> rank & 1] if card is UNKNOWN else [card.rank]
    return _share(ranks, match | dead) + again * _share(ranks, dead & ~match)


def _share(ranks: Sequence[Rank], wanted: int) -> float:
    return sum(wanted >> rank & 1 for rank in ranks) / len(ranks) if ranks else 0.0


_KING: Final = Rank.KING
