"""Undoing revealed cards: refused, or allowed and then marked in the log as practice, once and for good."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession, Session, UndoRefusedError
from clockspades.engine.standing import ASSISTED
from clockspades.games.catalogue import find_game
from clockspades.games.clock.clock_game import Clock
from clockspades.games.german_clock.german_clock_game import GermanClock
from clockspades.games.german_clock.german_clock_rules import TurnStock
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.log_writer import LogWriter

GAME = GermanClock()
CLOCK = Clock()
ANA = Seat("Ana")
MARK = {"note": ASSISTED}


@pytest.fixture
def archive() -> Archive:
    return Archive(find_game)


def begun(archive: Archive, turns: int) -> AnySession:
    """A game of German Clock in which this many cards were turned up and none placed."""
    session = archive.begin(GAME, GAME.configure({}), [ANA], Random(4))
    turn(session, turns)
    return session


def turn(session: AnySession, turns: int) -> None:
    for _ in range(turns):
        session.act(TurnStock())


def finish(session: AnySession) -> None:
    while session.outcome is None:
        session.act(GAME.rules.legal_actions(session.state)[0])


def change(session: AnySession) -> None:
    """Choose another action than the one that was undone."""
    undone = session.positions[session.at + 1].action
    session.act(next(action for action in session.game.rules.legal_actions(session.state) if action != undone))


def undo(session: AnySession, turns: int) -> None:
    for _ in range(turns):
        session.undo()


def path_of(session: AnySession) -> Path:
    assert isinstance(session.journal, LogWriter)
    return session.journal.path


def marks(session: AnySession) -> list[int]:
    """After how many actions each mark stands in the log; AssertionError if the log is faulty."""
    loaded = load(path_of(session), find_game)
    assert loaded.fault is None
    assert loaded.session.standing.is_assisted == bool(loaded.notes)
    assert all(note.text == ASSISTED for note in loaded.notes)
    return [note.after for note in loaded.notes]


def test_in_a_patience_every_card_that_was_turned_up_is_taken_back_without_a_setting(archive: Archive) -> None:
    session = begun(archive, 12)
    assert not session.may_peek
    undo(session, 11)
    assert session.would_be_assisted
    assert not session.standing.is_practice, "nothing has come of it yet"
    session.undo()
    assert session.at == 1
    with pytest.raises(UndoRefusedError, match="Nothing to undo"):
        session.undo()
    session.close()


def test_a_card_that_was_taken_back_already_is_no_reason_to_keep_the_move_before_it() -> None:
    def turned_a_clog_after_a_quiet_move(session: AnySession) -> bool:
        mine = [point for point, position in enumerate(session.positions) if position.seat == 0]
        between = (
            event for point in mine[-2:-1] for position in session.positions[point:-1] for event in position.events
        )
        return len(mine) > 1 and "ClogTurned" in kinds(session) and not any(event.irreversible for event in between)

    session = decided("clogs", turned_a_clog_after_a_quiet_move)
    with pytest.raises(UndoRefusedError, match=r"^You can't undo a revealed card \(see Settings\)"):
        session.undo()
    session.may_peek = True
    session.undo()
    session.may_peek = False
    assert session.can_undo


def test_where_nothing_else_can_be_done_undo_is_only_looking_back(archive: Archive) -> None:
    session = archive.begin(CLOCK, CLOCK.configure({}), [ANA], Random(4))
    for _ in range(5):
        session.act(CLOCK.rules.legal_actions(session.state)[0])
    undo(session, 3)
    assert not session.would_be_assisted, "no other card can be turned up"
    session.close()
    assert marks(session) == []
    assert load(path_of(session), find_game).session.last == 6


def decided(game_name: str, until: Callable[[AnySession], bool]) -> AnySession:
    """A game of Ana against bots, played at random until she has just acted and this holds."""
    game = find_game(game_name)
    assert game is not None
    options = game.configure({})
    for seed in range(50):
        session: AnySession = Session(game, options, fill_seats(game, options, [ANA]))
        rng = Random(seed)
        session.deal(rng)
        while session.outcome is None:
            seat = session.to_act
            session.act(rng.choice(game.rules.legal_actions(session.state)))
            if seat == 0 and session.outcome is None and until(session):
                return session
            session.deal(rng)
    raise AssertionError("it does not happen in 50 games")


def kinds(session: AnySession) -> set[str]:
    """The names of the events of the last action."""
    return {type(event).__name__ for event in session.positions[-1].events}


UNDONE_AT_ONCE: Final = {
    "clockwork-spades": lambda session: "Took" in kinds(session) and "Drew" not in kinds(session),
    "spades": lambda session: kinds(session) == {"CardPlayed"},
    "clogs": lambda session: kinds(session) == {"CardPlayed"},
}
"""Games, and after what of her own Ana knows no more than before."""

every_game_against_others = pytest.mark.parametrize(("name", "until"), UNDONE_AT_ONCE.items(), ids=UNDONE_AT_ONCE)


@every_game_against_others
def test_what_shows_nothing_is_taken_back_and_the_game_is_not_marked(name: str, until: Any) -> None:
    session = decided(name, until)
    session.undo()
    assert not session.would_be_assisted
    session.act(session.game.rules.legal_actions(session.state)[-1])
    assert not session.standing.is_assisted


@every_game_against_others
def test_whoever_saw_what_others_did_may_take_back_and_the_game_is_marked(name: str, until: Any) -> None:
    session = decided(name, until)
    at = session.at
    session.act(session.game.rules.legal_actions(session.state)[0])
    session.undo()
    assert session.at == at - 1
    assert session.would_be_assisted
    assert not session.standing.is_assisted, "nothing has come of it yet"
    session.redo()
    assert not session.would_be_assisted
    session.undo()
    change(session)
    assert session.standing.is_assisted


@pytest.mark.parametrize("kind", ["Drew", "PassedKing"])
def test_whoever_drew_may_take_back_and_the_game_is_marked(kind: str) -> None:
    session = decided("clockwork-spades", lambda session: {kind, "Took"} <= kinds(session))
    session.undo()
    change(session)
    assert session.standing.is_assisted


def test_where_a_deal_is_due_nothing_is_known_of_what_comes() -> None:
    session = decided("spades", lambda session: session.state.number > 1)
    point = next(
        number
        for number, position in enumerate(session.positions)
        if number and session.game.rules.deal_due(position.state)
    )
    session.go_to(point)
    assert not session.fork([ANA, *session.seats[1:]]).standing.is_assisted
    session.go_to(point - 1)
    assert session.fork([ANA, *session.seats[1:]]).standing.is_assisted


def test_where_it_is_allowed_the_game_is_marked_when_it_is_played_on(archive: Archive) -> None:
    session = begun(archive, 5)
    undo(session, 2)
    assert not session.standing.is_assisted, "nothing has come of it yet"
    assert marks(session) == []
    change(session)
    assert session.standing.is_assisted
    assert marks(session) == [4]
    turn(session, 3)
    session.close()
    assert marks(session) == [4]


def test_whoever_repeats_their_move_is_not_assisted_and_loses_nothing(archive: Archive) -> None:
    session = begun(archive, 5)
    before = session.positions
    undo(session, 2)
    turn(session, 1)
    assert session.at == 5
    assert session.positions == before, "it can still be redone"
    turn(session, 1)
    session.close()
    assert not session.standing.is_assisted
    assert marks(session) == []


def test_a_repeated_move_goes_on_to_where_its_player_decides_again() -> None:
    session = decided("clockwork-spades", lambda session: "Took" in kinds(session))
    mine = session.positions[-1].action
    session.act(session.game.rules.legal_actions(session.state)[0])
    assert session.to_act == 0
    before, at = session.positions, session.at
    session.undo()
    assert mine is not None
    session.act(mine)
    assert (session.at, session.positions, session.standing.is_assisted) == (at, before, False)


def test_the_mark_survives_an_undo_to_before_it(archive: Archive) -> None:
    session = begun(archive, 9)
    undo(session, 2)
    change(session)
    turn(session, 1)
    assert marks(session) == [8]
    undo(session, 5)
    assert marks(session) == [8], "undoing alone writes nothing"
    change(session)
    assert marks(session) == [5]
    session.close()


def test_a_finished_game_is_not_undone(archive: Archive) -> None:
    session = begun(archive, 0)
    finish(session)
    last = session.last
    assert not session.can_undo
    for refused in (session.undo, session.redo):
        with pytest.raises(UndoRefusedError, match=r"^The game is over: it can't be undone\.$"):
            refused()
    session.close()
    assert (session.at, session.standing.is_assisted) == (last, False)
    loaded = load(path_of(session), find_game)
    assert loaded.finished
    assert loaded.session.last == last


def test_a_game_that_branches_off_before_cards_that_were_shown_is_assisted(archive: Archive) -> None:
    session = begun(archive, 0)
    finish(session)
    session.close()
    loaded = load(path_of(session), find_game)
    loaded.session.go_to(6)
    branch = archive.fork(loaded.session, [ANA])
    assert branch.standing.is_assisted
    assert marks(branch) == [6]
    turn(branch, 2)
    branch.close()
    assert marks(branch) == [6]


def test_a_branch_of_an_assisted_game_is_assisted() -> None:
    session: AnySession = Session(GAME, GAME.configure({}), [ANA])
    session.deal(Random(1))
    turn(session, 4)
    session.undo()
    change(session)
    assert session.fork([ANA]).standing.is_assisted
