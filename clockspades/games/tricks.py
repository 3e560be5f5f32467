"""What trick-taking games share: plays and tricks, following suit, seats in turn round the table, and their events.

A trick-taking game is played in deals. In each, the seats play one card to each trick in turn, clockwise from its
leader, and the play that nobody beats takes it. What beats what, and what tricks are worth, is for each game to say.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from clockspades.cards import ALL_CARDS, PACK, UNKNOWN, Card, Rank, Suit
from clockspades.engine.phrases import suit_name
from clockspades.engine.rules import Action, Ended, Event, GameState, IllegalActionError, Rules
from clockspades.language import N_, _

_ItemT = TypeVar("_ItemT")

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards by seat."""
Beats: TypeAlias = Callable[[Card, Card, Suit], bool]
"""Whether a card takes the trick over from the card now winning, the suit led being the third argument."""


class Play(NamedTuple):
    """A card on the table, and the seat that played it."""

    seat: int
    card: Card


class Trick(NamedTuple):
    """A trick that is over: its plays, the leader's first, and the seat that took it."""

    plays: tuple[Play, ...]
    winner: int


class TrickView(GameState, Protocol):
    """What can be seen of a trick-taking game: its state, as a seat observes it.

    Everything stays as the last trick of a deal left it until the next deal is made.
    """

    @property
    def number(self) -> int:
        """The number of the deal, from 1; 0 before the first."""

    @property
    def dealer(self) -> int:
        """Who dealt; before the first deal, and where the next is due, who deals next."""

    @property
    def seat(self) -> int:
        """Whose turn it is; of no meaning where a deal is due or all is over."""

    @property
    def leader(self) -> int:
        """Who leads, or led, to the trick."""

    @property
    def hands(self) -> Hands:
        """By seat the cards in hand, in no order."""

    @property
    def trick(self) -> tuple[Play, ...]:
        """The plays to the trick so far, the leader's first."""

    @property
    def winning(self) -> Play | None:
        """The play that takes the trick as it is now; None before the lead."""

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks of this deal that are over; the last of them may be looked at again."""

    @property
    def taken(self) -> tuple[int, ...]:
        """By seat the tricks taken in this deal."""

    @property
    def sides(self) -> tuple[int, ...]:
        """By seat the side that it plays for: the seat itself where there are no partners."""

    @property
    def scores(self) -> tuple[int, ...]:
        """By side the score so far."""


TrickT = TypeVar("TrickT", bound=TrickView)
"""What a seat sees of a game of tricks: its state, which has more of its own."""


# -- seats -----------------------------------------------------------------------------------------------


def left_of(seat: int, seats: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % seats


def clockwise(first: int, seats: int) -> tuple[int, ...]:
    return tuple((first + step) % seats for step in range(seats))


# -- cards -----------------------------------------------------------------------------------------------


def cards_following(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """The cards of a hand that may be played: those of the suit led if there are any, else all.

    ``led`` is None for who leads.
    """
    following = [card for card in hand if card.suit is led]
    return tuple(following or hand)


def check_follows(hand: Sequence[Card], card: Card, led: Suit | None) -> None:
    """IllegalActionError if a card is not in the hand, or another suit was led that the hand has."""
    if card not in hand:
        raise IllegalActionError(not_in_hand(card))
    if led is not None and card.suit is not led and (why := must_follow(hand, led)):
        raise IllegalActionError(f"{why}.")


def not_in_hand(card: Card) -> str:
    """That somebody does not hold a card."""
    return _("The {card} is not in your hand.", card=card.symbol)


def must_follow(hand: Sequence[Card], led: Suit) -> str:
    """Why a card of the suit led must be played, without a full stop; empty if the hand has none."""
    held = [card.symbol for card in hand if card.suit is led]
    words = N_("You must follow suit: {suit} were led and you hold {cards}")
    return _(words, suit=suit_name(led), cards=" ".join(held)) if held else ""


def led_suit(trick: Sequence[Play]) -> Suit | None:
    """The suit led to a trick; None before the lead."""
    return trick[0].card.suit if trick else None


def plays_last(view: TrickView) -> bool:
    """Whether the seat to act plays the last card to a trick."""
    return len(view.trick) + 1 == len(view.hands)


def winning_play(trick: Sequence[Play], beats: Beats) -> Play | None:
    """The play that takes a trick as it is; None before the lead."""
    if not trick:
        return None
    best, led = trick[0], trick[0].card.suit
    for play in trick[1:]:
        if beats(play.card, best.card, led):
            best = play
    return best


def finished_trick(plays: tuple[Play, ...], beats: Beats) -> Trick:
    """A trick to which all have played."""
    best = winning_play(plays, beats)
    assert best is not None, "everyone has played"
    return Trick(plays, best.seat)


def tricks_taken(tricks: Iterable[Trick], seats: int) -> tuple[int, ...]:
    """By seat how many of these tricks it took."""
    counts = [0] * seats
    for trick in tricks:
        counts[trick.winner] += 1
    return tuple(counts)


def cards_seen(view: TrickView, seat: int) -> set[Card]:
    """The cards that a seat holds, and those that were played in this deal."""
    plays = [*view.trick, *(play for trick in view.tricks for play in trick.plays)]
    return {*view.hands[seat], *(play.card for play in plays)}


def claimed(
    view: TrickView, legal: Sequence[Card], hidden: Sequence[Card], beats: Beats,
    leads: Callable[[tuple[Card, ...]], Sequence[Card]], *, is_led_out: bool, ducks: bool,
) -> Card | None:  # fmt: skip
    """A card after which the seat to act takes all tricks that are left, or none of them; None if that is not proved.

    The others can have any of the ``hidden`` cards. ``leads`` are the cards of a hand that may be led. ``is_led_out``
    says that who has the suit led always follows; ``ducks`` that a seat that takes no trick does so on purpose.
    """
    hand, led, winning = view.hands[view.seat], led_suit(view.trick), view.winning
    if winning is None or led is None:
        return next(iter(_led_in_turn(hand, hidden, beats, leads, is_led_out=is_led_out)), None)
    for card in legal:
        if beats(card, winning.card, led) and (plays_last(view) or not _is_beaten(card, led, hidden, beats)):
            rest = [mine for mine in hand if mine is not card]
            if len(_led_in_turn(rest, hidden, beats, leads, is_led_out=is_led_out)) == len(rest):
                return card
    high = {mine for mine in hand for card in hidden for suit in (mine.suit, card.suit) if beats(mine, card, suit)}
    low = [card for card in legal if not beats(card, winning.card, led) and high <= {card}]
    return low[0] if low and (ducks or len(low) == len(legal)) else None


def taker(state: TrickView) -> int:
    """Who takes the trick as it stands, or took the last one."""
    return state.tricks[-1].winner if state.winning is None else state.winning.seat


def is_shared_out(rules: Rules[Any, Any, Any], view: TrickView) -> bool:
    """Whether a claim proves that all tricks left are one seat's: the claimer's, or else those of the only other."""
    action = rules.claim(view)
    return action is not None and (len(view.hands) == 2 or taker(rules.reduce(view, action).state) == view.seat)


def _led_in_turn(
    hand: Sequence[Card], hidden: Sequence[Card], beats: Beats, leads: Callable[[tuple[Card, ...]], Sequence[Card]],
    *, is_led_out: bool,
) -> list[Card]:  # fmt: skip
    """All cards of a hand in an order in which nobody can beat any of them; none if there is no such order.

    A suit is gone from all other hands once it was led as often as there are hidden cards of it.
    """
    left, held = tuple(hand), Counter(card.suit for card in hidden)
    order: list[Card] = []
    while left:
        card = next((card for card in leads(left) if not _is_beaten(card, card.suit, hidden, beats)), None)
        if card is None:
            return []
        order.append(card)
        left = tuple(other for other in left if other is not card)
        held[card.suit] -= is_led_out
        hidden = [other for other in hidden if held[other.suit] > 0]
    return order


def _is_beaten(card: Card, led: Suit, hidden: Sequence[Card], beats: Beats) -> bool:
    return any(beats(other, card, led) for other in hidden)


def thrown(view: TrickView, legal: Sequence[Card], beats: Beats) -> Card:
    """The lowest of some cards, if it can be one that does not take the trick."""
    led, winning = led_suit(view.trick), view.winning

    def height(card: Card) -> tuple[bool, int]:
        takes = winning is not None and led is not None and beats(card, winning.card, led)
        return takes, sum(beats(card, other, other.suit) for other in {*PACK, *legal})

    return min(legal, key=height)


def masked(cards: Sequence[Card]) -> tuple[Card, ...]:
    """As many unknown cards."""
    return (UNKNOWN,) * len(cards)


def replace_at(items: tuple[_ItemT, ...], at: int, item: _ItemT) -> tuple[_ItemT, ...]:
    """The items with another one in a place."""
    return (*items[:at], item, *items[at + 1 :])


def hands_seen(hands: Hands, seat: int | None) -> Hands:
    """The hands as a seat sees them: its own open, every other unknown; None sees none."""
    seen = [(UNKNOWN,) * len(hand) for hand in hands]
    if seat is not None:
        seen[seat] = hands[seat]
    return tuple(seen)


def sorted_hand(hand: Sequence[Card], ranks: Sequence[Rank], played: Sequence[Card] = ()) -> tuple[Card, ...]:
    """A hand sorted for the eye: suit by suit, the colours alternating where they can, ``ranks`` the highest first.

    Suits keep their order when one runs out: ``played`` cards count too.
    Unknown cards stand last.
    """
    known = [card for card in hand if card is not UNKNOWN]
    suits = [suit for suit in _ALTERNATING if any(card.suit is suit for card in (*known, *played))]
    if len(suits) == 3:  # the suit that is alone in its colour goes between the two others
        alone = next(suit for suit in suits if [other.is_red for other in suits].count(suit.is_red) == 1)
        suits.remove(alone)
        suits.insert(1, alone)
    ordered = sorted(known, key=lambda card: (suits.index(card.suit), ranks.index(card.rank)))
    return (*ordered, *(UNKNOWN,) * (len(hand) - len(known)))


_ALTERNATING: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


# -- actions and events ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayCard(Action):
    """Play a card from the hand to the trick."""

    do: ClassVar[str] = "play"
    card: Card


PLAYS: Final = {card: PlayCard(card) for card in ALL_CARDS}
"""The play of each card: to look it up takes less time than to make it."""


@dataclass(frozen=True, slots=True)
class DealBegan(Event):
    """A deal begins."""

    starts_section: ClassVar[bool] = True
    number: int
    """From 1."""
    dealer: int


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat was dealt its hand, which nobody else sees."""

    irreversible: ClassVar[bool] = True
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrickBegan(Event):
    """It is a seat's turn to lead."""

    starts_section: ClassVar[bool] = True
    number: int
    """In the deal, from 1."""
    leader: int


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A seat played a card from its hand."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """All have played, and a seat took the trick."""

    winner: int
    plays: tuple[Play, ...]
    """The leader's first."""

    @property
    def card(self) -> Card:
        """The card that took it."""
        return next(play.card for play in self.plays if play.seat == self.winner)


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """A deal is played out and scored."""

    number: int
    taken: tuple[int, ...]
    """By seat the tricks taken."""
    points: tuple[int, ...]
    """By side what the deal brought."""
    scores: tuple[int, ...]
    """By side the score after it."""


TrickEvent: TypeAlias = DealBegan | Dealt | TrickBegan | CardPlayed | TrickTaken | DealScored | Ended
"""The events that every trick-taking game has."""
