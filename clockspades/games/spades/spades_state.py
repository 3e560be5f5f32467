"""One moment of a game of Spades, what can be done in it, and what then happens."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Annotated, ClassVar, Final, NamedTuple, TypeAlias

from clockspades.cards import ALL_CARDS, HIGH_RANKS, HIGH_SPADES, PACK, Card, Rank, Suit, parse_cards
from clockspades.engine.codec import OMITTED, Must, between
from clockspades.engine.options import Json
from clockspades.engine.rules import Action, Event, Outcome
from clockspades.games.spades.scoring import Bid, ScoreLine, Scoring, Sheet, tricks_towards
from clockspades.games.tricks import Hands, Play, PlayCard, Trick, TrickEvent, tricks_taken, winning_play
from clockspades.language import NC_

MOST_PASSED: Final = 4
"""Cards that partners exchange, at most (spades 5 and 25)."""
BESIDE_NIL: Final = 4
"""The least bid beside a partner's nil where one of each pair bids nil (spades 20)."""
MOST_TRICKS: Final = 17
"""The highest bid that can be written: all tricks of three players (spades 16)."""
RANKS: Final = (*reversed(HIGH_RANKS), Rank.ACE, *(rank for rank in reversed(Rank) if rank is not Rank.ACE))
"""The ranks from high to low, those of high spades first (spades 1)."""


@dataclass(frozen=True, slots=True)
class LookAtCards(Action):
    """Look at one's cards, and give the blind nil up (spades 5)."""

    do: ClassVar[str] = "look"


@dataclass(frozen=True, slots=True)
class MakeBid(Action):
    """Say how many tricks one will take; none is a nil (spades 4 and 5)."""

    do: ClassVar[str] = "bid"
    tricks: Annotated[int, between(0, MOST_TRICKS)]
    blind: bool = False

    @property
    def bid(self) -> Bid:
        """What stands on the score sheet."""
        return Bid(self.tricks, self.blind)


@dataclass(frozen=True, slots=True)
class PassCards(Action):
    """Give cards to the partner after a nil (spades 5 and 25); they stand in the order of :func:`in_order`."""

    do: ClassVar[str] = "pass"
    cards: Annotated[
        tuple[Card, ...],
        Must(
            lambda cards: 0 < len(cards) == len({*cards}) <= MOST_PASSED,
            NC_("must be", "1 to {most} different cards"),
            most=MOST_PASSED,
        ),
    ]

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> "PassCards":
        """A log may have the cards in any order."""
        return cls(in_order(super(PassCards, cls).parse(arguments).cards))


@dataclass(frozen=True, slots=True)
class DrawCard(Action):
    """With two players: keep the card looked at, or discard it and keep the next one unseen (spades 17)."""

    do: ClassVar[str] = "draw"
    keep: bool


SpadesAction: TypeAlias = LookAtCards | MakeBid | PassCards | DrawCard | PlayCard


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the order in which hands are kept: spades first, each suit from the ace down."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


_BY_ORDER: Final = sorted(ALL_CARDS, key=lambda card: (-card.suit, RANKS.index(card.rank)))
_ORDER: Final = {card: number for number, card in enumerate(_BY_ORDER)}


class Deck(Enum):
    """Which cards are the highest spades (spades 31)."""

    STANDARD = "standard"
    JOKERS = "jokers"
    DEUCES = "deuces"


TRUMPS: Final = Suit.SPADES  # reading a member of an enumeration takes as long as comparing two cards
"""The suit that beats all others (spades 1)."""
BEHIND: Final = 100
"""How far behind a player may bid a blind nil, where that is the choice (spades 5)."""
DRAWING: Final = 2
"""The players who draw their hands (spades 17)."""
HAND_SIZES: Final = {4: 13, 3: 17, 2: 13}
"""Cards in a hand, by the number of players (spades 3, 16 and 17)."""
TWO_OF_CLUBS, _TWO_OF_HEARTS = parse_cards("2C 2H")
PACKS: Final = {4: PACK, 3: tuple(card for card in PACK if card is not TWO_OF_CLUBS), 2: PACK}
"""The cards of a standard deck in play, by the number of players (spades 1 and 16)."""
DECKS: Final = {
    Deck.STANDARD: PACK,
    Deck.JOKERS: tuple(card for card in (*PACK, *HIGH_SPADES[2:]) if card not in (TWO_OF_CLUBS, _TWO_OF_HEARTS)),
    Deck.DEUCES: tuple(card for card in (*PACK, *HIGH_SPADES) if card.rank is not Rank.TWO),
}
"""The cards of four players, by the option ``deck`` (spades 31)."""
TRUMPS_IN: Final = {deck: sum(card.suit is TRUMPS for card in pack) for deck, pack in DECKS.items()}


