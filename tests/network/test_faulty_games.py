"""A club of three processes and one Redis: no fault loses an action that was confirmed, or plays one twice."""

import sys
from pathlib import Path

import pytest

from tests.network.faulty_games import FAULTS, run
from tests.network.redis_server import needs_redis

pytestmark = [needs_redis, pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")]


async def test_tables_survive_one_fault_of_each_kind(tmp_path: Path) -> None:
    faults = [fault for fault in FAULTS if fault not in ("pause", "hang")]  # a freeze is a pause too
    outcome = await run(tmp_path, tables=4, seconds=0, seed=3, think=(0.05, 0.15), settle=0.8, faults=faults)
    assert outcome.notes.wrong == []
    assert len({each.what for each in outcome.notes.faults}) == len(faults) + 3  # the start, and two that begin again
    assert len(outcome.games) >= 4
    assert outcome.confirmed > 100
    assert outcome.back, "nobody was cut off"
