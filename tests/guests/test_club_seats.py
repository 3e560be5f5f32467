"""What a user name leads to at a club over SSH."""

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("people are let in over SSH on Unix only", allow_module_level=True)

from clockspades.engine.text import UserError
from clockspades.guests.program import GuestOrder
from clockspades.guests.ssh.club_seats import AWAY, NO_TABLE, ClubSeats
from clockspades.network.meeting.invitation import EXAMPLE, draw_code, read
from clockspades.network.stores.table_store import StoreAwayError
from tests.network.clubs import ask, club, knock


@pytest.mark.parametrize("tls", [False, True])
async def test_a_code_leads_to_its_table_and_to_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tls: bool
) -> None:
    monkeypatch.setattr("clockspades.network.server.listening.FIRST_PAUSE", 0.0)
    async with club(tmp_path, tls=tls, ssh=7422) as running:
        host = await running.host("Ana")
        code = host.invitation.code
        seats = ClubSeats(running.running.inside, running.running.find)
        order = await seats(f"{code.lower()}+bé", "192.0.2.7")
        assert order.name == "Bé"
        assert read(order.invitation, allow_open=True) == running.address._replace(code=code)
        assert (await seats(code, "192.0.2.7")).name == ""
        async with knock(running.address) as socket:
            word, joined = await ask(socket, "join", {"code": code, "key": host.key, "name": "Ana"})
            assert (word, joined["ssh"]) == ("joined", 7422), "whoever opened the table can tell friends"
        for _ in range(2):
            with pytest.raises(UserError, match=NO_TABLE):
                await seats(draw_code(), "192.0.2.7")
        assert seats._failures.counts == {"192.0.2.7/32": 2}
        await seats(code, "192.0.2.7")
        assert seats._failures.counts == {}


async def test_any_other_user_name_leads_to_the_games_against_bots() -> None:
    async def find(code: str) -> str | None:
        raise StoreAwayError

    seats = ClubSeats(EXAMPLE, find)
    assert await seats("ana", "") == GuestOrder("", "Ana")
    for strange in ("", "\x1b[2J", "../../etc", EXAMPLE.code + "0", "x" * 400):
        assert (await seats(strange, "")).invitation == ""
    with pytest.raises(UserError, match=AWAY):
        await seats(EXAMPLE.code, "")
