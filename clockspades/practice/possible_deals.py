"""Every deal that fits what a player has seen, for the games that puzzles are made of."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import Any

from clockspades.cards import PACK, UNKNOWN, Card, Rank
from clockspades.games.clock import clock_rules as clock
from clockspades.games.clockwork import clockwork_rules as clockwork
from clockspades.games.clogs import clogs_rules as clogs
from clockspades.games.spades import spades_rules as spades
from clockspades.games.spades.sampling import suits_lacking
from clockspades.games.spades.state import State as SpadesState
from clockspades.games.tricks import Hands, replace_at


def possible_deals(view: Any, seat: int) -> Iterator[Any]:
    """Each deal that fits what ``seat`` sees in ``view``: the view with every card that matters in its place.

    Deals that nobody can tell apart are one. TypeError if there are no puzzles of this game.
    """
    match view:
        case clockwork.State():
            return _clockwork(view, seat)
        case clock.State():
            return _watch(view)
        case clogs.State():
            return _clogs(view, seat)
        case SpadesState():
            return _spades(view, seat)
    raise TypeError(f"there are no puzzles of {type(view).__module__}")


def _clockwork(view: clockwork.State, seat: int) -> Iterator[clockwork.State]:
    """No king is in a hand, and no card has a rank that its owner is known not to hold there (clockwork 12 and 13)."""
    unseen, denied = clockwork.unseen_cards(view, seat), view.denied[1 - seat]
    for places in permutations(range(len(unseen)), len(denied)):
        hand = tuple(unseen[place] for place in places)
        fits = not any(card.rank is Rank.KING or ranks >> card.rank & 1 for card, ranks in zip(hand, denied))
        known = zip(pairwise(denied), pairwise(places))
        if fits and all(one != other or first < second for (one, other), (first, second) in known):
            hands = (hand, view.hands[1]) if seat else (view.hands[0], hand)
            for stock in permutations(card for card in unseen if card not in hand):
                yield view._replace(hands=hands, stock=stock)


def _watch(view: clock.State) -> Iterator[clock.State]:
    """Before the exchange, every order of the face-down cards (clock 7)."""
    if view.exchanged:
        raise ValueError("once a king is exchanged, its place is known")
    seen = {view.in_hand, *(card for pile in view.face_up for card in pile)}
    for cards in permutations(card for card in PACK if card not in seen):
        down = iter(cards)
        yield view._replace(face_down=tuple(tuple(next(down) for _ in pile) for pile in view.face_down))


def _clogs(view: clogs.State, seat: int) -> Iterator[clogs.State]:
    """Every card in a hand that may have its suit, or in the place of any clog (clogs 10)."""
    for hands, rest in _dealt(view.hands, view.lacking, clogs.unseen_cards(view, seat)):
        for cards in permutations(rest):
            hidden = iter(cards)
            rows = tuple(tuple(None if clog is None else next(hidden) for clog in row) for row in view.clogs)
            yield view._replace(hands=hands, clogs=rows)


def _spades(view: SpadesState, seat: int) -> Iterator[SpadesState]:
    """Every card in a hand that may have its suit (spades 19). Discards stay unknown: nobody plays them any more."""
    if any(view.given):
        raise ValueError("partners know the cards that they passed")
    for hands, _ in _dealt(view.hands, suits_lacking(view), spades.unseen_cards(view, seat)):
        yield view._replace(hands=hands)


def _dealt(hands: Hands, lacking: Sequence[int], unseen: Sequence[Card]) -> Iterator[tuple[Hands, tuple[Card, ...]]]:
    """The hidden hands in each way to deal them, and the cards left over. They lack suits, as bits ``1 << suit``."""
    owner = next((seat for seat, hand in enumerate(hands) if UNKNOWN in hand), None)
    if owner is None:
        yield hands, tuple(unseen)
        return
    fitting = [card for card in unseen if not lacking[owner] >> card.suit & 1]
    for cards in combinations(fitting, len(hands[owner])):
        yield from _dealt(replace_at(hands, owner, cards), lacking, [card for card in unseen if card not in cards])
