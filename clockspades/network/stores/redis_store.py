"""Tables in Redis, or Valkey, which several processes share: one stream for each table, one entry for each record.

All that waits goes to Redis in one pipeline, so that Redis syncs its file once for many tables. Scripts run alone in
Redis: what a script checks still holds when it writes. The keys of one table have its name as their hash tag, so that
one node of a Redis Cluster has them all. Each of them ends by itself, so nothing is left of a table that all processes
have forgotten. docs/deploy.md says which settings Redis needs.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final, NamedTuple

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, ReadOnlyError, RedisError, ResponseError, TryAgainError
from redis.exceptions import ConnectionError as NoConnectionError
from redis.exceptions import TimeoutError as NoAnswerError

from clockspades.language import N_, _
from clockspades.network.stores import table_store
from clockspades.network.stores.table_store import KEPT_AT_FIRST, ClaimAnswer, Lease, OwnedElsewhere
from clockspades.network.wire.words import worded

PREFIX: Final = "clockspades"
SHORTEST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 1.0
"""Seconds before Redis is asked again after it did not answer. Each pause is twice the one before."""
PATIENCE: Final = 2.0
"""Seconds that Redis has to answer."""
AT_ONCE: Final = 1000
"""When all tables are listed, how many keys Redis looks at before it serves others in between."""
SECONDS_TO_CLOSE: Final = 5.0
"""Seconds that what waits still has when the store is closed."""

NOT_SAFE: Final = N_(
    "Redis at {place} can lose what it has confirmed: set appendonly to yes, appendfsync to always, and"
    " maxmemory-policy to noeviction"
)
NOT_KNOWN: Final = N_(
    "Redis at {place} does not tell its settings: tables are safe only if appendonly is yes, appendfsync is always and"
    " maxmemory-policy is noeviction"
)

_KEPT: Final = int(KEPT_AT_FIRST * 1000)

_APPEND: Final = """
local count = #ARGV - 3
local there = redis.call('XRANGE', KEYS[1], ARGV[2] + 1, '+', 'COUNT', count)
for at, entry in ipairs(there) do
  if entry[2][2] ~= ARGV[1] or entry[2][4] ~= ARGV[3 + at] then return 'conflict' end
end
if #there == count then return 'saved' end
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 'lost' end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local version = last and string.match(last[1], '^%d+') or '0'
if tonumber(version) ~= ARGV[2] + #there then return 'conflict' end
for at = #there + 1, count do
  redis.call('XADD', KEYS[1], string.format('%d-0', ARGV[2] + at), 'fence', ARGV[1], 'record', ARGV[3 + at])
end
if version == '0' then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 'saved'
"""
"""Keys: records, fence. Arguments: the fencing number, the version expected, milliseconds for a new table, the records.

The records are there already if the answer to an earlier attempt was lost: the same ones, with the same number.
"""

_CLAIM: Final = """
local owner = redis.call('GET', KEYS[3])
if owner and owner ~= ARGV[1] then return {redis.call('PTTL', KEYS[3]), owner} end
redis.call('SET', KEYS[3], ARGV[1], 'PX', ARGV[2])
local fence = redis.call('INCR', KEYS[2])
if fence == 1 then redis.call('PEXPIRE', KEYS[2], ARGV[3]) end
return {fence}
"""
"""Keys: records, fence, owner. Arguments: the owner, the milliseconds of the lease, and those for a new table."""

_IF_NEWEST: Final = """
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
{}
return 1
"""
"""A script for whoever has the newest lease. Keys as above. Arguments: the fencing number, and those of the script."""
_RENEW: Final = """
if redis.call('GET', KEYS[3]) == ARGV[2] then
  redis.call('PEXPIRE', KEYS[3], ARGV[3])
else
  redis.call('SET', KEYS[3], ARGV[2], 'PX', ARGV[3])
end
"""
"""Arguments: the owner, the milliseconds. A Redis whose memory is full takes no SET, but lets the time be set."""
_RELEASE: Final = "redis.call('DEL', KEYS[3])"
_REMOVE: Final = "redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])"
_KEEP: Final = "for at = 1, 2 do redis.call('PEXPIRE', KEYS[at], ARGV[2]) end"
"""Argument: the milliseconds."""

_FREE: Final = """
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
"""
"""Key: a code. Argument: the table that it is free of, if it was this one's."""


