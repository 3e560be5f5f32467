"""The rules of Clockwork Spades: its state, actions and events, the reducer, and what each seat observes.

Every function names the case of docs/rules.md that it implements. A rank's value is its hour on the clock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from itertools import permutations
from typing import Annotated, ClassVar, Final, NamedTuple, TypeAlias

from clockspades.cards import PACK, UNKNOWN, Card, Rank, Suit
from clockspades.engine.codec import Must
from clockspades.engine.options import Options, int_option
from clockspades.engine.phrases import symbols
from clockspades.engine.rules import Action, Deal, Ended, Event, IllegalActionError, Outcome, Rules, Step
from clockspades.language import N_, NC_, _

HAND: Final = 3
WINDOW: Final = 3
"""Hours in a window while as many spades are left."""
SHORT: Final = 2
"""The cards of the stock from which on it is tried whether every course of the game ends alike."""
STEPS: Final = 2000
"""The turns that are tried for that, at most: a few hundredths of a second."""

SPADES: Final = tuple(card for card in PACK if card.suit is Suit.SPADES and card.rank is not Rank.KING)
"""The twelve spades on the clock, by hour."""
STOCK: Final = tuple(card for card in PACK if card.suit is not Suit.SPADES)
"""The 39 cards that are shuffled and lie on the king of spades."""
KING_OF_SPADES: Final = Card(Rank.KING, Suit.SPADES)
KINGS: Final = tuple(card for card in STOCK if card.rank is Rank.KING)
"""The three kings that are passed across the table."""

_HOURS: Final = tuple(SPADES[hour - 1].rank for hour in range(1, 13))
_FOLLOWING: Final = tuple(tuple((first + step) % 12 for step in range(12)) for first in range(12))


class RuleSet(Enum):
    """The two published rule sets; they differ in clockwork 4, 10 and 11."""

    PAGAT = "pagat"
    GAMERULES = "gamerules"


class ClockworkReason(StrEnum):
    """Why a game ends (clockwork 10 and 11)."""

    KING_OF_SPADES = "king-of-spades"
    FOUR_KINGS = "four-kings"
    FEWEST_SPADES = "fewest-spades"
    LAST_SPADE = "last-spade"
    DRAWN = "drawn"


Pair: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...]]


class ClockworkState(NamedTuple):
    """One moment of a game, always one where a seat decides, the deal is due, or all is over."""

    rules: RuleSet
    first: int
    """The seat that begins."""
    turn: int
    """The number of the turn, from 1; 0 before the deal."""
    seat: int
    """Whose turn it is."""
    window: tuple[Rank, ...]
    """The ranks to be played on, clockwise (clockwork 2)."""
    clock: tuple[tuple[Card, ...] | None, ...]
    """By hour less one: the cards played on the spade there, or None where it is gone."""
    hands: Pair
    """By seat the cards in hand, from the one held longest to the newest: which of them are old is public.

    They may be dead: those that died since their owner's last turn began, and under ``gamerules`` those drawn in the
    refill of clockwork 4.
    """
    denied: tuple[tuple[int, ...], tuple[int, ...]]
    """For each card of ``hands`` the ranks that everyone knows it not to be, as bits ``1 << rank``.

    Its owner would have had to play or discard it.
    """
    taken: Pair
    """The spades each seat took, in order."""
    kings: Pair
    """The kings each seat was given, the king of spades too if it drew that."""
    discard: tuple[Card, ...]
    """The discard pile, its top card last."""
    stock: tuple[Card, ...]
    """The cards on the king of spades, top first."""
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class PlayMatches(Action):
    """Play every card in hand that matches the window, each on its spade (clockwork 5)."""

    do: ClassVar[str] = "play"


@dataclass(frozen=True, slots=True)
class TakeSpade(Action):
    """Take a spade of the window as a penalty (clockwork 6)."""

    do: ClassVar[str] = "take"
    rank: Annotated[Rank, Must(lambda rank: rank in _HOURS, NC_("must be", "one of A23456789TJQ"))]


ClockworkAction: TypeAlias = PlayMatches | TakeSpade


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The window moved on and it is a seat's turn (clockwork 2 and 3)."""

    starts_section: ClassVar[bool] = True
    turn: int
    seat: int
    window: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew cards from the stock into its hand (clockwork 1, 4 and 8)."""

    shows_hidden: ClassVar[bool] = True
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PassedKing(Event):
    """A seat drew a king and gave it to the other (clockwork 9)."""

    shows_hidden: ClassVar[bool] = True
    seat: int
    king: Card


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """At the start of its turn a seat discarded the cards whose spades are gone (clockwork 4)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat played its matching cards on the clock (clockwork 5)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Took(Event):
    """A seat took a spade, and the cards played on it went to the discard pile (clockwork 6)."""

    seat: int
    spade: Card
    covers: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DrewKingOfSpades(Event):
    """The stock was empty and a seat drew the king of spades under it (clockwork 10)."""

    seat: int


