"""A long game: its events are observed and put in words once, and nobody is shown what another observed."""

from random import Random
from typing import Any

import pytest

from clockspades.engine.session import AnySession, Session
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.clogs.clogs_table import ClogsTableRules
from clockspades.games.spades import spades_table
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.table.log_view import CachedLines, log_lines
from clockspades.table.model import AnyPlayerView, Selection, TableModel, player_view
from tests.games.trick_games import CLOGS, SPADES, seated_at

LOG_STYLES = {CLOGS: ClogsTableRules.log_style, SPADES: spades_table.SpadesTableRules.log_style}
every_game = pytest.mark.parametrize("game", [CLOGS, SPADES], ids=["clogs", "spades"])
EYES = (0, None, 1, 3)


def go_on(session: AnySession, rng: Random, actions: int) -> None:
    """Play at random, unless the game is over."""
    for _ in range(actions):
        if session.outcome is None:
            session.deal(rng)
            session.act(rng.choice(session.game.rules.legal_actions(session.state)))


def begun(game: ClogsGame | SpadesGame) -> tuple[AnySession, Random]:
    """A game of four, some deals long."""
    rng = Random(4)
    session: AnySession = Session(game, game.configure({"players": 4}), seated_at(game, players=4))
    session.may_peek = True
    go_on(session, rng, 150)
    return session, rng


def player(session: AnySession, eyes: int | None, *, all_open: bool = False) -> AnyPlayerView:
    return player_view(session, eyes or 0, eyes, active=False, all_open=all_open)


def observed(session: AnySession, eyes: int | None) -> tuple[Any, ...]:
    """What happened as a seat observes it, observed anew."""
    return tuple(session.events(point, eyes) for point in range(1, session.at + 1))


@every_game
def test_each_seat_sees_its_own_history_wherever_the_game_goes(game: ClogsGame | SpadesGame) -> None:
    session, rng = begun(game)
    for step in range(30):
        for eyes in EYES:
            assert player(session, eyes).history == observed(session, eyes)
        whole = tuple(position.events for position in session.positions[1 : session.at + 1])
        assert player(session, 1, all_open=True).history == whole
        if step % 3 == 2:
            session.undo()
            session.undo()
            for eyes in EYES[step % 2 :]:  # not all of them see the point that it goes back to
                assert player(session, eyes).history == observed(session, eyes)
        go_on(session, rng, 1 + step % 4)
    for point in (3, session.last, 0, 20):
        session.go_to(point)
        for eyes in EYES:
            assert player(session, eyes).history == observed(session, eyes)


@every_game
def test_what_was_seen_is_not_observed_again(game: ClogsGame | SpadesGame, monkeypatch: pytest.MonkeyPatch) -> None:
    session, rng = begun(game)
    seen: dict[int | None, list[Any]] = {0: [], None: []}
    observe = game.rules.observe_event

    def noted(event: Any, seat: int | None) -> Any:
        seen[seat].append(event)
        return observe(event, seat)

    player(session, 0)
    begins = session.at
    monkeypatch.setattr(game.rules, "observe_event", noted)
    for _ in range(20):
        go_on(session, rng, 1)
        player(session, 0)
        player(session, 0)
    session.go_to(40)
    player(session, 0)
    after = session.positions[begins + 1 :]
    assert seen[0] == [event for position in after for event in position.events]
    acted = (position for position in after if position.seat is not None)
    assert seen[None] == [event for position in acted for event in position.events], "for what actions show"


@every_game
def test_a_game_is_told_alike_from_memory_whoever_looks(game: ClogsGame | SpadesGame) -> None:
    session, rng = begun(game)
    memory: list[CachedLines] = []
    for step in range(40):
        shown = player(session, EYES[step // 2 % 4], all_open=step % 7 == 0)
        shown = shown._replace(remarks=((0, "At first."), (session.at, "And now.")) if step % 2 else ())
        model = TableModel(shown, Selection(in_flight=step % 5 == 0))
        assert log_lines(model, LOG_STYLES[game], memory) == log_lines(model, LOG_STYLES[game])
        if step % 4 == 3:
            session.undo()
        elif step % 9 == 8:
            session.go_to(session.at // 2)
        else:
            go_on(session, rng, 1)
