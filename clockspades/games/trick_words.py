"""The events that every trick-taking game has, and a hand, in words."""

from collections.abc import Sequence

from clockspades.cards import UNKNOWN, Card, Rank
from clockspades.engine.game import Names
from clockspades.games.phrases import count, listed, symbols
from clockspades.games.tricks import (
    CardPlayed,
    DealBegan,
    DealScored,
    Dealt,
    Ended,
    TrickBegan,
    TrickEvent,
    TrickTaken,
    sorted_hand,
)


def describe(event: TrickEvent, names: Names, ranks: Sequence[Rank]) -> str:
    """What happened, without a full stop; ``ranks`` are the game's, the highest first.

    The scores of a deal are said for each seat by itself; a game with partners has words of its own for them.
    """
    match event:
        case DealBegan(number, dealer):
            return f"Deal {number}: {names[dealer]} deals"
        case Dealt(seat, cards):
            return f"{names[seat]} is dealt {hand_words(cards, ranks)}"
        case TrickBegan(number, leader):
            return f"Trick {number}: {names[leader]} leads"
        case CardPlayed(seat, card):
            return f"{names[seat]} plays the {card.symbol}"
        case TrickTaken(winner):
            return f"{names[winner]} takes the trick with the {event.card.symbol}"
        case DealScored(number, _, points, scores):
            parts = [f"{name} {score} ({gained:+})" for name, score, gained in zip(names, scores, points)]
            return f"After deal {number}: {listed(parts)}"
        case Ended():
            return "The game is over"


def hand_words(cards: Sequence[Card], ranks: Sequence[Rank]) -> str:
    """A hand by its cards, sorted, or by their number where they are not seen; ``no cards`` for an empty one."""
    if UNKNOWN in cards or not cards:
        return count(len(cards), "card")
    return symbols(sorted_hand(cards, ranks))
