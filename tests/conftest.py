"""What every test shares: a home of its own, and generated examples that are the same on every machine."""

from pathlib import Path

import pytest
from hypothesis import settings

from clockspades.engine.archive import HOME_VARIABLE

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory in which the program keeps everything during one test."""
    directory = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(directory))
    return directory
