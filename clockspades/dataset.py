"""Simulated games as a Parquet file: a row for each turn of a seat. docs/data.md describes the columns."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BufferedWriter
from pathlib import Path
from random import Random
from typing import Any, Final

from clockspades import __version__
from clockspades.bots.evaluation import evaluating_bot
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession
from clockspades.engine.text import UserError, printable
from clockspades.language import NC_, _
from clockspades.network.wire.form import wire_form
from clockspades.packages import needed
from clockspades.saved.log import complaining
from clockspades.saved.writing import begin_part, sweep
from clockspades.simulation.simulate import Keeper, Simulation

FORMAT: Final = 1
"""The version of the columns: a new column leaves it, any other change adds 1."""
ROWS: Final = 1 << 14
"""Rows of a row group at least. It ends with a whole game."""
MOST_STEPS: Final = 1000
"""Actions that are tried to prove what one position is worth, at most: a few hundredths of a second."""


@contextmanager
def parquet(path: Path, simulation: Simulation, games: int) -> Iterator[Keeper]:
    """Write the rows of games into a new file, which is there after the ``with`` block, also after an interrupt.

    UserError if pyarrow is missing, or the file exists or cannot be written: then nothing is left of it.
    """
    try:
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise UserError(needed("pyarrow", "--parquet", error)) from error
    if path.is_symlink() or path.exists():
        raise UserError(_("{path} exists: name another file", path=printable(str(path))))
    text, number, share = pa.string(), pa.int32(), pa.float64()
    columns = {
        "game": text, "options": text, "bots": text, "seed": text, "number": number, "point": number, "seat": number,
        "bot": text, "view": text, "legal": pa.list_(text), "choice": text, "outcome_share": share,
        "outcome_score": number, "outcome_reason": text, "outcome_after": number, "exact_seen": pa.list_(share),
        "exact_open": pa.list_(share),
    }  # fmt: skip
    game, options, bots = simulation.game.name, json.dumps(simulation.options), ",".join(simulation.bots)
    same = {"game": game, "options": options, "bots": bots, "seed": str(simulation.seed)}
    told = {**same, "games": games, "format": FORMAT, "version": __version__}
    schema, rows = pa.schema(columns, {"clockspades": json.dumps(told)}), list[dict[str, Any]]()

    def take(_: int, more: list[dict[str, Any]], least: int = ROWS) -> None:
        rows.extend({**same, **row} for row in more)
        if len(rows) >= least:
            writer.write_table(pa.Table.from_pylist(rows, schema))
            rows.clear()

    with complaining(path, NC_("fault", "cannot be written")):
        sweep(path.parent)
        part, raw = begin_part(path.parent)
        stopped: BaseException | None = None
        try:
            with (
                BufferedWriter(raw) as file,
                ParquetWriter(file, schema, compression="zstd", compression_level=9) as writer,
                ThreadPoolExecutor(1) as pen,  # no interrupt stops it in the middle of a row group
            ):
                try:
                    yield Keeper(_rows, lambda *made: pen.submit(take, *made).result())
                except (KeyboardInterrupt, UserError) as error:
                    stopped = error
                pen.submit(take, games, [], 1).result()
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        if stopped is not None:
            raise stopped


def _rows(simulation: Simulation, number: int, session: AnySession) -> list[dict[str, Any]]:
    game, rules, outcome, seats = session.game, session.game.rules, session.outcome, len(session.seats)
    assert outcome is not None, "the game was played to its end"
    rows, sides, bot = list[dict[str, Any]](), game.sides(session.options), evaluating_bot(game, Random(0))
    prover = _Prover(session, sides[0])
    proved: list[float | None] | None = [] if len(sides) < 3 else None
    for point in range(session.last - 1, -1, -1):
        state, after = session.position(point).state, session.position(point + 1)
        seat = after.seat
        if seat is None or after.action is None:
            continue
        known, legal, share = rules.recall(state, seat), rules.legal_actions(state), outcome.share(seat, seats)
        proved = None if proved is None else prover.shares(state, seat)
        seen = proved if known == state else None
        if bot is not None and bot.is_exact:
            seen = [*bot.evaluate(known).shares.values()]
        elif seen is None and rules.is_settled(known):
            seen = [share] * len(legal)
        rows.append({
            "number": number, "point": point, "seat": seat, "bot": simulation.bots[seat],
            "view": json.dumps(wire_form(game).write_view(rules.observe(state, seat))),
            "legal": [json.dumps(each.as_json()) for each in legal], "choice": json.dumps(after.action.as_json()),
            "outcome_share": share, "outcome_reason": outcome.reason, "outcome_after": len(rows),
            "outcome_score": next(score for side, score in zip(sides, outcome.scores) if seat in side),
            "exact_seen": seen, "exact_open": proved,
        })  # fmt: skip
    return rows[::-1]


class _Prover:
    """What each action is worth with open cards and best play by everyone, in a game of one or two sides.

    Every way to play on is tried, by the rules alone. What is known of one position helps with those before it.
    """

    def __init__(self, session: AnySession, side: tuple[int, ...]) -> None:
        self._rules, self._side, self._seats = session.game.rules, side, len(session.seats)
        self._known, self._steps = dict[Any, float](), 0

    def shares(self, state: Any, seat: int) -> list[float | None] | None:
        """By legal action the share of the seat to act, None where it is not proved; None if none is."""
        self._steps = 0
        found = [self._after(state, action) for action in self._rules.legal_actions(state)]
        mine = [share if share is None or seat in self._side else 1 - share for share in found]
        return mine if {*mine} != {None} else None

    def _after(self, state: Any, action: Action) -> float | None:
        """The share of the first side after an action; None also where cards are dealt before the end."""
        self._steps += 1
        state = self._rules.reduce(state, action).state
        if state.outcome is not None:
            return float(state.outcome.share(self._side[0], self._seats))
        if state not in self._known and self._steps < MOST_STEPS:
            best, found = float(self._rules.to_act(state) in self._side), set[Any]()
            for each in self._rules.legal_actions(state):
                if best not in found:
                    found.add(self._after(state, each))
            if best in found or (found and None not in found):
                self._known[state] = (max if best else min)(found - {None})
        return self._known.get(state)
