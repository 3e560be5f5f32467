"""The rules of Clogs: its state, actions and events, the reducer, and what each seat observes.

Every function names the case of docs/rules.md that it implements.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Annotated, ClassVar, Final, NamedTuple, TypeAlias

from clockspades.cards import PACK, UNKNOWN, Card, Rank, Suit, parse_cards
from clockspades.engine.codec import between
from clockspades.engine.options import Options, int_option
from clockspades.engine.phrases import suit_name
from clockspades.engine.rules import Action, Deal, Ended, Event, IllegalActionError, Outcome, Rules, Step
from clockspades.games import tricks as shared
from clockspades.language import N_, _

RANKS: Final = (Rank.ACE, *(rank for rank in Rank if rank is not Rank.ACE))
"""The ranks from high to low: the ace, the two, and so on down to the king."""
SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


class Layout(NamedTuple):
    """How the cards are dealt to a number of players (clogs 2)."""

    pack: tuple[Card, ...]
    """All cards that are dealt: none is left over."""
    packet: int
    """Cards in each of the two packets of a hand."""
    clogs: int

    @property
    def hand(self) -> int:
        return 2 * self.packet

    @property
    def tricks(self) -> int:
        """Tricks in a deal: everyone plays one card to each until all are played."""
        return self.hand + self.clogs


def _layout(removed: str, packet: int, clogs: int) -> Layout:
    without = parse_cards(removed)
    return Layout(tuple(card for card in PACK if card not in without), packet, clogs)


LAYOUTS: Final[Mapping[int, Layout]] = {
    2: _layout("KC KD KH KS QC QD QH QS JC JD JH JS TC TD TH TS 9C 9D 9H 9S 8C 8D 8H 8S 7H 7S", 4, 5),
    3: _layout("KC KD KH KS QC QD QH QS JC JD JH JS TS", 4, 5),
    4: _layout("", 4, 5),
    5: _layout("KS KH", 3, 4),
    6: _layout("KC KD KH KS", 3, 2),
}
"""The pack and the cards for each, by the number of players (clogs 2)."""
_PLACES: Final = range(max(layout.clogs for layout in LAYOUTS.values()))

CLOG_NAMES: Final = "ABCDE"
"""By place the letter that names a clog, and that is its key at the table."""

Clogs: TypeAlias = tuple[tuple[Card | None, ...], ...]
"""By seat and place the clogs; None where one was turned up."""


class ClogsReason(StrEnum):
    """Why a game ends (clogs 8)."""

    TARGET = "target"


class ClogsState(NamedTuple):
    """One moment of a game, always one where a seat decides, a deal is due, or all is over.

    What every game of tricks has is described in :class:`TrickView`.
    """

    target: int
    """The points that win."""
    number: int
    dealer: int
    seat: int
    leader: int
    hands: shared.Hands
    clogs: Clogs
    """By seat the clogs by their places; None where one was turned up."""
    lacking: tuple[int, ...]
    """By seat the suits that everyone knows its hand to lack in this deal, as bits ``1 << suit`` (clogs 10)."""
    trick: tuple[shared.Play, ...]
    tricks: tuple[shared.Trick, ...]
    scores: tuple[int, ...]
    """The points of each seat, those of this deal among them (clogs 8)."""
    outcome: Outcome | None

    @property
    def winning(self) -> shared.Play | None:
        """The play that takes the trick as it is now; None before the lead."""
        return shared.winning_play(self.trick, beats)

    @property
    def taken(self) -> tuple[int, ...]:
        return shared.tricks_taken(self.tricks, len(self.scores))

    @property
    def sides(self) -> tuple[int, ...]:
        """Everyone plays for themselves."""
        return tuple(range(len(self.scores)))


@dataclass(frozen=True, slots=True)
class TurnClog(Action):
    """Turn a clog up on the trick, unseen until it lies there (clogs 4 and 6)."""

    do: ClassVar[str] = "clog"
    place: Annotated[int, between(0, _PLACES[-1])]
    """From 0; a place stays where it is when the clogs beside it are gone."""


ClogsAction: TypeAlias = shared.PlayCard | TurnClog


@dataclass(frozen=True, slots=True)
class ClogsLaid(Event):
    """Everyone was dealt clogs, face down (clogs 2 and 3)."""

    number: int
    """How many each."""


@dataclass(frozen=True, slots=True)
class ClogTurned(Event):
    """A seat turned a clog up on the trick (clogs 4 and 6)."""

    irreversible: ClassVar[bool] = True
    seat: int
    place: int
    card: Card
    led: Suit | None
    """The suit led; None where the clog is the lead."""
    winning: shared.Play | None
    """The play that was winning before it."""


@dataclass(frozen=True, slots=True)
class TookOver(Event):
    """A card took the trick over from the one that was winning (clogs 7)."""

    play: shared.Play
    beaten: shared.Play
    is_clog: bool


ClogsEvent: TypeAlias = shared.TrickEvent | ClogsLaid | ClogTurned | TookOver


def beats(card: Card, winning: Card, led: Suit) -> bool:
    """Whether a card takes the trick over: by rank in the suit led, or by suit in the same rank (clogs 7)."""
    if card.rank is winning.rank:
        return card.suit < winning.suit  # the suits stand from high to low
    return card.suit is led and (card.rank < winning.rank)  # and so do the ranks


class ClogsRules(Rules[ClogsState, ClogsAction, ClogsEvent]):
    actions = (Deal, shared.PlayCard, TurnClog)
    reasons = ClogsReason

    def initial(self, options: Options) -> ClogsState:
        players, dealer = int_option(options, "players"), int_option(options, "dealer")
        none: shared.Hands = ((),) * players
        first = shared.left_of(dealer, players)
        return ClogsState(
            target=int_option(options, "target"), number=0, dealer=dealer, seat=first, leader=first, hands=none,
            clogs=none, lacking=(0,) * players, trick=(), tricks=(), scores=(0,) * players, outcome=None,
        )  # fmt: skip

    def deal_due(self, state: ClogsState) -> bool:
        """Before the first deal, and after the last trick of each (clogs 9)."""
        if state.trick or state.outcome is not None:
            return False
        return state.number == 0 or len(state.tricks) == LAYOUTS[len(state.scores)].tricks

    def pack(self, state: ClogsState) -> tuple[Card, ...]:
        return LAYOUTS[len(state.scores)].pack

    def to_act(self, state: ClogsState) -> int | None:
        return None if state.outcome is not None or self.deal_due(state) else state.seat

    def legal_actions(self, state: ClogsState) -> tuple[ClogsAction, ...]:
        """The cards of the hand that may be played, then the clogs that may be turned up (clogs 4 to 6)."""
        if state.outcome is not None or self.deal_due(state):
            return ()
        hand, led = state.hands[state.seat], shared.led_suit(state.trick)
        following = shared.cards_following(hand, led)
        plays = tuple([shared.PLAYS[card] for card in following])
        if led is not None and following and following[0].suit is led:
            return plays
        clogs = enumerate(state.clogs[state.seat])
        return plays + tuple([_TURNS[place] for place, clog in clogs if clog is not None])

    def apply_deal(self, state: ClogsState, deal: Deal) -> Step[ClogsState, ClogsEvent]:
        """The cards in the order of clogs 2, from the dealer's left.

        With ``n`` players, packets of ``p`` and ``c`` clogs, the first ``n * p`` cards are the first packets, the next
        ``n * p`` the second packets, and the last ``n * c`` the clogs: each player's lie together, a clog's place being
        its number among them.
        """
        players = len(state.scores)
        layout = LAYOUTS[players]
        cards = iter(deal.cards)
        order = shared.clockwise(shared.left_of(state.dealer, players), players)
        hands: list[tuple[Card, ...]] = [()] * players
        for _round in range(2):
            for seat in order:
                hands[seat] += tuple(next(cards) for _ in range(layout.packet))
        hands = [shared.sorted_hand(hand, RANKS) for hand in hands]
        clogs: list[tuple[Card, ...]] = [()] * players
        for seat in order:
            clogs[seat] = tuple(next(cards) for _ in range(layout.clogs))
        leader, number = order[0], state.number + 1
        after = state._replace(
            number=number, seat=leader, leader=leader, hands=tuple(hands), clogs=tuple(clogs),
            lacking=(0,) * players, tricks=(),
        )  # fmt: skip
        dealt = [shared.Dealt(seat, hands[seat]) for seat in order]
        return Step(
            after,
            (shared.DealBegan(number, state.dealer), *dealt, ClogsLaid(layout.clogs), shared.TrickBegan(1, leader)),
        )

    def apply_action(self, state: ClogsState, action: ClogsAction) -> Step[ClogsState, ClogsEvent]:
        """A card on the trick; the trick taken and the deal scored if it was the last (clogs 4 to 9)."""
        target, number, dealer, seat, leader, hands, clogs, lacking, trick, tricks, scores, outcome = state
        led, winning, players = shared.led_suit(trick), state.winning, len(scores)
        events: list[ClogsEvent]
        if isinstance(action, shared.PlayCard):
            card = action.card
            shared.check_follows(hands[seat], card, led)
            hands = shared.replace_at(hands, seat, tuple([mine for mine in hands[seat] if mine is not card]))
            events = [shared.CardPlayed(seat, card)]
        else:
            card = _clog(state, action.place)
            clogs = shared.replace_at(clogs, seat, shared.replace_at(clogs[seat], action.place, None))
            events = [ClogTurned(seat, action.place, card, led, winning)]
        if led is not None and (card.suit is not led or isinstance(action, TurnClog)):  # clogs 5: or it had to follow
            lacking = shared.replace_at(lacking, seat, lacking[seat] | 1 << led)
        play = shared.Play(seat, card)
        if winning is None or led is None:
            winning = play
        elif beats(card, winning.card, led):
            events.append(TookOver(play, winning, isinstance(action, TurnClog)))
            winning = play
        trick = (*trick, play)
        if len(trick) < players:
            seat = shared.left_of(seat, players)
        else:
            seat = leader = winning.seat
            events.append(shared.TrickTaken(leader, trick))
            trick, tricks = (), (*tricks, shared.Trick(trick, leader))
            scores = shared.replace_at(scores, leader, scores[leader] + 1)
            if scores[leader] == target:  # clogs 8
                outcome = Outcome((leader,), scores, ClogsReason.TARGET)
                events += [_scored(number, tricks, scores), Ended(outcome)]
            elif len(tricks) == LAYOUTS[players].tricks:  # clogs 9
                dealer = shared.left_of(dealer, players)
                events.append(_scored(number, tricks, scores))
            else:
                events.append(shared.TrickBegan(len(tricks) + 1, leader))
        after = ClogsState(
            target, number, dealer, seat, leader, hands, clogs, lacking, trick, tricks, scores, outcome
        )  # fmt: skip
        return Step(after, tuple(events))

    def observe(self, state: ClogsState, seat: int | None) -> ClogsState:
        """The state as a seat sees it: its own hand, no other, and nobody's clogs (clogs 3 and 10)."""
        target, number, dealer, acts, leader, hands, rows, lacking, trick, tricks, scores, outcome = state
        clogs = tuple([tuple([None if clog is None else UNKNOWN for clog in row]) for row in rows])
        seen = shared.hands_seen(hands, seat)
        return ClogsState(target, number, dealer, acts, leader, seen, clogs, lacking, trick, tricks, scores, outcome)

    def observe_event(self, event: ClogsEvent, seat: int | None) -> ClogsEvent:
        """The event as a seat sees it: what others are dealt is hidden (clogs 10)."""
        if isinstance(event, shared.Dealt) and event.seat != seat:
            return shared.Dealt(event.seat, shared.masked(event.cards))
        return event

    def claim(self, view: ClogsState) -> ClogsAction | None:
        """Nobody knows what their own clogs take, and those of others follow no suit (clogs 3 and 5)."""
        seat, clogs = view.seat, [any(row) for row in view.clogs]
        if clogs[seat] or self.to_act(view) is None:
            return None
        legal = shared.cards_following(view.hands[seat], shared.led_suit(view.trick))
        hidden, leads = unseen_cards(view, seat), partial(shared.cards_following, led=None)
        card = shared.claimed(view, legal, hidden, beats, leads, is_led_out=not any(clogs), ducks=False)
        return None if card is None else shared.PLAYS[card]

    def settles(self, view: ClogsState) -> bool:
        return shared.is_shared_out(self, view)

    def throw(self, view: ClogsState) -> ClogsAction | None:
        """A card of the hand, as nobody knows what a clog takes (clogs 3)."""
        cards = shared.cards_following(view.hands[view.seat], shared.led_suit(view.trick))
        return shared.PLAYS[shared.thrown(view, cards, beats)] if cards else next(iter(self.legal_actions(view)), None)

    def alike(self, one: ClogsAction, other: ClogsAction) -> bool:
        """Nobody can tell clogs apart while they are face down (clogs 10)."""
        return one == other or (isinstance(one, TurnClog) and isinstance(other, TurnClog))

    def scores(self, state: ClogsState) -> tuple[int, ...]:
        return state.scores


