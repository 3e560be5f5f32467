"""What the tests of reviews share."""

import pytest

from clockspades.bots import sampling
from clockspades.review import review


@pytest.fixture
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews are as exact with few samples; only their errors are greater."""
    monkeypatch.setattr(sampling, "LEAST", 2)
    monkeypatch.setattr(review, "CHOICES", 0.5)
    monkeypatch.setattr(review, "OTHERS", 0.5)
    monkeypatch.setattr(review, "CHANCES", 0.5)
