"""What puzzles need of the games: what an ending can ask for, and which deals fit what a player has seen of it."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from itertools import combinations, pairwise, permutations
from typing import Any, Final, NamedTuple, TypeAlias

from clockspades.cards import PACK, UNKNOWN, Card, Rank
from clockspades.engine.options import Json
from clockspades.engine.wording import Names
from clockspades.games.clock.clock_rules import ClockState
from clockspades.games.clockwork import clockwork_rules
from clockspades.games.clockwork.clockwork_rules import ClockworkState
from clockspades.games.clogs import clogs_rules
from clockspades.games.clogs.clogs_rules import ClogsState
from clockspades.games.spades import spades_rules
from clockspades.games.spades.spades_state import SpadesPhase, SpadesState, seats_of
from clockspades.games.tricks import Hands, replace_at

LATE: Final = 5
"""The most tricks that are left where a puzzle of a trick-taking game begins: more is too much for a proof."""


def tricks_left(state: ClogsState | SpadesState) -> int:
    """The tricks of a deal that are not over: as many as the seat to act has cards, and clogs."""
    clogs = state.clogs[state.seat] if isinstance(state, ClogsState) else ()
    return len(state.hands[state.seat]) + sum(clog is not None for clog in clogs)


class Win(NamedTuple):
    """Win the game."""

    allies: tuple[int, ...]
    """The seats that want it: the player, and the partner if there is one."""

    def reached(self, state: Any) -> bool | None:
        """Whether it is reached; None before the game is over."""
        return None if state.outcome is None else self.allies[0] in state.outcome.winners


class Tricks(NamedTuple):
    """See to it that some seats take a number of tricks in this deal."""

    allies: tuple[int, ...]
    """The seats that want it."""
    takers: tuple[int, ...]
    """The seats whose tricks count."""
    least: int
    """How many they are to take together, those that they have taken included."""
    most: int

    def reached(self, state: Any) -> bool | None:
        """True once it is certain, False once it is out of reach, None until then.

        ``state`` is that of a trick-taking game: it has the tricks that are over, and how many are left.
        """
        taken, left = sum(trick.winner in self.takers for trick in state.tricks), tricks_left(state)
        if taken > self.most or taken + left < self.least:
            return False
        return True if self.least <= taken and taken + left <= self.most else None


Goal: TypeAlias = Win | Tricks


def goal_as_json(goal: Goal) -> dict[str, Json]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in goal._asdict().items()}


def parse_goal(data: Any) -> Goal:
    """The goal in :func:`goal_as_json`."""
    allies = tuple(data["allies"])
    return Tricks(allies, tuple(data["takers"]), data["least"], data["most"]) if "takers" in data else Win(allies)


# -- what an ending can ask for ------------------------------------------------------------------------------


@singledispatch
def aims(view: Any, seat: int, names: Names) -> Iterator[tuple[str, Goal]]:
    """The goals that a puzzle can give to ``seat``, which decides in ``view``: each in words, and as data.

    The most ambitious aim comes first. There are none where too much of a deal is left for a proof.
    """
    yield "win the game", Win((seat,))


@aims.register
def _(view: ClogsState, seat: int, names: Names) -> Iterator[tuple[str, Goal]]:
    """To take some of the tricks that are left."""
    left, taken = tricks_left(view), view.taken[seat]
    for more in range(left if left <= LATE else 0, 0, -1):
        yield f"take {more} more trick{'s' * (more > 1)}", Tricks((seat,), (seat,), taken + more, taken + left)


@aims.register
def _(view: SpadesState, seat: int, names: Names) -> Iterator[tuple[str, Goal]]:
    """To make one's own contracts and nils, and to set those of others."""
    left = tricks_left(view)
    if view.phase is not SpadesPhase.PLAY or left > LATE:
        return
    sides, most = view.sides, view.settings.hand
    allies = (seat, *(mate for mate in seats_of(sides, sides[seat]) if mate != seat))
    for side in sorted({*sides}, key=lambda side: side != sides[seat]):
        bids = {mate: made.tricks for mate in seats_of(sides, side) if (made := view.bids[mate]) is not None}
        takers = tuple(mate for mate, bid in bids.items() if bid)
        contract, taken = sum(bids.values()), sum(view.taken[mate] for mate in takers)
        if taken < contract <= taken + left and side == sides[seat]:
            yield "make your contract", Tricks(allies, takers, contract, most)
        elif taken < contract <= taken + left:
            whom = names[takers[0]] if len(bids) == 1 else "the other side"
            yield f"set {whom}", Tricks(allies, takers, 0, contract - 1)
        for mate, bid in bids.items():
            whose = "your" if mate == seat else f"{names[mate]}'s"
            if bid or view.taken[mate]:
                continue
            if side == sides[seat]:
                yield f"{'make' if mate == seat else 'save'} {whose} nil", Tricks(allies, (mate,), 0, 0)
            else:
                yield f"set {whose} nil", Tricks(allies, (mate,), 1, most)


