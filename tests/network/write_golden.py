"""Writes the golden messages: ``python -m tests.network.write_golden``. They belong to version 1 and never change.

For each game they are the points of its golden logs that have something on the wire that no point before had.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from clockspades.engine.game import AnyGame
from clockspades.engine.options import Json
from clockspades.games.catalogue import GAMES
from clockspades.network.wire.form import wire_form, write_point
from tests.conformance.golden import golden_logs
from tests.network.network_games import onlookers, read, seen_points

GOLDEN: Final = Path(__file__).parent / "golden"


def golden_messages(game: AnyGame) -> str:
    """The golden messages of a game, one to a line."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in _messages(game))


def _messages(game: AnyGame) -> Iterator[Json]:
    known: set[str] = set()
    for path in sorted(golden_logs(game), key=lambda path: _has_added_options(game, path)):
        session = read(path)
        for eyes in onlookers(session):
            before = None
            for number, point in enumerate(seen_points(session, eyes)):
                written = write_point(game, point, eyes, before)
                before = point.view
                features = {*_features(written)}
                action = session.position(number).action
                done = None if point.seat is None or action is None else wire_form(game).write_action(action)
                if not features <= known:
                    yield {"log": path.stem, "seat": eyes, "done": done, "point": written}
                known |= features


def _has_added_options(game: AnyGame, path: Path) -> bool:
    """Whether a game has options that version 1 did not know at first: what it shows comes after all else."""
    return any(read(path).options[key] != value for key, value in game.added_options.items())


def _features(value: Json, path: str = "") -> Iterator[str]:
    """What is on the wire: keys, and at each the kinds of its values, words among them, but no cards and numbers."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _features(item, f"{path}.{key}")
    elif isinstance(value, list):
        for item in value:
            yield from _features(item, f"{path}[]")
    else:
        yield f"{path} {value if isinstance(value, str) and value.islower() else type(value).__name__}"


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for game in GAMES:
        (GOLDEN / f"{game.name}.jsonl").write_text(golden_messages(game), encoding="utf-8")


if __name__ == "__main__":
    main()
