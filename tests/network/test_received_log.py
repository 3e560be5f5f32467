from pathlib import Path

import pytest

from clockspades.games.catalogue import GAMES, find_game
from clockspades.network.client.client import NO_LEDGER
from clockspades.network.client.received_log import ReceivedLogError, keep_log
from clockspades.network.client.remote_game import RemoteGame
from clockspades.saved.log import load
from tests.cli.conftest import ANA, BEN, logged, played
from tests.network.network_games import seen_points

SESSION = played([ANA, BEN])
SEEN = RemoteGame(GAMES[0], SESSION.options, SESSION.seats, 0, points=tuple(seen_points(SESSION, 0)))


def test_the_log_of_the_game_that_was_seen_is_saved_once(tmp_path: Path) -> None:
    kept = keep_log(logged(SESSION), SEEN, tmp_path / "games", NO_LEDGER)
    path, fault = kept
    assert load(path, find_game).finished
    assert fault == ""
    assert keep_log(logged(SESSION), SEEN, tmp_path / "games", NO_LEDGER) == kept
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.parametrize(
    "text",
    [
        "", "hello", "\x00" * 100, logged(played([ANA, BEN], seed=8)), logged(played([BEN, ANA])),
        logged(SESSION).rpartition("\n{")[0], logged(SESSION)[:-40],
    ],
)  # fmt: skip
def test_another_log_is_not_saved(text: str, tmp_path: Path) -> None:
    with pytest.raises(ReceivedLogError) as caught:
        keep_log(text, SEEN, tmp_path, NO_LEDGER)
    assert str(caught.value).endswith(".")
    assert [*tmp_path.iterdir()] == []


def test_a_log_with_another_card_is_not_saved(tmp_path: Path) -> None:
    point = SEEN.points[5]._replace(view=SEEN.points[4].view)
    seen = SEEN._replace(points=(*SEEN.points[:5], point, *SEEN.points[6:]))
    with pytest.raises(ReceivedLogError, match="differs from what you saw, first at point 5"):
        keep_log(logged(SESSION), seen, tmp_path, NO_LEDGER)


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReceivedLogError, match="can't be saved"):
        keep_log(logged(SESSION), SEEN, tmp_path / "file", NO_LEDGER)
