"""German Clock in words: every event, prompt, hint, verdict and missed card. Cards read ``10♠``.

Except for hints, nothing said during the game depends on whether the top card of the waste can be placed.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from clockspades.cards import PACK, Card, Rank, Suit
from clockspades.engine.phrases import capital, count, ordinal, symbols
from clockspades.engine.wording import Hint, Names, Remark, Survey, Wording, said, whom
from clockspades.games.dial_words import HOUR, by_hour, place, where
from clockspades.games.german_clock import german_clock_rules as rules
from clockspades.games.german_clock.german_clock_rules import (
    RULES,
    GermanClockAction,
    GermanClockEvent,
    GermanClockState,
    is_choice,
)


class Miss(NamedTuple):
    """A card that was left on the waste."""

    point: int
    """The point of the game at which it lay there and could be placed."""
    card: Card
    is_choice: bool
    """Whether it would have settled a suit, so that to leave it may have been wise."""


def missed(states: Sequence[GermanClockState]) -> tuple[Miss, ...]:
    """Every such card of a game, from its states in order."""
    return tuple(
        Miss(point, before.waste[-1], is_choice(before))
        for point, (before, after) in enumerate(pairwise(states))
        if rules.can_place(before) and after.placed == before.placed
    )


class GermanClockWords(Wording[GermanClockState, GermanClockAction, GermanClockEvent]):
    rules = RULES
    went_well = "You completed {good} of {all} hours."

    def describe(self, event: GermanClockEvent, names: Names) -> str:
        match event:
            case rules.PassBegan(number, cards):
                stock = f"{count(cards, 'card')}, {ordinal(number)} time through"
                if number == 1:
                    return f"The stock is ready: {stock}"
                return said(names, 0, "[You turn|{name} turns] the waste over: {stock}", stock=stock)
            case rules.Turned(card):
                return said(names, 0, "[You turn|{name} turns] up the {card.symbol}", card=card)
            case rules.PlacedOnFoundation(card):
                words = "[You place|{name} places] the {card.symbol} {where}"
                return said(names, 0, words, card=card, where=where(card.rank))
            case rules.OrderSet(suits):
                return f"The order of suits {'begins with' if len(suits) < rules.FULL else 'is'} {symbols(suits)}"
        return super().describe(event, names)

    def asked(self, view: GermanClockState, seat: int, names: Names) -> str:
        """What can be done now. Whether a card fits is for the player to see."""
        if not view.waste:
            return "Turn up the next card."
        card = view.waste[-1].symbol
        if view.stock:
            return f"Turn up the next card, or place the {card} if it fits."
        if view.redeals_left:
            return f"The stock is empty. Turn the waste over, or place the {card} if it fits."
        return f"Place the {card}: the stock is empty and {redeals_left(0)}."

    def question(self, view: GermanClockState) -> str:
        return "turn or place?"

    def hints(self, view: GermanClockState, names: Names) -> tuple[Hint[GermanClockAction], ...]:
        """Each legal action and what it leads to; placing comes first."""
        return tuple(Hint(action, _hint(view, action)) for action in reversed(RULES.legal_actions(view)))

    def doing(self, action: GermanClockAction) -> str:
        if isinstance(action, rules.PlaceCard):
            return "place the top card"
        return "turn up the next card" if isinstance(action, rules.TurnStock) else "turn the waste over"

    def reason(self, view: GermanClockState, action: GermanClockAction) -> str:
        """That the top card of the waste fits, where that settles nothing."""
        if isinstance(action, rules.PlaceCard) and not is_choice(view):
            return f"The {view.waste[-1].symbol} fits, and to place it at once is never worse."
        return ""

    def survey(self, view: GermanClockState, seat: int | None, names: Names) -> Survey:
        """The top of the waste; then the foundations, the order of suits, the waste and the stock."""
        top = f"Top of the waste: the {view.waste[-1].symbol}." if view.waste else "The waste is empty."
        foundations = tuple(_foundation(view, rank) for rank in Rank)
        whole = f"Waste, from the top: {symbols(view.waste[::-1])}." if view.waste else "There is no card in the waste."
        parts = {
            "clock": (*foundations, f"Cards on the clock: {view.placed} of {len(PACK)}."),
            "order": (_order(view),),
            "waste": (whole,),
            "stock": (_stock(view),),
        }
        return Survey(() if seat is None else (top,), parts, by_hour(foundations), HOUR)

    def progress(self, state: GermanClockState) -> str:
        """Which time through the stock it is."""
        return f"{ordinal(state.passes)} time through the stock" if state.passes else "not dealt yet"

    def verdict(self, state: GermanClockState, names: Names) -> str:
        """Whether the game was won and how far it came, in one sentence."""
        if state.outcome is None:
            return super().verdict(state, names)
        if state.outcome.winners:
            return f"Won: all {len(PACK)} cards are on the clock."
        top = state.waste[-1].symbol
        return f"Stuck with {state.placed} of {len(PACK)} cards on the clock: the {top} doesn't fit."

    def kind_of_choice(self, view: GermanClockState) -> str:
        return "choices of a suit" if is_choice(view) else "cards that fit"

    def regret(self, view: GermanClockState, made: GermanClockAction, best: GermanClockAction, names: Names) -> str:
        """What the player did with the top card of the waste, and what was better."""
        if not isinstance(made, rules.PlaceCard):
            return f"{_when(view)}, {_missed(view, names)}"
        placed = f"{_when(view)}, {whom(names, 0)} placed the {view.waste[-1].symbol}"
        made_suit = f" and so made {_suit_to_settle(view)}" if is_choice(view) else ""
        return f"{placed}{made_suit}; to leave it was better"

    def review(self, states: Sequence[GermanClockState], names: Names) -> tuple[Remark, ...]:
        """Each card missed in a finished game, and when; or that none was."""
        found = tuple(
            Remark(point, f"{capital(_when(states[point]))}, {_missed(states[point], names)}.")
            for point, *_ in missed(states)
        )
        return found or (Remark(len(states) - 1, "No card was missed."),)

    def recap(self, history: Sequence[GermanClockEvent], state: GermanClockState, seat: int | None) -> str:
        assert state.outcome is not None, "the game is over"
        used = state.redeals - state.redeals_left
        after = f" after {count(used, 'redeal')}" if used else ""
        return f"won{after}" if state.outcome.winners else f"stuck{after}, {state.placed} of {len(PACK)} on the clock"

    def picture(
        self, history: Sequence[GermanClockEvent], state: GermanClockState, seat: int
    ) -> tuple[str, Sequence[bool]]:
        """The hours and the kings, and which of them are complete."""
        return "hours", [len(cards) == rules.FULL for cards in state.clock]


def _hint(view: GermanClockState, action: GermanClockAction) -> str:
    if not isinstance(action, rules.PlaceCard):
        if isinstance(action, rules.TurnStock):
            words = f"Turn up the next card, 1 of {len(view.stock)} in the stock."
        else:
            words = f"Turn the waste over. Then {redeals_left(view.redeals_left - 1)}."
        return " ".join((words, *_instead(view)))
    card = view.waste[-1]
    words = f"Place the {card.symbol} {where(card.rank)}"
    if not is_choice(view):
        return f"{words}. It fits, and placing it at once is never worse."
    suits = RULES.reduce(view, action).state.suits
    if len(suits) < rules.FULL:
        return f"{words}. Then {suits[0].symbol} comes first at every hour."
    return f"{words}. Then the order at every hour is {symbols(suits)}. This is the one choice of the game."


def _instead(view: GermanClockState) -> tuple[str, ...]:
    """What it means not to place the top card of the waste, if there is one."""
    if not view.waste:
        return ()
    card = view.waste[-1]
    if not rules.can_place(view):
        needed = rules.awaited(card.rank, rules.wanted(view, card.rank))
        return (f"The {card.symbol} doesn't fit yet: {place(card.rank)} needs {needed}.",)
    if is_choice(view):
        return (f"You leave the {card.symbol}, so its suit is not set yet.",)
    return (f"You miss the {card.symbol}, which fits.",)


def _missed(view: GermanClockState, names: Names) -> str:
    """The card on top of the waste that was not placed, and where it fitted."""
    card = view.waste[-1]
    if is_choice(view):
        return f"{whom(names, 0)} left the {card.symbol}, which would have made {_suit_to_settle(view)}"
    return f"{whom(names, 0)} missed the {card.symbol}, which was next {where(card.rank)}"


def _suit_to_settle(view: GermanClockState) -> str:
    """The suit that the card on top of the waste settles, if it is placed: ``♥ the second suit``."""
    return f"{view.waste[-1].suit.symbol} the {'second' if view.suits else 'first'} suit"


def _when(view: GermanClockState) -> str:
    """A moment of the game: which time through, and how many cards were left in the stock."""
    return f"{ordinal(view.passes)} time through, with {count(len(view.stock), 'card')} left in the stock"


def _foundation(view: GermanClockState, rank: Rank) -> str:
    return f"{capital(where(rank))}: {symbols(view.clock[rank - 1]) or 'empty'}."


def _order(view: GermanClockState) -> str:
    if not view.suits:
        return "The order of suits is open. The first card you place sets the first suit."
    if len(view.suits) < rules.FULL:
        others = " or ".join(suit.symbol for suit in Suit if suit.is_red is not view.suits[0].is_red)
        return f"The order of suits begins with {symbols(view.suits)}, then comes {others}."
    return f"The order of suits is {symbols(view.suits)}."


def _stock(view: GermanClockState) -> str:
    return f"The stock has {count(len(view.stock), 'card')}, and {redeals_left(view.redeals_left)}."


def redeals_left(number: int) -> str:
    """How many redeals are left, as part of a sentence."""
    return f"{count(number, 'redeal')} {'is' if number == 1 else 'are'} left"
