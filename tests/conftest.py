"""What every test shares: a home of its own, and generated examples that are the same on every machine."""

import gc
import os
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


def pytest_collection_finish() -> None:
    """Collect garbage rarely, and not among modules and tests, which last as long as the run: it took a fifth of it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


def pytest_xdist_auto_num_workers() -> int:
    """With ``-n auto``, one worker more than there are cores: tests in a terminal wait more than they compute."""
    return (os.cpu_count() or 1) + 1