class BlindNil(Enum):
    """When a nil may be bid blind (spades 5)."""

    BEHIND = "behind"
    OFF = "off"
    ALWAYS = "always"


class Bidding(Enum):
    """What players may bid (spades 20 and 21)."""

    FREE = "free"
    SUICIDE = "suicide"
    MIRROR = "mirror"
    WHIZ = "whiz"


class SpadesPhase(Enum):
    """What is done now."""

    DEAL = auto()
    DRAW = auto()
    BID = auto()
    PASS = auto()
    PLAY = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class SpadesSettings:
    """What was chosen before the game, but for the first dealer."""

    players: int
    partners: bool
    blind_nil: BlindNil
    scoring: Scoring
    deck: Annotated[Deck, OMITTED] = Deck.STANDARD
    bidding: Annotated[Bidding, OMITTED] = Bidding.FREE
    not_13: Annotated[bool, OMITTED] = False
    """Whether the sum of all bids may not be 13 (spades 22)."""
    no_first_bids: Annotated[bool, OMITTED] = False
    """Whether nobody bids in the first deal (spades 23)."""
    nil_pass: Annotated[int, OMITTED] = 0
    """The cards exchanged after a nil (spades 25)."""
    blind_pass: Annotated[int, OMITTED] = 3
    """The cards exchanged after a blind nil (spades 5)."""
    lead_any: Annotated[bool, OMITTED] = False
    """Whether spades may be led at any time (spades 29)."""
    clubs_first: Annotated[bool, OMITTED] = False
    """Whether the lowest clubs are played to the first trick (spades 30)."""

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards in play (spades 1, 16 and 31)."""
        return DECKS[self.deck] if self.players == 4 else PACKS[self.players]

    @property
    def trumps(self) -> int:
        """How many spades are in play (spades 31)."""
        return TRUMPS_IN[self.deck]

    @property
    def sides(self) -> tuple[int, ...]:
        """By seat the side that it plays for (spades 2)."""
        return sides_of(self.players, self.partners)

    @property
    def hand(self) -> int:
        """Cards in a full hand, and tricks in a deal."""
        return HAND_SIZES[self.players]


class SpadesState(NamedTuple):
    """One moment of a game, always one where a seat decides, a deal is due, or all is over.

    What every game of tricks has is described in :class:`TrickView`.
    """

    settings: SpadesSettings
    number: int
    dealer: int
    phase: SpadesPhase
    seat: int
    leader: int
    hands: Hands
    looked: tuple[bool, ...]
    """By seat whether it may see its hand: not while a blind nil is open to it (spades 5)."""
    bids: tuple[Bid | None, ...]
    """By seat, None until it has bid."""
    passing: tuple[int, ...]
    """The seats that have yet to choose cards to pass, in turn (spades 5)."""
    given: Hands
    """By seat the cards that it gives to its partner, which the giver remembers."""
    received: Hands
    """By seat the cards that its partner gave it, which it remembers."""
    stock: tuple[Card, ...]
    """With two players the cards to draw from, top first (spades 17)."""
    discards: Hands
    """With two players the cards that each looked at and did not keep (spades 17)."""
    broken: bool
    """Whether spades are broken (spades 8), or may be led at any time (spades 29)."""
    trick: tuple[Play, ...]
    tricks: tuple[Trick, ...]
    sheets: tuple[Sheet, ...]
    """The score sheet: every deal that was played out."""
    outcome: Outcome | None

    @property
    def winning(self) -> Play | None:
        """The play that takes the trick as it is now; None before the lead."""
        return winning_play(self.trick, beats)

    @property
    def taken(self) -> tuple[int, ...]:
        """By seat the tricks taken in this deal."""
        return tricks_taken(self.tricks, self.settings.players)

    @property
    def sides(self) -> tuple[int, ...]:
        """By seat the side that it plays for (spades 2)."""
        return self.settings.sides

    @property
    def nobody_bids(self) -> bool:
        """Whether nobody bids in this deal (spades 23)."""
        return self.settings.no_first_bids and self.number == 1

    @property
    def scores(self) -> tuple[int, ...]:
        """By side the score after the last deal."""
        return tuple(line.score for line in self.lines)

    @property
    def bags(self) -> tuple[int, ...]:
        """By side the bags of the whole game (spades 14)."""
        return tuple(line.total_bags for line in self.lines)

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """By side the last line of the score sheet."""
        return self.sheets[-1].lines if self.sheets else (_NOTHING_YET,) * (max(self.sides) + 1)


_NOTHING_YET: Final = ScoreLine(0, 0, 0, 0, 0, 0, 0, 0)


def beats(card: Card, winning: Card, led: Suit) -> bool:
    """Whether a card takes the trick over: a higher one of its suit, or the first spade (spades 9)."""
    if card.suit is winning.suit:
        return _HEIGHT[card.rank] > _HEIGHT[winning.rank]
    return card.suit is TRUMPS


def sides_of(players: int, partners: bool) -> tuple[int, ...]:
    """By seat the side that it plays for: partners sit opposite each other (spades 2)."""
    return (0, 1, 0, 1) if partners else tuple(range(players))


def partner_of(settings: SpadesSettings, seat: int) -> int | None:
    """Who sits opposite, of four in partners (spades 2)."""
    return (seat + 2) % settings.players if settings.partners else None


def cards_to_pass(settings: SpadesSettings, bids: Sequence[Bid | None], seat: int) -> int:
    """How many cards a seat and its partner exchange after these bids: the larger number of the two (spades 25)."""
    partner = partner_of(settings, seat)
    return 0 if partner is None else max(cards_for(settings, bids[seat]), cards_for(settings, bids[partner]))


def cards_for(settings: SpadesSettings, bid: Bid | None) -> int:
    """How many cards partners exchange for a bid of one of them (spades 5 and 25)."""
    if bid is None or not bid.is_nil:
        return 0
    return settings.blind_pass if bid.blind else settings.nil_pass


def seats_of(sides: Sequence[int], side: int) -> tuple[int, ...]:
    """The seats that play for a side."""
    return tuple(seat for seat, mine in enumerate(sides) if mine == side)


class Together(NamedTuple):
    """What partners said together and what came of it so far: their contract (spades 10)."""

    bid: int
    taken: int
    """The tricks that count towards it (spades 13)."""


def together(state: SpadesState, seat: int) -> Together | None:
    """How the contract of a seat's side stands; None before both partners have bid, or without a partner."""
    seats = seats_of(state.sides, state.sides[seat])
    bids = [bid for mate in seats if (bid := state.bids[mate]) is not None]
    if len(seats) == 1 or len(bids) < len(seats):
        return None
    taken = [state.taken[mate] for mate in seats]
    helps = state.settings.scoring.failed_nil_helps
    return Together(sum(bid.tricks for bid in bids), tricks_towards(bids, taken, helps))


