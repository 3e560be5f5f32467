"""The bots of Clockwork Spades. Each is given what its seat observes, and a random generator of its own."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from clockspades.bots.evaluation import Evaluation
from clockspades.bots.open_cards import OpenCardsBot
from clockspades.bots.sampling import SamplingBot, mixed
from clockspades.cards import Card, Rank
from clockspades.engine.game import MakeBot, RandomBot
from clockspades.games.clockwork.clockwork_playouts import OpenGame
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkAction, ClockworkState, TakeSpade, unseen_cards

DEALS: Final = 1000
"""Deals that are imagined for a choice."""
LATE: Final = 24
"""The most cards in the stock with which a choice matters. Before that, no choice wins more games than another."""


class ClockworkSteadyBot(SamplingBot[ClockworkState, ClockworkAction]):
    """Takes the spade that wins the most of the deals that fit all it has seen, if both then play at random.

    Of spades that win as many it takes the one with the fewest cards still to come, as those would be dead.
    """

    rules = RULES

    def __init__(self, rng: Random, samples: int = DEALS) -> None:
        super().__init__(rng)
        self._samples = samples

    def choose(self, view: ClockworkState) -> ClockworkAction:
        """What wins most often, or early in the game what is preferred."""
        if len(view.stock) <= LATE:
            return super().choose(view)
        return self.pick(view, dict.fromkeys(self.legal_actions(view), 0.5))

    def samples(self, view: ClockworkState) -> int:
        return self._samples

    def evaluate(
        self, view: ClockworkState, effort: float = 1.0, judged: ClockworkAction | None = None
    ) -> Evaluation[ClockworkAction]:
        """Evaluate the choices, with no more effort than in play where they are all worth the same."""
        return super().evaluate(view, min(effort, 1.0) if len(view.stock) > LATE else effort, judged)

    def sampler(self, view: ClockworkState, seat: int | None = None) -> Callable[[Random], ClockworkState]:
        if RULES.deal_due(view):
            return lambda rng: RULES.reduce(view, RULES.deal(view, rng)).state
        return deal_sampler(view, seat)

    def evaluate_open(
        self, state: ClockworkState, actions: Sequence[ClockworkAction]
    ) -> Mapping[ClockworkAction, float]:
        game, random = OpenGame(state), self._rng.random
        if len(state.stock) > LATE:
            return dict.fromkeys(actions, (game.play_out(random) + 1) / 2)
        return {action: (game.play_out(random, action) + 1) / 2 for action in actions}

    def play_on(self, deals: Sequence[ClockworkState], seat: int) -> Sequence[float]:
        games, random = map(OpenGame, deals), self._rng.random
        values = [game.play_out(random) for game in games]
        return [((value if seat == deal.seat else -value) + 1) / 2 for value, deal in zip(values, deals)]

    def prefer(self, view: ClockworkState, action: ClockworkAction) -> float:
        return -sum(card.rank is action.rank for card in unseen_cards(view)) if isinstance(action, TakeSpade) else 0


def deal_sampler(view: ClockworkState, seat: int | None = None) -> Callable[[Random], ClockworkState]:
    """Fills in the other hand and the stock that a seat does not see in its view; each deal is equally likely.

    The seat is the one to act if none is named. A deal fits if no card is where the seat sees another, no king is in a
    hand (clockwork 12), and no card of the other hand has a rank that everyone knows it not to have. ValueError if
    there is none.
    """
    me = view.seat if seat is None else seat
    unseen = unseen_cards(view, me)
    choices = [
        [card for card in unseen if card.rank is not Rank.KING and not denied >> card.rank & 1]
        for denied in view.denied[1 - me]
    ]
    if any(len(cards) <= place for place, cards in enumerate(choices)):
        raise ValueError("no deal fits what is known of the hand")

    def sample(rng: Random) -> ClockworkState:
        random, hand = rng.random, list[Card]()
        # What is known of a card is known of all that were held longer, too. Longest held first, each card then
        # leaves the same number of choices for the next whichever it is, and so all hands are equally likely.
        for cards in choices:
            card = cards[int(random() * len(cards))]
            while card in hand:
                card = cards[int(random() * len(cards))]
            hand.append(card)
        stock = mixed([card for card in unseen if card not in hand], random)
        hands = (view.hands[me], tuple(hand)) if me == 0 else (tuple(hand), view.hands[me])
        return view._replace(hands=hands, stock=tuple(stock))

    return sample


class ClockworkOpenBot(OpenCardsBot[ClockworkState, ClockworkAction]):
    """Sees all cards, and searches the true deal; from the states that it looks at, both play at random."""

    def __init__(self, rng: Random) -> None:
        super().__init__(RULES, rng)

    def play_out(self, state: ClockworkState, rng: Random) -> Sequence[float]:
        if state.outcome is not None:
            return [state.outcome.share(seat, 2) for seat in (0, 1)]
        game = OpenGame(state)
        share = (game.play_out(rng.random) + 1) / 2
        return (1 - share, share) if state.seat else (share, 1 - share)


BOTS: Final[Mapping[str, MakeBot[ClockworkState, ClockworkAction]]] = {
    "random": partial(RandomBot, RULES.legal_actions),
    "steady": ClockworkSteadyBot,
    "open": ClockworkOpenBot,
}
"""Every bot by its id, in the order of ``Game.bots``."""
