"""Logs for tests: a golden one, its lines, and files made of lines."""

import json
import shutil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from clockspades.cards import format_cards
from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import STOCK
from clockspades.saved.archive import Archive, Skimmed
from clockspades.saved.log import format_log

GAME = ClockworkSpades()
SEATS = (Seat("Ana"), Seat("Tick", "bot:random"))
STARTED = "2026-11-21T10:00:00Z"
DEAL: dict[str, Any] = {"do": "deal", "cards": format_cards(STOCK)}
"""Unshuffled: Ana holds the ace, two and three of clubs and must play them, and then Tick the four, five and six."""


def header_line(**changes: Any) -> dict[str, Any]:
    """The header, with some keys changed; None leaves one out."""
    line = {
        "clockspades": 2,
        "game": "clockwork-spades",
        "options": {"rules": "pagat", "first": 0},
        "seats": [{"name": "Ana", "kind": "human"}, {"name": "Tick", "kind": "bot:random"}],
        "started": STARTED,
        **changes,
    }
    return {key: value for key, value in line.items() if value is not None}


def written(path: Path, *lines: dict[str, Any] | bytes) -> Path:
    """A file of these lines; bytes stand in it as they are."""
    path.write_bytes(b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines))
    return path


def header(options: dict[str, Any] | None = None) -> Header:
    return Header(GAME.name, GAME.configure(options or {}), SEATS, STARTED)


def game_of(seed: int, options: dict[str, Any] | None = None) -> AnySession:
    """A whole random game."""
    rng = Random(seed)
    session: AnySession = Session(GAME, GAME.configure(options or {}), SEATS)
    session.deal(rng)
    while session.to_act is not None:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    return session


def whole_log(seed: int = 1) -> list[bytes]:
    """The lines of a finished game's log, each with its line break."""
    return format_log(header(), game_of(seed)).encode().splitlines(keepends=True)


def skimmed(path: Path) -> Skimmed | None:
    """What the index tells of a log; None if its game is not finished, or its result is none."""
    found = told(path)
    return None if found is None or found.outcome is None else found


def told(path: Path) -> Skimmed | None:
    """What the index tells of a log, whatever its file; None if its header cannot be read."""
    with TemporaryDirectory() as home:
        archive = Archive(find_game, Path(home, "games"))
        archive.directory.mkdir()
        if path.is_file():
            shutil.copy(path, archive.directory / "game.cslog")
        found = next(archive.skim("1"), None)
        return found and found._replace(entry=found.entry._replace(path=Path(), changed=0))


def kept_game(archive: Archive) -> Path:
    """A finished game, kept in an archive that is empty."""
    archive.directory.mkdir(parents=True)
    return written(archive.directory / "game.cslog", *whole_log())