# -- the deals that fit ----------------------------------------------------------------------------------


@singledispatch
def possible_deals(view: Any, seat: int) -> Iterator[Any]:
    """Each deal that fits what ``seat`` sees in ``view``: the view with every card that matters in its place.

    Deals that nobody can tell apart are one.
    """
    raise NotImplementedError(f"no puzzles are made of {type(view).__name__}")


@possible_deals.register
def _(view: ClockState, seat: int) -> Iterator[ClockState]:
    """Before the exchange, every order of the face-down cards (clock 7)."""
    if view.exchanged:
        raise ValueError("once a king is exchanged, its place is known")
    seen = {view.in_hand, *(card for pile in view.face_up for card in pile)}
    for cards in permutations(card for card in PACK if card not in seen):
        down = iter(cards)
        yield view._replace(face_down=tuple(tuple(next(down) for _ in pile) for pile in view.face_down))


@possible_deals.register
def _(view: ClockworkState, seat: int) -> Iterator[ClockworkState]:
    """No king is in a hand, and no card has a rank that its owner is known not to hold there (clockwork 12, 13)."""
    unseen, denied = clockwork_rules.unseen_cards(view, seat), view.denied[1 - seat]
    for places in permutations(range(len(unseen)), len(denied)):
        hand = tuple(unseen[place] for place in places)
        fits = not any(card.rank is Rank.KING or ranks >> card.rank & 1 for card, ranks in zip(hand, denied))
        known = zip(pairwise(denied), pairwise(places))
        if fits and all(one != other or first < second for (one, other), (first, second) in known):
            hands = (hand, view.hands[1]) if seat else (view.hands[0], hand)
            for stock in permutations(card for card in unseen if card not in hand):
                yield view._replace(hands=hands, stock=stock)


@possible_deals.register
def _(view: ClogsState, seat: int) -> Iterator[ClogsState]:
    """Every card in a hand that may have its suit, or in the place of any clog (clogs 10)."""
    for hands, rest in ways_to_deal(view.hands, view.lacking, clogs_rules.unseen_cards(view, seat)):
        for cards in permutations(rest):
            hidden = iter(cards)
            rows = tuple(tuple(None if clog is None else next(hidden) for clog in row) for row in view.clogs)
            yield view._replace(hands=hands, clogs=rows)


@possible_deals.register
def _(view: SpadesState, seat: int) -> Iterator[SpadesState]:
    """Every card in a hand that may have its suit (spades 19). Discards stay unknown: nobody plays them."""
    if any(view.given):
        raise ValueError("partners know the cards that they passed")
    for hands, _ in ways_to_deal(view.hands, spades_rules.suits_lacking(view), spades_rules.unseen_cards(view, seat)):
        yield view._replace(hands=hands)


def ways_to_deal(
    hands: Hands, lacking: Sequence[int], unseen: Sequence[Card]
) -> Iterator[tuple[Hands, tuple[Card, ...]]]:
    """The hidden hands in each way to deal them, and the cards left over. They lack suits, as bits ``1 << suit``."""
    owner = next((seat for seat, hand in enumerate(hands) if UNKNOWN in hand), None)
    if owner is None:
        yield hands, tuple(unseen)
        return
    fitting = [card for card in unseen if not lacking[owner] >> card.suit & 1]
    for cards in combinations(fitting, len(hands[owner])):
        rest = [card for card in unseen if card not in cards]
        yield from ways_to_deal(replace_at(hands, owner, cards), lacking, rest)
