"""Settings for tests in which a person plays."""

from pathlib import Path

import pytest

from clockspades.saved.settings import FILE


@pytest.fixture
def asked(home: Path) -> None:
    """The game asks for forced moves, so that it never moves on while a test looks at it."""
    home.mkdir()
    (home / FILE).write_text('forced_plays = "ask"\n')
