"""Running the program as people do, in a process of its own, and games for it to read."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Protocol

import pytest

from clockspades.engine.header import Header, Seat
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import GAMES
from clockspades.saved.log import format_log
from tests import commands
from tests.commands import Ran

STARTED = "2026-11-21T10:00:00Z"


class Run(Protocol):
    """Run ``clockspades`` with these arguments, nothing to read, and these variables in its environment."""

    def __call__(self, *arguments: str | Path, **variables: str) -> Ran: ...


@pytest.fixture
def run() -> Run:
    def run_clockspades(*arguments: str | Path, **variables: str) -> Ran:
        return commands.run(arguments, None, **{"TERM": "xterm", **variables})

    return run_clockspades


def played(seats: Sequence[Seat], *, seed: int = 7, decisions: int | None = None) -> AnySession:
    """A game of Clockwork Spades with random choices, to its end or for so many decisions."""
    game, rng = GAMES[0], Random(seed)
    session: AnySession = Session(game, game.configure({}), seats)
    session.deal(rng)
    while session.to_act is not None and (decisions is None or session.at <= decisions):
        session.act(rng.choice(game.rules.legal_actions(session.state)))
    return session


def logged(session: AnySession) -> str:
    """The log of a session."""
    return format_log(Header(session.game.name, session.options, session.seats, STARTED), session)


ANA = Seat("Ana")
BEN = Seat("Ben")
TICK = Seat("Tick", "bot:random")


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A finished game of Ana against the bot Tick."""
    path = tmp_path / "finished.cslog"
    path.write_text(logged(played([ANA, TICK])), encoding="utf-8")
    return path


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    """A game of Ana against the bot Tick, six decisions long."""
    path = tmp_path / "unfinished.cslog"
    path.write_text(logged(played([ANA, TICK], decisions=6)), encoding="utf-8")
    return path


MakeFaulty = Callable[[int], Path]


@pytest.fixture
def faulty(tmp_path: Path, finished: Path) -> MakeFaulty:
    """Make a copy of the finished game with a line that is no JSON."""

    def make(line: int) -> Path:
        lines = finished.read_text(encoding="utf-8").splitlines()
        lines[line - 1] = "this is not JSON"
        path = tmp_path / f"faulty-{line}.cslog"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return make


def deal_of(session: AnySession) -> Deal:
    """The deal that a session began with."""
    deal = session.positions[1].action
    assert isinstance(deal, Deal)
    return deal