class _Asked(NamedTuple):
    """A command whose answer somebody waits for."""

    command: tuple[Any, ...]
    answer: "asyncio.Future[Any]"
    lasts: bool
    """Whether it is asked again until there is an answer."""


class RedisStore:
    """Tables in Redis. All of it runs in one event loop."""

    losses = ()

    def __init__(self, redis: Redis, prefix: str = PREFIX) -> None:
        self._redis, self._prefix = redis, prefix
        self.warning = ""
        """What the host should know about the settings of Redis, in a sentence."""
        self._waiting: list[_Asked] = []
        self._ends = False
        self._sending: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, address: str, prefix: str = PREFIX) -> "RedisStore":
        """The store at an address such as ``redis://127.0.0.1:6379/0``.

        StoreError if nothing answers there, or if it could lose what it has confirmed.
        """
        try:
            redis = Redis.from_url(
                address, protocol=2, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE,
                retry=Retry(NoBackoff(), 0), single_connection_client=False,
            )  # fmt: skip
        except (ValueError, TypeError) as error:
            raise table_store.StoreError(_("the address of the store can't be read: {fault}", fault=error)) from None
        store = cls(redis, prefix)
        place = _place(redis)
        try:
            await redis.ping()
            store.warning = await _check(redis, place)
        except (RedisError, OSError, table_store.StoreError) as error:
            await redis.aclose()
            if isinstance(error, table_store.StoreError):
                raise
            raise table_store.StoreError(
                _("Redis at {place} can't be used: {fault}", place=place, fault=error)
            ) from None
        return store

    async def begin(self, table: str, code: str, record: str, owner: str, seconds: float) -> Lease:
        lease = await self.claim(table, owner, seconds)
        assert isinstance(lease, Lease), "a new table has no owner"
        try:
            await self.append(lease, 0, [record])
            # only now: whatever ends this before, no code leads to a table without records
            if not await self._ask("SET", self._code(code), table, "NX", "PX", _KEPT):
                raise table_store.CodeTakenError
        except (table_store.NotSavedError, table_store.CodeTakenError):
            with suppress(table_store.StoreAwayError, table_store.LeaseLostError):
                await self.remove(lease, code)
            raise
        return lease

    async def append(self, lease: Lease, expected: int, records: Sequence[str]) -> None:
        keys = self._keys(lease.table)[:2]
        try:
            answer = await self._ask("EVAL", _APPEND, 2, *keys, lease.fence, expected, _KEPT, *records, lasts=True)
        except ResponseError as error:
            raise table_store.NotSavedError(f"Redis says: {error}") from error
        match answer:
            case b"lost":
                raise _lost(lease)
            case b"conflict":
                raise table_store.ConflictError(f"The table {lease.table} has other records behind number {expected}.")

    async def read(self, table: str, since: int = 0) -> list[str]:
        entries = await self._ask("XRANGE", self._keys(table)[0], f"{since + 1}-0", "+")
        return [fields[b"record"].decode() for _id, fields in entries]

    async def find(self, code: str) -> str | None:
        table = await self._ask("GET", self._code(code))
        return None if table is None else table.decode()

    async def tables(self) -> list[str]:
        found, cursor = set[str](), 0
        before, after = self._keys("*")[0].split("*")
        while True:
            cursor, keys = await self._ask("SCAN", cursor, "MATCH", f"{before}*{after}", "COUNT", AT_ONCE)
            found |= {key.decode().removeprefix(before).removesuffix(after) for key in keys}
            if cursor == 0:
                return sorted(found)

    async def keep(self, lease: Lease, code: str, seconds: float) -> None:
        # the code first: it must never lead to a table that is gone
        await self._ask("PEXPIRE", self._code(code), _milliseconds(seconds))
        await self._run(_KEEP, lease, _milliseconds(seconds))

    async def remove(self, lease: Lease, code: str) -> None:
        await self._run(_REMOVE, lease)
        await self._ask("EVAL", _FREE, 1, self._code(code), lease.table)

    async def secret(self) -> str:
        key = f"{self._prefix}:secret"
        await self._ask("SET", key, token_hex(32), "NX")
        secret: bytes = await self._ask("GET", key)
        return secret.decode()

    async def claim(self, table: str, owner: str, seconds: float) -> ClaimAnswer:
        match await self._ask("EVAL", _CLAIM, 3, *self._keys(table), owner, _milliseconds(seconds), _KEPT):
            case [left, other]:
                return OwnedElsewhere(other.decode(), max(left, 0) / 1000)
            case [fence]:
                return Lease(table, fence)
        raise AssertionError("a claim has one of two answers")

    async def renew(self, lease: Lease, owner: str, seconds: float) -> None:
        await self._run(_RENEW, lease, owner, _milliseconds(seconds))

    async def release(self, lease: Lease) -> None:
        with suppress(table_store.LeaseLostError):
            await self._run(_RELEASE, lease)

    async def _run(self, script: str, lease: Lease, *arguments: object) -> None:
        script = _IF_NEWEST.format(script)
        if not await self._ask("EVAL", script, 3, *self._keys(lease.table), lease.fence, *arguments):
            raise _lost(lease)

    def _code(self, code: str) -> str:
        return f"{self._prefix}:code:{code}"

    def _keys(self, table: str) -> tuple[str, str, str]:
        return tuple(f"{self._prefix}:{{{table}}}:{what}" for what in ("records", "fence", "owner"))  # type: ignore[return-value]

    async def close(self) -> None:
        self._ends = True
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=SECONDS_TO_CLOSE)
            self._sending.cancel()
            await asyncio.wait([self._sending])
        for asked in self._waiting:
            asked.answer.cancel()
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _ask(self, *command: Any, lasts: bool = False) -> Any:
        """The answer to a command, which goes with all others that wait; StoreAwayError if there is none."""
        if self._ends:
            raise table_store.StoreAwayError("The store is closed.")
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Asked(command, answer, lasts))
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())
        return await answer

    async def _send(self) -> None:
        """Send what waits, one pipeline after the other, until nothing waits."""
        pause = 0.0
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                pipeline = self._redis.pipeline(transaction=False)
                for asked in batch:
                    pipeline.execute_command(*asked.command)
                answers = await pipeline.execute(raise_on_error=False)
            except asyncio.CancelledError:
                self._waiting = batch + self._waiting
                raise
            except (RedisError, OSError, EOFError) as error:
                answers = [error] * len(batch)
            left = [asked for asked, answer in zip(batch, answers) if not _settle(asked, answer)]
            self._waiting = left + self._waiting
            if left:
                pause = min(max(2 * pause, SHORTEST_PAUSE), LONGEST_PAUSE)
                await asyncio.sleep(pause)
            else:
                pause = 0.0


