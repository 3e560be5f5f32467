"""Where hidden cards of Spades may lie: hands that fit what a seat has seen, what others bid and what they played."""

from collections import deque
from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import Final

from clockspades.cards import UNKNOWN, Card, Suit
from clockspades.games.spades.core import CLUBS, SPADES, SUIT_OF, beating, bit_of, bits_of, card_of, each
from clockspades.games.spades.hand_evaluation import is_kept, passed, promise
from clockspades.games.spades.scoring import Bid, is_counted
from clockspades.games.spades.spades_rules import RULES, suits_lacking
from clockspades.games.spades.spades_state import DRAWING, Bidding, SpadesPhase, SpadesState, in_order, partner_of
from clockspades.games.trick_sampling import HiddenHand, deal_hidden
from clockspades.games.tricks import Hands, Play, left_of, replace_at

# Set by how well they tell where the hidden cards lie, in 480 positions of games by rules. More tries take longer.
TRIES: Final = 16
"""Deals that fit the suits shown, of which one is taken that fits bids and plays."""
NEW_TRIES: Final = 4
"""Those of them that are new each time."""
BID_SPREAD: Final = 1.2
"""How far bids lie from what hands promise."""
KEPT: Final = 0.4
"""How much less likely a hand is for each card that its seat would rather have played."""

SWAPS: Final = 8
"""Cards that are exchanged at most for a partner to hold none that it would rather have passed."""