def unseen_cards(view: ClogsState, seat: int) -> list[Card]:
    """The cards that a seat has not seen in this deal: other hands and all clogs."""
    seen = shared.cards_seen(view, seat)
    return [card for card in LAYOUTS[len(view.scores)].pack if card not in seen]


def _clog(state: ClogsState, place: int) -> Card:
    """The clog that the seat to act turns up; IllegalActionError if it may not (clogs 3, 4 and 6)."""
    row, led = state.clogs[state.seat], shared.led_suit(state.trick)
    if place not in range(len(row)):
        last = CLOG_NAMES[len(row) - 1]
        if place not in _PLACES:
            raise IllegalActionError(_("There is no such clog: the last is clog {last}.", last=last))
        words = N_("There is no clog {letter}: the last is clog {last}.")
        raise IllegalActionError(_(words, letter=CLOG_NAMES[place], last=last))
    clog, hand = row[place], state.hands[state.seat]
    if clog is None:
        raise IllegalActionError(_("Clog {letter} has already been turned up.", letter=CLOG_NAMES[place]))
    held = [card.symbol for card in hand if card.suit is led]
    if led is not None and held:
        words = N_("You must follow suit: {suit} were led and you hold {cards}, so you can't turn up a clog.")
        raise IllegalActionError(_(words, suit=suit_name(led), cards=" ".join(held)))
    return clog


def _scored(number: int, tricks: tuple[shared.Trick, ...], scores: tuple[int, ...]) -> shared.DealScored:
    """A point a trick (clogs 8)."""
    taken = shared.tricks_taken(tricks, len(scores))
    return shared.DealScored(number, taken, taken, scores)


_TURNS: Final = tuple(TurnClog(place) for place in _PLACES)

RULES: Final = ClogsRules()
