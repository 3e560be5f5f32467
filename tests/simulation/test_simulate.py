"""Games without a screen: what is reported, that nothing but the seed decides it, and what goes wrong cleanly."""

import json
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from multiprocessing.context import SpawnProcess
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from clockspades.cards import UNKNOWN
from clockspades.engine.game import Character, Game, RandomBot, Strength
from clockspades.engine.options import OptionError
from clockspades.engine.text import UserError
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import (
    RULES,
    ClockworkState,
    PlayMatches,
    TakeSpade,
)
from clockspades.saved.log import LogError, load
from clockspades.simulation.processes import MOST_A_CORE
from clockspades.simulation.simulate import STARTED, Report, SimulationError, hire, simulate
from clockspades.simulation.workers import Workers

RANDOM = ("random", "random")
both_ways = pytest.mark.parametrize("jobs", [1, 2])


def clockwork() -> Game[Any, Any, Any]:
    game = find_game("clockwork-spades")
    assert game is not None
    return game


def on(jobs: int, *games: Any, **settings: Any) -> Report:
    """:func:`simulate` on so many processes."""
    with hire(jobs) as workers:
        return simulate(*games, workers=workers, **settings)


def without_time(report: Report) -> Report:
    return report._replace(seconds=0)


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}


@pytest.mark.parametrize("rules", ["pagat", "gamerules"])
@pytest.mark.parametrize("bots", [RANDOM, ("steady", "random")])
def test_results_and_logs_are_the_same_whatever_the_jobs(tmp_path: Path, rules: str, bots: tuple[str, str]) -> None:
    games = 30 if bots == RANDOM else 2
    one, two = (on(jobs, clockwork(), {"rules": rules}, bots, games, 5, save=tmp_path / str(jobs)) for jobs in (1, 2))
    assert without_time(one) == without_time(two)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    assert len(contents(tmp_path / "1")) == games


def test_the_report_counts_what_the_logs_hold(tmp_path: Path) -> None:
    report = simulate(clockwork(), {"first": 1}, RANDOM, 80, 1, save=tmp_path)
    loaded = [load(path, find_game) for path in sorted(tmp_path.iterdir())]
    outcomes = [log.session.outcome for log in loaded]
    assert all(log.finished and log.fault is None for log in loaded)
    assert report.actions == sum(log.session.last for log in loaded)
    assert report.wins == tuple(sum(end.winners == (seat,) for end in outcomes if end) for seat in (0, 1))
    assert report.draws == sum(end.winners == () for end in outcomes if end)
    assert report.reasons == {
        reason: sum(end.reason == reason for end in outcomes if end) for reason in sorted(report.reasons)
    }
    assert report.games == 80 == sum(report.wins) + report.draws


def test_the_report_as_json() -> None:
    report = simulate(clockwork(), {}, RANDOM, 10, 3)
    assert json.loads(json.dumps(report.as_json())) == {
        "game": "clockwork-spades",
        "games": 10,
        "seed": 3,
        "bots": ["random", "random"],
        "wins": list(report.wins),
        "draws": report.draws,
        "reasons": dict(report.reasons),
        "actions": report.actions,
        "seconds": pytest.approx(report.seconds, abs=0.001),
    }
    assert report._replace(wanted=20).as_json() == {**report.as_json(), "wanted": 20}


