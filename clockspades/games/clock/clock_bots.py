"""The bots of Clock and Watch, and how likely a game is won, exactly, from nothing but what can be seen.

The face-down cards come in every order equally often, as if each were drawn by lot when it is turned up. Every card
but a king has one to turn up in its own pile, so play goes on until the last king comes, whatever comes before.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from math import comb
from typing import Final

from clockspades.bots.evaluation import EvaluatingBot, Evaluation
from clockspades.engine.game import MakeBot, RandomBot
from clockspades.games.clock import clock_rules as rules
from clockspades.games.clock.clock_rules import RULES, ClockAction, ClockState


def chance(view: ClockState) -> Fraction:
    """The share of the deals that fit a dealt view which are won, the best exchange made where there is one to make."""
    if view.outcome is not None:
        return Fraction(len(view.outcome.winners))
    if rules.is_exchange_due(view):
        return max(exchange_chance(view, pile, len(cards)) for pile, cards in enumerate(view.face_down, 1) if cards)
    place = rules.king_at(view)
    if place is not None:  # what lies under it never comes; with nothing there, the last to come must be of its pile
        pile, depth = place
        hidden = rules.cards_down(view) - 1
        if depth < len(view.face_down[pile - 1]):
            return Fraction(0)
        return Fraction(_unseen_by_hour(view)[pile - 1], hidden) if hidden else Fraction(1)
    return _before_the_fourth_king(view.variant, _unseen_by_hour(view), rules.KINGS - rules.kings_up(view))


@cache
def chance_before_the_deal(variant: rules.Variant) -> Fraction:
    """The share of all deals that are won, the best exchange made."""
    return _before_the_fourth_king(variant, [rules.ROUNDS] * (rules.CENTRE - 1), rules.KINGS)


def _before_the_fourth_king(variant: rules.Variant, hours: Sequence[int], kings: int) -> Fraction:
    """The share of deals in which a king is the last card to come, and in Watch of those that an exchange wins."""
    won = Fraction(kings, sum(hours) + kings)
    return won + _by_exchange(hours, kings) if variant is rules.Variant.WATCH else won


def exchange_chance(view: ClockState, pile: int, depth: int) -> Fraction:
    """The share of the deals that fit ``view`` which are won after this exchange.

    The king comes back when the last card before it in its pile has been turned up. Cards under it would never
    be; with none under it the game is won if of all face-down cards the last to come belongs to that pile.
    """
    height = len(view.face_down[pile - 1])
    return Fraction(height if depth == height else 0, rules.cards_down(view))


def chance_of(view: ClockState, action: ClockAction) -> Fraction:
    """The share of the deals that fit ``view`` which are won after an action."""
    return exchange_chance(view, action.pile, action.depth) if isinstance(action, rules.ExchangeKing) else chance(view)


def _unseen_by_hour(view: ClockState) -> list[int]:
    """For each rank but the king how many of its cards are face down."""
    in_hand = None if view.in_hand is None else view.in_hand.rank
    return [len(cards) - (rank == in_hand) for rank, cards in enumerate(view.face_down[: rules.CENTRE - 1], 1)]


def _by_exchange(hours: Sequence[int], kings: int) -> Fraction:
    """The share of deals in which cards are left when the last king comes, and the exchange then wins.

    ``hours`` are the unseen cards of each rank but the kings.
    """
    others = sum(hours)
    at_most = [_subsets(hours, height) for height in range(rules.ROUNDS)]
    total = Fraction(0)
    for left in range(1, others + 1):
        orders = Fraction(comb(others + kings - 1 - left, kings - 1), comb(others + kings, kings))
        tallest = sum(1 - Fraction(subsets[left], comb(others, left)) for subsets in at_most)  # its mean
        total += orders * tallest / left
    return total


def _subsets(hours: Sequence[int], height: int) -> list[int]:
    """For each number of cards how many sets of so many have no more than ``height`` of any rank."""
    counts = [1]
    for cards in hours:
        longer = [0] * (len(counts) + cards)
        for chosen in range(min(cards, height) + 1):
            for number, count in enumerate(counts):
                longer[number + chosen] += count * comb(cards, chosen)
        counts = longer
    return counts


class ClockSteadyBot(EvaluatingBot[ClockState, ClockAction]):
    """Makes the exchange that wins the most of the deals that fit all it has seen: no player can do better."""

    rules = RULES
    is_exact = True

    def evaluate(
        self, view: ClockState, effort: float = 1.0, judged: ClockAction | None = None
    ) -> Evaluation[ClockAction]:
        return Evaluation({action: (float(chance_of(view, action)),) for action in RULES.legal_actions(view)})

    def expect(self, view: ClockState, seat: int, effort: float = 1.0) -> Sequence[float]:
        return (float(chance_before_the_deal(view.variant) if RULES.deal_due(view) else chance(view)),)


BOTS: Final[Mapping[str, MakeBot[ClockState, ClockAction]]] = {
    "random": partial(RandomBot, RULES.legal_actions),
    "steady": ClockSteadyBot,
}
"""Every bot by its id, in the order of ``Game.bots``."""
