"""Games that go on for hundreds of deals: what they send, what they cost, and how they end."""

import asyncio
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from clockspades.games.clogs.clogs_rules import LAYOUTS
from clockspades.network.server.hosting import TOO_LONG
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.table.kept import MOST_DEALS, RECORDS, TablePhase, TookBack, acted, apply, log_text, restore
from clockspades.network.table.people import STOPPED
from clockspades.network.table.served_table import Close, GiveLater, More, Received, Send, ServedTable, TimeUp
from clockspades.network.table.table_server import serve
from clockspades.network.wire import messages
from clockspades.network.wire import messages as say
from clockspades.network.wire.form import read_point
from clockspades.network.wire.messages import MOST_BYTES, TO_CLIENT, NextPoint
from tests.network.long_games import keep, long_game
from tests.network.plain_client import PlainClient
from tests.network.served import CODE, KEYS, Served
from tests.network.servers import inn


class Sitting:
    """Ana at a long game, whose program understands ``more`` or not."""

    def __init__(self, deals: int, *, more: bool) -> None:
        self.table = ServedTable(restore(long_game(deals)))
        self.more = more
        self.frames: list[str] = []

    def come(self, connection: str, points: int = 0) -> None:
        """Join with so many points, and get all others."""
        join = say.Join(CODE, KEYS["ana"], "Ana", epoch=1, points=points, more=self.more)
        given: Any = Received(connection, join)
        while given is not None:
            self.table, effects = serve(self.table, given, 0.0, 1_800_000_000.0)
            sends = [each.message for each in effects if isinstance(each, Send)]
            self.frames += [TO_CLIENT.write_text(message) for message in sends if isinstance(message, NextPoint)]
            given = next((each.timer for each in effects if isinstance(each, GiveLater)), None)
            assert given is None or isinstance(given, More | TimeUp)


def test_a_finished_sheet_goes_over_the_wire_once() -> None:
    ana = Sitting(60, more=True)
    ana.come("first")
    assert len(ana.frames) == len(ana.table.kept.positions)
    assert max(map(len, ana.frames[-500:])) < 1.2 * max(map(len, ana.frames[:500])) < MOST_BYTES / 16
    game, before = ana.table.kept.game, None
    for frame, position in zip(ana.frames, ana.table.kept.positions, strict=True):
        message = TO_CLIENT.read_text(frame)
        assert isinstance(message, NextPoint)
        point = read_point(game, dict(message.written), before)
        assert point.view.sheets == position.state.sheets
        before = point.view


def test_who_comes_back_is_not_sent_the_sheets_that_they_have() -> None:
    ana = Sitting(60, more=True)
    ana.come("again", points=len(ana.table.kept.positions) - 1)
    (frame,) = ana.frames
    assert len(frame) < 2000
    assert '"more":' in frame
    assert frame.count('"lines":') == 1


def test_a_program_that_does_not_know_it_gets_whole_lists() -> None:
    ana = Sitting(20, more=False)
    ana.come("first")
    assert not any('"more"' in frame for frame in ana.frames)
    message = TO_CLIENT.read_text(ana.frames[-1])
    assert isinstance(message, NextPoint)
    assert len(message.written["view"]["sheets"]) == 20  # type: ignore[arg-type, call-overload, index]


def test_more_is_not_sent_to_a_host_that_does_not_take_it() -> None:
    assert "more" not in say.TO_HOST.write_text(say.Join(CODE, KEYS["ana"], "Ana"))
    assert '"more":true' in say.TO_HOST.write_text(say.Join(CODE, KEYS["ana"], "Ana", more=True))


@pytest.mark.parametrize("more", [False, True])
async def test_a_program_that_can_not_follow_a_long_game_leaves_the_others_in_peace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: bool
) -> None:
    store = SqliteStore.create(tmp_path / "inn.db")
    await keep(store, [RECORDS.write_text(record) for record in long_game(30)])
    await store.close()
    monkeypatch.setattr(messages.FRAME, "longest", 4096)
    async with asyncio.timeout(60), inn(tmp_path) as server:
        (table,) = server.host.tables
        invitation = server.invitation(CODE)
        ben = PlainClient(invitation, "Ben", key=KEYS["ben"])
        ben.epoch, ben.points = 1, {table.kept.last: {"legal": []}}  # he has all of it
        ana = PlainClient(invitation, "Ana", key=KEYS["ana"])
        ana.epoch, ana.points = 1, {table.kept.last - 1: {"legal": []}}
        ana.more = more
        sitting = await ben.sitting()
        coming = asyncio.create_task(ana.sit())
        while not ana.farewell and len(ana.points) < 2:
            await asyncio.sleep(0)
        assert ana.farewell == ("" if more else TOO_LONG)
        assert not sitting.done()
        for task in (sitting, coming):
            task.cancel()
        await asyncio.gather(sitting, coming, return_exceptions=True)


# -- how they end ----------------------------------------------------------------------------------------------


def test_a_game_ends_after_so_many_deals_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clockspades.network.table.kept.MOST_DEALS", 3)
    records = [*long_game(3)]
    last = records.pop()
    served = Served(ServedTable(restore(records)), records)
    for name in ("ana", "ben"):
        served.join(name)
    served.watch("eva")
    assert served.kept.to_act is not None
    served.send(served.connection(served.kept.to_act), say.ActAt(1, served.kept.last, last.action))  # type: ignore[attr-defined]
    assert served.kept.phase is TablePhase.STOPPED
    assert served.closed == dict.fromkeys(("ana", "ben", "eva"), STOPPED)
    assert not served.table.live.lines
    served.join("second", "ana")
    assert served.closed == {"second": STOPPED}
    assert all(each.final for each in served.effects if isinstance(each, Close))
    assert '"result"' not in log_text(served.kept)


def test_no_game_of_clogs_has_so_many_deals() -> None:
    most = 500
    assert max(ceil(((most - 1) * players + 1) / layout.tricks) for players, layout in LAYOUTS.items()) < MOST_DEALS


def test_a_table_that_was_kept_with_more_deals_comes_back() -> None:
    kept = restore(long_game(3))
    assert kept.phase is TablePhase.SHUFFLING
    late = replace(kept.shuffle, number=MOST_DEALS + 84)  # type: ignore[type-var]
    assert replace(kept, shuffle=late).phase is TablePhase.STOPPED


# -- what they cost --------------------------------------------------------------------------------------------


def test_points_that_others_have_seen_never_change() -> None:
    kept = restore(long_game(1))
    whole = [*kept.positions]
    back = apply(kept, TookBack(2))
    other = next(each for each in back.game.rules.legal_actions(back.state) if each != whole[3].action)
    after = acted(back, other)
    assert [*kept.positions] == whole
    assert [*back.positions] == whole[:3]
    assert after.positions[:3] == whole[:3]
    assert after.positions[-1].action == other
    assert apply(kept, TookBack(2)) == back
    assert (len(kept.positions), len(back.positions), len(after.positions)) == (len(whole), 3, 4)


def test_a_table_has_no_text_that_grows_with_its_game() -> None:
    assert len(repr(restore(long_game(20)))) < 500
