"""Games on a Dask cluster: the same as anywhere else, also if a worker is killed; and what is said if it cannot be."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clockspades import __version__
from clockspades.cli import main
from clockspades.cli import simulate as simulate_command
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.log import load
from clockspades.simulation import cluster as dask_cluster
from clockspades.simulation import workers as engine_workers
from clockspades.simulation.simulate import Report, hire, simulate

if TYPE_CHECKING:
    from distributed import LocalCluster

GAME = GAMES[0]
BOTS = ("random", "random")


def local_cluster(workers: int) -> "LocalCluster":
    """A cluster on this computer, of processes of its own. Not every run of the tests has to import Dask."""
    from distributed import LocalCluster

    return LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0")


@pytest.fixture(scope="module")
def cluster() -> "Iterator[LocalCluster]":
    with local_cluster(2) as started:
        yield started


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def without_time(report: Report) -> Report:
    return report._replace(seconds=0)


def test_a_killed_worker_changes_nothing(cluster: "LocalCluster", tmp_path: Path) -> None:
    victim = cluster.workers[0].pid
    told: list[int] = []

    def kill(report: Report) -> None:
        if not told:
            os.kill(victim, signal.SIGKILL)
        told.append(report.games)

    with hire(1, cluster.scheduler_address) as workers:
        far = simulate(GAME, {}, BOTS, 300, 5, workers=workers, save=tmp_path / "cluster", progress=kill)
    assert victim not in {worker.pid for worker in cluster.workers.values()}
    assert told[0] < told[-1] == 300
    alone = simulate(GAME, {}, BOTS, 300, 5, save=tmp_path / "alone")
    assert without_time(far) == without_time(alone)
    assert contents(tmp_path / "cluster") == contents(tmp_path / "alone")


@pytest.mark.thorough
def test_an_interrupt_leaves_whole_logs_and_a_cluster_that_works(cluster: "LocalCluster", tmp_path: Path) -> None:
    def interrupt(report: Report) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), hire(1, cluster.scheduler_address) as workers:
        simulate(GAME, {}, BOTS, 1_000_000, 5, workers=workers, save=tmp_path, progress=interrupt)
    assert all(load(path, find_game).finished for path in tmp_path.glob("*.cslog"))
    with hire(1, cluster.scheduler_address) as workers:
        assert simulate(GAME, {}, BOTS, 10, 5, workers=workers).games == 10


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a wrong command says, in one line; its status is 2."""
    assert main(["simulate", "clock", "--games", "1", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err.strip()


def test_workers_of_another_version_are_refused(
    cluster: "LocalCluster", monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dask_cluster, "__version__", "0.0.1")
    address = cluster.scheduler_address
    assert complaint(capsys, "--cluster", address) == (
        f"clockspades: --cluster {address}: all of it needs clockspades, version 0.0.1,"
        f" but the scheduler has version {__version__}"
    )


@pytest.mark.thorough
def test_a_cluster_that_loses_all_its_workers_ends_it_with_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """However many games there are: nobody comes back to play them."""
    monkeypatch.setattr(dask_cluster, "_WITHOUT_WORKERS", 0)
    monkeypatch.setattr(engine_workers, "_WATCH_SECONDS", 0.05)
    with local_cluster(1) as lost:
        address, told = lost.scheduler_address, list[int]()

        @contextmanager
        def bar(total: int) -> Iterator[Callable[[int], None]]:
            def tell(done: int) -> None:
                if not told:
                    lost.scale(0)
                told.append(done)

            yield tell

        monkeypatch.setattr(simulate_command, "progress_bar", bar)
        assert main(["simulate", "clock", "--games", "100000000", "--seed", "5", "--cluster", address]) == 2
    out, err = capsys.readouterr()
    played = f"{told[-1]:,} {'game' if told[-1] == 1 else 'games'} of Clock, seed 5"
    assert out.startswith(f"Stopped after {told[-1]:,} of 100,000,000 games.\n{played}\n")
    assert err.splitlines() == [
        f"clockspades: --cluster {address}: the cluster has no workers any more: waiting no seconds for one",
        f"clockspades: --cluster {address}: all workers were lost before all games were played",
    ]


@pytest.mark.parametrize(
    "address", ["here", "", "http://192.0.2.1:8786", "127.0.0.1:eight", "ucx://127.0.0.1:8786", "inproc://x"]
)
def test_a_wrong_address_is_told(capsys: pytest.CaptureFixture[str], address: str) -> None:
    said = complaint(capsys, "--cluster", address)
    assert said == f"clockspades: --cluster {address!r} can't be used: an address looks like tcp://192.0.2.1:8786"


def test_an_address_where_nobody_answers_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_cluster, "_PATIENCE", 0.1)
    said = complaint(capsys, "--cluster", "127.0.0.1:9")
    assert said == "clockspades: --cluster 127.0.0.1:9: no Dask scheduler answers there"


def test_without_dask_its_package_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = complaint(capsys, "--cluster", "127.0.0.1:8786")
    assert said.startswith("clockspades: distributed is needed for --cluster: run `")


def test_processes_and_a_cluster_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    said = complaint(capsys, "--jobs", "2", "--cluster", "127.0.0.1:8786")
    assert said.startswith("clockspades simulate: argument --cluster: not allowed with argument --jobs")
