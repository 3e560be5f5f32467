"""``rules`` and ``games``."""

from typing import Any

import pytest

from clockspades.cli.games import reflow
from clockspades.engine.game import Game, Preset
from clockspades.games.catalogue import GAMES
from tests.cli.conftest import Run
from tests.games.trick_games import SPADES


@pytest.mark.parametrize("named", [True, False])
def test_rules_are_printed_as_they_are_written(run: Run, named: bool) -> None:
    ran = run("rules", *[GAMES[0].name] * named)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == GAMES[0].rules_text()


def test_every_game_is_listed_with_its_options_and_bots(run: Run) -> None:
    ran = run("games")
    assert (ran.status, ran.err) == (0, "")
    for game in GAMES:
        assert f"{game.name}: {game.title}, " in ran.out
        assert all(f"  {preset.name}: {preset.title}. " in ran.out for preset in game.presets[1:])
        told = " ".join(ran.out.split())
        for bot, known in game.bots.items():
            assert f" bot:{bot}: {known.level.capitalize()}: {known.name}, " in told
        assert all(f". {known.words} " in told for known in game.bots.values())
        for option in game.options:
            assert f"  --option {option.key}=" in ran.out
    assert "clockwork-spades: Clockwork Spades, 2 players\n" in ran.out
    assert "  --option rules=pagat|gamerules (default: pagat): " in ran.out
    assert "  --option first=0|1 (default: 0; random with rules=gamerules): " in ran.out
    assert "  --option dealer=0..3 (default: random; 0 in simulate): " in ran.out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_fit_a_terminal_of_80_columns_as_they_are(game: Game[Any, Any, Any]) -> None:
    assert max(map(len, game.rules_text().splitlines())) <= 80


@pytest.mark.parametrize("width", [30, 50, 80])
def test_reflow_fits_the_width_and_loses_no_word(width: int) -> None:
    text = GAMES[0].rules_text()
    set_text = reflow(text, width)
    assert max(map(len, set_text.splitlines())) <= width
    assert set_text.split() == text.split()


def test_reflow_keeps_headings_paragraphs_and_items_apart() -> None:
    text = "# A heading\n\nOne two\nthree.\n\n- one item\n  of two lines\n- another\n\n1. a first\n2. a second, longer"
    assert reflow(text, 20) == (
        "# A heading\n\nOne two three.\n\n- one item of two\n  lines\n- another\n\n1. a first\n2. a second, longer"
    )


@pytest.mark.parametrize("preset", SPADES.presets[1:], ids=[preset.name for preset in SPADES.presets[1:]])
def test_what_a_preset_of_spades_changes_comes_first_and_nothing_is_lost(run: Run, preset: Preset) -> None:
    """Whoever opens the rules of whiz learns whiz, then Spades."""
    out = run("rules", preset.name).out
    assert out.startswith(f"# {preset.title}\n\n")
    assert f"\n\n## {SPADES.title}\n\n" in out
    assert sorted(out.split()) == sorted([*SPADES.rules_text().split()])
