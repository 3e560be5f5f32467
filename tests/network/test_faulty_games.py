"""A club of three processes and one Redis: no fault loses an action that was confirmed, or plays one twice."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.network.faulty_games import FAULTS, run
from tests.network.redis_server import needs_redis

pytestmark = [needs_redis, pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")]


@pytest.mark.parametrize("faults", [("kill", "program"), pytest.param(FAULTS, marks=pytest.mark.thorough)])
async def test_tables_survive_faults(tmp_path: Path, faults: Sequence[str]) -> None:
    notes = await run(tmp_path, tables=4, seconds=0, seed=3, thinks=(0.05, 0.15), settle=0.8, faults=faults)
    assert notes.wrong == []
    assert len({each.what for each in notes.faults}) > len(faults)
    assert notes.games >= 4
    assert notes.confirmed > 50
    assert notes.returns, "nobody was cut off"
