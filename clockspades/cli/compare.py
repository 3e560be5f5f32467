"""``compare``, and both games of a ``duel``: two games of the same deal, where they parted, and what that gained."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from clockspades.branches.branches import load_to_show
from clockspades.cli.output import progress_bar, say, say_json
from clockspades.cli.voice import reader
from clockspades.compare import Comparison, Parting, describe
from clockspades.compare import compare as compare_logs
from clockspades.engine.options import Json
from clockspades.engine.rules import OUTCOMES
from clockspades.games.catalogue import find_game
from clockspades.review.review import Gain, gain_of

if TYPE_CHECKING:
    from clockspades.duel.duel import OpenedDuel


def compare(one: Path, other: Path, *, as_json: bool) -> int:
    """Print how two finished games of the same deal compare; the exit status.

    LogError if a log cannot be read or is not finished, or if the games are not of the same deal.
    """
    comparison = compare_logs(load_to_show(one, find_game), load_to_show(other, find_game))
    if as_json:
        say_json(_as_json(comparison, _gains(comparison)))
    else:
        reader()(comparison_text(comparison))
    return 0


def comparison_text(comparison: Comparison) -> str:
    return "\n".join(describe(comparison, _gains(comparison)))


def tell_duel(opened: "OpenedDuel") -> int:
    """Print how both games went, whether the bots made their own moves, and the line to send back if there is one.

    Returns the exit status.
    """
    from clockspades.duel.duel_words import bots_words, opened_model

    with progress_bar(opened.comparison.games[1].last) as tell:
        bots = bots_words(opened, opened.other_bot_move(tell))
    _, then = opened_model(opened).sentences
    reader()("\n".join([comparison_text(opened.comparison), "", bots, then]))
    if opened.line:
        say(opened.line)
    return 0


def _gains(comparison: Comparison) -> dict[Parting, Gain]:
    gains: dict[Parting, Gain] = {}
    with progress_bar(len(comparison.partings)) as tell:
        for done, parting in enumerate(comparison.partings, 1):
            found = gain_of(comparison.games[0], parting.points[0], *comparison.actions(parting))
            if found is not None:
                gains[parting] = found
            tell(done)
    return gains


def _as_json(comparison: Comparison, gains: Mapping[Parting, Gain]) -> dict[str, Json]:
    outcomes = [game.end.outcome for game in comparison.games]
    return {
        "players": [player._asdict() for player in comparison.players],
        "results": [OUTCOMES.write(outcome) for outcome in outcomes],
        "better": comparison.better,
        "shared": comparison.shared,
        "partings": [
            {
                "points": list(parting.points),
                "seat": parting.seat,
                "actions": [action.as_json() for action in comparison.actions(parting)],
                "gain": gains[parting].as_json() if parting in gains else None,
            }
            for parting in comparison.partings
        ],
    }
