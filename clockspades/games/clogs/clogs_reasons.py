"""Why a play of Clogs may be good, in one sentence to its player. Each follows from what that player sees."""

from typing import Final

from clockspades.cards import Card, Suit
from clockspades.games.clogs.clogs_rules import RULES, ClogsAction, State, TurnClog, beats, unseen_cards
from clockspades.games.tricks import PlayCard, led_suit, suit_name

FEW: Final = 3
"""A clog seldom wins if no more than one card in so many does."""


def reason(view: State, action: ClogsAction) -> str:
    """Why the seat to act may play a card or turn up a clog; empty where nothing is certain."""
    winning, led, unseen = view.winning, led_suit(view.trick), unseen_cards(view, view.seat)
    if winning is None or led is None:
        return _unbeaten(view, action.card, action.card.suit) if isinstance(action, PlayCard) else ""
    good = sum(beats(card, winning.card, led) for card in unseen)
    if isinstance(action, TurnClog):
        return f"It wins with {good} of the {len(unseen)} cards that it may be." if good and _is_last(view) else ""
    if beats(action.card, winning.card, led):
        return "You play last, and it takes the trick." if _is_last(view) else _unbeaten(view, action.card, led)
    legal = RULES.legal_actions(view)
    hand = [other.card for other in legal if isinstance(other, PlayCard)]
    if len(legal) == 1 or any(beats(card, winning.card, led) for card in hand):
        return ""
    if len(hand) < len(legal):
        return _instead_of_a_clog(winning.card, good, len(unseen))
    higher = [card for card in hand if card.suit is led and card.rank < action.card.rank]
    if action.card.suit is led and len(higher) == len(hand) - 1:
        return f"You can't take this trick, so keep your higher {suit_name(led)}."
    return ""


def _unbeaten(view: State, card: Card, led: Suit) -> str:
    """That no card beats this one which others may hold, or a clog may be."""
    if any(beats(other, card, led) for other in unseen_cards(view, view.seat)):
        return ""
    return f"Nobody can beat the {card.symbol}."


def _instead_of_a_clog(winning: Card, good: int, unseen: int) -> str:
    """Why a card is thrown away where a clog could be turned up."""
    if not good:
        return f"No clog can beat the {winning.symbol}."
    return f"A clog would beat the {winning.symbol} with only {good} of {unseen} cards." if good * FEW <= unseen else ""


def _is_last(view: State) -> bool:
    return len(view.trick) + 1 == len(view.scores)