class Knowledge:
    """What a seat knows of the cards that it does not see."""

    def __init__(self, state: SpadesState, seat: int | None = None) -> None:
        """The seat is the one to act if none is named."""
        self._seat = me = state.seat if seat is None else seat
        self.view = view = RULES.observe(state, me)
        """What the seat sees, which of a whole state is no more than of a view."""
        plays = [play for trick in _tricks(view) for play in trick]
        self._played = [tuple(card for seat, card in plays if seat == owner) for owner in range(view.settings.players)]
        """By seat the cards that it played."""
        self._exchanged = self._cards_exchanged()
        """The cards that the seat and its partner passed each other, as bits, by the partner; empty if they did not."""
        self._known = self._cards_known()
        self._hidden = [
            HiddenHand(len(hand) - len(known), lacking)
            for hand, known, lacking in zip(view.hands, self._known, suits_lacking(view))
        ]
        seen = {card for cards in (*self._played, *self._known, *view.discards, view.stock) for card in cards}
        self.unseen = tuple(card for card in view.settings.pack if card not in seen)
        """The cards that lie where the seat does not know."""
        self._passers = self._others_who_passed()
        self._tries: deque[tuple[Hands, tuple[Card, ...]]] = deque(maxlen=TRIES)
        self._likely: deque[float] = deque(maxlen=TRIES)
        is_play = view.phase is SpadesPhase.PLAY
        self._passed_over = replace_at(cards_passed_over(view), me, 0) if is_play else (0,) * len(view.hands)
        bids = [
            (seat, bid.tricks, bits_of(self._played[seat]) ^ self._exchanged.get(seat, 0))
            for seat, bid in enumerate(view.bids)
            if bid is not None and self._tells(seat, bid)
        ]
        is_mirror, is_whiz = [view.settings.bidding is bidding for bidding in (Bidding.MIRROR, Bidding.WHIZ)]
        self._counted = [bid for bid in bids if is_mirror or (is_whiz and bid[1])]
        """The bids that tell of spades: seat, tricks, and the cards that it bid on, or not, besides those it holds."""
        self._bids = [bid for bid in bids if bid not in self._counted]
        """The same of those that tell how good hands are."""
        bidders = [seat for seat, *_ in self._bids]
        self._told = [bool(cards) or seat in bidders for seat, cards in enumerate(self._passed_over)]
        """By seat whether anything is known of its cards."""

    def _cards_exchanged(self) -> dict[int, int]:
        """What the seat and its partner passed each other (spades 5), by the partner."""
        view, me = self.view, self._seat
        partner = partner_of(view.settings, me)
        if partner is None or not view.received[me]:
            return {}
        return {partner: bits_of((*view.given[me], *view.received[me]))}

    def _cards_known(self) -> list[tuple[Card, ...]]:
        """By seat the cards that it is known to hold: of the partner's those that it was passed and did not play."""
        known = [tuple(card for card in hand if card is not UNKNOWN) for hand in self.view.hands]
        for partner in self._exchanged:
            played = self._played[partner]
            known[partner] = tuple(card for card in self.view.given[self._seat] if card not in played)
        return known

    def _others_who_passed(self) -> list[tuple[int, int]]:
        """The partners of another side, where they passed each other cards."""
        view = self.view
        pairs = [(seat, partner_of(view.settings, seat)) for seat in range(view.settings.players)]
        return [
            (seat, mate)
            for seat, mate in pairs
            if mate is not None and seat < mate and self._seat not in (seat, mate) and view.received[seat]
        ]

    def deal(self, rng: Random) -> SpadesState:
        """The view with every hidden card in a place where it may be.

        Every deal that fits what was played is equally likely, but for bids and for cards that were not played, which
        make some of them likelier, and for a hand that was drawn, which has the better cards.
        """
        view = self.view
        if self._bids or any(self._passed_over):
            for _ in range(NEW_TRIES if self._tries else TRIES):
                hands, beside = self._deal(rng)
                self._tries.append((hands, beside))
                self._likely.append(self._likelihood(hands))
            [(hands, beside)] = rng.choices(self._tries, self._likely)
        else:
            hands, beside = self._deal(rng)
        others = iter(beside)
        return view._replace(
            hands=tuple(map(in_order, hands)),
            discards=tuple(_filled(cards, others) for cards in view.discards),
            stock=_filled(view.stock, others),
        )

    def _tells(self, seat: int, bid: Bid) -> bool:
        """Whether it is known of another's bid which cards it was made on: blind on none, else on those before a pass.

        Only partners know what they exchanged after bidding (spades 5).
        """
        is_known = seat in self._exchanged or not self.view.received[seat]
        if self.view.settings.bidding is Bidding.SUICIDE and bid.is_nil and (seat - self.view.dealer - 1) % 4 > 1:
            return False  # the second of a pair has no choice (spades 20)
        return seat != self._seat and not bid.blind and is_known

    def _deal(self, rng: Random) -> tuple[Hands, tuple[Card, ...]]:
        """The hands by seat, and the cards that lie beside them."""
        dealt, beside = deal_hidden(self.unseen, self._hidden, rng)
        if self.view.settings.players == DRAWING:
            other = left_of(self._seat, DRAWING)
            drawn, beside = self._as_drawn(other, dealt[other], beside)
            dealt = replace_at(dealt, other, drawn)
        for partner in self._exchanged:
            dealt = self._as_kept(partner, dealt, rng)
        if self._counted:
            dealt = self._as_counted(dealt, rng)
        for seat, mate in self._passers:
            dealt = self._as_passed(seat, mate, dealt)
        return tuple((*known, *cards) for known, cards in zip(self._known, dealt)), beside

    def _as_drawn(
        self, seat: int, hand: Sequence[Card], beside: Sequence[Card]
    ) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """A hand, and what lies beside it, with the better card of every two kept rather than discarded (spades 17).

        The first cards beside it are those that the seat discarded.
        """
        kept, left = list(hand), list(beside)
        for at, (mine, discarded) in enumerate(zip(hand, beside[: len(self.view.discards[seat])])):
            may_hold = not self._hidden[seat].lacking >> discarded.suit & 1
            if may_hold and is_kept(bit_of(discarded)) and not is_kept(bit_of(mine)):
                kept[at], left[at] = discarded, mine
        return tuple(kept), tuple(left)

    def _as_counted(self, dealt: Sequence[tuple[Card, ...]], rng: Random) -> tuple[tuple[Card, ...], ...]:
        """The hands with as many spades as their seats bid (spades 21), as far as others can give or take them."""
        found, lacking = [[*hand] for hand in dealt], [hidden.lacking for hidden in self._hidden]
        others = [*range(len(found))]
        for seat, tricks, elsewhere in self._counted:
            others.remove(seat)
            more = ((bits_of((*self._known[seat], *found[seat])) ^ elsewhere) & SPADES).bit_count() - tricks
            for _ in range(abs(more)):
                mine = [card for card in found[seat] if (card.suit is Suit.SPADES) is (more > 0)]
                given = rng.choice(mine) if mine else UNKNOWN
                taken = [
                    (other, card)
                    for other in others
                    for card in found[other]
                    if (card.suit is Suit.SPADES) is (more < 0)
                    and not (lacking[other] >> given.suit | lacking[seat] >> card.suit) & 1
                ]
                if not (mine and taken):
                    break
                other, card = rng.choice(taken)
                found[seat][found[seat].index(given)], found[other][found[other].index(card)] = card, given
        return tuple(map(tuple, found))

    def _as_kept(self, partner: int, dealt: Sequence[tuple[Card, ...]], rng: Random) -> tuple[tuple[Card, ...], ...]:
        """The hands with no card for the partner that the policy would have passed before one that it did."""
        found, lacking = [[*hand] for hand in dealt], [hidden.lacking for hidden in self._hidden]
        known = bits_of((*self._played[partner], *self._known[partner])) ^ self._exchanged[partner]
        others = [(seat, place) for seat, hand in enumerate(dealt) if seat != partner for place in range(len(hand))]
        for _ in range(SWAPS if others else 0):
            hidden = bits_of(found[partner])
            unlikely = self._passed(partner, known | hidden, len(self.view.given[self._seat])) & hidden
            if not unlikely:
                break
            mine = card_of(unlikely & -unlikely)
            seat, place = rng.choice(others)
            theirs = found[seat][place]
            if not (lacking[seat] >> mine.suit | lacking[partner] >> theirs.suit) & 1:
                found[partner][found[partner].index(mine)], found[seat][place] = theirs, mine
        return tuple(map(tuple, found))

    def _as_passed(self, seat: int, mate: int, dealt: Sequence[tuple[Card, ...]]) -> tuple[tuple[Card, ...], ...]:
        """The hands after two others passed each other cards by the policy (spades 5), as far as those are left."""
        held = {giver: bits_of(dealt[giver]) for giver in (seat, mate)}
        passed = len(self.view.given[seat])
        number = round(passed * min(len(dealt[seat]), len(dealt[mate])) / self.view.settings.hand)
        given = []
        for giver, other in ((seat, mate), (mate, seat)):
            lacking = self._hidden[other].lacking
            may_pass = bits_of(card for card in dealt[giver] if not lacking >> card.suit & 1)
            given.append(each(self._passed(giver, may_pass, number)))
        for one, other in zip(*given):
            held[seat] ^= one | other
            held[mate] ^= one | other
        return tuple(
            tuple(map(card_of, each(held[owner]))) if owner in held else hand for owner, hand in enumerate(dealt)
        )

    def _passed(self, giver: int, hand: int, number: int) -> int:
        """The cards that the policy passes from a hand, as bits."""
        bid = self.view.bids[giver]
        return passed(hand, bid is not None and bid.is_nil, number)

    def _likelihood(self, hands: Hands) -> float:
        """How well hands fit the bids that were made on them, and the cards that were not played from them."""
        settings, off, kept = self.view.settings, 0.0, 0
        held = [bits_of(hand) if cards else 0 for hand, cards in zip(hands, self._told)]
        for hand, cards in zip(held, self._passed_over):
            kept += (hand & cards).bit_count()
        for seat, tricks, elsewhere in self._bids:
            off += (promise(held[seat] ^ elsewhere, settings.players, settings.trumps) - tricks) ** 2
        return KEPT**kept * exp(-off / (2 * BID_SPREAD**2)) + 1e-9  # never nothing: some deal is always taken


