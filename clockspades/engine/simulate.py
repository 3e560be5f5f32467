"""Many games without a screen. The same seed plays the same games, however many processes share them.

Game ``i`` draws from generators that are made from the seed, ``i`` and the seat alone: one for its deals and
one for each bot. So the same seed also gives the same deals to other bots, or to the same bots in other seats.
"""

import contextlib
import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clockspades.engine.game import AnyGame, Bot
from clockspades.engine.header import BOT, Header, Seat
from clockspades.engine.log import MOST_LINES, SUFFIX, LogError, format_log, reason_of
from clockspades.engine.options import Json, OptionValue
from clockspades.engine.phrases import count
from clockspades.engine.rules import Outcome
from clockspades.engine.session import AnySession, Position, Session
from clockspades.engine.writing import make_folder, write_whole

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

STARTED: Final = "1970-01-01T00:00:00Z"
"""When every simulated game began, as its log tells it: a true time would make each run's logs differ."""

MOST_A_CORE: Final = 4
"""Processes a core beyond which no more are started: they only wait for one another."""

_REPORT_SECONDS: Final = 0.1
"""How often progress is told."""


MOST_ACTIONS: Final = MOST_LINES - 2
"""Actions after which a game is given up: no log has room for more beside its header and its result."""


class SimulationError(Exception):
    """Games that cannot be played: too few processes can be started, or a game does not end; the message says why."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of the games of a simulation."""

    game: str
    games: int
    seed: int
    bots: tuple[str, ...]
    """The bots by seat."""
    wins: tuple[int, ...]
    """Games won by each seat."""
    draws: int
    """Games of two or more seats that nobody won."""
    reasons: Mapping[str, int]
    """How many games ended for each reason, by its word (docs/log-format.md, "Result")."""
    actions: int
    """All actions, the deals included: as many as action lines in the logs."""
    seconds: float

    def as_json(self) -> dict[str, Json]:
        """The report as ``simulate --json`` prints it."""
        return {
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "bots": list(self.bots),
            "wins": list(self.wins),
            "draws": self.draws,
            "reasons": dict(self.reasons),
            "actions": self.actions,
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class Simulation:
    """Which games are played; :meth:`play` plays any one of them, the same each time.

    ValueError if the bots are not as many as the seats, or one of them is unknown.
    """

    game: AnyGame
    options: Mapping[str, OptionValue]
    """As :meth:`Game.configure` gives them."""
    bots: tuple[str, ...]
    """The bots by seat."""
    seed: int

    def __post_init__(self) -> None:
        seats, bots = self.game.seats(self.options), len(self.bots)
        if bots != seats:
            raise ValueError(
                f"{self.game.name} has {count(seats, 'seat')} with these options, but you named {count(bots, 'bot')}"
            )
        for bot in self.bots:
            if bot not in self.game.bots:
                raise ValueError(f"{self.game.name} has no bot {bot!r}; its bots are {', '.join(self.game.bots)}")

    def positions(self, index: int) -> Iterator[Position[Any, Any, Any]]:
        """Every point of game number ``index``, the first before any action. Each bot sees only what its seat observes.

        SimulationError if it has no end: random bots may never come to a target.
        """
        rules, deals = self.game.rules, Random(f"{self.seed}:{index}:deal")
        players = [self.player(index, seat) for seat in range(len(self.bots))]
        state = rules.initial(self.options)
        yield Position(state, None, None, ())
        for _ in range(MOST_ACTIONS):
            seat = rules.to_act(state)
            action = rules.deal(state, deals) if seat is None else players[seat].choose(rules.observe(state, seat))
            state, events = rules.reduce(state, action)
            yield Position(state, action, seat, events)
            if state.outcome is not None:
                return
        raise SimulationError(f"game {index} is not over after {MOST_ACTIONS:,} actions: it may never end")

    def play(self, index: int) -> AnySession:
        """Game number ``index``, played to its end; SimulationError as :meth:`positions`."""
        return Session(self.game, self.options, self._seats(), positions=self.positions(index))

    def player(self, index: int, seat: int) -> Bot[Any, Any]:
        """The bot that plays a seat in one game, with a random generator of its own."""
        return self.game.make_bot(self.bots[seat], Random(f"{self.seed}:{index}:{seat}"))

    def header(self, index: int) -> Header:
        """The first line of a game's log, which says which simulation it comes from."""
        origin: dict[str, Json] = {"seed": self.seed, "index": index}
        return Header(self.game.name, self.options, self._seats(), STARTED, {"simulation": origin})

    def _seats(self) -> tuple[Seat, ...]:
        """The seats under their bots' names, with a number where a name stands more than once."""
        return tuple(
            Seat(bot if self.bots.count(bot) == 1 else f"{bot} {seat + 1}", BOT + bot)
            for seat, bot in enumerate(self.bots)
        )


def simulate(
    game: AnyGame,
    options: Mapping[str, Json],
    bots: Sequence[str],
    games: int,
    seed: int,
    *,
    jobs: int = 1,
    save: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play ``games`` games between bots, named by seat, in ``jobs`` processes, or fewer where more gain nothing.

    ``save`` is a directory for their logs, ``000000.cslog`` and on; a log of that name is written over.
    ``progress`` is told now and then how many games are finished. OptionError for wrong options, LogError
    where logs cannot be written, SimulationError where processes cannot be started or a game does not end, ValueError
    for all else that is wrong. An interrupt ends it with only whole logs in the directory.
    """
    if games < 1:
        raise ValueError(f"the number of games is at least 1, not {games}")
    if jobs < 1:
        raise ValueError(f"the number of jobs is at least 1, not {jobs}")
    simulation = Simulation(game, game.configure(options), tuple(bots), seed)
    if save is not None:
        try:
            make_folder(save)
        except OSError as error:
            raise LogError(save, 0, f"cannot be made: {error.strerror}") from error
    start = perf_counter()
    jobs = min(jobs, games, MOST_A_CORE * (os.cpu_count() or 1))
    parts = _play(simulation, range(games), save) if jobs == 1 else _spread(simulation, games, save, jobs)
    total = _Tally([0] * len(bots))
    with contextlib.closing(parts):
        for part in parts:
            total.add(part)
            if progress is not None:
                progress(total.games)
    if total.games < games:
        raise RuntimeError(f"a process ended early: only {total.games} of {games} games were played")
    return Report(
        game.name, games, seed, simulation.bots, tuple(total.wins), total.draws,
        dict(sorted(total.reasons.items())), total.actions, perf_counter() - start,
    )  # fmt: skip


@dataclass(slots=True)
class _Tally:
    """The sums of a report, for a part of the games."""

    wins: list[int]
    games: int = 0
    draws: int = 0
    actions: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    def count(self, outcome: Outcome | None, actions: int) -> None:
        """Add a finished game."""
        assert outcome is not None, "the game was played to its end"
        for seat in outcome.winners:
            self.wins[seat] += 1
        self.games += 1
        self.draws += not outcome.winners and len(self.wins) > 1
        self.actions += actions
        self.reasons[outcome.reason] += 1

    def add(self, part: "_Tally") -> None:
        """Add the sums of other games."""
        self.wins = [mine + more for mine, more in zip(self.wins, part.wins)]
        self.games += part.games
        self.draws += part.draws
        self.actions += part.actions
        self.reasons += part.reasons


def _play(simulation: Simulation, games: range, save: Path | None) -> Generator[_Tally, None, None]:
    """Play the games of these numbers; each tally is of the games since the one before."""
    tally, told = _Tally([0] * len(simulation.bots)), perf_counter()
    for index in games:
        if save is None:  # then no point but the last is kept
            [(actions, end)] = deque(enumerate(simulation.positions(index)), maxlen=1)
            tally.count(end.state.outcome, actions)
        else:
            session = simulation.play(index)
            _save(save / f"{index:06}{SUFFIX}", format_log(simulation.header(index), session))
            tally.count(session.outcome, session.last)
        if perf_counter() - told > _REPORT_SECONDS:
            yield tally
            tally, told = _Tally([0] * len(simulation.bots)), perf_counter()
    yield tally


def _save(path: Path, log: str) -> None:
    """Write a log whole or not at all; LogError if it cannot be written."""
    try:
        write_whole(path, log, sync=False)  # it would take longer than the game, which the seed plays again
    except OSError as error:
        raise LogError(path, 0, f"cannot be written: {error.strerror}") from error


def _spread(simulation: Simulation, games: int, save: Path | None, jobs: int) -> Generator[_Tally, None, None]:
    """Play the games in processes of their own, each every ``jobs``-th game; SimulationError if not all start.

    Not a pool of :mod:`concurrent.futures`: its processes go on waiting for ever if the first one is killed.
    """
    from multiprocessing import get_context
    from multiprocessing.connection import wait

    context = get_context("spawn")
    processes, readers = [], []
    try:
        try:
            with _interrupts_held():
                for first in range(jobs):
                    reader, writer = context.Pipe(duplex=False)
                    readers.append(reader)
                    with writer:
                        process = context.Process(
                            target=_work, args=(writer, simulation, range(first, games, jobs), save), daemon=True
                        )
                        process.start()
                    processes.append(process)
        except OSError as error:
            started = f"--jobs {jobs}: only {len(processes)} could be started"
            raise SimulationError(f"{started}: {reason_of(error)}") from error
        while readers:
            ready = wait(readers)
            for reader in [reader for reader in readers if reader in ready]:
                try:
                    got = reader.recv()
                except EOFError:
                    readers.remove(reader)
                    reader.close()
                    continue
                if isinstance(got, LogError | SimulationError):
                    raise got
                if isinstance(got, _Failure):
                    failed = RuntimeError(f"{got.words} in a process that played games")
                    failed.add_note(got.trace)
                    raise failed
                yield got
    finally:
        for reader in readers:
            reader.close()  # a process that nobody listens to stops after the game it is playing
        for process in processes:
            process.join()


class _Failure(NamedTuple):
    """An error that nobody expected, as it goes from process to process: not every error can."""

    words: str
    trace: str


def _work(
    writer: "Connection[_Tally | LogError | SimulationError | _Failure, Any]",
    simulation: Simulation,
    games: range,
    save: Path | None,
) -> None:
    """Play these games in a process of their own and send the tallies, or why it cannot go on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the first process, which then stops listening
    with contextlib.suppress(BrokenPipeError):
        try:
            for tally in _play(simulation, games, save):
                writer.send(tally)
        except (LogError, SimulationError) as error:
            writer.send(error)
        except Exception as error:
            from traceback import format_exc

            writer.send(_Failure(f"{type(error).__name__}: {error}", format_exc()))


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block SIGINT while worker processes start; they inherit the block, so that none is killed half started."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # begun with the first process, it would let the interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
