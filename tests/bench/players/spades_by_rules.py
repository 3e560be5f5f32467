"""A Spades player by rules of thumb, as books for players give them: an opponent to measure the bots against.

It shares nothing with the bots but the rules of the game, and sees what its seat observes. It plays partners and
cutthroat, without blind nils and without drawing.
"""

from collections.abc import Sequence
from typing import Final

from clockspades.cards import PACK, Card, Suit
from clockspades.games.spades.spades_rules import playable
from clockspades.games.spades.spades_state import PACKS, RANKS, MakeBid, SpadesPhase, SpadesState, beats, partner_of
from clockspades.games.tricks import Play, PlayCard, led_suit

HEIGHT: Final = {card: len(RANKS) - 1 - RANKS.index(card.rank) for card in PACK}
"""From 0, a two, to 12, an ace."""
ACE, KING, QUEEN, JACK = 12, 11, 10, 9
ROUNDING: Final = 0.25
"""What is added to the likely tricks before they are rounded down."""
HUNTING: Final = 2
"""Tricks of its contract that are risked, beside what is sure, to set a nil."""
SETTING: Final = 2
"""Tricks that can go elsewhere while setting a contract is still tried."""
SPARE: Final = 3
"""Tricks that nobody needs from which on those beside a sure contract are left to others, being bags."""
NIL: Final = 14.0
"""What a nil is worth, in tricks."""
PARTNER: Final = 0.95
"""How often a partner who can win a trick does."""
SIDE_SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)


class RulePlayer:
    """Bids its sure and likely tricks, and plays each card by its place in the trick and the state of the bids."""

    def choose(self, view: SpadesState) -> MakeBid | PlayCard:
        if view.phase is SpadesPhase.BID:
            return MakeBid(bid(view))
        legal = playable(view)
        return PlayCard(legal[0] if len(legal) == 1 else _Position(view, legal).card())


# -- bidding ---------------------------------------------------------------------------------------------


def bid(view: SpadesState) -> int:
    """Nil with a hand that is safe for it; else the likely tricks, rounded down."""
    hand, partner = view.hands[view.seat], partner_of(view.settings, view.seat)
    said = None if partner is None else view.bids[partner]
    likely = likely_tricks(hand)
    if not (said and said.is_nil):
        risk = nil_risk(hand)
        allowed = 0.2 if partner is None else 2.0 if said and said.tricks >= 4 else 1.5
        if risk <= allowed and likely < 2.5:
            return 0
    left = view.settings.hand - sum(other.tricks for other in view.bids if other)
    return max(1, min(int(likely + ROUNDING), left))


def likely_tricks(hand: Sequence[Card]) -> float:
    """Aces and guarded kings, spades that are high or long, and ruffs in short suits."""
    spades = sorted((HEIGHT[card] for card in hand if card.suit is Suit.SPADES), reverse=True)
    tricks = 0.0
    for place, height in enumerate(spades):
        guards = len(spades) - 1 - place
        if height + place >= ACE or place >= 3:
            tricks += 1  # nothing above it is out, or the others have few left
        elif height == KING:
            tricks += 0.9 if guards else 0.5
        elif height == QUEEN:
            tricks += 0.8 if guards >= 2 else 0.3 * guards
        elif height == JACK and guards >= 2:
            tricks += 0.5
    ruffs = max(0, min(len(spades), 3) - sum(height >= KING for height in spades))
    for suit in SIDE_SUITS:
        heights = [HEIGHT[card] for card in hand if card.suit is suit]
        length = len(heights)
        if ACE in heights:
            tricks += 1.0 if length < 6 else 0.6
        if KING in heights:
            tricks += 0.2 if length == 1 else 0.75 if length < 5 else 0.5
            tricks += 0.15 * (ACE in heights)
        if QUEEN in heights and 3 <= length < 6:
            tricks += 0.4 if ACE in heights or KING in heights else 0.2
        if length < 2 and ruffs:
            tricks += 0.8 if not length else 0.45
            ruffs -= 1
    return tricks


