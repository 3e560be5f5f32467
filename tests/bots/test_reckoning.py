"""What a bot reckoned with before an action, computed again from what its seat saw."""

from random import Random

from clockspades.bots.reckoning import evaluating_player, reckoning
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.games.spades.spades_state import MakeBid

SPADES = SpadesGame()
SEATS = (Seat("Ana"), Seat("Tick", f"bot:{SPADES.best_bot}"), Seat("Tock", "bot:random"), Seat("Old", "bot:no-more"))


def begun() -> AnySession:
    """A deal of which everybody bid, and the leader has two tricks' worth of cards to choose from."""
    session: AnySession = Session(SPADES, SPADES.configure({"dealer": 0, "blind_nil": "off"}), SEATS)
    session.deal(Random(1))
    for tricks in (3, 3, 3, 3):
        session.act(MakeBid(tricks))
    return session


def test_the_choices_are_those_of_the_seat_and_its_own_has_a_mark() -> None:
    found = reckoning(begun(), 2)
    assert found is not None
    assert found.weigh is not None
    weighed = found.weigh()
    assert len(weighed) == found.choices == 14
    assert [each.words for each in weighed if each.is_chosen] == ["bid 3"]
    percents = [each.advice.percent for each in weighed]
    assert percents == sorted(percents, reverse=True)


def test_the_hand_is_told_in_full_and_in_short() -> None:
    session = begun()
    found = reckoning(session, 2)
    assert found is not None
    whole, in_short = found.hand
    assert all(card.symbol in whole for card in session.position(1).state.hands[1])
    assert in_short == SPADES.words.hand_in_short(session.position(1).state, 1)


def test_a_person_and_a_deal_have_no_reckoning() -> None:
    session = begun()
    assert reckoning(session, 1) is None, "the deal"
    assert reckoning(session, 5) is None, "Ana's bid"


def test_a_bot_that_compares_nothing_has_a_hand_and_no_chances() -> None:
    session = begun()
    for point, seat in ((3, 2), (4, 3)):
        found = reckoning(session, point)
        assert found is not None
        assert found.hand
        assert found.weigh is None
        assert evaluating_player(session, seat) is None


def test_one_mark_stands_for_clogs_that_are_all_alike() -> None:
    game = ClogsGame()
    session: AnySession = Session(game, game.configure({"players": 2}), (SEATS[0], SEATS[1]))
    rng = Random(3)
    session.deal(rng)
    while not (session.to_act == 1 and len({type(action) for action in game.rules.legal_actions(session.state)}) == 2):
        session.act(rng.choice(game.rules.legal_actions(session.state)))
    session.act(game.rules.legal_actions(session.state)[-1])
    found = reckoning(session, session.at)
    assert found is not None
    assert found.weigh is not None
    assert sum(each.is_chosen for each in found.weigh()) == 1


def test_a_bot_that_sees_all_cards_is_said_to() -> None:
    (seer,) = (bot for bot in SPADES.bots if SPADES.sees_all(bot))
    session: AnySession = Session(SPADES, SPADES.configure({"dealer": 3}), [Seat("Argus", f"bot:{seer}")] * 4)
    session.deal(Random(1))
    session.act(MakeBid(3))
    found = reckoning(session, session.at)
    assert found is not None
    assert found.hand[-1] == "Argus sees all cards."
