"""What bids and plays of Spades show by convention, and why a play may be good.

What they show follows from what everyone at the table sees, so it is the same for every seat. A sentence without
"usually" is certain. Why a play may be good follows from what its player sees.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from clockspades.cards import Card, Rank, Suit
from clockspades.engine.phrases import count, suit_name, suit_singular
from clockspades.engine.wording import Names, label, said, whom, whose
from clockspades.games.spades.scoring import Bid
from clockspades.games.spades.spades_rules import RULES, playable, unseen_cards
from clockspades.games.spades.spades_state import (
    RANKS,
    TRUMPS,
    Bidding,
    BidMade,
    CardKept,
    ChoseCards,
    Deck,
    MakeBid,
    SpadesAction,
    SpadesEvent,
    SpadesState,
    beats,
    in_order,
    partner_of,
    seats_of,
    together,
)
from clockspades.games.trick_words import MOST_NAMED, play_label, play_words
from clockspades.games.tricks import CardPlayed, Play, PlayCard, cards_seen, led_suit, plays_last
from clockspades.language import either, listed


class HandStrength(NamedTuple):
    """What a bid shows: high cards, which are :data:`HIGH_CARDS`, and spades."""

    least: int
    """High cards at least."""
    most: int | None = None
    """High cards at most."""
    spades: int = 0
    """Spades at least."""


STRENGTHS: Final[Mapping[int, Mapping[int, HandStrength]]] = {
    4: {
        1: HandStrength(0, 1), 2: HandStrength(1, 2), 3: HandStrength(2, 3), 4: HandStrength(3, 4),
        6: HandStrength(3, spades=4), 13: HandStrength(3, spades=5),
    },
    3: {
        2: HandStrength(0, 1), 3: HandStrength(1, 2), 5: HandStrength(2, 3), 7: HandStrength(3, 4),
        17: HandStrength(3, spades=5),
    },
    2: {
        1: HandStrength(0, 2), 2: HandStrength(1, 2), 4: HandStrength(2, 3), 5: HandStrength(2, spades=4),
        13: HandStrength(2, spades=5),
    },
}  # fmt: skip
"""By the number of players, and by the highest bid that shows it. Most hands that are worth the bid have it."""
HIGH_CARDS: Final = {
    Deck.STANDARD: "aces, kings, Q♠",
    Deck.JOKERS: "aces, kings, jokers",
    Deck.DEUCES: "jokers, 2♦♠, 2♠, aces and kings of other suits",
}
"""What counts as a high card there."""
BEST: Final = RANKS[:6]
"""The ranks that nobody throws away without a reason."""
HIGH: Final = RANKS[:8]
"""The ranks that a nil can hide under."""


def meaning(view: SpadesState, events: Sequence[SpadesEvent], names: Names) -> tuple[str, ...]:
    """What an action shows. ``view`` is what everyone saw before it, and ``events`` are what everyone saw of it."""
    match events[0]:
        case BidMade(seat, bid):
            return (*_own_bid(view, bid), *_bids_together(view, seat, bid, names))
        case ChoseCards(seat):
            own = view.bids[seat]
            if own is not None and own.is_nil:
                return ("Usually the highest cards, which endanger the nil most.",)
            return ("Usually low cards, which are safe in a nil.",)
        case CardKept(is_first=True):
            return ("Usually a spade or a high card.",)
        case CardKept():
            return ("Usually a low card of another suit than spades.",)
        case CardPlayed(seat, card) if len(view.hands[seat]) > 1:  # the last card is no choice
            return tuple(_Moment(view, Play(seat, card), names).words())
    return ()


# -- bids ------------------------------------------------------------------------------------------------


def _own_bid(view: SpadesState, bid: Bid) -> Iterator[str]:
    """What a bid says of the hand."""
    bidding, nothing = view.settings.bidding, "No tricks."
    offered = () if bidding is Bidding.WHIZ else RULES.legal_actions(view)
    numbers = [action.tricks for action in offered if isinstance(action, MakeBid) and action.tricks]
    if bid.blind:
        yield "No tricks, bid without looking at the cards: the hand can hold anything."
    elif bid.is_nil and offered and not numbers:
        yield f"{nothing} It was the only bid there was, and shows nothing of the hand."
    elif bid.is_nil:
        yield f"{nothing} Usually no ace, few spades and none of them high."
    elif bidding is Bidding.WHIZ:
        yield f"Has {count(bid.tricks, 'spade')}, and no hand for a nil."
    elif bid.tricks == min(numbers, default=1) > 1:
        yield f"{bid.tricks} is the least that could be bid here: the hand may be worth less."
    else:
        shown, high = strength(bid.tricks, view.settings.players), HIGH_CARDS[view.settings.deck]
        yield f"About {count(bid.tricks, 'trick')}. Usually {_strength_words(shown, high)}."


def strength(tricks: int, players: int) -> HandStrength:
    """What a bid of one trick or more shows."""
    return next(shown for most, shown in STRENGTHS[players].items() if tricks <= most)


def _strength_words(shown: HandStrength, high: str) -> str:
    least, most, spades = shown
    if most is None:
        return f"{count(least, 'high card')} or more ({high}), and at least {count(spades, 'spade')}"
    number = f"{least} or {count(most, 'high card')}" if least else f"at most {count(most, 'high card')}"
    return f"{number} ({high})"


def _bids_together(view: SpadesState, seat: int, bid: Bid, names: Names) -> Iterator[str]:
    """What a bid means beside those before it."""
    partner = partner_of(view.settings, seat)
    if partner is not None:
        other, me, mate = view.bids[partner], whom(names, seat), whom(names, partner)
        if bid.is_nil and (other is None or not other.is_nil):
            words = "Usually [you|{name}] now [play|plays] high, to take tricks away from {me}."
            yield said(names, partner, words, me=me)
        elif not bid.is_nil and other is not None and other.is_nil:
            words = "{bidder} bid nil: usually [you play|{name} plays] high, to take tricks away from {mate}."
            yield said(names, seat, words, bidder=label(names, partner), mate=mate)
        elif not bid.is_nil and other is not None:
            contract = count(bid.tricks + other.tricks, "trick")
            yield f"With {whose(names, partner)} {other.tricks} the contract is {contract}."
    before = [made for made in view.bids if made is not None]
    if len(before) == view.settings.players - 1:
        yield _all_bids((*before, bid), view.settings.hand, has_bags=bool(view.settings.scoring.bags))


def _all_bids(bids: Sequence[Bid], tricks: int, *, has_bags: bool) -> str:
    """What all bids together mean for the play."""
    total = sum(bid.tricks for bid in bids)
    said = f"All bids add up to {total} of {tricks} tricks"
    if total > tricks:
        return f"{said}, so somebody must fail. Usually each side plays to set the other."
    if total == tricks:
        return f"{said}: a trick too many for one side sets another. Usually each side fights for every trick."
    if any(bid.is_nil for bid in bids):
        return f"{said}. Usually the nil matters more than the tricks left over."
    if tricks - total <= 2:
        return f"{said}. Usually each side first makes sure of its contract, and sets the other if it can."
    return f"{said}. Usually the contracts are made{', and each side avoids bags' if has_bags else ''}."


# -- plays -----------------------------------------------------------------------------------------------


class _Moment:
    """A card that is played, and what everyone knows about the trick."""

    def __init__(self, view: SpadesState, play: Play, names: Names) -> None:
        self._view, self._names = view, names
        self._seat, self._card = play
        self._suit = play.card.suit
        self._plural, self._singular = suit_name(self._suit), suit_singular(self._suit)
        self._partner = partner_of(view.settings, play.seat)
        self._to_come = view.settings.players - len(view.trick) - 1
        played = {*cards_seen(view, play.seat), play.card}
        self._unplayed = [
            card for card in in_order(view.settings.pack) if card.suit is self._suit and card not in played
        ]
        """The cards of its suit that nobody has played, the highest first."""

    def words(self) -> Iterator[str]:
        led, winning = led_suit(self._view.trick), self._view.winning
        if self._view.settings.clubs_first and not self._view.tricks and self._suit is Suit.CLUBS:
            return iter(("Its lowest club, which has to be played to the first trick.",))
        if led is None or winning is None:
            return self._leads()
        wins = beats(self._card, winning.card, led)
        if self._suit is led:
            return self._takes_over(winning, led) if wins else self._stays_below(winning)
        return self._does_not_follow(winning, led, wins=wins)

    # -- what everyone knows -----------------------------------------------------------------------------

    def _keeps_nil(self, seat: int) -> bool:
        return _keeps_nil(self._view, seat)

    def _unless_unwilling(self, cannot: str) -> str:
        """That the player ``cannot`` win; or why they may not want to."""
        view = self._view
        seats = seats_of(view.sides, view.sides[self._seat])
        bids = {seat: bid.tricks for seat in seats if (bid := view.bids[seat]) is not None and bid.tricks}
        if view.nobody_bids:
            return f"Usually {cannot}"
        if not bids:
            return f"Has no contract to make: usually avoids the trick, or {cannot}"
        if view.settings.scoring.bags and sum(view.taken[seat] for seat in bids) >= sum(bids.values()):
            return f"The contract is made: usually avoids a bag, or {cannot}"
        if hunted := self._hunted:
            return f"Usually hunts {hunted} nil, or {cannot}"
        return f"Usually {cannot}"

    @property
    def _hunted(self) -> str:
        """Whose nil the player hunts, as ``Bo's``; empty if nobody's."""
        sides = self._view.sides
        nils = [seat for seat, side in enumerate(sides) if side != sides[self._seat] and self._keeps_nil(seat)]
        return listed([whose(self._names, seat) for seat in nils]) if nils else ""

    def _showed_none(self, seat: int, suit: Suit) -> bool:
        """Whether a seat did not follow this suit in an earlier trick."""
        return any(
            play.seat == seat and play.card.suit is not suit
            for trick in self._view.tricks
            if trick.plays[0].card.suit is suit
            for play in trick.plays
        )

    def _unplayed_above(self, card: Card) -> list[Card]:
        """The higher cards of the suit that was played, the highest first."""
        return [other for other in self._unplayed if beats(other, card, self._suit)]

    # -- the lead ----------------------------------------------------------------------------------------

    def _leads(self) -> Iterator[str]:
        if self._suit is TRUMPS and not self._view.broken:
            yield "Has only spades left."
        if not self._unplayed_above(self._card):
            yield (
                "The highest spade left: it takes the trick."
                if self._suit is TRUMPS
                else f"The highest {self._singular} left: only a spade can beat it."
            )
        yield self._why_led()

    def _why_led(self) -> str:
        card, partner = self._card, self._partner
        higher, is_high = self._unplayed_above(card), card.rank in HIGH
        if self._keeps_nil(self._seat):
            return "Bid nil: usually leads a card that another player has to beat."
        if partner is not None and self._keeps_nil(partner) and is_high:
            return f"Usually protects {whose(self._names, partner)} nil: it is easy to stay below a high card."
        if (hunted := self._hunted) and not is_high:
            return f"Usually hunts {hunted} nil: it is hard to stay below a low card."
        if self._suit is TRUMPS:
            more = "" if is_high or not higher else ", and has more of them"
            return f"Usually draws the spades of the others{more}."
        if partner is not None and self._showed_none(partner, self._suit) and not self._showed_none(partner, TRUMPS):
            words = "[You have|{name} has] no {suit}: usually led for [you|{name}] to trump."
            return said(self._names, partner, words, suit=self._plural)
        if not higher:
            return f"Usually takes the trick before somebody runs out of {self._plural}."
        if card.rank is Rank.KING:
            return f"Usually holds the {higher[0].symbol} too, or has few {self._plural}."
        if is_high:
            return f"Usually drives out a higher {self._singular}, or has few {self._plural}."
        if partner is not None:
            return f"Usually has few {self._plural}, or leaves the trick to {whom(self._names, partner)}."
        return f"Usually has few {self._plural}, or nothing better to lead."

    # -- taking the trick over ---------------------------------------------------------------------------

    def _takes_over(self, winning: Play, led: Suit) -> Iterator[str]:
        """It wins so far, in the suit led or as a trump."""
        name, trumps = whom(self._names, winning.seat), self._suit is not led
        if self._keeps_nil(self._seat):
            left = "only spades" if trumps else f"no lower {self._singular}"
            yield f"Bid nil, and wins so far: usually has {left} left."
            return
        if self._keeps_nil(winning.seat):
            yield f"Takes the trick away from {name}, who bid nil."
            if winning.seat == self._partner:
                return
        elif winning.seat == self._partner:
            fear = f", fears that {whose(self._names, winning.seat)} card will be beaten" if self._to_come else ""
            yield f"Takes the trick over from {name}: usually wants the lead{fear}, or has no lower card."
            return
        if not self._to_come:
            enough = [
                card
                for card in reversed(self._unplayed)
                if beats(card, winning.card, led) and beats(self._card, card, led)
            ]
            cards = [f"the {card.symbol}" for card in enough]
            if cards:
                few = len(cards) <= MOST_NAMED
                without = either(cards) if few else f"any card from {cards[0]} to {cards[-1]}"
                yield f"Last to play: usually without {without}, which would have been enough."
        elif trumps:
            yield "Usually the lowest spade that wins so far."
        elif not self._unplayed_above(self._card):
            yield f"The highest {self._singular} left{'' if led is TRUMPS else ': only a spade can beat it'}."
        elif len(self._view.trick) > 1:
            yield "Third to play: usually as high as it can, to win or to drive out a higher card."
        elif self._card.rank in HIGH:
            yield f"Second to play, and high: usually has few {self._plural}, or wants the trick at once."
        else:
            yield f"Second to play: usually low, even with a high {self._singular}."

    # -- leaving the trick -------------------------------------------------------------------------------

    def _stays_below(self, winning: Play) -> Iterator[str]:
        """It follows suit, and somebody else still wins."""
        name, one, best = whom(self._names, winning.seat), self._singular, play_words(winning, self._names)
        can_win = winning.card.suit is self._suit and bool(self._unplayed_above(winning.card))
        if self._keeps_nil(self._seat):
            why = f" below {best}" if winning.card.suit is self._suit else f", as {best} wins"
            yield f"Bid nil: usually the highest {one}{why}."
        elif self._keeps_nil(winning.seat) and winning.seat == self._partner:
            yield f"Leaves the trick to {name}, who bid nil: " + (
                f"usually has no {one} above the {winning.card.symbol}." if can_win else f"no {one} can beat {best}."
            )
        elif self._keeps_nil(winning.seat):
            yield f"Leaves the trick to {name}, who bid nil."
        elif winning.seat == self._partner:
            yield f"Leaves the trick to {name}: usually the lowest {one}."
        elif not can_win:
            yield f"No {one} can beat {best}: usually the lowest one."
        elif len(self._view.trick) == 1 and self._to_come:
            yield f"Second to play: usually low, even with a high {one}."
        else:
            yield self._unless_unwilling(f"has no {one} above the {winning.card.symbol}.")

    # -- another suit ------------------------------------------------------------------------------------

    def _does_not_follow(self, winning: Play, led: Suit, *, wins: bool) -> Iterator[str]:
        yield f"Has no {suit_name(led)}."
        if wins:
            yield from self._takes_over(winning, led)
        elif self._suit is TRUMPS:
            if self._keeps_nil(self._seat):
                yield f"Bid nil: usually gets rid of a dangerous spade below {play_words(winning, self._names)}."
            else:
                yield f"{play_label(winning, self._names)} still wins: usually has only spades left."
        else:
            yield self._throws_away(winning, led)
            if self._card.rank in BEST and not self._keeps_nil(self._seat):
                yield "Throws away a high card: usually wants no more tricks."

    def _throws_away(self, winning: Play, led: Suit) -> str:
        name, is_partner = whom(self._names, winning.seat), winning.seat == self._partner
        if self._keeps_nil(self._seat):
            return "Bid nil: usually throws away the most dangerous card."
        if led is TRUMPS:
            return f"Usually a useless {self._singular}."
        if self._showed_none(self._seat, TRUMPS):
            return "Has no spades either, as an earlier trick showed."
        if self._keeps_nil(winning.seat) != is_partner:
            return f"Leaves the trick to {name}{'' if is_partner else ', who bid nil'}."
        cannot = f"has no spade that beats {play_words(winning, self._names)}."
        if self._partner is not None and len(self._view.trick) == 1:
            cannot = f"leaves the trick to {whom(self._names, self._partner)}, or {cannot}"
        return self._unless_unwilling(cannot)


def reason(view: SpadesState, action: SpadesAction) -> str:
    """Why the seat to act may play a card; empty where nothing is certain, and for other actions."""
    if not isinstance(action, PlayCard):
        return ""
    card, winning = action.card, view.winning
    if winning is not None:
        return _following(view, card, winning)
    if _keeps_nil(view, view.seat):
        is_lowest = _is_lowest(view, card)
        return f"You bid nil, and the {card.symbol} is your lowest {suit_singular(card.suit)}." if is_lowest else ""
    return _unbeaten(view, card)


def _following(view: SpadesState, card: Card, winning: Play) -> str:
    seat, partner = view.seat, partner_of(view.settings, view.seat)
    is_partners = partner is not None and winning.seat == partner
    if _keeps_nil(view, seat):
        return "" if _beats(card, winning.card) else f"You bid nil, and the {card.symbol} can't take this trick."
    if partner is not None and is_partners and _keeps_nil(view, partner):
        saves = _beats(card, winning.card)
        return f"It saves your partner's nil from the {winning.card.symbol}." if saves else ""
    if _beats(card, winning.card):
        return _taking(view, card, winning)
    if is_partners and plays_last(view):
        return "Your partner takes this trick."
    if is_partners:
        return "Your partner is winning this trick."
    legal = playable(view)
    if any(_beats(other, winning.card) for other in legal):
        is_bag = _missing(view) == 0 and view.settings.scoring.bags
        return "Your bid is made: this trick would be a bag." if is_bag else ""
    if len(legal) == 1 or not _is_lowest(view, card):
        return ""
    if any(other.suit is card.suit for other in legal if other != card):
        return f"You can't take this trick, so keep your higher {suit_name(card.suit)}."
    return f"You can't take this trick, and have no other {suit_singular(card.suit)}."


def _taking(view: SpadesState, card: Card, winning: Play) -> str:
    if plays_last(view):
        lower = [other for other in playable(view) if _beats(card, other) and _beats(other, winning.card)]
        return "You play last, and it takes the trick." if lower else "You play last: no lower card takes the trick."
    if found := _unbeaten(view, card):
        return found
    missing = _missing(view)
    if missing and partner_of(view.settings, view.seat) is not None:
        return f"Your side needs {count(missing, 'more trick')} for its bid."
    return f"You need {count(missing, 'more trick')} for your bid." if missing else ""


def _unbeaten(view: SpadesState, card: Card) -> str:
    """That no card that others may hold beats this one, or none of its suit."""
    unseen = unseen_cards(view, view.seat)
    if any(_beats(other, card) for other in unseen if other.suit is card.suit):
        return ""
    if any(_beats(other, card) for other in unseen):
        return f"No higher {suit_singular(card.suit)} is left."
    return f"Nobody can beat the {card.symbol}."


def _keeps_nil(view: SpadesState, seat: int) -> bool:
    """Whether a seat bid nil and has taken no trick."""
    bid = view.bids[seat]
    return bid is not None and bid.is_nil and not view.taken[seat]


def _missing(view: SpadesState) -> int | None:
    """The tricks that the contract of the seat to act still needs; None without one (spades 10)."""
    both, bid = together(view, view.seat), view.bids[view.seat]
    wanted, taken = (0 if bid is None else bid.tricks, view.taken[view.seat]) if both is None else both
    return max(0, wanted - taken) if wanted else None


def _is_lowest(view: SpadesState, card: Card) -> bool:
    """Whether the hand has no lower card of the same suit."""
    return not any(other.suit is card.suit and _beats(card, other) for other in view.hands[view.seat])


def _beats(card: Card, other: Card) -> bool:
    return beats(card, other, other.suit)
