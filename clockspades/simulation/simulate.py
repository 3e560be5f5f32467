"""Many games without a screen. The same seed plays the same games, however many processes share them.

Game ``i`` draws from generators that are made from the seed, ``i`` and the seat alone: one for its deals and
one for each bot. So the same seed also gives the same deals to other bots, or to the same bots in other seats.
"""

import contextlib
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from clockspades.engine.game import AnyGame, Bot, Program
from clockspades.engine.header import BOT, Header, Seat
from clockspades.engine.options import Json, OptionValue
from clockspades.engine.rules import Outcome
from clockspades.engine.seating import SeatError
from clockspades.engine.session import AnySession, Position, Session
from clockspades.engine.text import UserError
from clockspades.language import N_, NC_, _, grouped, ngettext, npgettext, pgettext, speaking, spoken
from clockspades.saved.log import MOST_LINES, SUFFIX, LogError, complaining, format_log
from clockspades.saved.writing import make_folder, write_whole
from clockspades.simulation.workers import Workers

STARTED: Final = "1970-01-01T00:00:00Z"
"""When every simulated game began, as its log tells it: a true time would make each run's logs differ."""

MOST_ACTIONS: Final = MOST_LINES - 2
"""Actions after which a game is given up: no log has room for more beside its header and its result."""


class SimulationError(UserError):
    """A game does not end; the message says which."""


class Report(NamedTuple):
    """What came of the games of a simulation, or of those that are over so far."""

    game: str
    games: int
    seed: int
    bots: tuple[str, ...]
    wins: tuple[int, ...]
    draws: int
    """Games of two or more seats that nobody won."""
    reasons: Mapping[str, int]
    """How many games ended for each reason, by its word (docs/log-format.md, "Result")."""
    actions: int
    """All actions, the deals included: as many as action lines in the logs."""
    seconds: float
    wanted: int

    def as_json(self) -> dict[str, Json]:
        """The report as ``simulate --json`` prints it. How many games were wanted is in that of fewer games."""
        told = self._replace(seconds=round(self.seconds, 3))._asdict()
        return told if self.games < self.wanted else {key: told[key] for key in told if key != "wanted"}


@dataclass(frozen=True, slots=True)
class Simulation:
    """Which games are played; :meth:`play` plays any one of them, the same each time.

    SeatError if the bots are not as many as the seats, or one of them is unknown.
    """

    game: AnyGame
    options: Mapping[str, OptionValue]
    """As :meth:`Game.configure` gives them."""
    bots: tuple[str, ...]
    seed: int
    programs: Mapping[int, Program] = field(default_factory=dict, kw_only=True)
    """By seat, the bots that are programs outside."""

    def __post_init__(self) -> None:
        seats, bots = self.game.seats(self.options), len(self.bots)
        if bots != seats:
            named = npgettext("after 'you named'", "{number} bot", "{number} bots", bots)
            raise SeatError(
                ngettext(
                    "{game} has {number} seat with these options, but you named {bots}",
                    "{game} has {number} seats with these options, but you named {bots}",
                    seats, game=self.game.name, bots=named if bots else pgettext("after 'you named'", "no bots"),
                )
            )  # fmt: skip
        for seat, bot in enumerate(self.bots):
            if bot not in self.game.bots and seat not in self.programs:
                known = ", ".join(self.game.bots)
                raise SeatError(
                    _("{game} has no bot {bot}; its bots are {bots}", game=self.game.name, bot=repr(bot), bots=known)
                )

    def positions(self, index: int) -> Iterator[Position[Any, Any, Any]]:
        """Every point of game number ``index``, the first before any action. Bots get their :meth:`Game.sight`.

        SimulationError if it has no end, as random bots may never come to a target, or if a program fails.
        """
        rules, sight, bots, deals = self.game.rules, self.game.sight, self.bots, Random(f"{self.seed}:{index}:deal")
        players = [self.player(index, seat) for seat in range(len(self.bots))]
        state = rules.initial(self.options)
        yield Position(state, None, None, ())
        try:
            for __ in range(MOST_ACTIONS):
                seat = rules.to_act(state)
                sees = None if seat is None else sight(state, seat, bots[seat])
                action = rules.deal(state, deals) if seat is None else players[seat].choose(sees)
                state, events = rules.reduce(state, action)
                yield Position(state, action, seat, events)
                if state.outcome is not None:
                    return
        except UserError as error:
            words = N_("game {index}, seat {seat}: {fault}")
            raise SimulationError(_(words, index=index, seat=seat, fault=error)) from None
        finally:
            for program in self.programs.values():
                program.end(state.outcome)
        most = grouped(MOST_ACTIONS)
        raise SimulationError(
            _("game {index} is not over after {most} actions: it may never end", index=index, most=most)
        )

    def play(self, index: int) -> AnySession:
        """Game number ``index``, played to its end; SimulationError as :meth:`positions`."""
        return Session(self.game, self.options, self._seats(), positions=self.positions(index))

    def player(self, index: int, seat: int) -> Bot[Any, Any]:
        """The bot that plays a seat in one game, with a random generator of its own."""
        return self.programs.get(seat) or self.game.make_bot(self.bots[seat], Random(f"{self.seed}:{index}:{seat}"))

    def header(self, index: int) -> Header:
        """The first line of a game's log, which says which simulation it comes from."""
        origin: dict[str, Json] = {"seed": self.seed, "index": index}
        return Header(
            self.game.name, self.options, self._seats(), STARTED, {"simulation": origin}, added=self.game.added_options
        )

    def _seats(self) -> tuple[Seat, ...]:
        """The seats under their bots' names, with a number where a name stands more than once."""
        return tuple(
            Seat(bot if self.bots.count(bot) == 1 else f"{bot} {seat + 1}", BOT + bot)
            for seat, bot in enumerate(self.bots)
        )


