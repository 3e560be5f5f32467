"""A game of many deals: each is made when it is due, and the same code deals the same cards in all of them."""

from pathlib import Path
from random import Random

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.players import Dealer
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession, Session, UndoRefusedError
from clockspades.engine.share import code_of, generator
from clockspades.games.catalogue import find_game
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.saved.archive import Archive
from clockspades.saved.log_writer import LogWriter

GAME = ClogsGame()
OPTIONS = GAME.configure({"players": 2, "target": 20})
SEATS = (Seat("Ana"), Seat("Tick", "bot:random"))
NUMBER = 77


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(find_game, tmp_path / "games")


def begun(archive: Archive, number: int = NUMBER) -> AnySession:
    return archive.begin(GAME, OPTIONS, SEATS, Random(1), number=number)


def play_to_a_deal(session: AnySession, rng: Random) -> None:
    """Play at random until a deal is due, or the game is over."""
    while session.to_act is not None:
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))


def play_on(session: AnySession, seed: int) -> None:
    """Play at random to the end, a dealer making the deals."""
    rng, dealer = Random(seed), Dealer(session, Random(seed))
    while session.outcome is None:
        dealer.deal()
        play_to_a_deal(session, rng)


def deals(session: AnySession) -> list[Deal]:
    return [at.action for at in session.positions if isinstance(at.action, Deal)]


def test_the_same_number_makes_the_same_deals_however_they_are_played(archive: Archive) -> None:
    one, other = begun(archive), begun(archive)
    play_on(one, 1)
    play_on(other, 2)
    assert one.positions != other.positions
    assert min(len(deals(one)), len(deals(other))) > 1
    for dealt, (mine, yours) in enumerate(zip(deals(one), deals(other))):
        assert mine == yours == one.game.rules.deal(one.game.rules.initial(OPTIONS), generator(NUMBER, dealt))
    assert len(set(deals(one))) == len(deals(one)), "each deal is another"
    one.close()
    other.close()


def test_nothing_is_dealt_where_no_deal_is_due(archive: Archive) -> None:
    session = begun(archive)
    Dealer(session, Random(1)).deal()
    assert session.last == 1
    session.close()


def test_a_game_stopped_between_two_deals_is_dealt_on_when_it_is_resumed(archive: Archive) -> None:
    session = begun(archive)
    play_to_a_deal(session, Random(1))
    assert session.game.rules.deal_due(session.state)
    session.close()
    loaded = archive.resume(archive.entries()[0].path)
    assert loaded.session.last == session.last
    Dealer(loaded.session, Random(99)).deal()
    second = loaded.session.positions[-1].action
    assert second == session.game.rules.deal(session.state, generator(NUMBER, 1))
    loaded.session.close()


def test_a_game_whose_second_deal_is_another_has_no_code(archive: Archive) -> None:
    session = begun(archive)
    assert isinstance(session.journal, LogWriter)
    play_to_a_deal(session, Random(1))
    session.deal(Random(5))
    assert code_of(session) == ""
    session.close()


def test_without_a_code_the_next_cards_stay_the_same_when_the_last_play_is_taken_back() -> None:
    session: AnySession = Session(GAME, OPTIONS, SEATS)
    dealer, rng = Dealer(session, Random(3)), Random(1)
    dealer.deal()
    play_to_a_deal(session, rng)
    dealer.deal()
    first = deals(session)
    assert len(first) == 2
    with pytest.raises(UndoRefusedError):
        session.undo()
    session.may_peek = True
    session.undo()
    while len(GAME.rules.legal_actions(session.state)) == 1:
        session.undo()
    undone = session.positions[session.at + 1].action
    session.act(next(action for action in GAME.rules.legal_actions(session.state) if action != undone))
    play_to_a_deal(session, rng)
    dealer.deal()
    assert deals(session) == first


def test_the_generators_of_a_number_are_as_they_are_described() -> None:
    """Whoever reads how codes deal must be able to deal the same cards in another program."""
    assert generator(5).random() == Random("clockspades deal 5").random()
    assert generator(5, 2).random() == Random("clockspades deal 5.2").random()
