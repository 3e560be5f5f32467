"""Where hidden cards of Spades may lie: hands that fit all that a seat has seen, and that fit what others bid."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp
from random import Random
from typing import Final

from clockspades.cards import UNKNOWN, Card, Suit
from clockspades.games.spades.actions import in_order
from clockspades.games.spades.core import OTHERS, SUITS, bits_of, card_of, each
from clockspades.games.spades.estimate import promise
from clockspades.games.spades.state import PACKS, Phase, State, partner_of

TRIES: Final = 4
"""Deals that fit the plays, of which one is taken that fits the bids."""
BID_SPREAD: Final = 1.4
"""How far bids lie from what hands promise."""


class Place:
    """A hand, or what else lies face down, that hidden cards are put into."""

    __slots__ = ("known", "may", "put", "room")

    def __init__(self, size: int, denied: int, known: int = 0) -> None:
        """So many cards; those that cannot be among them, and those that are known to be."""
        self.known, self.may, self.put = known, ~denied, 0
        self.room = size - known.bit_count()

    @property
    def cards(self) -> int:
        """All that lie there."""
        return self.known | self.put


class Knowledge:
    """What the seat to act knows of the cards that it does not see."""

    def __init__(self, view: State) -> None:
        self._view = view
        me, players = view.seat, view.settings.players
        played = [play for trick in view.tricks for play in trick.plays] + list(view.trick)
        self._played = [bits_of(card for seat, card in played if seat == owner) for owner in range(players)]
        self._denied = suits_denied(view)
        self._known = [bits_of(card for card in hand if card is not UNKNOWN) for hand in view.hands]
        partner = partner_of(view.settings, me)
        if partner is not None and view.phase is Phase.PLAY:
            self._known[partner] |= bits_of(view.given[me]) & ~self._played[partner]
        seen = sum(self._played) | sum(self._known) | bits_of(card for card in view.stock if card is not UNKNOWN)
        for cards in view.discards:
            seen |= bits_of(card for card in cards if card is not UNKNOWN)
        self.unseen = each(bits_of(PACKS[players]) & ~seen)
        """The cards that lie where the seat does not know."""

    def deal(self, rng: Random) -> State:
        """The view with every hidden card in a place where it may be; bids make some deals likelier than others."""
        places = self._fill(rng)
        if any(bid is not None for seat, bid in enumerate(self._view.bids) if seat != self._view.seat):
            tries = [places, *(self._fill(rng) for _ in range(TRIES - 1))]
            [places] = rng.choices(tries, [self._likelihood(tried) for tried in tries])
        return self._filled(places, rng)

    def _fill(self, rng: Random) -> list[Place]:
        """The hands by seat, then what lies face down beside them, all full."""
        view = self._view
        places = [Place(len(hand), denied, known) for hand, known, denied in zip(view.hands, self._known, self._denied)]
        beside = sum(card is UNKNOWN for cards in (*view.discards, view.stock) for card in cards)
        if beside:
            places.append(Place(beside, 0))
        cards = rng.sample(self.unseen, len(self.unseen))
        if not any(self._denied):
            for place in places:
                place.put = sum(cards[: place.room])
                del cards[: place.room]
            return places
        for card in cards:
            fit = [place for place in places if place.room and place.may & card]
            if fit:
                at = rng.random() * sum([place.room for place in fit])
                for place in fit:
                    at -= place.room
                    if at < 0:
                        break
                place.put |= card
                place.room -= 1
            else:
                _make_room(card, places, [])
        return places

    def _likelihood(self, places: Sequence[Place]) -> float:
        """How well hands fit the bids that were made on them."""
        view, off = self._view, 0.0
        for seat, bid in enumerate(view.bids):
            if bid is not None and seat != view.seat and not bid.blind:
                hand = places[seat].cards | self._played[seat]
                off += (promise(hand, view.settings.players) - bid.tricks) ** 2
        return exp(-off / (2 * BID_SPREAD**2)) + 1e-9  # never nothing: some deal is always taken

    def _filled(self, places: Sequence[Place], rng: Random) -> State:
        view = self._view
        hands = tuple(in_order(map(card_of, each(place.cards))) for place in places[: len(view.hands)])
        if len(places) == len(view.hands):
            return replace(view, hands=hands)
        bits = each(places[-1].cards)
        beside = map(card_of, rng.sample(bits, len(bits)))
        discards = tuple(_with_known(cards, beside) for cards in view.discards)
        return replace(view, hands=hands, discards=discards, stock=_with_known(view.stock, beside))


def suits_denied(view: State) -> list[int]:
    """By seat the cards of the suits that everyone knows it not to hold, as it did not follow or led a spade too soon.

    Who leads a spade before spades are broken has nothing else (case 8).
    """
    denied = [0] * len(view.hands)
    broken = False
    for plays in (*(trick.plays for trick in view.tricks), view.trick):
        for seat, card in plays:
            led = plays[0].card.suit
            if card.suit is not led:
                denied[seat] |= SUITS[led]
            elif card.suit is Suit.SPADES and seat == plays[0].seat and not broken:
                denied[seat] |= OTHERS
        broken = broken or any(card.suit is Suit.SPADES for _, card in plays)
    return denied


def _make_room(card: int, places: Sequence[Place], tried: list[Place]) -> bool:
    """Put a card where it may be though all such places are full: another card goes on from there, and so on."""
    for place in places:
        if place.may & card and place not in tried:
            tried.append(place)
            if place.room:
                place.room -= 1
                place.put |= card
                return True
            for other in each(place.put):
                if _make_room(other, places, tried):
                    place.put ^= other | card
                    return True
    return False


def _with_known(cards: Sequence[Card], others: Iterator[Card]) -> tuple[Card, ...]:
    """The cards with others in the place of the unknown ones."""
    return tuple(next(others) if card is UNKNOWN else card for card in cards)
