"""What is said of a deal that was played before."""

from datetime import date
from pathlib import Path

import pytest

from clockspades.engine.standing import LOOKS_AHEAD
from clockspades.saved.archive import Earlier, announcement

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("started", "words"),
    [
        ("2026-11-12T12:00:00Z", "You have played this deal before, on 12 November: it does not count."),
        ("2025-11-12T12:00:00Z", "You have played this deal before, on 12 November 2025: it does not count."),
        ("2026-11-22T12:00:00Z", "You have already played this deal today: it does not count."),
        ("2026-11-12", "You have played this deal before, on 12 November: it does not count."),
        ("", "You have played this deal before: it does not count."),
        ("long ago", "You have played this deal before: it does not count."),
        ("9999-12-31T23:59:59-23:00", "You have played this deal before: it does not count."),
    ],
)
def test_it_is_announced_with_the_day_of_the_last_game(
    monkeypatch: pytest.MonkeyPatch, started: str, words: str
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    assert announcement(Earlier(Path("game.cslog"), started), TODAY) == words
    assert announcement(Earlier(Path("game.cslog"), started, looks_ahead=True), TODAY) == LOOKS_AHEAD