def _settle(asked: _Asked, answer: object) -> bool:
    """Give somebody their answer; return whether they have one now."""
    if asked.answer.done():
        return True
    if isinstance(answer, _AWAY):
        if asked.lasts:
            return False
        asked.answer.set_exception(table_store.StoreAwayError(f"Redis does not answer: {answer}"))
    elif isinstance(answer, Exception):
        asked.answer.set_exception(answer if asked.lasts else table_store.StoreAwayError(f"Redis says: {answer}"))
    else:
        asked.answer.set_result(answer)
    return True


_AWAY: Final = (NoConnectionError, NoAnswerError, BusyLoadingError, ReadOnlyError, TryAgainError, OSError, EOFError)
"""What says that Redis can't answer now, but perhaps later."""


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000)


def _lost(lease: Lease) -> table_store.LeaseLostError:
    return table_store.LeaseLostError(f"Another process has claimed the table {lease.table}.")


async def _check(redis: Redis, place: str) -> str:
    """A warning if the settings of Redis are not known; StoreError if with them it can lose what it has confirmed."""
    found: dict[str, str] = {}
    try:
        for name in ("appendonly", "appendfsync", "maxmemory-policy"):
            settings: dict[Any, Any] = await redis.config_get(name)
            found |= {_text(key): _text(value) for key, value in settings.items()}
    except ResponseError:  # a service that nobody can configure
        return worded(NOT_KNOWN, place=place)
    if (found.get("appendonly"), found.get("appendfsync")) != ("yes", "always"):
        raise table_store.StoreError(_(NOT_SAFE, place=place))
    if found.get("maxmemory-policy", "noeviction") != "noeviction":
        raise table_store.StoreError(_(NOT_SAFE, place=place))
    return ""


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _place(redis: Redis) -> str:
    """Where Redis is, without a password."""
    options = redis.connection_pool.connection_kwargs
    return str(options.get("path") or f"{options.get('host', 'localhost')}:{options.get('port', 6379)}")
