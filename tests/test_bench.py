"""The programs that measure: they say what they need, and need nothing else."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import growth_plan
from tests.network.redis_server import needs_redis

BENCH = Path(__file__).parent / "bench"
PROGRAMS = sorted(path.name for path in BENCH.glob("*.py") if "__main__" in path.read_text(encoding="utf-8"))


def measure(name: str, *arguments: str, without: str = "") -> subprocess.CompletedProcess[str]:
    """Run one of the programs, ``without`` a module that is then not installed."""
    code = f"import runpy, sys; {f'sys.modules[{without!r}] = None; ' if without else ''}"
    code += f"sys.argv = {[name, *arguments]}; runpy.run_path({str(BENCH / name)!r}, run_name='__main__')"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False)


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


@pytest.mark.parametrize(
    ("name", "without"), [("idle.py", "pyte"), ("reducer.py", "pyspiel"), ("rollouts.py", "pyspiel")]
)
def test_what_is_not_installed_is_one_sentence(name: str, without: str) -> None:
    told = measure(name, without=without)
    assert (told.returncode, told.stdout) == (2, "")
    assert "is not installed here: `pip install -e '.[test]'` installs " in told.stderr
    assert "Traceback" not in told.stderr


def test_a_table_server_is_compared_only_where_node_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    told = measure("network.py", "--peer")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "network.py: node or npm is not installed here, and --peer needs both\n"


@needs_redis
def test_the_growth_of_a_club_is_measured() -> None:
    told = measure(
        "growth.py",
        "--only",
        "files, 1 process, fast",
        "--fast",
        "2",
        "--seconds",
        "2",
        "--rounds",
        "1",
        "--clients",
        "1",
    )
    assert told.returncode == 0, told.stderr
    assert re.search(r"\nfiles, 1 process, fast, 2 tables[ *] +[0-9,.]+ ", told.stdout)
    assert "1.00 (1.00-1.00)" in told.stdout
    assert " bytes to the clients, " in told.stdout


def test_larger_clubs_are_reckoned_from_what_a_table_takes(capsys: pytest.CaptureFixture[str]) -> None:
    same = {"actions": 25.0, "server": 0.02, "redis": 0.01, "memory": 100.0, "grown": 1000.0, "sent": 2000.0}
    same |= {"per core": 1250.0, "bytes": 150.0, "record": 120.0, "opening": 6.0, "bots": 0.75}
    names = ("files, 1 process", "redis, 1 process", "redis, 2 processes", "files, 1 process, TLS")
    rows = {f"{name}, {tables} tables": same for name in names for tables in ("100", "fast, 8")}
    rows["redis, 2 processes, 100 tables"] = same | {"server": 0.03, "memory": 150.0}
    rows["files, 1 process, 3 bots, 4 tables"] = same | {"actions": 20.0}
    unit = growth_plan.units(rows, tables=100, some=100, fast=8, bots=4)
    assert unit.carried == pytest.approx(2 * 0.01 / 100), "half of the connections were carried"
    assert unit.bot == pytest.approx(0.05), "three of four actions were those of bots"
    growth_plan.print_plan(unit)
    told = capsys.readouterr().out
    assert "| people | 4,000 | 40,000 | 400,000 | 4,000,000 |\n" in told
    assert "| server processes, a core each | 1 | 7 | 67 | 667 |\n" in told, "10,000 × 0.4 ms, 60% busy"
    assert "10,000 × 0.40 ms = 4.0 cores, and if each is 60% busy, that is 7 processes." in told
    assert "10,000 × 0.250 × 2,000 bytes × 8 = 40 Mbit/s" in told


def test_growth_with_redis_is_measured_only_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    told = measure("growth.py")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("growth.py: redis-server is not installed here: ")
    assert "Traceback" not in told.stderr


def test_rollouts_are_compared_with_those_of_another_program() -> None:
    pytest.importorskip("pyspiel")
    told = measure("rollouts.py", "--rounds", "2", "--seconds", "0.01")
    assert (told.returncode, told.stderr) == (0, "")
    assert re.search(r"ours, by the policy +[0-9,]+ +1\.00 \(1\.00-1\.00\)", told.stdout)
    assert re.search(r"OpenSpiel, wholly in C\+\+ +[0-9,]+ ", told.stdout)


def test_latency_needs_no_other_program() -> None:
    told = measure("latency.py", "--rounds", "1", "--starts", "1", "--presses", "2")
    assert (told.returncode, told.stderr) == (0, "")
    figures = r"table +[0-9.]+ ms   bare +[0-9.]+ ms   ratio [0-9.]+ \(.*\)\n"
    assert re.fullmatch(
        rf"launch  {figures}key     {figures}a key brings 1 frame\(s\), at most \d+ bytes\n", told.stdout
    )


def test_strength_tells_the_same_wherever_the_games_are_played() -> None:
    alone, two = (measure("strength.py", "--bots", "random,random", "--pairs", "8", "--jobs", jobs) for jobs in "12")
    assert (alone.returncode, alone.stderr, two.returncode, two.stderr) == (0, "", 0, "")
    figures = alone.stdout.splitlines()[:-1]
    assert figures == two.stdout.splitlines()[:-1], "all but the time of a choice"
    assert figures[1] == "  share     random 50.00 % ± 0.00, random 50.00 % ± 0.00", "both are the same bot"
    assert figures[3] == "  Elo       random +0 ± 0"


def test_strength_takes_one_player_and_partners() -> None:
    patience = measure("strength.py", "clock", "--option", "variant=watch", "--pairs", "8")
    assert (patience.returncode, patience.stderr) == (0, "")
    assert " of 8; 0 drawn" in patience.stdout
    assert re.search(r"\n  ahead     \w+ [+-][0-9.]+ % ± [0-9.]+\n", patience.stdout)
    spades = measure("strength.py", "spades", "--bots", "random,random", "--games", "2")
    assert (spades.returncode, spades.stderr) == (0, "")
    assert re.search(r"\n  tricks    random 50.00 % ± nan of [0-9,]+\n", spades.stdout)
    assert " a deal\n" in spades.stdout
    unknown = measure("strength.py", "--bots", "random")
    assert unknown.returncode == 2
    assert "--bots: name two of " in unknown.stderr


def test_spades_tells_points_nils_contracts_and_mistakes() -> None:
    told = measure("spades.py", "--bots", "policy,rules", "--bids", "rules", "--pairs", "20")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("policy ahead of rules, partners, bids of rules\n")
    for text in (
        "all deals ",
        "without nils ",
        "with nils ",
        "policy: bids ",
        "rules: bids ",
        "plain mistakes per 100",
    ):
        assert text in told.stdout
    unknown = measure("spades.py", "--bots", "policy")
    assert unknown.returncode == 2
    assert unknown.stderr.endswith("name two of random, policy, rules, steady, open, with a comma between them\n")


def test_clogs_tells_the_share_of_the_tricks_and_games() -> None:
    told = measure("clogs.py", "--bots", "quick,greedy", "--players", "3", "--target", "5", "--pairs", "4")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("quick against greedy, 3 players, 4 pairs, seed 1\n")
    for text in ("tricks    quick ", "games     quick ", "a choice  quick "):
        assert text in told.stdout
    unknown = measure("clogs.py", "--bots", "quick")
    assert unknown.returncode == 2
    assert (
        "name two of random, greedy, greedy-high, quick, steady, open-hands, with a comma between them"
        in unknown.stderr
    )
