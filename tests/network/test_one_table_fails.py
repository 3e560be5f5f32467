"""A fault at one table ends that table in a sentence, and no other."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clockspades.engine.codec import RECORD
from clockspades.games.catalogue import GAMES
from clockspades.network.server import hosting
from clockspades.network.server.bot_pool import BotPool
from clockspades.network.server.hosting import BROKEN, DAMAGED, FAULT
from clockspades.network.server.notices import ServerNotice
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.table import served_table as model
from clockspades.network.table.kept import RECORDS, Acted
from clockspades.network.table.served_table import Received, Send
from clockspades.network.table.table_server import serve
from clockspades.network.wire.messages import Log, Say
from clockspades.network.wire.secrecy import digest
from tests.network.long_games import keep, long_game
from tests.network.plain_client import PlainClient
from tests.network.served import CODE, KEYS
from tests.network.servers import Inn, inn

GAME = next(game for game in GAMES if max(game.player_counts()) > 1)
WAIT = 60
BOT = ("open", f"bot:{GAME.quickest_bot}")


class Unwritable:
    """What no frame can have."""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the loop would have printed of errors that nobody caught."""
    found: list[str] = []
    monkeypatch.setattr(asyncio.BaseEventLoop, "default_exception_handler", lambda _, told: found.append(str(told)))
    yield found
    assert all(len(words) < 2000 for words in found)


async def two_tables(server: Inn) -> tuple[PlainClient, PlainClient]:
    return tuple([PlainClient(await server.open(GAME, kinds=BOT), name) for name in ("Ana", "Ben")])  # type: ignore[return-value]


def fails_at(monkeypatch: pytest.MonkeyPatch, name: str, effects: Any) -> None:
    """Let the reducer do something else once the person with this name has taken three moves."""

    def other(table: model.ServedTable, given: model.ServerInput, *now: float) -> Any:
        after, usual = serve(table, given, *now)
        is_due = after.kept.seats[0].name == name and after.kept.last > 6
        return (after, (*usual, *effects())) if is_due else (after, usual)

    monkeypatch.setattr(hosting, "serve", other)


def fault() -> Any:
    raise RuntimeError("something that nobody thought of")


@pytest.mark.parametrize("effects", [fault, lambda: [Send(("1", "2"), Log(0, 0, Unwritable(), True))]])  # type: ignore[arg-type]
async def test_the_others_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: list[str], effects: Any
) -> None:
    fails_at(monkeypatch, "Ana", effects)
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        ana, ben = await two_tables(server)
        log, nothing = await asyncio.gather(ben.play(), ana.play())
        again = PlainClient(ana.invitation, "Ana", key=ana.key)
        await again.play()
    assert log
    assert not nothing
    assert ana.farewell == again.farewell == BROKEN
    assert not told


async def test_a_bot_that_fails_ends_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = BotPool.choose

    async def some_fail(pool: BotPool, game: str, bot: str, view: Any, seed: str) -> Any:
        if bot == GAME.best_bot:
            raise RuntimeError("a bot that does not know its game")
        return await choose(pool, game, bot, view, seed)

    monkeypatch.setattr(BotPool, "choose", some_fail)
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        ana = PlainClient(await server.open(GAME, kinds=("open", f"bot:{GAME.best_bot}")), "Ana")
        ben = PlainClient(await server.open(GAME, kinds=BOT), "Ben")
        await asyncio.gather(ana.play(), ben.play())
    assert ana.farewell == BROKEN
    assert ben.log


async def test_a_message_that_the_program_fails_on_ends_one_connection_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(table: model.ServedTable, given: model.ServerInput, *now: float) -> Any:
        return fault() if isinstance(given, Received) and isinstance(given.message, Say) else serve(table, given, *now)

    monkeypatch.setattr(hosting, "serve", other)
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        invitation = await server.open(GAME)
        ana, ben = PlainClient(invitation, "Ana"), PlainClient(invitation, "Ben")
        first = await ana.sitting()
        await ana.send("say", words="oops")
        await first
        assert FAULT in ana.frames[-1]
        logs = await asyncio.gather(ana.play(), ben.play())
    assert logs[0] == logs[1] != ""


async def test_an_error_in_a_callback_does_not_print_the_game(tmp_path: Path, told: list[str]) -> None:
    """The error names what it happened at, and that must not have all of a long game as its text."""
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        await keep(server.store, [RECORDS.write_text(record) for record in long_game(5)])
        await server.host.bring_back()
        hosted = server.host._by_name["T1"]  # what a callback of this table has
        asyncio.get_running_loop().call_soon(fault_of_table, hosted, hosted.table, hosted.table.kept)
        while not told:
            await asyncio.sleep(0)
    assert "fault_of_table" in told[0]


def fault_of_table(*_: object) -> None:
    fault()


# -- damage ----------------------------------------------------------------------------------------------------


OTHER = "W2M9X4TBK7"


@pytest.mark.parametrize("damage", ["a wrong seat", "no record", "no object", "nonsense", "a hole"])
async def test_a_damaged_table_costs_no_other(tmp_path: Path, damage: str) -> None:
    store = SqliteStore.create(tmp_path / "inn.db")
    whole = [RECORDS.write_text(record) for record in long_game(1)]
    other = RECORDS.write(long_game(1)[0])["opened"] | {"table": "T2", "code": digest(OTHER)}
    await keep(store, [RECORD.write({"opened": other}), *whole[1:]])
    damaged = {
        "a wrong seat": RECORD.write({"sat": {"seat": 7, "name": "Ana", "key": KEYS["ana"]}}),
        "no record": '{"sit":{}}',
        "no object": "5",
        "nonsense": RECORDS.write_text(Acted(0, {"do": ["bid"], "tricks": {"a": 1}})),
        "a hole": whole[9],
    }
    await keep(store, [*whole[:6], damaged[damage], *whole[6:]])
    await store.close()
    notices: list[ServerNotice] = []
    async with asyncio.timeout(WAIT), inn(tmp_path, tell=notices.append) as server:
        assert [table.kept.terms.table for table in server.host.tables] == ["T2"]
        ana = PlainClient(server.invitation(CODE), "Ana", key=KEYS["ana"])
        await ana.play()
        ben = PlainClient(server.invitation(OTHER), "Ben", key=KEYS["ben"])
        sitting = asyncio.create_task(ben.sit())
        while len(ben.points) < len(server.host.tables[0].kept.positions):
            await asyncio.sleep(0)
        sitting.cancel()
        await asyncio.gather(sitting, return_exceptions=True)
    assert ana.farewell == DAMAGED
    (notice,) = [each for each in notices if each.event in ("table damaged", "fault")]
    assert notice.event == "table damaged"
    assert notice.fields["table"] == "T1"
    assert "♠" not in notice.fields["reason"]
    assert notice.fields["reason"].endswith(("fit", "read"))
