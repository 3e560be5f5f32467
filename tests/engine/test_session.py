"""A game in play: acting, taking back, going anywhere, and branching off."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.cards import UNKNOWN
from clockspades.engine.header import Seat
from clockspades.engine.rules import Action, IllegalActionError, Outcome
from clockspades.engine.session import AnySession, Session, UndoRefusedError
from clockspades.engine.standing import ASSISTED
from clockspades.games.catalogue import find_game
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import Drew, PlayMatches, TakeSpade
from clockspades.saved.log import load
from tests.conformance.golden import golden_logs
from tests.games.clockwork.tables import rank

GAME = ClockworkSpades()
CLOCK = Clock()
ANA, BO, TICK = Seat("Ana"), Seat("Bo"), Seat("Tick", "bot:random")


class Recorder:
    """A journal that writes down what it is asked for, and where the session then stands."""

    path = Path("kept.cslog")

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.session: AnySession | None = None
        self.fails = False

    def _record(self, *call: Any) -> None:
        if self.fails:
            raise OSError("the disk is full")
        assert self.session is not None
        self.calls.append((*call, self.session.at))

    def undo(self, actions: int) -> None:
        self._record("undo", actions)

    def append(self, seat: int | None, action: Action, outcome: Outcome | None) -> None:
        self._record("append", seat, action.do, None if outcome is None else outcome.reason)

    def note(self, text: str) -> None:
        self._record("note", text)

    def secure(self) -> None:
        pass

    def take_news(self) -> str:
        return ""

    def close(self) -> None:
        self.calls.append(("close",))


def session_of(*seats: Seat, journal: Recorder | None = None) -> AnySession:
    session: AnySession = Session(GAME, GAME.configure({}), seats, journal)
    if journal is not None:
        journal.session = session
    return session


def play_on(session: AnySession, actions: int = 100, seed: int = 1) -> None:
    """Deal if that is due, and play this many random actions or to the end."""
    rng = Random(seed)
    session.deal(rng)
    while actions and session.to_act is not None:
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))
        actions -= 1


def act_otherwise(session: AnySession) -> None:
    """Choose another action than the one that was undone."""
    undone = session.positions[session.at + 1].action
    session.act(next(action for action in GAME.rules.legal_actions(session.state) if action != undone))


# -- where it stands -----------------------------------------------------------------------------------


def test_a_session_has_as_many_seats_as_the_game() -> None:
    with pytest.raises(ValueError, match=r"another number of seats than 3: 2$"):
        session_of(ANA, BO, TICK)
    watch = CLOCK.configure({"variant": "watch"})
    with pytest.raises(ValueError, match=r"^clock with these options has another number of seats than 2: 1$"):
        Session(CLOCK, watch, (ANA, BO))


def test_views_and_events_are_what_a_seat_observes() -> None:
    session = session_of(ANA, TICK)
    play_on(session, 0)
    assert session.view(0).hands[0] == session.state.hands[0]
    assert set(session.view(0).hands[1]) == set(session.view(None).hands[0]) == {UNKNOWN}
    assert session.events(0, None) == ()
    for seat in (0, 1):
        drawn = [event for event in session.events(1, seat) if isinstance(event, Drew)]
        assert {event.seat for event in drawn} == {0, 1}
        assert all((UNKNOWN in event.cards) is (event.seat != seat) for event in drawn)


# -- acting --------------------------------------------------------------------------------------------


def test_acting_moves_on_and_keeps_who_did_what() -> None:
    session = session_of(ANA, TICK)
    play_on(session)
    assert session.at == session.last == len(session.positions) - 1
    assert session.outcome is not None
    assert [at.seat for at in session.positions[:4]] == [None, None, 0, 1]
    for before, after in zip(session.positions, session.positions[1:]):
        assert after.action is not None
        assert GAME.rules.reduce(before.state, after.action) == (after.state, after.events)


def test_an_illegal_action_changes_nothing() -> None:
    journal = Recorder()
    session = session_of(ANA, BO, journal=journal)
    play_on(session, 3)
    before, calls = session.positions, list(journal.calls)
    wrong = next(
        action
        for action in (PlayMatches(), TakeSpade(rank("A")))
        if action not in GAME.rules.legal_actions(session.state)
    )
    with pytest.raises(IllegalActionError):
        session.act(wrong)
    with pytest.raises(IllegalActionError):
        session.act(GAME.rules.deal(session.state, Random(1)))
    assert session.positions == before
    assert journal.calls == calls


# -- the journal ---------------------------------------------------------------------------------------


def test_the_journal_has_each_action_before_the_state_moves() -> None:
    journal = Recorder()
    session = session_of(ANA, TICK, journal=journal)
    play_on(session)
    assert journal.calls[0] == ("append", None, "deal", None, 0)
    assert [call[-1] for call in journal.calls] == list(range(session.last))
    assert [call[1] for call in journal.calls] == [at.seat for at in session.positions[1:]]
    assert session.outcome is not None
    assert [call[3] for call in journal.calls] == [None] * (session.last - 1) + [session.outcome.reason]


def test_the_journal_keeps_the_undo_before_another_action() -> None:
    journal = Recorder()
    session = session_of(ANA, TICK, journal=journal)
    play_on(session, 6)
    session.undo()
    at, calls = session.at, len(journal.calls)
    assert len(journal.calls) == 7, "undoing alone is not written"
    act_otherwise(session)
    assert [call[0] for call in journal.calls[calls:]] == ["note", "undo", "append"]
    assert journal.calls[calls + 1] == ("undo", 2, at)
    assert session.last == session.at == at + 1


def test_a_journal_that_fails_leaves_the_session_where_it_was() -> None:
    journal = Recorder()
    session = session_of(ANA, TICK, journal=journal)
    play_on(session, 4)
    before = session.positions
    journal.fails = True
    with pytest.raises(OSError, match="the disk is full"):
        session.act(GAME.rules.legal_actions(session.state)[0])
    assert session.positions == before
    assert session.at == session.last == 5
    journal.fails = False
    session.act(GAME.rules.legal_actions(session.state)[0])
    assert session.last == 6


def test_a_journal_that_fails_at_an_undo_leaves_what_was_undone_to_be_redone() -> None:
    journal = Recorder()
    session = session_of(ANA, TICK, journal=journal)
    play_on(session, 6)
    session.undo()
    at, last = session.at, session.last
    journal.fails = True
    with pytest.raises(OSError, match="the disk is full"):
        act_otherwise(session)
    assert (session.at, session.last) == (at, last)
    assert not session.standing.is_assisted
    session.redo()
    assert session.at == last


def test_closing_forgets_what_was_undone_and_gives_the_journal_free() -> None:
    journal = Recorder()
    session = session_of(ANA, TICK, journal=journal)
    play_on(session, 6)
    last = session.last
    session.undo()
    session.close()
    at = session.at
    assert journal.calls[-3:] == [("note", ASSISTED, at), ("undo", last - at, at), ("close",)]
    assert session.last == at
    journal = Recorder()
    session = session_of(ANA, TICK, journal=journal)
    play_on(session, 6)
    session.close()
    assert journal.calls[-1] == ("close",)
    assert journal.calls[-2][0] == "append"
    session_of(ANA, TICK).close()


def test_closing_gives_the_journal_free_even_if_it_cannot_keep_the_undo() -> None:
    journal = Recorder()
    session = session_of(ANA, TICK, journal=journal)
    play_on(session, 6)
    session.undo()
    journal.fails = True
    with pytest.raises(OSError, match="the disk is full"):
        session.close()
    assert journal.calls[-1] == ("close",)


# -- undo and redo -------------------------------------------------------------------------------------


def decisions(session: AnySession, seats: tuple[int, ...]) -> list[int]:
    return [point for point, at in enumerate(session.positions) if GAME.rules.to_act(at.state) in seats]


def visited(session: AnySession, go: Callable[[], None]) -> tuple[list[int], str]:
    """The points that undo or redo goes to until it is refused, and why it is."""
    points: list[int] = []
    while True:
        try:
            go()
        except UndoRefusedError as error:
            return points, str(error)
        points.append(session.at)


@pytest.mark.parametrize("seats", [(ANA, TICK), (TICK, ANA), (TICK, TICK)], ids=["first", "second", "no human"])
def test_undo_goes_to_the_persons_decision_before_and_redo_back(seats: tuple[Seat, Seat]) -> None:
    session = session_of(*seats)
    play_on(session, 12)
    assert session.outcome is None
    mine = [point for point in decisions(session, session.humans or (0, 1)) if point < session.last]
    assert visited(session, session.undo) == (mine[::-1], "Nothing to undo.")
    assert session.at == mine[0]
    assert visited(session, session.redo) == ([*mine[1:], session.last], "Nothing to redo.")


@pytest.mark.parametrize("actions", [0, 1])
def test_nothing_is_taken_back_before_the_first_decision(actions: int) -> None:
    session = session_of(TICK, ANA)
    play_on(session, actions)
    assert not session.can_undo
    with pytest.raises(UndoRefusedError, match="Nothing to undo"):
        session.undo()
    assert session.at == session.last == 1 + actions
    session.act(GAME.rules.legal_actions(session.state)[0])
    assert session.can_undo == (actions == 1)


def test_two_people_undo_only_what_they_agree_to_take_back() -> None:
    session = session_of(ANA, BO)
    play_on(session, 5)
    assert not session.can_undo
    with pytest.raises(UndoRefusedError, match=r"^With several people, all must agree to take a move back\.$"):
        session.undo()
    with pytest.raises(UndoRefusedError, match=r"^Nothing to redo\.$"):
        session.redo()
    assert session.at == session.last == 6
    last, before = session.takebacks
    assert {last.seat, before.seat} == {0, 1}
    assert (last.seat, last.point) == (session.position(6).seat, 5)
    assert session.position(before.point + 1).seat == before.seat
    session.take_back(before)
    assert session.at == session.last == before.point
    assert session.to_act == before.seat
    assert not session.standing.is_practice, "it counts: all agreed"
    with pytest.raises(UndoRefusedError, match=r"^This move can't be taken back any more\.$"):
        session.take_back(last)


def test_what_is_taken_back_by_agreement_is_kept_as_an_undo_at_once_or_stays() -> None:
    journal = Recorder()
    session = session_of(ANA, BO, journal=journal)
    play_on(session, 5)
    takeback, last = session.takebacks[1], session.last
    journal.fails = True
    with pytest.raises(OSError, match="the disk is full"):
        session.take_back(takeback)
    assert session.at == session.last == last
    journal.fails = False
    session.take_back(takeback)
    assert journal.calls[-1] == ("undo", last - takeback.point, last)
    assert session.at == session.last == takeback.point


def test_nothing_is_asked_back_alone_or_after_the_end_or_from_before_the_deal() -> None:
    alone = session_of(ANA, TICK)
    play_on(alone, 5)
    assert alone.takebacks == ()
    together = session_of(ANA, BO)
    assert together.takebacks == (), "nobody has moved since the deal"
    play_on(together)
    assert together.outcome is not None
    assert together.takebacks == ()


# -- going anywhere, and branching off -----------------------------------------------------------------


def test_any_point_can_be_shown() -> None:
    session = session_of(ANA, BO)
    play_on(session)
    for point in (0, session.last, 3):
        session.go_to(point)
        assert session.at == point
        assert session.state is session.positions[point].state
    for point in (-1, session.last + 1):
        with pytest.raises(ValueError, match=f"^the game has the points 0 to {session.last}, not {point}$"):
            session.go_to(point)
    assert session.at == 3


def test_a_fork_begins_as_the_game_went_and_leaves_it_as_it_is() -> None:
    original = load(golden_logs(GAME)[0], find_game).session
    before = original.positions
    for point in (0, 1, 7, original.last):
        original.go_to(point)
        branch = original.fork((ANA, TICK))
        assert branch.positions == before[: point + 1]
        assert branch.at == branch.last == point
        assert branch.seats == (ANA, TICK)
        assert branch.options == original.options
        if branch.to_act is not None:
            branch.act(GAME.rules.legal_actions(branch.state)[0])
        assert original.positions == before
        assert original.at == point
