"""The views of a replay, without a screen."""

import pytest

from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.wording import Meaning
from clockspades.replay import View, events_seen, first_view, same_view, shows_hand, views_of, with_reckonings
from clockspades.saved.log import LoadedLog
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
