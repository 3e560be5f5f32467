"""The rules of Clockwork Spades: its state, actions and events, the reducer, and what each seat observes.

Every function names the case of RULES.md that it implements. A rank's value is its hour on the clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar, Final, TypeAlias

from clockspades.cards import PACK, UNKNOWN, Card, Rank, Suit
from clockspades.engine.game import Action, Deal, Event, IllegalActionError, Json, Outcome, Step

HAND: Final = 3
"""Cards in a full hand."""
WINDOW: Final = 3
"""Hours in a window while as many spades are left."""

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
    """The two published rule sets; they differ in cases 4 and 11."""

    PAGAT = "pagat"
    GAMERULES = "gamerules"


Pair: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game, always one where a seat decides, the deal is due, or all is over.

    Hands run from the card held longest to the newest, and which of them are old is public. ``denied`` runs
    beside them: for each card the ranks that everyone knows it not to be, as bits ``1 << rank``, because its
    owner would have had to play or discard it.
    """

    rules: RuleSet
    first: int
    turn: int
    """The number of the turn, from 1; 0 before the deal."""
    seat: int
    """Whose turn it is."""
    window: tuple[Rank, ...]
    """The ranks to be played on, clockwise (case 2)."""
    clock: tuple[tuple[Card, ...] | None, ...]
    """By hour less one: the cards played on the spade there, or None where it is gone."""
    hands: Pair
    denied: tuple[tuple[int, ...], tuple[int, ...]]
    taken: Pair
    """The spades each seat took, in order."""
    kings: Pair
    """The kings each seat was given, the king of spades too if it drew that."""
    discard: tuple[Card, ...]
    stock: tuple[Card, ...]
    """The cards on the king of spades, top first."""
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play every card in hand that matches the window, each on its spade (case 5)."""

    do: ClassVar[str] = "play"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take a spade of the window as a penalty (case 6)."""

    do: ClassVar[str] = "take"
    rank: Rank

    def arguments(self) -> dict[str, Json]:
        return {"rank": self.rank.letter}

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> "Take":
        match arguments:
            case {"rank": str(letter), **rest} if not rest:
                for rank in _HOURS:
                    if rank.letter == letter:
                        return cls(rank)
                raise ValueError(f"no spade of rank {letter!r} lies on the clock: it has A23456789TJQ")
        raise ValueError('a take has "rank", one of A23456789TJQ, and nothing else')


