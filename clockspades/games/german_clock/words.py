"""German Clock in words: every event, prompt, hint, verdict and missed card. Cards stand as ``10♠``.

What is said while the game goes on, unless it is asked for as a hint, is the same whether the top card of the
waste can be placed or not.
"""

from collections.abc import Sequence
from typing import Final

from clockspades.cards import PACK, Card, Rank, Suit
from clockspades.engine.game import Hint, Names, Regret, Remark, Survey
from clockspades.engine.phrases import count
from clockspades.games.german_clock.missed import Miss, missed
from clockspades.games.german_clock.rules import (
    FULL,
    Ended,
    GermanClockAction,
    GermanClockEvent,
    OrderSet,
    PassBegan,
    Place,
    Placed,
    Redeal,
    State,
    Turn,
    Turned,
    can_place,
    is_choice,
    legal_actions,
    reduce,
    wanted,
    where,
)

_ORDINALS: Final = ("", "first", "second", "third")
"""What a time through the stock is called by its number."""


def describe(event: GermanClockEvent, names: Names) -> str:
    """What happened, without a full stop."""
    match event:
        case PassBegan(number, cards):
            how = f"{names[0]} turns the waste over" if number > 1 else "The stock lies face down"
            return f"{how}: {count(cards, 'card')} to go through for the {_ORDINALS[number]} time"
        case Turned(card):
            return f"{names[0]} turns up the {card.symbol}"
        case Placed(card):
            return f"{names[0]} places the {card.symbol} {where(card.rank)}"
        case OrderSet(suits):
            return f"The order of suits {'begins with' if len(suits) < FULL else 'is'} {symbols(suits)}"
        case Ended():
            return "The game is over"


def symbols(suits: Sequence[Suit]) -> str:
    """Suits by their signs, with blanks between."""
    return " ".join(suit.symbol for suit in suits)


def prompt(view: State, names: Names) -> str:
    """What can be done now; whether a card goes on the clock is for the player to see."""
    if view.outcome is not None:
        return verdict(view, names)
    if not view.passes:
        return "The cards are being dealt."
    name = names[0]
    if not view.waste:
        return f"{name} is to turn up the next card."
    card = view.waste[-1].symbol
    if view.stock:
        return f"{name} can turn up the next card, or place the {card} if it fits."
    if view.redeals_left:
        return f"The stock is empty: {name} can turn the waste over, or place the {card} if it fits."
    return f"{name} is to place the {card}: the stock is empty and {redeals_left(0)}."


def hints(view: State) -> tuple[Hint[Turn | Redeal | Place], ...]:
    """Each legal action and what it leads to; placing first."""
    return tuple(Hint(action, _hint(view, action)) for action in reversed(legal_actions(view)))


def phrase(action: GermanClockAction) -> str:
    """An action as it is listed and typed."""
    return action.do


def survey(view: State, seat: int | None, names: Names) -> Survey:
    """The top of the waste; then the foundations, the order of suits, the waste and the stock."""
    top = f"The {view.waste[-1].symbol} lies on top of the waste." if view.waste else "No card lies on the waste."
    table = (*(_foundation(view, rank) for rank in Rank), _order(view), *_under(view), _stock(view))
    return Survey((), (top, *table)) if seat is None else Survey((top,), table)


def progress(state: State) -> str:
    """Which time through the stock it is."""
    return f"{_ORDINALS[state.passes]} time through the stock" if state.passes else "not dealt yet"


def verdict(state: State, names: Names) -> str:
    """Whether the game was won and how far it came, in one sentence."""
    if state.outcome is None:
        return "The game is not over."
    if state.outcome.winners:
        return f"{names[0]} wins: all {len(PACK)} cards are on the clock."
    top = state.waste[-1].symbol
    return (
        f"{names[0]} is stuck with {state.placed} of {len(PACK)} cards on the clock:"
        f" the {top} cannot be placed, and nothing is left to turn."
    )


def regret(view: State, regret: Regret[GermanClockAction], names: Names) -> str:
    """What was done with a card on the waste, and what would have been better."""
    card = view.waste[-1].symbol
    doing = {Turn: "turned up the next card", Redeal: "turned the waste over", Place: f"placed the {card}"}
    better = f"to place the {card}" if isinstance(regret.best, Place) else f"to leave the {card} on the waste"
    return (
        f"{_when(view)}, {names[0]} {doing[type(regret.made)]}; {better} would have won {regret.best_share:.0%}"
        f" of the deals that fit what lies face up, this {regret.made_share:.0%}"
    )


