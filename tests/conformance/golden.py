"""The golden logs: games kept in ``tests/logs``, each with what happened in it in words."""

from pathlib import Path
from typing import Any

from clockspades.engine.game import Game
from clockspades.engine.options import known_options
from clockspades.engine.session import AnySession
from clockspades.saved.log import SUFFIX

LOGS = Path(__file__).parent.parent / "logs"
WORDS = ".txt"
"""The suffix of the transcript beside a log."""


def golden_logs(game: Game[Any, Any, Any]) -> list[Path]:
    """The golden logs of a game, by name; AssertionError if it has none."""
    paths = sorted((LOGS / game.name).glob(f"*{SUFFIX}"))
    assert paths, f"{game.name} has no golden log: `python -m tests.conformance.write_golden {game.name}` writes them"
    return paths


def transcript(session: AnySession) -> str:
    """A whole game in words: each prompt, the action that answered it, and what came of it."""
    game, names = session.game, session.names
    options = ", ".join(f"{key} {value}" for key, value in known_options(session.options, game.added_options).items())
    lines = [f"{game.title} ({options}): {', '.join(names)}"]
    for number, position in enumerate(session.positions):
        if position.action is not None:
            who = "" if position.seat is None else f"{names[position.seat]}: "
            arguments = "".join(f" {value}" for value in position.action.arguments().values())
            lines.append(f"{number}. {who}{position.action.do}{arguments}")
        lines += [f"   {words}" for event in position.events if (words := game.words.describe(event, names))]
        lines.append(f"   > {game.words.prompt(position.state, names)}")
    return "\n".join(lines) + "\n"
