"""The rules of Clock patience and Watch: their state, actions and events, the reducer, and what is seen.

Every function names the case of docs/rules.md that it implements. A pile has the number of its rank, 1 to 12 as the
hours and 13 for the centre, and stands at that number less one wherever the piles are a tuple.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Annotated, ClassVar, Final, NamedTuple, TypeAlias, TypeVar

from clockspades.cards import UNKNOWN, Card, Rank
from clockspades.engine.codec import Must, between
from clockspades.engine.options import Options
from clockspades.engine.rules import Action, Deal, Ended, Event, IllegalActionError, Outcome, Rules, Step
from clockspades.language import N_, NC_, _, ngettext

CENTRE: Final = 13
"""The number of the pile in the centre, where the kings belong."""
ROUNDS: Final = 4
KINGS: Final = 4
_ItemT = TypeVar("_ItemT")


class Variant(Enum):
    """The game as it is, and the one with the exchange of clock 6."""

    CLOCK = "clock"
    WATCH = "watch"


class ClockReason(StrEnum):
    """Why a game ends (clock 4 to 6)."""

    CLOCK_COMPLETE = "clock-complete"
    FOURTH_KING = "fourth-king"


Piles: TypeAlias = tuple[tuple[Card, ...], ...]


class ClockState(NamedTuple):
    """One moment of a game, always one where the player acts, the deal is due, or all is over."""

    variant: Variant
    face_down: Piles
    """The face-down cards of each pile, top first."""
    face_up: Piles
    """The cards put under each pile, in the order in which they came there."""
    in_hand: Card | None
    """The card turned up last, which is not on a pile yet; None before the deal."""
    exchanged: bool
    """Whether the exchange has been made (clock 6)."""
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class TurnUp(Action):
    """Put the card in hand under the pile of its rank, and turn up the next card there (clock 3)."""

    do: ClassVar[str] = "turn"


@dataclass(frozen=True, slots=True)
class ExchangeKing(Action):
    """Exchange the fourth king for a face-down card of a pile, 1 being the top one (clock 6)."""

    do: ClassVar[str] = "exchange"
    pile: Annotated[int, between(1, CENTRE - 1)]
    depth: Annotated[int, Must(lambda depth: depth >= 1, NC_("must be", "a number from 1, for the top card"))]


ClockAction: TypeAlias = TurnUp | ExchangeKing


@dataclass(frozen=True, slots=True)
class PilesDealt(Event):
    """All cards were dealt face down, four to each pile (clock 1)."""


@dataclass(frozen=True, slots=True)
class PlacedUnderPile(Event):
    """The card in hand went under the pile of its rank (clock 3)."""

    card: Card


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """The top card of a pile was turned up (clock 2 and 3)."""

    irreversible: ClassVar[bool] = True
    card: Card
    pile: int
    kings: int
    """How many kings have been turned up, this card included."""


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """The fourth king went face down into the place of a card, which was turned up (clock 6)."""

    irreversible: ClassVar[bool] = True
    king: Card
    pile: int
    depth: int
    card: Card


ClockEvent: TypeAlias = PilesDealt | PlacedUnderPile | TurnedUp | Exchanged | Ended


class ClockRules(Rules[ClockState, ClockAction, ClockEvent]):
    actions = (Deal, TurnUp, ExchangeKing)
    reasons = ClockReason

    def initial(self, options: Options) -> ClockState:
        return ClockState(Variant(options["variant"]), ((),) * CENTRE, ((),) * CENTRE, None, False, None)

    def deal_due(self, state: ClockState) -> bool:
        return state.in_hand is None

    def legal_actions(self, state: ClockState) -> tuple[ClockAction, ...]:
        """Turn, or where the fourth king is in hand exchange it for any face-down card (clock 3 and 6)."""
        if state.outcome is not None or state.in_hand is None:
            return ()
        if not is_exchange_due(state):
            return _TURN_ALONE
        piles = enumerate(state.face_down, 1)
        return tuple(ExchangeKing(pile, depth) for pile, cards in piles for depth in range(1, len(cards) + 1))

    def apply_deal(self, state: ClockState, deal: Deal) -> Step[ClockState, ClockEvent]:
        """A card to each pile, four rounds, and the top card of the centre turned up (clock 1 and 2)."""
        # the last card dealt to a pile is its top card
        *hours, (first, *centre) = (deal.cards[pile::CENTRE][::-1] for pile in range(CENTRE))
        after = state._replace(face_down=(*hours, tuple(centre)), in_hand=first)
        return Step(after, (PilesDealt(), TurnedUp(first, CENTRE, kings_up(after))))

    def apply_action(self, state: ClockState, action: ClockAction) -> Step[ClockState, ClockEvent]:
        card = state.in_hand
        assert card is not None, "the cards have been dealt"
        if isinstance(action, ExchangeKing):
            return _exchange(state, card, action)
        if is_exchange_due(state):
            raise IllegalActionError(_("This is the fourth king: exchange it for a face-down card."))
        return _turn(state, card)

    def observe(self, state: ClockState, seat: int | None) -> ClockState:
        """The state as it is seen: every face-down card is unknown, but for the king whose place is known (clock 7)."""
        hidden = tuple([_UNKNOWNS[len(cards)] for cards in state.face_down])
        place = king_at(state)
        if place is not None:
            pile, depth = place
            hidden = _with(hidden, pile, _with(hidden[pile - 1], depth, state.face_down[pile - 1][depth - 1]))
        return ClockState(state.variant, hidden, state.face_up, state.in_hand, state.exchanged, state.outcome)

    def scores(self, state: ClockState) -> tuple[int, ...]:
        return (cards_up(state),)


def is_exchange_due(state: ClockState) -> bool:
    """Whether the player must exchange the fourth king for a face-down card now (clock 6)."""
    card = state.in_hand
    return (
        card is not None and card.rank is _KING and len(state.face_up[_KING - 1]) == KINGS - 1 and state.outcome is None
    )


def kings_in_order(state: ClockState) -> tuple[Card, ...]:
    """The kings that are face up as they came, the one in hand last."""
    card, kings = state.in_hand, state.face_up[_KING - 1]
    return (*kings, card) if card is not None and card.rank is _KING else kings


def kings_up(state: ClockState) -> int:
    """How many kings are face up, the one in hand included."""
    return len(kings_in_order(state))


def cards_up(state: ClockState) -> int:
    """How many cards are face up, the one in hand included: the score."""
    return sum(map(len, state.face_up)) + (state.in_hand is not None)


def cards_down(state: ClockState) -> int:
    return sum(map(len, state.face_down))


def king_at(view: ClockState) -> tuple[int, int] | None:
    """The pile and the depth at which the exchanged king lies face down, which everyone knows; None if it does not."""
    if view.exchanged:
        for pile, cards in enumerate(view.face_down, 1):
            for depth, card in enumerate(cards, 1):
                if card is not UNKNOWN and card.rank is _KING:
                    return pile, depth
    return None


def fourth_king_ends(state: ClockState) -> bool:
    """Whether the fourth king ends the game when it turns up, rather than to be exchanged (clock 4 to 6)."""
    return state.variant is not Variant.WATCH or state.exchanged


def _turn(state: ClockState, card: Card) -> Step[ClockState, ClockEvent]:
    """Put the card in hand away and turn up the next one (clock 3), which may be the end (clock 4 to 6)."""
    rank = card.rank
    pile = state.face_down[rank - 1]
    turned = pile[0]
    down, up = _with(state.face_down, rank, pile[1:]), _with(state.face_up, rank, (*state.face_up[rank - 1], card))
    kings = len(up[_KING - 1]) + (turned.rank is _KING)
    after = ClockState(state.variant, down, up, turned, state.exchanged, None)
    events: tuple[ClockEvent, ...] = (PlacedUnderPile(card), TurnedUp(turned, rank, kings))
    won = kings == KINGS and not any(down)
    if turned.rank is not _KING or kings < KINGS or not (won or fourth_king_ends(state)):
        return Step(after, events)
    reason = ClockReason.CLOCK_COMPLETE if won else ClockReason.FOURTH_KING
    outcome = Outcome((0,) if won else (), (cards_up(after),), reason)
    return Step(after._replace(outcome=outcome), (*events, Ended(outcome)))


def _exchange(state: ClockState, king: Card, action: ExchangeKing) -> Step[ClockState, ClockEvent]:
    """The king goes face down into the place of a card, and play goes on with that card (clock 6)."""
    pile, depth = action.pile, action.depth
    if state.variant is not Variant.WATCH:
        raise IllegalActionError(_("Clock has no exchange: only Watch does."))
    if state.exchanged:
        raise IllegalActionError(_("You can exchange a king only once a game."))
    if not is_exchange_due(state):
        raise IllegalActionError(_("You can exchange only the fourth king."))
    if not 1 <= pile < CENTRE or depth < 1:
        raise IllegalActionError(_("The king can't go there: a pile is from 1 to 12, and a depth from 1."))
    cards = state.face_down[pile - 1]
    if depth > len(cards):
        too_deep = ngettext(
            "That is too deep: {number} card lies face down at {hour} o'clock.",
            "That is too deep: {number} cards lie face down at {hour} o'clock.", len(cards), hour=pile,
        )  # fmt: skip
        none = N_("That is too deep: no cards lie face down at {hour} o'clock.")
        raise IllegalActionError(too_deep if cards else _(none, hour=pile))
    card = cards[depth - 1]
    down = _with(state.face_down, pile, _with(cards, depth, king))
    return Step(state._replace(face_down=down, in_hand=card, exchanged=True), (Exchanged(king, pile, depth, card),))


def _with(items: tuple[_ItemT, ...], number: int, item: _ItemT) -> tuple[_ItemT, ...]:
    """The items with another one at a number, from 1."""
    return (*items[: number - 1], item, *items[number:])


_KING: Final = Rank.KING  # reading a member of an enumeration takes as long as drawing a card
_TURN_ALONE: Final = (TurnUp(),)
_UNKNOWNS: Final = tuple((UNKNOWN,) * count for count in range(ROUNDS + 1))

RULES: Final = ClockRules()
