"""The programs that measure: they say what they need, and need nothing else."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.network.redis_server import needs_redis

BENCH = Path(__file__).parent / "bench"
PROGRAMS = sorted(path.name for path in BENCH.glob("*.py") if "__main__" in path.read_text(encoding="utf-8"))


def measure(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCH / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


EXPLAIN = f"""
import runpy, sys
sys.modules["pyte"] = None
for name in {PROGRAMS!r}:
    sys.argv = [name, "--help"]
    try:
        runpy.run_path({str(BENCH)!r} + "/" + name, run_name="__main__")
    except SystemExit as end:
        print(name, "ended with", end.code)
"""


def test_each_explains_itself_without_what_only_the_tests_need() -> None:
    told = subprocess.run([sys.executable, "-c", EXPLAIN], capture_output=True, text=True, timeout=600, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    rest = told.stdout
    for name in PROGRAMS:
        explained, _, rest = rest.partition(f"{name} ended with 0\n")
        assert f"python tests/bench/{name}" in explained


@needs_redis
@pytest.mark.thorough
def test_the_growth_of_a_club_is_measured() -> None:
    options = ("--only", "files, 1 process, fast", "--fast", "2", "--seconds", "2", "--rounds", "1", "--clients", "1")
    told = measure("growth.py", *options)
    assert told.returncode == 0, told.stderr
    assert re.search(r"\n\| files, 1 process, fast, 2 tables[\\*]* \| [0-9,.]+ \|", told.stdout)
    assert "1.00 (1.00 to 1.00)" in told.stdout


def test_growth_with_redis_is_measured_only_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    told = measure("growth.py")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("growth.py: redis-server is not installed here: ")
    assert "Traceback" not in told.stderr


@pytest.mark.thorough
def test_latency_needs_no_other_program() -> None:
    told = measure("latency.py", "--rounds", "1", "--starts", "1", "--presses", "2")
    assert (told.returncode, told.stderr) == (0, "")
    figures = r"table +[0-9.]+ ms   bare +[0-9.]+ ms   ratio [0-9.]+ \(.*\)\n"
    assert re.fullmatch(
        rf"launch  {figures}key     {figures}"
        r"a launch brings at most \d+ bytes\na key brings 1 frame\(s\), at most \d+ bytes\n",
        told.stdout,
    )


def test_strength_tells_the_same_wherever_the_games_are_played() -> None:
    alone, two = (measure("strength.py", "--bots", "random,random", "--pairs", "8", "--jobs", jobs) for jobs in "12")
    assert (alone.returncode, alone.stderr, two.returncode, two.stderr) == (0, "", 0, "")
    figures = alone.stdout.splitlines()[:-1]
    assert figures == two.stdout.splitlines()[:-1], "all but the time of a choice"
    assert figures[1] == "  share     random 50.00 % ± 0.00, random 50.00 % ± 0.00", "both are the same bot"
    assert figures[3] == "  Elo       random +0 ± 0"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("strength.py clock --option variant=watch --pairs 8", " of 8; 0 drawn"),
        ("spades.py --bots policy,random --scores 200,320 --pairs 4", "blind nils: made "),
        (f"spades.py cutthroat --bots policy,policy --against {BENCH.parents[1]} --pairs 2", "+0.00 ± 0.00"),
        ("texts.py table", "== table/advice.py\n"),
    ],
)
def test_others_measure_too(command: str, words: str) -> None:
    told = measure(*command.split())
    assert (told.returncode, told.stderr) == (0, "")
    assert words in told.stdout


@pytest.mark.parametrize("name", ["strength.py", "spades.py"])
def test_two_bots_are_to_be_named(name: str) -> None:
    told = measure(name, "--bots", "random")
    assert told.returncode == 2
    assert "name two of random, " in told.stderr