ClockworkAction: TypeAlias = Deal | Play | Take


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The window moved on and it is a seat's turn (cases 2 and 3)."""

    opens: ClassVar[bool] = True
    turn: int
    seat: int
    window: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew cards from the stock into its hand (cases 1, 4 and 8)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PassedKing(Event):
    """A seat drew a king and gave it to the other (case 9)."""

    seat: int
    king: Card


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """At the start of its turn a seat discarded the cards whose spades are gone (case 4)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat played its matching cards on the clock (case 5)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Took(Event):
    """A seat took a spade, and the cards played on it went to the discard pile (case 6)."""

    seat: int
    spade: Card
    covers: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DrewKingOfSpades(Event):
    """The stock was empty and a seat drew the king of spades under it (case 10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over (cases 10 and 11)."""

    outcome: Outcome


ClockworkEvent: TypeAlias = TurnBegan | Drew | PassedKing | Discarded | Played | Took | DrewKingOfSpades | Ended


def initial(rules: RuleSet, first: int) -> State:
    """The table before the deal: every spade in its place, nothing in the hands."""
    return State(
        rules=rules, first=first, turn=0, seat=first, window=(), clock=((),) * 12, hands=((), ()),
        denied=((), ()), taken=((), ()), kings=((), ()), discard=(), stock=(), outcome=None,
    )  # fmt: skip


def matches(state: State) -> tuple[Card, ...]:
    """The cards of the seat to act that match the window and must be played (case 5)."""
    window = state.window
    return tuple(card for card in state.hands[state.seat] if card.rank in window)


def legal_actions(state: State) -> tuple[Play | Take, ...]:
    """Play where anything matches, else take any spade of the window (cases 5 to 7)."""
    if state.outcome is not None or not state.turn:
        return ()
    window = state.window
    for card in state.hands[state.seat]:
        if card.rank in window:
            return (_PLAY,)
    return tuple([_TAKES[rank - 1] for rank in window])


def penalties(state: State) -> tuple[int, int]:
    """The penalty cards of each seat, under the rule set in force (case 11)."""
    mine, yours = state.taken
    if state.rules is RuleSet.GAMERULES:
        return len(mine), len(yours)
    received = [sum(king is not KING_OF_SPADES for king in kings) for kings in state.kings]
    return len(mine) + received[0], len(yours) + received[1]


def observe(state: State, seat: int | None) -> State:
    """The state as a seat sees it: its own hand, no other, and no card of the stock (case 13)."""
    mine, yours = state.hands
    return replace(
        state,
        hands=(
            mine if seat == 0 else (UNKNOWN,) * len(mine),
            yours if seat == 1 else (UNKNOWN,) * len(yours),
        ),
        stock=(UNKNOWN,) * len(state.stock),
    )


def observe_event(event: ClockworkEvent, seat: int | None) -> ClockworkEvent:
    """The event as a seat sees it: which cards another drew is hidden (case 13)."""
    if isinstance(event, Drew) and event.seat != seat:
        return Drew(event.seat, (UNKNOWN,) * len(event.cards))
    return event


def reduce(state: State, action: ClockworkAction) -> Step[State, ClockworkEvent]:
    """The next state and the events that led to it; IllegalActionError names the rule that refuses an action."""
    if state.outcome is not None:
        raise IllegalActionError("The game is over.")
    if isinstance(action, Deal):
        return _deal(state, action)
    if not state.turn:
        raise IllegalActionError("The cards have not been dealt yet.")

    turn = _Turn(state)
    if isinstance(action, Play):
        turn.play()
    else:
        turn.take(action.rank)
    if len(turn.taken[0]) + len(turn.taken[1]) == len(SPADES):
        turn.last_spade_taken()
    elif turn.draw(state.seat):
        turn.begin(1 - state.seat, state.window[-1])
    return turn.step()


def next_window(
    clock: tuple[tuple[Card, ...] | None, ...] | list[tuple[Card, ...] | None], after: int
) -> tuple[Rank, ...]:
    """The next three spades on the clock, clockwise from the hour that follows ``after`` (case 2)."""
    window: list[Rank] = []
    for index in _FOLLOWING[after % 12]:
        if clock[index] is not None:
            window.append(_HOURS[index])
            if len(window) == WINDOW:
                break
    return tuple(window)


class _Turn:
    """The parts of the next state while an action is worked out; :meth:`step` puts them together once."""

    __slots__ = (
        "state", "turn", "seat", "window", "clock", "hands", "denied", "taken", "kings", "discard", "stock",
        "outcome", "events",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.state, self.turn, self.seat, self.window = state, state.turn, state.seat, state.window
        self.clock, self.hands, self.denied = list(state.clock), list(state.hands), list(state.denied)
        self.taken, self.kings, self.discard, self.stock = state.taken, state.kings, state.discard, state.stock
        self.outcome: Outcome | None = None
        self.events: list[ClockworkEvent] = []

    def play(self) -> None:
        """Play every card that matches the window (case 5)."""
        seat, window, clock, ruled_out = self.seat, self.window, self.clock, self._ruled_out()
        matching: list[Card] = []
        kept: list[Card] = []
        denied: list[int] = []
        for card, mask in zip(self.hands[seat], self.denied[seat]):
            if card.rank in window:
                pile = clock[card.rank - 1]
                assert pile is not None, "an hour in the window has its spade"
                clock[card.rank - 1] = (*pile, card)
                matching.append(card)
            else:
                kept.append(card)
                denied.append(mask | ruled_out)
        if not matching:
            raise IllegalActionError(
                f"You hold nothing that matches {_ranks(window)}: you must take one of these spades."
            )
        self.hands[seat], self.denied[seat] = tuple(kept), tuple(denied)
        self.events.append(Played(seat, tuple(matching)))

    def take(self, rank: Rank) -> None:
        """Take a spade of the window, where nothing matches (case 6)."""
        seat, window, ruled_out = self.seat, self.window, self._ruled_out()
        for card in self.hands[seat]:
            if card.rank in window:
                raise IllegalActionError(
                    f"You hold the {card.symbol}: you must cover the {card.rank.letter} rather than take a spade."
                )
        if rank not in window:
            raise IllegalActionError(f"{self._out_of_reach(rank)}: take one of {_ranks(window)}.")
        spade, pile = SPADES[rank - 1], self.clock[rank - 1]
        assert pile is not None, "an hour in the window has its spade"
        self.clock[rank - 1] = None
        self.discard += pile
        mine, yours = self.taken
        self.taken = ((*mine, spade), yours) if seat == 0 else (mine, (*yours, spade))
        self.denied[seat] = tuple([mask | ruled_out for mask in self.denied[seat]])
        self.events.append(Took(seat, spade, pile))

    def _out_of_reach(self, rank: Rank) -> str:
        """Why the spade of a rank outside the window cannot be taken."""
        if rank is _KING:
            return f"The {KING_OF_SPADES.symbol} lies under the stock"
        gone = self.clock[rank - 1] is None
        return f"The {SPADES[rank - 1].symbol} is {'gone' if gone else 'not in the window'}"

    def _ruled_out(self) -> int:
        """The ranks of the window and of the spades that are gone: what stays in the hand has none of them."""
        ranks = 0
        for rank in self.window:
            ranks |= 1 << rank
        for hour, pile in enumerate(self.clock, 1):
            if pile is None:
                ranks |= 1 << hour
        return ranks

    def draw(self, seat: int) -> bool:
        """Fill a hand (cases 8 to 10); False if the king of spades was drawn and the game is over."""
        missing = HAND - len(self.hands[seat])
        stock, start, end = self.stock, 0, 0
        while missing and end < len(stock):
            card = stock[end]
            if card.rank is _KING:
                self._keep(seat, stock[start:end])
                self._pass_king(seat, card)
                start = end + 1
            else:
                missing -= 1
            end += 1
        self._keep(seat, stock[start:end])
        self.stock = stock[end:]
        if missing:
            self._draw_king_of_spades(seat)
        return not missing

    def _keep(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Put cards that were drawn into a hand: nothing is known of them."""
        if cards:
            self.hands[seat] += cards
            self.denied[seat] += (0,) * len(cards)
            self.events.append(Drew(seat, cards))

    def _pass_king(self, seat: int, king: Card) -> None:
        """Give a king that was drawn to the other seat (case 9)."""
        mine, yours = self.kings
        self.kings = (mine, (*yours, king)) if seat == 0 else ((*mine, king), yours)
        self.events.append(PassedKing(seat, king))

    def begin(self, seat: int, after: int) -> None:
        """Begin a seat's turn: move the window on and discard what is dead (cases 2 to 4)."""
        clock = self.clock
        self.seat, self.turn, self.window = seat, self.turn + 1, next_window(clock, after)
        self.events.append(TurnBegan(self.turn, seat, self.window))
        while True:
            hand = self.hands[seat]
            dead = tuple([card for card in hand if clock[card.rank - 1] is None])
            if not dead:
                return
            self.denied[seat] = tuple([mask for card, mask in zip(hand, self.denied[seat]) if card not in dead])
            self.hands[seat] = tuple([card for card in hand if card not in dead])
            self.discard += dead
            self.events.append(Discarded(seat, dead))
            if self.state.rules is RuleSet.PAGAT or not self.draw(seat):
                return

    def last_spade_taken(self) -> None:
        """End the game with the clock empty: fewer penalties win (case 11)."""
        scores = self._penalties()
        if scores[0] == scores[1]:
            self._end(Outcome((), scores, "drawn"))
        else:
            self._end(Outcome((0 if scores[0] < scores[1] else 1,), scores, "last-spade"))

    def _draw_king_of_spades(self, seat: int) -> None:
        """End the game: who draws the king of spades wins with the other three, and loses without (case 10)."""
        self.events.append(DrewKingOfSpades(seat))
        scores = self._penalties()
        mine, yours = self.kings
        self.kings = ((*mine, KING_OF_SPADES), yours) if seat == 0 else (mine, (*yours, KING_OF_SPADES))
        if len(self.kings[seat]) == 4:
            self._end(Outcome((seat,), scores, "four-kings"))
        else:
            self._end(Outcome((1 - seat,), scores, "king-of-spades"))

    def _penalties(self) -> tuple[int, int]:
        return penalties(replace(self.state, taken=self.taken, kings=self.kings))

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.events.append(Ended(outcome))

    def step(self) -> Step[State, ClockworkEvent]:
        """The next state, made once, and the events."""
        state = self.state
        return Step(
            State(
                state.rules, state.first, self.turn, self.seat, self.window, tuple(self.clock),
                (self.hands[0], self.hands[1]), (self.denied[0], self.denied[1]),
                self.taken, self.kings, self.discard, self.stock, self.outcome,
            ),
            tuple(self.events),
        )  # fmt: skip


def _deal(state: State, deal: Deal) -> Step[State, ClockworkEvent]:
    """Three cards to the first player, then three to the other (case 1)."""
    if state.turn:
        raise IllegalActionError("The cards have been dealt already.")
    if len(deal.cards) != len(STOCK) or set(deal.cards) != _STOCK_SET:
        raise IllegalActionError(f"A deal is the 39 cards that are not spades, each once{_difference(deal.cards)}.")
    turn = _Turn(state)
    turn.stock = deal.cards
    turn.draw(state.first)
    turn.draw(1 - state.first)
    turn.begin(state.first, 0)
    return turn.step()


def _difference(cards: tuple[Card, ...]) -> str:
    for card in cards:
        if card not in _STOCK_SET:
            return f": the {card.symbol} is none of them"
        if cards.count(card) > 1:
            return f": the {card.symbol} is there more than once"
    missing = [card.symbol for card in STOCK if card not in cards]
    return f": the {missing[0]} is missing" if missing else ""


def _ranks(window: tuple[Rank, ...]) -> str:
    return " ".join(rank.letter for rank in window)


_KING: Final = Rank.KING  # reading a member of an enumeration takes as long as drawing a card
_STOCK_SET: Final = frozenset(STOCK)
_PLAY: Final = Play()
_TAKES: Final = tuple(Take(rank) for rank in _HOURS)
