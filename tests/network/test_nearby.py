import pytest

from clockspades.network.meeting.invitation import EXAMPLE
from clockspades.network.meeting.nearby import LONGEST, NearbyTable, announce, is_available, look_around

TABLE = NearbyTable("Ana", "Spades", EXAMPLE._replace(host="127.0.0.1", code=""))
LOOPBACK = ["127.0.0.1"]

pytestmark = pytest.mark.skipif(not is_available(), reason="zeroconf is not installed")


async def look_for(name: str) -> NearbyTable:
    """The table of this host, as soon as it is found."""
    for seconds in (1, 2, 4, 8, 16):
        for found in await look_around(seconds, LOOPBACK):
            if found.host_name == name:
                return found
    raise AssertionError(f"the table of {name} was not found")


async def test_a_table_nearby_is_found_and_joined_with_its_code() -> None:
    withdraw = await announce(TABLE, "clockspades-test-a", LOOPBACK)
    try:
        found = await look_for("Ana")
    finally:
        await withdraw()
    assert found == TABLE


async def test_what_is_announced_is_bounded_and_plain() -> None:
    loud = TABLE._replace(host_name="\x1b[31m" + "B" * 150, place=TABLE.place._replace(fingerprint=""))
    withdraw = await announce(loud, "clockspades-test-b", LOOPBACK)
    try:
        found = await look_for("▯[31m" + "B" * (LONGEST - 5))
    finally:
        await withdraw()
    assert not found.place.is_encrypted