ClockworkEvent: TypeAlias = TurnBegan | Drew | PassedKing | Discarded | Played | Took | DrewKingOfSpades | Ended


def matches(state: ClockworkState) -> tuple[Card, ...]:
    """The cards of the seat to act that match the window and must be played (clockwork 5)."""
    window = state.window
    return tuple(card for card in state.hands[state.seat] if card.rank in window)


class ClockworkRules(Rules[ClockworkState, ClockworkAction, ClockworkEvent]):
    actions = (Deal, PlayMatches, TakeSpade)
    reasons = ClockworkReason

    def initial(self, options: Options) -> ClockworkState:
        """Every spade in its place, and empty hands."""
        first = int_option(options, "first")
        return ClockworkState(
            rules=RuleSet(options["rules"]), first=first, turn=0, seat=first, window=(), clock=((),) * 12,
            hands=((), ()), denied=((), ()), taken=((), ()), kings=((), ()), discard=(), stock=(), outcome=None,
        )  # fmt: skip

    def deal_due(self, state: ClockworkState) -> bool:
        return not state.turn

    def pack(self, state: ClockworkState) -> tuple[Card, ...]:
        return STOCK

    def to_act(self, state: ClockworkState) -> int | None:
        return state.seat if state.turn and state.outcome is None else None

    def legal_actions(self, state: ClockworkState) -> tuple[ClockworkAction, ...]:
        """Play where anything matches, else take any spade of the window (clockwork 5 to 7)."""
        if state.outcome is not None or not state.turn:
            return ()
        window = state.window
        for card in state.hands[state.seat]:
            if card.rank in window:
                return (_PLAY,)
        return tuple([_TAKES[rank - 1] for rank in window])

    def apply_deal(self, state: ClockworkState, deal: Deal) -> Step[ClockworkState, ClockworkEvent]:
        """Three cards to the first player, then three to the other (clockwork 1)."""
        events: list[ClockworkEvent] = []
        stock, kings = deal.cards, state.kings
        hands: tuple[list[Card], list[Card]] = ([], [])
        denied: tuple[list[int], list[int]] = ([], [])
        for seat in (state.first, 1 - state.first):
            stock, kings, _ = _draw(seat, hands[seat], denied[seat], stock, kings, events)
        window = next_window(state.clock, 0)
        events.append(TurnBegan(1, state.first, window))
        return Step(
            state._replace(
                turn=1, window=window, hands=(tuple(hands[0]), tuple(hands[1])),
                denied=(tuple(denied[0]), tuple(denied[1])), kings=kings, stock=stock,
            ),
            tuple(events),
        )  # fmt: skip

    def apply_action(self, state: ClockworkState, action: ClockworkAction) -> Step[ClockworkState, ClockworkEvent]:
        """A turn, up to the action of the next one, in the order of the rules. Plain locals: this is the hot path."""
        rules, first, turn, seat, window, hours, hands, denied, taken, kings, discard, stock, outcome = state
        me, you = seat, 1 - seat
        clock = list(hours)
        match = 0
        for rank in window:
            match |= 1 << rank

        events: list[ClockworkEvent]
        mine, mine_denied = [*hands[me]], [*denied[me]]
        matching = tuple([card for card in mine if match >> card.rank & 1])
        if isinstance(action, PlayMatches):
            events = [_play(state, clock, matching)]
            mine_denied = [ranks for card, ranks in zip(mine, mine_denied) if card not in matching]
            mine = [card for card in mine if card not in matching]
        else:
            took = _take(state, clock, matching, action.rank)
            discard, taken, events = discard + took.covers, _given(taken, me, took.spade), [took]
        # Everyone sees which cards stay in the hand: none of them matches the window.
        mine_denied = [ranks | match for ranks in mine_denied]

        yours, yours_denied = [*hands[you]], [*denied[you]]
        full = True
        if len(taken[0]) + len(taken[1]) == len(SPADES):  # clockwork 11
            outcome = _fewest(_penalties(rules, taken, kings), ClockworkReason.LAST_SPADE)
        else:
            if len(mine) < HAND:
                stock, kings, full = _draw(me, mine, mine_denied, stock, kings, events)  # clockwork 8 to 10
            if full:  # clockwork 2 and 3
                seat, turn, window = you, turn + 1, next_window(clock, window[-1])
                events.append(TurnBegan(turn, seat, window))
                yours, yours_denied, dead = _without_dead(clock, yours, yours_denied)
                if dead:
                    discard += dead
                    events.append(Discarded(you, dead))
                    if rules is _GAMERULES:
                        stock, kings, full = _draw(you, yours, yours_denied, stock, kings, events)
            if not full:
                outcome = _king_of_spades(rules, seat, kings, _penalties(rules, taken, kings))
        if outcome is not None:
            events.append(Ended(outcome))

        hands, denied = (tuple(mine), tuple(yours)), (tuple(mine_denied), tuple(yours_denied))
        if me:
            hands, denied = hands[::-1], denied[::-1]
        after = ClockworkState(
            rules, first, turn, seat, window, tuple(clock), hands, denied, taken, kings, discard, stock, outcome
        )
        return Step(after, tuple(events))

    def observe(self, state: ClockworkState, seat: int | None) -> ClockworkState:
        """The state as a seat sees it: its own hand, no other, and no card of the stock (clockwork 13)."""
        rules, first, turn, acts, window, clock, (one, other), denied, taken, kings, discard, stock, outcome = state
        hands = one if seat == 0 else (UNKNOWN,) * len(one), other if seat == 1 else (UNKNOWN,) * len(other)
        hidden = (UNKNOWN,) * len(stock)
        return ClockworkState(
            rules, first, turn, acts, window, clock, hands, denied, taken, kings, discard, hidden, outcome
        )

    def observe_event(self, event: ClockworkEvent, seat: int | None) -> ClockworkEvent:
        """The event as a seat sees it: which cards another drew is hidden (clockwork 13)."""
        if isinstance(event, Drew) and event.seat != seat:
            return Drew(event.seat, (UNKNOWN,) * len(event.cards))
        return event

    def is_settled(self, view: ClockworkState) -> bool:
        """Whether every hand and every order of a short stock that fit, however they are played, end alike."""
        if self.to_act(view) is None or len(view.stock) > SHORT:
            return False
        you = 1 - view.seat
        held, denied = len(view.hands[you]), view.denied[you]
        left: list[ClockworkState] = []
        for cards in permutations(unseen_cards(view)):
            if all(card.rank is not _KING and not ranks >> card.rank & 1 for card, ranks in zip(cards, denied)):
                hands = (view.hands[0], cards[:held]) if you else (cards[:held], view.hands[1])
                left.append(view._replace(hands=hands, stock=cards[held:]))
        ends: set[tuple[int, ...]] = set()
        for _step in range(STEPS):
            if not left or len(ends) > 1:
                break
            state = left.pop()
            if state.outcome is None:
                left += (self.apply_action(state, action).state for action in self.legal_actions(state))
            else:
                ends.add(state.outcome.winners)
        return not left and len(ends) == 1

    def scores(self, state: ClockworkState) -> tuple[int, int]:
        """The penalties of each seat (clockwork 11)."""
        return _penalties(state.rules, state.taken, state.kings)

    def lead(self, state: ClockworkState, seat: int) -> int:
        """How many penalties fewer than the other a seat has."""
        return -super().lead(state, seat)


