"""Half a minute of random input on every screen. ``tests/bench/monkey.py`` does it for longer."""

from tests.bench.monkey import run


def test_half_a_minute_of_random_keys_clicks_and_sizes() -> None:
    report = run(seed=2026, seconds=30, told=lambda fault: None)
    assert report.faults == []
    assert report.events > 500
