"""What larger clubs need, reckoned from the figures of ``growth.py``: the tables of docs/deploy.md, in Markdown.

Each unit is one figure of a row, or a quotient of two, and each line of the plan is made from units by a formula that
stands beside it. So everything can be redone on paper.
"""

from collections.abc import Mapping
from math import ceil
from typing import Any, Final, NamedTuple

from clockspades.network.stores.owners import TICK
from clockspades.network.stores.ownership import RENEWED_AFTER

SEATS: Final = 4
BUSY: Final = 0.6
"""How busy a core of a server may be: above that, waiting makes up most of the latency."""
REDIS_BUSY: Final = 0.5
"""The same for a core of Redis, which has the rewriting of its file to do too."""
GAME: Final = 600
"""Actions of a game: ten deals of 52 cards, with their bids and shuffles. A table has half of them behind it."""
KEPT: Final = 7 * 24 * 3600
"""Seconds for which a finished game is kept, unless ``--keep-finished`` says otherwise."""
HOURS: Final = 6
"""Hours of a day for which as many tables play as at the busiest time."""
RENEWALS: Final = 1 / (RENEWED_AFTER + TICK)
"""How often a second the lease of a table is renewed."""
STEPS: Final = (1_000, 10_000, 100_000, 1_000_000)

CORE_PRICE: Final = 15
"""Of a core with 4 GB for a month, in euros; prices differ by a factor of three."""
TB_PRICE: Final = 5
"""Of a terabyte that is sent, in euros. Some ask for nothing, others for 90."""
Row = Mapping[str, Any]


class Units(NamedTuple):
    """What one table takes, or one action. Cores are shares of one; sizes are in bytes."""

    rate: float
    """Actions of a table a second."""
    files: float
    """Cores of the server, with files as the store."""
    shared: float
    """The same with Redis, if everybody at a table comes to its owner."""
    carried: float
    """What is added if everybody is carried there from another process."""
    redis: float
    """Cores of Redis."""
    fast: float
    """Actions for each second of Redis' processor without a pause between them, and so with few leases to renew."""
    memory: float
    """Of a server, when the game begins."""
    memory_carried: float
    """What is added if everybody is carried."""
    grown: float
    """Of a server, for each action, until the game is over."""
    tls: float
    """Of a server, if it encrypts itself."""
    tls_cpu: float
    """By how much the cores are multiplied then."""
    sent: float
    """Sent to all clients, for each action."""
    journal: float
    """In a file of the folder, for each action."""
    log: float
    """In the file of Redis, for each action, with the leases."""
    record: float
    """Of Redis' memory, for each action."""
    opening: float
    """Seconds of a core to open a table and seat everybody."""
    bot: float
    """Seconds of a core for a choice of a bot."""


def units(row: Mapping[str, Row], tables: int, some: int, fast: int, bots: int) -> Units:
    """The units of the medians of rows: with the most ``tables``, with ``some``, and ``fast`` ones without a pause."""
    files, shared, both = (
        row[f"{name}, {tables} tables"] for name in ("files, 1 process", "redis, 1 process", "redis, 2 processes")
    )
    quick, quick_redis, quick_tls = (
        row[f"{name}, fast, {fast} tables"]
        for name in ("files, 1 process", "redis, 1 process", "files, 1 process, TLS")
    )
    plain, tls = row[f"files, 1 process, {some} tables"], row[f"files, 1 process, TLS, {some} tables"]
    with_bots = row[f"files, 1 process, {SEATS - 1} bots, {bots} tables"]
    return Units(
        rate=files["actions"] / tables,
        files=files["server"] / tables,
        shared=shared["server"] / tables,
        carried=2 * max(0.0, both["server"] - shared["server"]) / tables,  # half of the connections were carried
        redis=both["redis"] / tables,
        fast=quick_redis["actions"] / quick_redis["redis"],
        memory=shared["memory"] * 1024,
        memory_carried=2 * max(0.0, both["memory"] - shared["memory"]) * 1024,
        grown=quick["grown"],
        tls=(tls["memory"] - plain["memory"]) * 1024,
        tls_cpu=quick["per core"] / quick_tls["per core"],
        sent=quick["sent"],
        journal=quick["bytes"],
        log=both["bytes"],
        record=quick_redis["record"],
        opening=files["opening"] / 1000,
        bot=with_bots["bots"] / (with_bots["actions"] * (SEATS - 1) / SEATS),
    )


def print_units(unit: Units) -> None:
    """One line for each unit."""
    lines = (
        ("actions a second", f"{unit.rate:.3f}"),
        ("server, files", f"{unit.files * 1000:.2f} ms of a core a second: {1 / unit.files:,.0f} tables a core"),
        ("server, Redis, everybody comes to the owner of the table", _cores(unit.shared)),
        ("… and if everybody is carried to it", _cores(unit.shared + unit.carried)),
        ("… and if the server encrypts itself", f"{unit.tls_cpu:.2f} times as much"),
        ("Redis", f"{unit.redis * 1e6:.0f} µs of a core a second: {1 / unit.redis:,.0f} tables a core"),
        ("Redis, without leases", f"{unit.rate / unit.fast * 1e6:.0f} µs: {unit.fast / unit.rate:,.0f} tables a core"),
        ("memory of a server when a game begins", f"{_kib(unit.memory)}, carried {_kib(unit.memory_carried)} more"),
        ("… for each action since", f"{unit.grown:,.0f} bytes"),
        ("… if it encrypts itself", f"{_kib(unit.tls)} more"),
        ("sent to the clients for each action", f"{unit.sent:,.0f} bytes"),
        ("kept in a file for each action", f"{unit.journal:.0f} bytes: {_kib(unit.journal * GAME)} a game"),
        ("written by Redis for each action, with leases", f"{unit.log:.0f} bytes"),
        ("memory of Redis for each action", f"{unit.record:.0f} bytes: {_kib(unit.record * GAME)} a game"),
        ("to open a table and seat everybody", f"{unit.opening * 1000:.1f} ms of a core"),
        ("a choice of the best bot", f"{unit.bot * 1000:.0f} ms of a core"),
    )
    print("\n| a table takes | |\n|---|---|")
    for what, figure in lines:
        print(f"| {what} | {figure} |")


