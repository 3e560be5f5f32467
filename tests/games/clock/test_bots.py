"""The bots of Clock and Watch: what they see, and that ``steady`` makes the best exchange."""

from collections import Counter
from random import Random

from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.clock.clock_bots import ClockSteadyBot
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clock.clock_rules import RULES, ExchangeKing, Variant
from clockspades.review.review import review, turning_point
from tests.games.clock.tables import exchange_of, table

GAME = Clock()
TO_EXCHANGE = table(Variant.WATCH, "KS", {7: "9H 2C", 9: "7S", 2: "7H 2H"})


def test_steady_exchanges_for_the_deepest_card_of_a_tallest_pile() -> None:
    found = Counter(ClockSteadyBot(Random(seed)).choose(RULES.observe(TO_EXCHANGE, 0)) for seed in range(40))
    assert set(found) == {ExchangeKing(2, 2), ExchangeKing(7, 2)}
    rng = Random(4)
    for _ in range(10):
        state = exchange_of(Variant.WATCH, rng, 40)
        chosen = ClockSteadyBot(rng).choose(RULES.observe(state, 0))
        assert isinstance(chosen, ExchangeKing)
        heights = [len(cards) for cards in state.face_down]
        assert chosen.depth == heights[chosen.pile - 1] == max(heights)


def test_the_turning_point_of_a_game_is_an_exchange_that_was_not_the_best() -> None:
    seed = 0
    while True:
        session = with_a_shallow_exchange(seed)
        if session is not None:
            break
        seed += 1
    reviewed = review(session, 0)
    assert reviewed is not None
    found = turning_point(session, reviewed)
    assert found is not None
    assert found.choice is not None
    assert found.choice.played == session.positions[found.point].action
    assert found.choice.loss == reviewed.all_turns[found.point - 1].value > 0, "the exchange lost for certain"


def with_a_shallow_exchange(seed: int) -> AnySession | None:
    """A game of Watch that lost because of a card with others under it; None where it did not come to that."""
    session: AnySession = Session(GAME, GAME.configure({"variant": "watch"}), [Seat("Ana")])
    session.deal(Random(seed))
    shallow = False
    while session.to_act is not None:
        action = GAME.rules.legal_actions(session.state)[0]
        shallow |= isinstance(action, ExchangeKing) and len(session.state.face_down[action.pile - 1]) > 1
        session.act(action)
    return session if shallow else None