class Keeper(NamedTuple):
    """What is made of each game where it is played, which may be another process, and who takes it, in order."""

    make: Callable[[Simulation, int, AnySession], Any]
    take: Callable[[int, Any], None]


def simulate(
    game: AnyGame,
    options: Mapping[str, object],
    bots: Sequence[str],
    games: int,
    seed: int,
    *,
    workers: Workers | None = None,
    save: Path | None = None,
    keeper: Keeper | None = None,
    progress: Callable[[Report], None] | None = None,
    programs: Mapping[int, Program] = {},
) -> Report:
    """Play ``games`` games between bots, named by seat. Without workers, this process plays them itself.

    ``save`` is a directory for their logs, ``000000.cslog`` and on; a log of that name is written over. ``keeper`` gets
    something else that is made of each game.
    ``progress`` is given the report of the games that are over now and then: it is what an error or an interrupt leaves
    of them. OptionError for wrong options, LogError where logs cannot be written, SimulationError if a game does not
    end, ValueError for all else that is wrong, RuntimeError for an unexpected error of a worker. An interrupt ends it
    with only whole logs in the directory.
    """
    if games < 1:
        raise ValueError(_("the number of games is at least 1, not {number}", number=games))
    simulation = Simulation(game, game.configure(options), tuple(bots), seed, programs=programs)
    if save is not None:
        with complaining(save, NC_("fault", "cannot be made")):
            make_folder(save)
    start = perf_counter()
    keepers = ([] if keeper is None else [keeper]) + ([] if save is None else [Keeper(_log, partial(_save, save))])
    makes = [each.make for each in keepers]
    parts = ([played] for played in _play(simulation, makes, range(games)))
    if workers is not None:
        parts = workers.results(partial(_work, simulation, makes, spoken()), games)
    total = _Tally([0] * len(bots))

    def report() -> Report:
        return Report(
            game.name, total.games, seed, simulation.bots, tuple(total.wins), total.draws,
            dict(sorted(total.reasons.items())), total.actions, perf_counter() - start, games,
        )  # fmt: skip

    with contextlib.closing(parts):
        for part in parts:
            for outcome, actions, made in part:
                for each, one in zip(keepers, made):
                    each.take(total.games, one)
                total.count(outcome, actions)
            if progress is not None:
                progress(report())
    return report()


@dataclass(slots=True)
class _Tally:
    """The sums of a report."""

    wins: list[int]
    games: int = 0
    draws: int = 0
    actions: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    def count(self, outcome: Outcome | None, actions: int) -> None:
        assert outcome is not None, "the game was played to its end"
        for seat in outcome.winners:
            self.wins[seat] += 1
        self.games += 1
        self.draws += not outcome.winners and len(self.wins) > 1
        self.actions += actions
        self.reasons[outcome.reason] += 1


def _work(simulation: Simulation, makes: Sequence[Callable[..., Any]], language: str, games: range) -> list[Any]:
    """What a worker does: :func:`_play`, and any error as one that can be sent to another process."""
    try:
        with speaking(language):
            return [*_play(simulation, makes, games)]
    except (LogError, SimulationError):
        raise
    except Exception as error:
        from traceback import format_exc

        failed = RuntimeError(f"{type(error).__name__}: {error} {_('in a process that played games')}")
        failed.add_note(format_exc())
        raise failed from None


def _play(
    simulation: Simulation, makes: Sequence[Callable[..., Any]], games: range
) -> Iterator[tuple[Outcome | None, int, list[Any]]]:
    """How each of these games ends, after how many actions, and what is made of it."""
    for index in games:
        if makes:
            session = simulation.play(index)
            yield session.outcome, session.last, [make(simulation, index, session) for make in makes]
        else:  # then no point but the last is kept
            [(actions, end)] = deque(enumerate(simulation.positions(index)), maxlen=1)
            yield end.state.outcome, actions, []


def _log(simulation: Simulation, index: int, session: AnySession) -> str:
    return format_log(simulation.header(index), session)


def _save(folder: Path, index: int, log: str) -> None:
    """Write a log whole or not at all; LogError if it cannot be written."""
    path = folder / f"{index:06}{SUFFIX}"
    with complaining(path, NC_("fault", "cannot be written")):
        write_whole(path, log, sync=False)  # it would take longer than the game, which the seed plays again


def hire(
    jobs: int, cluster: str | None = None, tell: Callable[[str], None] | None = None
) -> AbstractContextManager[Workers | None]:
    """The workers of the Dask cluster at an address, or else ``jobs`` processes; None for one job: no other process.

    Leaving the ``with`` block releases them. UserError if they cannot be reached, and at the end of the block if
    they were lost in it. ``tell`` is told in a clause if a cluster has no workers any more, which may come back.
    """
    if cluster is not None:
        from clockspades.simulation.cluster import connected

        return connected(cluster, tell)
    if jobs == 1:
        return nullcontext()
    from clockspades.simulation.processes import started

    return started(jobs)