def nil_risk(hand: Sequence[Card]) -> float:
    """How far cards are above what is safe at their place from below; spades count more."""
    risk = 0.0
    for suit in Suit:
        heights = sorted(HEIGHT[card] for card in hand if card.suit is suit)
        if suit is Suit.SPADES:
            if len(heights) > 3 or (heights and heights[-1] >= KING):
                return 99
            risk += sum(max(0.0, (height - 4 - 2 * place) * 0.6) for place, height in enumerate(heights))
        else:
            risk += sum(max(0.0, (height - 4 - 3 * place) * 0.35) for place, height in enumerate(heights[:4]))
    return risk


# -- playing ---------------------------------------------------------------------------------------------


class _Position:
    """What a seat knows when it has to play a card."""

    def __init__(self, view: SpadesState, legal: Sequence[Card]) -> None:
        self.view, self.legal, self.me = view, legal, view.seat
        self.partner = partner_of(view.settings, view.seat)
        self.players = len(view.hands)
        played = {play.card for trick in view.tricks for play in trick.plays} | {play.card for play in view.trick}
        hidden = set(PACKS[self.players]).difference(view.hands[self.me], played)
        self.hidden = [{HEIGHT[card] for card in hidden if card.suit is suit} for suit in Suit]
        """By suit the heights of the cards that others hold."""
        self.voids: list[set[Suit]] = [set() for _ in view.hands]
        for plays in (*(trick.plays for trick in view.tricks), view.trick):
            for seat, card in plays[1:]:
                if card.suit is not plays[0].card.suit:
                    self.voids[seat].add(plays[0].card.suit)
        self.tricks = [0] * self.players
        for trick in view.tricks:
            self.tricks[trick.winner] += 1
        self.bids = [said.tricks if said else 0 for said in view.bids]
        self.enemies = [seat for seat in range(self.players) if seat not in (self.me, self.partner)]
        self.left = view.settings.hand - len(view.tricks)
        self.need = self._need(self.me)
        self.led = led_suit(view.trick)
        self.best = view.winning
        to_come = self.players - 1 - len(view.trick)
        self.after = [(self.me + step) % self.players for step in range(1, to_come + 1)]
        on_trick = {play.seat for play in view.trick}
        self.sizes = [self.left - (seat in on_trick) for seat in range(self.players)]
        """By seat the number of cards in hand."""
        self.ruled_out = self._ruled_out()
        self.wants = self._wants()
        self.hunted = [seat for seat in self.enemies if self._is_nil(seat)] if self._can_wait() else []

    def _ruled_out(self) -> list[list[set[int]]]:
        """By seat and suit the heights that a nil does not hold, as it plays its highest card below the best."""
        found: list[list[set[int]]] = [[set() for _ in Suit] for _ in range(self.players)]
        for plays in (*(trick.plays for trick in self.view.tricks), self.view.trick):
            best = plays[0].card if plays else None
            for seat, card in plays[1:]:
                assert best is not None
                led = plays[0].card.suit
                if not self.bids[seat] and card.suit is led:
                    top = HEIGHT[best] if best.suit is led else ACE + 1
                    found[seat][led].update(range(HEIGHT[card] + 1, top))
                if beats(card, best, led):
                    best = card
        return found

    def _need(self, seat: int) -> int:
        """The tricks that a seat's side is short of its contract; a nil's tricks do not count."""
        side = self.view.sides[seat]
        return sum(
            self.bids[one] - (self.tricks[one] if self.bids[one] or self.view.settings.scoring.failed_nil_helps else 0)
            for one in range(self.players)
            if self.view.sides[one] == side
        )

    def _is_nil(self, seat: int | None) -> bool:
        return seat is not None and not self.bids[seat] and not self.tricks[seat]

    def card(self) -> Card:
        if self._is_nil(self.me):
            return self._nil_card()
        if self.led is None:
            return self._lead()
        return self._best_card()

    def _wants(self) -> bool:
        """Whether a trick is worth having: for the contract, or to set another."""
        one_of_each_side = {side: seat for seat, side in enumerate(self.view.sides)}
        spare = self.left - sum(max(0, self._need(seat)) for seat in one_of_each_side.values())
        if 0 < self.need <= self.left:
            return spare < SPARE or self.need > self._sure_tricks()
        return any(
            0 < self._need(seat) <= self.left and self._need(seat) >= self.left - SETTING for seat in self.enemies
        )

    def _can_wait(self) -> bool:
        """Whether the contract is as good as made with what is sure to come, so that a nil can be hunted."""
        partner = 0 if self.partner is None else max(0, self.bids[self.partner] - self.tricks[self.partner])
        return self.need <= self._sure_tricks() + partner + HUNTING or self.need > self.left

    def _sure_tricks(self) -> int:
        """The spades that nobody can beat or that outlast the others, and the high cards of side suits."""
        hand, sure = self.view.hands[self.me], 0
        for suit in Suit:
            held = [card for card in hand if card.suit is suit]
            out, top = len(self.hidden[suit]), sum(1 for card in held if not self._above(card))
            if suit is Suit.SPADES or not self.hidden[Suit.SPADES]:
                sure += len(held) if top >= out else top + max(0, len(held) - out)
            else:
                sure += min(top, out // (self.players - 1))
        return sure

    # -- a nil of its own

    def _nil_card(self) -> Card:
        if self.led is None:
            return max(self.legal, key=lambda card: (self._above(card) - 2 * self._below(card), -HEIGHT[card]))
        losers = [card for card in self.legal if not self._wins(card)]
        if not losers:
            return self._low(self.legal) if self.after else self._high(self.legal)
        if losers[0].suit is self.led:
            return self._high(losers)
        return max(losers, key=self._danger)

    def _danger(self, card: Card) -> float:
        """How much a player who wants no trick would like to be rid of a card."""
        if card.suit is Suit.SPADES:
            return 20 + HEIGHT[card]
        lower = sum(1 for other in self.view.hands[self.me] if other.suit is card.suit and HEIGHT[other] < HEIGHT[card])
        return HEIGHT[card] - 1.5 * lower

    # -- leads

    def _lead(self) -> Card:
        if self._is_nil(self.partner) or self.hunted:
            return self._best_card()
        sure = [card for card in self.legal if not self._above(card)]
        if not self.wants:
            return max(self.legal, key=lambda card: (self._above(card), -HEIGHT[card], card.suit is not Suit.SPADES))
        trumps = [card for card in sure if card.suit is Suit.SPADES]
        mine = sum(1 for card in self.view.hands[self.me] if card.suit is Suit.SPADES)
        if trumps and self.hidden[Suit.SPADES] and mine + 2 > len(self.hidden[Suit.SPADES]):
            return self._high(trumps)
        cashing = [card for card in sure if card.suit is not Suit.SPADES and self._cashes(card.suit)]
        if cashing:
            return max(cashing, key=lambda card: (len(self.hidden[card.suit]), HEIGHT[card]))
        if trumps and not self._side_cards():
            return self._high(trumps)
        return self._low_lead() or self._low(self.legal)

    def _cashes(self, suit: Suit) -> bool:
        """Whether a high card of a side suit is likely not to be trumped."""
        if not self.hidden[Suit.SPADES]:
            return True
        if any(suit in self.voids[seat] and Suit.SPADES not in self.voids[seat] for seat in self.enemies):
            return False
        return len(self.hidden[suit]) >= self.players - 1

    def _side_cards(self) -> list[Card]:
        return [card for card in self.legal if card.suit is not Suit.SPADES]

    def _low_lead(self) -> Card | None:
        """Low of a suit where the partner may trump or win, or of a short suit to trump later; from no king."""
        side = self._side_cards()
        if not side:
            return None
        hand = self.view.hands[self.me]
        has_trumps = any(card.suit is Suit.SPADES for card in hand)

        def merit(card: Card) -> tuple[float, int]:
            suit = card.suit
            heights = [HEIGHT[other] for other in hand if other.suit is suit]
            value = 0.0
            if self.partner is not None and suit in self.voids[self.partner]:
                value += 4
            if any(suit in self.voids[seat] for seat in self.enemies):
                value -= 3
            if KING in heights and ACE in self.hidden[suit]:
                value -= 3
            if has_trumps and len(heights) <= 2:
                value += 2
            return value, -HEIGHT[card]

        return max(side, key=merit)

    # -- what a card brings

    def _best_card(self) -> Card:
        """The card with the most for its side: the trick and the nils that hang on it, less what the card can do later.

        So the second hand plays low and the third high, a partner's sure trick is left alone, no trump is spent on a
        trick that the partner is likely to win, a nil is hunted by low cards that it may be stuck above, and covered by
        cards that it can stay below.
        """
        return max(self.legal, key=lambda card: (self._gain(card), card.suit is not Suit.SPADES, -HEIGHT[card]))

    def _gain(self, card: Card) -> float:
        """What playing a card brings, in tricks."""
        best = Play(self.me, card) if self.best is None or self._wins(card) else self.best
        gain = (1 if self.wants else -0.5) * (self._win_chance(best) - self._later(card))
        if self.partner is not None and self._is_nil(self.partner):
            gain -= NIL * self._stuck_chance(self.partner, best)
        return gain + NIL * sum(self._stuck_chance(seat, best) for seat in self.hunted)

    def _win_chance(self, best: Play) -> float:
        """How likely this seat's side takes a trick that one play is winning so far, other than by a nil."""
        chance = 1.0 if best.seat == self.me or (best.seat == self.partner and not self._is_nil(best.seat)) else 0.0
        for seat in self.after:
            if self._is_nil(seat):
                continue
            if seat == self.partner:
                chance += (1 - chance) * PARTNER * self._beat_chance(seat, best.card)
            else:
                chance *= 1 - self._beat_chance(seat, best.card)
        return chance

    def _stuck_chance(self, nil: int, best: Play) -> float:
        """How likely a nil takes a trick that one play is winning so far."""
        led = best.card.suit if self.led is None else self.led
        if best.seat == nil:
            stuck = 1.0
        elif nil in self.after and best.card.suit is led:
            out = self.hidden[led] - self.ruled_out[nil][led]
            below = sum(height < HEIGHT[best.card] for height in out)
            stuck = self._none_chance(nil, led, below) * (1 - self._none_chance(nil, led, len(out) - below))
        else:
            return 0.0
        for seat in self.after:
            if seat == partner_of(self.view.settings, nil):
                stuck *= 1 - self._beat_chance(seat, best.card)
        return stuck

    def _beat_chance(self, seat: int, best: Card) -> float:
        """How likely a seat that is yet to play has a card that beats another."""
        led = best.suit if self.led is None else self.led
        void = self._none_chance(seat, led, len(self.hidden[led]))
        if best.suit is not led:
            return void * (1 - self._none_chance(seat, Suit.SPADES, self._above(best)))
        higher = 1 - self._none_chance(seat, led, self._above(best))
        if led is Suit.SPADES:
            return higher
        return higher + void * (1 - self._none_chance(seat, Suit.SPADES, len(self.hidden[Suit.SPADES])))

    def _none_chance(self, seat: int, suit: Suit, cards: int) -> float:
        """How likely a seat has none of so many hidden cards of a suit."""
        if suit in self.voids[seat]:
            return 1.0
        holders = [other for other in range(self.players) if other != self.me and suit not in self.voids[other]]
        held = sum(self.sizes[other] for other in holders)
        return (1 - self.sizes[seat] / held) ** cards if held else 1.0

    def _later(self, card: Card) -> float:
        """How likely a card takes a later trick."""
        above, out = self._above(card), len(self.hidden[card.suit])
        guards = sum(other.suit is card.suit and HEIGHT[other] < HEIGHT[card] for other in self.view.hands[self.me])
        if card.suit is Suit.SPADES:
            if not above:
                return 1.0
            return 0.3 + (0.45 if above <= guards else 0.2 if above == guards + 1 else 0.0)
        if not above:
            chance = 1.0
        elif above == 1:
            chance = 0.5 if guards else 0.2
        else:
            chance = 0.25 if above == 2 and guards >= 2 else 0.0
        if not self.hidden[Suit.SPADES]:
            return chance
        rounds = out // (self.players - 1)  # in which all others can follow
        return chance * (0.85 if rounds >= 2 else 0.65 if rounds else 0.3)

    # -- cards

    def _wins(self, card: Card) -> bool:
        return self.best is None or self.led is None or beats(card, self.best.card, self.led)

    def _above(self, card: Card) -> int:
        return sum(1 for height in self.hidden[card.suit] if height > HEIGHT[card])

    def _below(self, card: Card) -> int:
        return sum(1 for height in self.hidden[card.suit] if height < HEIGHT[card])

    def _low(self, cards: Sequence[Card]) -> Card:
        return min(cards, key=lambda card: (card.suit is Suit.SPADES, HEIGHT[card]))

    def _high(self, cards: Sequence[Card]) -> Card:
        return max(cards, key=lambda card: (card.suit is Suit.SPADES, HEIGHT[card]))
