"""The bots of Clogs. Each is given what its seat observes, and a random generator of its own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import exp, sqrt
from random import Random
from typing import Final

from clockspades.bots.open_cards import OpenCardsBot
from clockspades.bots.sampling import SamplingBot
from clockspades.engine.game import MakeBot, RandomBot
from clockspades.games.clogs.clogs_rules import RULES, ClogsAction, ClogsState, TurnClog, unseen_cards
from clockspades.games.clogs.playout import CLOG, NUMBERS, Playout
from clockspades.games.trick_sampling import HiddenHand, deal_hidden
from clockspades.games.tricks import PlayCard

SAMPLES: Final = 800
"""How many deals are played out to evaluate one choice.

Of the tricks against greedy players, 200 take 51.4% ± 0.3 and 800 take 52.2% ± 0.2. More in close choices alone
bring nothing.
"""
PACE: Final = 1.5
"""How fast the chance to win grows with a lead, so that chances come true in games that the policy plays.

The slope of the results on the chances is 0.98, 0.97, 0.99, 1.02 and 1.05 (± 0.01) with two to six players.
"""


class ClogsSteadyBot(SamplingBot[ClogsState, ClogsAction]):
    """Plays out each deal that fits all it has seen, from each action on, and takes the one with the best chances."""

    rules = RULES

    def __init__(self, rng: Random, samples: int = SAMPLES) -> None:
        super().__init__(rng)
        self._samples = samples

    def samples(self, view: ClogsState) -> int:
        return 1 if RULES.deal_due(view) else self._samples

    def sampler(self, view: ClogsState, seat: int | None = None) -> Callable[[Random], ClogsState]:
        if RULES.deal_due(view):
            return lambda _: view
        return deal_sampler(view, seat)

    def evaluate_open(self, state: ClogsState, actions: Sequence[ClogsAction]) -> Mapping[ClogsAction, float]:
        """The chance to win the game after each action when the rest of the deal is played by a plain policy."""
        return {
            action: chance(tuple(scores), state.seat, state.target) for action, scores in _scores_after(state, actions)
        }

    def all_alike(self, view: ClogsState) -> bool:
        return not any(isinstance(action, PlayCard) for action in RULES.legal_actions(view))

    def play_on(self, deals: Sequence[ClogsState], seat: int) -> Sequence[float]:
        return [chance(tuple(_scores_at_the_end(deal)), seat, deal.target) for deal in deals]

    def points(
        self, view: ClogsState, actions: Sequence[ClogsAction], effort: float = 1.0
    ) -> Mapping[ClogsAction, Sequence[float]]:
        before = [score - taken for score, taken in zip(view.scores, view.taken)]
        found: dict[ClogsAction, list[float]] = {action: [] for action in actions}
        for deal in self._deals(view, view.seat, effort) if actions else ():
            for action, scores in _scores_after(deal, actions):
                points = [after - first for after, first in zip(scores, before)]
                found[action].append(points.pop(view.seat) - max(points))
        return found


def _scores_at_the_end(state: ClogsState) -> Sequence[int]:
    """The scores when the policy has played out a deal; those of now before it is dealt."""
    if RULES.deal_due(state):
        return state.scores
    playout = Playout.of(state)
    playout.play_out()
    return playout.scores


def _scores_after(state: ClogsState, actions: Sequence[ClogsAction]) -> Iterator[tuple[ClogsAction, list[int]]]:
    """The scores at the end of the deal after each of some actions; unseen clogs are alike, so one stands for all."""
    start, after_clog = Playout.of(state), list[int]()
    for action in actions:
        if isinstance(action, TurnClog) and after_clog:
            yield action, after_clog
            continue
        playout = start.copy()
        if playout.play_from_hand(NUMBERS[action.card]) if isinstance(action, PlayCard) else playout.turn_clog(0):
            playout.play_out()
        if isinstance(action, TurnClog):
            after_clog = playout.scores
        yield action, playout.scores


@lru_cache(maxsize=1 << 12)
def chance(scores: tuple[int, ...], seat: int, target: int) -> float:
    """About the chance, 0 to 1, that a seat reaches the target first if from these scores on every trick is anybody's.

    Of two players who need ``m`` and ``n`` tricks, the first comes first in about ``1 / (1 + exp(-1.5 d))`` of the
    games, ``d`` being ``(n - m) / sqrt(m + n)``. With more players, each has a weight that agrees with that where
    they need about as many.
    """
    needs = [target - score for score in scores]
    least = min(needs)
    if not least:
        return float(not needs[seat])
    scale = PACE / sqrt(2 * least)
    weights = [exp((least - need) * scale) for need in needs]
    return weights[seat] / sum(weights)


def deal_sampler(view: ClogsState, seat: int | None = None) -> Callable[[Random], ClogsState]:
    """Fills in the other hands and all clogs in the view of a seat; every deal that fits is equally likely.

    The seat is the one to act if none is named. A deal fits if no card is where the seat sees another, and no hand has
    a suit that everyone knows it to lack (clogs 5).
    """
    me = view.seat if seat is None else seat
    unseen, mine = unseen_cards(view, me), view.hands[me]
    hidden = [HiddenHand(len(hand), view.lacking[seat]) for seat, hand in enumerate(view.hands) if seat != me]

    def sample(rng: Random) -> ClogsState:
        others, rest = deal_hidden(unseen, hidden, rng)
        clogs = iter(rest)
        return view._replace(
            hands=(*others[:me], mine, *others[me:]),
            clogs=tuple([tuple([clog and next(clogs) for clog in row]) for row in view.clogs]),
        )

    return sample


class ClogsQuickBot:
    """Plays by the plain policy that the others play deals out by, without imagining any."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: ClogsState) -> ClogsAction:
        """The policy's card, or any clog; the policy looks at no hidden card, so any deal that fits will do."""
        number = Playout.of(deal_sampler(view)(self._rng)).choose()
        legal = RULES.legal_actions(view)
        if number == CLOG:
            return self._rng.choice([action for action in legal if isinstance(action, TurnClog)])
        return next(action for action in legal if isinstance(action, PlayCard) and NUMBERS[action.card] == number)


class ClogsOpenBot(OpenCardsBot[ClogsState, ClogsAction]):
    """Sees all cards, and searches the true deal; from the states that it looks at, everyone plays by the policy."""

    def __init__(self, rng: Random) -> None:
        super().__init__(RULES, rng)

    def play_out(self, state: ClogsState, rng: Random) -> Sequence[float]:
        scores = [*state.scores]
        if RULES.to_act(state) is not None:
            playout = Playout.of(state)
            for clogs in playout.clogs:
                rng.shuffle(clogs)  # the others do not know theirs
            playout.play_out()
            scores = playout.scores
        return [chance(tuple(scores), seat, state.target) for seat in range(len(scores))]


BOTS: Final[Mapping[str, MakeBot[ClogsState, ClogsAction]]] = {
    "random": partial(RandomBot, RULES.legal_actions),
    "quick": ClogsQuickBot,
    "steady": ClogsSteadyBot,
    "open": ClogsOpenBot,
}
"""Every bot by its id, in the order of ``Game.bots``."""
