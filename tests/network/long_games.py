"""A game of Spades between two people that neither can win, as long as a test wants: both always bid 13."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import find_game
from clockspades.network.stores.table_store import TableStore
from clockspades.network.table.kept import Acted, Began, OpenedTable, Record, Sat, opening
from clockspades.network.wire.secrecy import digest
from tests.network.served import CODE, KEYS

SPADES: AnyGame = find_game("spades")  # type: ignore[assignment]


@cache
def long_game(deals: int, table: str = "T1") -> tuple[Record, ...]:
    """The records of a table at which so many deals were played out, and the next one is due."""
    return tuple(_records(deals, table))


async def keep(store: TableStore, records: Sequence[str]) -> None:
    """Keep a table with these records, as a store has them."""
    opened = opening(records)
    assert opened is not None
    lease = await store.begin(opened.table, opened.code, records[0], "", 1.0)
    await store.append(lease, 1, records[1:])


def _records(deals: int, table: str) -> Iterator[Record]:
    options = SPADES.configure({"players": 2, "target": 1000})
    yield OpenedTable(table, "spades", options, b"Z" * 32, digest(CODE), None, ("open", "open"), "random")
    yield Sat(0, "Ana", digest(KEYS["ana"]))
    yield Sat(1, "Ben", digest(KEYS["ben"]))
    yield Began("2026-11-26T20:00:00Z")
    rules, rng = SPADES.rules, Random(1)
    state = rules.initial(options)
    while not (rules.deal_due(state) and state.number == deals):
        if rules.deal_due(state):
            action: Any = rules.deal(state, rng)
        else:
            legal = rules.legal_actions(state)
            action = next((each for each in legal if each.as_json() == {"do": "bid", "tricks": 13}), legal[0])
        yield Acted(rules.to_act(state), action.as_json())
        state = rules.reduce(state, action).state
