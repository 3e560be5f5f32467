"""A club of three processes and one Redis: no fault loses an action that was confirmed, or plays one twice."""

import sys
from pathlib import Path

import pytest

from tests.network.faulty_games import FAULTS, run
from tests.network.redis_server import needs_redis

pytestmark = [needs_redis, pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")]


async def test_tables_survive_one_fault_of_each_kind(tmp_path: Path) -> None:
    outcome = await run(tmp_path, tables=4, seconds=0, seed=3, think=(0.05, 0.15), settle=1)
    assert outcome.notes.wrong == []
    assert len({fault.what for fault in outcome.notes.faults}) == len(FAULTS) + 3  # the start, and two that begin again
    assert len(outcome.games) >= 4
    assert outcome.confirmed > 100
    assert outcome.back, "nobody was cut off"