def review(states: Sequence[State], names: Names) -> tuple[Remark, ...]:
    """Each card that was missed in a finished game, and when; that there was none, if so."""
    found = tuple(Remark(miss.point, _missed(states[miss.point], miss, names)) for miss in missed(states))
    return found or (Remark(len(states) - 1, "No card was missed."),)


def recap(state: State) -> str:
    """How a finished game ended, in a few words."""
    assert state.outcome is not None, "the game is over"
    used = state.redeals - state.redeals_left
    after = f" after {count(used, 'redeal')}" if used else ""
    return f"won{after}" if state.outcome.winners else f"stuck{after}, {state.placed} of {len(PACK)} on the clock"


def _hint(view: State, action: Turn | Redeal | Place) -> str:
    if not isinstance(action, Place):
        does = "Turn up the next card" if isinstance(action, Turn) else "Turn the waste over"
        source = f"one of {len(view.stock)} in the stock" if isinstance(action, Turn) else _left_after(view)
        return " ".join((f"{does}, {source}.", *_instead(view)))
    card = view.waste[-1]
    words = f"Place the {card.symbol} {where(card.rank)}"
    if is_choice(view):
        return f"{words}. {_settling(reduce(view, action).state.suits)}"
    return f"{words}: its suit is next there, and to place it at once is never worse."


def _settling(suits: Sequence[Suit]) -> str:
    """What it means to settle a suit."""
    if len(suits) < FULL:
        return f"Then {suits[0].symbol} comes first at every hour."
    return f"Then {symbols(suits)} is the order at every hour. It is the one choice of the game."


def _instead(view: State) -> tuple[str, ...]:
    """What becomes of the card on the waste, if there is one, that is not placed."""
    if not view.waste:
        return ()
    card = view.waste[-1]
    if not can_place(view):
        return (f"The {card.symbol} has to wait: {_awaited(view, card.rank)}.",)
    if is_choice(view):
        return (f"The {card.symbol} is left, and its suit is not settled yet.",)
    return (f"The {card.symbol} is missed.",)


def _awaited(view: State, rank: Rank) -> str:
    """Which card a foundation waits for."""
    cards = " or ".join(f"the {Card(rank, suit).symbol}" for suit in wanted(view, rank))
    return f"{where(rank)} {cards} comes next"


def _left_after(view: State) -> str:
    return f"after which {redeals_left(view.redeals_left - 1)}"


def _missed(view: State, miss: Miss, names: Names) -> str:
    card = miss.card
    if not miss.is_choice:
        return f"{_capital(_when(view))}, the {card.symbol} was missed: it was next {where(card.rank)}."
    height = "second" if view.suits else "first"
    left = f"{names[0]} left the {card.symbol}, which would have made {card.suit.symbol} the {height} suit"
    return f"{_capital(_when(view))}, {left}."


def _when(view: State) -> str:
    """A moment by what can be seen on the table: which time through, and how many cards the stock had."""
    return f"the {_ORDINALS[view.passes]} time through, with {count(len(view.stock), 'card')} left in the stock"


def _foundation(view: State, rank: Rank) -> str:
    cards = " ".join(card.symbol for card in view.clock[rank - 1])
    return f"{_capital(where(rank))}: {cards or 'no card'}."


def _order(view: State) -> str:
    if not view.suits:
        return "The order of suits is open: the first card placed sets the first."
    if len(view.suits) < FULL:
        others = " or ".join(suit.symbol for suit in Suit if suit.is_red is not view.suits[0].is_red)
        return f"The order of suits begins with {symbols(view.suits)}, and then comes {others}."
    return f"The order of suits is {symbols(view.suits)}."


def _under(view: State) -> tuple[str, ...]:
    """The waste below its top."""
    cards = " ".join(card.symbol for card in view.waste[-2::-1])
    return (f"Under it on the waste, from the top: {cards}.",) if cards else ()


def _stock(view: State) -> str:
    return f"The stock has {count(len(view.stock), 'card')}, and {redeals_left(view.redeals_left)}."


def redeals_left(number: int) -> str:
    """How many redeals are left, as a part of a sentence."""
    return f"{count(number, 'redeal')} {'is' if number == 1 else 'are'} left"


def _capital(words: str) -> str:
    """Words as a sentence begins with them."""
    return words[0].upper() + words[1:]
