"""The views of a replay, without a screen."""

from pathlib import Path

import pytest

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.wording import Meaning
from clockspades.games.catalogue import GAMES
from clockspades.replay import (
    LONGEST_NOTE,
    View,
    events_seen,
    first_event,
    first_view,
    notes_by_point,
    same_view,
    shows_hand,
    taken_back,
    views_of,
    with_reckonings,
)
from clockspades.saved.log import LoadedLog, LogNote, Undone
from tests.conformance.playing import option_sets, random_game
from tests.saved.logs import GAME, STARTED, game_of

ANA, BEN, TICK = Seat("Ana"), Seat("Ben"), Seat("Tick", "bot:steady")
OPEN, CLOSED = View("all open", all_open=True), View("all closed")


def of(*seats: Seat) -> AnySession:
    return Session(GAME, GAME.configure({}), seats)


@pytest.mark.parametrize(
    ("seats", "over", "views"),
    [
        ((ANA, TICK), True, ["Ana's view", "Tick's view", "all open", "all closed"]),
        ((ANA, TICK), False, ["Ana's view", "all closed"]),
        ((TICK, ANA), False, ["Ana's view", "all closed"]),
        ((ANA, BEN), False, ["all closed"]),
        ((ANA, BEN), True, ["Ana's view", "Ben's view", "all open", "all closed"]),
        ((TICK, Seat("Tock", "bot:steady")), False, ["Tick's view", "Tock's view", "all open", "all closed"]),
    ],
)
def test_a_game_that_goes_on_has_no_view_of_a_hand_that_nobody_should_see(
    seats: tuple[Seat, ...], over: bool, views: list[str]
) -> None:
    assert [view.words for view in views_of(of(*seats), over=over)] == views


@pytest.mark.parametrize(("seats", "over", "first"), [((ANA, TICK), True, OPEN), ((ANA, BEN), False, CLOSED)])
def test_a_replay_opens_with_as_much_as_it_may_show(seats: tuple[Seat, ...], over: bool, first: View) -> None:
    assert first_view(views_of(of(*seats), over=over)) == first


def test_the_same_view_of_a_branch_may_have_another_name() -> None:
    views = views_of(of(Seat("Anna"), TICK), over=False)
    assert same_view(views, View("Ana's view", 0)) == View("Anna's view", 0)
    assert same_view(views, CLOSED) == CLOSED
    assert same_view(views, OPEN) is None


def test_a_view_shows_the_events_of_its_seat() -> None:
    session = game_of(1)
    for point in range(1, session.last + 1):
        assert events_seen(session, OPEN, point) == session.position(point).events
        assert events_seen(session, View("Ana's view", 0), point) == session.events(point, 0)
        assert events_seen(session, CLOSED, point) == session.events(point, None)


def loaded(began: int) -> LoadedLog:
    """A finished game against a bot that says what it thinks; with a point, a branch that begins there."""
    session: AnySession = Session(GAME, GAME.configure({}), (ANA, TICK))
    for position in game_of(1).positions[1:]:
        assert position.action is not None
        session.act(position.action)
    extra = {"branch": {"of": "game.cslog", "point": began, "name": "Branch 1"}} if began else {}
    session.header = Header(GAME.name, GAME.configure({}), session.seats, STARTED, extra)  # type: ignore[arg-type]
    return LoadedLog(__file__, session, [], [], finished=True, fault=None)  # type: ignore[arg-type]


@pytest.mark.parametrize("began", [0, 9])
def test_a_bots_reckoning_is_shown_where_its_hand_is_and_where_it_chose(began: int) -> None:
    log = loaded(began)
    session, ticks, anas = log.session, View("Tick's view", 1), View("Ana's view", 0)
    seats = [position.seat for position in session.positions]
    points = range(1, session.last + 1)
    assert [shows_hand(log, ticks, point) for point in points] == [seats[at] == 1 and at > began for at in points]
    assert [shows_hand(log, OPEN, point) for point in points] == [seats[at] is not None and at > began for at in points]
    assert not any(shows_hand(log, CLOSED, point) for point in points)
    nothing = [None] * session.last
    expected = tuple(Meaning(1, ()) if seats[at] == 1 and at > began else None for at in points)
    assert with_reckonings(log, ticks, nothing) == with_reckonings(log, OPEN, nothing) == expected
    assert with_reckonings(log, anas, nothing) == with_reckonings(log, CLOSED, nothing) == tuple(nothing)
    told = Meaning(1, ("Has no hearts.",))
    assert with_reckonings(log, CLOSED, [told, None]) == (told, None), "what everybody sees stays"


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_what_was_taken_back_is_told_as_a_view_showed_it(game: AnyGame) -> None:
    session = random_game(game, option_sets(game)[-1], 1)
    log = LoadedLog(Path("game.cslog"), session, [], [], finished=True, fault=None)
    for view in views_of(session, over=True):
        for point in range(1, session.last, 7):
            done = first_event(log, session.names, events_seen(session, view, point + 1)).rstrip(".") or "a move"
            one = Undone(point, tuple(session.positions[point + 1 : point + 2]))
            assert taken_back(log, session.names, one, view) == f"Taken back here: {done}."
            all_of_it = Undone(point, tuple(session.positions[point + 1 :]))
            end = ", and what followed" if point + 1 < session.last else ""
            assert taken_back(log, session.names, all_of_it, view) == f"Taken back here: {done}{end}."


def test_what_was_taken_back_again_and_again_is_said_once_and_as_shortly_as_notes() -> None:
    log = loaded(0)
    log.undone[:] = [Undone(3, tuple(log.session.positions[4:6]))] * 50
    log.notes[:] = [LogNote(2, "x"), LogNote(3, "y")]
    words = taken_back(log, log.session.names, log.undone[0], OPEN)
    assert notes_by_point(log, log.session.names, OPEN) == {2: "Note: x", 3: f"{words} Note: y"}
    log.undone[:] = [Undone(3, (log.session.position(point),)) for point in range(1, log.session.last)] * 9
    assert len(notes_by_point(log, log.session.names, OPEN)[3]) == LONGEST_NOTE
