"""What the bots of saved games are called: the deal names them, and after that everybody keeps their name."""

from pathlib import Path
from random import Random

import pytest

from clockspades.engine.characters import BEST_ONES
from clockspades.engine.header import Seat
from clockspades.engine.seating import fill_seats, play_on_seats
from clockspades.engine.session import AnySession
from clockspades.engine.standing import BRANCH_KEY
from clockspades.games.catalogue import find_game
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.series import Series

GAME = ClogsGame()
OPTIONS = GAME.configure({"players": 3, "target": 5})
ANA = Seat("Ana")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(find_game, tmp_path)


def begun(archive: Archive, number: int | None = 12345, *people: Seat, series: Series | None = None) -> AnySession:
    seats = fill_seats(GAME, OPTIONS, people or (ANA,))
    return archive.begin(GAME, OPTIONS, seats, Random(1), number=number, series=series)


def finished(session: AnySession) -> AnySession:
    rng = Random(1)
    while session.outcome is None:
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))
        session.deal(rng)
    session.close()
    return session


def test_the_header_has_the_names_that_the_deal_gives(archive: Archive) -> None:
    begun(archive).close()
    header = load(archive.entries()[0].path, find_game).header
    assert header.seats == (ANA, Seat("Verge", "bot:steady"), Seat("Crown", "bot:steady"))


def test_a_bot_that_takes_over_in_a_branch_is_named(archive: Archive) -> None:
    session = begun(archive, 7, ANA, Seat("Pip", "bot:random"), Seat("Tick", "bot:random"))
    session.close()
    branch = archive.fork(session, play_on_seats(GAME, session.seats, 0), marks={BRANCH_KEY: True})
    branch.close()
    ana, new, given = branch.seats
    assert (ana, given) == (ANA, Seat("Tick", "bot:steady"))
    assert (new.kind, new.name in BEST_ONES) == ("bot:steady", True)
