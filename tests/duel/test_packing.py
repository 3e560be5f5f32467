"""The moves of games as numbers."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.duel import packing
from clockspades.duel.packing import DuelError, pack, unpack
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header, Seat
from clockspades.engine.rules import Deal
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.log import format_log, load
from tests.conformance.golden import golden_logs
from tests.duel.duel_games import folder, play, read

GOLDEN = [pytest.param(path, id=f"{game.name}/{path.stem}") for game in GAMES for path in golden_logs(game)]
SEATS = (Seat("Ana"), Seat("Tick", "bot:random"))
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@pytest.mark.parametrize("path", GOLDEN)
def test_every_golden_log_packs_and_unpacks_to_itself(path: Path) -> None:
    loaded = load(path, find_game)
    session = loaded.session
    deals = [at.action for at in session.positions if isinstance(at.action, Deal)]
    again = unpack(session.game, session.options, session.seats, 0, pack(session), deals)
    header = Header(session.game.name, session.options, session.seats, loaded.header.started, loaded.header.extra)
    assert format_log(header, again) == format_log(header, session)


@every_game
def test_a_game_packs_and_unpacks_with_the_deals_of_its_number(game: AnyGame, tmp_path: Path) -> None:
    session = read(play(folder(tmp_path), game=game, number=11)).session
    again = unpack(game, session.options, session.seats, 11, pack(session))
    assert again.positions == session.positions


@given(st.integers(0, 1 << 400))
def test_any_number_is_one_game_or_none(moves: int) -> None:
    game = GAMES[0]
    options = game.configure({})
    found, why = None, ""
    try:
        found = unpack(game, options, SEATS, 7, moves)
    except DuelError as error:
        why = str(error)
    if found is None:
        assert why == "the line has moves after the end of its game"
    else:
        assert found.outcome is not None
        assert pack(found) == moves


def test_a_game_that_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = read(play(folder(tmp_path))).session
    moves = pack(session)
    monkeypatch.setattr(packing, "MOST_ACTIONS", 5)
    with pytest.raises(DuelError, match="too long for a line"):
        pack(session)
    with pytest.raises(DuelError, match="never ends"):
        unpack(session.game, session.options, session.seats, 7, moves)