def print_plan(unit: Units) -> None:
    """One column for each step, and one of them in words."""
    plans = [_step(unit, tables) for tables in STEPS]
    print("\n| | " + " | ".join(f"{tables:,}" for tables in STEPS) + " |")
    print("|---|" + "---|" * len(STEPS))
    for what in plans[0]:
        print(f"| {what} | " + " | ".join(plan[what] for plan in plans) + " |")
    print(f"\n{_in_words(unit, 10_000)}")


def _in_words(unit: Units, tables: int) -> str:
    """How a step is reckoned whose tables have a Redis."""
    plan, core, memory = _step(unit, tables), unit.shared + unit.carried, unit.memory + unit.memory_carried
    return (
        f"For example, {tables:,} tables take {tables:,} × {core * 1000:.2f} ms = {tables * core:.1f} cores, and"
        f" if each is {BUSY:.0%} busy, that is {plan['server processes, a core each']} processes. Redis takes"
        f" {tables:,} × {unit.redis * 1e6:.0f} µs = {tables * unit.redis:.2f} of a core. The memory is"
        f" {tables:,} × ({_kib(memory)} +"
        f" {GAME // 2} × {unit.grown:,.0f} bytes) = {plan['memory of the servers']}, and the network {tables:,} ×"
        f" {unit.rate:.3f} × {unit.sent:,.0f} bytes × 8 = {plan['sent to the clients']}."
    )


def _step(unit: Units, tables: int) -> dict[str, str]:
    """What so many tables need that all play."""
    is_alone = tables * unit.files <= BUSY
    core = unit.files if is_alone else unit.shared + unit.carried
    processes = ceil(tables * core / BUSY)
    rest = 0.0 if is_alone else unit.memory_carried
    kept = tables * unit.rate * HOURS * 3600 * KEPT / 86400
    size = kept * (unit.journal if is_alone else unit.record)
    redis = 0 if is_alone else ceil(tables * unit.redis / REDIS_BUSY)
    rented = processes + (0 if is_alone else max(redis, ceil(size / 4e9)))
    sent = tables * unit.rate * unit.sent
    round_of_choices = 1 / unit.rate + (SEATS - 1) * unit.bot
    return {
        "people": f"{SEATS * tables:,}",
        "actions a second": f"{tables * unit.rate:,.0f}",
        "server processes, a core each": f"{processes:,}",
        "… if a balancer knows the owners": "1" if is_alone else f"{ceil(tables * unit.shared / BUSY):,}",
        "… or as clubs of one process with files": f"{ceil(tables * unit.files / BUSY):,}",
        "tables that a process holds": f"{tables / processes:,.0f}",
        "memory of the servers": _size(tables * (unit.memory + rest + unit.grown * GAME / 2)),
        "open files of a process": f"{SEATS * tables / processes * (1 if is_alone else 3):,.0f}",
        "renewals of leases a second": "none" if is_alone else f"{tables * RENEWALS:,.0f}",
        "Redis, a core each": f"{redis:,}" if redis else "none",
        "… if leases were those of processes": (
            "none" if is_alone else f"{ceil(tables * unit.rate / unit.fast / REDIS_BUSY):,}"
        ),
        "finished games of a day, on a disk or in the memory of Redis": _size(size / 7),
        "… and of the week that they are kept": _size(size),
        "sent to the clients": f"{sent * 8 / 1e6:,.0f} Mbit/s",
        "… in 30 days": _size(sent * HOURS * 3600 * 30),
        "cores to take in everybody at once within a minute": f"{tables * unit.opening / 60:,.1f}",
        "cores with 4 GB, for servers and Redis": f"{rented:,}",
        f"… at {CORE_PRICE} € a month each": f"{rented * CORE_PRICE:,} €",
        f"traffic, at {TB_PRICE} € a TB": f"{sent * HOURS * 3600 * 30 / 1e12 * TB_PRICE:,.0f} €",
        "cores for bots, if three of four seats had the best one": (
            f"{tables * (SEATS - 1) * unit.bot / round_of_choices:,.0f}"
        ),
    }


def _cores(share: float) -> str:
    return f"{share * 1000:.2f} ms of a core a second: {1 / share:,.0f} tables a core"


def _kib(size: float) -> str:
    return f"{size / 1024:,.0f} KiB"


def _size(size: float) -> str:
    """A size as people say it."""
    for unit, name in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
        if size >= unit:
            return f"{size / unit:,.1f} {name}"
    return f"{size / 1e3:,.1f} kB"