def nils_made(state: SpadesState, seat: int) -> list[Bid]:
    """The nils that a seat made, blind ones among them (spades 12)."""
    made = [sheet.bids[seat] for sheet in state.sheets if not sheet.taken[seat]]
    return [bid for bid in made if bid is not None and bid.is_nil]


def may_bid_blind(state: SpadesState, seat: int) -> bool:
    """Whether a blind nil is open to a seat in this deal (spades 5); with two players it never is (spades 17)."""
    return is_blind_nil_open(state.settings, state.scores, state.sides[seat])


def is_blind_nil_open(settings: SpadesSettings, scores: Sequence[int], side: int) -> bool:
    """Whether the players of a side may bid a blind nil at these scores by side (spades 5)."""
    match settings.blind_nil:
        case BlindNil.ALWAYS:
            return True
        case BlindNil.BEHIND:
            return _behind(scores, side) >= BEHIND
        case BlindNil.OFF:
            return False


def _behind(scores: Sequence[int], side: int) -> int:
    """How many points a side is behind the best of the others."""
    return max([score for other, score in enumerate(scores) if other != side]) - scores[side]


_HEIGHT: Final = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}


@dataclass(frozen=True, slots=True)
class TurnedTop(Event):
    """A seat looks at the top card of the stock (spades 17)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardKept(Event):
    """A seat kept one of two cards of the stock and discarded the other (spades 17)."""

    irreversible: ClassVar[bool] = True
    seat: int
    kept: Card
    discarded: Card
    is_first: bool
    """Whether the card kept is the one looked at first."""


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """A seat looked at its hand, before its bid or after a blind nil (spades 5)."""

    irreversible: ClassVar[bool] = True
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A seat bid (spades 4 and 5)."""

    seat: int
    bid: Bid


@dataclass(frozen=True, slots=True)
class ChoseCards(Event):
    """A seat chose the cards that it gives its partner (spades 5)."""

    seat: int
    partner: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class GotCards(Event):
    """Both partners had chosen, and a seat got the cards of the other (spades 5)."""

    irreversible: ClassVar[bool] = True
    seat: int
    partner: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SpadesBroken(Event):
    """The first spade of the deal was played, so spades may be led (spades 8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class NilSettled(Event):
    """A nil was made or failed (spades 12)."""

    seat: int
    bid: Bid
    taken: int
    points: int


@dataclass(frozen=True, slots=True)
class SideScored(Event):
    """What the deal brought a side (spades 10 to 14)."""

    side: int
    seats: tuple[int, ...]
    line: ScoreLine


SpadesEvent: TypeAlias = (
    TrickEvent
    | TurnedTop
    | CardKept
    | Looked
    | BidMade
    | ChoseCards
    | GotCards
    | SpadesBroken
    | NilSettled
    | SideScored
)
