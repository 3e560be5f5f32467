"""What every trick-taking game has, in words: its events, the trick on the table and a hand."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from clockspades.cards import UNKNOWN, Card
from clockspades.engine.game import Names, Regret
from clockspades.engine.phrases import count, listed, symbols
from clockspades.games.tricks import (
    CardPlayed,
    DealBegan,
    DealScored,
    Dealt,
    Ended,
    Play,
    TrickBegan,
    TrickEvent,
    TrickTaken,
    TrickView,
)

MOST_NAMED: Final = 6
"""Cards that a hint names; of more it tells the number."""


def describe(event: TrickEvent, names: Names) -> str:
    """What happened, without a full stop.

    The scores of a deal are said for each seat by itself; a game with partners has words of its own for them.
    """
    match event:
        case DealBegan(number, dealer):
            return f"Deal {number}: {names[dealer]} deals"
        case Dealt(seat, cards):
            return f"{names[seat]} is dealt {hand_words(cards)}"
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


def describe_deal_due(view: TrickView, names: Names) -> str:
    """Who deals the next cards; before the first deal they are merely being dealt."""
    return f"{names[view.dealer]} deals the next cards." if view.number else "The cards are being dealt."


def describe_trick(view: TrickView, names: Names) -> Iterator[str]:
    """The trick so far and who is winning it; before the lead the last trick, if there is one."""
    if view.trick:
        yield f"On the trick: {_plays(view.trick, names)}."
        winning = view.winning
        assert winning is not None, "a trick that was led has a card that wins it"
        yield f"The {winning.card.symbol} of {names[winning.seat]} is winning."
    elif view.tricks:
        plays, winner = view.tricks[-1]
        yield f"The last trick, which {names[winner]} took: {_plays(plays, names)}."


def _plays(plays: Sequence[Play], names: Names) -> str:
    return listed([f"the {card.symbol} of {names[seat]}" for seat, card in plays])


def hand_words(cards: Sequence[Card]) -> str:
    """A hand by its cards as it is kept, or by their number where they are not seen; ``no cards`` for an empty one."""
    return count(len(cards), "card") if UNKNOWN in cards or not cards else symbols(cards)


def regret(what: str, better: str, regret: Regret[Any]) -> str:
    """What was done, who and when included, and what was better to do, without a full stop."""
    return (
        f"{what}; {better} would have won about {regret.best_share:.0%}"
        f" of the games that fit what was seen, this {regret.made_share:.0%}"
    )
