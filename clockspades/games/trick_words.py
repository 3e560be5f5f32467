"""The words that every trick-taking game needs: for its events, the trick on the table and a hand."""

from collections.abc import Iterator, Sequence
from typing import Final

from clockspades.cards import UNKNOWN, Card, Suit
from clockspades.engine.phrases import count, listed, numeral, signed, suit_name, suit_singular, symbols
from clockspades.engine.rules import Ended
from clockspades.engine.wording import Names, each, label, said, whom, whose
from clockspades.games import tricks
from clockspades.games.tricks import Hands, Play, TrickEvent, TrickView

MOST_NAMED: Final = 6
"""Cards that a hint names at most; of more it gives the number."""


SHORT: Final = 2
"""Cards of a suit from which on it is not short."""


def describe(event: TrickEvent, names: Names) -> str:
    """What happened, without a full stop.

    The scores of a deal are given seat by seat; a game with partners words them itself.
    """
    match event:
        case tricks.DealBegan(number, dealer):
            return said(names, dealer, "Deal {number}: [you deal|{name} deals]", number=number)
        case tricks.Dealt(seat, cards):
            return said(names, seat, "[You are|{name} is] dealt {cards}", cards=hand_words(cards))
        case tricks.TrickBegan(number, leader):
            return said(names, leader, "Trick {number}: [you lead|{name} leads]", number=number)
        case tricks.CardPlayed(seat, card):
            return said(names, seat, "[You play|{name} plays] the {card.symbol}", card=card)
        case tricks.TrickTaken(winner):
            return said(names, winner, "[You take|{name} takes] the trick with the {card.symbol}", card=event.card)
        case tricks.DealScored(number, _, points, scores):
            parts = [
                f"{name} {numeral(score)} ({signed(gained)})"
                for name, score, gained in zip(each(names), scores, points)
            ]
            return f"After deal {number}: {listed(parts)}"
        case Ended():
            return "The game is over"


def describe_deal_due(view: TrickView, names: Names) -> str:
    """Who deals next; before the first deal, that the cards are being dealt."""
    if not view.number:
        return "The cards are being dealt."
    return said(names, view.dealer, "[You deal|{name} deals] next.")


def describe_trick(view: TrickView, names: Names) -> Iterator[str]:
    """The trick so far and who is winning it; then the last trick if there is one."""
    if view.trick:
        yield f"The trick so far: {_plays(view.trick, names)}."
        assert view.winning is not None, "a trick that was led has a winning card"
        yield f"{play_label(view.winning, names)} is winning."
    if view.tricks:
        plays, winner = view.tricks[-1]
        yield f"{label(names, winner)} took the last trick: {_plays(plays, names)}."


def _plays(plays: Sequence[Play], names: Names) -> str:
    return ", ".join(f"{whom(names, seat)} {card.symbol}" for seat, card in plays)


def play_words(play: Play, names: Names) -> str:
    """A card on the table by its player, within a sentence: ``your 9♥``, ``Ana's 9♥``."""
    return f"{whose(names, play.seat)} {play.card.symbol}"


def play_label(play: Play, names: Names) -> str:
    """A card on the table by its player, at the start of a sentence: ``Your 9♥``, ``Ana's 9♥``."""
    return said(names, play.seat, "[Your|{name}'s] {play.card.symbol}", play=play)


def trick_stands(view: TrickView, names: Names) -> str:
    """The suit led and the winning card, in a sentence; empty before the lead."""
    if view.winning is None:
        return ""
    return f"{suit_name(view.trick[0].card.suit).capitalize()} led; {play_words(view.winning, names)} is winning."


def hand_words(cards: Sequence[Card]) -> str:
    """The cards of a hand, or their number where they are hidden; ``no cards`` for an empty one."""
    return count(len(cards), "card") if UNKNOWN in cards or not cards else symbols(cards)


def holds(hands: Hands, owner: int, names: Names) -> str:
    """The hand of a player in a sentence."""
    return said(names, owner, "[You hold|{name} holds] {cards}.", cards=hand_words(hands[owner]))


def losing(card: Card, winning: Play, led: Suit, names: Names) -> str:
    """That a card played does not win, as a hint says it."""
    how = "Play" if card.suit is led else "Throw away"
    return f"{how} the {card.symbol}: {play_words(winning, names)} still wins."


def short_suits(hand: Sequence[Card], *besides: Suit) -> list[str]:
    """The suits of which a hand has one card or none, in words, without some suits: ``1 heart``, ``no clubs``."""
    suits = [suit for suit in reversed(Suit) if suit not in besides]
    held = [(suit, sum(card.suit is suit for card in hand)) for suit in suits]
    return [count(number, suit_singular(suit)) for suit, number in held if number < SHORT]
