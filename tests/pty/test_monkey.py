"""Fifteen hundred random inputs, twice as fast as ``python -m tests.pty.monkey`` sends them for longer."""

import pytest

from tests.pty import monkey


def test_random_bytes_keys_clicks_and_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monkey, "RATE", 2 * monkey.RATE)
    report = monkey.run(seed=2026, seconds=600, told=lambda fault: None, most=1500)
    assert report.faults == []
    assert report.events >= 1500
    assert len(report.screens) > 3
