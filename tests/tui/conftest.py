"""What the tests of the screens share: where games are kept, and a game that is kept there."""

from types import SimpleNamespace

import pytest
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from clockspades.tui import navigator
from clockspades.tui.screens import result_screen as result
from clockspades.tui.screens import review_screen as review
from clockspades.tui.screens import statistics
from tests.tui.idle import wait_for_idle, wait_for_screen
from tests.tui.parsed import parse_rules
from tests.tui.reviews import made_up, made_up_own, without_mistakes
from tests.tui.seated import ANA, GAME, TICK, begun


@pytest.fixture
def archive() -> Archive:
    """The saved games of this test, none so far."""
    return Archive(find_game)


@pytest.fixture
def saved_session(archive: Archive) -> AnySession:
    """A seeded game of Ana against a bot, begun and kept in the archive."""
    return begun(archive, GAME, (ANA, TICK), seed=7)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pilot wait for the application, not for a while, and no style sheet be parsed twice.

    Keys count as soon as a screen is there. Reviews are made up, as the threads of these screens would compute for
    longer than most tests.
    """
    monkeypatch.setattr(result, "kept_review", without_mistakes)
    monkeypatch.setattr(review, "kept_review", made_up)
    monkeypatch.setattr(statistics, "review_own", made_up_own)
    monkeypatch.setattr("textual.pilot.wait_for_idle", wait_for_idle)
    monkeypatch.setattr("textual.app.wait_for_idle", wait_for_idle)
    monkeypatch.setattr(Pilot, "_wait_for_screen", wait_for_screen)
    monkeypatch.setattr(Stylesheet, "_parse_rules", parse_rules)
    monkeypatch.setattr(navigator, "gc", SimpleNamespace(unfreeze=lambda: None))  # see Watched._collect_garbage
    for wait in ("HELD", "AHEAD"):
        monkeypatch.setattr(f"clockspades.tui.textual_fixes.input_gate.{wait}", 0.0)
