"""The rules of German Clock: its state, actions and events, the reducer, and what its player observes.

Every function names the case of docs/rules.md that it implements. A rank's value is its hour on the clock; the kings
lie in the centre.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple, TypeAlias

from clockspades.cards import PACK, Card, Rank, Suit
from clockspades.engine.options import Options, int_option
from clockspades.engine.rules import Action, Deal, Ended, Event, IllegalActionError, Outcome, Rules, Sight, Step
from clockspades.games.dial_words import place
from clockspades.language import _, either, pgettext

FULL: Final = len(Suit)
"""Cards on a foundation that is complete."""


class GermanClockReason(StrEnum):
    """Why a game ends: every card is on the clock, or nothing can be done any more."""

    CLOCK_COMPLETE = "clock-complete"
    STUCK = "stuck"


class GermanClockState(NamedTuple):
    """One moment of a game, always one where the player decides, the deal is due, or all is over."""

    redeals: int
    """How often the waste may be turned over in the whole game (german-clock 7)."""
    passes: int
    """Which time through the stock this is, from 1; 0 before the deal."""
    stock: tuple[Card, ...]
    """The cards that lie face down, top first."""
    waste: tuple[Card, ...]
    """The cards turned up and not placed, the top last."""
    clock: tuple[tuple[Card, ...], ...]
    """By rank less one: the cards on its foundation, the lowest first."""
    suits: tuple[Suit, ...]
    """The suit of each height of every foundation, the lowest first, as far as they are settled."""
    outcome: Outcome | None

    @property
    def redeals_left(self) -> int:
        return self.redeals - max(self.passes - 1, 0)

    @property
    def placed(self) -> int:
        return sum(map(len, self.clock))


@dataclass(frozen=True, slots=True)
class TurnStock(Action):
    """Turn the top card of the stock up onto the waste (german-clock 2)."""

    do: ClassVar[str] = "turn"


@dataclass(frozen=True, slots=True)
class PlaceCard(Action):
    """Place the top card of the waste on the foundation of its rank (german-clock 3)."""

    do: ClassVar[str] = "place"


@dataclass(frozen=True, slots=True)
class Redeal(Action):
    """Turn the waste over: it is the stock again, in the order in which it was turned up (german-clock 7)."""

    do: ClassVar[str] = "redeal"


GermanClockAction: TypeAlias = TurnStock | PlaceCard | Redeal


@dataclass(frozen=True, slots=True)
class PassBegan(Event):
    """The cards lie face down in the stock, after the deal or a redeal."""

    starts_section: ClassVar[bool] = True
    number: int
    cards: int


@dataclass(frozen=True, slots=True)
class Turned(Event):
    irreversible: ClassVar[bool] = True
    card: Card


@dataclass(frozen=True, slots=True)
class PlacedOnFoundation(Event):
    card: Card


@dataclass(frozen=True, slots=True)
class OrderSet(Event):
    """The card just placed settled suits: the first of the order, or with the second all others (german-clock 5)."""

    suits: tuple[Suit, ...]
    """The order as far as it is settled now."""


GermanClockEvent: TypeAlias = PassBegan | Turned | PlacedOnFoundation | OrderSet | Ended


def wanted(state: GermanClockState, rank: Rank) -> tuple[Suit, ...]:
    """The suits of which the next card on the foundation of ``rank`` may be; none where it is complete.

    They are in one order on all foundations, of alternating colours (german-clock 4). Before any card is placed all
    four are open, before any second card the two of the other colour (german-clock 5).
    """
    height = len(state.clock[rank - 1])
    if height < len(state.suits):
        return state.suits[height : height + 1]
    if height == FULL:
        return ()
    return _OTHER_COLOUR[state.suits[0]] if state.suits else _ALL


def can_place(state: GermanClockState) -> bool:
    """Whether the top card of the waste goes on the clock (german-clock 3)."""
    return bool(state.waste) and state.waste[-1].suit in wanted(state, state.waste[-1].rank)


def is_choice(state: GermanClockState) -> bool:
    """Whether the top card of the waste, if it is placed, settles a suit: the one thing there is to decide.

    A card of a suit that is settled already has one place on the clock, and it is never worse to put it there at once.
    """
    return can_place(state) and len(state.clock[state.waste[-1].rank - 1]) == len(state.suits)


class GermanClockRules(Rules[GermanClockState, GermanClockAction, GermanClockEvent]):
    actions = (Deal, TurnStock, PlaceCard, Redeal)
    reasons = GermanClockReason
    # Hidden after a redeal too (german-clock 10): to remember its cards is for the player, and for no hint or bot.
    sights: ClassVar = {"stock": Sight.NOBODY}

    def initial(self, options: Options) -> GermanClockState:
        redeals = int_option(options, "redeals")
        return GermanClockState(redeals, passes=0, stock=(), waste=(), clock=((),) * len(Rank), suits=(), outcome=None)

    def deal_due(self, state: GermanClockState) -> bool:
        return not state.passes

    def legal_actions(self, state: GermanClockState) -> tuple[GermanClockAction, ...]:
        """Going on, by a turn or where the stock is empty by a redeal, then placing (german-clock 2, 3 and 7)."""
        return (*_going_on(state), _PLACE) if can_place(state) else _going_on(state)

    def offered(self, view: GermanClockState) -> tuple[GermanClockAction, ...]:
        """Going on, then placing if a card lies on the waste: to see whether it fits is the skill (german-clock 6)."""
        if view.outcome is not None:
            return ()
        return (*_going_on(view), _PLACE) if view.waste else _going_on(view)

    def is_weighed(self, view: GermanClockState) -> bool:
        return is_choice(view)

    def apply_deal(self, state: GermanClockState, deal: Deal) -> Step[GermanClockState, GermanClockEvent]:
        """All cards to the stock, face down (german-clock 1)."""
        return Step(state._replace(passes=1, stock=deal.cards), (PassBegan(1, len(deal.cards)),))

    def apply_action(
        self, state: GermanClockState, action: GermanClockAction
    ) -> Step[GermanClockState, GermanClockEvent]:
        match action:
            case TurnStock():
                step = _turn(state)
            case PlaceCard():
                step = _place(state)
            case Redeal():
                step = _redeal(state)
        return _ended(step)

    def recall(self, state: GermanClockState, seat: int) -> GermanClockState:
        """After a redeal a player who watched the first pass knows the order of the stock (german-clock 7)."""
        return state if state.passes > 1 else self.observe(state, seat)

    def is_settled(self, view: GermanClockState) -> bool:
        """Whether only placing is left, no card waits for another, or in no order of the suits all can be placed."""
        if view.outcome is not None or not view.passes:
            return False
        left = [card.rank for card in (*view.waste, *unseen_cards(view))]
        if not _going_on(view) or (len(view.suits) == FULL and len({*left}) == len(left)):
            return True
        return not any(_can_fit(view, order) for order in _ORDERS if order[: len(view.suits)] == view.suits)

    def scores(self, state: GermanClockState) -> tuple[int, ...]:
        return (state.placed,)


def _can_fit(view: GermanClockState, order: tuple[Suit, ...]) -> bool:
    """Whether all cards of the waste can be placed in this order of the suits, as if no other card were in the way.

    A card waits for those of its rank below it in the waste. It is never worse to place one as soon as it fits.
    """
    waste, coming = [*view.waste], list[Card]()
    for redeal in range(view.redeals_left + 1):
        coming, waste = (waste, []) if redeal else ([], waste)
        while waste or coming:
            before = order[: order.index(waste[-1].suit)] if waste else ()
            if waste and not any(Card(waste[-1].rank, suit) in (*waste, *coming) for suit in before):
                waste.pop()
            elif coming:
                waste.append(coming.pop(0))
            else:
                break
    return not waste


def unseen_cards(view: GermanClockState) -> list[Card]:
    """The cards of the stock, as far as they can be told: all that do not lie face up."""
    seen = {*view.waste, *(card for pile in view.clock for card in pile)}
    return [card for card in PACK if card not in seen]


def _turn(state: GermanClockState) -> Step[GermanClockState, GermanClockEvent]:
    """The top card of the stock goes face up onto the waste (german-clock 2)."""
    if not state.stock:
        raise IllegalActionError(_("The stock is empty."))
    card = state.stock[0]
    return Step(state._replace(stock=state.stock[1:], waste=(*state.waste, card)), (Turned(card),))


def _place(state: GermanClockState) -> Step[GermanClockState, GermanClockEvent]:
    """The top card of the waste goes to its foundation, and may settle suits (german-clock 3 to 5)."""
    if not state.waste:
        raise IllegalActionError(_("The waste is empty."))
    card, suits, clock = state.waste[-1], state.suits, state.clock
    allowed = wanted(state, card.rank)
    if card.suit not in allowed:
        needed = awaited(card.rank, allowed)
        raise IllegalActionError(_("Not yet: {place} needs {needed}.", place=place(card.rank), needed=needed))
    pile = clock[card.rank - 1]
    events: tuple[GermanClockEvent, ...] = (PlacedOnFoundation(card),)
    if len(pile) == len(suits):
        suits = (card.suit,) if not suits else (suits[0], card.suit, _PARTNER[suits[0]], _PARTNER[card.suit])
        events = (*events, OrderSet(suits))
    clock = (*clock[: card.rank - 1], (*pile, card), *clock[card.rank :])
    return Step(state._replace(waste=state.waste[:-1], clock=clock, suits=suits), events)


def _redeal(state: GermanClockState) -> Step[GermanClockState, GermanClockEvent]:
    """The waste is turned over: the card that was turned up first comes first again (german-clock 7)."""
    if state.stock:
        raise IllegalActionError(_("Not yet: turn the waste over when the stock is empty."))
    if not state.redeals_left:
        raise IllegalActionError(_("No redeal is left."))
    passes = state.passes + 1
    return Step(state._replace(passes=passes, stock=state.waste, waste=()), (PassBegan(passes, len(state.waste)),))


def _ended(step: Step[GermanClockState, GermanClockEvent]) -> Step[GermanClockState, GermanClockEvent]:
    """The step, with the end of the game where it leads there: a win, or nothing left to do (german-clock 8 and 9)."""
    state = step.state
    if state.stock or (state.waste and (state.redeals_left or can_place(state))):
        return step
    won = not state.waste
    outcome = Outcome(
        (0,) if won else (), (state.placed,), GermanClockReason.CLOCK_COMPLETE if won else GermanClockReason.STUCK
    )
    return Step(state._replace(outcome=outcome), (*step.events, Ended(outcome)))


def awaited(rank: Rank, suits: Sequence[Suit]) -> str:
    """The cards of which an hour needs one next."""
    return either([pgettext("card", "the {card}", card=Card(rank, suit).symbol) for suit in suits])


def _going_on(state: GermanClockState) -> tuple[TurnStock | Redeal, ...]:
    """What is done instead of placing a card: a turn, a redeal, or nothing."""
    if state.stock:
        return _TURNING
    return _REDEALING if state.redeals_left and state.waste else ()


_ALL: Final = tuple(Suit)
_OTHER_COLOUR: Final = {suit: tuple(other for other in Suit if other.is_red is not suit.is_red) for suit in Suit}
_PARTNER: Final = {
    suit: next(other for other in Suit if other is not suit and other.is_red is suit.is_red) for suit in Suit
}
"""For each suit the other of its colour."""
_ORDERS: Final = tuple((one, two, _PARTNER[one], _PARTNER[two]) for one in Suit for two in _OTHER_COLOUR[one])
"""Every order of the suits (german-clock 4)."""
_TURNING: Final = (TurnStock(),)
_REDEALING: Final = (Redeal(),)
_PLACE: Final = PlaceCard()

RULES: Final = GermanClockRules()
