"""What the tests of the screens share: where games are kept, and a game that is kept there."""

import pytest

from clockspades.engine.archive import Archive
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from tests.tui.seated import ANA, GAME, TICK, begun


@pytest.fixture
def archive() -> Archive:
    """The saved games of this test, none so far."""
    return Archive(find_game)


@pytest.fixture
def saved_session(archive: Archive) -> AnySession:
    """A seeded game of Ana against a bot, begun and kept in the archive."""
    return begun(archive, GAME, (ANA, TICK), seed=7)
