"""Clock patience and Watch in words: every event, prompt, hint and verdict. Cards read ``10♠``."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from clockspades.cards import PACK, Rank
from clockspades.engine.phrases import capital, ordinal, rank_name, symbols
from clockspades.engine.wording import Hint, Names, Survey, Wording, whom
from clockspades.games.clock import clock_rules as rules
from clockspades.games.clock.clock_bots import chance, chance_of
from clockspades.games.clock.clock_rules import RULES, ClockAction, ClockEvent, ClockState
from clockspades.games.dial_words import HOUR, by_hour, place, where

DEPTHS: Final = ("", "top", "2nd", "3rd", "4th")
"""The names of a card by its depth, where there is little room and as they are typed."""


class ClockWords(Wording[ClockState, ClockAction, ClockEvent]):
    rules = RULES
    went_well = "You turned up {good} of {all} piles."

    def describe(self, event: ClockEvent, names: Names) -> str:
        match event:
            case rules.PilesDealt():
                return "Four cards are dealt face down to each hour and the centre"
            case rules.PlacedUnderPile(card):
                return f"The {card.symbol} goes to {place(card.rank)}"
            case rules.TurnedUp(card, pile, kings):
                which = f", the {ordinal(kings)} king" if card.rank is Rank.KING else ""
                return f"The {card.symbol} turns up {where(pile)}{which}"
            case rules.Exchanged(king, pile, depth, card):
                return f"The {king.symbol} is exchanged for {card_at(pile, depth)}, the {card.symbol}"
        return super().describe(event, names)

    def asked(self, view: ClockState, seat: int, names: Names) -> str:
        card = view.in_hand
        assert card is not None, "the cards have been dealt"
        if rules.is_exchange_due(view):
            down = rules.cards_down(view)
            which = f"one of {down} cards" if down > 1 else "the one card"
            return f"The {card.symbol} is the fourth king. Exchange it for {which} face down."
        return f"Put the {card.symbol} {where(card.rank)} and turn up the next card there."

    def key_rule(self, view: ClockState) -> str:
        return (
            "The king goes face down into the place of the card that you choose, and the game goes on with that card."
            " When the king comes up again, the game ends: you win if every card is up by then."
        )

    def question(self, view: ClockState) -> str:
        return "which card for the king?"

    def hints(self, view: ClockState, names: Names) -> tuple[Hint[ClockAction], ...]:
        """Each legal action and what it leads to, with its win chance; the best exchanges first."""
        odds = {action: chance_of(view, action) for action in RULES.legal_actions(view)}
        turning = f"{self.prompt(view, names)} There is no choice. {_chance(max(odds.values(), default=Fraction()))}"
        return tuple(
            Hint(action, _exchanging(view, action) if isinstance(action, rules.ExchangeKing) else turning, float(won))
            for action, won in sorted(odds.items(), key=lambda each: each[1], reverse=True)
        )

    def phrase(self, action: ClockAction) -> str:
        return f"exchange {self.chosen(action)}" if isinstance(action, rules.ExchangeKing) else action.do

    def doing(self, action: ClockAction) -> str:
        is_exchange = isinstance(action, rules.ExchangeKing)
        return f"exchange the king for {self.chosen(action)}" if is_exchange else "turn up the next card"

    def chosen(self, action: ClockAction) -> str:
        return card_at(action.pile, action.depth) if isinstance(action, rules.ExchangeKing) else super().chosen(action)

    def survey(self, view: ClockState, seat: int | None, names: Names) -> Survey:
        """The card in hand; then the piles, the kings, how many cards are face up, and in Clock the win chance."""
        card = view.in_hand
        held = f"In hand: {'no card' if card is None else f'the {card.symbol}'}."
        piles = tuple(_pile(view, pile) for pile in range(1, rules.CENTRE + 1))
        parts = {
            **({"hand": (held,)} if seat is None else {}),
            "clock": piles,
            "kings": (f"Kings: {rules.kings_up(view)} of {rules.KINGS}.", *_exchange(view)),
            "chances": (f"Cards face up: {rules.cards_up(view)} of {len(PACK)}.", *_outlook(view)),
        }
        return Survey(() if seat is None else (held,), parts, by_hour(piles), HOUR)

    def progress(self, state: ClockState) -> str:
        """How many cards are face up."""
        return "not dealt yet" if state.in_hand is None else f"{rules.cards_up(state)} of {len(PACK)} face up"

    def verdict(self, state: ClockState, names: Names) -> str:
        """Whether the game was won and how far it came, in one sentence."""
        if state.outcome is None:
            return super().verdict(state, names)
        if state.outcome.winners:
            return f"Won: all {len(PACK)} cards are face up."
        again = " again" if state.exchanged else ""
        return f"Lost: the fourth king turned up{again} with {rules.cards_up(state)} of {len(PACK)} cards face up."

    def regret(self, view: ClockState, made: ClockAction, best: ClockAction, names: Names) -> str:
        return f"{whom(names, 0)} exchanged the king for {self.chosen(made)} and not for {self.chosen(best)}"

    def recap(self, history: Sequence[ClockEvent], state: ClockState, seat: int | None) -> str:
        assert state.outcome is not None, "the game is over"
        after = " after the exchange" if state.exchanged else ""
        return f"won{after}" if state.outcome.winners else f"lost{after}, {self.progress(state)}"

    def picture(self, history: Sequence[ClockEvent], state: ClockState, seat: int) -> tuple[str, Sequence[bool]]:
        """The piles, and which of them lie face up."""
        return "piles", [not pile for pile in state.face_down]


def card_at(pile: int, depth: int) -> str:
    """The name of a face-down card by its place."""
    return f"the {depth_words(depth)} card at {place(pile)}"


def depth_words(depth: int) -> str:
    """The depth of a card in a sentence: ``top``, ``second``."""
    return "top" if depth == 1 else ordinal(depth)


def _exchanging(view: ClockState, action: rules.ExchangeKing) -> str:
    height = len(view.face_down[action.pile - 1])
    king = rules.kings_in_order(view)[-1]
    words = f"Exchange the {king.symbol} for {card_at(action.pile, action.depth)}"
    under = height - action.depth
    if under:
        cards = f"{under} cards" if under > 1 else "card"
        return f"{words}. You lose: the king comes back before the {cards} under it."
    why = "the only one there" if height == 1 else f"the deepest of {height}"
    wins = f"You win if the last card to turn up is one of the {rank_name(Rank(action.pile))}s."
    return f"{words}, {why}. {wins} {_chance(chance_of(view, action))}"


def _chance(odds: Fraction) -> str:
    """The win chance in a sentence; as a fraction too, unless its numbers are large."""
    fraction = f" ({odds.numerator} in {odds.denominator})" if 1 < odds.denominator <= len(PACK) else ""
    return f"Win chance: {float(odds):.0%}{fraction}."


def _pile(view: ClockState, pile: int) -> str:
    down, up = view.face_down[pile - 1], view.face_up[pile - 1]
    return f"{capital(place(pile))}: {len(down) or 'none'} face down, {symbols(up) or 'none'} face up."


def _exchange(view: ClockState) -> Iterator[str]:
    """In Watch whether an exchange is left, and where the exchanged king lies face down."""
    found = rules.king_at(view)
    if found is not None:
        pile, depth = found
        yield f"The exchanged king is {card_at(pile, depth)}, face down."
    elif view.variant is rules.Variant.WATCH:
        yield f"{'No' if view.exchanged else 'One'} exchange is left."


def _outlook(view: ClockState) -> Iterator[str]:
    """The win chance in Clock while it is played: there is nothing to decide in it."""
    if view.variant is rules.Variant.CLOCK and view.in_hand is not None and view.outcome is None:
        yield _chance(chance(view))
