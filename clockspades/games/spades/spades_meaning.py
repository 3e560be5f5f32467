"""What bids and plays of Spades show by convention, and why a play may be good.

What they show follows from what everyone at the table sees, so it is the same for every seat. A sentence without
"usually" is certain. Why a play may be good follows from what its player sees.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from clockspades.cards import Card, Rank, Suit, parse_card
from clockspades.engine.phrases import suit_name, suit_singular
from clockspades.engine.wording import Names, said, told
from clockspades.games.spades import spades_state as spades
from clockspades.games.spades.scoring import Bid
from clockspades.games.spades.spades_rules import RULES, playable, unseen_cards
from clockspades.games.spades.spades_state import RANKS, TRUMPS, SpadesAction, SpadesEvent, SpadesState, beats
from clockspades.games.trick_words import MOST_NAMED, the_card
from clockspades.games.tricks import CardPlayed, Play, PlayCard, cards_seen, led_suit, plays_last
from clockspades.language import N_, _, either, listed, marked, ngettext, pgettext


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
HIGH_CARDS: Final = dict(
    zip(
        spades.Deck,
        marked(
            "high cards", "aces, kings, {queen}", "aces, kings, jokers",
            "jokers, 2♦♠, 2♠, aces and kings of other suits",
        ),
    )
)  # fmt: skip
"""What counts as a high card there."""
BEST: Final = RANKS[:6]
"""The ranks that nobody throws away without a reason."""
HIGH: Final = RANKS[:8]
"""The ranks that a nil can hide under."""


def meaning(view: SpadesState, events: Sequence[SpadesEvent], names: Names) -> tuple[str, ...]:
    """What an action shows. ``view`` is what everyone saw before it, and ``events`` are what everyone saw of it."""
    match events[0]:
        case spades.BidMade(seat, bid):
            return (*_own_bid(view, bid), *_bids_together(view, seat, bid, names))
        case spades.ChoseCards(seat):
            own = view.bids[seat]
            if own is not None and own.is_nil:
                return (_("Usually the highest cards, which endanger the nil most."),)
            return (_("Usually low cards, which are safe in a nil."),)
        case spades.CardKept(is_first=True):
            return (_("Usually a spade or a high card."),)
        case spades.CardKept():
            return (_("Usually a low card of another suit than spades."),)
        case CardPlayed(seat, card) if len(view.hands[seat]) > 1:  # the last card is no choice
            return tuple(_Moment(view, Play(seat, card), names).words())
    return ()


def _own_bid(view: SpadesState, bid: Bid) -> Iterator[str]:
    bidding, number = view.settings.bidding, bid.tricks
    offered = () if bidding is spades.Bidding.WHIZ else RULES.legal_actions(view)
    numbers = [action.tricks for action in offered if isinstance(action, spades.MakeBid) and action.tricks]
    if bid.blind:
        yield _("No tricks, bid without looking at the cards: the hand can hold anything.")
    elif bid.is_nil and offered and not numbers:
        yield _("No tricks. It was the only bid there was, and shows nothing of the hand.")
    elif bid.is_nil:
        yield _("No tricks. Usually no ace, few spades and none of them high.")
    elif bidding is spades.Bidding.WHIZ:
        yield ngettext(
            "Has {number} spade, and no hand for a nil.", "Has {number} spades, and no hand for a nil.", number
        )
    elif number == min(numbers, default=1) > 1:
        yield _("{bid} is the least that could be bid here: the hand may be worth less.", bid=number)
    else:
        about = ngettext("About {number} trick.", "About {number} tricks.", number)
        high = pgettext("high cards", HIGH_CARDS[view.settings.deck], queen=parse_card("QS").symbol)
        yield f"{about} {_strength_words(strength(number, view.settings.players), high)}"


def strength(tricks: int, players: int) -> HandStrength:
    """What a bid of one trick or more shows."""
    return next(shown for most, shown in STRENGTHS[players].items() if tricks <= most)


def _strength_words(shown: HandStrength, high: str) -> str:
    least, most, spades = shown
    if most is None:
        words = N_("Usually {least} high cards or more ({high}), and at least {spades} spades.")
        return _(words, least=least, high=high, spades=spades)
    if least:
        return _("Usually {least} or {most} high cards ({high}).", least=least, most=most, high=high)
    return ngettext(
        "Usually at most {number} high card ({high}).", "Usually at most {number} high cards ({high}).", most, high=high
    )


def _bids_together(view: SpadesState, seat: int, bid: Bid, names: Names) -> Iterator[str]:
    partner = spades.partner_of(view.settings, seat)
    if partner is not None:
        other = view.bids[partner]
        if bid.is_nil and (other is None or not other.is_nil):
            words = N_("Usually [you|{name}] now [play|plays] high, to take tricks away from [you|{other}].")
            yield said(names, partner, words, seat)
        elif not bid.is_nil and other is not None and other.is_nil:
            words = N_(
                "[You|{other}] bid nil: usually [you play|{name} plays] high, to take tricks away from [you|{other}]."
            )
            yield said(names, seat, words, partner)
        elif not bid.is_nil and other is not None:
            words = N_("With [your|{name}'s] {bid} the contract is {sum} tricks.")
            yield said(names, partner, words, bid=other.tricks, sum=bid.tricks + other.tricks)
    before = [made for made in view.bids if made is not None]
    if len(before) == view.settings.players - 1:
        yield _all_bids((*before, bid), view.settings.hand, has_bags=bool(view.settings.scoring.bags))


def _all_bids(bids: Sequence[Bid], tricks: int, *, has_bags: bool) -> str:
    total = sum(bid.tricks for bid in bids)
    if total > tricks:
        words = N_("All bids add up to {total} of {tricks} tricks, so somebody must fail.")
        rest = N_("Usually each side plays to set the other.")
    elif total == tricks:
        words = N_("All bids add up to {total} of {tricks} tricks: a trick too many for one side sets another.")
        rest = N_("Usually each side fights for every trick.")
    else:
        words = N_("All bids add up to {total} of {tricks} tricks.")
        rest = N_("Usually the contracts are made, and each side avoids bags.")
        if any(bid.is_nil for bid in bids):
            rest = N_("Usually the nil matters more than the tricks left over.")
        elif tricks - total <= 2:
            rest = N_("Usually each side first makes sure of its contract, and sets the other if it can.")
        elif not has_bags:
            rest = N_("Usually the contracts are made.")
    return f"{_(words, total=total, tricks=tricks)} {_(rest)}"


class _Moment:
    """A card that is played, and what everyone knows about the trick."""

    def __init__(self, view: SpadesState, play: Play, names: Names) -> None:
        self._view, self._names = view, names
        self._seat, self._card = play
        self._suit = play.card.suit
        self._plural, self._one = suit_name(self._suit), suit_singular(self._suit)
        self._partner = spades.partner_of(view.settings, play.seat)
        self._to_come = view.settings.players - len(view.trick) - 1
        played = {*cards_seen(view, play.seat), play.card}
        self._unplayed = [
            card for card in spades.in_order(view.settings.pack) if card.suit is self._suit and card not in played
        ]
        """The cards of its suit that nobody has played, the highest first."""

    def words(self) -> Iterator[str]:
        led, winning = led_suit(self._view.trick), self._view.winning
        if self._view.settings.clubs_first and not self._view.tricks and self._suit is Suit.CLUBS:
            return iter((_("Its lowest club, which has to be played to the first trick."),))
        if led is None or winning is None:
            return self._leads()
        wins = beats(self._card, winning.card, led)
        if self._suit is led:
            return self._takes_over(winning, led) if wins else self._stays_below(winning)
        return self._does_not_follow(winning, led, wins=wins)

    def _of(self, play: Play, words: str) -> str:
        """A sentence about the player of a card, the card, and the suit played."""
        return said(self._names, play.seat, words, card=play.card.symbol, suit=self._one)

    def _keeps_nil(self, seat: int) -> bool:
        return _keeps_nil(self._view, seat)

    def _unless_unwilling(self, cannot: Sequence[str], winning: Play) -> str:
        """That the player ``cannot`` win, in words such as :data:`NO_SPADE`; or why they may not want to."""
        view = self._view
        seats = spades.seats_of(view.sides, view.sides[self._seat])
        bids = {seat: bid.tricks for seat in seats if (bid := view.bids[seat]) is not None and bid.tricks}
        usually, no_contract, contract_made, hunts = cannot
        words, hunted = usually, self._hunted
        if not bids and not view.nobody_bids:
            words = no_contract
        elif view.settings.scoring.bags and bids and sum(view.taken[seat] for seat in bids) >= sum(bids.values()):
            words = contract_made
        elif hunted and bids:
            words = hunts
        told = {"suit": self._one, "card": winning.card.symbol, "hunted": hunted}
        return said(self._names, winning.seat, words, self._partner, **told)

    @property
    def _hunted(self) -> str:
        """Whose nil the player hunts, as ``Bo's``; empty if nobody's."""
        sides, names = self._view.sides, self._names
        nils = [seat for seat, side in enumerate(sides) if side != sides[self._seat] and self._keeps_nil(seat)]
        whose = [
            told(names, seat, pgettext("before 'nil'", "your"), pgettext("before 'nil'", "{name}'s", name=names[seat]))
            for seat in nils
        ]
        return listed(whose) if whose else ""

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

    def _leads(self) -> Iterator[str]:
        if self._suit is TRUMPS and not self._view.broken:
            yield _("Has only spades left.")
        if not self._unplayed_above(self._card):
            words = N_("The highest {suit} left: only a spade can beat it.")
            yield _("The highest spade left: it takes the trick.") if self._suit is TRUMPS else _(words, suit=self._one)
        yield self._why_led()

    def _why_led(self) -> str:
        card, partner = self._card, self._partner
        higher, is_high = self._unplayed_above(card), card.rank in HIGH
        if self._keeps_nil(self._seat):
            return _("Bid nil: usually leads a card that another player has to beat.")
        if partner is not None and self._keeps_nil(partner) and is_high:
            words = N_("Usually protects [your|{name}'s] nil: it is easy to stay below a high card.")
            return said(self._names, partner, words)
        if (hunted := self._hunted) and not is_high:
            return _("Usually hunts {hunted} nil: it is hard to stay below a low card.", hunted=hunted)
        if self._suit is TRUMPS and not is_high and higher:
            return _("Usually draws the spades of the others, and has more of them.")
        if self._suit is TRUMPS:
            return _("Usually draws the spades of the others.")
        if partner is not None and self._showed_none(partner, self._suit) and not self._showed_none(partner, TRUMPS):
            words = N_("[You have|{name} has] no {suit}: usually led for [you|{name}] to trump.")
        elif not higher:
            words = N_("Usually takes the trick before somebody runs out of {suit}.")
        elif card.rank is Rank.KING:
            words = N_("Usually holds the {higher} too, or has few {suit}.")
        elif is_high:
            words = N_("Usually drives out a higher {one}, or has few {suit}.")
        elif partner is not None:
            words = N_("Usually has few {suit}, or leaves the trick to [you|{name}].")
        else:
            words = N_("Usually has few {suit}, or nothing better to lead.")
        told = {"suit": self._plural, "one": self._one, "higher": higher[0].symbol if higher else ""}
        return said(self._names, partner or 0, words, None, **told)

    def _takes_over(self, winning: Play, led: Suit) -> Iterator[str]:
        """It wins so far, in the suit led or as a trump."""
        trumps, words = self._suit is not led, N_("Bid nil, and wins so far: usually has no lower {suit} left.")
        if self._keeps_nil(self._seat):
            only_spades = N_("Bid nil, and wins so far: usually has only spades left.")
            yield _(only_spades if trumps else words, suit=self._one)
            return
        if self._keeps_nil(winning.seat):
            yield self._of(winning, N_("Takes the trick away from [you|{name}], who bid nil."))
            if winning.seat == self._partner:
                return
        elif winning.seat == self._partner:
            words = N_("Takes the trick over from [you|{name}]: usually wants the lead, or has no lower card.")
            if self._to_come:
                words = N_(
                    "Takes the trick over from [you|{name}]: usually wants the lead, fears that [your|{name}'s] card"
                    " will be beaten, or has no lower card."
                )
            yield self._of(winning, words)
            return
        if not self._to_come:
            enough = [
                card
                for card in reversed(self._unplayed)
                if beats(card, winning.card, led) and beats(self._card, card, led)
            ]
            if 0 < len(enough) <= MOST_NAMED:
                words = N_("Last to play: usually without {cards}, which would have been enough.")
                yield _(words, cards=either([*map(the_card, enough)]))
            elif enough:
                words = N_(
                    "Last to play: usually without any card from {lowest} to {highest}, which would have been enough."
                )
                yield _(words, lowest=the_card(enough[0]), highest=the_card(enough[-1]))
        elif trumps:
            yield _("Usually the lowest spade that wins so far.")
        elif not self._unplayed_above(self._card):
            words = N_("The highest {suit} left: only a spade can beat it.")
            yield _("The highest {suit} left.", suit=self._one) if led is TRUMPS else _(words, suit=self._one)
        elif len(self._view.trick) > 1:
            yield _("Third to play: usually as high as it can, to win or to drive out a higher card.")
        elif self._card.rank in HIGH:
            words = N_("Second to play, and high: usually has few {suit}, or wants the trick at once.")
            yield _(words, suit=self._plural)
        else:
            yield _("Second to play: usually low, even with a high {suit}.", suit=self._one)

    def _stays_below(self, winning: Play) -> Iterator[str]:
        """It follows suit, and somebody else still wins."""
        can_win = winning.card.suit is self._suit and bool(self._unplayed_above(winning.card))
        if self._keeps_nil(self._seat):
            words = N_("Bid nil: usually the highest {suit}, as [your|{name}'s] {card} wins.")
            if winning.card.suit is self._suit:
                words = N_("Bid nil: usually the highest {suit} below [your|{name}'s] {card}.")
        elif self._keeps_nil(winning.seat):
            words = N_("Leaves the trick to [you|{name}], who bid nil.")
            if winning.seat == self._partner and can_win:
                words = N_("Leaves the trick to [you|{name}], who bid nil: usually has no {suit} above the {card}.")
            elif winning.seat == self._partner:
                words = N_("Leaves the trick to [you|{name}], who bid nil: no {suit} can beat [your|{name}'s] {card}.")
        elif winning.seat == self._partner:
            words = N_("Leaves the trick to [you|{name}]: usually the lowest {suit}.")
        elif not can_win:
            words = N_("No {suit} can beat [your|{name}'s] {card}: usually the lowest one.")
        elif len(self._view.trick) == 1 and self._to_come:
            words = N_("Second to play: usually low, even with a high {suit}.")
        else:
            yield self._unless_unwilling(NONE_ABOVE, winning)
            return
        yield self._of(winning, words)

    def _does_not_follow(self, winning: Play, led: Suit, *, wins: bool) -> Iterator[str]:
        yield _("Has no {suit}.", suit=suit_name(led))
        if wins:
            yield from self._takes_over(winning, led)
        elif self._suit is TRUMPS:
            words = N_("[Your|{name}'s] {card} still wins: usually has only spades left.")
            if self._keeps_nil(self._seat):
                words = N_("Bid nil: usually gets rid of a dangerous spade below [your|{name}'s] {card}.")
            yield self._of(winning, words)
        else:
            yield self._throws_away(winning, led)
            if self._card.rank in BEST and not self._keeps_nil(self._seat):
                yield _("Throws away a high card: usually wants no more tricks.")

    def _throws_away(self, winning: Play, led: Suit) -> str:
        is_partner = winning.seat == self._partner
        if self._keeps_nil(self._seat):
            return _("Bid nil: usually throws away the most dangerous card.")
        if led is TRUMPS:
            return _("Usually a useless {suit}.", suit=self._one)
        if self._showed_none(self._seat, TRUMPS):
            return _("Has no spades either, as an earlier trick showed.")
        if self._keeps_nil(winning.seat) != is_partner:
            words = N_("Leaves the trick to [you|{name}], who bid nil.")
            return self._of(winning, N_("Leaves the trick to [you|{name}].") if is_partner else words)
        leaves = self._partner is not None and len(self._view.trick) == 1
        return self._unless_unwilling(LEAVES_OR_NO_SPADE if leaves else NO_SPADE, winning)


NONE_ABOVE: Final = (
    N_("Usually has no {suit} above the {card}."),
    N_("Has no contract to make: usually avoids the trick, or has no {suit} above the {card}."),
    N_("The contract is made: usually avoids a bag, or has no {suit} above the {card}."),
    N_("Usually hunts {hunted} nil, or has no {suit} above the {card}."),
)
NO_SPADE: Final = (
    N_("Usually has no spade that beats [your|{name}'s] {card}."),
    N_("Has no contract to make: usually avoids the trick, or has no spade that beats [your|{name}'s] {card}."),
    N_("The contract is made: usually avoids a bag, or has no spade that beats [your|{name}'s] {card}."),
    N_("Usually hunts {hunted} nil, or has no spade that beats [your|{name}'s] {card}."),
)
LEAVES_OR_NO_SPADE: Final = (
    N_("Usually leaves the trick to [you|{other}], or has no spade that beats [your|{name}'s] {card}."),
    N_("Has no contract to make: usually avoids the trick, or leaves the trick to [you|{other}], or has no spade that"
       " beats [your|{name}'s] {card}."),
    N_("The contract is made: usually avoids a bag, or leaves the trick to [you|{other}], or has no spade that beats"
       " [your|{name}'s] {card}."),
    N_("Usually hunts {hunted} nil, or leaves the trick to [you|{other}], or has no spade that beats"
       " [your|{name}'s] {card}."),
)  # fmt: skip
"""That a player cannot win the trick: alone, without a contract, with one that is made, and hunting a nil."""


def reason(view: SpadesState, action: SpadesAction) -> str:
    """Why the seat to act may play a card; empty where nothing is certain, and for other actions."""
    if not isinstance(action, PlayCard):
        return ""
    card, winning = action.card, view.winning
    if winning is not None:
        return _following(view, card, winning)
    if _keeps_nil(view, view.seat):
        words, one = N_("You bid nil, and the {card} is your lowest {suit}."), suit_singular(card.suit)
        return _(words, card=card.symbol, suit=one) if _is_lowest(view, card) else ""
    return _unbeaten(view, card)


def _following(view: SpadesState, card: Card, winning: Play) -> str:
    seat, partner = view.seat, spades.partner_of(view.settings, view.seat)
    is_partners = partner is not None and winning.seat == partner
    if _keeps_nil(view, seat):
        words = N_("You bid nil, and the {card} can't take this trick.")
        return "" if _beats(card, winning.card) else _(words, card=card.symbol)
    if partner is not None and is_partners and _keeps_nil(view, partner):
        words = N_("It saves your partner's nil from the {card}.")
        return _(words, card=winning.card.symbol) if _beats(card, winning.card) else ""
    if _beats(card, winning.card):
        return _taking(view, card, winning)
    if is_partners and plays_last(view):
        return _("Your partner takes this trick.")
    if is_partners:
        return _("Your partner is winning this trick.")
    legal = playable(view)
    if any(_beats(other, winning.card) for other in legal):
        is_bag = _missing(view) == 0 and view.settings.scoring.bags
        return _("Your bid is made: this trick would be a bag.") if is_bag else ""
    if len(legal) == 1 or not _is_lowest(view, card):
        return ""
    if any(other.suit is card.suit for other in legal if other != card):
        return _("You can't take this trick, so keep your higher {suit}.", suit=suit_name(card.suit))
    return _("You can't take this trick, and have no other {suit}.", suit=suit_singular(card.suit))


def _taking(view: SpadesState, card: Card, winning: Play) -> str:
    if plays_last(view):
        lower = [other for other in playable(view) if _beats(card, other) and _beats(other, winning.card)]
        return _("You play last, and it takes the trick." if lower else "You play last: no lower card takes the trick.")
    if found := _unbeaten(view, card):
        return found
    if not (missing := _missing(view)):
        return ""
    if spades.partner_of(view.settings, view.seat) is None:
        return ngettext(
            "You need {number} more trick for your bid.", "You need {number} more tricks for your bid.", missing
        )
    return ngettext(
        "Your side needs {number} more trick for its bid.", "Your side needs {number} more tricks for its bid.", missing
    )


def _unbeaten(view: SpadesState, card: Card) -> str:
    """That no card that others may hold beats this one, or none of its suit."""
    unseen = unseen_cards(view, view.seat)
    if any(_beats(other, card) for other in unseen if other.suit is card.suit):
        return ""
    if any(_beats(other, card) for other in unseen):
        return _("No higher {suit} is left.", suit=suit_singular(card.suit))
    return _("Nobody can beat the {card}.", card=card.symbol)


def _keeps_nil(view: SpadesState, seat: int) -> bool:
    """Whether a seat bid nil and has taken no trick."""
    bid = view.bids[seat]
    return bid is not None and bid.is_nil and not view.taken[seat]


def _missing(view: SpadesState) -> int | None:
    """The tricks that the contract of the seat to act still needs; None without one (spades 10)."""
    both, bid = spades.together(view, view.seat), view.bids[view.seat]
    wanted, taken = (0 if bid is None else bid.tricks, view.taken[view.seat]) if both is None else both
    return max(0, wanted - taken) if wanted else None


def _is_lowest(view: SpadesState, card: Card) -> bool:
    return not any(other.suit is card.suit and _beats(card, other) for other in view.hands[view.seat])


def _beats(card: Card, other: Card) -> bool:
    return beats(card, other, other.suit)