def unseen_cards(view: ClockworkState, seat: int | None = None) -> list[Card]:
    """The cards in the other hand and the stock, as a seat can tell, or if that is None the seat to act."""
    seen = {*view.hands[view.seat if seat is None else seat], *view.discard, *view.kings[0], *view.kings[1]}
    seen.update(*(pile for pile in view.clock if pile is not None))
    return [card for card in STOCK if card not in seen]


def _why_not_take(state: ClockworkState, rank: Rank, matching: Sequence[Card]) -> str:
    """Why a spade cannot be taken, by a seat that holds ``matching``."""
    if matching:
        card = matching[0]
        return _("You hold a match, the {card}: play it instead of taking a spade.", card=card.symbol)
    if rank is _KING:
        words = N_("The {king} lies under the stock: take one of {spades}.")
        return _(words, king=KING_OF_SPADES.symbol, spades=symbols(state.window))
    words = N_("The {spade} isn't in your window ({spades}).")
    if state.clock[rank - 1] is None:
        words = N_("The {spade} is gone: take one of {spades}.")
    return _(words, spade=SPADES[rank - 1].symbol, spades=symbols(state.window))


def _play(state: ClockworkState, clock: list[tuple[Card, ...] | None], matching: tuple[Card, ...]) -> Played:
    """Put every match on its spade (clockwork 5)."""
    if not matching:
        words = N_("You have no match for {spades}: take one of these spades.")
        raise IllegalActionError(_(words, spades=symbols(state.window)))
    for card in matching:
        pile = clock[card.rank - 1]
        assert pile is not None, "an hour in the window has its spade"
        clock[card.rank - 1] = (*pile, card)
    return Played(state.seat, matching)


