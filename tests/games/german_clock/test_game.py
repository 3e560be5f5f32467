"""German Clock as the engine is given it: its option, and each question goes to its place."""

from random import Random

from clockspades.engine.game import RandomBot
from clockspades.engine.header import Seat
from clockspades.engine.session import Session
from clockspades.engine.story import review
from clockspades.games.german_clock.german_clock_game import GermanClock
from clockspades.games.german_clock.german_clock_rules import RULES, PlaceCard, TurnStock
from clockspades.games.german_clock.german_clock_words import missed

GAME = GermanClock()


def test_how_often_it_is_won_grows_with_the_redeals_to_every_game() -> None:
    shares = [GAME.expectation({"redeals": redeals}).share for redeals in (0, 1, 2)]
    assert shares == sorted(set(shares))
    assert shares[-1] == 1


def test_only_the_undo_of_a_card_that_was_turned_up_is_a_peek() -> None:
    session = Session(GAME, GAME.configure({}), (Seat("Ana"),))
    session.deal(Random(1))
    session.act(TurnStock())
    session.act(PlaceCard())
    session.undo()
    assert not session.would_be_assisted
    session.act(TurnStock())
    assert not session.standing.is_practice
    session.undo()
    assert session.would_be_assisted
    session.act(PlaceCard())
    assert session.standing.is_practice


def test_what_was_missed_is_said_only_when_the_game_is_over() -> None:
    session = Session(GAME, GAME.configure({}), (Seat("Ana"),))
    rng = Random(1)
    session.deal(rng)
    bot = RandomBot(RULES.legal_actions, rng)
    while session.outcome is None:
        assert review(session, session.names) == ()
        session.act(bot.choose(session.view(0)))
    states = [position.state for position in session.positions]
    assert [remark.point for remark in review(session, session.names)] == [*missed(states)]
    session.go_to(5)
    assert review(session, session.names), "wherever the replay stands"