def cards_passed_over(view: SpadesState) -> tuple[int, ...]:
    """By seat, as bits, the cards it probably lacks: it would have played them.

    A nil, and a side with its contract made, plays to lose; a side that needs tricks plays to win.
    """
    sides, helps = view.sides, view.settings.scoring.failed_nil_helps
    bids = [view.settings.hand if bid is None else bid.tricks for bid in view.bids]
    is_greedy = not view.settings.scoring.bags
    pack = bits_of(view.settings.pack)
    found, nils = [0] * len(bids), [bid == 0 for bid in bids]
    need = [sum(bid for bid, mine in zip(bids, sides) if mine == side) for side in range(max(sides) + 1)]
    for number, plays in enumerate(_tricks(view)):
        best = led = winner = 0
        for place, (seat, played) in enumerate(plays):
            card, wants = bit_of(played), (need[sides[seat]] > 0 or is_greedy) and not nils[seat]
            above = beating(led, best)
            if not place:
                led = SUIT_OF[card]
            if not number and view.settings.clubs_first:  # everyone plays the lowest club (spades 30)
                found[seat] |= CLUBS & (card - 1)
            elif not place:
                found[seat] |= _passed_over_by_lead(card, pack) if wants or nils[seat] else 0
            elif wants:
                found[seat] |= _passed_over_to_win(card, led, above, place > 1 and sides[winner] != sides[seat])
            else:
                found[seat] |= _passed_over_to_lose(card, led, best, above)
            if not place or card & above:
                best, winner = card, seat
        if len(plays) == len(bids):
            nils[winner] = False
            need[sides[winner]] -= is_counted(bids[winner], helps)
    return tuple(found)


def _passed_over_by_lead(card: int, pack: int) -> int:
    """The cards below a lead that is low itself; one of the four highest of its suit tells nothing of them."""
    suit = SUIT_OF[card]
    return suit & (card - 1) if (suit & pack & -card).bit_count() > 4 else 0


def _passed_over_to_win(card: int, led: int, above: int, is_enemys: bool) -> int:
    """The cards that do the same as one played to win, but cost less, and those that beat an enemy's if it does not.

    ``above`` are the cards that beat the best one. The trick ``is_enemys`` if an enemy was winning it and the seat is
    the third or later.
    """
    suit = SUIT_OF[card]
    cheaper = suit & (card - 1) & (led | above) if suit in (led, SPADES) else 0
    return cheaper | above & (led if suit == led else SPADES) if is_enemys and not card & above else cheaper


def _passed_over_to_lose(card: int, led: int, best: int, above: int) -> int:
    """The higher cards that lose as well, of the suit led."""
    suit = SUIT_OF[card]
    return suit & -card << 1 & (best - 1) if suit == led and not card & above else 0


def _tricks(view: SpadesState) -> Iterator[tuple[Play, ...]]:
    """The plays of each trick of a deal, the one in play last."""
    yield from (trick.plays for trick in view.tricks)
    yield view.trick


def _filled(cards: Sequence[Card], others: Iterator[Card]) -> tuple[Card, ...]:
    """The cards with others in the place of the unknown ones."""
    return tuple(next(others) if card is UNKNOWN else card for card in cards)
