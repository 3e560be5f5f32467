"""What effects do to a session, and what comes back."""

from random import Random
from typing import Any

import pytest

from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.games.clock.clock_rules import TurnUp
from clockspades.saved.log import LogError
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.effects import Effect
from clockspades.table.inputs import Input
from clockspades.table.state import Cause, point_of
from clockspades.table.table_session import TableSession
from tests.table.runner import seated


def patience(**options: Any) -> tuple[AnySession, TableSession]:
    """A game of Clock before its deal."""
    game = find_game("clock")
    assert game is not None
    session = seated(game, 1, **options)
    return session, TableSession(session, Random(1), "Not saved: {}".format)


def fill(session: AnySession, patch: pytest.MonkeyPatch, actions: int) -> None:
    """Let the disk have room for so many actions only."""
    act, room = session.act, iter(range(actions))

    def full(action: Action) -> None:
        if next(room, None) is None:
            raise LogError("a.cslog", 0, "the disk is full")
        act(action)

    patch.setattr(session, "act", full)


@pytest.mark.parametrize("effect", [do.MakeDeal(), do.Act(TurnUp())])
def test_what_could_not_be_saved_can_be_tried_again(effect: Effect) -> None:
    session, table = patience()
    if not isinstance(effect, do.MakeDeal):
        table.run(do.MakeDeal())
    before = session.at
    with pytest.MonkeyPatch.context() as patch:
        fill(session, patch, 0)
        (refused,) = table.run(effect)
    assert refused == did.SessionRefused("Not saved: a.cslog: the disk is full", again=effect)
    assert type(refused.again) is type(effect)
    assert session.at == before
    (moved,) = table.run(effect)
    assert isinstance(moved, did.SessionMoved)
    assert moved.point == point_of(session)
    assert session.at > before


def test_what_the_rules_refuse_cannot_be_tried_again() -> None:
    _, table = patience()
    (refused,) = table.run(do.Act(TurnUp()))
    assert refused == did.SessionRefused("The cards have not been dealt yet.")


@pytest.mark.parametrize(("forward", "words"), [(False, "Nothing to undo."), (True, "Nothing to redo.")])
def test_a_way_that_there_is_not_is_a_note(forward: bool, words: str) -> None:
    _, table = patience()
    answers: tuple[Input, ...] = table.run(do.Travel(forward, over_forced=False))
    assert answers == (did.ShowNote(words, is_refusal=True),)


def test_undo_and_redo_go_over_forced_moves_to_a_choice_where_that_is_asked() -> None:
    game = find_game("clockwork-spades")
    assert game is not None
    session, rng = seated(game, 1), Random(2)
    session.may_peek = True
    session.deal(rng)
    while session.at < 14 or session.to_act != 0:
        session.act(rng.choice(game.rules.legal_actions(session.state)))
    legal = [len(game.rules.legal_actions(position.state)) for position in session.positions]
    mine = [point for point in range(1, session.last) if session.position(point + 1).seat == 0]
    choices = [point for point in mine if legal[point] > 1]
    assert choices[-1] != mine[-1], "forced moves lie between"
    table = TableSession(session, Random(1), str)
    for way, point in (
        (do.Travel(forward=False, over_forced=True), choices[-1]),
        (do.Travel(forward=False, over_forced=True), choices[-2]),
        (do.Travel(forward=True, over_forced=True), choices[-1]),
        (do.Travel(forward=True, over_forced=False), mine[mine.index(choices[-1]) + 1]),
        (do.Travel(forward=True, over_forced=True), session.last),
        (do.Travel(forward=False, over_forced=False), mine[-1]),
    ):
        (moved,) = table.run(way)
        assert moved == table.moved(Cause.TRAVELLED)
        assert session.at == point


def test_an_effect_for_the_screen_is_none_of_the_session_s() -> None:
    session, table = patience()
    assert table.run(do.Land()) == ()
    assert session.at == 0