def test_a_log_says_where_it_comes_from_and_tells_no_time(tmp_path: Path) -> None:
    simulate(clockwork(), {"rules": "gamerules"}, ("steady", "random"), 1, 9, save=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["000000.cslog"]
    header = load(tmp_path / "000000.cslog", find_game).header
    assert header.started == STARTED
    assert header.extra == {"simulation": {"seed": 9, "index": 0}}
    assert header.options == {"rules": "gamerules", "first": 0}
    assert [(seat.name, seat.kind) for seat in header.seats] == [
        ("steady", "bot:steady"),
        ("random", "bot:random"),
    ]


def test_the_same_seed_plays_the_same_games_and_another_does_not(tmp_path: Path) -> None:
    for name, seed in (("first", 1), ("again", 1), ("other", 2)):
        simulate(clockwork(), {}, RANDOM, 5, seed, save=tmp_path / name)
    assert contents(tmp_path / "first") == contents(tmp_path / "again")
    assert contents(tmp_path / "first") != contents(tmp_path / "other")


def test_only_the_seed_is_drawn_from() -> None:
    random.seed(1)
    before = random.getstate()
    report = simulate(clockwork(), {}, ("steady", "random"), 2, 4)
    assert random.getstate() == before
    random.seed(2)
    assert without_time(simulate(clockwork(), {}, ("steady", "random"), 2, 4)) == without_time(report)


@both_ways
def test_progress_counts_up_to_all_games(jobs: int) -> None:
    told: list[Report] = []
    report = on(jobs, clockwork(), {}, RANDOM, 500, 1, progress=told.append)
    games = [each.games for each in told]
    assert games == sorted(games)
    assert all(sum(each.wins) + each.draws == each.games for each in told)
    assert {each.wanted for each in told} == {500}
    assert without_time(told[-1]) == without_time(report)


def test_no_more_processes_are_started_than_the_cores_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    seen: list[int] = []

    def stop(report: Report) -> None:
        seen.append(len(multiprocessing.active_children()))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        on(12, clockwork(), {}, RANDOM, 100_000, 1, progress=stop)
    assert seen == [MOST_A_CORE]


def test_processes_that_cannot_be_started_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    start, started = SpawnProcess.start, count()

    def start_one(process: SpawnProcess) -> None:
        if next(started):
            raise OSError(24, os.strerror(24))
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", start_one)
    with pytest.raises(UserError, match=r"^--jobs 2: not all processes could be started: Too many open files$"):
        on(2, clockwork(), {}, RANDOM, 100_000, 1)
    assert not multiprocessing.active_children()


class WatchedBot(RandomBot[ClockworkState, PlayMatches | TakeSpade]):
    """Refuses to play when it is shown what it must not see."""

    def choose(self, view: ClockworkState) -> PlayMatches | TakeSpade:
        assert set(view.stock) <= {UNKNOWN}
        assert set(view.hands[1 - view.seat]) <= {UNKNOWN}
        return super().choose(view)


class Watched(ClockworkSpades):
    bots = MappingProxyType({"watched": Character("Pip", "Plays at random, and looks out.", Strength(50, 0))})

    def make_bot(self, bot: str, rng: Random) -> WatchedBot:
        return WatchedBot(RULES.legal_actions, rng)


def test_a_bot_is_shown_only_what_its_seat_observes() -> None:
    assert simulate(Watched(), {}, ("watched", "watched"), 20, 1).games == 20


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"games": 0}, "the number of games is at least 1, not 0"),
        ({"games": -3}, "the number of games is at least 1, not -3"),
        ({"bots": ("random",)}, "clockwork-spades has 2 seats with these options, but you named 1 bot"),
        ({"bots": ("random",) * 3}, "clockwork-spades has 2 seats with these options, but you named 3 bots"),
        ({"bots": ("random", "hal")}, "clockwork-spades has no bot 'hal'; its bots are random, steady, open"),
        ({"options": {"rules": "chess"}}, "rules cannot be .chess.: use pagat or gamerules"),
        ({"options": {"speed": 1}}, "clockwork-spades has no option .speed.; its options are rules, first"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    tmp_path: Path, change: Mapping[str, Any], sentence: str
) -> None:
    wanted: dict[str, Any] = {"options": {}, "bots": RANDOM, "games": 1, "seed": 1, "save": tmp_path / "logs"}
    with pytest.raises(ValueError, match="^" + sentence) as refused:
        simulate(clockwork(), **{**wanted, **change})
    assert isinstance(refused.value, OptionError) == ("options" in change)
    assert not (tmp_path / "logs").exists()


@both_ways
def test_a_log_that_cannot_be_written_is_named_and_ends_it(tmp_path: Path, jobs: int) -> None:
    (tmp_path / "000003.cslog").mkdir()
    with pytest.raises(LogError, match=f"{tmp_path}/000003.cslog: cannot be written: ") as refused:
        on(jobs, clockwork(), {}, RANDOM, 100_000, 1, save=tmp_path)
    assert (refused.value.path, refused.value.line) == (tmp_path / "000003.cslog", 0)
    assert not list(tmp_path.glob("*.part"))
    assert not multiprocessing.active_children()


