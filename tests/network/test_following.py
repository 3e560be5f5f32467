from dataclasses import replace
from random import Random
from typing import Any

import pytest

from clockspades.games.catalogue import find_game
from clockspades.network.client import client as my
from clockspades.network.client.client import Client, Link, Want
from clockspades.network.client.following import (
    ASKED,
    DECLINED,
    MOST_BEHIND,
    NOT_SENT,
    ON_ITS_WAY,
    PLAYED_FOR_YOU,
    TIME_UP,
    Asked,
    Followed,
    Following,
    GiveClient,
    GiveTable,
    Heard,
    TimeOver,
    Wait,
    opened,
    update,
)
from clockspades.network.client.remote_game import cut, remote_player
from clockspades.network.wire import messages as say
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.effects import Act
from clockspades.table.state import Cause
from tests.network.memory import Machine, MemoryConnection, MemoryHost


class Ana:
    """A table in front of a client in memory, which notes what the table is given."""

    def __init__(self, game: str = "clockwork-spades", limit: int | None = None) -> None:
        found = find_game(game)
        assert found is not None
        self.host = MemoryHost(found, limit=limit)
        self.connection = self.host.seat("Ana", hosts=True)
        self.state: Following | None = None
        self.given: list[did.Input] = []
        self.waits: list[Wait] = []
        self.told: list[my.ClientInput] = []
        self.connection.tell = self._hear
        self.connection.give(my.Started())
        self.others = [Machine(self.host.seat(name)) for name in ("Ben", "Cy", "Dee")[: len(self.seats) - 1]]
        self.connection.give(Want(say.Start()))

    @property
    def seats(self) -> tuple[say.SeatShown, ...]:
        assert self.client.seats is not None
        return self.client.seats.seats

    @property
    def client(self) -> Client:
        return self.connection.client

    @property
    def shown(self) -> int:
        assert self.state is not None
        return self.state.shown

    def _hear(self, client: Client, message: Any) -> None:
        if client.game is not None:
            self.state = self.state or opened(client)
            self.run(update(self.state, Heard(client, message)))

    def ask(self, effect: do.Effect) -> list[did.Input]:
        """What the table is given when it asks for something."""
        assert self.state is not None
        before = len(self.given)
        self.run(update(self.state, Asked(effect)))
        return self.given[before:]

    def run(self, following: Followed) -> None:
        self.state, effects = following
        for effect in effects:
            match effect:
                case GiveTable(given):
                    self.given.append(given)
                case GiveClient(given):
                    self.told.append(given)
                    self.connection.give(given)
                case Wait():
                    self.waits.append(effect)

    def choose(self, rng: Random) -> None:
        """Act at the point shown, or ask for the next one."""
        assert self.state is not None
        assert self.state.game is not None
        game = self.state.game
        rules, view = game.game.rules, game.points[-1].view
        seat = rules.to_act(view)
        if seat is None:
            self.ask(do.MakeDeal())
        elif seat == self.client.seat:
            self.ask(do.Act(rng.choice(rules.legal_actions(view))))
        else:
            self.ask(do.AskBot(seat, 0.0))

    def to_own_turn(self) -> None:
        """Play until Ana has moved once and decides again."""
        rng, has_moved = Random(1), False
        while not (has_moved and self.decides):
            has_moved = has_moved or self.decides
            self.choose(rng)

    @property
    def decides(self) -> bool:
        assert self.state is not None
        game = self.state.game
        return game is not None and game.game.rules.to_act(game.points[-1].view) == self.client.seat


def test_points_that_came_before_the_table_listened_are_shown_once_it_does() -> None:
    ana = Ana()
    assert ana.client.game is not None
    at_the_beginning = replace(ana.client, game=ana.client.game._replace(points=(), meanings=()))
    state, effects = update(opened(at_the_beginning), Heard(ana.client))
    assert (state.shown, state.catches_up) == (ana.client.last, False)
    assert [type(effect) for effect in effects] == [GiveTable]


def test_a_table_that_opens_while_points_are_on_their_way_shows_the_last_of_them_alone() -> None:
    ana = Ana()
    ana.to_own_turn()
    whole = replace(ana.client, until=ana.client.last + 1)
    assert whole.game is not None
    for known in range(1, whole.until):
        partly = replace(whole, game=cut(whole.game, known - 1))
        state, effects = update(opened(partly), Heard(partly))
        assert (state.shown, effects) == (-1, ())
        state, effects = update(state, Heard(whole, say.NextPoint({})))
        assert (state.shown, state.catches_up) == (whole.last, False)
        assert [type(effect) for effect in effects] == [GiveTable]


def test_the_next_point_is_shown_when_the_table_asks_and_not_before_its_time() -> None:
    ana = Ana()
    assert ana.shown == 0
    assert ana.client.last > 0
    assert ana.ask(do.MakeDeal())
    ana.to_own_turn()
    rng = Random(2)
    while ana.decides:
        ana.choose(rng)
    shown = ana.shown
    assert ana.client.last > shown
    assert ana.ask(do.AskBot(1, 0.6)) == []
    assert ana.waits[-1].seconds == 0.6
    assert ana.state is not None
    ana.run(update(ana.state, TimeOver(ana.waits[-1].timer - 1)))
    assert ana.shown == shown
    ana.run(update(ana.state, TimeOver(ana.waits[-1].timer)))
    assert ana.shown == shown + 1