def _take(state: ClockworkState, clock: list[tuple[Card, ...] | None], matching: tuple[Card, ...], rank: Rank) -> Took:
    """Take a spade off the clock, with the cards on it (clockwork 6)."""
    if matching or rank not in state.window:
        raise IllegalActionError(_why_not_take(state, rank, matching))
    pile = clock[rank - 1]
    assert pile is not None, "an hour in the window has its spade"
    clock[rank - 1] = None
    return Took(state.seat, SPADES[rank - 1], pile)


def _without_dead(
    clock: Sequence[tuple[Card, ...] | None], hand: list[Card], denied: list[int]
) -> tuple[list[Card], list[int], tuple[Card, ...]]:
    """What is left of a hand and what is known of it, and the dead cards in it (clockwork 4).

    Everyone sees which cards are not discarded: none of them is dead.
    """
    gone = 0
    for hour, pile in enumerate(clock, 1):
        if pile is None:
            gone |= 1 << hour
    dead = tuple([card for card in hand if gone >> card.rank & 1])
    known = [ranks | gone for card, ranks in zip(hand, denied) if card not in dead]
    return [card for card in hand if card not in dead], known, dead


def next_window(clock: Sequence[tuple[Card, ...] | None], after: int) -> tuple[Rank, ...]:
    """The next three spades on the clock, clockwise from the hour that follows ``after`` (clockwork 2)."""
    window: list[Rank] = []
    for index in _FOLLOWING[after % 12]:
        if clock[index] is not None:
            window.append(_HOURS[index])
            if len(window) == WINDOW:
                break
    return tuple(window)


def _draw(
    seat: int, hand: list[Card], denied: list[int], stock: tuple[Card, ...], kings: Pair, events: list[ClockworkEvent]
) -> tuple[tuple[Card, ...], Pair, bool]:
    """Fill a hand (clockwork 8 to 10): the stock and the kings after that, and whether the hand is full.

    It is not if the king of spades was drawn, which ends the game.
    """
    missing = HAND - len(hand)
    start = end = 0  # of the cards drawn since the last king
    while missing and end < len(stock):
        card = stock[end]
        if card.rank is _KING:
            if start < end:
                events.append(Drew(seat, stock[start:end]))
            kings = _given(kings, 1 - seat, card)
            events.append(PassedKing(seat, card))
            start = end + 1
        else:
            hand.append(card)
            denied.append(0)
            missing -= 1
        end += 1
    if start < end:
        events.append(Drew(seat, stock[start:end]))
    if missing:
        kings = _given(kings, seat, KING_OF_SPADES)
        events.append(DrewKingOfSpades(seat))
    return stock[end:], kings, not missing


def _given(pair: Pair, seat: int, card: Card) -> Pair:
    """What both seats have, once one of them got a card."""
    return ((*pair[0], card), pair[1]) if seat == 0 else (pair[0], (*pair[1], card))


def _fewest(scores: tuple[int, int], reason: ClockworkReason) -> Outcome:
    """An end where fewer penalties win; equal is a drawn game (clockwork 10 and 11)."""
    if scores[0] == scores[1]:
        return Outcome((), scores, ClockworkReason.DRAWN)
    return Outcome((0 if scores[0] < scores[1] else 1,), scores, reason)


def _king_of_spades(rules: RuleSet, seat: int, kings: Pair, scores: tuple[int, int]) -> Outcome:
    """The end with the stock empty, when ``seat`` drew the king of spades (clockwork 10)."""
    if len(kings[seat]) == len(KINGS) + 1:
        return Outcome((seat,), scores, ClockworkReason.FOUR_KINGS)
    if rules is RuleSet.GAMERULES:
        return _fewest(scores, ClockworkReason.FEWEST_SPADES)
    return Outcome((1 - seat,), scores, ClockworkReason.KING_OF_SPADES)


def _penalties(rules: RuleSet, taken: Pair, kings: Pair) -> tuple[int, int]:
    if rules is RuleSet.GAMERULES:
        return len(taken[0]), len(taken[1])
    received = [sum(king is not KING_OF_SPADES for king in given) for given in kings]
    return len(taken[0]) + received[0], len(taken[1]) + received[1]


_KING: Final = Rank.KING  # reading a member of an enumeration takes as long as drawing a card
_GAMERULES: Final = RuleSet.GAMERULES
_PLAY: Final = PlayMatches()
_TAKES: Final = tuple(TakeSpade(rank) for rank in _HOURS)

RULES: Final = ClockworkRules()
