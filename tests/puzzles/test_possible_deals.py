"""The deals that fit what a player has seen are those with which the same actions would have looked the same."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, permutations
from typing import Any

import pytest

from clockspades.cards import Card
from clockspades.engine.game import AnyGame
from clockspades.engine.rules import Deal, IllegalActionError
from clockspades.engine.session import Position
from clockspades.games.catalogue import find_game
from clockspades.games.clock import clock_rules as clock
from clockspades.games.clock.clock_rules import Variant
from clockspades.games.clockwork.clockwork_rules import ClockworkState
from clockspades.simulation.simulate import Simulation
from puzzles.endings import possible_deals
from tests.games.clock.tables import table as table_of_clock
from tests.games.spades.tables import cards, dealt, hands_with, suits

AnyPosition = Position[Any, Any, Any]
HIDDEN = 5
"""Cards in hidden places: few enough to try them in every order."""


def cards_in(value: object) -> Iterator[Card]:
    """Every card in a state that is seen."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from cards_in(part)


def replayed(game: AnyGame, positions: Sequence[AnyPosition], deal: Deal, seat: int) -> Any:
    """The state with other cards dealt and the same actions; None if ``seat`` would have seen the difference."""
    state = positions[0].state
    for position in positions[1:]:
        try:
            state = game.rules.reduce(state, deal if isinstance(position.action, Deal) else position.action).state
        except IllegalActionError:
            return None
        if game.rules.observe(state, seat) != game.rules.observe(position.state, seat):
            return None
    return state


def looks(state: Any) -> Any:
    """What tells deals apart: in which hand a card is, but not where in the hand, unless everyone can tell that."""
    if isinstance(state, ClockworkState):
        hands: Any = [sorted(zip(ranks, map(str, hand))) for ranks, hand in zip(state.denied, state.hands)]
    else:
        hands = [sorted(map(str, hand)) for hand in state.hands]
    return str(hands), getattr(state, "clogs", None), getattr(state, "stock", None)


def endings(game: AnyGame, positions: Iterable[AnyPosition]) -> Iterator[tuple[Sequence[AnyPosition], int, set[Card]]]:
    """Endings of a first deal, up to a point where a seat decides and little is hidden from it; the seat, and that."""
    before: list[AnyPosition] = []
    seen: defaultdict[int, set[Card]] = defaultdict(set)
    for position in positions:
        before.append(position)
        seat = game.rules.to_act(position.state)
        if seat is None and len(before) > 1:
            return
        for other in range(len(position.state.hands)):
            seen[other].update(cards_in(game.rules.observe(position.state, other)))
        hidden = {*game.rules.pack(before[0].state)} - seen[seat or 0]
        if seat is not None and 1 < len(hidden) <= HIDDEN:
            yield tuple(before), seat, hidden


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("clockwork-spades", {"rules": "pagat"}),
        ("clockwork-spades", {"rules": "gamerules"}),
        ("clogs", {"players": 2}),
        ("clogs", {"players": 3}),
        ("spades", {"players": 3}),
        ("spades", {"mode": "partners"}),
    ],
)
def test_they_are_the_deals_that_would_have_looked_the_same(name: str, options: dict[str, Any]) -> None:
    game = find_game(name)
    assert game is not None
    configured = game.configure(options)
    simulation = Simulation(game, configured, ("random",) * game.seats(configured), 1)
    compared = 0
    for index in range(6):
        for positions, seat, hidden in islice(endings(game, simulation.positions(index)), 2):
            made = positions[1].action
            assert made is not None
            places = [place for place, card in enumerate(made.cards) if card in hidden]
            fitting = set()
            for order in permutations(hidden):
                other = dict(enumerate(made.cards)) | dict(zip(places, order))
                state = replayed(game, positions, Deal(tuple(other.values())), seat)
                if state is not None:
                    fitting.add(looks(state))
            view = game.rules.observe(positions[-1].state, seat)
            possible = [looks(deal) for deal in possible_deals(view, seat)]
            assert len(possible) == len({*possible})
            assert {*possible} == fitting
            compared += 1
    assert compared > 4


def test_in_watch_they_are_the_orders_of_the_cards_that_are_face_down() -> None:
    state = table_of_clock(Variant.WATCH, "KS", {1: "2C", 2: "AC 3C", 3: "2D"})
    deals = list(possible_deals(state, 0))
    assert len(set(deals)) == len(deals) == 24
    assert all({*cards_in(deal.face_down)} == {*cards_in(state.face_down)} for deal in deals)


def test_they_are_not_listed_where_a_player_knows_more_than_what_was_played() -> None:
    watch = table_of_clock(Variant.WATCH, "KS", {1: "2C", 2: "AC 3C", 3: "2D"})
    with pytest.raises(ValueError, match="its place is known"):
        next(possible_deals(clock.RULES.reduce(watch, clock.ExchangeKing(1, 1)).state, 0))
    spades = dealt(hands_with(suits("AKQJT98765432..."), 0))
    with pytest.raises(ValueError, match="cards that they passed"):
        next(possible_deals(spades._replace(given=(cards("AS"), (), (), ())), 0))