@both_ways
def test_an_interrupt_leaves_whole_logs_and_no_process(tmp_path: Path, jobs: int) -> None:
    def interrupt(report: Report) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as interrupted:
        on(jobs, clockwork(), {}, RANDOM, 100_000, 1, save=tmp_path, progress=interrupt)
    assert not multiprocessing.active_children(), f"they outlive {interrupted.value!r}"
    logs = list(tmp_path.iterdir())
    assert 0 < len(logs) < 100_000
    assert {path.suffix for path in logs} == {".cslog"}
    assert all(load(path, find_game).finished for path in logs)


def test_an_interrupt_waits_for_no_long_game() -> None:
    def begin_and_interrupt() -> None:
        with hire(2) as workers:
            assert workers is not None
            workers.executor.submit(time.sleep, 1000)
            workers.executor.submit(int).result()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begin_and_interrupt()
    assert not multiprocessing.active_children()


class QuittingBot(RandomBot[ClockworkState, PlayMatches | TakeSpade]):
    """Takes its whole process down."""

    def choose(self, view: ClockworkState) -> PlayMatches | TakeSpade:
        os._exit(1)


class Quitting(ClockworkSpades):
    bots = MappingProxyType({"quitting": Character("Pip", "Plays nothing.", Strength(0, 0))})

    def make_bot(self, bot: str, rng: Random) -> QuittingBot:
        return QuittingBot(RULES.legal_actions, rng)


class MistakenError(Exception):
    """An error that cannot be sent to another process and made there again."""

    def __init__(self, _: str, words: str) -> None:
        super().__init__(words)


class MistakenBot(RandomBot[ClockworkState, PlayMatches | TakeSpade]):
    """Has a fault."""

    def choose(self, view: ClockworkState) -> PlayMatches | TakeSpade:
        raise MistakenError("left", "right")


class Mistaken(ClockworkSpades):
    bots = MappingProxyType({"mistaken": Character("Pip", "Plays nothing.", Strength(0, 0))})

    def make_bot(self, bot: str, rng: Random) -> MistakenBot:
        return MistakenBot(RULES.legal_actions, rng)


def test_an_unexpected_error_in_a_process_is_told_by_the_first_one_alone(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError) as failed:
        on(2, Mistaken(), {}, ("mistaken", "mistaken"), 4, 1)
    assert str(failed.value) == "MistakenError: right in a process that played games"
    assert 'raise MistakenError("left", "right")' in failed.value.__notes__[0]
    assert not multiprocessing.active_children()
    assert capfd.readouterr() == ("", "")


def test_a_process_that_ends_early_is_told() -> None:
    with pytest.raises(UserError, match=r"^--jobs 2: a process was killed before all games were played$"):
        on(2, Quitting(), {}, ("quitting", "quitting"), 4, 1)
    assert not multiprocessing.active_children()


def test_a_killed_process_leaves_whole_logs_and_no_process(tmp_path: Path) -> None:
    def kill_one(report: Report) -> None:
        victim = multiprocessing.active_children()[0].pid
        assert victim is not None
        os.kill(victim, signal.SIGKILL)

    with pytest.raises(UserError, match=r"^--jobs 2: a process was killed before all games were played$"):
        on(2, clockwork(), {}, RANDOM, 100_000, 1, save=tmp_path, progress=kill_one)
    assert not multiprocessing.active_children()
    assert all(load(path, find_game).finished for path in tmp_path.glob("*.cslog"))


def test_any_executor_plays_the_same_games(tmp_path: Path) -> None:
    alone = simulate(clockwork(), {}, RANDOM, 50, 1, save=tmp_path / "alone")
    with ThreadPoolExecutor(3) as executor:
        near = simulate(clockwork(), {}, RANDOM, 50, 1, workers=Workers(executor, 3), save=tmp_path / "near")
    assert without_time(alone) == without_time(near)
    assert contents(tmp_path / "alone") == contents(tmp_path / "near")


def test_a_game_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clockspades.simulation.simulate.MOST_ACTIONS", 5)
    with pytest.raises(SimulationError, match=r"^game 0 is not over after 5 actions: it may never end$"):
        simulate(clockwork(), {}, RANDOM, 3, 1)