def test_a_point_that_comes_after_its_time_is_shown_when_it_comes() -> None:
    ana = Ana()
    ben = ana.others[0]
    ana.to_own_turn()
    ben.plays = False
    rng = Random(2)
    while ana.decides:
        ana.choose(rng)
    shown = ana.shown
    assert ana.ask(do.AskBot(1, 0.0)) == []
    ben.plays = True
    ben.play()
    assert ana.shown == shown + 1


def test_what_is_observed_is_the_point_shown_and_not_the_last_that_came() -> None:
    ana = Ana()
    (seen,) = ana.ask(do.Observe(0, 0))
    assert ana.client.game is not None
    assert ana.client.last > 0
    assert seen == did.Observed(remote_player(cut(ana.client.game, 0), 0))


def test_a_choice_is_sent_and_the_next_point_is_the_answer() -> None:
    ana = Ana()
    ana.to_own_turn()
    shown, told = ana.shown, len(ana.told)
    ana.choose(Random(5))
    assert isinstance(ana.told[told], Act)
    assert ana.shown == shown + 1
    moved = ana.given[-1]
    assert isinstance(moved, did.SessionMoved)
    assert moved.cause is Cause.ACTED


def test_a_choice_while_the_connection_is_cut_waits_for_it() -> None:
    ana = Ana()
    ana.to_own_turn()
    ana.host.is_down = True
    ana.host.cut(ana.connection)
    shown = ana.shown
    ana.choose(Random(5))
    assert ana.given[-1] == did.ShowNote(NOT_SENT)
    ana.choose(Random(6))
    assert ana.given[-1] == did.ShowNote(ON_ITS_WAY)
    assert ana.shown == shown
    ana.host.is_down = False
    ana.connection.give(my.PauseOver())
    assert ana.client.link is Link.HERE
    assert ana.shown == shown + 1


def test_a_refusal_says_why() -> None:
    ana = Ana()
    ana.to_own_turn()
    assert ana.state is not None
    ana.run(update(ana.state, Heard(ana.client, say.Refused("act", "It is not your turn.", 1, 2))))
    assert ana.given[-1] == did.SessionRefused("It is not your turn.")


@pytest.mark.parametrize(("limit", "words"), [(10, TIME_UP), (None, PLAYED_FOR_YOU)])
def test_what_was_played_for_the_person_is_said(limit: int | None, words: str) -> None:
    ana = Ana(limit=10)
    ana.to_own_turn()
    assert ana.state is not None
    assert ana.client.joined is not None
    if limit is None:
        joined = replace(ana.client.joined, limit=None)
        ana.connection.client = replace(ana.client, joined=joined)
    shown = ana.shown
    ana.host.time_up()
    assert ana.shown > shown
    assert did.ShowNote(words) in ana.given


def test_a_takeback_that_all_agree_to_goes_back_to_the_choice() -> None:
    ana = Ana()
    ana.to_own_turn()
    assert ana.state is not None
    assert ana.state.game is not None
    shown = ana.shown
    ana.ask(do.Travel(forward=False, over_forced=False))
    assert did.ShowNote(ASKED) in ana.given
    moves = [each for each in ana.given if isinstance(each, did.SessionMoved)]
    assert moves[-1].cause is Cause.TRAVELLED
    assert ana.shown < shown
    assert ana.given[-1] == did.ShowNote("Your move is taken back.")


def test_a_takeback_that_is_declined_is_not_asked_for_again() -> None:
    ana = Ana()
    ana.others[0].agrees = False
    ana.to_own_turn()
    shown = ana.shown
    ana.ask(do.Travel(forward=False, over_forced=False))
    assert did.ShowNote("Ben does not agree: your move stands.") in ana.given
    assert ana.ask(do.Travel(forward=False, over_forced=False)) == [did.ShowNote(DECLINED, is_refusal=True)]
    assert ana.shown == shown


def test_nothing_is_left_out_until_the_table_is_far_behind() -> None:
    ana = Ana("spades")
    seen: MemoryConnection = ana.connection
    rng = Random(4)
    while ana.shown < 12:
        before = ana.shown
        ana.choose(rng)
        assert ana.shown <= before + 1
    assert seen.client.last - ana.shown <= MOST_BEHIND


def test_a_table_that_is_far_behind_leaves_points_out() -> None:
    ana, rng = Ana("spades"), Random(4)
    while ana.client.last < 20:
        ana.choose(rng)
    assert ana.state is not None
    behind = ana.state._replace(shown=ana.client.last - MOST_BEHIND - 1, is_asked=True, waits=True)
    state, (given,) = update(behind, Heard(ana.client))
    assert isinstance(given, GiveTable)
    assert isinstance(given.given, did.SessionMoved)
    assert (state.shown, given.given.cause) == (ana.client.last, Cause.ADVANCED)
