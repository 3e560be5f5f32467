"""Clock patience and Watch in words: every event, prompt, hint and verdict. Cards stand as ``10♠``."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from clockspades.cards import PACK, Card, Rank
from clockspades.engine.game import Hint, Names, Regret, Survey
from clockspades.engine.phrases import count
from clockspades.games.clock.odds import chance, exchange_chance
from clockspades.games.clock.rules import (
    CENTRE,
    KINGS,
    ClockAction,
    ClockEvent,
    Dealt,
    Ended,
    Exchange,
    Exchanged,
    Placed,
    State,
    Turn,
    TurnedUp,
    cards_down,
    cards_up,
    is_exchange_due,
    king_at,
    kings_up,
    legal_actions,
)

_ORDINALS: Final = ("", "first", "second", "third", "fourth")
DEPTHS: Final = ("", "top", "2nd", "3rd", "4th")
"""What a card is called by how deep it lies."""


def describe(event: ClockEvent) -> str:
    """What happened, without a full stop."""
    match event:
        case Dealt():
            return "Four cards lie face down at each hour and in the centre"
        case Placed(card):
            return f"The {card.symbol} goes under {place(card.rank)}"
        case TurnedUp(card, pile, kings):
            where = f"in {place(pile)}" if pile == CENTRE else f"at {place(pile)}"
            which = f", the {_ORDINALS[kings]} king" if card.rank is Rank.KING else ""
            return f"The {card.symbol} turns up {where}{which}"
        case Exchanged(king, pile, depth, card):
            return (
                f"The {king.symbol} goes face down into the place of {card_at(pile, depth)},"
                f" and the {card.symbol} comes out"
            )
        case Ended():
            return "The game is over"


def place(pile: int) -> str:
    """What a pile is called."""
    return "the centre" if pile == CENTRE else f"{pile} o'clock"


def card_at(pile: int, depth: int) -> str:
    """What a face-down card is called by where it lies."""
    return f"the {DEPTHS[depth]} card at {place(pile)}"


def prompt(view: State, names: Names) -> str:
    """What is to be done now, and why."""
    if view.outcome is not None:
        return verdict(view, names)
    card, name = view.in_hand, names[0]
    if card is None:
        return "The cards are being dealt."
    if is_exchange_due(view):
        down = count(cards_down(view), "card")
        return f"The {card.symbol} is the fourth king, with {down} face down: {name} must exchange it for one of them."
    return f"{name} is to put the {card.symbol} under {place(card.rank)} and turn up the next card there."


def hints(view: State) -> tuple[Hint[Turn | Exchange], ...]:
    """Each legal action and what it leads to, with its odds; exchanges that win oftenest first."""
    card = view.in_hand
    if card is None or view.outcome is not None:
        return ()
    if not is_exchange_due(view):
        return (Hint(Turn(), _turning(view, card), tells_odds=True),)
    exchanges = [action for action in legal_actions(view) if isinstance(action, Exchange)]
    exchanges.sort(key=lambda action: exchange_chance(view, action.pile, action.depth), reverse=True)
    return tuple(Hint(action, _exchanging(view, card, action), tells_odds=True) for action in exchanges)


def phrase(action: ClockAction) -> str:
    """An action as it is listed and typed."""
    return f"exchange {action.pile} {DEPTHS[action.depth]}" if isinstance(action, Exchange) else action.do


def survey(view: State, seat: int | None, names: Names) -> Survey:
    """The card in hand; then the piles, the kings and how many cards are face up."""
    card = view.in_hand
    held = f"{names[0]} holds {'no card' if card is None else f'the {card.symbol}'}."
    kings = f"{count(kings_up(view), 'king')} of {KINGS} turned up, and {cards_up(view)} of {len(PACK)} cards face up."
    table = (*(_pile(view, pile) for pile in range(1, CENTRE + 1)), *_exchanged(view), kings)
    return Survey((), (held, *table)) if seat is None else Survey((held,), table)


def progress(state: State) -> str:
    """How many cards are face up."""
    return "not dealt yet" if state.in_hand is None else f"{cards_up(state)} of {len(PACK)} face up"


def verdict(state: State, names: Names) -> str:
    """Whether the game was won and how far it came, in one sentence."""
    if state.outcome is None:
        return "The game is not over."
    if state.outcome.winners:
        return f"{names[0]} wins: all {len(PACK)} cards are face up, and the fourth king came last."
    again = " again" if state.exchanged else ""
    return f"{names[0]} loses with {cards_up(state)} of {len(PACK)} cards face up: the fourth king turned up{again}."


def regret(regret: Regret[ClockAction], names: Names) -> str:
    """An exchange that was made, and the one that was better."""
    made, best = regret.made, regret.best
    assert isinstance(made, Exchange), "only the exchange is a choice"
    assert isinstance(best, Exchange), "only the exchange is a choice"
    return (
        f"{names[0]} exchanged the king for {card_at(made.pile, made.depth)};"
        f" {card_at(best.pile, best.depth)} would have won {regret.best_share:.0%}"
        f" of the deals that fit what was seen, this {regret.made_share:.0%}"
    )


def recap(state: State) -> str:
    """How a finished game ended, in a few words."""
    assert state.outcome is not None, "the game is over"
    exchanged = " after the exchange" if state.exchanged else ""
    return f"won{exchanged}" if state.outcome.winners else f"lost{exchanged}, {cards_up(state)} of {len(PACK)} face up"


def _exchanging(view: State, king: Card, action: Exchange) -> str:
    height = len(view.face_down[action.pile - 1])
    words = f"Exchange the {king.symbol} for {card_at(action.pile, action.depth)}"
    under = height - action.depth
    if under:
        return f"{words}. It loses: the king comes back before {count(under, 'card')} under it."
    rank = Rank(action.pile).symbol
    why = "that is the only one there" if height == 1 else f"that is the deepest of the {height} there"
    odds = exchange_chance(view, action.pile, action.depth)
    return f"{words}: {why}. It wins if the last card to come is one of rank {rank}, which is so in {_share(odds)}."


def _turning(view: State, card: Card) -> str:
    words = f"Put the {card.symbol} under {place(card.rank)} and turn up the next card. There is no choice."
    return f"{words} From here the game is won in {_share(chance(view))}."


def _share(odds: Fraction) -> str:
    """A share of the deals that fit: ``4 of 31 deals (13%)``, in per cent alone where the numbers are large."""
    percent = f"{float(odds):.0%}"
    if odds in (0, 1):
        return "every deal" if odds else "no deal"
    return (
        f"{percent} of the deals"
        if odds.denominator > len(PACK)
        else (f"{odds.numerator} of {odds.denominator} deals, or {percent}")
    )


def _pile(view: State, pile: int) -> str:
    down, up = view.face_down[pile - 1], view.face_up[pile - 1]
    where = f"{place(pile)[0].upper()}{place(pile)[1:]}"
    cards = " ".join(card.symbol for card in up)
    return f"{where}: {len(down) or 'none'} face down, {cards or 'none'} face up."


def _exchanged(view: State) -> Iterator[str]:
    """Where the exchanged king lies, if it does."""
    found = king_at(view)
    if found is not None:
        pile, depth = found
        yield f"The exchanged king lies face down at {place(pile)}, as {DEPTHS[depth]} card."
